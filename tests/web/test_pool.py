"""Searches are shared fairly, bounded, and stop when nobody waits."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from plyground.texts import language, speaking
from plyground.web.messages.refusals import Refusal
from plyground.web.serving.callers import Caller
from plyground.web.serving.memory import MemoryBudget
from plyground.web.serving.search_pool import SearchPool
from tests.waiting import PATIENCE


def run(test):
    return asyncio.run(asyncio.wait_for(test, PATIENCE))


def somebody(name, address="192.0.2.1"):
    return Caller.at(address, name)


async def until(holds):
    while not holds():
        await asyncio.sleep(0.001)


def test_a_visitor_with_many_searches_does_not_delay_another():
    order: list[str] = []

    async def test():
        pool = SearchPool(1, per_visitor=10, waiting=100)
        gate = threading.Event()

        def work(name):
            def search(cancel):
                gate.wait(PATIENCE)
                order.append(name)

            return search

        greedy = [asyncio.create_task(pool.run(somebody("greedy"), work(f"greedy {n}"))) for n in range(4)]
        await asyncio.sleep(0)
        modest = [asyncio.create_task(pool.run(somebody("modest"), work(f"modest {n}"))) for n in range(2)]
        late = asyncio.create_task(pool.run(somebody("late"), work("late 0")))
        await until(lambda: (pool.running, pool.queued) == (1, 6))
        gate.set()
        await asyncio.gather(*greedy, *modest, late)
        pool.close()

    run(test())
    assert order[0] == "greedy 0"
    assert set(order[1:3]) | {order[3]} == {"greedy 1", "modest 0", "late 0"}
    assert order[4:] == ["modest 1", "greedy 2", "greedy 3"] or order[4:] == ["greedy 2", "modest 1", "greedy 3"]


def test_no_more_than_so_many_run_at_once():
    most = now = 0
    lock = threading.Lock()
    three = threading.Barrier(3)  # nobody goes on before three are at work

    def work(cancel):
        nonlocal most, now
        with lock:
            now += 1
            most = max(most, now)
        three.wait(PATIENCE)
        with lock:
            now -= 1

    async def test():
        pool = SearchPool(3, per_visitor=100, waiting=100)
        await asyncio.gather(*(pool.run(somebody(str(n % 5)), work) for n in range(30)))
        assert (pool.running, pool.queued) == (0, 0)
        pool.close()

    run(test())
    assert most == 3


def test_who_goes_away_stops_the_search_and_leaves_the_queue():
    begun, stopped = threading.Event(), threading.Event()

    def endless(cancel):
        begun.set()
        while not cancel.is_set():
            time.sleep(0.001)
        stopped.set()

    async def test():
        pool = SearchPool(1, per_visitor=5, waiting=5)
        running = asyncio.create_task(pool.run(somebody("a"), endless))
        queued = asyncio.create_task(pool.run(somebody("a"), endless))
        await until(lambda: begun.is_set() and pool.queued == 1)
        queued.cancel()
        await until(lambda: pool.queued == 0)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert await asyncio.to_thread(stopped.wait, PATIENCE)
        assert await pool.run(somebody("a"), lambda cancel: "next") == "next"
        pool.close()

    run(test())


def test_too_many_are_refused():
    async def test():
        pool = SearchPool(1, per_visitor=2, waiting=2)
        gate = threading.Event()
        tasks = [
            asyncio.create_task(pool.run(somebody(name), lambda cancel: gate.wait(PATIENCE)))
            for name in ("a", "a", "b")
        ]
        await until(lambda: (pool.running, pool.queued) == (1, 2))
        for name, status in (("a", 429), ("c", 503)):
            with pytest.raises(Refusal) as refused:
                await pool.run(somebody(name), lambda cancel: None)
            assert (refused.value.code, refused.value.status) == ("busy", status)
        gate.set()
        await asyncio.gather(*tasks)
        await pool.run(somebody("a"), lambda cancel: None)
        pool.close()

    run(test())


def test_failures_and_languages_go_through():
    async def test():
        pool = SearchPool(1, per_visitor=2, waiting=2)
        with pytest.raises(ZeroDivisionError):
            await pool.run(somebody("a"), lambda cancel: 1 / 0)
        with speaking("ko"):
            assert await pool.run(somebody("a"), lambda cancel: language()) == "ko"
        pool.close()

    run(test())


class Held:
    """Searches that go on until they are let go, and the order in which they began."""

    def __init__(self):
        self.begun: list[str] = []
        self._go = threading.Event()
        self._ends: dict[str, threading.Semaphore] = {}

    def search(self, name):
        def work(cancel):
            self.begun.append(name)
            self._go.wait(PATIENCE)

        return work

    def one_by_one(self, name):
        """A search that goes on until `end` is called for it."""
        ends = self._ends.setdefault(name, threading.Semaphore(0))

        def work(cancel):
            self.begun.append(name)
            ends.acquire(timeout=PATIENCE)

        return work

    def end(self, name):
        self._ends[name].release()

    def let_go(self):
        self._go.set()


def test_made_up_visitors_of_one_address_have_the_turns_of_one():
    held = Held()

    async def test():
        pool = SearchPool(1, per_visitor=4, waiting=100)
        tasks = [
            asyncio.create_task(pool.run(somebody(f"made up {n}"), held.one_by_one("attacker"))) for n in range(16)
        ]
        await until(lambda: held.begun == ["attacker"])
        anna = somebody("anna", "198.51.100.7")
        tasks += [asyncio.create_task(pool.run(anna, held.one_by_one("anna"))) for _n in range(3)]
        await until(lambda: len(held.begun) == 2 and pool.queued == 17)
        for begun, ending in enumerate(["attacker", "anna"] * 2, start=3):
            held.end(ending)
            await until(lambda begun=begun: len(held.begun) == begun)
        assert held.begun == ["attacker", "anna"] * 3
        for name in ["anna", *["attacker"] * 14]:
            held.end(name)
        await asyncio.gather(*tasks)
        pool.close()

    run(test())


def test_nobody_waits_for_the_long_searches_of_another_address():
    held = Held()

    async def test():
        pool = SearchPool(2, per_visitor=4, waiting=100)
        tasks = [asyncio.create_task(pool.run(somebody(f"made up {n}"), held.search("attacker"))) for n in range(16)]
        await until(lambda: len(held.begun) == 2)
        assert not pool.would_wait(somebody("anna", "192.0.2.2")), "a neighbour in the same network"
        assert await pool.run(somebody("anna", "192.0.2.2"), lambda cancel: "at once") == "at once"
        assert await pool.run(somebody("bert", "2001:db8::1"), lambda cancel: "at once") == "at once"
        assert pool.would_wait(somebody("another"))
        tasks += [
            asyncio.create_task(pool.run(somebody(f"x{n}", f"192.0.2.{n}"), held.search(f"at {n}")))
            for n in range(2, 40)
        ]
        await until(lambda: len(held.begun) == 4)
        assert pool.running == 4, "a network has twice the threads at most"
        assert await pool.run(somebody("bert", "2001:db8::1"), lambda cancel: "at once") == "at once"
        held.let_go()
        await asyncio.gather(*tasks)
        pool.close()

    run(test())


def test_searches_of_one_address_are_bounded():
    async def test():
        held = Held()
        pool = SearchPool(1, per_visitor=4, per_address=10, waiting=100)
        tasks = [asyncio.create_task(pool.run(somebody(str(n)), held.search("one"))) for n in range(10)]
        await until(lambda: pool.queued == 9)
        with pytest.raises(Refusal, match="10 searches from your address"):
            await pool.run(somebody("eleventh"), held.search("one"))
        assert pool.refused == 1
        held.let_go()
        await asyncio.gather(*tasks, pool.run(somebody("a", "198.51.100.7"), held.search("other")))
        pool.close()

    run(test())


def test_the_more_wait_the_less_time_each_has():
    async def test():
        held = Held()
        pool = SearchPool(2, per_visitor=4, waiting=100)
        assert pool.share(10.0) == 10.0
        tasks = [asyncio.create_task(pool.run(somebody(str(n)), held.search("one"))) for n in range(8)]
        await until(lambda: pool.queued == 6)
        assert pool.share(10.0) == 2.5
        assert pool.share(2.0) == 1.0
        assert pool.share(0.3) == 0.3
        held.let_go()
        await asyncio.gather(*tasks)
        pool.close()

    run(test())


def test_searches_wait_for_memory_and_leave_some_to_others():
    held = Held()

    async def test():
        memory = MemoryBudget(400)
        moves, analyses = (SearchPool(8, per_visitor=8, waiting=100, memory=memory) for _pool in range(2))
        anna, bert = somebody("anna"), somebody("bert", "198.51.100.7")
        tasks = [asyncio.create_task(moves.run(anna, held.search("anna"), 100)) for _n in range(5)]
        await until(lambda: moves.queued == 2)
        assert memory.taken == 300, "three quarters"
        tasks.append(asyncio.create_task(analyses.run(bert, held.search("bert"), 100)))
        await until(lambda: analyses.running == 1)
        tasks.append(asyncio.create_task(analyses.run(bert, held.search("bert"), 100)))
        assert await moves.run(somebody("neighbour"), lambda cancel: "needs none") == "needs none"
        await until(lambda: analyses.queued == 1)
        held.let_go()
        await asyncio.gather(*tasks)
        assert await moves.run(anna, lambda cancel: "more than there is", 1000) == "more than there is"
        assert memory.taken == 0
        moves.close()
        analyses.close()

    run(test())
    assert sorted(held.begun) == ["anna"] * 5 + ["bert"] * 2


def test_long_readings_leave_the_lock_to_others_half_of_the_time():
    """The answer comes at once; only the thread rests, as long as its work took."""

    async def test():
        pool = SearchPool(1, per_visitor=10, waiting=100, rests=True)
        spans: list[tuple[float, float]] = []

        def work(cancel):
            began = time.monotonic()
            time.sleep(0.02)
            spans.append((began, time.monotonic()))
            return len(spans)

        first = asyncio.create_task(pool.run(somebody("reader"), work))
        second = asyncio.create_task(pool.run(somebody("reader"), work))
        assert await first == 1
        assert pool.running == 1, "it rests"
        assert await second == 2
        (began, ended), (again, _end) = spans
        assert again - ended >= 0.9 * (ended - began)
        pool.close()

    run(test())
