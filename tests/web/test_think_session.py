"""Sessions of searches in this process, where the tests can look at threads, places and limits."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from plyground.board import Board, Event, Side
from plyground.grid import GridBoard
from plyground.learn import choose_search, read_board
from plyground.web.messages.base import Sent, Stop
from plyground.web.serving.callers import Caller
from plyground.web.serving.places import Places
from plyground.web.serving.search_pool import SearchPool
from plyground.web.serving.settings import ServerSettings
from plyground.web.think import recorder, session
from plyground.web.think.messages import (
    AskDepths,
    DepthRows,
    More,
    SearchSteps,
    Think,
    ThinkEnd,
    ThinkRefused,
)
from plyground.web.think.session import ThinkSession
from plyground.web.think.slices import SlicedSearch
from tests.waiting import PATIENCE, When
from tests.web.thinking import Decoder

LARGE = {"search": "minimax", "depth": 20}  # it does not end in any time


def threads() -> int:
    return sum(thread.name == "think" for thread in threading.enumerate())


async def until(holds: Callable[[], object]) -> None:
    ends = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < ends
        await asyncio.sleep(0.005)


class Visit:
    """A session that keeps its messages. A quick reader asks for more as soon as something comes."""

    def __init__(self, house: House, name: str = "anna", quick: bool = True, **games: Board) -> None:
        self.heard: list[Sent] = []
        self.quick = quick
        caller = Caller(name, name, name)
        self.session = ThinkSession(
            caller, house.pool, house.readings, house.places.of(caller), ServerSettings(), games, self.hear, self.check
        )

    async def hear(self, message: Sent) -> None:
        self.heard.append(message)
        if self.quick and isinstance(message, SearchSteps):
            self.more()

    async def check(self, board: GridBoard) -> None:
        pass

    def think(self, **fields: Any) -> None:
        self.session.ask(Think(type="think", request=1, **fields))

    def more(self) -> None:
        self.session.ask(More(type="more", request=1, to=len(self.steps)))

    @property
    def steps(self) -> list[list[Any]]:
        return [step for message in self.heard if isinstance(message, SearchSteps) for step in message.events]

    @property
    def last(self) -> Sent | None:
        return self.heard[-1] if self.heard else None

    async def ended(self) -> ThinkEnd:
        await until(lambda: isinstance(self.last, ThinkEnd | ThinkRefused))
        assert isinstance(self.last, ThinkEnd), self.last
        return self.last


class House:
    """What the sessions of a server share."""

    def __init__(self, places: int = 8, threads: int = 1) -> None:
        self.pool = SearchPool(threads, per_visitor=4, waiting=50)
        self.readings = SearchPool(1, per_visitor=4, waiting=50)
        self.places = Places(places, per_visitor=4)


def run(test: Callable[[House], Coroutine[Any, Any, None]], **how: int) -> None:
    async def check() -> None:
        house = House(**how)
        await test(house)
        # Nothing may go on when everybody has left.
        await until(lambda: house.pool.running == house.pool.queued == threads() == 0)
        house.pool.close()
        house.readings.close()

    assert threads() == 0
    asyncio.run(asyncio.wait_for(check(), PATIENCE))


def own_events(board: Board, search: str, **options: Any) -> list[Event]:
    events: list[Event] = []
    choose_search(search, board, **options).search(events.append, When(lambda: False))
    return events


def test_who_leaves_is_not_worked_for_any_more():
    async def check(house: House) -> None:
        visit = Visit(house)
        visit.think(**LARGE)
        await until(lambda: len(visit.steps) > 5000)
        assert threads() == 1
        visit.session.close()
        await until(lambda: threads() == 0)
        heard = len(visit.heard)
        for _turn in range(10):
            await asyncio.sleep(0)
        assert len(visit.heard) == heard

    run(check)


def test_a_search_that_waits_for_its_reader_holds_no_thread_of_the_pool():
    async def check(house: House) -> None:
        slow, other = Visit(house, "anna", quick=False), Visit(house, "bert")
        slow.think(**LARGE)
        await until(lambda: len(slow.steps) == 20_000)
        await until(lambda: house.pool.running == 0)
        assert threads() == 1, "it sleeps"
        other.think(search="alphabeta", depth=4)
        await other.ended()
        assert len(slow.steps) == 20_000
        slow.more()
        await until(lambda: len(slow.steps) == 40_000)
        slow.session.ask(Stop(type="stop"))
        await until(lambda: threads() == 0)

    run(check)


@pytest.mark.parametrize("why", ["patience", "places"])
def test_a_search_that_was_dropped_goes_on_where_it_was(monkeypatch, why):
    """It is run again from its start. The reader sees no difference."""
    if why == "patience":
        monkeypatch.setattr(session, "_PATIENCE", 1)
    monkeypatch.setattr(session, "_AHEAD", 1000)

    async def check(house: House) -> None:
        options: dict[str, Any] = {"search": "uct", "playouts": 150}
        visit = Visit(house, quick=False)
        visit.think(**options)
        await until(lambda: len(visit.steps) == 1000)
        if why == "places":
            other = Visit(house, "bert")
            other.think(search="alphabeta", depth=2)
            await other.ended()
        await until(lambda: threads() == 0)
        visit.quick = True
        visit.more()
        await visit.ended()
        board = read_board("")
        assert Decoder(board).events(visit.steps) == own_events(board, **options)

    run(check, places=1)


def test_long_searches_share_the_pool():
    async def check(house: House) -> None:
        greedy, modest = Visit(house, "anna"), Visit(house, "bert")
        greedy.think(**LARGE)
        greedy.session.ask(AskDepths(type="depths", request=2, most=20, search="minimax"))
        await until(lambda: len(greedy.steps) > 2000)
        modest.think(search="alphabeta", depth=5)
        await modest.ended()
        assert not any(isinstance(message, ThinkEnd) for message in greedy.heard)
        greedy.session.close()

    run(check)


@pytest.mark.parametrize("options", [{"search": "minimax"}, {"search": "alphabeta", "table": True}])
def test_a_tree_too_large_to_keep_is_said_and_its_beginning_kept(monkeypatch, options):
    monkeypatch.setattr(recorder, "MOST_STEPS", 3500)

    async def check(house: House) -> None:
        visit = Visit(house)
        visit.think(depth=5, **options)
        end = await visit.ended()
        assert (end.kept, end.steps, len(visit.steps)) == (False, 3500, 3500)
        assert "too large to keep" in end.text
        assert "3,500" in end.text
        assert ("was ended" in end.text) == bool(options.get("table"))
        board = read_board("")
        assert Decoder(board).events(visit.steps) == own_events(board, depth=5, **options)[:3500]
        # A search with a table takes more and more memory, so it is ended; others come to their decision.
        assert end.decision.complete == (not options.get("table"))

    run(check)


def test_who_waits_for_the_decision_of_a_large_tree_does_not_wait_long(monkeypatch):
    monkeypatch.setattr(recorder, "MOST_STEPS", 3500)
    monkeypatch.setattr(session, "_UNSEEN_SECONDS", 0.2)

    async def check(house: House) -> None:
        visit = Visit(house)
        visit.think(**LARGE)
        end = await visit.ended()
        assert (end.kept, end.steps, end.decision.complete) == (False, 3500, False)
        assert "was ended" in end.text

    run(check)


def test_texts_count_among_what_is_kept(monkeypatch):
    monkeypatch.setattr(recorder, "_MOST_SIZE", 20_000)

    async def check(house: House) -> None:
        visit = Visit(house)
        visit.think(search="montecarlo", playouts=2, rules="gomoku")  # a playout names some two hundred moves
        end = await visit.ended()
        assert not end.kept
        assert end.steps == len(visit.steps) < 500

    run(check)


def test_a_search_that_takes_too_long_says_so(monkeypatch):
    monkeypatch.setattr(session, "_SECONDS", 0.8)

    async def check(house: House) -> None:
        visit = Visit(house)
        visit.think(**LARGE)
        end = await visit.ended()
        assert not end.decision.complete
        assert end.kept
        assert end.text.startswith("The search was ended after")
        assert end.steps == len(visit.steps)
        visit.session.ask(AskDepths(type="depths", request=2, most=64, search="minimax"))
        await until(lambda: isinstance(visit.last, DepthRows) and visit.last.complete)
        assert isinstance(visit.last, DepthRows)
        count = len(visit.last.rows)
        assert 1 <= count < 10
        assert visit.last.text == f"Depth {count + 1} takes too long."

    run(check)


class Coins(Board):
    """A game of somebody's own: take one or two coins, the last one wins. With 7 of them left, it breaks."""

    def __init__(self, coins: int, turn: Side = Side.FIRST) -> None:
        self.coins = coins
        self._turn = turn

    @property
    def turn(self) -> Side:
        return self._turn

    @property
    def legal_moves(self) -> list[int]:
        return [take for take in (1, 2) if take <= self.coins]

    @property
    def is_win(self) -> bool:
        return self.coins == 0

    def move(self, move: int, /) -> Coins:
        if self.coins - move == 7:
            raise ZeroDivisionError
        return Coins(self.coins - move, self.turn.opposite)

    def evaluate(self, side: Side, /) -> float:
        return 0 if not self.is_win else float("inf") if self.winner is side else float("-inf")

    def move_name(self, move: int) -> str:
        return f"take {move}" if move == self.coins else f"t{move}"  # the name depends on the board

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Coins) and (self.coins, self.turn) == (other.coins, other.turn)

    def __hash__(self) -> int:
        return hash((self.coins, self.turn))

    def __str__(self) -> str:
        return f"{self.coins} coins"


@pytest.mark.parametrize("search", ["minimax", "deepening", "uct"])
def test_games_of_ones_own(search):
    async def check(house: House) -> None:
        visit = Visit(house, coins=Coins(6))
        visit.think(search=search, game="coins", position="t1")
        end = await visit.ended()
        board = Coins(5, Side.SECOND)
        assert Decoder(board).events(visit.steps) == own_events(board, search)
        assert end.decision.move == "t2"
        assert visit.heard[0].model_dump()["game"] == {"kind": "own", "name": "coins"}
        assert visit.heard[0].model_dump()["position"] == {"text": "5 coins", "turn": "second"}

    run(check)


def test_a_game_that_breaks_is_refused(caplog):
    """A bug in a file of the owner's is named by `learn.load_game`; anything else is a fault, and no thread stays."""

    async def check(house: House) -> None:
        visit = Visit(house, coins=Coins(9))
        visit.think(search="minimax", game="coins")
        await until(lambda: isinstance(visit.last, ThinkRefused))
        assert isinstance(visit.last, ThinkRefused)
        assert (visit.last.code, visit.last.request) == ("fault", 1)
        visit.think(search="minimax", game="coins", position="t9")
        await until(lambda: isinstance(visit.last, ThinkRefused) and visit.last.field)
        assert visit.last.field == "position"

    run(check)
    assert "a question failed" in caplog.text


def test_a_slice_ends_a_search_at_once_when_it_is_cancelled():
    cancel = threading.Event()
    heard: list[Event] = []

    def take(event: Event) -> bool:
        heard.append(event)
        if len(heard) == 100:
            cancel.set()
        return False

    search = SlicedSearch(choose_search("minimax", GridBoard(), depth=20).search, take, 100.0)
    while not search.is_over:
        search.run(cancel)
    assert search.decision is None
    assert len(heard) == 100
