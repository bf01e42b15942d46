"""`Rules`: width, height, run length, gravity and blocked cells as data, and the named presets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from plyground.board import Move, SplitMix, is_whole
from plyground.errors import N_, RulesError
from plyground.grid.layout import Cell, Layout, layout_of, whole_cell

__all__ = ["CFOUR", "GOMOKU", "LARGEST", "PRESETS", "TICTACTOE", "Rules", "random_rules", "rules_of"]

LARGEST = 32
LONGEST = 2**63 - 1  # any run that fits into a word of compiled code


@dataclass(frozen=True, init=False, repr=False)
class Rules:
    """A game of the family. Runs longer than `connect` win too.

    >>> Rules(columns=9, rows=7, connect=5)
    Rules('9x7 connect=5')
    >>> Rules(columns=4, rows=4, connect=3, gravity=False, blocked=[(1, 1)])
    Rules('4x4 connect=3 gravity=no blocked=b2')
    """

    columns: int
    rows: int
    connect: int
    gravity: bool = True
    blocked: frozenset[Cell] = frozenset()

    def __init__(
        self,
        *,
        columns: int,
        rows: int,
        connect: int,
        gravity: bool = True,
        blocked: Iterable[Cell] = (),
    ) -> None:
        for template, value in (
            (N_("the number of columns is {value}; it has to be a whole number from 1 to {largest}"), columns),
            (N_("the number of rows is {value}; it has to be a whole number from 1 to {largest}"), rows),
        ):
            if not is_whole(value) or not 1 <= value <= LARGEST:
                raise RulesError(template, value=repr(value), largest=LARGEST)
        if not is_whole(connect) or not 2 <= connect <= LONGEST:
            raise RulesError(
                N_("connect is {value}; it has to be a whole number from 2 to {longest}"),
                value=repr(connect),
                longest=LONGEST,
            )
        # The text "no" would count as true.
        if not isinstance(gravity, bool):
            raise RulesError(N_("gravity is {value}; it has to be True or False"), value=repr(gravity))
        if not isinstance(blocked, Iterable):
            raise RulesError(
                N_("the blocked cells are {value}; list them as pairs (column, row), both from 0"), value=repr(blocked)
            )
        cells = frozenset(_cell(cell) for cell in blocked)
        for column, row in sorted(cells):
            if not (0 <= column < columns and 0 <= row < rows):
                raise RulesError(
                    N_(
                        "the blocked cell in column {column}, row {row} is not on a board of {columns}x{rows}; "
                        "columns run from 1 to {columns}, rows from 1 to {rows}"
                    ),
                    column=column + 1,
                    row=row + 1,
                    columns=columns,
                    rows=rows,
                )
        if len(cells) == columns * rows:
            raise RulesError(N_("all {count} cells are blocked; at least one has to stay free"), count=len(cells))
        object.__setattr__(self, "columns", int(columns))
        object.__setattr__(self, "rows", int(rows))
        object.__setattr__(self, "connect", int(connect))
        object.__setattr__(self, "gravity", gravity)
        object.__setattr__(self, "blocked", cells)

    @cached_property
    def layout(self) -> Layout:
        """The masks of these rules; shared by equal rules."""
        return layout_of(self)

    @property
    def cells(self) -> int:
        """How many cells can be played."""
        return self.columns * self.rows - len(self.blocked)

    @property
    def move_count(self) -> int:
        """How many moves there are, playable or not: a column each with gravity, a cell each without.

        >>> CFOUR.move_count, TICTACTOE.move_count
        (7, 9)
        """
        return self.columns * (1 if self.gravity else self.rows)

    def move_into(self, cell: Cell) -> Move:
        """The move that fills `cell`: its column with gravity, its number in reading order without.

        >>> CFOUR.move_into((3, 0)), TICTACTOE.move_into((0, 2))
        (3, 0)
        """
        return cell[0] if self.gravity else self.layout.place(cell)

    def __str__(self) -> str:
        from plyground.grid.rules_notation import rules_text

        return rules_text(self)

    def __repr__(self) -> str:
        return f"Rules({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        # Short, and without the masks that other processes can make again.
        return (Rules.parse, (str(self),))

    @staticmethod
    def parse(text: str) -> Rules:
        """Rules from their text form or a preset's name.

        >>> Rules.parse("tictactoe") == Rules.parse("3x3 connect=3 gravity=no")
        True
        """
        from plyground.grid.rules_notation import parse_rules

        return parse_rules(text)


def rules_of(given: Rules | str) -> Rules:
    """The rules that are meant: as they are, or read from their text or a preset's name.

    >>> rules_of("9x7 connect=5")
    Rules('9x7 connect=5')
    """
    if isinstance(given, Rules):
        return given
    if isinstance(given, str):
        return Rules.parse(given)
    raise RulesError(
        N_("the rules are {value}; they have to be Rules or a text such as cfour or 9x7 connect=5"), value=repr(given)
    )


def _cell(value: object) -> Cell:
    if (cell := whole_cell(value)) is not None:
        return cell
    raise RulesError(
        N_("the blocked cell {value} is not a pair of whole numbers; write (column, row), both from 0"),
        value=repr(value),
    )


TICTACTOE = Rules(columns=3, rows=3, connect=3, gravity=False)
"""Tic-tac-toe: three in a row on 3x3 cells."""

CFOUR = Rules(columns=7, rows=6, connect=4)
"""Connect Four: four in a row on 7x6 cells, where stones fall."""

GOMOKU = Rules(columns=15, rows=15, connect=5, gravity=False)
"""Gomoku: five in a row, or more, on 15x15 cells."""

PRESETS = {"tictactoe": TICTACTOE, "cfour": CFOUR, "gomoku": GOMOKU}
"""Presets that are always the same; `random` is drawn anew from a seed, by `random_rules`."""


MOST_BLOCKED = 40
"""Blocked cells that random rules may have: half of the smallest board."""


def random_rules(seed: int, blocked: int = 1) -> Rules:
    """The `random` preset: four in a row with gravity on 9..12 by 9..12, one cell blocked unless you say.

    >>> random_rules(1) == random_rules(1)
    True
    """
    if not is_whole(seed):
        raise RulesError(N_("the seed of random rules is {value}; it has to be a whole number"), value=repr(seed))
    if not is_whole(blocked) or not 0 <= blocked <= MOST_BLOCKED:
        raise RulesError(
            N_("{value} blocked cells; random rules have a whole number of them, from 0 to {most}"),
            value=repr(blocked),
            most=MOST_BLOCKED,
        )
    draw = SplitMix(seed)
    rows = 9 + draw.below(4)
    columns = 9 + draw.below(4)
    cells: set[int] = set()
    while len(cells) < blocked:
        cells.add(draw.below(rows * columns))
    return Rules(columns=columns, rows=rows, connect=4, blocked=[divmod(cell, rows) for cell in cells])
