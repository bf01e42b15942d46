"""A game in progress, the players' interface, and the loop that lets two players play."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from plyground.board import Board, Cancel, Decision, Limit, Move, Outcome, Side
from plyground.errors import N_, IllegalMoveError, LimitError, PlayerError

__all__ = ["Clock", "Game", "Observer", "Played", "Player", "Termination", "play", "step"]

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


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds for a side's whole game, and what every move adds."""

    seconds: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        # Written so that a NaN is refused too.
        if not (self.seconds > 0 and self.increment >= 0):
            raise LimitError(
                N_("a clock of {seconds} s with {increment} s a move; it needs more than 0 s and 0 s or more"),
                seconds=self.seconds,
                increment=self.increment,
            )


class Game(Generic[B_co]):
    """A start and the moves played since. Play can be taken back; ended games accept no moves.

    >>> from plyground import CFOUR, GridBoard
    >>> game = Game(GridBoard(CFOUR))
    >>> game.play(3).play(3).moves
    (3, 3)
    >>> game.undo()
    3
    """

    def __init__(self, start: B_co, moves: Iterable[Move] = (), clock: Clock | None = None) -> None:
        self._boards: list[B_co] = [start]
        self._moves: list[Move] = []
        self._forfeit: tuple[Side | None, Termination] | None = None
        self._seated: dict[Side, Player] = {}
        self.clock = clock
        self.seconds: dict[Side, float] = {Side.FIRST: 0.0, Side.SECOND: 0.0}
        """Time each side has used."""
        self._seconds_then = [dict(self.seconds)]  # beside every board, for undo
        for move in moves:
            self.play(move)

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
        if self._forfeit is None:
            return self.board.outcome
        loser = self._forfeit[0]
        return Outcome.DRAW if loser is None else Outcome.win_of(loser.opposite)

    @property
    def is_over(self) -> bool:
        return self.outcome.is_over

    @property
    def winner(self) -> Side | None:
        return self.outcome.winner

    @property
    def termination(self) -> Termination | None:
        if self._forfeit is not None:
            return self._forfeit[1]
        outcome = self.board.outcome
        if not outcome.is_over:
            return None
        return Termination.DRAW if outcome is Outcome.DRAW else Termination.WIN

    def play(self, move: Move) -> Game[B_co]:
        if self.is_over:
            raise IllegalMoveError(_OVER[self.outcome], move=self.board.move_name(move))
        board = self.board
        if move not in board.legal_moves:
            board.move(move)  # the game's own error, which says more than ours
            raise IllegalMoveError(
                N_("{move} cannot be played here; the legal moves are {legal}"),
                move=board.move_name(move),
                legal=" ".join(board.move_name(m) for m in board.legal_moves),
            )
        self._boards.append(board.move(move))
        self._moves.append(move)
        self._seconds_then.append(dict(self.seconds))
        return self

    def undo(self) -> Move:
        """Takes the last move back and returns it, with the time thought since the move before; forgets a forfeit."""
        if not self._moves:
            raise IllegalMoveError(N_("there is no move to take back: the game is at its start"))
        self._forfeit = None
        self._boards.pop()
        self._seconds_then.pop()
        self.seconds.update(self._seconds_then[-1])
        return self._moves.pop()

    def end(self, loser: Side | None, termination: Termination) -> None:
        """Ends the game off the board: `loser` loses (None: a draw)."""
        if self.is_over:
            raise IllegalMoveError(N_("the game is over already; take a move back or start anew"))
        self._forfeit = (loser, termination)

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

    def __getstate__(self) -> dict[str, object]:
        # A game crosses process borders without its players: they may hold pipes, threads and trees.
        return self.__dict__ | {"_seated": {}}


@runtime_checkable
class Player(Protocol):
    """Human, computer or network: the loop cannot tell them apart.

    `identifier` is the side that the player has in its latest game.
    """

    name: str
    identifier: Side

    def new_game(self, game: Game[Board], side: Side) -> None:
        """A new game starts, in which the player has `side`; it should forget the last one."""
        self.identifier = side

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        """Chooses a move for the side to move. `limit` None means the player's own."""
        raise NotImplementedError

    def next_move(self, board: Board) -> Move:
        """The short form: given a board, the move."""
        return self.decide(Game(board)).move


@dataclass(frozen=True, slots=True)
class Played:
    """One move, for observers: who played it, from which board, what was decided, and how long it took."""

    game: Game[Board]
    player: Player
    side: Side
    before: Board
    decision: Decision
    seconds: float


Observer: TypeAlias = Callable[[Played], None]


def step(
    game: Game[B_co],
    players: Mapping[Side, Player],
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    observers: Iterable[Observer] = (),
) -> Decision | None:
    """Lets the side to move make its move. A player that fails, plays an illegal move or is too late loses at once.

    Returns None when no move was played: the game ended, or `cancel` came before the player was ready.
    """
    if game.is_over:
        raise IllegalMoveError(N_("the game is over already; take a move back or start anew"))
    side, before = game.turn, game.board
    player = players[side]
    began = time.perf_counter()
    decision = None
    failure = Termination.CRASH
    try:
        decision = player.decide(game, limit, cancel)
    except PlayerError as error:
        failure = Termination(error.termination)
    seconds = time.perf_counter() - began
    if cancel is not None and cancel.is_set() and (decision is None or not decision.complete):
        return None
    game.spend(side, seconds)
    if game.termination is not None:
        return None
    if decision is None:
        game.end(side, failure)
        return None
    if decision.move not in before.legal_moves:
        game.end(side, Termination.ILLEGAL_MOVE)
        return None
    game.play(decision.move)
    for observer in observers:
        observer(Played(game, player, side, before, decision, seconds))
    return decision


def play(
    game: Game[B_co],
    first: Player,
    second: Player,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    observers: Iterable[Observer] = (),
) -> Game[B_co]:
    """The loop: asks, applies, reports, until the game is over or `cancel` is set.

    It starts from wherever `game` stands, so a game can be interrupted and continued.
    """
    players = {Side.FIRST: first, Side.SECOND: second}
    watching = tuple(observers)
    for side, player in players.items():
        game.seat(side, player)
    while not game.is_over and not (cancel is not None and cancel.is_set()):
        step(game, players, limit, cancel, watching)
    return game
