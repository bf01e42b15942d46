"""`KernelLoader`: loads the compiled code before anybody needs it. The first time on a machine, it is compiled."""

from __future__ import annotations

import gc
import logging
import threading
from typing import Literal

__all__ = ["KernelLoader"]

log = logging.getLogger(__name__)


class KernelLoader:
    """`state` is what the page shows until everything is `ready`. A search that comes earlier waits by itself.

    Without `preload` nothing is loaded here, and the first search loads what it needs.
    """

    def __init__(self, preload: bool = True) -> None:
        self._preload = preload
        self.state: Literal["compiling", "ready", "failed"] = "compiling" if preload else "ready"
        self._thread = threading.Thread(target=self._run, name="kernel-loader", daemon=True)

    def start(self) -> None:
        if self._preload:
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
    from plyground.engines import Champion, warm_up
    from plyground.grid import CFOUR, TICTACTOE
    from plyground.solver import on_compiling

    on_compiling(lambda sentence: log.info("%s", sentence))  # not shown
    warm_up()
    # The opening book, and what the champion keeps for the boards that most people play.
    for rules in (CFOUR, TICTACTOE):
        Champion(threads=1).prepare(rules)
