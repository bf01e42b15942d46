"""One game of the arena: a task that can be sent to any worker, and the record that comes back.

A game depends on its task alone, so it can be played again if its worker is lost. Whatever a player does, the game
ends with a record: a player that fails, makes an illegal move or is late loses, with the matching termination.
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plyground.board import Limit, Move, Side
from plyground.bots import GRACE, BotPlayer, limit_text
from plyground.errors import N_, PlayerError, PlygroundError, UnsupportedError
from plyground.game import Game, Player, Termination
from plyground.grid import GridBoard
from plyground.players import make_player, tightest
from plyground.store import GameRecord, MoveRecord, now

if TYPE_CHECKING:
    from plyground.solver import Solver

__all__ = ["GRACE", "GameTask", "Stopped", "play_game", "stop_playing"]

_PROOF = 100_000  # nodes that may be spent on proving a result after each move
_PROVABLE = 20  # free cells at which proofs begin; before that the players decide the game

_stopped: set[str] = set()
"""Runs whose games have to end now. Dask cannot stop a running task, so the games look here themselves."""


class Stopped(Exception):
    """The run was stopped in the middle of this game, so there is no record of it."""


def stop_playing(run: str) -> None:
    """Ends the games of `run` that this process plays, and their bots."""
    _stopped.add(run)


@dataclass(frozen=True, slots=True)
class GameTask:
    """A game to be played. `players` are texts, `names` their names in the record; `run` names the run of the game."""

    id: str
    start: GridBoard
    opening: tuple[Move, ...]
    players: tuple[str, str]
    names: tuple[str, str]
    seeds: tuple[int, int]
    limit: Limit | None = None
    threads: int = 1
    adjudicate: bool = False
    event: str | None = None
    round: int | None = None
    seed: int | None = None
    run: str = ""


class _TurnCancel:
    """The cancel of one turn of an in-process player: set when the player has lost on time, or when the run ends."""

    def __init__(self, run: str, seconds: float | None) -> None:
        self._run = run
        self._deadline = None if seconds is None else time.monotonic() + seconds + GRACE

    def is_set(self) -> bool:
        return self._run in _stopped or (self._deadline is not None and time.monotonic() > self._deadline)


def play_game(task: GameTask) -> GameRecord:
    """Plays the game to its end, whatever the players do."""
    began = now()
    game = Game(task.start, task.opening)
    moves = [MoveRecord(move) for move in task.opening]
    reason = ""
    judge = _judge_of(task)
    with ExitStack() as stack:
        players: dict[Side, Player] = {}
        for side, text, seed in zip(Side, task.players, task.seeds, strict=True):
            players[side] = player = make_player(text, seed=seed, threads=task.threads)
            if isinstance(player, BotPlayer):
                stack.enter_context(player)
        for side in Side:
            if not game.is_over:
                try:
                    game.seat(side, players[side])
                except UnsupportedError as error:
                    if task.round is None or not isinstance(players[side], BotPlayer):
                        raise
                    # In a tournament, one bot that declines a board must not stop the other players' games.
                    reason = _forfeit(game, side, error, Termination.RESIGNATION)
                except PlygroundError:
                    raise  # the caller asked for a board that the player cannot play
                except Exception as error:
                    reason = _forfeit(game, side, error)
        while not game.is_over:
            if task.run in _stopped:
                raise Stopped(task.id)
            reason = _turn(game, players[game.turn], task, moves)
            if judge is not None and not game.is_over:
                _adjudicate(game, judge)
    return GameRecord.of(
        game,
        id=task.id,
        players=task.names,
        moves=moves,
        began=began,
        reason=reason,
        opening=len(task.opening),
        event=task.event,
        round=task.round,
        seed=task.seed,
        limit="" if task.limit is None else limit_text(task.limit),
    )


def _turn(game: Game[GridBoard], player: Player, task: GameTask, moves: list[MoveRecord]) -> str:
    """Plays one move. If `player` fails, ends the game instead and returns the reason."""
    side = game.turn
    # The bot player itself ends the process of a bot that is late; other players are timed here.
    own = None if isinstance(player, BotPlayer) else tightest(getattr(player, "limit", None), task.limit)
    seconds = None if own is None else own.time
    cancel = _TurnCancel(task.run, seconds)
    began = time.perf_counter()
    try:
        decision = player.decide(game, task.limit, cancel)
        move, complete = decision.move, decision.complete  # another type fails here, as the player's crash
    except PlayerError as error:
        if task.run in _stopped:
            raise Stopped(task.id) from None
        return _forfeit(game, side, error, Termination(error.termination))
    except PlygroundError:
        raise
    except Exception as error:
        return _forfeit(game, side, error)
    took = time.perf_counter() - began
    if task.run in _stopped and not complete:
        raise Stopped(task.id)
    if seconds is not None and took > seconds + GRACE:
        late = PlayerError(
            N_("{name} answered after {took} s; it had {seconds} s"),
            name=player.name,
            took=f"{took:.3f}",
            seconds=f"{seconds:g}",
        )
        return _forfeit(game, side, late, Termination.TIMEOUT)
    if move not in game.board.legal_moves:
        illegal = PlayerError(
            N_("{name} played {move}, which is not legal here"),
            name=player.name,
            move=game.board.move_name(move),
        )
        return _forfeit(game, side, illegal, Termination.ILLEGAL_MOVE)
    moves.append(MoveRecord.of(decision, took))
    game.play(move)
    return ""


def _forfeit(game: Game[GridBoard], side: Side, error: Exception, termination: Termination = Termination.CRASH) -> str:
    game.end(side, termination)
    return str(error) if isinstance(error, PlygroundError) else f"{type(error).__name__}: {error}"


def _judge_of(task: GameTask) -> Solver | None:
    """The solver that adjudicates the game, if wanted and if the board is not too large for it."""
    if not task.adjudicate:
        return None
    from plyground.arena.openings import new_solver
    from plyground.solver import is_solvable

    return new_solver(task.start.rules) if is_solvable(task.start.rules) else None


def _adjudicate(game: Game[GridBoard], judge: Solver) -> None:
    """Ends a game whose result the solver proves with little work."""
    board = game.board
    if board.free.bit_count() > _PROVABLE:
        return
    value = judge.solve(board, weak=True, limit=Limit(nodes=_PROOF)).value
    if value.low > 0:
        game.end(board.turn.opposite, Termination.ADJUDICATION)
    elif value.high < 0:
        game.end(board.turn, Termination.ADJUDICATION)
    elif value.low == value.high == 0:
        game.end(None, Termination.ADJUDICATION)
