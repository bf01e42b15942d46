"""How long sixty submissions take to mark: `make bench-classroom`.

A third of them is right, a third has a slip each, a third is hostile: loops, memory, exits, forged answers, processes
without end. They are marked by the command, as a teacher would, on as many workers as there are cores.
"""

from __future__ import annotations

import argparse
import itertools
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from plyground.bots import closed_by
from plyground.classroom import assignment_text
from tests.classroom.submissions import HOSTILE, RIGHT, WRONG, hostile, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--submissions", type=int, default=60)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    texts = itertools.chain.from_iterable(
        zip(
            itertools.repeat(("right", RIGHT["minimax"])),
            itertools.cycle((name, wrong(name)) for name, row in WRONG.items() if row[0] == "minimax"),
            itertools.cycle((way, hostile(way)) for way in HOSTILE),
            strict=False,
        )
    )
    with tempfile.TemporaryDirectory() as folder:
        secret = Path(folder, "minimax.toml")
        secret.write_text(assignment_text("minimax", options.seed), "utf-8")
        files = []
        for number, (name, text) in enumerate(itertools.islice(texts, options.submissions), start=1):
            file = Path(folder, f"{number:03}-{name.replace(' ', '-')}.py")
            file.write_text(text, "utf-8")
            files.append(str(file))
        workers = [] if options.workers is None else ["--workers", str(options.workers)]
        marked = str(Path(folder, "marked"))
        began = time.monotonic()
        command = [sys.executable, "-m", "plyground", "grade", *files, "--assignment", str(secret)]
        ended = subprocess.run([*command, "--feedback", marked, *workers], check=False, stderr=subprocess.DEVNULL)
        took = time.monotonic() - began
        print(Path(marked, "grades.csv").read_text("utf-8"))
    print(f"{len(files)} submissions in {took:.0f} s, closed in by {closed_by()}, exit code {ended.returncode}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
