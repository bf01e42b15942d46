"""One turn of a player: the only place that decides what a failure, a late answer and an illegal move mean.

Console, page, tournament and `check-bot` all come here.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from plyground.board import Board, Cancel, Decision, Limit, Move, Side, tightest
from plyground.errors import (
    N_,
    IllegalMoveError,
    LimitError,
    MissingError,
    PlayerError,
    PlygroundError,
    UnsupportedError,
)
from plyground.game.game import Forfeit, Game, Termination
from plyground.game.player import Player

__all__ = ["GRACE", "Turn", "crash_of", "take_turn"]

GRACE = 0.5
"""Seconds that a player may be late: pipes and a busy machine are not its fault."""

_NOT_ITS_FAULT = (UnsupportedError, LimitError, MissingError)
"""The caller asked for what the player cannot do, or something is missing that the player needs."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What became of a turn: a decision with a legal move, or a forfeit, or neither if the turn was cancelled."""

    player: Player
    side: Side
    before: Board
    seconds: float
    decision: Decision | None = None
    forfeit: Forfeit | None = None

    @property
    def is_cancelled(self) -> bool:
        return self.decision is None and self.forfeit is None


def take_turn(
    game: Game[Board],
    player: Player,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    *,
    strict: bool = False,
) -> Turn:
    """Asks the player for its move in `game`, and judges the answer. The game itself stays as it is.

    A player that fails, makes an illegal move or resigns forfeits the game. `strict` says that time limits are part of
    the rules: an answer that comes more than `GRACE` seconds after the player's limit, its own or the given one, is
    late and forfeits as well. A cancelled turn ends without either, unless the player had made up its mind before.

    Raises what is not the player's fault: a limit or a board that it does not know, or something that it misses.
    """
    if game.is_over:
        raise IllegalMoveError(N_("the game is over already; take a move back or start anew"))
    side, board = game.turn, game.board
    seconds = _seconds_of(player, limit) if strict else None
    decision: Decision | None = None
    forfeit: Forfeit | None = None
    began = time.perf_counter()
    try:
        decision = player.decide(game, limit, cancel if seconds is None else _Until(began + seconds + GRACE, cancel))
        if not isinstance(decision, Decision):
            raise PlayerError(N_("{name} answered {value}, which is no decision"), name=player.name, value=decision)
    except _NOT_ITS_FAULT:
        raise
    except Exception as error:
        decision, forfeit = None, crash_of(side, error)
    took = time.perf_counter() - began
    if cancel is not None and cancel.is_set() and (decision is None or not decision.complete):
        return Turn(player, side, board, took)
    if decision is not None:
        forfeit = _fault_in(game, player, decision.move, took, seconds)
    return Turn(player, side, board, took, None if forfeit else decision, forfeit)


def crash_of(side: Side, error: Exception) -> Forfeit:
    """The forfeit of a side whose player raised this error."""
    if isinstance(error, PlayerError):
        return Forfeit(side, Termination(error.termination), error)
    if isinstance(error, PlygroundError):
        return Forfeit(side, Termination.CRASH, error)
    crash = PlayerError(N_("{kind}: {text}"), kind=type(error).__name__, text=str(error))
    crash.__cause__ = error  # its traceback is worth a line in a log
    return Forfeit(side, Termination.CRASH, crash)


def _fault_in(game: Game[Board], player: Player, move: Move, took: float, seconds: float | None) -> Forfeit | None:
    """What is wrong with an answer, if anything is."""
    if seconds is not None and took > seconds + GRACE:
        late = PlayerError(
            N_("{name} answered after {took} s; it had {seconds} s"),
            name=player.name,
            took=f"{took:.3f}",
            seconds=f"{seconds:g}",
        )
        return Forfeit(game.turn, Termination.TIMEOUT, late)
    try:
        game.check(move)
    except IllegalMoveError as reason:
        illegal = PlayerError(N_("{name} made an illegal move: {reason}"), name=player.name, reason=reason)
        return Forfeit(game.turn, Termination.ILLEGAL_MOVE, illegal)
    return None


def _seconds_of(player: Player, limit: Limit | None) -> float | None:
    """What the player has for a move, if somebody else has to time it."""
    own = None if player.keeps_time else tightest(player.limit, limit)
    return None if own is None else own.time


class _Until:
    """A cancel that is also set once a moment has passed: the player has lost by then, and should stop."""

    def __init__(self, ends: float, cancel: Cancel | None) -> None:
        self._ends = ends
        self._cancel = cancel

    def is_set(self) -> bool:
        return time.perf_counter() > self._ends or (self._cancel is not None and self._cancel.is_set())
