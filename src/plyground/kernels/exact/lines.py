"""Lines on bitboards, for any run length and any board: which cells complete one, is there one, where can one still be.

A board is columns of `stride` = rows + 1 bits, bottom first, with a spare bit on top that never holds a stone; so a
step up is a shift by 1, to the right by `stride`, and the diagonals by `stride - 1` and `stride + 1`, and no run can
wrap around an edge without meeting a spare bit. Every shift starts from the whole set of stones: the usual shortcut
of shifting a pair back loses the bits that an earlier shift pushed out of the word (9x6 and 8x7 fill all of it).

`four` says that the run length is 4 and that three steps in any direction stay below the width of the word, which
permits the unrolled forms; other run lengths take the loops.
"""

from __future__ import annotations

from typing import Any

from ..compiled import inner


@inner
def _completing_four(stones: Any, step: Any) -> Any:
    up1 = stones << step
    down1 = stones >> step
    up2 = up1 & (stones << (2 * step))
    down2 = down1 & (stones >> (2 * step))
    return (up2 & (down1 | (stones << (3 * step)))) | (down2 & (up1 | (stones >> (3 * step))))


@inner
def _completing(stones: Any, step: Any, connect: Any) -> Any:
    none = stones ^ stones
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
def completing_cells(stones: Any, connect: Any, stride: Any, width: Any, four: Any, gravity: Any) -> Any:
    """The cells that would complete a line of `stones`; may name occupied and spare cells, so mask the result.

    With gravity nothing below a stone is free, so an upright line is only completed on top.
    """
    if four:
        if gravity:
            upright = (stones << 1) & (stones << 2) & (stones << 3)
        else:
            upright = _completing_four(stones, 1)
        return (
            upright
            | _completing_four(stones, stride)
            | _completing_four(stones, stride - 1)
            | _completing_four(stones, stride + 1)
        )
    found = _completing(stones, 1, connect)
    if width > 1:
        found = found | _completing(stones, stride, connect)
        found = found | _completing(stones, stride - 1, connect)
        found = found | _completing(stones, stride + 1, connect)
    return found


@inner
def _run_starts(stones: Any, step: Any, connect: Any) -> Any:
    run = stones
    for _ in range(connect - 1):
        run = stones & (run >> step)
    return run


@inner
def has_line(stones: Any, connect: Any, stride: Any, width: Any, four: Any) -> Any:
    """Is there a line among `stones`?"""
    zero = stones ^ stones
    if four:
        pairs = stones & (stones >> stride)
        found = pairs & (pairs >> (2 * stride))
        pairs = stones & (stones >> (stride - 1))
        found = found | (pairs & (pairs >> (2 * stride - 2)))
        pairs = stones & (stones >> (stride + 1))
        found = found | (pairs & (pairs >> (2 * stride + 2)))
        pairs = stones & (stones >> 1)
        found = found | (pairs & (pairs >> 2))
        return found != zero
    found = _run_starts(stones, 1, connect)
    if width > 1:
        found = found | _run_starts(stones, stride, connect)
        found = found | _run_starts(stones, stride - 1, connect)
        found = found | _run_starts(stones, stride + 1, connect)
    return found != zero


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


@inner
def line_cells(cells: Any, connect: Any, stride: Any, width: Any, four: Any) -> Any:
    """The members of `cells` that belong to a line made of `cells` only."""
    if four:
        return (
            _covered_four(cells, 1)
            | _covered_four(cells, stride)
            | _covered_four(cells, stride - 1)
            | _covered_four(cells, stride + 1)
        )
    found = _covered(cells, 1, connect)
    if width > 1:
        found = found | _covered(cells, stride, connect)
        found = found | _covered(cells, stride - 1, connect)
        found = found | _covered(cells, stride + 1, connect)
    return found
