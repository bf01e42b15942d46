"""Covers: the cells shared out by the nine rules of Allis (*A Knowledge-Based Approach of Connect-Four*, 1988).

The opponent is to move, and the holder only wants not to lose. Each instance of a rule has cells of its own, answers on
them, and lines of the opponent that these answers spoil. A cover is a set of compatible instances that spoils every line
that the opponent can still make.

Allis calls the cells of rows 2, 4 and 6 even. Here a cell is even if an even number of playable cells lie above it in
its column, as in the solver's bounds: the holder gets these cells by answering every stone in the same column. Cells are
"on top of each other" if no playable cell lies between them.

Nothing here is believed. A cover counts once its plan was played out against every reply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, permutations, product
from typing import TypeAlias

from plyground.explanations.certificates import Cover, CoverRule, Plan
from plyground.grid import Cell, GridBoard

__all__ = ["MOST_NODES", "SIMPLE", "Instance", "covers", "instances"]

MOST_NODES = 2_000
"""The search for a cover gives up after so many choices of an instance."""
SIMPLE = ("claimeven", "baseinverse", "vertical")
"""The rules that share out single pairs of cells."""

_Choices: TypeAlias = dict[Cell, tuple[Cell, ...]]
_Pair: TypeAlias = tuple[Cell, Cell]


@dataclass(frozen=True, eq=False)
class Instance:
    """A rule applied to cells of a position."""

    name: str
    cells: tuple[Cell, ...]
    spoils: int
    """The lines of the opponent that it spoils, as bits by their number."""
    answers: _Choices
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

_INVERSES = ("lowinverse", "highinverse")
_RACES = ("aftereven", "before", "specialbefore")


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
    if one.name in _RACES and other.name in _RACES:
        return have_equal_parts(one, other)
    if one.name in _INVERSES and other.name in _INVERSES:
        return are_disjoint(one, other) and have_equal_columns(one, other)
    for race, inverse in ((one, other), (other, one)):
        if inverse.name in _INVERSES:
            if race.name in ("before", "specialbefore") and inverse.name == "lowinverse":
                return have_equal_parts(race, inverse) and claims_nothing_below(race, inverse)
            return are_disjoint(race, inverse) and claims_nothing_below(race, inverse)
    return are_disjoint(one, other)


# The instances of the rules


class _Position:
    """A position as the rules see it: columns of free cells, and the lines of both sides."""

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
        self.above = {low: high for cells in self.columns for low, high in zip(cells, cells[1:], strict=False)}
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
    position = _Position(board)
    return tuple(found for rule in _RULES for found in rule(position) if found.spoils)


def _claimevens(at: _Position) -> Iterator[Instance]:
    """Two cells on top of each other, the upper one even: the holder gets the upper one."""
    for low, high in at.above.items():
        if high in at.even:
            yield Instance("claimeven", (low, high), at.lines_with(high), {low: (high,)}, claims=((low, high),))


def _baseinverses(at: _Position) -> Iterator[Instance]:
    """Two cells that can be played now: the opponent gets one of them at most."""
    for one, other in combinations(at.landing, 2):
        yield Instance("baseinverse", (one, other), at.lines_with(one, other), {one: (other,), other: (one,)}, idle=(one, other))


def _verticals(at: _Position) -> Iterator[Instance]:
    """Two cells on top of each other, the upper one odd: the opponent gets one of them at most."""
    for low, high in at.above.items():
        if high not in at.even:
            yield Instance("vertical", (low, high), at.lines_with(low, high), {low: (high,)}, idle=(low, high))


def _afterevens(at: _Position) -> Iterator[Instance]:
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


def _lowinverses(at: _Position) -> Iterator[Instance]:
    """Two columns with two cells on top of each other, the upper ones odd: the opponent gets one of these at most."""
    pairs = [(low, high) for low, high in at.above.items() if high not in at.even]
    for (low, high), (other_low, other_high) in combinations(pairs, 2):
        if low[0] == other_low[0]:
            continue
        spoils = _any(at.lines_with(*both) for both in ((high, other_high), (low, high), (other_low, other_high)))
        cells = low, high, other_low, other_high
        answers = {low: (high,), other_low: (other_high,)}
        yield Instance("lowinverse", cells, spoils, answers, idle=cells)


def _highinverses(at: _Position) -> Iterator[Instance]:
    """Two columns with three cells on top of each other, the upper ones even: the opponent gets one of the upper ones
    and one of the middle ones at most."""
    triples = [(low, at.above[low], at.above[at.above[low]]) for low in at.above if at.above[low] in at.above]
    triples = [triple for triple in triples if triple[2] in at.even]
    for one, other in combinations(triples, 2):
        if one[0][0] == other[0][0]:
            continue
        both = [(one[2], other[2]), (one[1], other[1]), one[1:], other[1:]]
        answers: _Choices = {}
        for (low, middle, high), (far_low, _far_middle, far_high) in ((one, other), (other, one)):
            if low in at.landing:
                both.append((low, far_high))
            answers[low] = (far_high, middle)
            answers[middle] = (high,)
            answers[high] = (far_low, far_high)
        yield Instance("highinverse", one + other, _any(at.lines_with(*two) for two in both), answers, idle=one + other)


def _baseclaims(at: _Position) -> Iterator[Instance]:
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


def _befores(at: _Position) -> Iterator[Instance]:
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


def _specialbefores(at: _Position) -> Iterator[Instance]:
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


def _ways_to(at: _Position, cell: Cell) -> list[_Pair]:
    """The pairs by which the holder gets a cell, or else the one above it."""
    ways = [(cell, at.above[cell])]
    if cell in at.even and cell in at.below:
        ways.append((at.below[cell], cell))
    return ways


def _spoilt_by_parts(at: _Position, parts: tuple[_Pair, ...], claims: tuple[_Pair, ...]) -> int:
    return _any(at.lines_with(part[1]) if part in claims else at.lines_with(*part) for part in parts)


_RULES: tuple[Callable[[_Position], Iterator[Instance]], ...] = (
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


# Covers


def covers(board: GridBoard, check_time: Callable[[], None] = lambda: None) -> Iterator[Cover]:
    """Covers of the position, those of simple rules first. The opponent is to move."""
    known = instances(board)
    lines = len(_Position(board).lines)
    if not lines:
        return  # there is nothing to spoil
    simple = tuple(found for found in known if found.name in SIMPLE)
    for offered in (simple, known):
        search = _Search(offered, check_time)
        for chosen in search.covers((1 << lines) - 1):
            if offered is simple or any(found.name not in SIMPLE for found in chosen):
                yield Cover(tuple(found.rule for found in chosen), plan_of(board, chosen))


@dataclass
class _Search:
    """Chooses instances until every line is spoilt: always one for the line that the fewest instances spoil."""

    offered: tuple[Instance, ...]
    check_time: Callable[[], None]
    left: int = MOST_NODES
    conflicts: dict[int, int] = field(default_factory=dict)

    def covers(self, lines: int) -> Iterator[tuple[Instance, ...]]:
        self.spoiling = {
            1 << number: sum(1 << i for i, found in enumerate(self.offered) if found.spoils >> number & 1)
            for number in range(lines.bit_length())
        }
        yield from self._rest(lines, (1 << len(self.offered)) - 1, ())

    def _rest(self, lines: int, open_instances: int, chosen: tuple[Instance, ...]) -> Iterator[tuple[Instance, ...]]:
        if not lines:
            yield chosen
            return
        self.left -= 1
        if self.left < 0:
            return
        self.check_time()
        able = min(
            (spoiling & open_instances for line, spoiling in self.spoiling.items() if lines & line), key=int.bit_count
        )
        choices = [i for i in range(able.bit_length()) if able >> i & 1]
        choices.sort(key=lambda i: -(self.offered[i].spoils & lines).bit_count())
        for i in choices:
            # Once all covers with an instance were seen, it is not offered again.
            open_instances &= ~(1 << i)
            found = self.offered[i]
            yield from self._rest(lines & ~found.spoils, open_instances & ~self._conflicts(i), (*chosen, found))

    def _conflicts(self, i: int) -> int:
        if i not in self.conflicts:
            self.conflicts[i] = sum(
                1 << j for j, found in enumerate(self.offered) if not are_compatible(self.offered[i], found)
            )
        return self.conflicts[i]


def plan_of(board: GridBoard, chosen: Iterable[Instance]) -> Plan:
    """How the holder plays by these instances, and on the cells that they leave over."""
    return _Shares(_Position(board), tuple(chosen)).plan()


class _Shares:
    """All free cells of a position shared out.

    The cells that no instance uses are paired where an even one lies on top of an odd one. The others are `single`: a
    stone on one is answered on another. Where none can be taken, the holder gives way where it does no harm: below an
    inverse, or on the lower cell of a vertical pair.
    """

    def __init__(self, position: _Position, chosen: tuple[Instance, ...]) -> None:
        self.position = position
        self.used = {cell for found in chosen for cell in found.cells}
        self.answers: _Choices = {}
        for found in chosen:
            self.answers.update(found.answers)
        self.idle = [cell for found in chosen for cell in found.idle]
        self.inverses = [found for found in chosen if found.name in _INVERSES]
        self.single: list[Cell] = []
        for cells in position.columns:
            self._share_column([cell for cell in cells if cell not in self.used])
        inverse_columns = {column for found in self.inverses for column in found.columns}
        self.verticals = [
            (low, high)
            for low, high in position.above.items()
            if high not in position.even and high in self.answers.get(low, ())
        ]
        for low, high in self.verticals:
            below, above = position.below.get(low), position.above.get(high)
            if low[0] not in inverse_columns and below in self.single and above in self.single:
                assert below is not None and above is not None
                self.single.remove(below)
                self.single.remove(above)
                self.answers[below] = (low,)
                self.answers[high] = (above,)
        self.loose = [
            cell
            for found in self.inverses
            for column, cells in found.columns.items()
            for cell in position.columns[column]
            if cell < min(cells) and cell not in self.used
        ]

    def _share_column(self, unused: list[Cell]) -> None:
        paired = set[Cell]()
        for cell in unused:
            above = self.position.above.get(cell)
            if above in self.position.even and above not in self.used:
                assert above is not None
                paired |= {cell, above}
                self.answers[cell] = (above,)
        self.single += [cell for cell in unused if cell not in paired]

    def plan(self) -> Plan:
        at = self.position
        idle = sorted(self.idle, key=lambda cell: (cell not in at.landing, at.below.get(cell) in self.idle))
        giving_way = (*self.single, *self.loose, *idle)
        for found in self.inverses:
            lows = [min(cells) for cells in found.columns.values()]
            for column, low in zip(found.columns, reversed(lows), strict=True):
                above = at.above.get(max(found.columns[column]))
                if above in self.single:
                    assert above is not None
                    self.answers[above] = (low,)
        for _low, high in self.verticals:
            above = at.above.get(high)
            if high not in self.answers and above in self.single:
                assert above is not None
                self.answers[high] = (above,)
        for cell in (cell for cells in at.columns for cell in cells):
            # The cell above can be taken once a stone lies on this one: nothing else is needed.
            if at.above.get(cell, cell) not in self.answers.get(cell, ()):
                self.answers[cell] = (*self.answers.get(cell, ()), *giving_way)
        columns = [cells[0][0] for cells in self.position.columns if cells]
        middle = sum(columns) / len(columns)
        choices = {
            stone: [cell for cell in dict.fromkeys(cells) if cell != stone] for stone, cells in self.answers.items()
        }
        return Plan(
            {stone: cells[0] for stone, cells in choices.items() if cells},
            tuple(sorted(columns, key=lambda column: abs(column - middle))),
            instead={stone: tuple(cells[1:]) for stone, cells in choices.items() if len(cells) > 1},
        )
