"""Check the types of the page's modules: `tsc --checkJs`, strict, by their JSDoc.

TypeScript comes through npm into .node, in the version named here; the page itself needs neither. Where Node is
missing it says that it checked nothing, except in continuous integration (CI=true), where that is a failure. A registry
that cannot be reached is not the fault of the page: then it says so, and checks nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONFIG = ROOT / "tools" / "tsconfig.page.json"
TYPESCRIPT = "5.9.3"
FOLDER = ROOT / ".node" / f"typescript-{TYPESCRIPT}"
COMPILER = FOLDER / "node_modules" / "typescript" / "bin" / "tsc"


def fetched() -> bool:
    """Is the compiler there, or could npm fetch it?"""
    if COMPILER.exists():
        return True
    print(f"Fetching TypeScript {TYPESCRIPT} into .node ...", flush=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(FOLDER)]
    for _ in range(2):
        if subprocess.run([*command, f"typescript@{TYPESCRIPT}"], check=False).returncode == 0 and COMPILER.exists():
            return True
    return False


def main() -> int:
    missing = [program for program in ("node", "npm") if shutil.which(program) is None]
    if missing:
        print(f"skipped: the types of the page were not checked ({' and '.join(missing)} not found)")
        return 1 if os.environ.get("CI") == "true" else 0
    if not fetched():
        print(f"skipped: the types of the page were not checked (npm could not fetch TypeScript {TYPESCRIPT})")
        return 0
    status = subprocess.run(["node", COMPILER, "--project", CONFIG], check=False, cwd=ROOT).returncode
    if status:
        print(f"the types of the page are not right (tsc ended with {status})")
    return status


if __name__ == "__main__":
    sys.exit(main())
