"""`GridBoard`: a position of any game of the family, as a value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from plyground.board import Board, Move, Side
from plyground.errors import N_, IllegalMoveError, PositionError
from plyground.grid.layout import Cell
from plyground.grid.rules import CFOUR, Rules

__all__ = ["GridBoard"]

_FIRST, _SECOND = Side.FIRST, Side.SECOND


class GridBoard(Board):
    """An immutable position. Compares and hashes by rules, stones and side to move.

    A move is a column from 0 with gravity, and a cell in reading order (0 at the top left) without.

    >>> board = GridBoard(CFOUR).move(3).move(3)
    >>> board == GridBoard.from_moves("44")
    True
    """

    __slots__ = ("_last", "_layout", "_legal", "_other", "_own", "_turn", "_winner", "rules")

    def __init__(self, rules: Rules = CFOUR) -> None:
        self._fill(rules, 0, 0, _FIRST, None)

    def _fill(self, rules: Rules, own: int, other: int, turn: Side, last: int | None) -> None:
        self.rules = rules
        self._layout = rules.layout
        self._own = own  # stones of the side to move
        self._other = other
        self._turn = turn
        self._last = last
        self._legal: tuple[Move, ...] | None = None
        self._winner: Side | bool | None = False  # False: not looked yet

    @classmethod
    def from_stones(cls, rules: Rules, first: int, second: int, turn: Side = _FIRST, last: int | None = None) -> Self:
        """A position from two bit masks (layout: `grid.layout`); `last` is the newest stone's bit number."""
        layout = rules.layout
        if first & second:
            raise PositionError(
                N_("both sides have a stone on {cells}; a cell holds one stone"),
                cells=_names(rules, first & second),
            )
        if stray := (first | second) & ~layout.playable:
            if stray < 0 or stray >> (rules.columns * layout.height) or stray & ~layout.blocked:
                raise PositionError(
                    N_("a stone lies outside the board of {columns}x{rows}"),
                    columns=rules.columns,
                    rows=rules.rows,
                )
            raise PositionError(N_("a stone lies on {cells}, which is blocked"), cells=_names(rules, stray))
        if rules.gravity:
            free = layout.playable & ~(first | second)
            for column in layout.column_masks:
                lowest = (free & column) & -(free & column)
                if floating := (first | second) & column & -lowest if lowest else 0:
                    raise PositionError(
                        N_("the stone on {cells} hangs in the air: with gravity, the cells below have to be filled"),
                        cells=_names(rules, floating),
                    )
        board = cls.__new__(cls)
        own, other = (first, second) if turn is _FIRST else (second, first)
        board._fill(rules, own, other, turn, last)
        return board

    @classmethod
    def setup(
        cls,
        rules: Rules,
        first: Iterable[Cell] = (),
        second: Iterable[Cell] = (),
        turn: Side = _FIRST,
    ) -> Self:
        """Any stones, either side to move; the counts need not balance.

        >>> GridBoard.setup(CFOUR, first=[(3, 0)], turn=Side.SECOND) == GridBoard.from_moves("4")
        True
        """
        masks = []
        for cells in (first, second):
            mask = 0
            for column, row in cells:
                if not (0 <= column < rules.columns and 0 <= row < rules.rows):
                    raise PositionError(
                        N_("a stone lies outside the board of {columns}x{rows}"),
                        columns=rules.columns,
                        rows=rules.rows,
                    )
                mask |= rules.layout.bit(column, row)
            masks.append(mask)
        return cls.from_stones(rules, masks[0], masks[1], turn)

    @classmethod
    def from_moves(cls, moves: str, rules: Rules = CFOUR) -> GridBoard:
        """The position after a game in our notation: `"4453"`, or `"b2 a1"` without gravity."""
        from plyground.grid.notation import play_moves

        return play_moves(GridBoard(rules), moves)

    @classmethod
    def parse(cls, text: str, rules: Rules = CFOUR) -> GridBoard:
        """A position from either text form: moves played, or rows from the top and the side to move."""
        from plyground.grid.notation import parse_board

        return parse_board(text, rules)

    # The abstract game

    @property
    def turn(self) -> Side:
        return self._turn

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Columns from the left, or cells in reading order. None once the game is won."""
        legal = self._legal
        if legal is None:
            if self.is_win:
                legal = ()
            elif self.rules.gravity:
                landing = self.landing
                legal = tuple([c for c, mask in enumerate(self._layout.column_masks) if landing & mask])
            else:
                free = self.free
                legal = tuple([m for m, bit in enumerate(self._layout.reading_order) if free & bit])
            self._legal = legal
        return legal

    @property
    def is_win(self) -> bool:
        return self.winner is not None

    @property
    def winner(self) -> Side | None:
        """The side with a run. Should a set-up give both one, the side that is not to move has won."""
        winner = self._winner
        if winner is False:
            if self._layout.has_run(self._other):
                winner = self._turn.opposite
            elif self._layout.has_run(self._own):
                winner = self._turn
            else:
                winner = None
            self._winner = winner
        return winner  # type: ignore[return-value]

    def move(self, move: Move, /) -> Self:
        if self.is_win:
            raise IllegalMoveError(
                N_("the game is won, so {move} cannot be played; take a move back or start anew"),
                move=self.move_name(move),
            )
        bit = self.target(move)
        board = self.__class__.__new__(self.__class__)
        board.rules = self.rules
        board._layout = self._layout
        board._own = self._other
        board._other = self._own | bit
        board._turn = _SECOND if self._turn is _FIRST else _FIRST
        board._last = bit.bit_length() - 1
        board._legal = None
        # Nobody had a run before, so only the side that moved can have one now.
        board._winner = self._turn if self._layout.has_run(board._other) else None
        return board

    def evaluate(self, side: Side, /) -> float:
        """The segment evaluation (two short 1, one short 100, complete 1,000,000)."""
        from plyground.grid.evaluators import SEGMENTS

        return SEGMENTS(self, side)

    def move_name(self, move: Move) -> str:
        from plyground.grid.notation import move_text

        return move_text(self.rules, move)

    # The grid

    def target(self, move: Move) -> int:
        """The bit of the cell that `move` fills; refuses what cannot be played."""
        layout = self._layout
        if self.rules.gravity:
            if not 0 <= move < self.rules.columns:
                raise IllegalMoveError(
                    N_("there is no column {column}; the columns run from 1 to {columns}"),
                    column=move + 1,
                    columns=self.rules.columns,
                )
            bit = self.landing & layout.column_masks[move]
            if not bit:
                raise IllegalMoveError(
                    N_("column {move} is full; open columns: {legal}"),
                    move=self.move_name(move),
                    legal=self._legal_names(),
                )
            return bit
        if not 0 <= move < self.rules.columns * self.rules.rows:
            raise IllegalMoveError(
                N_("there is no cell number {move}; cells run from 0 to {last}"),
                move=move,
                last=self.rules.columns * self.rules.rows - 1,
            )
        bit = layout.reading_order[move]
        if not bit & self.free:
            template = (
                N_("cell {move} is blocked; choose a free cell")
                if bit & layout.blocked
                else N_("cell {move} is taken; choose a free cell")
            )
            raise IllegalMoveError(template, move=self.move_name(move))
        return bit

    def _legal_names(self) -> str:
        return " ".join(self.move_name(move) for move in self.legal_moves) or "-"

    @property
    def free(self) -> int:
        """Cells without stone or block, as a mask."""
        return self._layout.playable & ~(self._own | self._other)

    @property
    def landing(self) -> int:
        """With gravity: the cell where a stone would come to rest in each open column, as a mask."""
        occupied = self._own | self._other | self._layout.blocked
        return (occupied + self._layout.bottoms) & self._layout.playable & ~occupied

    @property
    def reachable(self) -> int:
        """The cells that the next stone can take, as a mask."""
        return self.landing if self.rules.gravity else self.free

    def stones(self, side: Side) -> int:
        """The stones of `side`, as a mask."""
        return self._own if side is self._turn else self._other

    def at(self, column: int, row: int) -> Side | None:
        """Whose stone lies there, if any."""
        bit = self._layout.bit(column, row)
        if self._own & bit:
            return self._turn
        return self._turn.opposite if self._other & bit else None

    @property
    def count(self) -> int:
        """How many stones lie on the board."""
        return (self._own | self._other).bit_count()

    @property
    def last_cell(self) -> Cell | None:
        """Where the newest stone lies; unknown after a free set-up. Does not count for equality."""
        return None if self._last is None else self._layout.cell(self._last)

    @property
    def winning_cells(self) -> frozenset[Cell]:
        """All stones of the winner that belong to a winning run."""
        winner = self.winner
        if winner is None:
            return frozenset()
        return self._layout.cells(self._layout.run_cells(self.stones(winner)))

    @property
    def segments(self) -> tuple[frozenset[Cell], ...]:
        """Every run of `connect` cells that could be filled."""
        return tuple(self._layout.cells(mask) for mask in self._layout.segments)

    def threat_mask(self, side: Side) -> int:
        """Free cells where a stone of `side` would complete a run, reachable now or not."""
        own, free, result = self.stones(side), self.free, 0
        for segment in self._layout.segments:
            missing = segment & ~own
            if missing & free and missing & (missing - 1) == 0:
                result |= missing
        return result

    def threats(self, side: Side) -> frozenset[Cell]:
        return self._layout.cells(self.threat_mask(side))

    # A value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GridBoard):
            return NotImplemented
        return (
            self._own == other._own
            and self._other == other._other
            and self._turn is other._turn
            and (self.rules is other.rules or self.rules == other.rules)
        )

    def __hash__(self) -> int:
        return hash((self._own, self._other, self._turn is _FIRST))

    def __reduce__(self) -> tuple[object, ...]:
        return (
            GridBoard.from_stones,
            (self.rules, self.stones(_FIRST), self.stones(_SECOND), self._turn, self._last),
        )

    def __repr__(self) -> str:
        from plyground.grid.notation import position_text

        return f"GridBoard({position_text(self)!r}, {str(self.rules)!r})"

    def __str__(self) -> str:
        from plyground.grid.pictures import draw_text

        return draw_text(self)

    def _repr_svg_(self) -> str:
        from plyground.grid.pictures import draw_svg

        return draw_svg(self)


def _names(rules: Rules, mask: int) -> str:
    from plyground.grid.notation import cell_text

    return ", ".join(cell_text(cell) for cell in sorted(rules.layout.cells(mask)))
