"""Run the measurements under benchmarks/, one after another: `make bench`, or `make bench ONLY=name`.

Each is a script that prints its own table. They assert nothing: what must hold is a test. What stands after `--` goes
to the script: `make bench-solver ARGS="--most 5"`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main(words: list[str]) -> int:
    wanted, given = words, []
    if "--" in words:
        wanted, given = words[: words.index("--")], words[words.index("--") + 1 :]
    scripts = {path.stem: path for path in sorted((ROOT / "benchmarks").glob("*.py")) if path.stem != "__init__"}
    if unknown := [name for name in wanted if name not in scripts]:
        print(f"there is no benchmark {', '.join(unknown)}; there are: {', '.join(scripts) or 'none yet'}")
        return 2
    failed = []
    # They import each other, and what the tests have.
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    env = {**os.environ, "PYTHONPATH": path}
    for name in wanted or scripts:
        print(f"== {name}", flush=True)
        if subprocess.run([sys.executable, str(scripts[name]), *given], cwd=ROOT, env=env, check=False).returncode:
            failed.append(name)
    if failed:
        print(f"ended with an error: {', '.join(failed)}")
    return 1 if failed or not scripts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
