"""`KernelLoader`: loads the compiled code before anybody needs it. The first time on a machine, it is compiled."""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Callable
from typing import Literal, TypeAlias

__all__ = ["KernelLoader"]

log = logging.getLogger(__name__)

Watcher: TypeAlias = Callable[[list[str]], None]


class KernelLoader:
    """`state` is `ready` when everything is loaded. A search that comes earlier waits by itself.

    Without `preload` nothing is loaded here, and the first search loads what it needs.
    """

    def __init__(self, preload: bool = True) -> None:
        self._preload = preload
        self.state: Literal["compiling", "ready", "failed"] = "compiling" if preload else "ready"
        self.when_loaded: list[Callable[[], None]] = []
        """Called afterwards in the thread that has loaded it."""
        self._missing: list[str] = []
        self._must_compile = False
        self._thread = threading.Thread(target=self._run, name="kernel-loader", daemon=True)

    @property
    def compiling(self) -> list[str]:
        """The kernels that are still to be compiled; empty while they are only loaded, which takes a moment."""
        return self._missing if self._must_compile and self.state == "compiling" else []

    def start(self) -> None:
        if self._preload:
            self._thread.start()

    def _run(self) -> None:
        try:
            _load(self._set_missing, self._hear)
        except Exception:
            log.exception("the compiled code could not be loaded")  # not shown
            self.state = "failed"
        else:
            self.state = "ready"
        # What is loaded now stays. Without the freeze, every garbage collection would go through it and stop the server
        # for a tenth of a second.
        gc.collect()
        gc.freeze()
        for each in self.when_loaded:
            each()

    def _set_missing(self, names: list[str]) -> None:
        self._missing = names

    def _hear(self, sentence: str) -> None:
        self._must_compile = True
        log.info("%s", sentence)  # not shown


def _load(watch: Watcher, hear: Callable[[str], None]) -> None:
    from plyground.engines import KERNELS, Champion, warm_up
    from plyground.grid import CFOUR, TICTACTOE
    from plyground.solver import on_compiling

    on_compiling(hear)
    names = [name.partition(",")[0] for name in KERNELS]
    warm_up(lambda number, _name: watch(names[number - 1 :]))
    watch([])
    # The opening book, and what the champion keeps for the boards that most people play.
    for rules in (CFOUR, TICTACTOE):
        Champion(threads=1).prepare(rules)
