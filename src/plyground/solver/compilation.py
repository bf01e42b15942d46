"""Loads a kernel from the cache, or compiles it once and tells the user so.

Compiling takes about half a minute, so the user gets a message first. By default it goes to standard error; a program
with a screen of its own receives it with `on_compiling`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from plyground.texts import _

if TYPE_CHECKING:
    from plyground.kernels.exact import Setup

__all__ = ["get_ready", "kernel_name", "on_compiling"]

Listener = Callable[[str], None]

_ready: set[str] = set()


def _tell(sentence: str) -> None:
    if sys.stderr is not None:  # None in programs without a console
        print(sentence, file=sys.stderr, flush=True)


_listener: Listener = _tell


def on_compiling(listener: Listener | None) -> None:
    """Sets who gets the message, in the user's language, before a kernel is compiled; None for standard error."""
    global _listener  # noqa: PLW0603 - kernels are compiled once for the process, so it has one listener
    _listener = listener or _tell


def kernel_name(setup: Setup) -> str:
    """The name in the cache of the kernel that solves positions of this set-up."""
    if not setup.gravity:
        return "solve_free"
    return "solve_wide" if setup.wide else "solve_narrow"


def get_ready(setup: Setup) -> None:
    """Loads or compiles the kernel of `setup`, so that the next call runs at once."""
    from plyground.kernels import cache, exact

    name = kernel_name(setup)
    if name in _ready:
        return
    if not cache.is_warm(name):
        _listener(_("compiling the solver, once; this takes about half a minute"))
    exact.solve_positions(setup, exact.Table(setup, 0.01), exact.new_questions(1), node_limit=1)
    _ready.add(name)
