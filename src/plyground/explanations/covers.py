"""Covers: rules that share out the cells so that every line that the opponent can still make is spoilt.

A cover is a set of compatible instances of the rules (`cover_rules`) that together spoil all these lines, and a plan
that plays by them. Nothing here is believed. A cover counts once its plan was played out against every reply; where the
number of free cells is odd, many fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

from plyground.explanations.certificates import Cover, Plan
from plyground.explanations.cover_rules import INVERSES, SIMPLE, Choices, FreeCells, Instance, are_compatible, instances
from plyground.grid import Cell, GridBoard

__all__ = ["MOST_NODES", "covers", "plan_of"]

MOST_NODES = 2_000
"""The search for a cover gives up after so many choices of an instance."""


def covers(board: GridBoard, check_time: Callable[[], None] = lambda: None) -> Iterator[Cover]:
    """Covers of the position, those of simple rules first. The opponent is to move."""
    known = instances(board)
    lines = len(FreeCells(board).lines)
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
    return _Shares(FreeCells(board), tuple(chosen)).plan()


class _Shares:
    """All free cells of a position shared out.

    The cells that no instance uses are paired where an even one lies on top of an odd one. The others are `single`: a
    stone on one is answered on another. Where none can be taken, the holder gives way where it does no harm: below an
    inverse, or on cells that the instances name as idle.
    """

    def __init__(self, cells: FreeCells, chosen: tuple[Instance, ...]) -> None:
        self.cells = cells
        self.used = {cell for found in chosen for cell in found.cells}
        claimed = {low for found in chosen for low, _high in found.claims}
        self.idle = [cell for found in chosen for cell in found.idle if cell not in claimed]
        self.inverses = [found for found in chosen if found.name in INVERSES]
        self.partners = dict[int, int]()
        """The columns of inverses, each with the other one of its inverse."""
        for found in self.inverses:
            one, other = found.columns
            self.partners |= {one: other, other: one}
        self.answers: Choices = {}
        for found in chosen:
            self.answers.update(found.answers)
        self.single = [cell for column in cells.columns for cell in column if cell not in self.used]
        for low, high in cells.above.items():
            if high in cells.even and not self.used & {low, high}:
                self._pair(low, high)
        self._share_beside_verticals()

    def _pair(self, low: Cell, high: Cell) -> None:
        self.answers[low] = (high,)
        self.single = [cell for cell in self.single if cell not in (low, high)]
        self.idle = [cell for cell in self.idle if cell not in (low, high)]

    def _share_beside_verticals(self) -> None:
        """A vertical pair, an odd cell on top of an even one, separates the cells below and above it. Where both are
        left over, the holder answers in the same column and so takes the lower cell of the pair itself."""
        for low, high in self.cells.above.items():
            above = self.cells.above.get(high)
            if high in self.cells.even or high not in self.answers.get(low, ()) or above not in self.single:
                continue
            assert above is not None
            below = self.cells.below.get(low)
            if below in self.single and low[0] not in self.partners:
                assert below is not None
                self._pair(below, low)
                self._pair(high, above)
            self.answers.setdefault(high, (above,))

    def _distance(self, cell: Cell, other: Cell) -> int:
        """How well a single cell fits as the answer to another: the columns of an inverse keep to themselves."""
        partner = self.partners.get(cell[0]) if cell in self.single else None
        return 0 if other[0] == partner else 1 if other[0] not in self.partners else 2

    def plan(self) -> Plan:
        at = self.cells
        loose = [
            cell
            for found in self.inverses
            for column, cells in found.columns.items()
            for cell in at.columns[column]
            if cell < min(cells) and cell not in self.used
        ]
        idle = sorted(
            self.idle,
            key=lambda cell: (cell[0] in self.partners, cell not in at.landing, at.below.get(cell) in self.idle),
        )
        for found in self.inverses:
            one, other = found.columns.values()
            for cells, others in ((one, other), (other, one)):
                above = at.above.get(max(cells))
                if above is not None and above in self.single:
                    self.answers[above] = (min(others),)
        for cell in (cell for column in at.columns for cell in column):
            # Once a stone lies on a cell, the one above it can be taken: then nothing else is needed.
            if at.above.get(cell, cell) not in self.answers.get(cell, ()):
                single = sorted(self.single, key=partial(self._distance, cell))
                self.answers[cell] = (*self.answers.get(cell, ()), *single, *loose, *idle)
        choices = {
            stone: [cell for cell in dict.fromkeys(cells) if cell != stone] for stone, cells in self.answers.items()
        }
        return Plan(
            {stone: cells[0] for stone, cells in choices.items() if cells},
            tuple(column for column, _row in at.landing),
            instead={stone: tuple(cells[1:]) for stone, cells in choices.items() if len(cells) > 1},
        )
