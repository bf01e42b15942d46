"""Expanding a position: its children, those of them that need no search, and the order of the others."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import inner
from ..memory.words import count_bits, lowest_bit_index, make_word, peek, peek_word, poke, poke_word
from .keys import key_of
from .table import bucket_of, lower_bound, probe, table_move, touch, upper_bound
from .tactics import above_lowest, below, follow_up_bound, in_lines, is_free, landing_cells, settle, threats
from .workspace import (
    BLOCKED,
    BUCKET,
    CENTRE,
    CHAIN_ORDER,
    CHILD,
    CHILD_PROBES,
    COLUMN_OF,
    DEFERRED,
    EVENS,
    EVENS_BOUND,
    FLAGS,
    FLIPPED,
    HEADER,
    HINT,
    KEY,
    MASK,
    ME,
    MIDDLE,
    MINE,
    MOVE,
    NO_MOVE,
    ORDER,
    PLAYABLE,
    RANK,
    SAME,
    STONES,
    TABLE_MOVE,
    TAG,
    THEIRS,
    THREAT_ORDER,
    WEIGHT_OF,
    WIDTH,
    ZUGZWANG_BOUND,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@inner
def _moves(at: Any, me: Any, mask: Any, theirs: Any, key_zero: Any) -> Any:
    """The moves worth trying: the forced one, else all that do not let the other side win at once."""
    zero = me ^ me
    landing = landing_cells(at, mask, key_zero)
    forced = landing & theirs
    if forced != zero:
        return forced
    if is_free(me, key_zero):
        # Cells in no line that can still be made are all the same: one of them will do.
        playable = peek_word(me, at, PLAYABLE)
        other = mask ^ peek_word(me, at, BLOCKED) ^ me
        dead = landing & ~(in_lines(at, playable & ~other) | in_lines(at, playable & ~me))
        return (landing & ~dead) | (dead & (~dead + make_word(me, _ONE, _ZERO)))
    return landing & ~below(at, theirs, key_zero)


@inner
def _rank(at: Any, own: Any, foe: Any, mask: Any, plies: Any, index: Any, flags: Any, key_zero: Any) -> Any:
    """How promising a move looks; `own` are the mover's threats after it and the forced moves, `foe` the other's.

    Threats above one of the other side's are of no use. The weights were tried by hand on node counts, over
    begin-medium, begin-hard and middle-medium positions of 7x6. The weight of the cell looks small but decides
    where there are no threats yet: without it begin-hard takes eight times the nodes.
    """
    rank = np.int64(peek(at, WEIGHT_OF + index))
    if is_free(own, key_zero):
        return rank + 64 * count_bits(own) + 20 * plies
    if (flags & THREAT_ORDER) != 0:
        useful = own & ~above_lowest(at, foe)
        rank += 72 * count_bits(useful) + 8 * count_bits(useful & peek_word(own, at, EVENS))
        rank += 32 * count_bits(useful & (landing_cells(at, mask, key_zero) << 1))
        rank -= 8 * count_bits(foe & ~above_lowest(at, own))
    if (flags & CHAIN_ORDER) != 0:
        rank += 20 * plies
    return rank


@inner
def expand(at: Any, zero: Any, key_zero: Any, node: Any, alpha: Any, frame: Any, depth: Any) -> Any:
    """Generate the children of the quiet position in slot `node`.

    Returns (value, number of children left to search): a value above alpha is a cut-off; a value not above it is the
    best that the moves decided here can reach. The children left are in the frame, ORDER says in which order. At the
    root (depth 0) the move of a cut-off is left in MOVE.
    """
    flags = np.int64(peek(at, FLAGS))
    header = np.int64(peek(at, HEADER))
    me = peek_word(zero, at, node + ME)
    mask = peek_word(zero, at, node + MASK)
    theirs = peek_word(zero, at, node + THEIRS)
    stones = np.int64(peek(at, node + STONES))
    hint = np.int64(peek(at, node + HINT))
    one = make_word(zero, _ONE, _ZERO)
    other = mask ^ peek_word(zero, at, BLOCKED) ^ me
    moves = _moves(at, me, mask, theirs, key_zero)
    centre = peek_word(zero, at, CENTRE)
    middle = peek_word(zero, at, MIDDLE)
    best = np.int64(-99)
    count = 0
    while moves != zero:
        pool = moves & centre
        if pool == zero:
            pool = moves & middle
            if pool == zero:
                pool = moves
        move = pool & (~pool + one)
        moves = moves & ~move
        index = lowest_bit_index(move)
        new_mask = mask | move
        settled, value, c_me, c_mask, c_mine, c_theirs, c_stones, same = settle(
            at,
            other,
            new_mask,
            theirs & ~move,
            threats(at, me | move, new_mask, key_zero),
            stones + 1,
            -alpha - 1,
            flags,
            key_zero,
        )
        if settled:
            value = -value
            if value > alpha:
                if depth == 0:
                    poke(at, node + MOVE, np.uint64(index))
                return value, 0
            best = max(best, value)
            continue
        if not is_free(zero, key_zero) and (flags & (EVENS_BOUND | ZUGZWANG_BOUND)) != 0:
            limit = alpha if same else -alpha - 1
            bound = follow_up_bound(at, c_me, c_mask, c_theirs, c_stones, limit, flags)
            if bound <= limit:
                if same:
                    best = max(best, bound)
                    continue
                if depth == 0:
                    poke(at, node + MOVE, np.uint64(index))
                return -bound, 0
        key, flipped = key_of(at, c_me, c_mask, c_stones, flags, key_zero)
        bucket, tag = bucket_of(header, key)
        touch(header, bucket)
        child = frame + count * CHILD
        poke_word(at, child + ME, c_me)
        poke_word(at, child + MASK, c_mask)
        poke_word(at, child + MINE, c_mine)
        poke_word(at, child + THEIRS, c_theirs)
        poke_word(at, child + KEY, key)
        poke(at, child + BUCKET, np.uint64(bucket))
        poke(at, child + TAG, tag)
        poke(at, child + STONES, np.uint64(c_stones))
        poke(at, child + SAME, np.uint64(1 if same else 0))
        poke(at, child + MOVE, np.uint64(index))
        poke(at, child + FLIPPED, np.uint64(1 if flipped else 0))
        poke(at, child + DEFERRED, _ZERO)
        if same:
            rank = _rank(at, c_mine, c_theirs, c_mask, c_stones - stones, index, flags, key_zero)
        else:
            rank = _rank(at, c_theirs, c_mine, c_mask, c_stones - stones, index, flags, key_zero)
        if (flags & TABLE_MOVE) != 0 and hint == np.int64(peek(at, COLUMN_OF + index)):
            rank += 100000
        poke(at, child + RANK, np.uint64(rank))
        count += 1
    return _probe_children(at, zero, key_zero, node, alpha, frame, depth, count, best)


@inner
def _probe_children(
    at: Any, zero: Any, key_zero: Any, node: Any, alpha: Any, frame: Any, depth: Any, count: Any, best: Any
) -> Any:
    """Enhanced transposition cut-offs: look at what is known of every child before any is searched; sort the rest."""
    flags = np.int64(peek(at, FLAGS))
    kept = 0
    for i in range(count):
        child = frame + i * CHILD
        lower, upper, hint = known(at, key_zero, child)
        poke(at, child + HINT, np.uint64(hint))
        if (flags & CHILD_PROBES) != 0:
            if lower > alpha:
                if depth == 0:
                    poke(at, node + MOVE, peek(at, child + MOVE))
                return lower, 0
            if upper <= alpha:
                best = max(best, upper)
                continue
        rank = np.int64(peek(at, child + RANK))
        j = kept
        while j > 0:
            previous = peek(at, frame + (j - 1) * CHILD + ORDER)
            if np.int64(peek(at, frame + np.int64(previous) * CHILD + RANK)) >= rank:
                break
            poke(at, frame + j * CHILD + ORDER, previous)
            j -= 1
        poke(at, frame + j * CHILD + ORDER, np.uint64(i))
        kept += 1
    return best, kept


@inner
def known(at: Any, key_zero: Any, child: Any) -> Any:
    """What the table has on a child: bounds from the view of its parent's mover, and the move tried first there."""
    key = peek_word(key_zero, at, child + KEY)
    payload = probe(np.int64(peek(at, HEADER)), np.int64(peek(at, child + BUCKET)), peek(at, child + TAG), key)
    if payload == _ZERO:
        return np.int64(-99), np.int64(99), np.int64(NO_MOVE)
    lower = lower_bound(key, payload)
    upper = upper_bound(key, payload)
    if peek(at, child + SAME) == _ZERO:
        lower, upper = -upper, -lower
    hint = table_move(key, payload)
    if peek(at, child + FLIPPED) != _ZERO and hint != NO_MOVE:
        hint = np.int64(peek(at, WIDTH)) - 1 - hint
    return lower, upper, hint
