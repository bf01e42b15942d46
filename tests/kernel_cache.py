"""The folder of the compiled kernels that all tests share, and how a whole run fills it before its workers start.

Otherwise the workers would meet an uncompiled kernel at the same time, and each would compile it for half a minute.

    python -m tests.kernel_cache first
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def folder() -> Path:
    """Where the kernels of these sources are kept, from one run to the next."""
    # Numba looks only at the file of the kernel itself, so a change anywhere in the room gets a new folder.
    digest = hashlib.sha256()
    for path in sorted((ROOT / "src" / "plyground" / "kernels").glob("**/*.py")):
        digest.update(path.read_bytes())
    return ROOT / ".numba_cache" / digest.hexdigest()[:16]


def first() -> None:
    """The exact search of boards with gravity, of one word and of two; and the small kernels."""
    from plyground.board import Side
    from plyground.game import Game
    from plyground.grid import CFOUR, GridBoard, Rules
    from plyground.players import make_player
    from plyground.solver import Solver

    for rules in (CFOUR, Rules.parse("9x7")):
        Solver(rules, threads=1, table_mb=1).get_ready()
    for name in ("montecarlo compiled=yes", "alphabeta compiled=yes", "uct compiled=yes", "deepening"):
        make_player(name).new_game(Game(GridBoard(CFOUR)), Side.FIRST)


def second() -> None:
    """The exact search without gravity, explanations, and the champion for lines of one word and of two, and
    without gravity."""
    from plyground.engines import Champion
    from plyground.grid import CFOUR, GOMOKU, TICTACTOE, Rules
    from plyground.kernels import exact, plans
    from plyground.solver import Solver

    for rules in (CFOUR, Rules.parse("9x7")):
        plans.get_ready(exact.Setup(rules.columns, rules.rows, rules.connect))
    Solver(TICTACTOE, threads=1, table_mb=1).get_ready()
    for rules in (CFOUR, Rules.parse("14x6"), GOMOKU):
        Champion(threads=1).prepare(rules)


HALVES = {half.__name__: half for half in (first, second)}


def fill(half: str) -> None:
    """Compiles a half, unless an earlier run has: even to load all of it is ten seconds of work."""
    versions = f"python-{platform.python_version()}-numba-{version('numba')}"
    done = Path(os.environ["NUMBA_CACHE_DIR"], f"{folder().name}-{half}-{versions}-{platform.machine()}")
    if not done.exists():
        HALVES[half]()
        done.parent.mkdir(parents=True, exist_ok=True)
        done.touch()


if __name__ == "__main__":
    os.environ.setdefault("NUMBA_CACHE_DIR", str(folder()))
    fill(sys.argv[1])
