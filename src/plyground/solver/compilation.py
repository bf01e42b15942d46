"""Getting a kernel ready: loaded from the cache, or compiled once, which the user is told about.

Compiling takes half a minute or so, with nothing to see; so whoever waits gets a sentence first. By default it
goes to standard error; a program with a screen of its own puts `on_compiling` in charge.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from plyground.texts import _

if TYPE_CHECKING:
    from plyground.kernels.solving import Setup

__all__ = ["get_ready", "kernel_name", "on_compiling"]

Listener = Callable[[str], None]

_ready: set[str] = set()


def _tell(sentence: str) -> None:
    if sys.stderr is not None:  # None in programs without a console
        print(sentence, file=sys.stderr, flush=True)


_listener: Listener = _tell


def on_compiling(listener: Listener | None) -> None:
    """From now on `listener` is told, in the user's language, before a kernel is compiled; None: standard error."""
    global _listener  # noqa: PLW0603 - compiling is a matter of the process, and so is who hears of it
    _listener = listener or _tell


def kernel_name(setup: Setup) -> str:
    """The kernel that solves positions of this setup, by the name it is cached under."""
    if not setup.gravity:
        return "solve_free"
    return "solve_wide" if setup.wide else "solve_narrow"


def get_ready(setup: Setup) -> None:
    """Loads or compiles the kernel of `setup`, so that the next call runs at once."""
    from plyground.kernels import cache, solving

    name = kernel_name(setup)
    if name in _ready:
        return
    if not cache.is_warm(name):
        _listener(_("compiling the solver, once; this takes about half a minute"))
    positions = solving.new_positions(1)
    solving.put_position(positions, 0, 0, 0)
    solving.solve_positions(setup, solving.Table(setup, 0.01), positions, node_limit=1)
    _ready.add(name)
