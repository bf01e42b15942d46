"""The exact search: null windows over an explicit stack.

The stack is explicit because Numba cannot load a recursive function from its disk cache. `windows` leads from
here to the value.

**Threads.** All threads of a solve ask the same question of the same root and share the table. A child that another
thread is searching is put off until the siblings are done (each child once); by then the answer is often in the
table. Who is searching what stands in the signals, as hashes that may collide or get lost: they only change the order.
Every few hundred nodes a thread looks whether another one has answered a node above it, and goes back up there if so.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import inner
from ..memory.records import shifted
from ..memory.words import high_half, low_half
from .expansion import expand, known
from .records import BUSY_BITS, CHILD_PROBES, NO_MOVE, NOT_STOPPED, STOP_ASKED, STOP_SUPERSEDED
from .table import MOST_COST, largest_bound, lower_bound, pack, probe, store, table_move, upper_bound

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_MIX = np.uint64(0x9E3779B97F4A7C15)
POLL_EVERY = 4096
# Threads look up from their work more often: another one may have answered what they are working for.
_LOOK_UP_EVERY = 512
# Children with fewer free cells than this are too small to be worth putting off: marking them would cost more, because
# the marks lie in memory that every thread writes to.
_BUSY_FREE_CELLS = 18
_BOUND_OFFSET = 1000
_MOVE_BITS = 8


@inner
def search(work: Any, root: Any, root_alpha: Any) -> Any:
    """Is the value of a quiet position above alpha?

    Returns a lower bound above alpha, or an upper bound not above it; without meaning if `work.stopped` is set.
    """
    threads = work.job.threads
    probed = (work.job.ideas & CHILD_PROBES) != 0
    frame = work.frames
    node = root
    alpha = root_alpha
    depth = 0
    while True:
        # A node is entered: count it, and expand it, which may decide it.
        work.nodes += 1
        answered = np.int64(0)
        value = np.int64(0)
        if work.nodes >= work.next_poll:
            poll(work)
            if work.stopped != NOT_STOPPED:
                return np.int64(0)
            if threads > 1:
                answered, value = _answered(work, depth)
        if answered > 0:
            while depth > answered:
                _unmark(work, node)
                depth -= 1
                frame = shifted(frame, -work.frame_bytes)
                node = frame.node
            decided = True
        else:
            value, kept = expand(work, node, alpha, frame, depth == 0)
            decided = value > alpha or kept == 0
            if not decided:
                frame.node = node
                frame.alpha = alpha
                frame.best = value
                frame.kept = kept
                frame.following = 0
                frame.nodes = work.nodes
        # From here on either up, with a value, or down to the next child.
        entered = False
        while not entered:
            if decided:
                if depth == 0:
                    return value
                if threads > 1:
                    _unmark(work, node)
                if not node.same_mover:
                    value = -value
                move = node.move
                depth -= 1
                frame = shifted(frame, -work.frame_bytes)
                node = frame.node
                alpha = frame.alpha
                best = max(frame.best, value)
                frame.best = best
                decided = best > alpha or frame.following == frame.kept
                if decided:
                    value = best
                    refutation = np.int64(NO_MOVE)
                    if best > alpha:
                        refutation = work.column_of[move]
                        if depth == 0:
                            node.move = move
                    if depth > 0:
                        _keep(work, node, best, alpha, refutation, work.nodes - frame.nodes)
            else:
                node = _pick(work, frame)
                depth += 1
                frame = shifted(frame, work.frame_bytes)
                if not probed or (threads > 1 and node.deferred):
                    # It was put off because another thread was at it; perhaps that one is through. (Or the probes
                    # before the search are switched off.)
                    lower, upper, _ = known(work, node)
                    if lower > alpha or upper <= alpha:
                        value = lower if lower > alpha else upper
                        if not node.same_mover:
                            value = -value
                        decided = True
                if not decided:
                    if not node.same_mover:
                        alpha = -alpha - 1
                    entered = True


@inner
def _keep(work: Any, node: Any, value: Any, alpha: Any, move: Any, effort: Any) -> Any:
    """Store a node's result, joined with what the table has on it already."""
    key = node.key
    lower = -largest_bound(key)
    upper = largest_bound(key)
    if move != NO_MOVE and node.flipped:
        move = work.width - 1 - move
    old = probe(work.job.table, node.bucket, node.tag, key)
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
    while cost < MOST_COST and effort > 4:
        effort >>= 2
        cost += 1
    store(work.job.table, node.bucket, node.tag, key, pack(key, lower, upper, move, cost))


@inner
def _pick(work: Any, frame: Any) -> Any:
    """The next child of a frame to search; with threads, one that nobody else is at, if there is any."""
    order = frame.order
    place = frame.following
    frame.following = place + 1
    child = frame.children[order[place]]
    if work.job.threads > 1 and _is_large(work, child):
        while place > 0 and not child.deferred and _is_busy(work, child):
            child.deferred = True
            number = order[place]
            for i in range(place, frame.kept - 1):
                order[i] = order[i + 1]
            order[frame.kept - 1] = number
            child = frame.children[order[place]]
        mark = _mark_of(child)
        work.job.signals.busy[_place_of(mark)] = mark
    return child


@inner
def _mark_of(node: Any) -> Any:
    """What a thread at this node writes to the signals."""
    return ((low_half(node.key) ^ (high_half(node.key) << _ONE)) * _MIX) | _ONE


@inner
def _place_of(mark: Any) -> Any:
    return np.int64(mark >> np.uint64(64 - BUSY_BITS))


@inner
def _is_busy(work: Any, node: Any) -> Any:
    mark = _mark_of(node)
    return work.job.signals.busy[_place_of(mark)] == mark


@inner
def _is_large(work: Any, node: Any) -> Any:
    return work.cells - node.stones >= _BUSY_FREE_CELLS


@inner
def _unmark(work: Any, node: Any) -> Any:
    """This thread is no longer at the node."""
    if _is_large(work, node):
        mark = _mark_of(node)
        busy = work.job.signals.busy
        if busy[_place_of(mark)] == mark:
            busy[_place_of(mark)] = _ZERO


@inner
def _answered(work: Any, depth: Any) -> Any:
    """The depth of the highest node above this one whose question another thread has answered meanwhile, and its
    value; depth 0 if there is none. (The root is not in the table.)"""
    frame = work.frames
    for above in range(1, depth):
        frame = shifted(frame, work.frame_bytes)
        node = frame.node
        if not _is_large(work, node):
            break
        key = node.key
        payload = probe(work.job.table, node.bucket, node.tag, key)
        if payload != _ZERO:
            if lower_bound(key, payload) > frame.alpha:
                return above, lower_bound(key, payload)
            if upper_bound(key, payload) <= frame.alpha:
                return above, upper_bound(key, payload)
    return np.int64(0), np.int64(0)


@inner
def poll(work: Any) -> Any:
    """Publish the node count; see whether to stop, because of a signal, the node limit, or another thread's answer."""
    signals = work.job.signals
    signals.nodes[work.job.thread] = work.nodes
    work.next_poll = work.nodes + (POLL_EVERY if work.job.threads == 1 else _LOOK_UP_EVERY)
    if work.job.node_limit > 0:
        work.next_poll = min(work.next_poll, work.job.node_limit)
    if work.job.threads > 1 and (
        bound_of(signals.shared_lower) > work.window or upper_bound_of(signals.shared_upper) <= work.window
    ):
        work.stopped = STOP_SUPERSEDED
    if signals.stop != 0 or (work.job.node_limit > 0 and work.nodes >= work.job.node_limit):
        work.stopped = STOP_ASKED


# What threads share is packed into words that only grow: a bound and the move that proves it cannot be torn apart, and
# 0 is a bound that says nothing.


@inner
def packed(bound: Any, move: Any) -> Any:
    """A lower bound and the move that proves it."""
    return ((bound + _BOUND_OFFSET) << _MOVE_BITS) | (move + 1)


@inner
def bound_of(shared: Any) -> Any:
    return (shared >> _MOVE_BITS) - _BOUND_OFFSET


@inner
def move_of(shared: Any) -> Any:
    return (shared & ((1 << _MOVE_BITS) - 1)) - 1


@inner
def packed_upper(bound: Any) -> Any:
    return _BOUND_OFFSET - bound


@inner
def upper_bound_of(shared: Any) -> Any:
    return _BOUND_OFFSET - shared
