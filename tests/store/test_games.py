"""Games in a database of either kind: whole, once, found again. A list in memory is the judge."""

from __future__ import annotations

import random
import subprocess
import sys
import textwrap
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from sqlalchemy import text

from plyground import CFOUR, TICTACTOE, Game, GridBoard, Outcome, Rules, Side, Termination
from plyground.errors import StoreError
from plyground.store import GameRecord, MoveRecord
from plyground.store.database import Database
from plyground.store.games import (
    GameFilter,
    add_game,
    add_games,
    count_games,
    find_games,
    get_game,
    insert_game,
    known_ids,
    last_game,
    summaries,
)
from plyground.store.live import Seat, append, create
from tests.store.records import records

BEGAN = datetime(2026, 1, 2, tzinfo=UTC)


def some_games(count: int, seed: int = 1) -> list[GameRecord]:
    """Random games of several kinds, in the order in which they began."""
    chance = random.Random(seed)
    made = []
    for number in range(count):
        game = Game(GridBoard(chance.choice([CFOUR, TICTACTOE, Rules.parse("4x4 connect=3 blocked=b2")])))
        while not game.is_over and chance.random() < 0.97:
            game.play(chance.choice(game.board.legal_moves))
        if not game.is_over and chance.random() < 0.8:
            game.end(chance.choice([Side.FIRST, Side.SECOND]), chance.choice([Termination.TIMEOUT, Termination.CRASH]))
        made.append(
            GameRecord.of(
                game,
                id=f"g{number:04}",
                players=(chance.choice(["Alpha", "beta 50%"]), chance.choice(["alpha_2", "ga\\mma", "Delta"])),
                moves=[MoveRecord(move, chance.random(), chance.choice([None, 0.5, -1.0])) for move in game.moves],
                # Several begin at the same time, as games of a pool do.
                began=BEGAN + timedelta(seconds=number // 3),
                event=chance.choice([None, "cup", "league"]),
            )
        )
    return made


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(record=records(largest=9))
def test_any_game_comes_back_as_it_was(database: Database, record: GameRecord) -> None:
    if add_game(database, record):
        assert get_game(database, record.id) == record
    with database.writing() as connection:
        connection.execute(text("DELETE FROM games"))
        # Its moves go with it.
        assert connection.execute(text("SELECT count(*) FROM moves")).scalar() == 0


def test_a_game_is_added_once(database: Database) -> None:
    first, second = some_games(2)
    assert add_game(database, first)
    assert not add_game(database, replace(first, players=("x", "y")))
    assert add_games(database, [first, second, second]) == {second.id}
    assert list(find_games(database)) == [first, second]
    assert get_game(database, "nobody") is None


def test_search_agrees_with_a_list(database: Database) -> None:
    games = some_games(450)  # more than two batches
    shuffled = games[:]
    random.Random(2).shuffle(shuffled)
    assert len(add_games(database, shuffled)) == len(games)
    assert list(find_games(database)) == games
    assert list(find_games(database, newest_first=True, limit=205)) == games[::-1][:205]
    assert list(find_games(database, limit=0)) == []
    middle = games[200].began
    for wanted, fits in [
        (GameFilter(player="ALPHA"), lambda g: any("alpha" in p.lower() for p in g.players)),
        (GameFilter(player="50%"), lambda g: "beta 50%" in g.players),
        (GameFilter(player="_"), lambda g: "alpha_2" in g.players),
        (GameFilter(player="a\\m"), lambda g: "ga\\mma" in g.players),
        (GameFilter(event="cup", finished=True), lambda g: g.event == "cup" and g.outcome.is_over),
        (GameFilter(rules=TICTACTOE), lambda g: g.rules == TICTACTOE),
        (GameFilter(outcome=Outcome.DRAW), lambda g: g.outcome is Outcome.DRAW),
        (GameFilter(termination=Termination.CRASH), lambda g: g.termination is Termination.CRASH),
        (GameFilter(since=middle), lambda g: g.began >= middle),
        (GameFilter(until=middle), lambda g: g.began < middle),
        (GameFilter(id="g01"), lambda g: g.id.startswith("g01")),
    ]:
        expected = [game for game in games if fits(game)]
        assert 0 < len(expected) < len(games), wanted
        assert list(find_games(database, wanted)) == expected, wanted
        assert count_games(database, wanted) == len(expected)
        assert [game.id for game in summaries(database, wanted)] == [game.id for game in expected]
    assert known_ids(database, "cup") == {game.id for game in games if game.event == "cup"}
    shown = summaries(database, newest_first=True, limit=1)[0]
    last = games[-1]
    assert (shown.players, shown.outcome, shown.termination) == (last.players, last.outcome, last.termination)
    assert (shown.plies, shown.began, shown.rules) == (len(last.moves), last.began, str(last.rules))


def test_a_game_is_there_whole_or_not_at_all(database: Database) -> None:
    good, bad = some_games(2)

    def interrupted() -> None:
        with database.writing() as connection:
            insert_game(connection, bad)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    add_game(database, good)
    assert list(find_games(database)) == [good]


def test_a_killed_writer_leaves_whole_games_alone(database: Database, database_url: str) -> None:
    """Killed with SIGKILL in the middle of adding games, and what it said was added is there."""
    program = textwrap.dedent(
        """
        import sys
        from plyground.store.database import Database
        from plyground.store.games import add_game
        from tests.store.test_games import some_games
        with Database.open(sys.argv[1]) as database:
            for record in some_games(400):
                add_game(database, record)
                print(record.id, flush=True)
        """
    )
    writer = subprocess.Popen([sys.executable, "-c", program, database_url], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    said = [next(writer.stdout) for _ in range(40)]
    writer.kill()
    said += writer.stdout.readlines()
    writer.stdout.close()
    writer.wait()
    there = list(find_games(database))
    assert len(said) <= len(there) <= len(said) + 1
    assert there == some_games(400)[: len(there)]


def test_a_row_that_is_not_ours_is_named_and_the_others_are_read(database: Database) -> None:
    games = some_games(5)
    add_games(database, games)
    with database.writing() as connection:
        connection.execute(text("DELETE FROM moves WHERE game = 'g0001' AND ply = 2"))
        connection.execute(text("UPDATE games SET outcome = 'nonsense' WHERE id = 'g0003'"))
    with pytest.raises(StoreError, match=r"game g0001 .*\d+ of \d+ moves are there"):
        list(find_games(database))
    told: list[StoreError] = []
    assert list(find_games(database, unreadable=told.append)) == [games[0], games[2], games[4]]
    assert [error.values["id"] for error in told] == ["g0001", "g0003"]


def test_the_last_game_is_the_newest_with_moves_that_belongs_to_no_event(database):
    assert last_game(database) is None
    made = some_games(60)
    add_games(database, made)
    alone = [record for record in made if record.event is None and record.moves]
    assert last_game(database) == max(alone, key=lambda record: (record.began, record.id))
    page = create(database, GridBoard(CFOUR), (Seat("human"), Seat("human")))
    assert last_game(database) != page.record, "nothing was played there yet"
    append(database, page.id, 1, MoveRecord(3))
    found = last_game(database)
    assert found is not None
    assert found.id == page.id
