"""Offers to take a move back or to play again: both workers show them, and they survive a restart of the server."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from plyground import CFOUR, GridBoard, Side, Termination
from plyground.errors import ConflictError
from plyground.game import Forfeit
from plyground.store import Database, live
from plyground.store.live import LiveGame, Seat, create, load
from plyground.web.play import player_actions
from plyground.web.play.connection import Connection
from plyground.web.play.game_session import GameSession
from plyground.web.play.routes import Games
from plyground.web.play.turn_clock import TurnClock
from plyground.web.serving.background import BackgroundTasks
from plyground.web.serving.callers import Caller
from plyground.web.serving.services import Services
from plyground.web.serving.settings import ServerSettings
from tests.web.people import Person, Server


def session(database: Database, game: LiveGame | None) -> GameSession:
    async def stored(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return function(database, *args, **kwargs)

    assert game is not None
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


def offers(session: GameSession) -> tuple[str | None, str | None]:
    state = session.state(frozenset())
    return state.undo_offer, state.rematch_offer


def run(tmp_path: Path, goes: Callable[[Database, LiveGame], Awaitable[None]]) -> None:
    async def going(database: Database) -> None:
        await goes(database, create(database, GridBoard(CFOUR), (Seat("human"), Seat("link"))))

    with Database.open(str(tmp_path / "games.db")) as database:
        asyncio.run(going(database))


def test_an_offer_is_shown_by_another_worker_with_the_game_it_is_for(tmp_path: Path) -> None:
    async def goes(database: Database, game: LiveGame) -> None:
        quick, slow = session(database, game), session(database, game)
        async with quick.changing():
            await quick.end(Forfeit(Side.SECOND, Termination.RESIGNATION))
        await player_actions.rematch(quick, player(Side.FIRST))
        assert offers(slow) == (None, None)
        await slow.refresh()
        assert slow.game.is_over
        assert offers(slow) == (None, "first")
        await player_actions.rematch(slow, player(Side.SECOND))
        await quick.refresh()
        assert quick.live.rematch == slow.live.rematch is not None

    run(tmp_path, goes)


def test_an_old_offer_does_not_come_back(tmp_path: Path) -> None:
    async def goes(database: Database, game: LiveGame) -> None:
        quick, slow = session(database, game), session(database, game)
        await player_actions.play(quick, player(Side.FIRST), 0, "4")
        await slow.refresh()
        await player_actions.undo(slow, player(Side.FIRST), 1)
        # The other has not heard of it, and moves.
        await player_actions.play(quick, player(Side.SECOND), 1, "4")
        assert offers(quick) == (None, None)
        await slow.refresh()
        assert offers(slow) == (None, None)

    run(tmp_path, goes)


def test_an_offer_for_a_game_that_went_on_is_refused(tmp_path: Path) -> None:
    async def goes(database: Database, game: LiveGame) -> None:
        quick, slow = session(database, game), session(database, game)
        await player_actions.play(quick, player(Side.FIRST), 0, "4")
        await slow.refresh()
        await player_actions.play(quick, player(Side.SECOND), 1, "4")
        with pytest.raises(ConflictError, match="went on"):
            await player_actions.undo(slow, player(Side.FIRST), 1)
        assert (offers(slow), slow.ply) == ((None, None), 2)

    run(tmp_path, goes)


def test_offers_survive_a_restart(tmp_path: Path) -> None:
    async def goes(database: Database, game: LiveGame) -> None:
        before = session(database, game)
        await player_actions.play(before, player(Side.FIRST), 0, "4")
        began = before.live.changed
        await player_actions.undo(before, player(Side.FIRST), 1)

        after = session(database, load(database, game.id))
        assert offers(after) == ("first", None)
        assert after.live.changed == began  # the clocks go on
        await player_actions.undo(after, player(Side.SECOND), 1)
        assert (after.ply, offers(after)) == (0, (None, None))

        await player_actions.resign(after, player(Side.FIRST))
        await player_actions.rematch(after, player(Side.SECOND))
        again = session(database, load(database, game.id))
        assert offers(again) == (None, "second")
        await player_actions.decline(again, player(Side.FIRST))
        assert offers(session(database, load(database, game.id))) == (None, None)

    run(tmp_path, goes)


def test_a_seat_that_is_taken_while_the_game_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is told of it here: the session is not there yet."""

    async def goes() -> None:
        services = Services(ServerSettings(database=str(tmp_path / "games.db")))
        games = Games(services)
        game = create(services.database, GridBoard(CFOUR), (Seat("human"), Seat("link")))
        plain = live.load

        def load_and_claim(database: Database, id: str, **more: Any) -> LiveGame | None:
            monkeypatch.setattr(live, "load", plain)
            found = plain(database, id, **more)
            live.claim(database, id, Side.SECOND, token="bert")
            return found

        monkeypatch.setattr(live, "load", load_and_claim)
        connection = Connection(cast(WebSocket, None), "bert", Caller.at("127.0.0.1"))
        try:
            session = await games.lobby.enter(game.id, connection)
            assert connection.sides == {Side.SECOND}
            assert session.live.seat(Side.SECOND).taken
        finally:
            await games.lobby.close()
            services.close()

    asyncio.run(goes())


def test_a_watcher_whose_seat_is_taken_elsewhere_may_play(two: tuple[Server, Server]) -> None:
    """Bert watches at one worker, and takes his seat through the other."""
    one, other = two
    with Person(one) as anna, Person(other) as bert:
        for _time in range(5):
            made = anna.new_game("human", "link")
            watching = Person(one)
            watching.http.cookies = bert.http.cookies
            with watching, anna.sit(made["id"]) as a, watching.sit(made["id"]) as b:
                a.first()
                assert b.first()["you"] == []
                assert bert.join(made["links"]["second"]).json()["you"] == ["second"]
                b.until(lambda message: message["type"] == "state" and message["you"] == ["second"])
                a.until(lambda message: message["type"] == "state" and message["players"]["second"]["connected"])
                a.play("4"), b.at(1)
                b.play("4"), a.at(2)


def test_a_seat_taken_while_its_socket_opens(two: tuple[Server, Server]) -> None:
    """However the two overlap, the socket has the seat in the end."""
    one, other = two
    with Person(one) as anna, Person(other) as bert:
        for _time in range(10):
            made = anna.new_game("human", "link")
            watching = Person(one)
            watching.http.cookies = bert.http.cookies
            joining = threading.Thread(target=bert.join, args=(made["links"]["second"],))
            joining.start()
            with watching, watching.sit(made["id"]) as b:
                if b.first()["you"] != ["second"]:
                    b.until(lambda message: message["type"] == "state" and message["you"] == ["second"])
            joining.join()
