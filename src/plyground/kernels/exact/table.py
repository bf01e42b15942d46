"""The transposition table: bounds, move and cost of positions, shared by threads without locks.

**One-word keys** (`key_bits` <= 64). The key is mixed by `x = ((key ^ (key >> 32)) * ODD) mod 2**key_bits`, each step
of which can be undone, so key -> x is one to one. The top bits of x choose a bucket, all the others are stored in the
entry as its tag: bucket and tag together are x, so an entry that matches is an entry of this very key, for every table
size. An entry is one 64-bit word, read and written at once, so it cannot be torn. Bits left over hold a generation,
which makes clearing the table a matter of counting up; without any, or when they have run through, it is zeroed.

**Two-word keys** store the whole key in two words beside a third that holds payload, generation, a lock bit and a
count of writes. A writer takes the slot by compare-and-swap on the third word, and goes away if it is taken; it writes
the key, then the third word with the count moved on. A reader takes the third word, the key, and the third word again,
and believes nothing unless both were the same and unlocked: then nobody wrote in between, and key and payload belong
to one write. (The count would have to run through all its 2**27 values, at this one slot, between two
neighbouring instructions of the reader, and end with the same payload.) Nobody ever waits.

Buckets have two slots. A new result takes the slot of the same position, else the cheaper one's, so a result that cost
many nodes stays until a dearer one comes along, and the other slot takes what is new.

**The payload** of an entry, from the lowest bit: lower bound, upper bound, move, cost. Bounds are stored with half
their range added, so that none of them is negative.

                  bounds   move   cost
    one word      6 + 6      5      3
    two words     7 + 7      7      3
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import inner
from ..memory.records import claim, prefetch
from ..memory.words import high_half, is_wide, low_half
from .records import NO_MOVE, Table

_ODD = np.uint64(0x9E3779B97F4A7C15)
_ODD_HIGH = np.uint64(0xC2B2AE3D27D4EB4F)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)

_COST_MASK = np.uint64(7)
MOST_COST = 7
_NARROW_BOUND_BITS, _WIDE_BOUND_BITS = 6, 7
_NARROW_MOVE_BITS, _WIDE_MOVE_BITS = 5, 7
_NARROW_PAYLOAD_BITS = 20
_WIDE_PAYLOAD_BITS = 24
_NARROW_PAYLOAD = np.uint64((1 << _NARROW_PAYLOAD_BITS) - 1)
_WIDE_PAYLOAD = np.uint64((1 << _WIDE_PAYLOAD_BITS) - 1)
_MOST_GENERATION_BITS = 16

# The third word of a slot for a two-word key, from the lowest bit: payload, lock, generation, count of writes.
_LOCK = np.uint64(1 << _WIDE_PAYLOAD_BITS)
_WIDE_GENERATION_SHIFT = _WIDE_PAYLOAD_BITS + 1
_WIDE_GENERATION_BITS = 12
_WRITES_SHIFT = _WIDE_GENERATION_SHIFT + _WIDE_GENERATION_BITS
_ONE_WRITE = np.uint64(1 << _WRITES_SHIFT)
_BELOW_WRITES = np.uint64((1 << _WRITES_SHIFT) - 1)


def narrow_bucket_bits(key_bits: int, megabytes: float) -> int:
    """Buckets of 16 bytes for a table of at most `megabytes`; no fewer than tag and payload need in 64 bits."""
    wanted = int(megabytes * 2**20 / 16).bit_length() - 1
    least = max(1, key_bits + _NARROW_PAYLOAD_BITS - 64)
    return max(least, min(wanted, key_bits))


def wide_bucket_bits(megabytes: float) -> int:
    """Buckets of 64 bytes for a table of at most `megabytes`."""
    return max(1, int(megabytes * 2**20 / 64).bit_length() - 1)


def new_header(key_bits: int, bucket_bits: int, wide: bool) -> Any:
    """The header of an empty table, without the address of its entries."""
    header = Table.new()[0]
    header["bucket_bits"] = bucket_bits
    header["key_bits"] = key_bits
    if wide:
        shift, bits, tag_mask = _WIDE_GENERATION_SHIFT, _WIDE_GENERATION_BITS, int(_LOCK)
        header["words"] = 8 << bucket_bits
    else:
        rest = key_bits - bucket_bits
        shift = _NARROW_PAYLOAD_BITS
        bits = min(_MOST_GENERATION_BITS, 64 - shift - rest)
        header["tag_shift"] = shift + bits
        header["key_mask"] = 2**key_bits - 1
        header["words"] = 2 << bucket_bits
        tag_mask = (2**rest - 1) << (shift + bits)
    generations = (2**bits - 1) << shift
    header["match_mask"] = tag_mask | generations
    header["next_generation"] = header["generation"] = 2**shift if bits else 0
    header["generation_mask"] = generations
    return header


@inner
def clear_table(table: Any) -> Any:
    """Forget everything. Only while no other thread uses the table."""
    generation = table.generation
    if generation == table.generation_mask:
        for i in range(table.words):
            table.entries[i] = _ZERO
        generation = _ZERO
    table.generation = (generation + table.next_generation) & table.generation_mask


@inner
def bucket_of(table: Any, key: Any) -> Any:
    """The number of the bucket's first slot, and the tag that an entry of `key` must carry (one-word keys)."""
    bits = table.bucket_bits
    if is_wide(key):
        mixed = (low_half(key) ^ (high_half(key) * _ODD_HIGH)) * _ODD
        mixed = (mixed ^ (mixed >> np.uint64(29))) * _ODD_HIGH
        return np.int64(mixed >> np.uint64(64 - bits)) * 2, _ZERO
    x = low_half(key)
    x = ((x ^ (x >> np.uint64(32))) * _ODD) & table.key_mask
    rest = np.uint64(table.key_bits - bits)
    tag = x & ((_ONE << rest) - _ONE)
    return np.int64(x >> rest) * 2, (tag << table.tag_shift) | table.generation


@inner
def ask_for(table: Any, bucket: Any, key: Any) -> Any:
    """Fetch a bucket into the cache: it will be read soon."""
    if is_wide(key):
        prefetch(table.slots, bucket)
    else:
        prefetch(table.entries, bucket)


@inner
def probe(table: Any, bucket: Any, tag: Any, key: Any) -> Any:
    """The payload stored for the key; zero if there is none."""
    if is_wide(key):
        for i in range(bucket, bucket + 2):
            slot = table.slots[i]
            state = slot.state
            if (
                (state & table.match_mask) == table.generation
                and slot.low == low_half(key)
                and slot.high == high_half(key)
                and slot.state == state
            ):
                return state & _WIDE_PAYLOAD
        return _ZERO
    entry = table.entries[bucket]
    if (entry & table.match_mask) != tag or entry == _ZERO:
        entry = table.entries[bucket + 1]
        if (entry & table.match_mask) != tag:
            return _ZERO
    return entry & _NARROW_PAYLOAD


@inner
def store(table: Any, bucket: Any, tag: Any, key: Any, payload: Any) -> Any:
    """Keep the payload, which has already been merged with what `probe` returned for the same key."""
    if is_wide(key):
        _store_wide(table, bucket, key, payload)
    else:
        _store_narrow(table, bucket, tag, payload)


@inner
def _store_narrow(table: Any, bucket: Any, tag: Any, payload: Any) -> Any:
    entries = table.entries
    first = entries[bucket]
    if (first & table.match_mask) != tag:
        second = entries[bucket + 1]
        if (second & table.match_mask) == tag and second != _ZERO:
            entries[bucket + 1] = tag | payload
            return
        if (first & table.generation_mask) == table.generation:
            if _narrow_cost(payload) < _narrow_cost(first):
                entries[bucket + 1] = tag | payload
                return
            entries[bucket + 1] = first
    entries[bucket] = tag | payload


@inner
def _store_wide(table: Any, bucket: Any, key: Any, payload: Any) -> Any:
    low = low_half(key)
    high = high_half(key)
    generation = table.generation
    first = table.slots[bucket]
    second = table.slots[bucket + 1]
    first_state = first.state
    second_state = second.state
    # An outdated slot is free; else the slot of the same position, else the first one, unless it cost more.
    takes_first = (first_state & table.match_mask) != generation or (
        (second_state & table.match_mask) == generation
        and (
            (first.low == low and first.high == high)
            or ((second.low != low or second.high != high) and _wide_cost(payload) >= _wide_cost(first_state))
        )
    )
    slot = first if takes_first else second
    state = first_state if takes_first else second_state
    if (state & _LOCK) != _ZERO or not claim(slot, "state", state, state | _LOCK):
        return
    slot.low = low
    slot.high = high
    writes = (state & ~_BELOW_WRITES) + _ONE_WRITE
    slot.state = writes | generation | payload


@inner
def _narrow_cost(payload: Any) -> Any:
    return (payload >> np.uint64(2 * _NARROW_BOUND_BITS + _NARROW_MOVE_BITS)) & _COST_MASK


@inner
def _wide_cost(payload: Any) -> Any:
    return (payload >> np.uint64(2 * _WIDE_BOUND_BITS + _WIDE_MOVE_BITS)) & _COST_MASK


@inner
def _bound_bits(key: Any) -> Any:
    return np.uint64(_WIDE_BOUND_BITS if is_wide(key) else _NARROW_BOUND_BITS)


@inner
def _move_bits(key: Any) -> Any:
    return np.uint64(_WIDE_MOVE_BITS if is_wide(key) else _NARROW_MOVE_BITS)


@inner
def _field(payload: Any, shift: Any, bits: Any) -> Any:
    return np.int64((payload >> shift) & ((_ONE << bits) - _ONE))


@inner
def largest_bound(key: Any) -> Any:
    """No score of a board with such keys is above this, or below its negative."""
    return (np.int64(1) << np.int64(_bound_bits(key) - _ONE)) - 1


@inner
def pack(key: Any, lower: Any, upper: Any, move: Any, cost: Any) -> Any:
    """A payload; all ones in place of the move say that there is none."""
    bits = _bound_bits(key)
    half = largest_bound(key) + 1
    move_bits = _move_bits(key)
    return (
        np.uint64(lower + half)
        | (np.uint64(upper + half) << bits)
        | (min(np.uint64(move), (_ONE << move_bits) - _ONE) << (bits + bits))
        | (np.uint64(cost) << (bits + bits + move_bits))
    )


@inner
def lower_bound(key: Any, payload: Any) -> Any:
    return _field(payload, _ZERO, _bound_bits(key)) - largest_bound(key) - 1


@inner
def upper_bound(key: Any, payload: Any) -> Any:
    return _field(payload, _bound_bits(key), _bound_bits(key)) - largest_bound(key) - 1


@inner
def table_move(key: Any, payload: Any) -> Any:
    """The move of the last refutation (a column; a bit index on boards without gravity), NO_MOVE if none."""
    bits = _bound_bits(key)
    move = _field(payload, bits + bits, _move_bits(key))
    return move if move != (np.int64(1) << np.int64(_move_bits(key))) - 1 else np.int64(NO_MOVE)
