"""Bounds that a blind strategy proves: "answer every stone in its own column" (see `docs/solver.md`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import inner
from ..memory.words import count_bits, lowest_bit, lowest_bit_index, one_like, zero_like
from .lines import has_line
from .records import EVENS_BOUND, MOST_ABOVE, UNBOUNDED, ZUGZWANG_BOUND
from .tactics import landing_cells, other_stones


@inner
def above_lowest(work: Any, cells: Any) -> Any:
    """In every column, the playable cells above the lowest of the given ones (none where there is none)."""
    marked = cells | work.spare
    return work.playable & ~(marked ^ (marked - work.bottom))


@inner
def follow_up_bound(work: Any, position: Any, alpha: Any) -> Any:
    """An upper bound for the side to move, if the other side can hold it blindly; UNBOUNDED if not.

    The strategy is to answer every stone in its own column. The follower then gets every second cell, counted from the
    top of the column (`evens`, but no cell that can be played now), and the mover at most all the others. A column with
    an odd number of free cells has one unpaired cell, its landing cell; if the number of such columns is even, a stone
    on one of these is answered on another, and the mover is credited with all of them.

    The mover cannot pass a threat of the follower on a cell that the follower gets: it would have to play just below
    it. So it never gets the cells above.

    Nobody is asked for more than what decides `value > alpha`.
    """
    if ((work.cells - position.stones) & 1) == 0:
        return _evens_bound(work, position, alpha)
    return _zugzwang_bound(work, position, alpha)


@inner
def _cells_above_wanted(alpha: Any) -> Any:
    """How many cells have to stay empty above a winning cell for a loss that is not above alpha.

    If the winning cell has `above` playable cells above it, these stay empty, and the win is worth at least
    `(2 + above) // 2`.
    """
    return min(-2 * alpha - 2, np.int64(MOST_ABOVE)) if alpha < 0 else np.int64(0)


@inner
def _evens_bound(work: Any, position: Any, alpha: Any) -> Any:
    """An even number of free cells in all, so also of odd columns. If the mover has no line among its stones and the
    cells it may get, it cannot win. If the follower has one among its own, it wins."""
    if (work.job.ideas & EVENS_BOUND) == 0:
        return np.int64(UNBOUNDED)
    free = work.playable & ~position.taken
    gets = free & work.evens & ~landing_cells(work, position.taken)
    reach = free & ~gets & ~above_lowest(work, position.foe & gets)
    if has_line(work, position.mover | reach):
        return np.int64(UNBOUNDED)
    if alpha < 0:
        follower = other_stones(work, position.mover, position.taken)
        if has_line(work, follower | (gets & work.with_above[_cells_above_wanted(alpha)])):
            return alpha
    return np.int64(0)


@inner
def _zugzwang_bound(work: Any, position: Any, alpha: Any) -> Any:
    """An odd number of free cells, which serves the first player on boards of even height.

    Take an odd column in which the follower has a threat, on a cell which is NOT one of `evens`. The other odd columns
    are even in number. In this column the follower answers too, and so gets the cells next to `evens`, up to the
    threat, where it wins. The mover can avoid this column only until everything else is full. So if the mover has no
    line among the cells it may get, it loses. Without the threat the strategy would break when the column is full,
    since its top cell is unpaired.
    """
    bound = np.int64(UNBOUNDED)
    if (work.job.ideas & ZUGZWANG_BOUND) == 0:
        return bound
    none = zero_like(position.taken)
    one = one_like(position.taken)
    landing = landing_cells(work, position.taken)
    free = work.playable & ~position.taken
    gets = free & work.evens & ~landing
    odd_landing = landing & work.evens
    spots = position.foe & ~work.evens & work.with_above[_cells_above_wanted(alpha)]
    stride = work.stride
    while spots != none:
        spot = lowest_bit(spots)
        column = ((one << stride) - one) << (stride * work.column_of[lowest_bit_index(spot)])
        spots = spots & ~column
        if (odd_landing & column) != none:
            gets_else = gets & ~column
            reach = free & ~gets_else & ~column & ~above_lowest(work, position.foe & gets_else)
            reach = reach | (free & column & work.evens & (spot - one))
            if not has_line(work, position.mover | reach):
                above = count_bits(column & work.playable & ~(spot - one)) - 1
                bound = min(bound, -((2 + above) >> 1))
    return bound
