"""Build an opening book: `python tools/book/build.py --rules cfour --stones 12 --through 8 --out FILE`.

Three ways to solve the deepest layer, by `--with`:

- `gpu`: layer.cu beside this file, built with nvcc. The whole layer of 12 stones of 7x6 takes an H200 well under
  a minute;
- `c++`: the same source, built with a C++ compiler: one CPU thread, for testing the search without a GPU;
- `solver`: Plyground's own solver, on all cores. That is what `plyground book build` does too.

It resumes from its last checkpoint in `--work`, prints nodes/s, positions/s and the time left, and ends with a
table of won, drawn and lost positions of every ply, which proves the layers against any other strong solution.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

from plyground.errors import PlygroundError
from plyground.executors import local_executor
from plyground.grid import Rules
from plyground.solver.book_builder import BookBuilder, BuildProgress, build_book
from plyground.solver.layers import Counts

SOURCE = Path(__file__).with_name("layer.cu")
COMPILERS = {
    "gpu": ("nvcc", "-O3", "-arch=sm_90"),
    "c++": ("g++", "-O3", "-march=native", "-DWIDE_ENTRIES", "-x", "c++"),
}


def program(rules: Rules, kind: str, work: Path, more: list[str]) -> Path:
    """The search, built for the size of this board; the one of an earlier run, if nothing has changed."""
    if rules.connect != 4 or rules.blocked or rules.columns > 7:
        raise SystemExit("layer.cu searches boards of up to seven columns, without blocked cells, for lines of four")
    compiler, *flags = COMPILERS[kind]
    if shutil.which(compiler) is None:
        raise SystemExit(f"{compiler} is not installed; --with solver needs no compiler")
    command = [compiler, *flags, f"-DCOLUMNS={rules.columns}", f"-DROWS={rules.rows}", *more]
    digest = hashlib.sha256(" ".join(command).encode() + SOURCE.read_bytes()).hexdigest()[:12]
    target = work / f"layer-{kind}-{digest}"
    if not target.exists():
        unfinished = target.with_suffix(".new")
        subprocess.run([*command, "-o", str(unfinished), str(SOURCE)], check=True)
        unfinished.rename(target)
    return target


def search(builder: BookBuilder, kind: str, work: Path, arguments: list[str], flags: list[str]) -> bool:
    """Solve what is open by the program; False when its time was up first."""
    positions, state = (work / f"{builder.path.name}.{kind}" for kind in ("positions", "state"))
    numbers = builder.deepest.numbers
    own, stones = builder.positions(numbers)
    keys = own + stones
    # Neighbours in this order agree in their last columns and so share many continuations: what one
    # thread learns is found by those beside it. In the order of the numbers they would share none.
    order = np.argsort(keys)
    keys[order].tofile(positions)
    command = [str(program(builder.rules, kind, work, flags)), str(positions), str(state), *arguments]
    print(" ".join(command), flush=True)
    status = subprocess.run(command, check=False).returncode
    if status == 3:
        raise SystemExit("there is no GPU that can be used, for the reason above; --with solver needs none")
    if status not in (0, 2):
        raise SystemExit(f"the search ended with status {status}")
    lower, upper = np.fromfile(state, np.int8).reshape(2, -1)
    solved = lower == upper
    builder.put(numbers[order][solved], lower[solved])
    if not solved.all():
        builder.save()
        return False
    positions.unlink()
    state.unlink()
    return True


def table(counts: list[Counts]) -> str:
    lines = ["| stones | won | drawn | lost | all | of these finished |", "|--:|--:|--:|--:|--:|--:|"]
    lines += [f"| {c.stones} | {c.won:,} | {c.drawn:,} | {c.lost:,} | {c.all:,} | {c.finished:,} |" for c in counts]
    return "\n".join(lines)


def show(progress: BuildProgress) -> None:
    left = progress.seconds_left
    rest = "" if left is None else f"  about {left:.0f} s left"
    print(
        f"{progress.seconds:7.1f} s  {progress.positions - progress.solved} open  "
        f"{progress.positions_per_second:.0f} positions/s{rest}",
        flush=True,
    )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rules", default="cfour", type=Rules.parse)
    parser.add_argument("--stones", default=12, type=int, help="the deepest layer, which is solved")
    parser.add_argument("--through", default=8, type=int, help="all layers up to so many stones are kept as well")
    parser.add_argument("--out", required=True, type=Path, help="the book")
    parser.add_argument("--work", type=Path, help="where checkpoints lie; the book's folder otherwise")
    parser.add_argument("--with", dest="kind", choices=("gpu", "c++", "solver"), default="gpu")
    parser.add_argument("--seconds", help="stop the search after so long; the next run goes on")
    parser.add_argument("--slice", help="seconds between two checkpoints of the search")
    parser.add_argument("--bucket-bits", help="the table has 2^N buckets of 32 bytes")
    parser.add_argument("--flag", action="append", default=[], help="one more flag for the compiler")
    options = parser.parse_args(arguments)
    work = options.work or options.out.parent
    work.mkdir(parents=True, exist_ok=True)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    if options.kind == "solver":
        with local_executor() as executor:
            counts = build_book(
                options.rules,
                options.out,
                deepest=options.stones,
                through=options.through,
                executor=executor,
                watch=show,
            )
    else:
        builder = BookBuilder(options.rules, options.out, options.stones)
        passed = [
            part
            for name in ("seconds", "slice", "bucket_bits")
            if (value := getattr(options, name)) is not None
            for part in (f"--{name.replace('_', '-')}", value)
        ]
        if not search(builder, options.kind, work, passed, options.flag):
            print("the time was up; start again to go on")
            return 2
        counts = builder.finish(options.through)
    print(table(counts))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except PlygroundError as error:
        sys.exit(str(error))
