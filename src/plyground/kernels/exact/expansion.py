"""Expanding a position: its children, those of them that need no search, and the order of the others."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import inner
from ..memory.words import count_bits, lowest_bit, lowest_bit_index, zero_like
from .bounds import above_lowest, follow_up_bound
from .keys import key_of
from .lines import line_cells
from .records import (
    CHAIN_ORDER,
    CHILD_PROBES,
    EVENS_BOUND,
    NO_MOVE,
    TABLE_MOVE,
    THREAT_ORDER,
    UNBOUNDED,
    ZUGZWANG_BOUND,
    Position,
    is_free,
)
from .table import ask_for, bucket_of, lower_bound, probe, table_move, upper_bound
from .tactics import after, cells_below, landing_cells, other_stones, settle

_ZERO = np.uint64(0)
_TABLE_MOVE_RANK = 100_000  # above whatever `_rank` may give


@inner
def expand(work: Any, node: Any, alpha: Any, frame: Any, is_root: Any) -> Any:
    """Generate the children of a quiet position.

    Returns (value, number of children left to search): a value above alpha is a cut-off; a value not above it is the
    best that the moves decided here can reach. The children left are in the frame, in the order of `frame.order`. At
    the root the move of a cut-off is left in `node.move`.
    """
    position = Position(node.mover, node.taken, node.own, node.foe, node.stones)
    moves = _moves(work, position)
    none = zero_like(moves)
    best = np.int64(-UNBOUNDED)
    count = 0
    while moves != none:
        move = lowest_bit(_inner_cells(work, moves))
        moves = moves & ~move
        bit = lowest_bit_index(move)
        settled, value, quiet, turned = settle(work, after(work, position, move), -alpha - 1)
        if settled:
            value = -value
            if value > alpha:
                if is_root:
                    node.move = bit
                return value, 0
            best = max(best, value)
            continue
        # `settle` starts after the move, with the other side to move.
        same_mover = turned
        if not is_free(work) and (work.job.ideas & (EVENS_BOUND | ZUGZWANG_BOUND)) != 0:
            limit = alpha if same_mover else -alpha - 1
            bound = follow_up_bound(work, quiet, limit)
            if bound <= limit:
                if same_mover:
                    best = max(best, bound)
                    continue
                if is_root:
                    node.move = bit
                return -bound, 0
        child = frame.children[count]
        child.mover = quiet.mover
        child.taken = quiet.taken
        child.own = quiet.own
        child.foe = quiet.foe
        child.stones = quiet.stones
        child.key, child.flipped = key_of(work, quiet)
        child.bucket, child.tag = bucket_of(work.job.table, child.key)
        ask_for(work.job.table, child.bucket, child.key)
        child.same_mover = same_mover
        child.move = bit
        child.deferred = False
        child.rank = _rank(work, quiet, same_mover, quiet.stones - position.stones, bit)
        if (work.job.ideas & TABLE_MOVE) != 0 and node.hint == work.column_of[bit]:
            child.rank += _TABLE_MOVE_RANK
        count += 1
    return _probe_children(work, node, alpha, frame, is_root, count, best)


@inner
def _moves(work: Any, position: Any) -> Any:
    """The moves worth trying: the forced one, else all that do not let the other side win at once."""
    landing = landing_cells(work, position.taken)
    forced = landing & position.foe
    if forced != zero_like(forced):
        return forced
    if is_free(work):
        # Cells in no line that can still be made are all the same: one of them will do.
        other = other_stones(work, position.mover, position.taken)
        alive = line_cells(work, work.playable & ~other) | line_cells(work, work.playable & ~position.mover)
        return (landing & alive) | lowest_bit(landing & ~alive)
    return landing & ~cells_below(work, position.foe)


@inner
def _inner_cells(work: Any, moves: Any) -> Any:
    """The moves of the innermost columns that have any."""
    none = zero_like(moves)
    found = moves & work.centre
    if found == none:
        found = moves & work.middle
        if found == none:
            found = moves
    return found


@inner
def _rank(work: Any, quiet: Any, same_mover: Any, plies: Any, bit: Any) -> Any:
    """How promising a move looks, by the threats after it and the forced moves, which took so many plies together.

    Threats above one of the other side's are of no use. The weights were tried by hand on node counts, over
    begin-medium, begin-hard and middle-medium positions of 7x6. The weight of the cell looks small but decides
    where there are no threats yet: without it begin-hard takes eight times the nodes.
    """
    own = quiet.own if same_mover else quiet.foe
    foe = quiet.foe if same_mover else quiet.own
    rank = work.weight_of[bit]
    if is_free(work):
        return rank + 64 * count_bits(own) + 20 * plies
    if (work.job.ideas & THREAT_ORDER) != 0:
        useful = own & ~above_lowest(work, foe)
        rank += 72 * count_bits(useful) + 8 * count_bits(useful & work.evens)
        rank += 32 * count_bits(useful & (landing_cells(work, quiet.taken) << 1))
        rank -= 8 * count_bits(foe & ~above_lowest(work, own))
    if (work.job.ideas & CHAIN_ORDER) != 0:
        rank += 20 * plies
    return rank


@inner
def _probe_children(work: Any, node: Any, alpha: Any, frame: Any, is_root: Any, count: Any, best: Any) -> Any:
    """Enhanced transposition cut-offs: look at what is known of every child before any is searched; sort the rest."""
    probes = (work.job.ideas & CHILD_PROBES) != 0
    order = frame.order
    kept = 0
    for i in range(count):
        child = frame.children[i]
        lower, upper, hint = known(work, child)
        child.hint = hint
        if probes:
            if lower > alpha:
                if is_root:
                    node.move = child.move
                return lower, 0
            if upper <= alpha:
                best = max(best, upper)
                continue
        rank = child.rank
        place = kept
        while place > 0 and frame.children[order[place - 1]].rank < rank:
            order[place] = order[place - 1]
            place -= 1
        order[place] = i
        kept += 1
    return best, kept


@inner
def known(work: Any, child: Any) -> Any:
    """What the table has on a child: bounds from the view of its parent's mover, and the move tried first there."""
    key = child.key
    payload = probe(work.job.table, child.bucket, child.tag, key)
    if payload == _ZERO:
        return np.int64(-UNBOUNDED), np.int64(UNBOUNDED), np.int64(NO_MOVE)
    lower = lower_bound(key, payload)
    upper = upper_bound(key, payload)
    if not child.same_mover:
        lower, upper = -upper, -lower
    hint = table_move(key, payload)
    if child.flipped and hint != NO_MOVE:
        hint = work.width - 1 - hint
    return lower, upper, hint
