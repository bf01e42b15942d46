"""Lets kernels run under a limit: in worker threads, stopped by a flag.

A kernel holds no interpreter lock and looks at its flag now and then. The thread that asked waits meanwhile, so
that Ctrl-C, a cancel and a deadline are noticed while it runs.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from plyground.board import Cancel, Deadline, Decision, Limit, Onlooker
from plyground.kernels.memory import Argument, Flag

__all__ = ["Watch"]

# Between two looks at a cancel; a cancel is a question in Python, so it cannot be asked more often for nothing.
_PACE = 0.005
_SHOWN_EVERY = 0.1  # seconds between two looks of an onlooker


class Watch(Deadline):
    """The clock, the cancel and the stop flag of one search."""

    def __init__(self, limit: Limit | None, cancel: Cancel | None, began: float | None = None) -> None:
        super().__init__(limit, cancel, began)
        self._flag = Flag.new()

    @property
    def flag(self) -> Argument:
        """Where the kernels look."""
        return Flag.at(self._flag)

    def stop(self) -> None:
        self._flag["raised"] = 1

    def resume(self) -> None:
        """Before kernels run again."""
        self._flag["raised"] = 0

    def run(
        self,
        kernels: Sequence[Callable[[], object]],
        enough: Callable[[], bool] | None = None,
        so_far: Callable[[], Decision] | None = None,
    ) -> None:
        """Runs the kernels side by side until all are done, raising the flag when it is time.

        `enough` is asked now and then whether the answer can still change, and `so_far` what it would be now, for an
        onlooker.
        """
        onlooker = self.cancel if so_far is not None and isinstance(self.cancel, Onlooker) else None
        shown = time.perf_counter()
        failures: list[BaseException] = []
        ended = [threading.Event() for _ in kernels]

        def work(kernel: Callable[[], object], end: threading.Event) -> None:
            try:
                kernel()
            except BaseException as failure:  # it is raised again below, in the thread that asked
                failures.append(failure)
                self.stop()
            finally:
                end.set()

        threads = [
            threading.Thread(target=work, args=(kernel, end), name="kernel", daemon=True)
            for kernel, end in zip(kernels, ended, strict=True)
        ]
        try:
            for thread in threads:
                thread.start()
            for end in ended:
                while not end.wait(min(_PACE, self.seconds_left)):
                    if self.is_over or (enough is not None and enough()):
                        self.stop()
                        end.wait()
                    elif onlooker is not None and so_far is not None and time.perf_counter() - shown > _SHOWN_EVERY:
                        onlooker.show(so_far())
                        shown = time.perf_counter()
        finally:
            # After Ctrl-C, too: the kernels read memory that dies with this call.
            for thread, end in zip(threads, ended, strict=True):
                if thread.ident is not None and not end.is_set():
                    self.stop()
                    thread.join()
        if failures:
            raise failures[0]
