"""The exact search on boards with gravity."""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiled import entry, inner
from .lines import completing_cells, has_line, line_cells
from .table import ENTRIES, bucket_of, clear_table, lower_bound, pack, probe, store, table_column, touch, upper_bound
from .word import (
    count_bits,
    is_wide,
    lowest_bit_index,
    make_word,
    peek,
    peek_word,
    poke,
    poke_word,
    wide_zero,
)

# --- The workspace: one uint64 array per thread. Words of the board take two slots each. ---
NODES = 0
STOPPED = 1
NEXT_POLL = 2
ROOT_MOVE = 3
FLAGS = 4
CONNECT = 5
STRIDE = 6
WIDTH = 7
CELLS = 8
FOUR = 9
HEADER = 10
SIGNALS = 11
NODE_LIMIT = 12
THREAD = 13
BOTTOM = 16
PLAYABLE = 18
EVENS = 20
BLOCKED = 22
COLUMN_OF = 64  # 128 slots: the column of each bit
WEIGHT_OF = 192  # 128 slots: ordering weight of each cell
ROOT = 320
FRAMES = 340
CHILD = 18  # slots per child in a frame

_ONE = np.uint64(1)
_ZERO = np.uint64(0)

# --- Flags ---
F_EVENS = 1
F_ZUG = 2
F_DEAD = 4
F_ETC = 8
F_TABLE_MOVE = 16
F_CHAIN = 32
F_MIRROR = 64
F_BISECT = 128
F_ALIVE = 256

POLL_EVERY = 4096

# Slots of the signals, shared by all threads of one solve.
SIGNAL_STOP = 0
SIGNAL_LOWER = 1
SIGNAL_UPPER = 2
SIGNAL_MOVE = 3
SIGNAL_INDEX = 4
SIGNAL_NODES = 8  # one slot per thread from here

# Slots of the options.
OPTION_FLAGS = 0
OPTION_WEAK = 1
OPTION_CLEAR_EACH = 2
OPTION_NODE_LIMIT = 3
OPTION_THREAD = 4
OPTION_THREADS = 5


@inner
def below(at: Any, cells: Any) -> Any:
    """The playable cells just under the given ones (blocked cells are skipped)."""
    blocked = peek_word(cells, at, BLOCKED)
    down = cells >> 1
    zero = cells ^ cells
    while (down & blocked) != zero:
        down = (down & ~blocked) | ((down & blocked) >> 1)
    return down


@inner
def threats(at: Any, stones: Any, mask: Any) -> Any:
    """The free cells that complete a line of `stones`."""
    cells = completing_cells(
        stones,
        np.int64(peek(at, CONNECT)),
        np.int64(peek(at, STRIDE)),
        np.int64(peek(at, WIDTH)),
        peek(at, FOUR) != _ZERO,
    )
    return cells & peek_word(stones, at, PLAYABLE) & ~mask


@inner
def lined(at: Any, stones: Any) -> Any:
    return has_line(
        stones,
        np.int64(peek(at, CONNECT)),
        np.int64(peek(at, STRIDE)),
        np.int64(peek(at, WIDTH)),
        peek(at, FOUR) != _ZERO,
    )


@inner
def covered(at: Any, stones: Any) -> Any:
    return line_cells(
        stones,
        np.int64(peek(at, CONNECT)),
        np.int64(peek(at, STRIDE)),
        np.int64(peek(at, WIDTH)),
        peek(at, FOUR) != _ZERO,
    )


QUIET = 0
SETTLED = 1


@inner
def settle(at: Any, me: Any, mask: Any, mine: Any, theirs: Any, stones: Any, alpha: Any) -> Any:
    """Play out forced moves.

    Returns (settled, value, me, mask, mine, theirs, stones, flipped): either a value for the side that was to move
    (a bound that decides `value > alpha`), or the quiet position at the end of the chain.
    """
    cells = np.int64(peek(at, CELLS))
    playable = peek_word(me, at, PLAYABLE)
    bottom = peek_word(me, at, BOTTOM)
    blocked = peek_word(me, at, BLOCKED)
    zero = me ^ me
    one = make_word(me, _ONE, _ZERO)
    flipped = False
    while True:
        landing = (mask + bottom) & playable
        value = np.int64(0)
        done = True
        if (landing & mine) != zero:
            value = (cells + 1 - stones) >> 1
        elif landing == zero:
            value = np.int64(0)
        else:
            forced = landing & theirs
            if forced != zero:
                if (forced & (forced - one)) != zero or (forced & below(at, theirs)) != zero:
                    value = -((cells - stones) >> 1)
                else:
                    done = False
            else:
                safe = landing & ~below(at, theirs)
                if safe == zero:
                    value = -((cells - stones) >> 1)
                elif stones >= cells - 2:
                    value = np.int64(0)
                else:
                    done = False
            if not done:
                most = (cells - 1 - stones) >> 1
                least = -((cells - 2 - stones) >> 1)
                limit = -alpha - 1 if flipped else alpha
                if most <= limit:
                    value = most
                    done = True
                elif least > limit:
                    value = least
                    done = True
                elif forced == zero:
                    return False, np.int64(0), me, mask, mine, theirs, stones, flipped
        if done:
            if flipped:
                value = -value
            return True, value, me, mask, mine, theirs, stones, flipped
        other = (mask ^ blocked ^ me)
        mover = me | forced
        mask = mask | forced
        stones += 1
        me = other
        mine = theirs & ~forced
        theirs = threats(at, mover, mask)
        flipped = not flipped


@inner
def static_upper(at: Any, me: Any, mask: Any, theirs: Any, stones: Any, flags: Any) -> Any:
    """An upper bound for the side to move, from strategies that the other side can follow blindly."""
    cells = np.int64(peek(at, CELLS))
    playable = peek_word(me, at, PLAYABLE)
    evens = peek_word(me, at, EVENS)
    landing = (mask + peek_word(me, at, BOTTOM)) & playable
    free = playable & ~mask
    zero = me ^ me
    bound = np.int64(99)
    if ((cells - stones) & 1) == 0:
        if (flags & F_EVENS) != 0:
            claimed = free & evens & ~landing
            if not lined(at, me | (free & ~claimed)):
                bound = np.int64(0)
                opponent = mask ^ peek_word(me, at, BLOCKED) ^ me
                if lined(at, opponent | claimed):
                    bound = np.int64(-1)
    elif (flags & F_ZUG) != 0:
        # Odd columns are those whose landing cell is an even one.
        odd_landing = landing & evens
        candidates = theirs & ~evens & ~landing
        while candidates != zero:
            one = make_word(me, _ONE, _ZERO)
            spot = candidates & (~candidates + one)
            column = np.int64(peek(at, COLUMN_OF + lowest_bit_index(spot)))
            stride = np.int64(peek(at, STRIDE))
            whole = ((one << stride) - one) << (stride * column)
            candidates = candidates & ~whole
            if (odd_landing & whole) != zero:
                claimed = (free & evens & ~landing & ~whole) | (free & whole & (~evens | ~(spot - one)))
                if not lined(at, me | (free & ~claimed)):
                    above = count_bits(whole & playable & ~(spot - one)) - 1
                    value = -((2 + above) >> 1)
                    if value < bound:
                        bound = value
    return bound


@inner
def key_of(at: Any, me: Any, mask: Any, flags: Any) -> Any:
    """The position as a table key; equal keys have equal values."""
    bottom = peek_word(me, at, BOTTOM)
    zero = me ^ me
    mine = me
    if (flags & F_DEAD) != 0:
        playable = peek_word(me, at, PLAYABLE)
        other = mask ^ peek_word(me, at, BLOCKED) ^ me
        live = covered(at, playable & ~other) | covered(at, playable & ~me)
        dead = (me | other) & ~live
        if dead != zero:
            live = covered(at, playable & ~(other & ~dead)) | covered(at, playable & ~(me & ~dead))
            mine = me & ~(dead & ~live)
    return mine | ((mask + bottom) & ~mask)


@inner
def mirrored(at: Any, key: Any) -> Any:
    stride = np.int64(peek(at, STRIDE))
    width = np.int64(peek(at, WIDTH))
    one = make_word(key, _ONE, _ZERO)
    column = (one << stride) - one
    result = key ^ key
    rest = key
    for _ in range(width):
        result = (result << stride) | (rest & column)
        rest = rest >> stride
    return result


@inner
def poll(at: Any, nodes: Any) -> Any:
    """Publish the node count, look at the stop flag and the node limit."""
    signals = np.int64(peek(at, SIGNALS))
    poke(signals, SIGNAL_NODES + np.int64(peek(at, THREAD)), np.uint64(nodes))
    limit = np.int64(peek(at, NODE_LIMIT))
    following = nodes + POLL_EVERY
    if limit > 0 and following > limit:
        following = limit
    poke(at, NEXT_POLL, np.uint64(following))
    if peek(signals, SIGNAL_STOP) != _ZERO or (limit > 0 and nodes >= limit):
        poke(at, STOPPED, _ONE)


# Slots of one position in a frame.
ME = 0
MASK = 2
MINE = 4  # the threats of the side to move
THEIRS = 6
KEY = 8
BUCKET = 10
TAG = 11
STONES = 12
SAME = 13  # 1 if the side to move is the one of the parent (after an odd number of forced replies)
MOVE = 14  # bit index of the parent's move
RANK = 15
HINT = 16  # the table's column, 31 if none
ORDER = 17  # slot i of a frame: the child to search as number i


@inner
def expand(at: Any, zero: Any, node: Any, alpha: Any, frame: Any, depth: Any) -> Any:
    """Generate the children of the quiet position in slot `node`.

    Returns (value, number of children left to search): a value above alpha is a cut-off; a value not above it is the
    best that the moves decided here can reach. The children left are in the frame, ORDER says in which order.
    """
    flags = np.int64(peek(at, FLAGS))
    header = np.int64(peek(at, HEADER))
    me = peek_word(zero, at, node + ME)
    mask = peek_word(zero, at, node + MASK)
    theirs = peek_word(zero, at, node + THEIRS)
    stones = np.int64(peek(at, node + STONES))
    table_hint = np.int64(peek(at, node + HINT))
    one = make_word(zero, _ONE, _ZERO)
    landing = (mask + peek_word(zero, at, BOTTOM)) & peek_word(zero, at, PLAYABLE)
    moves = landing & ~below(at, theirs)
    other = mask ^ peek_word(zero, at, BLOCKED) ^ me
    best = np.int64(-99)
    count = 0
    while moves != zero:
        move = moves & (~moves + one)
        moves = moves & ~move
        index = lowest_bit_index(move)
        new_mask = mask | move
        created = threats(at, me | move, new_mask)
        settled, value, c_me, c_mask, c_mine, c_theirs, c_stones, same = settle(
            at, other, new_mask, theirs & ~move, created, stones + 1, -alpha - 1
        )
        if settled:
            value = -value
            if value > alpha:
                if depth == 0:
                    poke(at, node + MOVE, np.uint64(index))
                return value, 0
            best = max(best, value)
            continue
        upper = static_upper(at, c_me, c_mask, c_theirs, c_stones, flags)
        if same:
            if upper <= alpha:
                best = max(best, upper)
                continue
        elif -upper > alpha:
            if depth == 0:
                poke(at, node + MOVE, np.uint64(index))
            return -upper, 0
        key = key_of(at, c_me, c_mask, flags)
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
        rank = 64 * count_bits(created) + np.int64(peek(at, WEIGHT_OF + index))
        if (flags & F_TABLE_MOVE) != 0 and table_hint == np.int64(peek(at, COLUMN_OF + index)):
            rank += 100000
        poke(at, child + RANK, np.uint64(rank))
        count += 1

    # Enhanced transposition cut-offs: what is known of every child, before any is searched.
    kept = 0
    for i in range(count):
        child = frame + i * CHILD
        key = peek_word(zero, at, child + KEY)
        payload = probe(header, np.int64(peek(at, child + BUCKET)), peek(at, child + TAG), key)
        hint = np.int64(31)
        if payload != _ZERO:
            hint = table_column(key, payload)
            lower = lower_bound(key, payload)
            upper = upper_bound(key, payload)
            if peek(at, child + SAME) == _ZERO:
                lower, upper = -upper, -lower
            if lower > alpha:
                if depth == 0:
                    poke(at, node + MOVE, peek(at, child + MOVE))
                return lower, 0
            if upper <= alpha:
                best = max(best, upper)
                continue
        poke(at, child + HINT, np.uint64(hint))
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


# Slots at the head of a frame; its children follow.
F_NODE = 0
F_ALPHA = 1
F_BEST = 2
F_KEPT = 3
F_NEXT = 4
F_NODES = 5
FRAME_HEAD = 8


@inner
def search(at: Any, zero: Any, root: Any, root_alpha: Any) -> Any:
    """Is the value of the quiet position in slot `root` above alpha?

    Returns a lower bound above alpha, or an upper bound not above it. `zero` carries the type of the board's words.
    The stack is explicit: Numba cannot load a recursive function from its disk cache.
    """
    header = np.int64(peek(at, HEADER))
    size = FRAME_HEAD + np.int64(peek(at, WIDTH)) * CHILD
    frame = FRAMES
    depth = 0
    node = root
    alpha = root_alpha
    while True:
        nodes = np.int64(peek(at, NODES)) + 1
        poke(at, NODES, np.uint64(nodes))
        if nodes >= np.int64(peek(at, NEXT_POLL)):
            poll(at, nodes)
            if peek(at, STOPPED) != _ZERO:
                return np.int64(0)
        value, kept = expand(at, zero, node, alpha, frame + FRAME_HEAD, depth)
        if value <= alpha and kept > 0:
            poke(at, frame + F_NODE, np.uint64(node))
            poke(at, frame + F_ALPHA, np.uint64(alpha))
            poke(at, frame + F_BEST, np.uint64(value))
            poke(at, frame + F_KEPT, np.uint64(kept))
            poke(at, frame + F_NEXT, _ZERO)
            poke(at, frame + F_NODES, np.uint64(nodes))
        else:
            # Decided without a search: up to the parent, as far as that decides more.
            while True:
                if depth == 0:
                    return value
                if peek(at, node + SAME) == _ZERO:
                    value = -value
                move = np.int64(peek(at, node + MOVE))
                depth -= 1
                frame -= size
                alpha = np.int64(peek(at, frame + F_ALPHA))
                node = np.int64(peek(at, frame + F_NODE))
                following = np.int64(peek(at, frame + F_NEXT))
                column = np.int64(31)
                best = np.int64(peek(at, frame + F_BEST))
                if value > best:
                    best = value
                    poke(at, frame + F_BEST, np.uint64(best))
                if best > alpha:
                    column = np.int64(peek(at, COLUMN_OF + move))
                    if depth == 0:
                        poke(at, node + MOVE, np.uint64(move))
                elif following < np.int64(peek(at, frame + F_KEPT)):
                    break
                value = best
                if depth > 0:
                    work = np.int64(peek(at, NODES)) - np.int64(peek(at, frame + F_NODES))
                    key = peek_word(zero, at, node + KEY)
                    keep(
                        header, np.int64(peek(at, node + BUCKET)), peek(at, node + TAG), key, best, alpha, column, work
                    )
        following = np.int64(peek(at, frame + F_NEXT))
        poke(at, frame + F_NEXT, np.uint64(following + 1))
        children = frame + FRAME_HEAD
        node = children + np.int64(peek(at, children + following * CHILD + ORDER)) * CHILD
        if peek(at, node + SAME) == _ZERO:
            alpha = -alpha - 1
        depth += 1
        frame += size


@inner
def keep(header: Any, bucket: Any, tag: Any, key: Any, value: Any, alpha: Any, column: Any, work: Any) -> Any:
    """Store a result, joined with the bound of the other side if the table has one."""
    most = np.int64(63) if is_wide(key) else np.int64(31)
    lower = -most
    upper = most
    old = probe(header, bucket, tag, key)
    if old != _ZERO:
        lower = lower_bound(key, old)
        upper = upper_bound(key, old)
        if column == 31:
            column = table_column(key, old)
    if value > alpha:
        lower = max(lower, value)
    else:
        upper = min(upper, value)
    cost = 0
    while cost < 7 and work > 4:
        work >>= 2
        cost += 1
    store(header, bucket, tag, key, pack(key, lower, upper, column, cost))


@inner
def solve_position(at: Any, me: Any, mask: Any, stones: Any, weak: Any) -> Any:
    """Bounds of the value, a best move (bit index, -1 if none), for one position that is not won yet."""
    zero = me ^ me
    one = make_word(zero, _ONE, _ZERO)
    cells = np.int64(peek(at, CELLS))
    flags = np.int64(peek(at, FLAGS))
    other = mask ^ peek_word(zero, at, BLOCKED) ^ me
    landing = (mask + peek_word(zero, at, BOTTOM)) & peek_word(zero, at, PLAYABLE)
    if landing == zero:
        return np.int64(0), np.int64(0), np.int64(-1)
    mine = threats(at, me, mask)
    theirs = threats(at, other, mask)
    wins = landing & mine
    lower = -((cells - stones) >> 1)
    upper = (cells + 1 - stones) >> 1
    if weak:
        lower = max(lower, np.int64(-1))
        upper = min(upper, np.int64(1))
    if wins != zero:
        return upper, upper, lowest_bit_index(wins)
    # A move to name if nothing better comes out: a forced one, a safe one, any.
    fallback = landing & theirs
    if fallback == zero:
        fallback = landing & ~below(at, theirs)
    if fallback == zero:
        fallback = landing
    move = lowest_bit_index(fallback)
    node = ROOT
    signals = np.int64(peek(at, SIGNALS))
    while lower < upper:
        poke(signals, SIGNAL_LOWER, np.uint64(lower))
        poke(signals, SIGNAL_UPPER, np.uint64(upper))
        poke(signals, SIGNAL_MOVE, np.uint64(move))
        # Windows from the far ends towards zero.
        middle = lower + ((upper - lower) >> 1)
        if (flags & F_BISECT) != 0:
            if middle <= 0 and -((-lower) >> 1) < middle:
                middle = -((-lower) >> 1)
            elif middle >= 0 and (upper >> 1) > middle:
                middle = upper >> 1
        else:
            middle = min(max(np.int64(0), lower), upper - 1)
        settled, value, r_me, r_mask, r_mine, r_theirs, r_stones, flipped = settle(
            at, me, mask, mine, theirs, stones, middle
        )
        if not settled:
            poke_word(at, node + ME, r_me)
            poke_word(at, node + MASK, r_mask)
            poke_word(at, node + MINE, r_mine)
            poke_word(at, node + THEIRS, r_theirs)
            poke(at, node + STONES, np.uint64(r_stones))
            poke(at, node + HINT, np.uint64(31))
            if flipped:
                value = -search(at, zero, node, -middle - 1)
            else:
                value = search(at, zero, node, middle)
            if peek(at, STOPPED) != _ZERO:
                break
            if value > middle and r_stones == stones:
                move = np.int64(peek(at, node + MOVE))
        if value > middle:
            lower = value
            if weak:
                lower = min(lower, upper)
        else:
            upper = value
            if weak:
                upper = max(lower, upper)
    return lower, upper, move


@inner
def _solve_all(at: Any, zero: Any, header: Any, signals: Any, positions: Any, options: Any, results: Any) -> Any:
    poke(at, HEADER, np.uint64(header))
    poke(at, SIGNALS, np.uint64(signals))
    poke(at, FLAGS, np.uint64(options[OPTION_FLAGS]))
    poke(at, NODE_LIMIT, np.uint64(options[OPTION_NODE_LIMIT]))
    poke(at, THREAD, np.uint64(options[OPTION_THREAD]))
    weak = options[OPTION_WEAK] != 0
    for i in range(positions.shape[0]):
        if options[OPTION_CLEAR_EACH] != 0:
            clear_table(header)
        me = make_word(zero, positions[i, 0], positions[i, 1])
        mask = make_word(zero, positions[i, 2], positions[i, 3]) | peek_word(zero, at, BLOCKED)
        poke(at, NODES, _ZERO)
        poke(at, STOPPED, _ZERO)
        poke(at, NEXT_POLL, np.uint64(POLL_EVERY))
        poke(signals, SIGNAL_INDEX, np.uint64(i))
        if np.int64(peek(signals, SIGNAL_STOP)) != 0 or 0 < options[OPTION_NODE_LIMIT] < POLL_EVERY:
            poke(at, NEXT_POLL, _ONE)
        stones = count_bits(mask ^ peek_word(zero, at, BLOCKED))
        lower, upper, move = solve_position(at, me, mask, stones, weak)
        results[i, 0] = lower
        results[i, 1] = upper
        results[i, 2] = np.int64(peek(at, COLUMN_OF + move)) if move >= 0 else np.int64(-1)
        results[i, 3] = np.int64(peek(at, NODES))
        results[i, 4] = 0 if peek(at, STOPPED) != _ZERO else 1


@entry
def solve_narrow(
    workspace: Any, header: Any, entries: Any, signals: Any, positions: Any, options: Any, results: Any
) -> None:
    """Solve positions on boards of up to 64 bits (see the package's docstring for the arrays)."""
    poke(np.int64(header.ctypes.data), ENTRIES, np.uint64(entries.ctypes.data))
    _solve_all(
        np.int64(workspace.ctypes.data),
        _ZERO,
        np.int64(header.ctypes.data),
        np.int64(signals.ctypes.data),
        positions,
        options,
        results,
    )


@entry
def solve_wide(
    workspace: Any, header: Any, entries: Any, signals: Any, positions: Any, options: Any, results: Any
) -> None:
    """Solve positions on boards of 65 to 128 bits."""
    poke(np.int64(header.ctypes.data), ENTRIES, np.uint64(entries.ctypes.data))
    _solve_all(
        np.int64(workspace.ctypes.data),
        wide_zero(),
        np.int64(header.ctypes.data),
        np.int64(signals.ctypes.data),
        positions,
        options,
        results,
    )
