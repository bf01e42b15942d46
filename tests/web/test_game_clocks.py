"""Game clocks: a move made in time counts, and the time of day may jump."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from plyground import CFOUR, GridBoard, Side, Termination
from plyground.errors import ConflictError
from plyground.game import Clock, Forfeit
from plyground.store import Database, MoveRecord, live_rows, now
from plyground.store.live import LiveGame, Seat, append, create, end, load, name_seat
from plyground.web.play import game_session, player_actions, turn_clock
from plyground.web.play.connection import Connection
from plyground.web.play.game_session import GameSession
from plyground.web.play.turn_clock import TurnClock
from plyground.web.serving.background import BackgroundTasks
from plyground.web.serving.callers import Caller
from plyground.web.serving.retry import Again

SECONDS = 10.0


class Times:
    """The monotonic clock and the time of day, as a test sets them."""

    def __init__(self) -> None:
        self.moment = 1000.0
        self._of_day = now()

    def pass_by(self, seconds: float) -> None:
        self.moment += seconds
        self._of_day += timedelta(seconds=seconds)

    def jump(self, seconds: float) -> None:
        """Somebody sets the clock."""
        self._of_day += timedelta(seconds=seconds)

    def now(self) -> datetime:
        return self._of_day


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Times:
    times = Times()
    for module in (game_session, turn_clock):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: times.moment))
    for place in (turn_clock, live_rows):
        monkeypatch.setattr(place, "now", times.now)
    return times


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database.open(str(tmp_path / "games.sqlite")) as opened:
        yield opened


def begun(database: Database) -> LiveGame:
    """A game on the clock, in which both have moved: the clock of the first runs."""
    game = create(database, GridBoard(CFOUR), (Seat("human"), Seat("link")), clock=Clock(SECONDS, 0.0))
    for ply in (1, 2):
        game = append(database, game.id, ply, MoveRecord(3, 0.0))
    return game


def session(database: Database, game: LiveGame, clock: TurnClock | None = None) -> GameSession:
    async def stored(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return function(database, *args, **kwargs)

    made = GameSession(
        game,
        stored=cast(Any, stored),
        background=BackgroundTasks(),
        turn_clock=clock or TurnClock(),
        announce=lambda changed: None,
        claim_seconds=60.0,
    )
    made.connections.add(player(Side.SECOND))
    return made


def player(side: Side) -> Connection:
    connection = Connection(cast(Any, None), None, Caller.at("127.0.0.1"))
    connection.sides = frozenset({side})
    return connection


def test_a_flag_of_another_worker_does_not_fall_after_the_move(times, database):
    async def goes() -> None:
        game = begun(database)
        here, elsewhere = session(database, game), session(database, game)
        times.pass_by(SECONDS - 0.1)
        await player_actions.play(here, player(Side.FIRST), 2, "4")
        times.pass_by(0.2)  # and the other worker has not heard of the move yet
        with pytest.raises(Again):
            await elsewhere._end_on_time(Side.FIRST, 2)
        assert elsewhere.ply == 3
        assert not elsewhere.game.is_over
        await elsewhere._end_on_time(Side.FIRST, 2)
        stored = load(database, game.id)
        assert stored is not None
        assert not stored.game.is_over

    asyncio.run(goes())


def test_a_flag_falls_although_a_seat_was_renamed(times, database):
    async def goes() -> None:
        game = begun(database)
        here = session(database, game)
        name_seat(database, game.id, Side.FIRST, "Anna")  # at another worker
        times.pass_by(SECONDS + 0.1)
        await here._end_on_time(Side.FIRST, 2)
        assert here.game.termination is Termination.TIMEOUT

    asyncio.run(goes())


def test_who_is_connected_elsewhere_is_flagged_there(times, database):
    async def goes() -> None:
        game = begun(database)
        here, elsewhere = session(database, game), session(database, game)
        elsewhere.connections.add(player(Side.FIRST))
        elsewhere._note_presence()
        here.hear("elsewhere", elsewhere.announcement())
        times.pass_by(SECONDS + 0.1)
        await here._end_on_time(Side.FIRST, 2)
        assert not here.game.is_over
        await elsewhere._end_on_time(Side.FIRST, 2)
        assert elsewhere.game.termination is Termination.TIMEOUT
        for each in (here, elsewhere):
            each.close()

    asyncio.run(goes())


def test_a_move_is_timed_when_it_comes(times, database):
    async def goes() -> None:
        here = session(database, begun(database))
        times.pass_by(SECONDS - 0.1)
        arrived = times.moment
        async with here.changing():  # somebody holds the game, or the database is slow
            playing = asyncio.create_task(player_actions.play(here, player(Side.FIRST), 2, "4", arrived))
            await asyncio.sleep(0)
            times.pass_by(0.5)
        await playing
        assert here.ply == 3
        assert here.live.record.moves[2].seconds == pytest.approx(SECONDS - 0.1)
        here.close()

    asyncio.run(goes())


@pytest.mark.parametrize("jump", [120, 3600, -120, -3600])
def test_a_jump_of_the_time_of_day_changes_no_clock(times, database, jump):
    async def goes() -> None:
        clock = TurnClock()
        here = session(database, begun(database), clock)
        times.pass_by(2.0)
        times.jump(jump)
        assert here.elapsed == pytest.approx(2.0)
        again = session(database, here.live, clock)  # everybody left, and came back
        assert again.elapsed == pytest.approx(2.0)
        await here._end_on_time(Side.FIRST, 2)
        await player_actions.play(here, player(Side.FIRST), 2, "4")
        assert here.live.record.moves[2].seconds == pytest.approx(2.0)
        times.pass_by(1.0)
        assert here.elapsed == pytest.approx(1.0)
        await again.refresh()
        assert again.elapsed == pytest.approx(1.0)
        for each in (here, again):
            each.close()

    asyncio.run(goes())


def test_time_without_a_server_does_not_count(times, database):
    game = begun(database)
    times.pass_by(500.0)
    clock = TurnClock()
    times.pass_by(2.0)
    assert session(database, game, clock).elapsed == pytest.approx(2.0)


def test_an_end_that_names_what_it_saw(database):
    game = begun(database)
    append(database, game.id, 3, MoveRecord(3, 1.0))
    with pytest.raises(ConflictError, match="went on meanwhile"):
        end(database, game.id, Side.FIRST, Termination.TIMEOUT, after=game.seq)
    ended = end(database, game.id, Side.FIRST, Termination.TIMEOUT, after=game.seq + 1)
    assert end(database, game.id, Side.FIRST, Termination.TIMEOUT, after=game.seq) == ended


def test_who_gives_up_gives_up_whatever_the_other_did(database):
    async def goes() -> None:
        game = begun(database)
        here = session(database, game)
        append(database, game.id, 3, MoveRecord(3, 1.0))
        async with here.changing():
            await here.end(Forfeit(Side.SECOND, Termination.RESIGNATION))
        assert here.game.termination is Termination.RESIGNATION
        assert here.ply == 3

    asyncio.run(goes())
