"""The portable generator: known answers, ranges, streams that do not depend on who draws first."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.board import SplitMix
from tests.strategies import examples

# The published outputs of the reference implementation of SplitMix64.
KNOWN = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B],
    1234567: [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ],
}


@pytest.mark.parametrize("seed", KNOWN)
def test_known_answers(seed):
    draw = SplitMix(seed)
    assert [draw.next64() for _ in KNOWN[seed]] == KNOWN[seed]


@examples(200)
@given(st.integers(), st.integers(1, 2**32))
def test_below_stays_in_its_range(seed, n):
    draw = SplitMix(seed)
    twin = SplitMix(seed)
    for _ in range(5):
        value = draw.below(n)
        assert 0 <= value < n
        assert value == (twin.next64() >> 32) * n // 2**32


@examples(100)
@given(st.integers())
def test_unit_stays_in_its_range_and_seeds_count_modulo_64_bits(seed):
    assert 0 <= SplitMix(seed).unit() < 1
    assert SplitMix(seed).next64() == SplitMix(seed + 2**64).next64()


def test_below_is_even():
    draw = SplitMix(7)
    counts = Counter(draw.below(7) for _ in range(70_000))
    # Six standard deviations of a fair draw.
    assert all(abs(count - 10_000) < 6 * (70_000 * 6 / 49) ** 0.5 for count in counts.values())
    assert len(counts) == 7


def test_streams_neither_move_the_parent_nor_depend_on_the_order():
    parent = SplitMix(42)
    forwards = [parent.stream(index).next64() for index in range(100)]
    backwards = [parent.stream(index).next64() for index in reversed(range(100))]
    assert forwards == backwards[::-1]
    assert parent.next64() == SplitMix(42).next64()
    assert len(set(forwards)) == 100


def test_streams_are_the_same_in_every_version():
    """Recorded seeds and the compiled twin rely on them."""
    assert [SplitMix(42).stream(index).next64() for index in range(4)] == [
        0x57E1FABA65107204,
        0x27BB864A525ECCE3,
        0x3CD95B1DE995AD77,
        0x8CC140E52D717633,
    ]


def test_streams_share_no_numbers():
    parent = SplitMix(42)
    seen: set[int] = set()
    for generator in [SplitMix(42), *(parent.stream(index) for index in range(50))]:
        drawn = {generator.next64() for _ in range(200)}
        assert len(drawn) == 200
        assert not drawn & seen
        seen |= drawn


def test_neighbouring_streams_look_unrelated():
    """Of the 64 bits, about half differ: five standard deviations around the mean of many pairs."""
    parent = SplitMix(1)
    firsts = [parent.stream(index).next64() for index in range(2001)]
    differing = sum((one ^ two).bit_count() for one, two in pairwise(firsts))
    assert abs(differing - 32 * 2000) < 5 * (2000 * 16) ** 0.5
