"""A second solver, written to check the first: it shares the rules with the kernels, and nothing else.

It answers one kind of question: can this side force a run by the time so many stones lie on the board? That is an
alpha-beta search with two values, yes and no: it leaves a position as soon as one move decides it. There are no bounds
and no rules of thumb about threats. What a player who looks two stones ahead sees is seen: a run that can be completed
at once is taken, one of the opponent's is answered, and no stone is put under a cell where the opponent then wins. A
move to a position that is known to suit the mover is taken at once; else those that leave most runs one stone short
are tried first. Positions that were decided are kept in a table, with their whole key.

Its board is a plain one, unlike that of the kernels: cells are numbered row by row, every cell knows the runs through
it, and a column is the list of its free cells from the bottom up, in which blocked cells do not occur.

The key has for each column a one above the stones that lie in it, and for each of these stones a one if it is the
second player's: so a stone in place `k` of a column adds `1 << k`, and as much again if it is the second player's.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from plyground.board import Side
from plyground.errors import N_, UnsupportedError
from plyground.grid import Cell, Rules

__all__ = ["SecondSolver"]

_TABLE_MB, _LARGE_TABLE_MB = 256.0, 2048.0
_LARGE = 42
"""Bits of the key beyond which the larger table is taken: there are hundreds of millions of positions to keep."""
_KEY_BITS = 56  # the other 8 bits of an entry: the stones and the answer
_MOST_STONES = 63

_ONE, _ZERO = np.uint64(1), np.uint64(0)
_ODD = np.uint64(0x9E3779B97F4A7C15)
_STONES, _KEY_SHIFT, _STONES_MASK, _ANSWER_MASK = np.uint64(2), np.uint64(8), np.uint64(63), np.uint64(3)


class SecondSolver:
    """Answers for one board with gravity. `nodes` counts the positions that were looked at.

    They depend on the size of the table, which follows from that of the board unless it is given.
    """

    def __init__(self, rules: Rules, table_mb: float | None = None) -> None:
        bits = rules.cells + rules.columns
        if table_mb is None:
            table_mb = _LARGE_TABLE_MB if bits > _LARGE else _TABLE_MB
        if not rules.gravity or bits > _KEY_BITS or rules.cells > _MOST_STONES:
            raise UnsupportedError(
                N_(
                    "the second solver takes boards with gravity whose free cells and columns are at most {most} "
                    "together; on {rules} they are {bits}"
                ),
                most=_KEY_BITS,
                rules=rules,
                bits=bits,
            )
        self.rules = rules
        self.nodes = 0
        number = {
            (column, row): row * rules.columns + column for column in range(rules.columns) for row in range(rules.rows)
        }
        runs = [run for run in _runs(rules) if not rules.blocked & set(run)]
        through: list[list[int]] = [[] for _cell in number]
        for run in runs:
            for cell in run:
                through[number[cell]].append(sum(1 << number[other] for other in run if other != cell))
        self._through = np.zeros((len(number), max([1, *map(len, through)])), np.uint64)
        for place, rests in enumerate(through):
            self._through[place, : len(rests)] = rests
        self._throughs = np.array([len(rests) for rests in through], np.int64)
        columns = [
            [number[column, row] for row in range(rules.rows) if (column, row) not in rules.blocked]
            for column in range(rules.columns)
        ]
        self._cells = np.full((rules.columns, rules.rows), -1, np.int64)
        for column, cells in enumerate(columns):
            self._cells[column, : len(cells)] = cells
        self._lengths = np.array([len(cells) for cells in columns], np.int64)
        # A column takes a bit for each of its cells, and one above them.
        self._shifts = np.array([sum(len(each) + 1 for each in columns[:c]) for c in range(len(columns))], np.uint64)
        middle = (rules.columns - 1) / 2
        order = sorted(range(rules.columns), key=lambda column: (abs(column - middle), column))
        self._order = np.array(order, np.int64)
        self._table_bits = max(4, int(table_mb * 2**20 / 16).bit_length() - 1)

    def can_force(self, side: Side, stones: int) -> bool:
        """Can `side` force a run, from the empty board, that is complete with at most `stones` stones on the board?"""
        table = np.zeros(2 << self._table_bits, np.uint64)
        answer, nodes = _forced(
            self._cells,
            self._lengths,
            self._shifts,
            self._order,
            self._through,
            self._throughs,
            0 if side is Side.FIRST else 1,
            min(stones, self.rules.cells),
            table,
            np.uint64(64 - self._table_bits),
        )
        self.nodes += int(nodes)
        return bool(answer)


def _runs(rules: Rules) -> list[list[Cell]]:
    """Every run of as many cells as win, on the board without regard to blocked cells."""
    found = []
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for column in range(rules.columns):
            for row in range(rules.rows):
                run = [(column + across * k, row + up * k) for k in range(min(rules.connect, 64))]
                if all(0 <= c < rules.columns and 0 <= r < rules.rows for c, r in run):
                    found.append(run)
    return found


@numba.njit(nogil=True, error_model="numpy")
def _completing(stones: Any, rests: Any, count: Any) -> Any:
    """The cells in which one more stone completes a run, of the runs through a cell that has just got a stone."""
    found = _ZERO
    for index in range(count):
        missing = rests[index] & ~stones
        if missing & (missing - _ONE) == _ZERO:
            found |= missing
    return found


@numba.njit(nogil=True, error_model="numpy")
def _promise(own: Any, other: Any, rests: Any, count: Any) -> Any:
    """How many runs through a cell hold two or more own stones already, and none of the other side."""
    found = 0
    for index in range(count):
        held = own & rests[index]
        if other & rests[index] == _ZERO and held & (held - _ONE) != _ZERO:
            found += 1
    return found


@numba.njit(nogil=True, error_model="numpy")
def _known(table: Any, shift: Any, key: Any) -> Any:
    """The answer that the table has for a position: 1 for yes, 0 for no, -1 for none."""
    at = np.int64((key * _ODD) >> shift) * 2
    for slot in (at, at + 1):
        if table[slot] >> _KEY_SHIFT == key:
            return np.int64(table[slot] & _ANSWER_MASK) - 1
    return -1


@numba.njit(nogil=True, error_model="numpy")
def _stone(side: Any, shift: Any, height: Any) -> Any:
    """What a stone of this side adds to the key."""
    return (_ONE + np.uint64(side)) << (shift + np.uint64(height))


@numba.njit(nogil=True, error_model="numpy")
def _forced(
    cells: Any,
    lengths: Any,
    shifts: Any,
    order: Any,
    through: Any,
    throughs: Any,
    attacker: Any,
    last_stone: Any,
    table: Any,
    table_shift: Any,
) -> Any:
    """Whether the attacker completes a run with the stone `last_stone` or before; and the nodes.

    Depth first, with a stack instead of recursion: `moves[n]` are the columns to try with `n` stones on the board, and
    `tried[n]` says how far it is. Answers are 1 for yes, 0 for no, -1 while there is none.
    """
    width = len(lengths)
    heights = np.zeros(width, np.int64)
    stones = np.zeros(2, np.uint64)
    # With `n` stones on the board: where either side would complete a run. Cells that are taken do not count.
    wins = np.zeros((last_stone + 2, 2), np.uint64)
    moves = np.zeros((last_stone + 2, width), np.int64)
    counts = np.zeros(last_stone + 2, np.int64)
    tried = np.zeros(last_stone + 2, np.int64)
    promises = np.zeros(width, np.int64)
    key = _ZERO
    for column in range(width):
        key += _ONE << shifts[column]
    n, nodes = 0, 0
    entering = True
    answer: Any = -1
    while True:
        mover = n & 1
        wanted = 1 if mover == attacker else 0
        if entering:
            nodes += 1
            entering = False
            answer = -1
            if n >= last_stone:
                answer = 0
            else:
                # A run that is completed now decides. One that the opponent would complete next has to be answered,
                # unless it comes too late to count.
                own_wins, other_wins = wins[n, mover], wins[n, 1 - mover]
                if mover != attacker and n + 2 > last_stone:
                    other_wins = _ZERO
                forced, threats = -1, 0
                for column in range(width):
                    if heights[column] == lengths[column]:
                        continue
                    cell = np.uint64(cells[column, heights[column]])
                    if own_wins >> cell & _ONE != _ZERO:
                        answer = wanted
                        break
                    if other_wins >> cell & _ONE != _ZERO:
                        threats += 1
                        forced = column
                if answer < 0 and threats > 1:
                    answer = 1 - wanted
                if answer < 0:
                    answer = _known(table, table_shift, key)
                if answer < 0:
                    count = 0
                    for index in range(width):
                        column = order[index]
                        height = heights[column]
                        if height == lengths[column] or (threats > 0 and column != forced):
                            continue
                        if height + 1 < lengths[column]:
                            above = np.uint64(cells[column, height + 1])
                            if other_wins >> above & _ONE != _ZERO:
                                continue
                        if _known(table, table_shift, key + _stone(mover, shifts[column], height)) == wanted:
                            answer = wanted
                            break
                        moves[n, count] = column
                        count += 1
                    if answer < 0 and count == 0:
                        answer = 1 - wanted  # whatever is played, the opponent wins on top of it
                    if answer < 0 and count > 1:
                        for index in range(count):
                            column = moves[n, index]
                            cell = cells[column, heights[column]]
                            promise = _promise(stones[mover], stones[1 - mover], through[cell], throughs[cell])
                            place = index
                            while place > 0 and promises[place - 1] < promise:
                                promises[place] = promises[place - 1]
                                moves[n, place] = moves[n, place - 1]
                                place -= 1
                            promises[place] = promise
                            moves[n, place] = column
                    counts[n] = count
                    tried[n] = 0
        else:
            # The position after move `tried[n]` has an answer. One that suits the mover is also this position's.
            if answer != wanted:
                tried[n] += 1
                if tried[n] < counts[n]:
                    answer = -1
            if answer >= 0:
                at = np.int64((key * _ODD) >> table_shift) * 2
                entry = key << _KEY_SHIFT | np.uint64(n) << _STONES | np.uint64(answer + 1)
                # The first slot keeps what is nearest to the root, and so cost most; the other takes what is new.
                before = table[at]
                if before == _ZERO or np.uint64(n) <= (before >> _STONES) & _STONES_MASK:
                    table[at + 1] = before
                    table[at] = entry
                else:
                    table[at + 1] = entry
        if answer >= 0:
            if n == 0:
                return answer, nodes
            # Take the last stone back.
            n -= 1
            side = n & 1
            column = moves[n, tried[n]]
            heights[column] -= 1
            stones[side] ^= _ONE << np.uint64(cells[column, heights[column]])
            key -= _stone(side, shifts[column], heights[column])
        else:
            column = moves[n, tried[n]]
            cell = cells[column, heights[column]]
            stones[mover] ^= _ONE << np.uint64(cell)
            wins[n + 1, mover] = wins[n, mover] | _completing(stones[mover], through[cell], throughs[cell])
            wins[n + 1, 1 - mover] = wins[n, 1 - mover]
            key += _stone(mover, shifts[column], heights[column])
            heights[column] += 1
            n += 1
            entering = True
