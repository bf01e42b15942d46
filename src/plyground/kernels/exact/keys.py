"""From a position to the key of its table entry: equal keys, equal values."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import inner
from ..memory.words import high_half, low_half, make_word, peek, peek_word
from .tactics import in_lines, is_free
from .workspace import (
    BLOCKED,
    BOTTOM,
    DEAD_STONES,
    MIRROR_KEYS,
    PLAYABLE,
    ROOT_STONES,
    STRIDE,
    SYMMETRIES,
    SYMMETRY_AT,
    TWIN,
    TWIN_MOVER,
    TWIN_OTHER,
    WIDTH,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_BYTE = np.uint64(255)

# Without gravity: symmetric images are compared up to this many stones; later they hardly ever meet.
_SYMMETRIC_UNTIL = 12


@inner
def mirrored(at: Any, cells: Any) -> Any:
    """The columns in reverse order."""
    stride = np.int64(peek(at, STRIDE))
    one = make_word(cells, _ONE, _ZERO)
    column = (one << stride) - one
    image = cells ^ cells
    for _ in range(np.int64(peek(at, WIDTH))):
        image = (image << stride) | (cells & column)
        cells = cells >> stride
    return image


@inner
def _gravity_key(at: Any, me: Any, mask: Any, stones: Any, flags: Any) -> Any:
    """One bit per stone of the side to move, and the landing cell of every column (its spare bit if it is full).

    The landing cell is the highest bit of its column, blocked cells being known, so the key says everything.

    Dead stones (`DEAD_STONES`): a stone of the mover may change its colour in the key if every line through it has a
    stone of the other side, so that it serves nobody, and every line through it has another stone of the mover which
    keeps its colour, so that the other side gains nothing: the recoloured position is a position of the same value.

    Returns (key, is it the mirror image's). The image is only looked at where both can come up, that is when the
    position contains the mirror image of the root.
    """
    mine = me
    zero = me ^ me
    if (flags & DEAD_STONES) != 0:
        playable = peek_word(me, at, PLAYABLE)
        other = mask ^ peek_word(me, at, BLOCKED) ^ me
        dead = me & ~in_lines(at, playable & ~other)
        if dead != zero:
            mine = me & ~(dead & ~in_lines(at, playable & ~(me & ~dead)))
    key = mine | ((mask + peek_word(me, at, BOTTOM)) & ~mask)
    if (flags & MIRROR_KEYS) != 0 and peek(at, TWIN) != _ZERO:
        other = mask ^ peek_word(me, at, BLOCKED) ^ me
        twin_me = peek_word(me, at, TWIN_MOVER)
        twin_other = peek_word(me, at, TWIN_OTHER)
        if ((stones - np.int64(peek(at, ROOT_STONES))) & 1) != 0:
            twin_me, twin_other = twin_other, twin_me
        if ((twin_me & ~me) | (twin_other & ~other)) == zero:
            image = mirrored(at, key)
            if image < key:
                return image, True
    return key, False


@inner
def _image(at: Any, table: Any, cells: Any) -> Any:
    image = _ZERO
    for byte in range(8):
        image |= peek(at, table + 256 * byte + np.int64((cells >> np.uint64(8 * byte)) & _BYTE))
    return image


@inner
def _free_key(at: Any, me: Any, mask: Any, stones: Any, flags: Any, key_zero: Any) -> Any:
    """The stones of both sides in the two halves; a cell in which no line can be made any more is in both.

    Such a dead cell is the same to the rest of the game whatever lies there, except that an empty one is a move; how
    many of these there are follows from the number of stones, which the spare bits hold (three bits on each side
    hold 64 numbers; a board too narrow for that keeps its dead cells as they are).
    """
    low = low_half(me)
    playable = low_half(peek_word(me, at, PLAYABLE))
    other = low_half(mask ^ peek_word(me, at, BLOCKED) ^ me)
    high = other
    width = np.int64(peek(at, WIDTH))
    if (flags & DEAD_STONES) != 0 and width >= 3:
        dead = playable & ~(in_lines(at, playable & ~low) | in_lines(at, playable & ~other))
        low = low | dead
        high = high | dead
    own = low
    foe = high
    for i in range(np.int64(peek(at, SYMMETRIES))):
        if stones > _SYMMETRIC_UNTIL or (flags & MIRROR_KEYS) == 0:
            break
        table = np.int64(peek(at, SYMMETRY_AT)) + 2048 * i
        image_low = _image(at, table, own)
        image_high = _image(at, table, foe)
        if image_low < low or (image_low == low and image_high < high):
            low = image_low
            high = image_high
    if (flags & DEAD_STONES) != 0 and width >= 3:
        stride = np.uint64(np.int64(peek(at, STRIDE)))
        spare = stride - _ONE
        count = np.uint64(stones)
        for i in range(3):
            low |= ((count >> np.uint64(i)) & _ONE) << spare
            high |= ((count >> np.uint64(i + 3)) & _ONE) << spare
            spare += stride
    return make_word(key_zero, low, high), False


@inner
def key_of(at: Any, me: Any, mask: Any, stones: Any, flags: Any, key_zero: Any) -> Any:
    """The key, in the type of `key_zero`, and whether it is the mirror image's."""
    if is_free(me, key_zero):
        return _free_key(at, me, mask, stones, flags, key_zero)
    key, flipped = _gravity_key(at, me, mask, stones, flags)
    return make_word(key_zero, low_half(key), high_half(key)), flipped
