"""The nine rules of Allis (*A Knowledge-Based Approach of Connect-Four*, 1988), and which instances go together.

The opponent is to move, and the holder only wants not to lose. Each instance of a rule has cells of its own, answers on
them, and lines of the opponent that these answers spoil.

Allis calls the cells of rows 2, 4 and 6 even. Here a cell is even if an even number of playable cells lie above it in
its column, as in the solver's bounds: where the number of free cells is even, the holder gets these cells by answering
every stone in the same column. Cells are "on top of each other" if no playable cell lies between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise, permutations, product
from typing import TypeAlias

from plyground.explanations.certificates import CoverRule
from plyground.grid import Cell, GridBoard

__all__ = ["INVERSES", "SIMPLE", "Choices", "FreeCells", "Instance", "are_compatible", "instances"]

SIMPLE = ("claimeven", "baseinverse", "vertical")
"""The rules that share out single pairs of cells."""
INVERSES = ("lowinverse", "highinverse")
_RACES = ("aftereven", "before", "specialbefore")
"""The rules by which the holder completes a line before the opponent does."""

Choices: TypeAlias = dict[Cell, tuple[Cell, ...]]
_Pair: TypeAlias = tuple[Cell, Cell]


@dataclass(frozen=True, eq=False)
class Instance:
    """A rule applied to cells of a position."""

    name: str
    cells: tuple[Cell, ...]
    spoils: int
    """The lines of the opponent that it spoils, as bits by their number."""
    answers: Mapping[Cell, tuple[Cell, ...]]
    """Where a stone is answered: on the first of these cells that can be taken."""
    claims: tuple[_Pair, ...] = ()
    """The pairs of cells of which the holder gets the upper one for sure."""
    idle: tuple[Cell, ...] = ()
    """The cells that the holder may take itself where it needs some move: no line is spoilt less for it."""
    unshared: frozenset[Cell] = frozenset()
    """The cells that no other instance may use, even where equal parts may be shared."""

    @cached_property
    def columns(self) -> dict[int, frozenset[Cell]]:
        """The cells by their columns."""
        found: dict[int, set[Cell]] = {}
        for cell in self.cells:
            found.setdefault(cell[0], set()).add(cell)
        return {column: frozenset(cells) for column, cells in found.items()}

    @property
    def rule(self) -> CoverRule:
        return CoverRule(self.name, self.cells)


# Which instances go together


def are_disjoint(one: Instance, other: Instance) -> bool:
    return not set(one.cells) & set(other.cells)


def have_equal_parts(one: Instance, other: Instance) -> bool:
    """Do they have, in every column, either no cell in common or all of them?"""
    for column, cells in one.columns.items():
        others = other.columns.get(column, frozenset())
        shared = cells & others
        if shared and (cells != others or shared & (one.unshared | other.unshared)):
            return False
    return True


def claims_nothing_below(one: Instance, inverse: Instance) -> bool:
    """Does `one` claim no cell below those of an inverse, where the holder may have to play first?"""
    return not any(
        lower[1] < max(row for _column, row in inverse.columns[lower[0]])
        for lower, _upper in one.claims
        if lower[0] in inverse.columns
    )


def have_equal_columns(one: Instance, other: Instance) -> bool:
    """Do they use the same columns, or none in common?"""
    return set(one.columns) == set(other.columns) or not set(one.columns) & set(other.columns)


def are_compatible(one: Instance, other: Instance) -> bool:
    """Can the holder play by both?

    This is the published table with one change. For a claimeven beside an inverse it asks only that the claimeven does
    not lie below the inverse, so that they may share cells: a claimeven f3-f4 and a lowinverse with f2-f3. Then a stone
    on f2 is answered on f3, and the opponent gets f4, which was claimed. Of 1,014 covers of 194 drawn positions 87
    failed, all with such a pair, and 6 of 600 lost positions had a cover. So here their cells have to be disjoint as
    well: no cover of the same positions failed, and no lost one had a cover.
    """
    if one.name in _RACES and other.name in _RACES:
        return have_equal_parts(one, other)
    if other.name not in INVERSES:
        one, other = other, one
    if other.name not in INVERSES:
        return are_disjoint(one, other)
    if one.name in INVERSES:
        return are_disjoint(one, other) and have_equal_columns(one, other)
    shares_parts = other.name == "lowinverse" and one.name in ("before", "specialbefore")
    fits = have_equal_parts(one, other) if shares_parts else are_disjoint(one, other)
    return fits and claims_nothing_below(one, other)


# The instances of the rules


class FreeCells:
    """The free cells of a position as the rules see them: in columns, and in lines of both sides."""

    def __init__(self, board: GridBoard) -> None:
        self.layout = layout = board.rules.layout
        self.columns = [sorted(layout.cells(board.free & mask)) for mask in layout.column_masks]
        self.landing = [cells[0] for cells in self.columns if cells]
        own, other = board.stones(board.turn.opposite), board.stones(board.turn)
        free = board.free
        self.lines = [layout.cells(line & free) for line in layout.segments if not line & own]
        """The free cells of each line that the opponent can still make."""
        groups = {layout.cells(line & free) for line in layout.segments if not line & other}
        self.groups = sorted(groups, key=sorted)
        """The free cells of each line that the holder can still make."""
        self.above = {low: high for cells in self.columns for low, high in pairwise(cells)}
        self.below = {high: low for low, high in self.above.items()}
        self.even = {cell for cells in self.columns for cell in cells[::-1][::2]}
        self.through: dict[Cell, int] = {}
        for number, line in enumerate(self.lines):
            for cell in line:
                self.through[cell] = self.through.get(cell, 0) | 1 << number

    def lines_with(self, *cells: Cell) -> int:
        """The lines of the opponent that have all of these cells."""
        found = (1 << len(self.lines)) - 1
        for cell in cells:
            found &= self.through.get(cell, 0)
        return found


def instances(board: GridBoard) -> tuple[Instance, ...]:
    """The instances of the nine rules that spoil a line, the simple rules first."""
    position = FreeCells(board)
    return tuple(found for rule in _RULES for found in rule(position) if found.spoils)


def _claimevens(at: FreeCells) -> Iterator[Instance]:
    """Two cells on top of each other, the upper one even: the holder gets the upper one."""
    for low, high in at.above.items():
        if high in at.even:
            yield Instance("claimeven", (low, high), at.lines_with(high), {low: (high,)}, claims=((low, high),))


def _baseinverses(at: FreeCells) -> Iterator[Instance]:
    """Two cells that can be played now: the opponent gets one of them at most."""
    for one, other in combinations(at.landing, 2):
        yield Instance(
            "baseinverse", (one, other), at.lines_with(one, other), {one: (other,), other: (one,)}, idle=(one, other)
        )


def _verticals(at: FreeCells) -> Iterator[Instance]:
    """Two cells on top of each other, the upper one odd: the opponent gets one of them at most."""
    for low, high in at.above.items():
        if high not in at.even:
            yield Instance("vertical", (low, high), at.lines_with(low, high), {low: (high,)}, idle=(low, high))


def _afterevens(at: FreeCells) -> Iterator[Instance]:
    """A line that the holder completes by claimevens alone. It comes before every line of the opponent that needs
    cells above it in all of its columns."""
    for group in at.groups:
        if not group or any(cell not in at.even or cell not in at.below for cell in group):
            continue
        claims = tuple((at.below[cell], cell) for cell in sorted(group))
        spoils = _any(at.lines_with(cell) for cell in group)
        for number, line in enumerate(at.lines):
            if all(any(c == column and r > row for c, r in line) for column, row in group):
                spoils |= 1 << number
        yield Instance("aftereven", _flat(claims), spoils, {low: (high,) for low, high in claims}, claims=claims)


def _lowinverses(at: FreeCells) -> Iterator[Instance]:
    """Two columns with two cells on top of each other, the upper ones odd: the opponent gets one of these at most."""
    pairs = [(low, high) for low, high in at.above.items() if high not in at.even]
    for (low, high), (other_low, other_high) in combinations(pairs, 2):
        if low[0] == other_low[0]:
            continue
        spoils = _any(at.lines_with(*both) for both in ((high, other_high), (low, high), (other_low, other_high)))
        cells = low, high, other_low, other_high
        answers = {low: (high,), other_low: (other_high,)}
        yield Instance("lowinverse", cells, spoils, answers, idle=cells)


def _highinverses(at: FreeCells) -> Iterator[Instance]:
    """Two columns with three cells on top of each other, the upper ones even: the opponent gets one of the upper ones
    and one of the middle ones at most.

    Where free cells lie below the three in one of the columns only, the right answer may depend on who has which of
    them. The answers named here do not, and a few such instances fail.
    """
    triples = [(low, at.above[low], at.above[at.above[low]]) for low in at.above if at.above[low] in at.above]
    triples = [triple for triple in triples if triple[2] in at.even]
    for one, other in combinations(triples, 2):
        if one[0][0] == other[0][0]:
            continue
        both = [(one[2], other[2]), (one[1], other[1]), one[1:], other[1:]]
        answers: Choices = {}
        for (low, middle, high), (far_low, _far_middle, far_high) in ((one, other), (other, one)):
            if low in at.landing:
                both.append((low, far_high))
            answers[low] = (far_high, middle)
            answers[middle] = (high,)
            answers[high] = (far_low, far_high)
        yield Instance("highinverse", one + other, _any(at.lines_with(*two) for two in both), answers, idle=one + other)


def _baseclaims(at: FreeCells) -> Iterator[Instance]:
    """Three cells that can be played now, and the even cell above the second. The opponent gets neither the first with
    the upper one, nor the second with the third."""
    for first, second, third in permutations(at.landing, 3):
        upper = at.above.get(second)
        if upper is None or upper not in at.even:
            continue
        parts = at.lines_with(first, upper), at.lines_with(second, third)
        if all(parts):
            yield Instance(
                "baseclaim",
                (first, second, third, upper),
                _any(parts),
                {first: (third, upper), second: (third, upper), third: (second,), upper: (first,)},
                claims=((second, upper),),
                idle=(first, third, upper),
            )


def _befores(at: FreeCells) -> Iterator[Instance]:
    """A line that the holder completes before the opponent gets all the cells just above it."""
    for group in at.groups:
        cells = sorted(group)
        if not cells or any(cell not in at.above for cell in cells):
            continue
        last = at.lines_with(*(at.above[cell] for cell in cells))
        if not last:
            continue
        for parts in product(*(_ways_to(at, cell) for cell in cells)):
            claims = tuple(part for part, cell in zip(parts, cells, strict=True) if part[1] == cell)
            used = _flat(parts)
            if len(claims) == len(cells) or len(set(used)) < len(used):
                continue
            spoils = last | _spoilt_by_parts(at, parts, claims)
            idle = _flat(part for part in parts if part not in claims)
            yield Instance("before", used, spoils, {low: (high,) for low, high in parts}, claims, idle)


def _specialbefores(at: FreeCells) -> Iterator[Instance]:
    """A before whose line has a cell that can be played now, which answers another such cell and is answered there."""
    for group in at.groups:
        cells = sorted(group)
        if len(cells) < 2 or any(cell not in at.above for cell in cells):
            continue
        for now, extra in product([cell for cell in cells if cell in at.landing], at.landing):
            last = at.lines_with(extra, *(at.above[cell] for cell in cells))
            rest = [cell for cell in cells if cell != now]
            if not last or extra[0] in {column for column, _row in cells}:
                continue
            for parts in product(*(_ways_to(at, cell) for cell in rest)):
                claims = tuple(part for part, cell in zip(parts, rest, strict=True) if part[1] == cell)
                used = (now, extra, *_flat(parts))
                if len(set(used)) < len(used):
                    continue
                yield Instance(
                    "specialbefore",
                    used,
                    last | at.lines_with(now, extra) | _spoilt_by_parts(at, parts, claims),
                    {now: (extra,), extra: (now,), **{low: (high,) for low, high in parts}},
                    claims,
                    (now, extra, *_flat(part for part in parts if part not in claims)),
                    frozenset((now, extra)),
                )


def _ways_to(at: FreeCells, cell: Cell) -> list[_Pair]:
    """The pairs by which the holder gets a cell, or else the one above it."""
    ways = [(cell, at.above[cell])]
    if cell in at.even and cell in at.below:
        ways.append((at.below[cell], cell))
    return ways


def _spoilt_by_parts(at: FreeCells, parts: tuple[_Pair, ...], claims: tuple[_Pair, ...]) -> int:
    return _any(at.lines_with(part[1]) if part in claims else at.lines_with(*part) for part in parts)


_RULES: tuple[Callable[[FreeCells], Iterator[Instance]], ...] = (
    _claimevens,
    _baseinverses,
    _verticals,
    _afterevens,
    _lowinverses,
    _highinverses,
    _baseclaims,
    _befores,
    _specialbefores,
)


def _any(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _flat(pairs: Iterable[_Pair]) -> tuple[Cell, ...]:
    return tuple(cell for pair in pairs for cell in pair)
