"""A plan replayed against every stone to the end: the proof that it holds.

Written from the definition of a plan alone, cell by cell and line by line, without the words and shifts of the search
that finds plans. A position is remembered whole, so that no two can be mistaken for each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..compiled import entry, inner

FREE, HOLDER, OPPONENT, BLOCKED = 0, 1, 2, 3

HELD, LOST, NOT_WON, NO_ANSWER, TOO_MANY = 0, 1, 2, 3, 4
"""How a replay ends: the plan held; the opponent made a line; the board is full and nobody has won; the plan had no
safe answer; there were more positions than allowed."""

WIN, BLOCK, PAIR, SAME_COLUMN, SPARE = 0, 1, 2, 3, 4
"""Why the holder played where it did, in the order in which a plan is read."""

MOST_CELLS = 128
_LARGEST_TABLE = 1 << 19
_NONE = np.int64(-1)


@dataclass(frozen=True)
class Replay:
    """What a replay has shown."""

    ending: int
    positions: int
    ends: dict[int, int]
    """The cells on which the holder completed a line, and how often."""
    lines: dict[int, int]
    """The lines that it completed, by their number, and how often."""
    opponent: int
    """The cells on which the opponent had a stone at some time, as bits by their number."""
    uses: tuple[int, ...]
    """How often each reason for an answer was used."""
    path: tuple[tuple[int, int], ...]
    """If the plan failed: the cells of the opponent and of the holder that led there."""

    @property
    def held(self) -> bool:
        return self.ending == HELD


def replay_plan(
    cells: Any,
    rows: int,
    lines: Any,
    pairs: Any,
    spare: Any,
    *,
    thrifty: bool,
    blind: bool,
    excluded: int,
    wins: bool,
    positions: int,
) -> Replay:
    """Let the opponent, who is to move, try everything against a plan.

    `cells` holds what lies on each cell, column by column from the bottom; `lines` the cell numbers of every line.
    The columns in `excluded` are not tried with the first stone. With `wins` the holder has to win, otherwise only not
    to lose.
    """
    cells = np.array(cells, np.int8)
    lines = np.asarray(lines, np.int64).reshape(-1, lines.shape[1] if len(lines) else 1)
    starts, through = _lines_by_cell(len(cells), lines)
    size = 1024
    while size < 2 * positions and size < _LARGEST_TABLE:
        size *= 2
    depth = len(cells) // 2 + 2
    path = np.zeros((depth, 2), np.int64)
    ends = np.zeros(len(cells), np.int64)
    made = np.zeros(max(len(lines), 1), np.int64)
    opponent = np.zeros(len(cells), np.bool_)
    uses = np.zeros(5, np.int64)
    ending, count, deep = _replay(
        cells,
        rows,
        lines,
        starts,
        through,
        np.asarray(pairs, np.int64),
        np.asarray(spare, np.int64),
        thrifty,
        blind,
        excluded,
        wins,
        min(positions, size // 2),
        np.zeros((size, 4), np.uint64),
        path,
        ends,
        made,
        opponent,
        uses,
    )
    return Replay(
        int(ending),
        int(count),
        {int(cell): int(ends[cell]) for cell in np.flatnonzero(ends)},
        {int(line): int(made[line]) for line in np.flatnonzero(made)},
        sum(1 << int(cell) for cell in np.flatnonzero(opponent)),
        tuple(int(n) for n in uses),
        tuple((int(first), int(second)) for first, second in path[:deep]),
    )


def _lines_by_cell(cells: int, lines: Any) -> tuple[Any, Any]:
    """The numbers of the lines through each cell, one cell after the other, and where each cell's begin."""
    by_cell: list[list[int]] = [[] for _ in range(cells)]
    for number, line in enumerate(lines):
        for cell in line:
            by_cell[int(cell)].append(number)
    starts = np.cumsum([0, *map(len, by_cell)])
    return starts.astype(np.int64), np.array([n for found in by_cell for n in found], np.int64)


@entry
def _replay(
    cells: Any,
    rows: Any,
    lines: Any,
    starts: Any,
    through: Any,
    pairs: Any,
    spare: Any,
    thrifty: Any,
    blind: Any,
    excluded: Any,
    wins: Any,
    positions: Any,
    seen: Any,
    path: Any,
    ends: Any,
    made: Any,
    opponent: Any,
    uses: Any,
) -> Any:
    columns = len(cells) // rows
    following = np.zeros(len(path), np.int64)  # the next column to try, for every depth
    free = np.int64(0)
    for cell in range(len(cells)):
        free += cells[cell] == FREE
    depth = np.int64(0)
    count = np.int64(1)
    while True:
        column = following[depth]
        if column == columns:
            if depth == 0:
                return HELD, count, depth
            depth -= 1
            cells[path[depth, 0]] = FREE
            cells[path[depth, 1]] = FREE
            free += 2
            continue
        following[depth] += 1
        if depth == 0 and ((excluded >> column) & 1) == 1:
            continue
        stone = _landing(cells, rows, column)
        if stone < 0:
            continue
        path[depth, 0] = stone
        path[depth, 1] = _NONE
        cells[stone] = OPPONENT
        opponent[stone] = True
        if _line_through(cells, lines, starts, through, stone, OPPONENT) >= 0:
            return LOST, count, depth + 1
        if free == 1:
            if wins:
                return NOT_WON, count, depth + 1
            cells[stone] = FREE
            continue
        answer, why = _answer(cells, rows, columns, lines, starts, through, pairs, spare, thrifty, blind, stone)
        if answer < 0:
            return NO_ANSWER, count, depth + 1
        path[depth, 1] = answer
        uses[why] += 1
        cells[answer] = HOLDER
        line = _line_through(cells, lines, starts, through, answer, HOLDER)
        if line >= 0:
            ends[answer] += 1
            made[line] += 1
        elif free == 2:
            if wins:
                return NOT_WON, count, depth + 1
        elif _is_new(cells, seen):
            count += 1
            if count > positions:
                return TOO_MANY, count, depth + 1
            free -= 2
            depth += 1
            following[depth] = 0
            continue
        cells[stone] = FREE
        cells[answer] = FREE


@inner
def _landing(cells: Any, rows: Any, column: Any) -> Any:
    """The lowest free cell of a column, -1 if it is full."""
    for cell in range(column * rows, (column + 1) * rows):
        if cells[cell] == FREE:
            return np.int64(cell)
    return _NONE


@inner
def _line_through(cells: Any, lines: Any, starts: Any, through: Any, cell: Any, side: Any) -> Any:
    """A line through `cell` whose other cells all belong to `side`, -1 if there is none."""
    for place in range(starts[cell], starts[cell + 1]):
        line = through[place]
        complete = True
        for i in range(lines.shape[1]):
            other = lines[line, i]
            if other != cell and cells[other] != side:
                complete = False
                break
        if complete:
            return line
    return _NONE


@inner
def _answer(
    cells: Any,
    rows: Any,
    columns: Any,
    lines: Any,
    starts: Any,
    through: Any,
    pairs: Any,
    spare: Any,
    thrifty: Any,
    blind: Any,
    stone: Any,
) -> Any:
    """The cell that the plan answers a stone with, and why; -1 if it has no safe answer."""
    column = stone // rows
    if not blind:
        for side, why in ((HOLDER, WIN), (OPPONENT, BLOCK)):
            for other in range(columns):
                cell = _landing(cells, rows, other)
                if cell >= 0 and _line_through(cells, lines, starts, through, cell, side) >= 0:
                    return cell, why
    for sparing in (True, False):
        for choice in range(pairs.shape[1]):
            other = pairs[stone, choice]
            if other >= 0 and _landing(cells, rows, other // rows) == other:
                cell = _safe(cells, rows, lines, starts, through, other // rows, blind, sparing and thrifty)
                if cell >= 0:
                    return cell, PAIR
        cell = _safe(cells, rows, lines, starts, through, column, blind, sparing and thrifty)
        if cell >= 0:
            return cell, SAME_COLUMN
        for place in range(len(spare)):
            cell = _safe(cells, rows, lines, starts, through, spare[place], blind, sparing and thrifty)
            if cell >= 0:
                return cell, SPARE
    return _NONE, SPARE


@inner
def _safe(cells: Any, rows: Any, lines: Any, starts: Any, through: Any, column: Any, blind: Any, thrifty: Any) -> Any:
    """The landing cell of a column, -1 if the plan does not play there because of the cell just above it."""
    cell = _landing(cells, rows, column)
    if cell < 0 or blind:
        return cell
    for above in range(cell + 1, (column + 1) * rows):
        if cells[above] == FREE:
            if _line_through(cells, lines, starts, through, np.int64(above), OPPONENT) >= 0:
                return _NONE
            if thrifty and _line_through(cells, lines, starts, through, np.int64(above), HOLDER) >= 0:
                return _NONE
            break
    return cell


@inner
def _is_new(cells: Any, seen: Any) -> Any:
    """Remember a position: the holder's stones and all stones, two words each."""
    holder_low = np.uint64(0)
    holder_high = np.uint64(0)
    taken_low = np.uint64(0)
    taken_high = np.uint64(0)
    one = np.uint64(1)
    for cell in range(len(cells)):
        if cells[cell] == HOLDER or cells[cell] == OPPONENT:
            bit = one << np.uint64(cell & 63)
            if cell < 64:
                taken_low |= bit
                if cells[cell] == HOLDER:
                    holder_low |= bit
            else:
                taken_high |= bit
                if cells[cell] == HOLDER:
                    holder_high |= bit
    mixed = holder_low * np.uint64(0xA24BAED4963EE407) ^ taken_low * np.uint64(0x9FB21C651E98DF25)
    mixed ^= holder_high * np.uint64(0xD1342543DE82EF95) ^ taken_high * np.uint64(0xC2B2AE3D27D4EB4F)
    mixed ^= mixed >> np.uint64(32)
    size = np.uint64(len(seen))
    place = mixed & (size - one)
    while seen[place, 2] != 0 or seen[place, 3] != 0:
        if (
            seen[place, 0] == holder_low
            and seen[place, 1] == holder_high
            and seen[place, 2] == taken_low
            and seen[place, 3] == taken_high
        ):
            return False
        place = (place + one) & (size - one)
    seen[place, 0] = holder_low
    seen[place, 1] = holder_high
    seen[place, 2] = taken_low
    seen[place, 3] = taken_high
    return True
