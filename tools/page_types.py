"""Check the types of the page's modules: `tsc --checkJs`, strict, by their JSDoc.

TypeScript comes through npm into .node, in the version named here; the page itself needs neither. Where Node is
missing it says that it checked nothing, except in continuous integration (CI=true), where that is a failure.
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


def unavailable() -> str | None:
    """Why the check cannot run; None once the compiler is there."""
    missing = [program for program in ("node", "npm") if shutil.which(program) is None]
    if missing:
        return f"{' and '.join(missing)} not found"
    if not COMPILER.exists():
        print(f"Fetching TypeScript {TYPESCRIPT} into .node ...", flush=True)
        FOLDER.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(FOLDER)]
        fetched = subprocess.run([*command, f"typescript@{TYPESCRIPT}"], check=False)
        if fetched.returncode != 0:
            return f"npm could not fetch TypeScript {TYPESCRIPT}"
    return None


def main() -> int:
    reason = unavailable()
    if reason is not None:
        print(f"skipped: the types of the page were not checked ({reason})")
        return 1 if os.environ.get("CI") == "true" else 0
    return subprocess.run(["node", COMPILER, "--project", CONFIG], check=False, cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
