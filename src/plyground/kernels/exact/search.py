"""The exact search: null windows over an explicit stack, and the windows that lead to the value.

The stack is explicit because Numba cannot load a recursive function from its disk cache.

**Threads.** All threads of a solve ask the same question of the same root and share the table. A child that another
thread is searching is put off until the siblings are done (each child once); by then the answer is often in the
table. Who is searching what stands in the signals, as hashes that may collide or get lost: they only change the order.
Every few hundred nodes a thread looks whether another one has answered a node above it, and goes back up there if so.
A thread that answers the question of the root publishes the bound, and the others go on to the next one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import inner
from ..memory.words import (
    count_bits,
    high_half,
    is_wide,
    low_half,
    lowest_bit_index,
    make_word,
    peek,
    peek_word,
    poke,
    poke_word,
)
from .expansion import expand, known
from .keys import mirrored
from .table import clear_table, lower_bound, pack, probe, store, table_move, upper_bound
from .tactics import below, is_free, landing_cells, settle, threats
from .workspace import (
    BLOCKED,
    BUCKET,
    BUSY_BITS,
    CELLS,
    CHILD,
    CHILD_PROBES,
    COLUMN_OF,
    DEFERRED,
    FAR_WINDOWS,
    FLAGS,
    FLIPPED,
    FRAME_SIZE,
    FRAMES,
    HEAD,
    HEAD_ALPHA,
    HEAD_BEST,
    HEAD_KEPT,
    HEAD_NEXT,
    HEAD_NODE,
    HEAD_NODES,
    HEADER,
    HINT,
    KEY,
    MASK,
    ME,
    MINE,
    MOVE,
    NEXT_POLL,
    NO_MOVE,
    NODE_LIMIT,
    NODES,
    OPTION_CLEAR_EACH,
    OPTION_FLAGS,
    OPTION_NODE_LIMIT,
    OPTION_THREAD,
    OPTION_THREADS,
    OPTION_WEAK,
    ORDER,
    QUESTION,
    ROOT,
    ROOT_STONES,
    SAME,
    SIGNAL_BUSY,
    SIGNAL_INDEX,
    SIGNAL_LOWER,
    SIGNAL_MOVE,
    SIGNAL_NODES,
    SIGNAL_SHARED_LOWER,
    SIGNAL_SHARED_UPPER,
    SIGNAL_STOP,
    SIGNAL_UPPER,
    SIGNALS,
    STONES,
    STOP_ASKED,
    STOP_SUPERSEDED,
    STOPPED,
    TAG,
    THEIRS,
    THREAD,
    THREADS,
    TWIN,
    TWIN_MOVER,
    TWIN_OTHER,
    WIDTH,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_POLL_EVERY = 4096
# Threads look up from their work more often: another one may have answered what they are working for.
_LOOK_UP_EVERY = 512
# Children with fewer free cells than this are too small to be worth putting off: marking them would cost more, because
# the marks lie in memory that every thread writes to.
_BUSY_FREE_CELLS = 18


@inner
def _poll(at: Any, nodes: Any) -> Any:
    """Publish the node count; see whether to stop, because of a signal, the node limit, or another thread's answer."""
    signals = np.int64(peek(at, SIGNALS))
    poke(signals, SIGNAL_NODES + np.int64(peek(at, THREAD)), np.uint64(nodes))
    limit = np.int64(peek(at, NODE_LIMIT))
    following = nodes + (_POLL_EVERY if np.int64(peek(at, THREADS)) == 1 else _LOOK_UP_EVERY)
    if limit > 0 and following > limit:
        following = limit
    poke(at, NEXT_POLL, np.uint64(following))
    if np.int64(peek(at, THREADS)) > 1:
        question = np.int64(peek(at, QUESTION))
        lower = np.int64(peek(signals, SIGNAL_SHARED_LOWER))
        upper = np.int64(peek(signals, SIGNAL_SHARED_UPPER))
        if (lower != 0 and (lower >> 8) - 1000 > question) or (upper != 0 and upper - 1000 <= question):
            poke(at, STOPPED, np.uint64(STOP_SUPERSEDED))
    if peek(signals, SIGNAL_STOP) != _ZERO or (limit > 0 and nodes >= limit):
        poke(at, STOPPED, np.uint64(STOP_ASKED))


@inner
def _busy_mark(at: Any, key_zero: Any, node: Any) -> Any:
    key = peek_word(key_zero, at, node + KEY)
    return ((low_half(key) ^ (high_half(key) << _ONE)) * _MIX) | _ONE


@inner
def _busy_slot(mark: Any) -> Any:
    return SIGNAL_BUSY + np.int64(mark >> np.uint64(64 - BUSY_BITS))


@inner
def _is_large(at: Any, node: Any) -> Any:
    return np.int64(peek(at, CELLS)) - np.int64(peek(at, node + STONES)) >= _BUSY_FREE_CELLS


@inner
def _unmark(at: Any, key_zero: Any, node: Any) -> Any:
    """This thread is no longer at the node."""
    if _is_large(at, node):
        mark = _busy_mark(at, key_zero, node)
        signals = np.int64(peek(at, SIGNALS))
        if peek(signals, _busy_slot(mark)) == mark:
            poke(signals, _busy_slot(mark), _ZERO)


@inner
def _answered(at: Any, key_zero: Any, depth: Any) -> Any:
    """The depth of the highest node above this one whose question another thread has answered meanwhile, and its
    value; depth 0 if there is none. (The root is not in the table.)"""
    size = np.int64(peek(at, FRAME_SIZE))
    header = np.int64(peek(at, HEADER))
    for above in range(1, depth):
        frame = FRAMES + above * size
        node = np.int64(peek(at, frame + HEAD_NODE))
        if not _is_large(at, node):
            break
        alpha = np.int64(peek(at, frame + HEAD_ALPHA))
        key = peek_word(key_zero, at, node + KEY)
        payload = probe(header, np.int64(peek(at, node + BUCKET)), peek(at, node + TAG), key)
        if payload != _ZERO:
            if lower_bound(key, payload) > alpha:
                return above, lower_bound(key, payload)
            if upper_bound(key, payload) <= alpha:
                return above, upper_bound(key, payload)
    return np.int64(0), np.int64(0)


@inner
def _keep(at: Any, key_zero: Any, node: Any, value: Any, alpha: Any, move: Any, work: Any) -> Any:
    """Store a node's result, joined with what the table has on it already."""
    header = np.int64(peek(at, HEADER))
    key = peek_word(key_zero, at, node + KEY)
    bucket = np.int64(peek(at, node + BUCKET))
    tag = peek(at, node + TAG)
    most = np.int64(63) if is_wide(key) else np.int64(31)
    lower = -most
    upper = most
    if move != NO_MOVE and peek(at, node + FLIPPED) != _ZERO:
        move = np.int64(peek(at, WIDTH)) - 1 - move
    old = probe(header, bucket, tag, key)
    if old != _ZERO:
        lower = lower_bound(key, old)
        upper = upper_bound(key, old)
        if move == NO_MOVE:
            move = table_move(key, old)
    if value > alpha:
        lower = max(lower, value)
    else:
        upper = min(upper, value)
    cost = 0
    while cost < 7 and work > 4:
        work >>= 2
        cost += 1
    store(header, bucket, tag, key, pack(key, lower, upper, move, cost))


@inner
def _pick(at: Any, key_zero: Any, frame: Any) -> Any:
    """The next child of a frame to search; with threads, one that nobody else is at, if there is any."""
    following = np.int64(peek(at, frame + HEAD_NEXT))
    poke(at, frame + HEAD_NEXT, np.uint64(following + 1))
    children = frame + HEAD
    chosen = np.int64(peek(at, children + following * CHILD + ORDER))
    if np.int64(peek(at, THREADS)) > 1 and _is_large(at, children + chosen * CHILD):
        signals = np.int64(peek(at, SIGNALS))
        kept = np.int64(peek(at, frame + HEAD_KEPT))
        while following > 0:
            node = children + chosen * CHILD
            if peek(at, node + DEFERRED) != _ZERO:
                break
            mark = _busy_mark(at, key_zero, node)
            if peek(signals, _busy_slot(mark)) != mark:
                break
            poke(at, node + DEFERRED, _ONE)
            for i in range(following, kept - 1):
                poke(at, children + i * CHILD + ORDER, peek(at, children + (i + 1) * CHILD + ORDER))
            poke(at, children + (kept - 1) * CHILD + ORDER, np.uint64(chosen))
            chosen = np.int64(peek(at, children + following * CHILD + ORDER))
        mark = _busy_mark(at, key_zero, children + chosen * CHILD)
        poke(signals, _busy_slot(mark), mark)
    return children + chosen * CHILD


@inner
def search(at: Any, zero: Any, key_zero: Any, root: Any, root_alpha: Any) -> Any:
    """Is the value of the quiet position in slot `root` above alpha?

    Returns a lower bound above alpha, or an upper bound not above it; without meaning if STOPPED is set. `zero` and
    `key_zero` carry the types of the board's words and of the keys.
    """
    size = np.int64(peek(at, FRAME_SIZE))
    threads = np.int64(peek(at, THREADS))
    probed = (np.int64(peek(at, FLAGS)) & CHILD_PROBES) != 0
    frame: Any = FRAMES
    depth = 0
    node = root
    alpha = root_alpha
    answered = np.int64(0)
    value = np.int64(0)
    while True:
        nodes = np.int64(peek(at, NODES)) + 1
        poke(at, NODES, np.uint64(nodes))
        if nodes >= np.int64(peek(at, NEXT_POLL)):
            _poll(at, nodes)
            if peek(at, STOPPED) != _ZERO:
                return np.int64(0)
            if threads > 1:
                answered, value = _answered(at, key_zero, depth)
        if answered > 0:
            while depth > answered:
                _unmark(at, key_zero, node)
                depth -= 1
                frame -= size
                node = np.int64(peek(at, frame + HEAD_NODE))
            kept = np.int64(0)
            answered = np.int64(0)
        else:
            value, kept = expand(at, zero, key_zero, node, alpha, frame + HEAD, depth)
        if value <= alpha and kept > 0:
            poke(at, frame + HEAD_NODE, np.uint64(node))
            poke(at, frame + HEAD_ALPHA, np.uint64(alpha))
            poke(at, frame + HEAD_BEST, np.uint64(value))
            poke(at, frame + HEAD_KEPT, np.uint64(kept))
            poke(at, frame + HEAD_NEXT, _ZERO)
            poke(at, frame + HEAD_NODES, np.uint64(nodes))
            decided = False
        else:
            decided = True
        while True:
            # Up to the parent, for as long as a child decides it.
            while decided:
                if depth == 0:
                    return value
                if threads > 1:
                    _unmark(at, key_zero, node)
                if peek(at, node + SAME) == _ZERO:
                    value = -value
                move = np.int64(peek(at, node + MOVE))
                depth -= 1
                frame -= size
                alpha = np.int64(peek(at, frame + HEAD_ALPHA))
                node = np.int64(peek(at, frame + HEAD_NODE))
                best = max(np.int64(peek(at, frame + HEAD_BEST)), value)
                poke(at, frame + HEAD_BEST, np.uint64(best))
                refutation = np.int64(NO_MOVE)
                if best > alpha:
                    refutation = np.int64(peek(at, COLUMN_OF + move))
                    if depth == 0:
                        poke(at, node + MOVE, np.uint64(move))
                elif np.int64(peek(at, frame + HEAD_NEXT)) < np.int64(peek(at, frame + HEAD_KEPT)):
                    break
                value = best
                if depth > 0:
                    work = np.int64(peek(at, NODES)) - np.int64(peek(at, frame + HEAD_NODES))
                    _keep(at, key_zero, node, best, alpha, refutation, work)
            child = _pick(at, key_zero, frame)
            depth += 1
            frame += size
            node = child
            if not probed or (threads > 1 and peek(at, child + DEFERRED) != _ZERO):
                # It was put off because another thread was at it; perhaps that one is through. (Or the probes before
                # the search are switched off.)
                lower, upper, _ = known(at, key_zero, child)
                if lower > alpha or upper <= alpha:
                    value = lower if lower > alpha else upper
                    if peek(at, child + SAME) == _ZERO:
                        value = -value
                    decided = True
                    continue
            if peek(at, child + SAME) == _ZERO:
                alpha = -alpha - 1
            break


@inner
def _prepare_twin(at: Any, zero: Any, key_zero: Any, me: Any, mask: Any, stones: Any) -> Any:
    """Can a position and its mirror image both come up below this root? Then both contain the root's image."""
    blocked = peek_word(zero, at, BLOCKED)
    other = mask ^ blocked ^ me
    twin_me = mirrored(at, me)
    twin_other = mirrored(at, other)
    poke_word(at, TWIN_MOVER, twin_me)
    poke_word(at, TWIN_OTHER, twin_other)
    poke(at, ROOT_STONES, np.uint64(stones))
    clash = (twin_me & other) | (twin_other & me) | (mirrored(at, blocked) ^ blocked)
    poke(at, TWIN, _ONE if clash == zero and not is_free(zero, key_zero) else _ZERO)


@inner
def _question(lower: Any, upper: Any, flags: Any) -> Any:
    """What to ask next, `lower <= question < upper`: from the far ends towards zero, where the costly answers are.

    A far window is decided within few stones, and what it leaves in the table helps the next.
    """
    if (flags & FAR_WINDOWS) == 0:
        return min(max(np.int64(0), lower), upper - 1)
    middle = lower + ((upper - lower) >> 1)
    if middle <= 0 and -((-lower) >> 1) < middle:
        return -((-lower) >> 1)
    if middle >= 0 and (upper >> 1) > middle:
        return upper >> 1
    return middle


@inner
def solve_position(at: Any, key_zero: Any, me: Any, mask: Any, stones: Any, weak: Any) -> Any:
    """(lower, upper, move) of a position without a line in it; move is a bit index, -1 on a full board."""
    zero = me ^ me
    cells = np.int64(peek(at, CELLS))
    flags = np.int64(peek(at, FLAGS))
    signals = np.int64(peek(at, SIGNALS))
    threads = np.int64(peek(at, THREADS))
    landing = landing_cells(at, mask, key_zero)
    if landing == zero:
        return np.int64(0), np.int64(0), np.int64(-1)
    mine = threats(at, me, mask, key_zero)
    theirs = threats(at, mask ^ peek_word(zero, at, BLOCKED) ^ me, mask, key_zero)
    lower = -((cells - stones) >> 1)
    upper = (cells + 1 - stones) >> 1
    if weak:
        lower = max(lower, np.int64(-1))
        upper = min(upper, np.int64(1))
    if (landing & mine) != zero:
        return upper, upper, lowest_bit_index(landing & mine)
    # A move to name if nothing better comes out: a forced one, else a safe one, else any.
    fallback = landing & theirs
    if fallback == zero:
        fallback = landing & ~below(at, theirs, key_zero)
    if fallback == zero:
        fallback = landing
    move = lowest_bit_index(fallback)
    _prepare_twin(at, zero, key_zero, me, mask, stones)
    while lower < upper:
        poke(signals, SIGNAL_LOWER, np.uint64(lower))
        poke(signals, SIGNAL_UPPER, np.uint64(upper))
        poke(signals, SIGNAL_MOVE, np.uint64(move))
        question = _question(lower, upper, flags)
        poke(at, QUESTION, np.uint64(question))
        settled, value, r_me, r_mask, r_mine, r_theirs, r_stones, turned = settle(
            at, me, mask, mine, theirs, stones, question, flags, key_zero
        )
        if not settled:
            poke_word(at, ROOT + ME, r_me)
            poke_word(at, ROOT + MASK, r_mask)
            poke_word(at, ROOT + MINE, r_mine)
            poke_word(at, ROOT + THEIRS, r_theirs)
            poke(at, ROOT + STONES, np.uint64(r_stones))
            poke(at, ROOT + HINT, np.uint64(NO_MOVE))
            if turned:
                value = -search(at, zero, key_zero, ROOT, -question - 1)
            else:
                value = search(at, zero, key_zero, ROOT, question)
            if peek(at, STOPPED) == np.uint64(STOP_ASKED):
                break
            if peek(at, STOPPED) == _ZERO:
                if value > question and r_stones == stones:
                    move = np.int64(peek(at, ROOT + MOVE))
            else:
                # Another thread was faster: take over what it has proven.
                poke(at, STOPPED, _ZERO)
                shared = np.int64(peek(signals, SIGNAL_SHARED_LOWER))
                if shared != 0 and (shared >> 8) - 1000 > question:
                    value = (shared >> 8) - 1000
                    move = (shared & 255) - 1
                else:
                    value = np.int64(peek(signals, SIGNAL_SHARED_UPPER)) - 1000
        if value > question:
            lower = min(value, upper)
            if threads > 1 and (lower + 1000) * 256 + move + 1 > np.int64(peek(signals, SIGNAL_SHARED_LOWER)):
                poke(signals, SIGNAL_SHARED_LOWER, np.uint64((lower + 1000) * 256 + move + 1))
        else:
            upper = max(value, lower)
            shared = np.int64(peek(signals, SIGNAL_SHARED_UPPER))
            if threads > 1 and (shared == 0 or upper + 1000 < shared):
                poke(signals, SIGNAL_SHARED_UPPER, np.uint64(upper + 1000))
    return lower, upper, move


@inner
def solve_all(
    at: Any, zero: Any, key_zero: Any, header: Any, signals: Any, positions: Any, options: Any, results: Any
) -> Any:
    """Solve the rows of `positions` one after the other."""
    poke(at, HEADER, np.uint64(header))
    poke(at, SIGNALS, np.uint64(signals))
    poke(at, FLAGS, np.uint64(options[OPTION_FLAGS]))
    poke(at, NODE_LIMIT, np.uint64(options[OPTION_NODE_LIMIT]))
    poke(at, THREAD, np.uint64(options[OPTION_THREAD]))
    poke(at, THREADS, np.uint64(options[OPTION_THREADS]))
    weak = options[OPTION_WEAK] != 0
    blocked = peek_word(zero, at, BLOCKED)
    for i in range(positions.shape[0]):
        if options[OPTION_CLEAR_EACH] != 0:
            clear_table(header)
        me = make_word(zero, positions[i, 0], positions[i, 1])
        mask = make_word(zero, positions[i, 2], positions[i, 3]) | blocked
        first_poll = np.int64(_POLL_EVERY)
        if 0 < options[OPTION_NODE_LIMIT] < _POLL_EVERY:
            first_poll = options[OPTION_NODE_LIMIT]
        if peek(signals, SIGNAL_STOP) != _ZERO:
            first_poll = np.int64(1)
        poke(at, NODES, _ZERO)
        poke(at, STOPPED, _ZERO)
        poke(at, NEXT_POLL, np.uint64(first_poll))
        poke(signals, SIGNAL_INDEX, np.uint64(i))
        lower, upper, move = solve_position(at, key_zero, me, mask, count_bits(mask ^ blocked), weak)
        results[i, 0] = lower
        results[i, 1] = upper
        results[i, 2] = np.int64(peek(at, COLUMN_OF + move)) if move >= 0 else np.int64(-1)
        results[i, 3] = np.int64(peek(at, NODES))
        results[i, 4] = 0 if peek(at, STOPPED) != _ZERO else 1
