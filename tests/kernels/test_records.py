"""Records in compiled code are what NumPy sees in the same memory."""

from __future__ import annotations

import threading
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numba import boolean, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

from plyground.kernels.memory.records import (
    Array,
    Columns,
    Record,
    add,
    address_of,
    array,
    atomic,
    claim,
    columns,
    copy_bytes,
    part,
    pointer,
    prefetch,
    reference,
    shifted,
    view,
)
from plyground.kernels.memory.words import high_half, low_half, uint128
from tests import strategies

NUMBERS = [boolean, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64]

Corner = Record("Corner", column=uint8, row=uint8)
Everything = Record(
    "Everything",
    flag=boolean,
    byte=uint8,
    short=int16,
    word=int32,
    unsigned=uint32,
    long=int64,
    huge=uint64,
    wide=uint128,
    half=float32,
    whole=float64,
    shared=atomic(int32),
    shared_long=atomic(uint64),
    corner=Corner,
    corners=array(Corner, 3),
    bytes=array(uint8, 5),
    grid=array(array(int16, 3), 2),
)
FIELDS = list(Everything.fields)
BYTES = Array(uint8)


@numba.njit
def copy_fields(source: Any, target: Any) -> None:
    target.flag = source.flag
    target.byte = source.byte
    target.short = source.short
    target.word = source.word
    target.unsigned = source.unsigned
    target.long = source.long
    target.huge = source.huge
    target.wide = source.wide
    target.half = source.half
    target.whole = source.whole
    target.shared = source.shared
    target.shared_long = source.shared_long
    target.corner.column = source.corner.column
    target.corner.row = source.corner.row
    for k in range(3):
        target.corners[k].column = source.corners[k].column
        target.corners[k].row = source.corners[k].row
    for k in range(5):
        target.bytes[k] = source.bytes[k]
    for k in range(2):
        for place in range(3):
            target.grid[k][place] = source.grid[k][place]


def kinds() -> st.SearchStrategy[Any]:
    """Fields of any kind, arrays and records within each other."""
    plain = st.sampled_from(
        [*NUMBERS, uint128, atomic(int32), atomic(uint64), pointer(int32), reference(Corner), Corner]
    )
    return plain | st.builds(array, plain, st.integers(1, 5))


@strategies.examples(200)
@given(st.lists(kinds(), min_size=1, max_size=8))
def test_fields_lie_side_by_side_each_where_it_may_lie(fields: list[Any]) -> None:
    record = Record("Drawn", **{f"field_{number}": kind for number, kind in enumerate(fields)})
    end = 0
    assert record.dtype.fields is not None
    for name in record.fields:
        kind, offset = record.dtype.fields[name][:2]
        assert offset == record.offsets[name]
        assert end <= offset < end + 8
        assert offset % (8 if kind.base.names else min(8, kind.base.itemsize)) == 0
        end = offset + kind.itemsize
    assert end <= record.size == record.dtype.itemsize < end + 8
    assert record.new(3).nbytes == 3 * record.size


@strategies.examples(100)
@given(arrays.arrays(np.uint8, Everything.size))
def test_what_is_read_and_written_is_what_numpy_sees(memory: Any) -> None:
    source, target = memory.view(Everything.dtype), Everything.new()
    source["flag"] = memory[0] & 1  # a boolean has no other values
    copy_fields(Everything.at(source), Everything.at(target))
    for field in FIELDS:
        assert target[field].tobytes() == source[field].tobytes(), field


@numba.njit
def count_up(record: Any) -> Any:
    record.byte += 1
    record.short -= 1
    record.unsigned ^= np.uint32(0xFFFFFFFF)
    record.half = 0.1
    record.shared += 1
    record.grid[1][2] += 10
    return record.byte + 1, record.short, record.unsigned, low_half(record.wide), high_half(record.wide)


def test_numbers_have_the_width_and_the_sign_of_their_field() -> None:
    memory = Everything.new()
    memory["byte"], memory["short"], memory["grid"] = 255, -(2**15), 2**15 - 1
    memory["wide"] = [7, 9]
    # 255 + 1 is 0 in a byte; -2**15 - 1 is 2**15 - 1 in 16 bits.
    assert count_up(Everything.at(memory)) == (1, 2**15 - 1, 2**32 - 1, 7, 9)
    assert memory["half"] == np.float32(0.1)
    assert memory["shared"] == 1
    assert memory["grid"][0].tolist() == [[2**15 - 1] * 3, [2**15 - 1, 2**15 - 1, -(2**15) + 9]]


Node = Record("TestNode", visits=int32, total=float32)
Tree = Record("TestTree", used=int64, root=reference(Node), nodes=pointer(Node), rows=pointer(array(uint16, 4)))


@numba.njit
def follow(tree: Any) -> Any:
    node = tree.nodes[tree.used]
    node.visits += 1
    node.total = 2.5
    tree.rows[2][3] = 77
    tree.root = node
    tree.root.visits += 1
    return tree.nodes[0].visits


def test_pointers_lead_to_memory_elsewhere() -> None:
    nodes, rows, tree = Node.new(4), np.zeros((3, 4), np.uint16), Tree.new()
    tree["used"], tree["nodes"], tree["rows"] = 3, nodes.ctypes.data, rows.ctypes.data
    nodes["visits"] = [5, 6, 7, 8]
    assert follow(Tree.at(tree)) == 5
    assert nodes["visits"].tolist() == [5, 6, 7, 10]
    assert tree["root"] == nodes.ctypes.data + 3 * Node.size
    assert nodes["total"].tolist() == [0, 0, 0, 2.5]
    assert rows.tolist() == [[0] * 4, [0] * 4, [0, 0, 0, 77]]


Edges = Columns("TestEdges", visits=int32, totals=float32, moves=uint32)
COLUMN_WORDS = Array(int32)


@numba.njit
def fill_columns(words: Any, first: Any, rows: Any) -> Any:
    edges = columns(Edges, words, first, rows)
    visits = edges.visits
    total = 0
    for k in range(rows):
        total += visits[k]
        edges.totals[k] = k + 0.5
        edges.moves[k] = 10 * k
    return total


def test_columns_stand_one_behind_the_other() -> None:
    memory = np.zeros(2 + 3 * 5, np.int32)
    memory[2:7] = [1, 2, 3, 4, 5]
    assert fill_columns(COLUMN_WORDS.at(memory), 2, 5) == 15
    found = Edges.arrays(memory[2:], 5)
    assert {name: column.tolist() for name, column in found.items()} == {
        "visits": [1, 2, 3, 4, 5],
        "totals": [0.5, 1.5, 2.5, 3.5, 4.5],
        "moves": [0, 10, 20, 30, 40],
    }
    assert memory[2 + Edges.place("moves", 5, 3)] == 30
    with pytest.raises(ValueError, match="differ in width"):
        Columns("Uneven", visits=int32, totals=float64)


Shared = Record("Shared", small=atomic(int32), large=atomic(int64))
CLAIMS = Array(atomic(uint64))


@numba.njit(nogil=True)
def count_together(shared: Any, times: Any) -> None:
    for _ in range(times):
        add(shared, "small", 1)
        add(shared, "large", -2)


@numba.njit(nogil=True)
def claim_all(items: Any, count: Any, owner: Any) -> Any:
    mine = 0
    for k in range(count):
        if claim(items, k, np.uint64(0), np.uint64(owner)):
            mine += 1
    return mine


def side_by_side(*works: Any) -> None:
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_no_step_of_two_threads_is_lost() -> None:
    shared = Shared.new()
    count_together(Shared.at(shared), 1)
    side_by_side(*[lambda: count_together(Shared.at(shared), 500_000)] * 2)
    assert shared["small"] == 1_000_001
    assert shared["large"] == -2_000_002


def test_an_item_is_claimed_once() -> None:
    items = np.zeros(200_000, np.uint64)
    won = [claim_all(CLAIMS.at(items), 1, 3), 0, 0]

    def work(owner: int) -> None:
        won[owner] = claim_all(CLAIMS.at(items), len(items), owner)

    side_by_side(lambda: work(1), lambda: work(2))
    assert won[0] == 1
    assert sum(won) == len(items)
    assert [np.count_nonzero(items == owner) for owner in (1, 2)] == won[1:]
    assert items[0] == 3


@numba.njit
def walk(address: Any, other: Any) -> Any:
    corners = view(CORNERS, address)
    prefetch(corners, 1)
    second = corners[1]
    third = shifted(second, 2)
    copy_bytes(part(BYTES, third, 1), other, 1)
    return address_of(second) - address, third.column, part(Corner, corners, 2).row


CORNERS = Array(Corner)


def test_places_are_reached_by_their_bytes() -> None:
    corners, other = Corner.new(3), np.array([99], np.uint8)
    corners["column"], corners["row"] = [1, 2, 3], [4, 5, 6]
    assert walk(corners.ctypes.data, BYTES.at(other)) == (2, 3, 5)
    assert corners["row"].tolist() == [4, 5, 99]


def test_types_are_equal_if_their_layouts_are() -> None:
    assert Array(array(uint8, 4)) != Array(array(uint8, 5))
    assert Record("Same", a=array(uint8, 4)) != Record("Same", a=array(uint8, 5))
    assert Record("Same", a=uint8) != Record("Same", b=uint8)
    assert Record("Same", a=atomic(int32)) != Record("Same", a=int32)
    assert Record("Same", a=pointer(int32)) == Record("Same", a=pointer(int32))
