"""The server is killed in the middle of games, and the database goes away: nothing acknowledged is lost or doubled."""

from __future__ import annotations

import random
import threading
import time
from contextlib import ExitStack

import pytest
from websockets.exceptions import InvalidMessage, InvalidStatus, WebSocketException

from plyground.store.database import Database
from plyground.store.games import get_game
from tests.postgres import server as postgres_server
from tests.waiting import PATIENCE, wait_until
from tests.web.people import Chair, Person, Server, running

GONE = (WebSocketException, InvalidMessage, InvalidStatus, OSError, EOFError, TimeoutError)
RULES = "8x7 connect=4"


class Player(threading.Thread):
    """Plays its side by itself: any legal move on its turn, and comes back whenever the connection is lost.

    It keeps every move of its own that the server acknowledged, by the state that shows it.
    """

    def __init__(self, person: Person, game: str, side: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.person = person
        self.game = game
        self.side = side
        self.random = random.Random(seed)
        self.acknowledged: dict[int, str] = {}
        self.failure: BaseException | None = None
        self.over = threading.Event()
        self.connections = 0
        self.plies = 0

    def run(self) -> None:
        try:
            seen = None
            while not self.over.is_set():
                try:
                    with self.person.sit(self.game, since=seen, ping_interval=2, ping_timeout=5) as chair:
                        self.connections += 1
                        seen = self.attend(chair, seen)
                except GONE:
                    time.sleep(0.05)
        except BaseException as failure:
            self.failure = failure

    def attend(self, chair: Chair, seen: int | None) -> int | None:
        while not self.over.is_set():
            try:
                message = chair.next(20)
            except GONE:
                return seen
            if message["type"] != "state":
                assert message["type"] != "error" or message["code"] in ("database", "wrong_ply"), message
                continue
            seen = message["seq"]
            self.plies = message["ply"]
            moves = {move["ply"]: move["move"] for move in message["moves"] if move["side"] == self.side}
            # A move that was acknowledged is in every later state.
            assert self.acknowledged.items() <= moves.items(), (self.acknowledged, moves)
            self.acknowledged = moves
            if message["outcome"] != "open":
                self.over.set()
            elif message["turn"] == self.side:
                time.sleep(self.random.uniform(0, 0.02))
                move = self.random.choice(message["legal"])["move"]
                chair.send(type="move", ply=message["ply"], move=move)
                if self.random.random() < 0.3:
                    chair.send(type="move", ply=message["ply"], move=move)  # sent again, as a page does when unsure
        return seen


def kill_in_the_middle(server: Server, kills: int, pairs: int, computers: int) -> int:
    """Kills the server `kills` times while games are played; returns the number of plies played."""
    chance = random.Random(kills)
    played = 0
    with ExitStack() as stack:
        server.start()
        stack.callback(server.stop)
        players: list[Player] = []

        def new_pair() -> None:
            nonlocal played
            anna, bert = stack.enter_context(Person(server)), stack.enter_context(Person(server))
            made = anna.new_game("human", "link", rules=RULES)
            assert bert.join(made["links"]["second"]).status_code == 200
            pair = [Player(anna, made["id"], "first", played), Player(bert, made["id"], "second", played + 1)]
            played += 2
            for player in pair:
                player.start()
            players.extend(pair)

        def new_computer_game() -> None:
            nonlocal played
            anna = stack.enter_context(Person(server))
            made = anna.new_game("human", "winblock", rules=RULES)
            player = Player(anna, made["id"], "first", played)
            played += 1
            player.start()
            players.append(player)

        try:
            for kill in range(kills + 1):
                alive = {player.game for player in players if not player.over.is_set()}
                while len(alive) < pairs + computers:
                    new_pair() if len(alive) < pairs else new_computer_game()
                    alive.add(players[-1].game)
                # At any moment of a game: after so many moves more.
                wanted = sum(player.plies for player in players) + chance.randrange(8, 24)

                def gone_on(wanted: int = wanted) -> bool:
                    return sum(player.plies for player in players) >= wanted or all(p.over.is_set() for p in players)

                assert wait_until(gone_on), "the games do not go on"
                assert not [player.failure for player in players if player.failure]
                if kill < kills:
                    server.kill()
                    server.start()
        finally:
            for player in players:
                player.over.set()
            server.stop()  # or each would wait for its opponent's next move
            for player in players:
                player.join(PATIENCE)
                assert not player.is_alive()
        assert not [player.failure for player in players if player.failure]
        plies = 0
        with Database.open(server.database) as database:
            for game in {player.game for player in players}:
                record = get_game(database, game)
                assert record is not None
                record.game()  # legal, and ended as it says
                plies += len(record.moves)
                texts = [record.start.move_name(move.move) for move in record.moves]
                for player in players:
                    if player.game == game:
                        for ply, move in player.acknowledged.items():
                            assert texts[ply] == move, (game, ply)
        return plies


def test_killing_the_server_loses_no_move(tmp_path):
    server = Server(tmp_path, str(tmp_path / "games.sqlite"), light=True)
    assert kill_in_the_middle(server, kills=3, pairs=2, computers=1) > 20


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_killing_the_server_thirty_times(tmp_path):
    server = Server(tmp_path, str(tmp_path / "games.sqlite"), light=True)
    assert kill_in_the_middle(server, kills=30, pairs=6, computers=4) > 500


def test_two_workers_of_one_game(tmp_path, postgres):
    server = Server(tmp_path, postgres.new_database(), workers=2, settings={})
    assert kill_in_the_middle(server, kills=1, pairs=2, computers=1) > 10


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_killing_two_workers_ten_times(tmp_path, postgres):
    server = Server(tmp_path, postgres.new_database(), workers=2)
    assert kill_in_the_middle(server, kills=10, pairs=6, computers=4) > 200


def test_a_database_that_goes_away_is_said_and_the_game_is_intact(tmp_path):
    with (
        postgres_server() as own,
        running(tmp_path, own.new_database(), light=True) as server,
        Person(server) as anna,
        Person(server) as bert,
    ):
        made = anna.new_game("human", "link")
        bert.join(made["links"]["second"])
        with anna.sit(made["id"]) as a, bert.sit(made["id"]) as b:
            a.first(), b.first()
            a.play("4"), b.at(1)
            own.stop()
            b.send(type="move", ply=1, move="5")
            told = b.error()
            assert told["code"] == "database"
            assert b.first()["ply"] == 1
            refused = anna.http.post("/api/games", json={"first": {"kind": "human"}, "second": {"kind": "human"}})
            assert (refused.status_code, refused.json()["code"]) == (503, "database")
            own.start()

            def arrives() -> bool:
                b.send(type="move", ply=1, move="5")  # the page sends it again
                b.until(lambda message: message["type"] == "state")
                return bool(b.state["ply"] == 2)

            assert wait_until(arrives)
            assert [move["move"] for move in b.state["moves"]] == ["4", "5"]
            a.at(2)
            a.play("4")
