"""Against which of the opponent's next stones does a plan fail?"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import entry, inner
from ..exact.lines import completing_cells
from ..exact.records import NARROW, WIDE
from ..exact.setup import Setup
from ..exact.tactics import cells_below, landing_cells
from ..memory.records import view
from ..memory.words import high_half, low_half, lowest_bit_index, make_word, one_like, zero_like

_NARROW = NARROW.workspace
_WIDE = WIDE.workspace

_BITS = 16
"""The table of positions met has two to this many places."""
MOST_POSITIONS = 1 << (_BITS - 1)
_MOST_WAITING = 4096

_MIX = np.uint64(0x9E3779B97F4A7C15)
_MIX_HIGH = np.uint64(0xD6E8FEB86659FD93)
_SHIFT = np.uint64(64 - _BITS)
_LAST = np.int64((1 << _BITS) - 1)

# What the holder does after a stone of the opponent.
_FAILS, _PLAYS, _WINS, _FULL = 0, 1, 2, 3


class PlanSearch:
    """The memory of one thread that looks for plans on one board."""

    def __init__(self, setup: Setup) -> None:
        self._workspace = setup.workspace()
        self._kernel = failing_wide if setup.wide else failing_narrow
        self._seen = np.zeros((1 << _BITS, 2), np.uint64)
        self._waiting = np.zeros((_MOST_WAITING, 4), np.uint64)
        self._stamp = 0

    def failing(
        self,
        holder: int,
        opponent: int,
        pairs: Any,
        spare: Any,
        *,
        thrifty: bool,
        wins: bool,
        most: int,
        positions: int,
    ) -> tuple[int, int]:
        """The columns, as bits, in which a stone of the opponent defeats the plan, and the positions played out.

        With `wins` the holder has to win, otherwise only not to lose. The search gives up when more than `most` columns
        fail, and counts a column as failing after so many `positions`.
        """
        self._stamp += 256
        word = 2**64 - 1
        failing, count = self._kernel(
            self._workspace.address,
            np.array([holder & word, holder >> 64, opponent & word, opponent >> 64], np.uint64),
            pairs,
            spare,
            thrifty,
            wins,
            most,
            min(positions, MOST_POSITIONS),
            self._seen,
            self._waiting,
            self._stamp,
        )
        return int(failing), int(count)


@entry
def failing_narrow(
    address: Any,
    stones: Any,
    pairs: Any,
    spare: Any,
    thrifty: Any,
    wins: Any,
    most: Any,
    positions: Any,
    seen: Any,
    waiting: Any,
    stamp: Any,
) -> Any:
    """For a board of up to 64 bits."""
    return _failing(view(_NARROW, address), stones, pairs, spare, thrifty, wins, most, positions, seen, waiting, stamp)


@entry
def failing_wide(
    address: Any,
    stones: Any,
    pairs: Any,
    spare: Any,
    thrifty: Any,
    wins: Any,
    most: Any,
    positions: Any,
    seen: Any,
    waiting: Any,
    stamp: Any,
) -> Any:
    """For a board of up to 128 bits."""
    return _failing(view(_WIDE, address), stones, pairs, spare, thrifty, wins, most, positions, seen, waiting, stamp)


@inner
def _column(work: Any, column: Any) -> Any:
    one = one_like(work.playable)
    return ((one << work.stride) - one) << (work.stride * np.int64(column))


@inner
def _failing(
    work: Any,
    stones: Any,
    pairs: Any,
    spare: Any,
    thrifty: Any,
    wins: Any,
    most: Any,
    positions: Any,
    seen: Any,
    waiting: Any,
    stamp: Any,
) -> Any:
    none = zero_like(work.playable)
    holder = make_word(none, stones[0], stones[1])
    opponent = make_word(none, stones[2], stones[3])
    landing = landing_cells(work, holder | opponent | work.blocked)
    lost = completing_cells(work, opponent) & landing
    failing = np.int64(0)
    failed = np.int64(0)
    total = np.int64(0)
    for column in range(work.width):
        stone = landing & _column(work, column)
        if stone == none:
            continue
        ending, move = _answer(work, holder, opponent | stone, stone, column, pairs, spare, thrifty)
        if stone & lost != none:
            held = False
        elif ending == _PLAYS:
            held, count = _holds(
                work,
                holder | move,
                opponent | stone,
                pairs,
                spare,
                thrifty,
                wins,
                positions,
                seen,
                waiting,
                np.uint64(stamp + column),
            )
            total += count
        else:
            held = ending == _WINS or (ending == _FULL and not wins)
        if not held:
            failing |= np.int64(1) << column
            failed += 1
            if failed > most:
                break
    return failing, total


@inner
def _answer(
    work: Any, holder: Any, opponent: Any, stone: Any, column: Any, pairs: Any, spare: Any, thrifty: Any
) -> Any:
    """How the plan answers the opponent's newest stone, which lies in `column`."""
    none = zero_like(holder)
    one = one_like(holder)
    taken = holder | opponent | work.blocked
    landing = landing_cells(work, taken)
    if landing == none:
        return _FULL, none
    winning = completing_cells(work, holder) & landing
    if winning != none:
        return _WINS, winning
    threats = completing_cells(work, opponent) & work.playable & ~taken
    urgent = threats & landing
    if urgent != none:
        return _FAILS if (urgent & (urgent - one)) != none else _PLAYS, urgent
    unsafe = cells_below(work, threats)
    wasteful = none
    if thrifty:
        wasteful = cells_below(work, completing_cells(work, holder) & work.playable & ~taken)
    at = lowest_bit_index(stone)
    for safe in (landing & ~(unsafe | wasteful), landing & ~unsafe):
        for place in range(pairs.shape[1]):
            if pairs[at, place] < 0:
                break
            move = safe & (one << pairs[at, place])
            if move != none:
                return _PLAYS, move
        move = safe & _column(work, column)
        if move != none:
            return _PLAYS, move
        for place in range(len(spare)):
            move = safe & _column(work, spare[place])
            if move != none:
                return _PLAYS, move
    return _FAILS, none


@inner
def _is_new(holder: Any, taken: Any, seen: Any, stamp: Any) -> Any:
    """Remember a position. Two that are mistaken for each other do no harm: what the search finds is replayed."""
    mixed = (low_half(holder) ^ (high_half(taken) * _MIX_HIGH)) * _MIX
    mixed ^= (low_half(taken) ^ (high_half(holder) * _MIX)) * _MIX_HIGH
    mixed ^= mixed >> np.uint64(29)
    mixed *= _MIX
    place = np.int64(mixed >> _SHIFT)
    while seen[place, 1] == stamp:
        if seen[place, 0] == mixed:
            return False
        place = (place + 1) & _LAST
    seen[place, 0] = mixed
    seen[place, 1] = stamp
    return True


@inner
def _holds(
    work: Any,
    holder: Any,
    opponent: Any,
    pairs: Any,
    spare: Any,
    thrifty: Any,
    wins: Any,
    positions: Any,
    seen: Any,
    waiting: Any,
    stamp: Any,
) -> Any:
    """Does the plan hold against every stone to the end? And how many positions were played out?"""
    none = zero_like(holder)
    waiting[0, 0] = low_half(holder)
    waiting[0, 1] = high_half(holder)
    waiting[0, 2] = low_half(opponent)
    waiting[0, 3] = high_half(opponent)
    left = np.int64(1)
    count = np.int64(0)
    while left > 0:
        left -= 1
        holder = make_word(none, waiting[left, 0], waiting[left, 1])
        opponent = make_word(none, waiting[left, 2], waiting[left, 3])
        taken = holder | opponent | work.blocked
        if not _is_new(holder, taken, seen, stamp):
            continue
        count += 1
        landing = landing_cells(work, taken)
        if count > positions or left + work.width >= _MOST_WAITING:
            return False, count
        if landing == none:
            if wins:
                return False, count
            continue
        if (completing_cells(work, opponent) & landing) != none:
            return False, count
        for column in range(work.width):
            stone = landing & _column(work, column)
            if stone == none:
                continue
            ending, move = _answer(work, holder, opponent | stone, stone, column, pairs, spare, thrifty)
            if ending == _WINS or (ending == _FULL and not wins):
                continue
            if ending != _PLAYS:
                return False, count
            after = holder | move
            opposed = opponent | stone
            waiting[left, 0] = low_half(after)
            waiting[left, 1] = high_half(after)
            waiting[left, 2] = low_half(opposed)
            waiting[left, 3] = high_half(opposed)
            left += 1
    return True, count
