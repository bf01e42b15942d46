"""Whoever listens hears of every change, whoever made it, and of none that was not committed."""

from __future__ import annotations

import queue
import subprocess
import sys
import textwrap

import pytest

from plyground import GridBoard
from plyground.store import MoveRecord
from plyground.store.changes import Changes, notify
from plyground.store.database import Database
from plyground.store.live import Seat, append, create, load, seqs
from plyground.store.tournaments import keep_tournament
from tests.postgres import server
from tests.waiting import PATIENCE

SEATS = (Seat("human"), Seat("human"))


def test_another_processs_move_is_heard(database: Database, database_url: str) -> None:
    game = create(database, GridBoard(), SEATS)
    heard: queue.Queue[str | None] = queue.Queue()
    program = textwrap.dedent(
        """
        import sys
        from plyground.store import MoveRecord
        from plyground.store.database import Database
        from plyground.store.live import append
        with Database.open(sys.argv[1]) as database:
            append(database, sys.argv[2], 1, MoveRecord(3))
        """
    )
    with Changes(database, heard.put):
        subprocess.run([sys.executable, "-c", program, database_url, game.id], check=True)
        told = heard.get(timeout=PATIENCE)
        assert told == (None if database.is_sqlite else f"game {game.id}")
        # What was heard of is there.
        assert seqs(database, [game.id]) == {game.id: 2}
        found = load(database, game.id, since=1)
        assert found is not None
        assert found.record.moves == (MoveRecord(3),)


def test_own_changes_are_heard_too_and_nothing_when_nothing_happens(database: Database) -> None:
    game = create(database, GridBoard(), SEATS)
    heard: queue.Queue[str | None] = queue.Queue()
    with Changes(database, heard.put):
        with pytest.raises(queue.Empty):
            heard.get(timeout=0.4)
        append(database, game.id, 1, MoveRecord(3))
        heard.get(timeout=PATIENCE)
        keep_tournament(database, "cup", {})
        assert heard.get(timeout=PATIENCE) in (None, "tournament cup")
    append(database, game.id, 2, MoveRecord(3))
    assert heard.empty()  # nobody listens any more


def test_what_is_rolled_back_is_not_heard(database: Database) -> None:
    heard: queue.Queue[str | None] = queue.Queue()

    def interrupted() -> None:
        with database.writing() as connection:
            connection.exec_driver_sql("UPDATE games SET reason = 'x'")
            notify(connection, "game x")
            raise KeyboardInterrupt

    with Changes(database, heard.put):
        with pytest.raises(KeyboardInterrupt):
            interrupted()
        with pytest.raises(queue.Empty):
            heard.get(timeout=0.4)


def test_a_listener_that_fails_goes_on(database: Database) -> None:
    game = create(database, GridBoard(), SEATS)
    heard: queue.Queue[str | None] = queue.Queue()

    def clumsy(topic: str | None) -> None:
        heard.put(topic)
        if heard.qsize() == 1:
            raise ZeroDivisionError

    with Changes(database, clumsy):
        append(database, game.id, 1, MoveRecord(3))
        heard.get(timeout=PATIENCE)
        # It starts again, and as it may have missed something, says to look at everything.
        assert heard.get(timeout=PATIENCE) is None


def test_a_long_topic_means_everything() -> None:
    with server() as running, Database.open(running.new_database(), waiting=2) as database:
        heard: queue.Queue[str | None] = queue.Queue()
        with Changes(database, heard.put):
            with database.writing() as connection:
                notify(connection, "game " + "한" * 5000)
            assert heard.get(timeout=PATIENCE) is None
            # A server that was away has told nobody what happened meanwhile.
            running.stop()
            running.start()
            assert heard.get(timeout=PATIENCE) is None
            keep_tournament(database, "cup", {})
            assert heard.get(timeout=PATIENCE) == "tournament cup"
