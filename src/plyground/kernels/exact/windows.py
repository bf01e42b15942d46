"""From null windows to a value: which question to ask next, and the kernels that Python calls."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import entry, inner
from ..memory.records import view
from ..memory.words import count_bits, high_half, low_half, lowest_bit_index, make_word, zero_like
from .keys import mirrored
from .records import FAR_WINDOWS, FREE, NARROW, NO_MOVE, NOT_STOPPED, STOP_ASKED, WIDE, Position, is_free
from .search import POLL_EVERY, bound_of, move_of, packed, packed_upper, search, upper_bound_of
from .table import clear_table
from .tactics import cells_below, landing_cells, other_stones, settle, threats

_NARROW = NARROW.workspace
_WIDE = WIDE.workspace
_FREE = FREE.workspace


@entry
def solve_narrow(address: Any) -> None:
    """Answer the questions of a workspace for a board with gravity of up to 64 bits."""
    _answer_all(view(_NARROW, address))


@entry
def solve_wide(address: Any) -> None:
    """The same for boards of up to 128 bits."""
    _answer_all(view(_WIDE, address))


@entry
def solve_free(address: Any) -> None:
    """The same for boards without gravity, of up to 64 bits."""
    _answer_all(view(_FREE, address))


@inner
def _answer_all(work: Any) -> Any:
    for i in range(work.job.count):
        if work.job.clear_each:
            clear_table(work.job.table)
        _reset(work)
        work.job.signals.index = i
        lower, upper, move = _solve(work, _position_of(work, work.job.questions[i]))
        answer = work.job.answers[i]
        answer.lower = lower
        answer.upper = upper
        answer.move = work.column_of[move] if move >= 0 else np.int64(-1)
        answer.nodes = work.nodes
        answer.complete = work.stopped == NOT_STOPPED


@inner
def _reset(work: Any) -> Any:
    work.nodes = 0
    work.stopped = NOT_STOPPED
    work.next_poll = POLL_EVERY
    if 0 < work.job.node_limit < POLL_EVERY:
        work.next_poll = work.job.node_limit
    if work.job.signals.stop != 0:
        work.next_poll = 1


@inner
def _position_of(work: Any, question: Any) -> Any:
    mover = make_word(work.blocked, low_half(question.mover), high_half(question.mover))
    taken = make_word(work.blocked, low_half(question.stones), high_half(question.stones)) | work.blocked
    return Position(
        mover,
        taken,
        threats(work, mover, taken),
        threats(work, other_stones(work, mover, taken), taken),
        count_bits(taken ^ work.blocked),
    )


@inner
def _solve(work: Any, position: Any) -> Any:
    """(lower, upper, move) of a position without a line in it; the move is a bit index, -1 on a full board."""
    none = zero_like(position.taken)
    landing = landing_cells(work, position.taken)
    if landing == none:
        return np.int64(0), np.int64(0), np.int64(-1)
    lower = max(-((work.cells - position.stones) >> 1), work.job.least)
    upper = min((work.cells + 1 - position.stones) >> 1, work.job.most)
    if (landing & position.own) != none:
        return upper, upper, lowest_bit_index(landing & position.own)
    signals = work.job.signals
    move = _any_move(work, position, landing)
    _prepare_twin(work, position)
    while lower < upper:
        signals.lower = lower
        signals.upper = upper
        signals.move = move
        window = _next_window(lower, upper, work.job.ideas)
        work.window = window
        settled, value, quiet, turned = settle(work, position, window)
        if not settled:
            root = work.root
            root.mover = quiet.mover
            root.taken = quiet.taken
            root.own = quiet.own
            root.foe = quiet.foe
            root.stones = quiet.stones
            root.hint = NO_MOVE
            if turned:
                value = -search(work, root, -window - 1)
            else:
                value = search(work, root, window)
            if work.stopped == STOP_ASKED:
                break
            if work.stopped == NOT_STOPPED:
                if value > window and quiet.stones == position.stones:
                    move = root.move
            else:
                # Another thread was faster: take over what it has proven.
                work.stopped = NOT_STOPPED
                shared = signals.shared_lower
                if bound_of(shared) > window:
                    value = bound_of(shared)
                    move = move_of(shared)
                else:
                    value = upper_bound_of(signals.shared_upper)
        if value > window:
            lower = min(value, upper)
            if work.job.threads > 1 and packed(lower, move) > signals.shared_lower:
                signals.shared_lower = packed(lower, move)
        else:
            upper = max(value, lower)
            if work.job.threads > 1 and packed_upper(upper) > signals.shared_upper:
                signals.shared_upper = packed_upper(upper)
    return lower, upper, move


@inner
def _any_move(work: Any, position: Any, landing: Any) -> Any:
    """A move to name if nothing better comes out: a forced one, else a safe one, else any."""
    none = zero_like(landing)
    moves = landing & position.foe
    if moves == none:
        moves = landing & ~cells_below(work, position.foe)
    if moves == none:
        moves = landing
    return lowest_bit_index(moves)


@inner
def _prepare_twin(work: Any, root: Any) -> Any:
    """Can a position and its mirror image both come up below this root? Then both contain the root's image."""
    other = other_stones(work, root.mover, root.taken)
    twin_mover = mirrored(work, root.mover)
    twin_other = mirrored(work, other)
    work.twin_mover = twin_mover
    work.twin_other = twin_other
    work.root_stones = root.stones
    clash = (twin_mover & other) | (twin_other & root.mover) | (mirrored(work, work.blocked) ^ work.blocked)
    work.has_twin = not is_free(work) and clash == zero_like(clash)


@inner
def _next_window(lower: Any, upper: Any, ideas: Any) -> Any:
    """What to ask next, `lower <= window < upper`: from the far ends towards zero, where the costly answers are.

    A far window is decided within few stones, and what it leaves in the table helps the next.
    """
    if (ideas & FAR_WINDOWS) == 0:
        return min(max(np.int64(0), lower), upper - 1)
    middle = lower + ((upper - lower) >> 1)
    if middle <= 0 and -((-lower) >> 1) < middle:
        return -((-lower) >> 1)
    if middle >= 0 and (upper >> 1) > middle:
        return upper >> 1
    return middle
