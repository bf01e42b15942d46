"""Keys of positions in the table: equal keys, equal values."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import inner
from ..memory.words import high_half, low_half, make_word, one_like, zero_like
from .lines import line_cells
from .records import DEAD_STONES, MIRROR_KEYS, is_free
from .tactics import other_stones

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_BYTE = np.uint64(255)

# Without gravity: symmetric images are compared up to this many stones; later they hardly ever meet.
_SYMMETRIC_UNTIL = 12
# The images of one symmetry: 256 values for each of the eight bytes of a word.
VALUES = 256
IMAGES = 8 * VALUES


@inner
def key_of(work: Any, position: Any) -> Any:
    """The key, and whether it is the mirror image's."""
    if is_free(work):
        return _free_key(work, position), False
    key, flipped = _gravity_key(work, position)
    return make_word(work.root.key, low_half(key), high_half(key)), flipped


@inner
def mirrored(work: Any, cells: Any) -> Any:
    """The columns in reverse order."""
    stride = work.stride
    one = one_like(cells)
    column = (one << stride) - one
    image = zero_like(cells)
    for _ in range(work.width):
        image = (image << stride) | (cells & column)
        cells = cells >> stride
    return image


@inner
def _gravity_key(work: Any, position: Any) -> Any:
    """One bit per stone of the side to move, and the landing cell of every column (its spare bit if it is full).

    The landing cell is the highest bit of its column, blocked cells being known, so the key says everything.

    Dead stones (`DEAD_STONES`): a stone of the mover may change its colour in the key if every line through it has a
    stone of the other side, so that it serves nobody, and every line through it has another stone of the mover which
    keeps its colour, so that the other side gains nothing: the recoloured position is a position of the same value.

    The mirror image is only looked at where both can come up, that is when the position contains the mirror image of
    the root.
    """
    mover = position.mover
    taken = position.taken
    kept = mover
    none = zero_like(mover)
    if (work.job.ideas & DEAD_STONES) != 0:
        dead = mover & ~line_cells(work, work.playable & ~other_stones(work, mover, taken))
        if dead != none:
            kept = mover & ~(dead & ~line_cells(work, work.playable & ~(mover & ~dead)))
    key = kept | ((taken + work.bottom) & ~taken)
    if (work.job.ideas & MIRROR_KEYS) != 0 and work.has_twin:
        twin_mover = work.twin_mover
        twin_other = work.twin_other
        if ((position.stones - work.root_stones) & 1) != 0:
            twin_mover, twin_other = twin_other, twin_mover
        if ((twin_mover & ~mover) | (twin_other & ~other_stones(work, mover, taken))) == none:
            image = mirrored(work, key)
            if image < key:
                return image, True
    return key, False


@inner
def _image(work: Any, symmetry: Any, cells: Any) -> Any:
    image = _ZERO
    for byte in range(8):
        value = np.int64((cells >> np.uint64(8 * byte)) & _BYTE)
        image |= work.images[symmetry * IMAGES + byte * VALUES + value]
    return image


@inner
def _free_key(work: Any, position: Any) -> Any:
    """The stones of both sides in the two halves; a cell in which no line can be made any more is in both.

    Such a dead cell is the same to the rest of the game whatever lies there, except that an empty one is a move; how
    many of these there are follows from the number of stones, which the spare bits hold (three bits on each side
    hold 64 numbers; a board too narrow for that keeps its dead cells as they are).
    """
    mover = low_half(position.mover)
    other = low_half(other_stones(work, position.mover, position.taken))
    playable = low_half(work.playable)
    merges_dead_cells = (work.job.ideas & DEAD_STONES) != 0 and work.width >= 3
    if merges_dead_cells:
        dead = playable & ~(line_cells(work, playable & ~mover) | line_cells(work, playable & ~other))
        mover = mover | dead
        other = other | dead
    low = mover
    high = other
    if position.stones <= _SYMMETRIC_UNTIL and (work.job.ideas & MIRROR_KEYS) != 0:
        for symmetry in range(work.symmetries):
            image_low = _image(work, symmetry, mover)
            image_high = _image(work, symmetry, other)
            if image_low < low or (image_low == low and image_high < high):
                low = image_low
                high = image_high
    if merges_dead_cells:
        stride = np.uint64(work.stride)
        spare = stride - _ONE
        count = np.uint64(position.stones)
        for i in range(3):
            low |= ((count >> np.uint64(i)) & _ONE) << spare
            high |= ((count >> np.uint64(i + 3)) & _ONE) << spare
            spare += stride
    return make_word(work.root.key, low, high)
