"""Searches are shared fairly, bounded, and stop when nobody waits."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from plyground.texts import language, speaking
from plyground.web.messages.refusals import Refusal
from plyground.web.serving.search_pool import SearchPool
from tests.waiting import PATIENCE


def run(test):
    return asyncio.run(asyncio.wait_for(test, PATIENCE))


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

        greedy = [asyncio.create_task(pool.run("greedy", work(f"greedy {n}"))) for n in range(4)]
        await asyncio.sleep(0)
        modest = [asyncio.create_task(pool.run("modest", work(f"modest {n}"))) for n in range(2)]
        late = asyncio.create_task(pool.run("late", work("late 0")))
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
        await asyncio.gather(*(pool.run(str(n % 5), work) for n in range(30)))
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
        running = asyncio.create_task(pool.run("a", endless))
        queued = asyncio.create_task(pool.run("a", endless))
        await until(lambda: begun.is_set() and pool.queued == 1)
        queued.cancel()
        await until(lambda: pool.queued == 0)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert await asyncio.to_thread(stopped.wait, PATIENCE)
        assert await pool.run("a", lambda cancel: "next") == "next"
        pool.close()

    run(test())


def test_too_many_are_refused():
    async def test():
        pool = SearchPool(1, per_visitor=2, waiting=2)
        gate = threading.Event()
        tasks = [asyncio.create_task(pool.run(name, lambda cancel: gate.wait(PATIENCE))) for name in ("a", "a", "b")]
        await until(lambda: (pool.running, pool.queued) == (1, 2))
        for name, status in (("a", 429), ("c", 503)):
            with pytest.raises(Refusal) as refused:
                await pool.run(name, lambda cancel: None)
            assert (refused.value.code, refused.value.status) == ("busy", status)
        gate.set()
        await asyncio.gather(*tasks)
        await pool.run("a", lambda cancel: None)
        pool.close()

    run(test())


def test_failures_and_languages_go_through():
    async def test():
        pool = SearchPool(1, per_visitor=2, waiting=2)
        with pytest.raises(ZeroDivisionError):
            await pool.run("a", lambda cancel: 1 / 0)
        with speaking("ko"):
            assert await pool.run("a", lambda cancel: language()) == "ko"
        pool.close()

    run(test())
