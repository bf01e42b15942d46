"""`GridBoard`: a position of any game of the family, as a value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Self

from plyground.board import Board, Move, Side, is_whole
from plyground.errors import N_, IllegalMoveError, PositionError
from plyground.grid.layout import Cell, Layout, whole_cell
from plyground.grid.rules import CFOUR, Rules, rules_of

__all__ = ["GridBoard"]

_FIRST, _SECOND = Side.FIRST, Side.SECOND


class GridBoard(Board):
    """An immutable position. Compares and hashes by rules, stones and side to move.

    A move is a column from 0 with gravity, and a cell in reading order (0 at the top left) without. Rules may be given
    as text: `GridBoard("9x7 connect=5")`.

    >>> board = GridBoard("cfour").move(3).move(3)
    >>> board == GridBoard.from_moves("44")
    True
    """

    __slots__ = ("_last", "_layout", "_legal", "_other", "_own", "_rules", "_turn", "_winner")

    _rules: Rules
    _layout: Layout
    _own: int  # stones of the side to move
    _other: int
    _turn: Side
    _last: int | None
    _legal: tuple[Move, ...] | None  # None: not asked yet
    _winner: Side | None

    def __init__(self, rules: Rules | str = CFOUR) -> None:
        self._fill(rules_of(rules), 0, 0, _FIRST, None, None)

    def _fill(self, rules: Rules, own: int, other: int, turn: Side, last: int | None, winner: Side | None) -> None:
        self._rules = rules
        self._layout = rules.layout
        self._own = own
        self._other = other
        self._turn = turn
        self._last = last
        self._legal = None
        self._winner = winner

    @classmethod
    def from_stones(
        cls, rules: Rules | str, first: int, second: int, turn: Side = _FIRST, last: int | None = None
    ) -> Self:
        """A position from two bit masks (layout: `grid.layout`); `last` is the newest stone's bit number."""
        rules = rules_of(rules)
        layout = rules.layout
        for mask in (first, second):
            if not is_whole(mask):
                raise PositionError(
                    N_("the stones are {value}; they have to be a whole number, with a bit for every stone"),
                    value=repr(mask),
                )
        # Anything else would silently count as the second player.
        if not isinstance(turn, Side):
            raise PositionError(
                N_("the side to move is {value}; it has to be Side.FIRST or Side.SECOND"), value=repr(turn)
            )
        stones = first | second
        if stones & ~(layout.playable | layout.blocked):
            raise PositionError(
                N_("a stone lies outside the board of {columns}x{rows}"),
                columns=rules.columns,
                rows=rules.rows,
            )
        if stray := stones & layout.blocked:
            raise PositionError(N_("a stone lies on {cells}, which is blocked"), cells=_names(rules, stray))
        if both := first & second:
            raise PositionError(
                N_("both sides have a stone on {cells}; a cell holds one stone"), cells=_names(rules, both)
            )
        if rules.gravity:
            for column in layout.column_masks:
                free = layout.playable & ~stones & column
                lowest = free & -free
                # -lowest: every bit from the lowest gap upwards; no mask at all for a full column.
                if floating := stones & column & -lowest:
                    raise PositionError(
                        N_("the stone on {cells} hangs in the air: with gravity, the cells below have to be filled"),
                        cells=_names(rules, floating),
                    )
        if last is not None and not (is_whole(last) and last >= 0 and stones >> last & 1):
            raise PositionError(N_("the last move, bit {last}, is not the place of a stone"), last=last)
        own, other = (first, second) if turn is _FIRST else (second, first)
        if layout.has_run(other):
            winner: Side | None = turn.opposite
        else:
            winner = turn if layout.has_run(own) else None
        board = cls.__new__(cls)
        board._fill(rules, own, other, turn, last, winner)
        return board

    @classmethod
    def setup(
        cls,
        rules: Rules | str,
        first: Iterable[Cell] = (),
        second: Iterable[Cell] = (),
        turn: Side = _FIRST,
    ) -> Self:
        """Any stones, either side to move; the counts need not balance.

        >>> GridBoard.setup(CFOUR, first=[(3, 0)], turn=Side.SECOND) == GridBoard.from_moves("4")
        True
        """
        rules = rules_of(rules)
        masks = []
        for cells in (first, second):
            if not isinstance(cells, Iterable):
                raise PositionError(
                    N_("the stones are {value}; list their cells as pairs (column, row), both from 0"),
                    value=repr(cells),
                )
            mask = 0
            for value in cells:
                if (cell := whole_cell(value)) is None:
                    raise _no_cell(value)
                _require_inside(rules, cell)
                mask |= rules.layout.bit(*cell)
            masks.append(mask)
        return cls.from_stones(rules, masks[0], masks[1], turn)

    @classmethod
    def from_moves(cls, moves: str, rules: Rules | str = CFOUR) -> GridBoard:
        """The position after a game in our notation: `"4453"`, or `"b2 a1"` without gravity."""
        from plyground.grid.notation import play_moves

        return play_moves(GridBoard(rules), moves)

    @classmethod
    def parse(cls, text: str, rules: Rules | str = CFOUR) -> GridBoard:
        """A position from either text form: moves played, or rows from the top and the side to move."""
        from plyground.grid.notation import parse_board

        return parse_board(text, rules)

    @property
    def rules(self) -> Rules:
        return self._rules

    # The abstract game

    @property
    def turn(self) -> Side:
        return self._turn

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Columns from the left, or cells in reading order. None once the game is won."""
        legal = self._legal
        if legal is None:
            if self._winner is not None:
                legal = ()
            elif self._rules.gravity:
                landing = self.landing
                legal = tuple([c for c, mask in enumerate(self._layout.column_masks) if landing & mask])
            else:
                free = self.free
                legal = tuple([m for m, bit in enumerate(self._layout.reading_order) if free & bit])
            self._legal = legal
        return legal

    @property
    def is_win(self) -> bool:
        return self._winner is not None

    @property
    def winner(self) -> Side | None:
        """The side with a run. Should a set-up give both one, the side that is not to move has won."""
        return self._winner

    def move(self, move: Move, /) -> Self:
        if self._winner is not None:
            raise IllegalMoveError(
                N_("the game is won, so {move} cannot be played; take a move back or start anew"),
                move=self.move_name(move),
            )
        bit = self.target(move)
        mover, stones = self._turn, self._own | bit
        board = self.__class__.__new__(self.__class__)
        board._rules = self._rules
        board._layout = self._layout
        board._own = self._other
        board._other = stones
        board._turn = _SECOND if mover is _FIRST else _FIRST
        board._last = bit.bit_length() - 1
        board._legal = None
        # Nobody had a run before, so only the side that moved can have one now.
        board._winner = mover if self._layout.has_run(stones) else None
        return board

    def evaluate(self, side: Side, /) -> float:
        """The segment evaluation (two short 1, one short 100, complete 1,000,000)."""
        from plyground.grid.evaluators import SEGMENTS

        return SEGMENTS(self, side)

    def move_name(self, move: Move) -> str:
        from plyground.grid.notation import move_text

        return move_text(self._rules, move)

    def parse_move(self, text: str) -> Move:
        from plyground.grid.notation import parse_move

        return parse_move(self._rules, text)

    # The grid

    def target(self, move: Move) -> int:
        """The bit of the cell that `move` fills; refuses what cannot be played."""
        layout = self._layout
        # The searches pass here for every node, so that what cannot be a move is found by its failure.
        try:
            if self._rules.gravity:
                if 0 <= move < layout.columns and (bit := self.landing & layout.column_masks[move]):
                    return bit
            elif 0 <= move < len(layout.reading_order) and (bit := self.free & layout.reading_order[move]):
                return bit
        except TypeError:
            pass
        raise self._refusal(move)

    def _refusal(self, move: Move) -> IllegalMoveError:
        """Why `move` cannot be played."""
        layout, gravity = self._layout, self._rules.gravity
        last = (layout.columns if gravity else len(layout.reading_order)) - 1
        if not is_whole(move):
            return IllegalMoveError(
                N_("the move is {value}; it has to be a whole number from 0 to {last}, or be read with parse_move"),
                value=repr(move),
                last=last,
            )
        if gravity and not 0 <= move <= last:
            return IllegalMoveError(
                N_("there is no column {column}; the columns run from 1 to {columns}, as moves from 0 to {last}"),
                column=move + 1,
                columns=layout.columns,
                last=last,
            )
        if not 0 <= move <= last:
            return IllegalMoveError(
                N_("there is no cell number {move}; cells run from 0 to {last}"), move=move, last=last
            )
        if gravity:
            return IllegalMoveError(
                N_("column {move} is full; open columns: {legal}"),
                move=self.move_name(move),
                legal=self._legal_names(),
            )
        return IllegalMoveError(
            N_("cell {move} is blocked; choose a free cell")
            if layout.reading_order[move] & layout.blocked
            else N_("cell {move} is taken; choose a free cell"),
            move=self.move_name(move),
        )

    def cell_of(self, move: Move) -> Cell:
        """Where the stone of a legal move comes to rest.

        >>> GridBoard.from_moves("44").cell_of(3)
        (3, 2)
        """
        return self._layout.cell(self.target(move).bit_length() - 1)

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
        return self.landing if self._rules.gravity else self.free

    def stones(self, side: Side) -> int:
        """The stones of `side`, as a mask."""
        return self._own if side is self._turn else self._other

    def at(self, column: int, row: int) -> Side | None:
        """Whose stone lies there, if any."""
        try:
            _require_inside(self._rules, (column, row))
            bit = self._layout.bit(column, row)
        except TypeError:
            raise _no_cell((column, row)) from None
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

    def may_connect(self, side: Side) -> bool:
        """Whether `side` has a run, or cells that are free yet would make one."""
        return self._layout.has_run(self.stones(side) | self.free)

    @property
    def is_dead(self) -> bool:
        """Whether nobody has won and nobody can any more: every run has a blocked cell, or stones of both sides."""
        return not any(self.may_connect(side) for side in Side)

    def threat_mask(self, side: Side) -> int:
        """Free cells where a stone of `side` would complete a run, reachable now or not."""
        return self._layout.completing(self.stones(side)) & self.free

    def wins_in_one(self, side: Side) -> int:
        """The cells where the next stone of `side` would win, as a mask."""
        return self.threat_mask(side) & self.reachable

    def threats(self, side: Side) -> frozenset[Cell]:
        return self._layout.cells(self.threat_mask(side))

    def rearranged(self, image: Callable[[int], int]) -> Self:
        """The position with every cell moved by `image`, which has to be a symmetry of the rules (`grid.symmetry`)."""
        board = self.__class__.__new__(self.__class__)
        last = None if self._last is None else image(1 << self._last).bit_length() - 1
        board._fill(self._rules, image(self._own), image(self._other), self._turn, last, self._winner)
        return board

    # A value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GridBoard):
            return NotImplemented
        return (
            self._own == other._own
            and self._other == other._other
            and self._turn is other._turn
            and (self._rules is other._rules or self._rules == other._rules)
        )

    def __hash__(self) -> int:
        return hash((self._own, self._other, self._turn is _FIRST))

    def __reduce__(self) -> tuple[object, ...]:
        return (
            type(self).from_stones,
            (self._rules, self.stones(_FIRST), self.stones(_SECOND), self._turn, self._last),
        )

    def __repr__(self) -> str:
        from plyground.grid.notation import position_text

        return f"GridBoard({position_text(self)!r}, {str(self._rules)!r})"

    def __str__(self) -> str:
        from plyground.grid.pictures import draw_text

        return draw_text(self)

    def _repr_svg_(self) -> str:
        from plyground.grid.svg import draw_svg

        return draw_svg(self)


def _no_cell(value: object) -> PositionError:
    return PositionError(
        N_("the cell {value} is not a pair of whole numbers; write (column, row), both from 0"), value=repr(value)
    )


def _require_inside(rules: Rules, cell: Cell) -> None:
    column, row = cell
    if not (0 <= column < rules.columns and 0 <= row < rules.rows):
        raise PositionError(
            N_("column {column}, row {row} is outside the board of {columns}x{rows}; both count from 0"),
            column=column,
            row=row,
            columns=rules.columns,
            rows=rules.rows,
        )


def _names(rules: Rules, mask: int) -> str:
    from plyground.grid.notation import cell_text

    return ", ".join(cell_text(cell) for cell in sorted(rules.layout.cells(mask)))
