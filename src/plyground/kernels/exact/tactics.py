"""What can be said of a position without searching: threats, forced moves, and bounds that a blind strategy proves."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import inner
from ..memory.words import count_bits, is_wide, lowest_bit_index, make_word, peek, peek_word
from .lines import completing_cells, has_line, line_cells
from .workspace import (
    BLOCKED,
    BOTTOM,
    CELLS,
    COLUMN_OF,
    CONNECT,
    EVENS,
    EVENS_BOUND,
    FORCED_CHAINS,
    FOUR,
    PLAYABLE,
    SPARE,
    STRIDE,
    WIDTH,
    WITH_ABOVE,
    ZUGZWANG_BOUND,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@inner
def is_free(zero: Any, key_zero: Any) -> Any:
    """Is this a board without gravity? Those have one-word boards and two-word keys; a constant to the compiler."""
    return is_wide(key_zero) and not is_wide(zero)


@inner
def landing_cells(at: Any, mask: Any, key_zero: Any) -> Any:
    """The cells that can be played now. (On a column, `mask + bottom` carries up to its lowest gap.)"""
    if is_free(mask, key_zero):
        return peek_word(mask, at, PLAYABLE) & ~mask
    return (mask + peek_word(mask, at, BOTTOM)) & peek_word(mask, at, PLAYABLE)


@inner
def below(at: Any, cells: Any, key_zero: Any) -> Any:
    """The playable cells just under the given ones (blocked cells are skipped); nothing without gravity."""
    none = cells ^ cells
    if is_free(cells, key_zero):
        return none
    blocked = peek_word(cells, at, BLOCKED)
    down = cells >> 1
    while (down & blocked) != none:
        down = (down & ~blocked) | ((down & blocked) >> 1)
    return down


@inner
def threats(at: Any, stones: Any, mask: Any, key_zero: Any) -> Any:
    """The free cells that complete a line of `stones`."""
    cells = completing_cells(
        stones,
        np.int64(peek(at, CONNECT)),
        np.int64(peek(at, STRIDE)),
        np.int64(peek(at, WIDTH)),
        peek(at, FOUR) != _ZERO,
        not is_free(stones, key_zero),
    )
    return cells & peek_word(stones, at, PLAYABLE) & ~mask


@inner
def lined(at: Any, stones: Any) -> Any:
    """Is there a line among `stones`?"""
    return has_line(
        stones,
        np.int64(peek(at, CONNECT)),
        np.int64(peek(at, STRIDE)),
        np.int64(peek(at, WIDTH)),
        peek(at, FOUR) != _ZERO,
    )


@inner
def in_lines(at: Any, cells: Any) -> Any:
    """The members of `cells` that belong to a line made of `cells` only."""
    return line_cells(
        cells,
        np.int64(peek(at, CONNECT)),
        np.int64(peek(at, STRIDE)),
        np.int64(peek(at, WIDTH)),
        peek(at, FOUR) != _ZERO,
    )


@inner
def settle(
    at: Any, me: Any, mask: Any, mine: Any, theirs: Any, stones: Any, alpha: Any, flags: Any, key_zero: Any
) -> Any:
    """Play out forced moves.

    Returns (settled, value, me, mask, mine, theirs, stones, turned): either a value for the side that was to move,
    which is exact or a bound that decides `value > alpha`; or the quiet position at the end of the chain, in which
    nobody wins at once, something can be played safely, and the value is not yet decided. `turned`: the side to move
    there is the other one. `mine` and `theirs` are the completing cells of the side to move and of the other.
    """
    cells = np.int64(peek(at, CELLS))
    blocked = peek_word(me, at, BLOCKED)
    zero = me ^ me
    one = make_word(me, _ONE, _ZERO)
    turned = False
    while True:
        landing = landing_cells(at, mask, key_zero)
        forced = landing & theirs
        value = np.int64(0)
        done = True
        if (landing & mine) != zero:
            value = (cells + 1 - stones) >> 1
        elif landing == zero:
            value = np.int64(0)
        elif (
            (forced & (forced - one)) != zero
            or (forced & below(at, theirs, key_zero)) != zero
            or (forced == zero and (landing & ~below(at, theirs, key_zero)) == zero)
        ):
            value = -((cells - stones) >> 1)
        elif stones >= cells - 2 and forced == zero:
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
            elif forced == zero or (flags & FORCED_CHAINS) == 0:
                return False, np.int64(0), me, mask, mine, theirs, stones, turned
            else:
                done = False
        if done:
            return True, -value if turned else value, me, mask, mine, theirs, stones, turned
        mover = me | forced
        me = mask ^ blocked ^ me
        mask = mask | forced
        stones += 1
        mine = theirs & ~forced
        theirs = threats(at, mover, mask, key_zero)
        turned = not turned


@inner
def above_lowest(at: Any, cells: Any) -> Any:
    """In every column, the playable cells above the lowest of the given ones (none where there is none)."""
    marked = cells | peek_word(cells, at, SPARE)
    return peek_word(cells, at, PLAYABLE) & ~(marked ^ (marked - peek_word(cells, at, BOTTOM)))


@inner
def follow_up_bound(at: Any, me: Any, mask: Any, theirs: Any, stones: Any, alpha: Any, flags: Any) -> Any:
    """An upper bound for the side to move, if the other side can hold it blindly; 99 if not.

    The strategy is to answer every stone in its own column. The follower then gets every second cell, counted from the
    top of the column (EVENS, but no cell that can be played now), and the mover at most all the others. A column with
    an odd number of free cells has one unpaired cell, its landing cell; if the number of such columns is even, a stone
    on one of these is answered on another, and the mover is credited with all of them.

    *An even number of free cells in all* (the evens bound): so is the number of odd columns. If the mover has no line
    among its stones and the cells it may get, it cannot win. If the follower has one among its own, it wins.

    *An odd number* (the zugzwang bound, which serves the first player on boards of even height): take an odd column in
    which the follower has a threat, on a cell which is NOT one of EVENS. The other odd columns are even in number. In
    this column the follower answers too, and so gets the cells next to EVENS, up to the threat, where it wins. The
    mover can avoid this column only until everything else is full. So if the mover has no line among the cells it may
    get, it loses. Without the threat the strategy would break when the column is full, since its top cell is unpaired.

    In both cases the mover cannot pass a threat of the follower on a cell that the follower gets: it would have to play
    just below it. So it never gets the cells above.

    How soon: if the winning cells have `above` playable cells above them, these stay empty, and the win is worth at
    least `(2 + above) // 2`. Nobody is asked for more than what decides `value > alpha`.
    """
    cells = np.int64(peek(at, CELLS))
    playable = peek_word(me, at, PLAYABLE)
    evens = peek_word(me, at, EVENS)
    landing = (mask + peek_word(me, at, BOTTOM)) & playable
    free = playable & ~mask
    zero = me ^ me
    one = make_word(me, _ONE, _ZERO)
    bound = np.int64(99)
    gets = free & evens & ~landing
    least_above = np.int64(0)
    if alpha < 0:
        least_above = min(-2 * alpha - 2, np.int64(63))
    if ((cells - stones) & 1) == 0:
        if (flags & EVENS_BOUND) != 0 and not lined(at, me | (free & ~gets & ~above_lowest(at, theirs & gets))):
            bound = np.int64(0)
            if alpha < 0:
                other = mask ^ peek_word(me, at, BLOCKED) ^ me
                if lined(at, other | (gets & peek_word(me, at, WITH_ABOVE + 2 * least_above))):
                    bound = alpha
        return bound
    if (flags & ZUGZWANG_BOUND) != 0:
        odd_landing = landing & evens
        spots = theirs & ~evens & peek_word(me, at, WITH_ABOVE + 2 * least_above)
        stride = np.int64(peek(at, STRIDE))
        while spots != zero:
            spot = spots & (~spots + one)
            index = np.int64(peek(at, COLUMN_OF + lowest_bit_index(spot)))
            column = ((one << stride) - one) << (stride * index)
            spots = spots & ~column
            if (odd_landing & column) != zero:
                gets_else = gets & ~column
                reach = free & ~gets_else & ~column & ~above_lowest(at, theirs & gets_else)
                reach = reach | (free & column & evens & (spot - one))
                if not lined(at, me | reach):
                    above = count_bits(column & playable & ~(spot - one)) - 1
                    bound = min(bound, -((2 + above) >> 1))
    return bound
