"""`Board`, the game as a search sees it: two sides, perfect information, one winner or none."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from enum import Enum
from typing import ClassVar, Self, TypeAlias

from plyground.errors import N_, IllegalMoveError, InputError, NotationError, PositionError

Move: TypeAlias = int
"""Moves are numbers. Each game decides what they mean; `Board.move_name` writes them for people."""


class Side(Enum):
    """One of the two sides; it knows its opposite.

    >>> Side.FIRST.opposite
    <Side.SECOND: 1>
    """

    FIRST = 0
    SECOND = 1

    @property
    def opposite(self) -> Side:
        return _SECOND if self is _FIRST else _FIRST


# Looking a member up on its class, or in a dictionary, is many times slower than a global.
_FIRST, _SECOND = Side.FIRST, Side.SECOND


class Outcome(Enum):
    """How a game stands: still open, won by a side, or drawn."""

    OPEN = "open"
    FIRST_WINS = "first wins"
    SECOND_WINS = "second wins"
    DRAW = "draw"

    @property
    def is_over(self) -> bool:
        return self is not Outcome.OPEN

    @property
    def winner(self) -> Side | None:
        if self is Outcome.FIRST_WINS:
            return _FIRST
        return _SECOND if self is Outcome.SECOND_WINS else None

    @classmethod
    def win_of(cls, side: Side) -> Outcome:
        return cls.FIRST_WINS if side is _FIRST else cls.SECOND_WINS


_NO_MOVE = {
    Outcome.FIRST_WINS: N_("the first player has won, so there is no move to look for"),
    Outcome.SECOND_WINS: N_("the second player has won, so there is no move to look for"),
    Outcome.DRAW: N_("the game is drawn, so there is no move to look for"),
}


def require_open(outcome: Outcome) -> None:
    """Refuses a game that is over: there is no move to search for."""
    if not isinstance(outcome, Outcome):
        raise PositionError(N_("the outcome is {value}; it has to be an Outcome"), value=repr(outcome))
    if outcome.is_over:
        raise IllegalMoveError(_NO_MOVE[outcome])


class Board(ABC):
    """A position of a two-player game. Boards are values: `move` returns a new one.

    To write a game, say whose `turn` it is, which `legal_moves` there are, whether the position
    `is_win`, what `move` leads to, and how good it looks to a side (`evaluate`). A position that is
    won was won by the side that is *not* on turn, unless the game overrides `winner`.
    """

    __slots__ = ()  # so that a game can do without a dictionary, with slots of its own

    has_winners: ClassVar[bool] = True
    """False for a game that ends with a number (`evaluate`): its end is no draw, though nobody has won."""

    @property
    @abstractmethod
    def turn(self) -> Side:
        """The side to move."""

    @property
    @abstractmethod
    def legal_moves(self) -> Sequence[Move]:
        """The moves that may be played, in a fixed order. May be anything once the game is won."""

    @property
    @abstractmethod
    def is_win(self) -> bool:
        """Has somebody won?"""

    @property
    def is_draw(self) -> bool:
        """Nobody has won and nobody can move."""
        return not self.is_win and not self.legal_moves

    @abstractmethod
    def move(self, move: Move, /) -> Self:
        """The board after `move`; this one stays as it is."""

    @abstractmethod
    def evaluate(self, side: Side, /) -> float:
        """How good the position is for `side`; zero-sum: the other side's value is the negative."""

    @property
    def winner(self) -> Side | None:
        return self.turn.opposite if self.is_win else None

    @property
    def outcome(self) -> Outcome:
        winner = self.winner
        if winner is not None:
            return Outcome.win_of(winner)
        return Outcome.DRAW if self.is_draw else Outcome.OPEN

    def move_name(self, move: Move) -> str:
        """How people write `move`."""
        return str(move)

    def parse_move(self, text: str) -> Move:
        """The move that people write as `text`. It need not be legal if the game can read it all the same."""
        found = next((move for move in self.legal_moves if self.move_name(move) == text), None)
        if found is None:
            raise NotationError(
                N_("'{text}' is no move; the legal moves are {legal}"),
                text=text,
                legal=" ".join(self.move_name(move) for move in self.legal_moves) or "-",
            )
        return found


def require_function(given: object, name: str) -> None:
    """Refuses what is neither a function nor None."""
    if given is not None and not callable(given):
        raise InputError(N_("the {name} is {value}; it has to be a function"), name=name, value=repr(given))


def require_board(board: object) -> None:
    """Refuses what is not a board, before a search looks into it."""
    if not isinstance(board, Board):
        raise PositionError(N_("the board is {value}; it has to be a Board, such as GridBoard()"), value=repr(board))


Evaluator: TypeAlias = Callable[[Board, Side], float]
"""How good a board is for a side. Passed to a search as a value; `None` means `Board.evaluate`."""

Order: TypeAlias = Callable[[Board], Sequence[Move]]
"""In which order a search tries the moves: all that are legal, each once. `None` means as the board lists them."""
