"""`run_tasks`: every task is done, however many workers are lost, and what was not begun is cancelled at the end."""

from __future__ import annotations

import itertools
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from plyground.errors import IllegalMoveError, UnsupportedError
from plyground.executors import TRIES, Here, local_executor, run_tasks, work
from tests.executors.lost_workers import DiesOnce, kills


def lost(task: object) -> UnsupportedError:
    return UnsupportedError("task {task} was lost", task=task)


def squares(numbers: Iterable[int]) -> Iterator[tuple[int, partial[int]]]:
    return ((number, partial(pow, number, 2)) for number in numbers)


class Desk(Executor):
    """Keeps what is submitted; a test decides when and how each task ends."""

    def __init__(self, workers: int = 1, answer: Callable[[Future[Any]], None] | None = None) -> None:
        self.workers = workers
        self.answer = answer
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.futures.append(future)
        if self.answer is not None:
            self.answer(future)
        return future


def test_every_task_comes_back_with_its_result() -> None:
    for pool in (Here(), local_executor(2)):
        with pool:
            found = list(itertools.chain.from_iterable(run_tasks(squares(range(40)), pool, lost=lost)))
        assert sorted(found) == [(number, number**2) for number in range(40)]


def test_no_tasks_no_results() -> None:
    assert list(run_tasks(squares(()), Here(), lost=lost)) == []


def test_a_result_comes_before_the_next_task_is_made() -> None:
    """So a caller can make the next piece of work as large as the last one suggests."""
    size = 1

    def pieces() -> Iterator[tuple[int, partial[int]]]:
        for _ in range(5):
            yield size, partial(abs, size)

    seen = []
    for ended in run_tasks(pieces(), Here(), lost=lost):
        seen += ended
        size *= 2
    assert seen == [(size, size) for size in (1, 2, 4, 8, 16)]


def test_only_as_many_tasks_are_made_as_there_is_room_for() -> None:
    made: list[int] = []
    desk = Desk(workers=3)

    def tasks() -> Iterator[tuple[int, partial[int]]]:
        for number in itertools.count():
            made.append(number)
            yield number, partial(abs, number)

    running = run_tasks(tasks(), desk, lost=lost, pulse=0)
    assert next(running) == []
    room = len(made)
    assert 3 <= room <= 12
    assert next(running) == []
    assert len(made) == room
    desk.futures[0].set_result(0)
    desk.futures[2].set_result(2)
    assert next(running) == [(0, 0), (2, 2)]
    assert next(running) == []
    assert len(made) == room + 2
    running.close()


def test_a_cluster_that_grows_gets_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "_ASK_WORKERS", 0)
    desk = Desk(workers=1)
    with closing(run_tasks(squares(range(1000)), desk, lost=lost, pulse=0)) as running:
        next(running)
        before = len(desk.futures)
        desk.workers = 5
        next(running)
        assert len(desk.futures) == 5 * before


def test_an_error_of_a_task_is_passed_on_after_what_has_ended() -> None:
    desk = Desk(workers=2)
    running = run_tasks(squares(range(100)), desk, lost=lost, pulse=0)
    next(running)
    desk.futures[0].set_exception(IllegalMoveError("no {move} here", move=9))
    desk.futures[1].set_result(1)
    assert next(running) == [(1, 1)]
    with pytest.raises(IllegalMoveError, match="no 9 here"):
        next(running)
    assert all(future.cancelled() for future in desk.futures[2:])


def test_an_error_of_a_worker_process_is_passed_on() -> None:
    with local_executor(1) as pool, pytest.raises(IllegalMoveError, match="no 9 here"):
        list(run_tasks([("nine", partial(refuse, 9))], pool, lost=lost))


def refuse(move: int) -> None:
    raise IllegalMoveError("no {move} here", move=move)


def test_closing_cancels_what_has_not_begun() -> None:
    desk = Desk(workers=2)
    running = run_tasks(squares(range(100)), desk, lost=lost, pulse=0)
    next(running)
    desk.futures[0].set_running_or_notify_cancel()
    running.close()
    assert not desk.futures[0].cancelled()
    assert len(desk.futures) > 1
    assert all(future.cancelled() for future in desk.futures[1:])


def test_ctrl_c_cancels_what_has_not_begun() -> None:
    def interrupt(future: Future[Any]) -> None:
        if len(desk.futures) == 3:
            raise KeyboardInterrupt

    desk = Desk(workers=2, answer=interrupt)
    with pytest.raises(KeyboardInterrupt):
        next(run_tasks(squares(range(100)), desk, lost=lost))
    assert [future.cancelled() for future in desk.futures] == [True, True, False]


def test_a_cancel_ends_it() -> None:
    cancel = threading.Event()
    seen = []
    for ended in run_tasks(squares(range(100)), Here(), lost=lost, cancel=cancel):
        seen += ended
        if len(seen) == 3:
            cancel.set()
    assert seen == [(0, 0), (1, 1), (2, 4)]
    assert list(run_tasks(squares(range(100)), Here(), lost=lost, cancel=cancel)) == []


def test_a_cancel_is_noticed_while_nothing_ends() -> None:
    cancel = threading.Event()
    desk = Desk(answer=lambda _future: cancel.set())
    assert list(run_tasks(squares(range(100)), desk, lost=lost, cancel=cancel)) == []
    assert all(future.cancelled() for future in desk.futures)


# Lost workers


@kills
@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_worker_costs_nothing_but_time(tmp_path: Path, workers: int) -> None:
    fragile = DiesOnce("operator", "neg", tmp_path)
    tasks = ((number, partial(fragile, number)) for number in range(20))
    with local_executor(workers) as pool:
        found = [each for ended in run_tasks(tasks, pool, lost=lost) for each in ended]
    assert fragile.has_died
    assert sorted(found) == [(number, -number) for number in range(20)]


def die_at(fatal: int, folder: str, number: int) -> int:
    """Kills its worker if the number is the fatal one; leaves a mark for every time that it was begun."""
    if number == fatal:
        Path(folder, str(len(os.listdir(folder)))).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@kills
def test_a_task_that_kills_every_worker_is_named_and_no_other(tmp_path: Path) -> None:
    """The tasks beside it are lost as often as it is, and done all the same."""
    tasks = ((number, partial(die_at, 5, str(tmp_path), number)) for number in range(12))
    found: list[tuple[int, int]] = []
    with local_executor(2) as pool, pytest.raises(UnsupportedError, match="task 5 was lost") as caught:
        found.extend(itertools.chain.from_iterable(run_tasks(tasks, pool, lost=lost)))
    assert len(os.listdir(tmp_path)) <= TRIES
    assert {number for number, _same in found} >= {0, 1, 2, 3, 4}
    assert isinstance(caught.value.__cause__, BrokenExecutor)


def test_a_task_is_begun_so_often_and_no_more() -> None:
    desk = Desk(answer=lambda future: future.set_exception(BrokenExecutor()))
    with pytest.raises(UnsupportedError, match="task 0 was lost"):
        list(run_tasks(squares([0]), desk, lost=lost))
    assert len(desk.futures) == TRIES


def test_the_last_try_runs_alone() -> None:
    desk = Desk(workers=2)
    with closing(run_tasks(squares(range(100)), desk, lost=lost, pulse=0)) as running:
        next(running)
        room = len(desk.futures)
        for _ in range(TRIES - 1):
            for future in desk.futures[-room:]:
                future.set_exception(BrokenExecutor())
            next(running)
            next(running)
        assert len(desk.futures) == room * (TRIES - 1) + 1
        desk.futures[-1].set_result(0)
        assert next(running) == [(0, 0)]


def test_a_cancelled_task_is_begun_again() -> None:
    """A pool that is stopped cancels what waits in it."""

    def answer(future: Future[Any]) -> None:
        if len(desk.futures) == 1:
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_result(9)

    desk = Desk(answer=answer)
    assert list(run_tasks(squares([3]), desk, lost=lost)) == [[(3, 9)]]
