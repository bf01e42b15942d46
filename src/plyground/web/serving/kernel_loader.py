"""`KernelLoader`: loads the compiled code before anybody needs it. The first time on a machine, it is compiled."""

from __future__ import annotations

import gc
import logging
import threading
from typing import Literal

__all__ = ["KernelLoader"]

log = logging.getLogger(__name__)


class KernelLoader:
    """`state` is what the page shows until everything is `ready`. A search that comes earlier waits by itself."""

    def __init__(self) -> None:
        self.state: Literal["compiling", "ready", "failed"] = "compiling"
        self._thread = threading.Thread(target=self._run, name="kernel-loader", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        try:
            _load()
        except Exception:
            log.exception("the compiled code could not be loaded")  # not shown
            self.state = "failed"
        else:
            self.state = "ready"
        # What is loaded now stays. Without the freeze, every garbage collection would go through it and stop the server
        # for a tenth of a second.
        gc.collect()
        gc.freeze()


def _load() -> None:
    from plyground.board import Side
    from plyground.engines import Champion
    from plyground.game import Game
    from plyground.grid import CFOUR, TICTACTOE, GridBoard, Rules, random_rules
    from plyground.players import make_player
    from plyground.solver import Solver, on_compiling

    on_compiling(lambda sentence: log.info("%s", sentence))  # not shown
    # One word, cells without gravity, and a board that needs two words: the three families of kernels.
    for rules in (CFOUR, TICTACTOE):
        Solver(rules, threads=1, table_mb=1).get_ready()
    # The lines of the last of these boards take two words; the page offers such boards, too.
    for rules in (CFOUR, TICTACTOE, random_rules(0), Rules(columns=14, rows=6, connect=4)):
        Champion(threads=1).prepare(rules)
    for player in ("montecarlo compiled=yes", "alphabeta compiled=yes"):
        make_player(player).new_game(Game(GridBoard(CFOUR)), Side.FIRST)
