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
from plyground.bots import BotPlayer, limit_text
from plyground.errors import UnsupportedError
from plyground.executors import task_progress
from plyground.game import Game, Player, Termination, seat_player, step
from plyground.grid import GridBoard
from plyground.players import as_player
from plyground.store import GameRecord, MoveRecord, now

if TYPE_CHECKING:
    from plyground.solver import Solver

__all__ = ["GameTask", "RunCancel", "Stopped", "judge_of", "play_game", "stop_playing"]

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
    """A game to be played. `names` are the players' names in the record; `run` names the run of the game.

    `players` are texts, of which new players are made for the game. A player that is there already can take part in
    this process only.
    """

    id: str
    start: GridBoard
    opening: tuple[Move, ...]
    players: tuple[str | Player, str | Player]
    names: tuple[str, str]
    seeds: tuple[int, int]
    limit: Limit | None = None
    threads: int = 1
    adjudicate: bool = False
    event: str | None = None
    round: int | None = None
    seed: int | None = None
    run: str = ""
    number: int = 0
    """Its place among the games of the run, from 1. Its moves are counted under this number while it is played."""


class RunCancel:
    """Set when the run of the game ends."""

    def __init__(self, run: str) -> None:
        self._run = run

    def is_set(self) -> bool:
        return self._run in _stopped


def play_game(task: GameTask) -> GameRecord:
    """Plays the game to its end, whatever the players do."""
    began = now()
    game = Game(task.start, task.opening)
    moves = [MoveRecord(move) for move in task.opening]
    judge = judge_of(task)
    cancel = RunCancel(task.run)
    forfeit_seconds: float | None = None
    with ExitStack() as stack:
        report = stack.enter_context(task_progress(task.number))
        report(len(moves) + 1)
        players: dict[Side, Player] = {}
        for side, given, seed in zip(Side, task.players, task.seeds, strict=True):
            players[side] = player = as_player(given, seed=seed, threads=task.threads)
            if isinstance(given, str) and isinstance(player, BotPlayer):
                stack.enter_context(player)
        starting: dict[Side, float] = {}
        for side, player in players.items():
            if not game.is_over:
                asked = time.perf_counter()
                _seat(game, side, player, task)
                starting[side] = time.perf_counter() - asked
        while not game.is_over:
            turn = step(game, players, task.limit, cancel, strict=True)
            if turn.is_cancelled:
                raise Stopped(task.id)
            if turn.decision is not None:
                moves.append(MoveRecord.of(turn.decision, turn.seconds))
                report(len(moves) + 1)
            else:
                # A bot that was never ready loses when it is to move, without a further wait.
                forfeit_seconds = round(max(turn.seconds, starting[turn.side]), 6)
            if judge is not None and not game.is_over:
                _adjudicate(game, judge)
    return GameRecord.of(
        game,
        id=task.id,
        players=task.names,
        moves=moves,
        began=began,
        reason="" if game.forfeit is None else game.forfeit.reason,
        opening=len(task.opening),
        event=task.event,
        round=task.round,
        seed=task.seed,
        limit="" if task.limit is None else limit_text(task.limit),
        forfeit_seconds=forfeit_seconds,
    )


def _seat(game: Game[GridBoard], side: Side, player: Player, task: GameTask) -> None:
    try:
        seat_player(game, side, player)
    except UnsupportedError as error:
        if task.round is None or not isinstance(player, BotPlayer):
            raise  # the caller asked for a board that the player cannot play
        # In a tournament, one bot that declines a board must not stop the other players' games.
        game.end(side, Termination.RESIGNATION, error)


def judge_of(task: GameTask) -> Solver | None:
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
