"""Offers between the sessions of two workers: the offer may arrive before the game that it belongs to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from starlette.websockets import WebSocket

from plyground import CFOUR, GridBoard, Side, Termination
from plyground.game import Forfeit
from plyground.store import Database
from plyground.store.live import LiveGame, Seat, create
from plyground.web.play import player_actions
from plyground.web.play.connection import Connection
from plyground.web.play.game_session import GameSession
from plyground.web.play.turn_clock import TurnClock
from plyground.web.serving.background import BackgroundTasks
from plyground.web.serving.callers import Caller


def session(database: Database, game: LiveGame) -> GameSession:
    async def stored(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return function(database, *args, **kwargs)

    return GameSession(
        game,
        stored=cast(Any, stored),
        background=BackgroundTasks(),
        turn_clock=TurnClock(),
        announce=lambda changed: None,
        claim_seconds=60.0,
    )


def player(side: Side) -> Connection:
    connection = Connection(cast(WebSocket, None), None, Caller.at("127.0.0.1"))
    connection.sides = frozenset({side})
    return connection


def offered(session: GameSession) -> str | None:
    return session.state(frozenset()).rematch_offer


def test_an_offer_that_comes_before_its_game(tmp_path: Path) -> None:
    async def goes(database: Database) -> None:
        game = create(database, GridBoard(CFOUR), (Seat("human"), Seat("link")))
        quick, slow = session(database, game), session(database, game)
        async with quick.changing():
            await quick.end(Forfeit(Side.SECOND, Termination.RESIGNATION))
        await player_actions.rematch(quick, player(Side.FIRST))

        slow.hear("quick", quick.announcement())
        assert offered(slow) is None  # the game still runs here
        await slow.refresh()
        assert offered(slow) == "first"
        quick.hear("slow", slow.announcement())
        assert offered(quick) == "first"

    with Database.open(str(tmp_path / "games.db")) as database:
        asyncio.run(goes(database))


def test_an_old_offer_does_not_come_back(tmp_path: Path) -> None:
    async def goes(database: Database) -> None:
        game = create(database, GridBoard(CFOUR), (Seat("human"), Seat("link")))
        quick, slow = session(database, game), session(database, game)
        await player_actions.play(quick, player(Side.FIRST), 0, "4")
        await slow.refresh()
        await player_actions.undo(slow, player(Side.FIRST), 1)
        old = slow.announcement()
        await player_actions.play(quick, player(Side.SECOND), 1, "4")
        quick.hear("slow", old)
        assert quick.state(frozenset()).undo_offer is None
        await slow.refresh()
        assert slow.state(frozenset()).undo_offer is None

    with Database.open(str(tmp_path / "games.db")) as database:
        asyncio.run(goes(database))
