"""The transposition table: bounds, move and cost of positions, shared by threads without locks.

An entry's payload is, from the lowest bit: lower bound (7 bits), upper bound (7), move (7), cost (3);
bounds are stored with 64 added. One-word keys
use 6-bit bounds with 32 added and a 5-bit move.

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
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import inner
from ..memory.words import (
    fence_acquire,
    high_half,
    is_wide,
    low_half,
    peek,
    peek_acquire,
    poke,
    poke_release,
    prefetch,
    swap_if_equal,
)
from .workspace import NO_MOVE

# Slots of the table's header, an array of uint64 that every kernel gets besides the entries.
BUCKET_BITS = 0
KEY_BITS = 1
GENERATION = 2  # in place: already shifted to where entries keep it
MATCH_MASK = 3  # the bits of an entry that must equal tag and generation
TAG_SHIFT = 4
ENTRIES = 5  # address of the entries
KEY_MASK = 6
ENTRY_WORDS = 7  # length of the entries
GENERATION_ONE = 8  # what to add for a new generation
GENERATION_MASK = 9
HEADER_WORDS = 16

_ODD = np.uint64(0x9E3779B97F4A7C15)
_ODD_HIGH = np.uint64(0xC2B2AE3D27D4EB4F)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_SIX = np.uint64(63)
_SEVEN = np.uint64(127)
_FIVE = np.uint64(31)
_THREE = np.uint64(7)
_LOCK = np.uint64(1) << np.uint64(24)
_COUNT_ONE = np.uint64(1) << np.uint64(37)
_WIDE_KEEP = (np.uint64(1) << np.uint64(37)) - np.uint64(1)  # payload, lock, generation
_WIDE_GENERATION_SHIFT = 25
_WIDE_GENERATION_BITS = 12
NARROW_PAYLOAD_BITS = 20
_MOST_GENERATION_BITS = 16


def narrow_bucket_bits(key_bits: int, megabytes: float) -> int:
    """Buckets of 16 bytes for a table of at most `megabytes`; no fewer than tag and payload need in 64 bits."""
    wanted = int(megabytes * 2**20 / 16).bit_length() - 1
    least = max(1, key_bits + NARROW_PAYLOAD_BITS - 64)
    return max(least, min(wanted, key_bits))


def wide_bucket_bits(megabytes: float) -> int:
    """Buckets of 64 bytes for a table of at most `megabytes`."""
    return max(1, int(megabytes * 2**20 / 64).bit_length() - 1)


def new_header(key_bits: int, bucket_bits: int, wide: bool) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """The header of an empty table."""
    header = np.zeros(HEADER_WORDS, np.uint64)
    header[BUCKET_BITS] = bucket_bits
    header[KEY_BITS] = key_bits
    if wide:
        shift, bits, tag_mask = _WIDE_GENERATION_SHIFT, _WIDE_GENERATION_BITS, int(_LOCK)
        header[ENTRY_WORDS] = 8 << bucket_bits
    else:
        rest = key_bits - bucket_bits
        shift = NARROW_PAYLOAD_BITS
        bits = min(_MOST_GENERATION_BITS, 64 - shift - rest)
        header[TAG_SHIFT] = shift + bits
        header[KEY_MASK] = 2**key_bits - 1
        header[ENTRY_WORDS] = 2 << bucket_bits
        tag_mask = (2**rest - 1) << (shift + bits)
    generations = (2**bits - 1) << shift
    header[MATCH_MASK] = tag_mask | generations
    header[GENERATION_ONE] = 2**shift if bits else 0
    header[GENERATION] = 2**shift if bits else 0
    header[GENERATION_MASK] = generations
    return header


@inner
def clear_table(header: Any) -> Any:
    """Forget everything. Only while no other thread uses the table."""
    mask = peek(header, GENERATION_MASK)
    generation = peek(header, GENERATION)
    if mask == _ZERO or generation == mask:
        entries = np.int64(peek(header, ENTRIES))
        for i in range(np.int64(peek(header, ENTRY_WORDS))):
            poke(entries, i, _ZERO)
        generation = _ZERO
    poke(header, GENERATION, (generation + peek(header, GENERATION_ONE)) & mask)


@inner
def bucket_of(header: Any, key: Any) -> Any:
    """The index of the first word of the bucket, and the tag that an entry of `key` must carry (one-word keys)."""
    bits = np.int64(peek(header, BUCKET_BITS))
    if is_wide(key):
        mixed = (low_half(key) ^ (high_half(key) * _ODD_HIGH)) * _ODD
        mixed = (mixed ^ (mixed >> np.uint64(29))) * _ODD_HIGH
        return np.int64(mixed >> np.uint64(64 - bits)) * 8, _ZERO
    x = low_half(key)
    x = ((x ^ (x >> np.uint64(32))) * _ODD) & peek(header, KEY_MASK)
    key_bits = np.int64(peek(header, KEY_BITS))
    rest = np.uint64(key_bits - bits)
    tag = x & ((_ONE << rest) - _ONE)
    return np.int64(x >> rest) * 2, (tag << peek(header, TAG_SHIFT)) | peek(header, GENERATION)


@inner
def touch(header: Any, bucket: Any) -> Any:
    prefetch(np.int64(peek(header, ENTRIES)), bucket)


@inner
def probe(header: Any, bucket: Any, tag: Any, key: Any) -> Any:
    """The payload stored for the key, in the wide layout; zero if there is none."""
    entries = np.int64(peek(header, ENTRIES))
    if is_wide(key):
        low = low_half(key)
        high = high_half(key)
        generation = peek(header, GENERATION)
        for slot in range(2):
            at = bucket + 4 * slot
            state = peek_acquire(entries, at + 2)
            if (state & peek(header, MATCH_MASK)) == generation:
                same = peek(entries, at) == low and peek(entries, at + 1) == high
                fence_acquire()
                if same and peek_acquire(entries, at + 2) == state:
                    return state & (_LOCK - _ONE)
        return _ZERO
    match = peek(header, MATCH_MASK)
    entry = peek(entries, bucket)
    if (entry & match) != tag or entry == _ZERO:
        entry = peek(entries, bucket + 1)
        if (entry & match) != tag:
            return _ZERO
    return entry & ((_ONE << np.uint64(NARROW_PAYLOAD_BITS)) - _ONE)


@inner
def store(header: Any, bucket: Any, tag: Any, key: Any, payload: Any) -> Any:
    """Keep the payload, which has already been merged with what `probe` returned for the same key."""
    entries = np.int64(peek(header, ENTRIES))
    if is_wide(key):
        low = low_half(key)
        high = high_half(key)
        mask = peek(header, MATCH_MASK)
        generation = peek(header, GENERATION)
        first = peek_acquire(entries, bucket + 2)
        second = peek_acquire(entries, bucket + 6)
        at = bucket + 4
        state = second
        if (first & mask) != generation:
            at = bucket
            state = first
        elif (second & mask) == generation:
            if peek(entries, bucket) == low and peek(entries, bucket + 1) == high:
                at = bucket
                state = first
            elif peek(entries, bucket + 4) != low or peek(entries, bucket + 5) != high:
                cost = (payload >> np.uint64(21)) & _THREE
                if cost >= ((first >> np.uint64(21)) & _THREE):
                    at = bucket
                    state = first
        if (state & _LOCK) != _ZERO or not swap_if_equal(entries, at + 2, state, state | _LOCK):
            return
        poke_release(entries, at, low)
        poke_release(entries, at + 1, high)
        count = (state & ~_WIDE_KEEP) + _COUNT_ONE
        poke_release(entries, at + 2, count | generation | payload)
        return
    match = peek(header, MATCH_MASK)
    first = peek(entries, bucket)
    if (first & match) != tag:
        second = peek(entries, bucket + 1)
        if (second & match) == tag and second != _ZERO:
            poke(entries, bucket + 1, tag | payload)
            return
        if (first & peek(header, GENERATION_MASK)) == peek(header, GENERATION):
            cost = (payload >> np.uint64(17)) & _THREE
            if cost < ((first >> np.uint64(17)) & _THREE):
                poke(entries, bucket + 1, tag | payload)
                return
            poke(entries, bucket + 1, first)
    poke(entries, bucket, tag | payload)


@inner
def pack(key: Any, lower: Any, upper: Any, move: Any, cost: Any) -> Any:
    if is_wide(key):
        return (
            np.uint64(lower + 64)
            | (np.uint64(upper + 64) << np.uint64(7))
            | (np.uint64(move) << np.uint64(14))
            | (np.uint64(cost) << np.uint64(21))
        )
    return (
        np.uint64(lower + 32)
        | (np.uint64(upper + 32) << np.uint64(6))
        | (np.uint64(min(move, np.int64(31))) << np.uint64(12))
        | (np.uint64(cost) << np.uint64(17))
    )


@inner
def lower_bound(key: Any, payload: Any) -> Any:
    if is_wide(key):
        return np.int64(payload & _SEVEN) - 64
    return np.int64(payload & _SIX) - 32


@inner
def upper_bound(key: Any, payload: Any) -> Any:
    if is_wide(key):
        return np.int64((payload >> np.uint64(7)) & _SEVEN) - 64
    return np.int64((payload >> np.uint64(6)) & _SIX) - 32


@inner
def table_move(key: Any, payload: Any) -> Any:
    """The move of the last refutation (a column; a bit index on boards without gravity), NO_MOVE if none."""
    if is_wide(key):
        return np.int64((payload >> np.uint64(14)) & _SEVEN)
    move = np.int64((payload >> np.uint64(12)) & _FIVE)
    return move if move != 31 else np.int64(NO_MOVE)
