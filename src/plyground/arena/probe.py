"""Asks every bot for a move before the games begin: one that cannot play would only lose, game after game."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from functools import partial

from plyground.arena.run import end_run
from plyground.arena.task import RunCancel
from plyground.board import Cancel, Limit
from plyground.bots import BotPlayer
from plyground.errors import N_, PlayerError, PlygroundError, UnsupportedError
from plyground.executors import run_tasks
from plyground.game import Game, Player, Termination, seat_player, take_turn
from plyground.grid import GridBoard
from plyground.players import as_player

__all__ = ["check_bots", "failing_bots"]


def failing_bots(
    players: Mapping[str, str | Player],
    boards: Sequence[GridBoard],
    limit: Limit | None,
    executor: Executor,
    cancel: Cancel | None = None,
) -> dict[str, PlygroundError]:
    """The bots that make no move on any of the boards, with what happened. They start where games are played."""
    bots = {name: player for name, player in players.items() if isinstance(as_player(player), BotPlayer)}
    if not bots:
        return {}
    run = f"probe-{secrets.token_hex(6)}"
    tasks = ((name, partial(probe, player, tuple(boards), limit, run)) for name, player in bots.items())
    failed: dict[str, PlygroundError] = {}
    asked = 0
    try:
        with contextlib.closing(run_tasks(tasks, executor, lost=_lost, cancel=cancel)) as work:
            for results in work:
                asked += len(results)
                failed |= {name: error for name, error in results if error is not None}
    finally:
        if asked < len(bots):
            end_run(executor, run)
    return {name: failed[name] for name in bots if name in failed}


def check_bots(
    players: Mapping[str, str | Player],
    boards: Sequence[GridBoard],
    limit: Limit | None,
    executor: Executor,
    cancel: Cancel | None = None,
) -> None:
    """Refuses bots that make no move on any of the boards."""
    told: PlygroundError | None = None
    for name, reason in failing_bots(players, boards, limit, executor, cancel).items():
        one = PlayerError(N_("{name} cannot make a move: {reason}"), name=name, reason=reason)
        told = one if told is None else PlayerError("{told}\n{one}", told=told, one=one)
    if told is not None:
        raise PlayerError(
            N_(
                "{reasons}\nNo game was played. Mend what is wrong, or let it lose its games: --force, in Python "
                "force=True"
            ),
            reasons=told,
        )


def probe(player: str | Player, boards: Sequence[GridBoard], limit: Limit | None, run: str) -> PlygroundError | None:
    """Why the player makes no move, or None if it makes one on the first board that it plays. `run` can be stopped."""
    declined: PlygroundError | None = None
    for board in boards:
        made = as_player(player, seed=0)
        game = Game(board)
        with contextlib.ExitStack() as stack:
            if isinstance(player, str) and isinstance(made, BotPlayer):
                stack.enter_context(made)
            try:
                seat_player(game, game.turn, made)
                forfeit = game.forfeit or take_turn(game, made, limit, RunCancel(run), strict=True).forfeit
            except UnsupportedError as error:
                declined = declined or error
                continue
        return None if forfeit is None or forfeit.termination is Termination.RESIGNATION else forfeit.error
    return declined


def _lost(name: str) -> PlygroundError:
    return UnsupportedError(N_("the worker that asked {name} for a first move was lost each time"), name=name)
