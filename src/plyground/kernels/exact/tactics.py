"""What a look at the board tells: landing cells, threats, and forced moves played to the end."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import inner
from ..memory.words import one_like, zero_like
from .lines import completing_cells
from .records import FORCED_CHAINS, Position, is_free


@inner
def landing_cells(work: Any, taken: Any) -> Any:
    """The cells that can be played now. (On a column, `taken + bottom` carries up to its lowest gap.)"""
    if is_free(work):
        return work.playable & ~taken
    return (taken + work.bottom) & work.playable


@inner
def cells_below(work: Any, cells: Any) -> Any:
    """The playable cells just under the given ones (blocked cells are skipped); nothing without gravity."""
    none = zero_like(cells)
    if is_free(work):
        return none
    blocked = work.blocked
    down = cells >> 1
    while (down & blocked) != none:
        down = (down & ~blocked) | ((down & blocked) >> 1)
    return down


@inner
def threats(work: Any, stones: Any, taken: Any) -> Any:
    """The free cells that complete a line of `stones`."""
    return completing_cells(work, stones) & work.playable & ~taken


@inner
def other_stones(work: Any, mover: Any, taken: Any) -> Any:
    """The stones of the side that is not to move."""
    return taken ^ work.blocked ^ mover


@inner
def after(work: Any, position: Any, move: Any) -> Any:
    """The position after a move, given as its bit."""
    taken = position.taken | move
    return Position(
        other_stones(work, position.mover, position.taken),
        taken,
        position.foe & ~move,
        threats(work, position.mover | move, taken),
        position.stones + 1,
    )


@inner
def settle(work: Any, position: Any, alpha: Any) -> Any:
    """Play out forced moves.

    Returns (settled, value, position, turned): either a value for the side that was to move, which is exact or a bound
    that decides `value > alpha`; or the quiet position at the end of the chain, in which nobody wins at once, something
    can be played safely, and the value is not yet decided. `turned`: the side to move there is the other one.
    """
    cells = work.cells
    chains = (work.job.ideas & FORCED_CHAINS) != 0
    none = zero_like(position.taken)
    one = one_like(position.taken)
    turned = False
    while True:
        stones = position.stones
        landing = landing_cells(work, position.taken)
        forced = landing & position.foe
        decided = True
        value = np.int64(0)
        if (landing & position.own) != none:
            value = (cells + 1 - stones) >> 1
        elif landing == none:
            value = np.int64(0)
        elif (
            (forced & (forced - one)) != none  # two threats cannot both be blocked,
            or (forced & cells_below(work, position.foe)) != none  # a block must not enable the next one,
            or (forced == none and (landing & ~cells_below(work, position.foe)) == none)  # and a move has to be safe
        ):
            value = -((cells - stones) >> 1)
        elif stones >= cells - 2 and forced == none:
            value = np.int64(0)
        else:
            # No win for the next two stones, on either side.
            most = (cells - 1 - stones) >> 1
            least = -max((cells - 2 - stones) >> 1, np.int64(0))
            limit = -alpha - 1 if turned else alpha
            if most <= limit:
                value = most
            elif least > limit:
                value = least
            elif forced == none or not chains:
                return False, value, position, turned
            else:
                decided = False
        if decided:
            return True, -value if turned else value, position, turned
        position = after(work, position, forced)
        turned = not turned
