"""The names of the textbook chapter that the searches come from: its programs run with their imports changed to this.

Boards and searches are ours underneath. A board of your own derives from `Board`, its stones from `Piece` and `Enum`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any, ClassVar, Self

from plyground import search
from plyground.board import Board, Move, Outcome, Side
from plyground.errors import N_, PositionError
from plyground.grid import CFOUR, OUTCOME, SEGMENTS, TICTACTOE, GridBoard, OutcomeValue, Rules, Segments
from plyground.search import find_best_move

__all__ = [
    "Board",
    "C4Board",
    "C4Piece",
    "Move",
    "Piece",
    "TTTBoard",
    "TTTPiece",
    "alphabeta",
    "find_best_move",
    "minimax",
]


class Piece:
    """A stone. In an `Enum` of the first player's, the second player's and the empty one, it knows its opposite.

    >>> TTTPiece.X.opposite, str(C4Piece.R)
    (<TTTPiece.O: 'O'>, 'R')
    """

    value: str

    @property
    def opposite(self) -> Any:
        kind: Any = type(self)
        first, second, *_rest = kind
        return {first: second, second: first}.get(self, self)

    def __str__(self) -> str:
        return self.value


class TTTPiece(Piece, Enum):
    X = "X"
    O = "O"  # noqa: E741 - the chapter's name
    E = " "


class C4Piece(Piece, Enum):
    B = "B"
    R = "R"
    E = " "


class _ChapterBoard(Board):
    """One of our boards, with the chapter's pieces in place of sides."""

    RULES: ClassVar[Rules]
    PIECES: ClassVar[tuple[Any, Any]]
    EVALUATOR: ClassVar[OutcomeValue | Segments]

    _grid: GridBoard

    @classmethod
    def _of(cls, grid: GridBoard) -> Self:
        board = cls.__new__(cls)
        board._grid = grid
        return board

    def _set_up(self, stones: Iterable[tuple[int, Piece]], turn: Piece) -> None:
        """Takes stones with the bits of their cells."""
        masks = [0, 0]
        for bit, piece in stones:
            if piece in self.PIECES:
                masks[self.PIECES.index(piece)] |= bit
        side = Side.FIRST if turn is self.PIECES[0] else Side.SECOND
        self._grid = GridBoard.from_stones(self.RULES, masks[0], masks[1], side)

    def _at(self, column: int, row: int) -> Any:
        side = self._grid.at(column, row)
        return type(self.PIECES[0]).E if side is None else self.PIECES[side.value]

    @property
    def turn(self) -> Any:
        return self.PIECES[self._grid.turn.value]

    @property
    def legal_moves(self) -> list[Move]:
        return list(self._grid.legal_moves)

    @property
    def is_win(self) -> bool:
        return self._grid.is_win

    @property
    def winner(self) -> Any:
        winner = self._grid.winner
        return None if winner is None else self.PIECES[winner.value]

    def move(self, location: Move, /) -> Self:
        return self._of(self._grid.move(location))

    @property
    def outcome(self) -> Outcome:
        return self._grid.outcome

    def evaluate(self, player: Any, /) -> float:
        return self.EVALUATOR(self._grid, Side(self.PIECES.index(player)))


class TTTBoard(_ChapterBoard):
    """Tic-tac-toe: cells 0 to 8 from the top left, X first.

    >>> find_best_move(TTTBoard().move(4))
    0
    """

    RULES = TICTACTOE
    PIECES = (TTTPiece.X, TTTPiece.O)
    EVALUATOR = OUTCOME

    def __init__(self, position: Sequence[TTTPiece] = (TTTPiece.E,) * 9, turn: TTTPiece = TTTPiece.X) -> None:
        cells = self.RULES.layout.reading_order
        if len(position) != len(cells):
            raise PositionError(N_("a position of {given} cells; the board has {cells}"), given=len(position), cells=9)
        self._set_up(zip(cells, position, strict=True), turn)

    @property
    def position(self) -> list[TTTPiece]:
        return [self._at(column, row) for row in (2, 1, 0) for column in range(3)]

    def __repr__(self) -> str:
        cells = [str(piece) for piece in self.position]
        return "\n-----\n".join("|".join(cells[start : start + 3]) for start in (0, 3, 6))


class C4Board(_ChapterBoard):
    """Connect Four: seven columns of six from the left, black first.

    >>> find_best_move(C4Board().move(1), 3)
    3
    """

    RULES = CFOUR
    PIECES = (C4Piece.B, C4Piece.R)
    EVALUATOR = SEGMENTS
    NUM_COLUMNS = CFOUR.columns
    NUM_ROWS = CFOUR.rows

    class Column:
        """A stack of stones, the lowest first."""

        def __init__(self, stones: Iterable[C4Piece] = ()) -> None:
            self._stones = list(stones)

        @property
        def full(self) -> bool:
            return len(self._stones) >= C4Board.NUM_ROWS

        def push(self, item: C4Piece) -> None:
            if self.full:
                raise PositionError(N_("the column is full: it holds {rows} stones"), rows=C4Board.NUM_ROWS)
            self._stones.append(item)

        def __getitem__(self, index: int) -> C4Piece:
            return self._stones[index] if index < len(self._stones) else C4Piece.E

        def __repr__(self) -> str:
            return repr(self._stones)

        def copy(self) -> C4Board.Column:
            return C4Board.Column(self._stones)

    def __init__(self, position: Sequence[C4Board.Column] | None = None, turn: C4Piece = C4Piece.B) -> None:
        columns = [C4Board.Column()] * self.NUM_COLUMNS if position is None else position
        if len(columns) != self.NUM_COLUMNS:
            raise PositionError(
                N_("a position of {given} columns; the board has {columns}"),
                given=len(columns),
                columns=self.NUM_COLUMNS,
            )
        bit = self.RULES.layout.bit
        cells = ((column, row) for column in range(self.NUM_COLUMNS) for row in range(self.NUM_ROWS))
        self._set_up(((bit(column, row), columns[column][row]) for column, row in cells), turn)

    @property
    def position(self) -> list[C4Board.Column]:
        every = [[self._at(column, row) for row in range(self.NUM_ROWS)] for column in range(self.NUM_COLUMNS)]
        return [C4Board.Column(piece for piece in column if piece is not C4Piece.E) for column in every]

    def __repr__(self) -> str:
        columns = self.position
        rows = ("|".join(str(column[row]) for column in columns) for row in reversed(range(self.NUM_ROWS)))
        return "".join(f"|{row}|\n" for row in rows)


def minimax(board: Board, maximizing: bool, original_player: Any, max_depth: int = 8) -> float:
    """What `board` is worth to `original_player`, `max_depth` plies ahead.

    >>> minimax(TTTBoard(), True, TTTPiece.X, 2)
    0
    """
    return _value(search.minimax, board, maximizing, original_player, max_depth)


def alphabeta(
    board: Board,
    maximizing: bool,
    original_player: Any,
    max_depth: int = 8,
    alpha: float = float("-inf"),
    beta: float = float("inf"),
) -> float:
    """The same value as `minimax`, at fewer nodes; outside `alpha` and `beta`, the bound that it passes."""
    value = _value(search.alphabeta, board, maximizing, original_player, max_depth)
    return min(max(value, alpha), beta)


def _value(algorithm: search.Algorithm, board: Board, maximizing: bool, player: Any, depth: int) -> float:
    if depth == 0 or board.is_win or board.is_draw:
        return board.evaluate(player)
    # Our searches answer for the side to move: where that is the opponent, the best for it is the worst for us.
    sign = 1 if maximizing else -1
    value = algorithm(board, depth, lambda leaf, _side: sign * leaf.evaluate(player)).value
    return sign * value if value is not None else sign * float("-inf")
