"""A game in progress: a start, the moves since, the clocks, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from plyground.board import Board, Move, Outcome, Side, is_number, is_whole
from plyground.errors import N_, IllegalMoveError, LimitError, PlygroundError, PositionError
from plyground.grid import (
    CFOUR,
    GridBoard,
    Rules,
    draw_svg,
    moves_text,
    parse_moves,
    play_moves,
    read_position,
    rules_name,
)

if TYPE_CHECKING:
    from plyground.game.player import Player

__all__ = ["Clock", "Forfeit", "Game", "Termination"]

B_co = TypeVar("B_co", bound=Board, covariant=True)


_OVER = {
    Outcome.FIRST_WINS: N_("the first player has won, so {move} cannot be played; take a move back or start anew"),
    Outcome.SECOND_WINS: N_("the second player has won, so {move} cannot be played; take a move back or start anew"),
    Outcome.DRAW: N_("the game is drawn, so {move} cannot be played; take a move back or start anew"),
}


class Termination(Enum):
    """Why a game is over."""

    WIN = "win"
    DRAW = "draw"
    RESIGNATION = "resignation"
    TIMEOUT = "timeout"
    ILLEGAL_MOVE = "illegal move"
    CRASH = "crash"
    ADJUDICATION = "adjudication"
    ABANDONMENT = "abandonment"


@dataclass(frozen=True, slots=True)
class Forfeit:
    """An end that did not come about on the board: `loser` loses; None means a draw."""

    loser: Side | None
    termination: Termination
    error: PlygroundError | None = None
    """What happened, if there is more to say than the termination."""

    @property
    def reason(self) -> str:
        """The error in English, as records keep it; `texts.tell(error)` says it in the language in use."""
        return "" if self.error is None else str(self.error)


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds for a side's whole game, and what every move adds."""

    seconds: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        numbers = is_number(self.seconds) and is_number(self.increment)
        # Written so that a NaN is refused too.
        if not (numbers and self.seconds > 0 and self.increment >= 0):
            raise LimitError(
                N_("a clock of {seconds} s with {increment} s a move; it needs more than 0 s and 0 s or more"),
                seconds=self.seconds if numbers else repr(self.seconds),
                increment=self.increment if numbers else repr(self.increment),
            )


class Game(Generic[B_co]):
    """A start and the moves played since. Play can be taken back; ended games accept no moves.

    The start is a board, or rules, also as text: then it is an empty board.

    >>> game = Game("cfour")
    >>> game.play(3).push("4").moves
    (3, 3)
    >>> game.undo()
    3
    >>> game
    Game.from_moves('4')
    """

    @overload
    def __init__(
        self: Game[GridBoard], start: Rules | str, moves: Iterable[Move] = (), clock: Clock | None = None
    ) -> None: ...
    @overload
    def __init__(self, start: B_co, moves: Iterable[Move] = (), clock: Clock | None = None) -> None: ...
    def __init__(self, start: Any, moves: Iterable[Move] = (), clock: Clock | None = None) -> None:
        if clock is not None and not isinstance(clock, Clock):
            raise LimitError(N_("the clock is {value}; it has to be a Clock, such as Clock(60)"), value=repr(clock))
        self._boards: list[B_co] = [_board_of(start)]
        self._moves: list[Move] = []
        self.forfeit: Forfeit | None = None
        """How the game ended, if not on the board."""
        self._seated: dict[Side, Player] = {}
        self.clock = clock
        self.seconds: dict[Side, float] = {Side.FIRST: 0.0, Side.SECOND: 0.0}
        """Time each side has used."""
        self._seconds_then = [dict(self.seconds)]  # beside every board, for undo
        if not isinstance(moves, Iterable):
            raise IllegalMoveError(N_("the moves are {value}; list them as whole numbers"), value=repr(moves))
        for move in moves:
            self.play(move)

    @staticmethod
    def from_moves(moves: str, rules: Rules | str = CFOUR) -> Game[GridBoard]:
        """A game of a grid in our notation: `"4453"`, or `"b2 a1"` without gravity.

        >>> Game.from_moves("b2 a1", "tictactoe").turn
        <Side.FIRST: 0>
        """
        start = GridBoard(rules)
        play_moves(start, moves)  # an error names the place of the move
        return Game(start, parse_moves(start.rules, moves))

    @staticmethod
    def parse(text: str, rules: Rules | str = CFOUR) -> Game[GridBoard]:
        """A game that stands at the position of `text`, in any form that `grid.read_position` reads.

        Moves can be taken back; rows are a start of their own. `rules` are those of a text that names none.

        >>> Game.parse("tic-tac-toe: 1. b2 a1")
        Game.from_moves('b2 a1', 'tictactoe')
        """
        played = read_position(text, rules)
        return Game(played.start, played.moves)

    @property
    def start(self) -> B_co:
        return self._boards[0]

    @property
    def board(self) -> B_co:
        """The position now."""
        return self._boards[-1]

    @property
    def boards(self) -> tuple[B_co, ...]:
        """Every position from the start to now."""
        return tuple(self._boards)

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(self._moves)

    @property
    def last_move(self) -> Move | None:
        return self._moves[-1] if self._moves else None

    @property
    def turn(self) -> Side:
        return self.board.turn

    @property
    def outcome(self) -> Outcome:
        """The result, whether it came about on the board or by forfeit."""
        if self.forfeit is None:
            return self.board.outcome
        loser = self.forfeit.loser
        return Outcome.DRAW if loser is None else Outcome.win_of(loser.opposite)

    @property
    def is_over(self) -> bool:
        return self.outcome.is_over

    @property
    def winner(self) -> Side | None:
        return self.outcome.winner

    @property
    def termination(self) -> Termination | None:
        if self.forfeit is not None:
            return self.forfeit.termination
        outcome = self.board.outcome
        if not outcome.is_over:
            return None
        return Termination.DRAW if outcome is Outcome.DRAW else Termination.WIN

    def check(self, move: Move) -> None:
        """Refuses a move that cannot be played now, and says why. Nothing else decides what is legal."""
        board = self.board
        if self.is_over:
            raise IllegalMoveError(_OVER[self.outcome], move=board.move_name(move))
        if type(move) is not int and not is_whole(move):
            raise IllegalMoveError(
                N_("{move} is no move; the legal moves are {legal}"),
                move=repr(move),
                legal=" ".join(board.move_name(m) for m in board.legal_moves),
            )
        if move not in board.legal_moves:
            board.move(move)  # the game's own error, which says more than ours
            raise IllegalMoveError(
                N_("{move} cannot be played here; the legal moves are {legal}"),
                move=board.move_name(move),
                legal=" ".join(board.move_name(m) for m in board.legal_moves),
            )

    def push(self, move: Move | str) -> Game[B_co]:
        """Plays a move, given as such or as people write it."""
        return self.play(self.board.parse_move(move) if isinstance(move, str) else move)

    def play(self, move: Move) -> Game[B_co]:
        self.check(move)
        self._boards.append(self.board.move(move))
        self._moves.append(move)
        self._seconds_then.append(dict(self.seconds))
        return self

    def undo(self) -> Move:
        """Takes the last move back and returns it, with the time thought since the move before; forgets a forfeit."""
        if not self._moves:
            raise IllegalMoveError(N_("there is no move to take back: the game is at its start"))
        self.forfeit = None
        self._boards.pop()
        self._seconds_then.pop()
        self.seconds.update(self._seconds_then[-1])
        return self._moves.pop()

    def branch(self, plies: int | None = None) -> Game[B_co]:
        """A game of its own that goes on from here, or from after so many moves. It has no players and no forfeit.

        >>> from plyground import CFOUR, GridBoard
        >>> game = Game(GridBoard(CFOUR), [3, 3, 2])
        >>> game.branch(2).play(4).moves, game.moves
        ((3, 3, 4), (3, 3, 2))
        """
        plies = len(self._moves) if plies is None else plies
        other = Game(self.start, clock=self.clock)
        other._boards = self._boards[: plies + 1]
        other._moves = self._moves[:plies]
        other._seconds_then = self._seconds_then[: plies + 1]
        other.seconds = dict(self._seconds_then[plies])
        return other

    def end(self, loser: Side | None, termination: Termination, error: PlygroundError | None = None) -> None:
        """Ends the game off the board: `loser` loses (None: a draw). `error` says what happened."""
        if self.is_over:
            raise IllegalMoveError(N_("the game is over already; take a move back or start anew"))
        self.forfeit = Forfeit(loser, termination, error)

    def spend(self, side: Side, seconds: float) -> None:
        """Adds thinking time, before the move is played; with a clock, a side that runs out of time loses."""
        self.seconds[side] += seconds
        left = self.time_left(side)
        if left is not None and left < 0 and not self.is_over:
            self.end(side, Termination.TIMEOUT)

    def time_left(self, side: Side) -> float | None:
        if self.clock is None:
            return None
        played = sum(board.turn is side for board in self._boards[:-1])
        return self.clock.seconds + played * self.clock.increment - self.seconds[side]

    def seat(self, side: Side, player: Player) -> None:
        """`player` plays `side` from here on; `new_game` tells it so, unless it had the seat already."""
        if self._seated.get(side) is not player:
            self._seated[side] = player
            player.new_game(self, side)

    def __repr__(self) -> str:
        start = self.start
        if isinstance(start, GridBoard) and start == GridBoard(start.rules):
            rules = "" if start.rules == CFOUR else f", {rules_name(start.rules)!r}"
            return f"Game.from_moves({moves_text(start.rules, self._moves)!r}{rules})"
        named = " ".join(board.move_name(move) for board, move in zip(self._boards, self._moves, strict=False))
        shown = f"<{type(start).__name__}>" if type(start).__repr__ is object.__repr__ else repr(start)
        return f"Game({shown}, moves={named!r})"

    def _repr_svg_(self) -> str | None:
        return draw_svg(self.board) if isinstance(self.board, GridBoard) else None

    def __getstate__(self) -> dict[str, object]:
        # A game crosses process borders without its players: they may hold pipes, threads and trees.
        return self.__dict__ | {"_seated": {}}


def _board_of(start: object) -> Any:
    if isinstance(start, (Rules, str)):
        return GridBoard(start)
    if isinstance(start, Board):
        return start
    raise PositionError(
        N_("a game starts with {value}; it has to be a board, or rules as a text such as cfour"), value=repr(start)
    )
