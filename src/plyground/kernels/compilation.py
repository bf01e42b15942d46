"""Announces compilations, which are waited for: a sentence in the user's language, before the waiting begins.

By default it goes to standard error. A program with a screen of its own receives it with `on_compiling` or
`announced_to`. `compiled.entry` is the only place that compiles, so it is the only one that calls this.
"""

from __future__ import annotations

import logging
import multiprocessing
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from plyground.texts import N_, _, say

__all__ = ["announce", "announce_not_kept", "announced_to", "on_compiling"]

log = logging.getLogger(__name__)

Listener: TypeAlias = Callable[[str], None]

# By the module and name of the kernel, without `plyground.kernels`; the first that fits.
_SENTENCES = {
    "exact.windows.solve_wide": N_("compiling the solver for larger boards, once; this takes about half a minute"),
    "exact.windows.solve_free": N_("compiling the solver without gravity, once; this takes about half a minute"),
    "exact": N_("compiling the solver, once; this takes about half a minute"),
    "plans.search.failing_wide": N_("compiling explanations for larger boards, once; this takes some seconds"),
    "plans": N_("compiling explanations, once; this takes some seconds"),
    "playouts.graph": N_("compiling the champion, once; this takes up to half a minute"),
    "playouts.uct": N_("compiling uct, once; this takes some seconds"),
    "playouts.batch": N_("compiling boards in batches, once; this takes some seconds"),
    "playouts": N_("compiling Monte Carlo playouts, once; this takes some seconds"),
    "lines": N_("compiling the champion without gravity, once; this takes up to half a minute"),
    "alphabeta.deepening": N_("compiling deepening, once; this takes some seconds"),
    "alphabeta": N_("compiling alpha-beta, once; this takes some seconds"),
    "": N_("compiling a kernel, once; this takes some seconds"),
}

_announced: dict[str, set[str]] = {}
"""For each sentence, the kernels that were compiled since it was last announced."""
_is_loss_announced = False


def _tell(sentence: str) -> None:
    # A worker's parent has prepared what its workers need and announced it; several voices would say it again.
    if multiprocessing.parent_process() is not None or sys.stderr is None:  # None in programs without a console
        log.info("%s", sentence)
    else:
        print(sentence, file=sys.stderr, flush=True)


_listener: Listener = _tell


def on_compiling(listener: Listener | None) -> None:
    """Sets who gets the message, in the user's language, before a kernel is compiled; None for standard error."""
    global _listener  # noqa: PLW0603 - kernels are compiled once for the process, so it has one listener
    _listener = listener or _tell


@contextmanager
def announced_to(listener: Listener) -> Iterator[None]:
    """While it lasts, `listener` gets the messages; afterwards whoever got them before."""
    before = _listener
    on_compiling(listener)
    try:
        yield
    finally:
        on_compiling(before)


def announce(module: str, kernel: str) -> None:
    """Says that `kernel` is about to be compiled. What a search needs is announced once, however many kernels it is."""
    name = f"{module}.{kernel}".removeprefix("plyground.kernels.")
    sentence = next(text for start, text in _SENTENCES.items() if name.startswith(start))
    compiled = _announced.get(sentence)
    # A kernel that comes again is compiled for another kind of board, and so will be the others of its search.
    if compiled is None or kernel in compiled:
        compiled = _announced[sentence] = set()
        _listener(_(sentence))
    compiled.add(kernel)


def announce_not_kept(folder: str | None = None, reason: str = "") -> None:
    """Says, once, that what was compiled has to be compiled again by the next process.

    It is true for longer than a listener may show a compilation, so it goes to standard error.
    """
    global _is_loss_announced  # noqa: PLW0603
    if _is_loss_announced:
        return
    _is_loss_announced = True
    if folder is None:
        _tell(_("there is no folder to keep compiled code in, so it will be compiled again the next time"))
    else:
        _tell(
            say(
                "compiled code cannot be kept in {folder} ({reason}), so it will be compiled again the next time",
                folder=folder,
                reason=reason,
            )
        )
