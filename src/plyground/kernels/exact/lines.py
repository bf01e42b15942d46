"""Lines on bitboards, for any run length and any board: which cells complete one, is there one, where can one still be.

A board is columns of `stride` = rows + 1 bits, bottom first, with a spare bit on top that never holds a stone; so a
step up is a shift by 1, to the right by `stride`, and the diagonals by `stride - 1` and `stride + 1`, and no run can
wrap around an edge without meeting a spare bit. Every shift starts from the whole set of stones: the usual shortcut
of shifting a pair back loses the bits that an earlier shift pushed out of the word (9x6 and 8x7 fill all of it).

`work.unrolled` says that the run length is 4 and that three steps in any direction stay below the width of the word,
which permits the unrolled forms; other run lengths take the loops.
"""

from __future__ import annotations

from typing import Any

from ..compiled import inner
from ..memory.words import zero_like
from .records import is_free


@inner
def completing_cells(work: Any, stones: Any) -> Any:
    """The cells that would complete a line of `stones`; may name taken and spare cells, so mask the result."""
    stride = work.stride
    if work.unrolled:
        if is_free(work):
            upright = _completing_four(stones, 1)
        else:
            # Nothing below a stone is free, so an upright line is only completed on top.
            upright = (stones << 1) & (stones << 2) & (stones << 3)
        return (
            upright
            | _completing_four(stones, stride)
            | _completing_four(stones, stride - 1)
            | _completing_four(stones, stride + 1)
        )
    connect = work.connect
    found = _completing(stones, 1, connect)
    if work.width > 1:
        found = found | _completing(stones, stride, connect)
        found = found | _completing(stones, stride - 1, connect)
        found = found | _completing(stones, stride + 1, connect)
    return found


@inner
def _completing_four(stones: Any, step: Any) -> Any:
    up1 = stones << step
    down1 = stones >> step
    up2 = up1 & (stones << (2 * step))
    down2 = down1 & (stones >> (2 * step))
    return (up2 & (down1 | (stones << (3 * step)))) | (down2 & (up1 | (stones >> (3 * step))))


@inner
def _completing(stones: Any, step: Any, connect: Any) -> Any:
    none = zero_like(stones)
    found = none
    for below in range(connect):
        run_below = ~none
        for _ in range(below):
            run_below = (run_below & stones) << step
        run_above = ~none
        for _ in range(connect - 1 - below):
            run_above = (run_above & stones) >> step
        found = found | (run_below & run_above)
    return found


@inner
def has_line(work: Any, stones: Any) -> Any:
    """Is there a line among `stones`?"""
    none = zero_like(stones)
    stride = work.stride
    if work.unrolled:
        pairs = stones & (stones >> stride)
        found = pairs & (pairs >> (2 * stride))
        pairs = stones & (stones >> (stride - 1))
        found = found | (pairs & (pairs >> (2 * stride - 2)))
        pairs = stones & (stones >> (stride + 1))
        found = found | (pairs & (pairs >> (2 * stride + 2)))
        pairs = stones & (stones >> 1)
        found = found | (pairs & (pairs >> 2))
        return found != none
    connect = work.connect
    found = _run_starts(stones, 1, connect)
    if work.width > 1:
        found = found | _run_starts(stones, stride, connect)
        found = found | _run_starts(stones, stride - 1, connect)
        found = found | _run_starts(stones, stride + 1, connect)
    return found != none


@inner
def _run_starts(stones: Any, step: Any, connect: Any) -> Any:
    run = stones
    for _ in range(connect - 1):
        run = stones & (run >> step)
    return run


@inner
def line_cells(work: Any, cells: Any) -> Any:
    """The members of `cells` that belong to a line made of `cells` only."""
    stride = work.stride
    if work.unrolled:
        return (
            _covered_four(cells, 1)
            | _covered_four(cells, stride)
            | _covered_four(cells, stride - 1)
            | _covered_four(cells, stride + 1)
        )
    connect = work.connect
    found = _covered(cells, 1, connect)
    if work.width > 1:
        found = found | _covered(cells, stride, connect)
        found = found | _covered(cells, stride - 1, connect)
        found = found | _covered(cells, stride + 1, connect)
    return found


@inner
def _covered_four(cells: Any, step: Any) -> Any:
    pairs = cells & (cells >> step)
    starts = pairs & (pairs >> (2 * step))
    doubled = starts | (starts << step)
    return doubled | (doubled << (2 * step))


@inner
def _covered(cells: Any, step: Any, connect: Any) -> Any:
    starts = _run_starts(cells, step, connect)
    found = starts
    for _ in range(connect - 1):
        found = starts | (found << step)
    return found
