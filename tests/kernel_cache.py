"""The folder of the compiled kernels that all tests share, and how a whole run fills it before its workers start.

Otherwise the workers would meet an uncompiled kernel at the same time, and each would compile it for half a minute.

    python -m tests.kernel_cache exact
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def folder() -> Path:
    """Where the kernels of these sources are kept, from one run to the next."""
    # Numba looks only at the file of the kernel itself, so a change anywhere in the room gets a new folder.
    digest = hashlib.sha256()
    for path in sorted((ROOT / "src" / "plyground" / "kernels").glob("**/*.py")):
        digest.update(path.read_bytes())
    return ROOT / ".numba_cache" / digest.hexdigest()[:16]


def exact() -> None:
    """The exact searches of boards with gravity: one word, two words."""
    from plyground.grid import CFOUR, Rules
    from plyground.solver import Solver

    for rules in (CFOUR, Rules.parse("9x7")):
        Solver(rules, threads=1, table_mb=1).get_ready()


def others() -> None:
    """All other kernels of the package; they take as long as the two above."""
    from plyground.board import Side
    from plyground.engines import Champion
    from plyground.game import Game
    from plyground.grid import CFOUR, TICTACTOE, GridBoard
    from plyground.players import make_player
    from plyground.solver import Solver

    Solver(TICTACTOE, threads=1, table_mb=1).get_ready()
    Champion(threads=1).prepare(CFOUR)
    for name in ("montecarlo compiled=yes", "alphabeta compiled=yes", "uct compiled=yes", "deepening"):
        make_player(name).new_game(Game(GridBoard(CFOUR)), Side.FIRST)


HALVES = {half.__name__: half for half in (exact, others)}

if __name__ == "__main__":
    os.environ.setdefault("NUMBA_CACHE_DIR", str(folder()))
    HALVES[sys.argv[1]]()
