"""Making a data set: draw the positions, solve them in pieces wherever the executor runs, write file and card.

What is solved is kept piece by piece (`parts`), so that the same call goes on after any end, also a kill. The rows
depend on the settings alone: not on the workers, the pieces, or how often it was interrupted.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from plyground._version import __version__
from plyground.dataset.card import Card
from plyground.dataset.drawing import Drawn, draw
from plyground.dataset.parquet import file_sha256, require_pyarrow, write_parquet
from plyground.dataset.parts import Parts, read_json, write_json, write_whole
from plyground.dataset.settings import Settings
from plyground.dataset.solving import ILLEGAL, Scores, move_count, solve_games
from plyground.errors import N_, InputError, MissingError
from plyground.executors import Here, LocalExecutor, was_lost, workers_of
from plyground.solver import Solver

__all__ = ["TABLE_MB", "MakingProgress", "card_paths", "make_dataset"]

TABLE_MB = 64.0
"""The table of each worker."""

_PIECE_SECONDS = 2.0
"""What a piece of the work should take: that much of each worker's is lost at most when everything is killed."""
_MOST_PIECE = 1024
_PIECES_EACH = 2
"""Pieces under way for each worker: one that it works on, one that waits for it."""
_TICK = 0.5
_MOST_LOST = 20
"""Pieces that may be lost with their workers, one after another, before it is given up."""
_SAMPLE = 200
_SAMPLE_SECONDS = 10.0
"""The sample is complete after so many positions, or when all workers have spent so long on it."""


@dataclass(slots=True)
class MakingProgress:
    """How far it is. `seconds` run from the beginning of this call; the pace is that of the positions solved in it."""

    positions: int
    workers: int
    done: int = 0
    solved: int = 0
    """In this call; `done` counts those of earlier ones too."""
    seconds: float = 0.0
    spent: float = field(default=0.0, repr=False)
    """Seconds of the workers, all together, and the squares of those for each position."""
    squares: float = field(default=0.0, repr=False)

    def add(self, seconds: list[float]) -> None:
        self.done += len(seconds)
        self.solved += len(seconds)
        self.spent += sum(seconds)
        self.squares += sum(second**2 for second in seconds)

    @property
    def is_sampled(self) -> bool:
        """Has enough been solved to say how long the whole will take?"""
        enough = min(_SAMPLE, self.positions - (self.done - self.solved))
        return self.solved >= enough or self.spent >= _SAMPLE_SECONDS * self.workers

    @property
    def seconds_left(self) -> tuple[float, float, float] | None:
        """An estimate, and what encloses it with 95 % certainty; None before anything is solved."""
        if not self.solved:
            return None
        mean = self.spent / self.solved
        spread = math.sqrt(max(self.squares / self.solved - mean**2, 0.0) / self.solved) * 1.96
        share = (self.positions - self.done) / self.workers
        return mean * share, max(mean - spread, 0.0) * share, (mean + spread) * share


def make_dataset(
    settings: Settings,
    path: Path,
    *,
    executor: Executor | None = None,
    threads: int = 1,
    table_mb: float = TABLE_MB,
    watch: Callable[[MakingProgress], bool | None] | None = None,
    watch_drawing: Callable[[int], None] | None = None,
) -> Card | None:
    """Makes the data set, or goes on with it; one that is there already is left as it is.

    `threads` and `table_mb` are for each worker of the executor; without one the work is done here. `watch` is called
    twice a second or more, and ends the work by returning True: the answer is then None, and the next call goes on.
    """
    require_pyarrow()
    if (card := _finished(settings, path)) is not None:
        return card
    parts = Parts(settings, path)
    pool = executor or Here()
    drawn = parts.drawn(lambda: draw(settings, pool, watch_drawing))
    if not drawn.games:
        raise InputError(
            N_("no open position with {plies} stones was found on {rules}; games are over before"),
            plies=settings.json()["plies"],
            rules=settings.rules,
        )
    games = drawn.games
    scores = np.full((len(games), move_count(settings.rules)), ILLEGAL, np.int8)
    open_rows = np.ones(len(games), bool)
    for start, kept in parts.chunks(len(games)):
        scores[start : start + len(kept)] = kept
        open_rows[start : start + len(kept)] = False
    progress = MakingProgress(len(games), workers_of(pool), done=int(np.count_nonzero(~open_rows)))
    if isinstance(pool, LocalExecutor) and progress.done < progress.positions:
        # If the solver has to be compiled, it is once and here, and the user is told; the workers find it in the cache.
        Solver(settings.rules, threads=1, table_mb=1).get_ready()
    began = time.monotonic()
    for start, found, seconds in _solved(settings, games, open_rows, pool, threads, table_mb):
        if seconds:
            parts.put(start, found)
            scores[start : start + len(found)] = found
            progress.add(seconds)
        progress.seconds = time.monotonic() - began
        if watch is not None and watch(progress):
            return None
    return _written(settings, path, drawn, scores, parts)


def card_paths(path: Path) -> tuple[Path, Path]:
    """Where the card of the data set at `path` lies: for programs, and for people."""
    return path.with_name(f"{path.stem}.card.json"), path.with_name(f"{path.stem}.card.md")


def _finished(settings: Settings, path: Path) -> Card | None:
    """The card of a data set that is there already; refuses to replace one that is something else."""
    if not path.exists() or path.with_name(path.name + ".parts").exists():
        return None
    content = read_json(card_paths(path)[0])
    if content is None or not isinstance(content.get("settings"), dict):
        raise InputError(N_("{path} is there already and has no card of ours; name another --out"), path=path)
    if changes := settings.changes(content["settings"]):
        raise InputError(
            N_("{path} was made with other settings ({changes}); name another --out, or delete it"),
            path=path,
            changes=changes,
        )
    return Card.of_json(content)


def _written(settings: Settings, path: Path, drawn: Drawn, scores: Scores, parts: Parts) -> Card:
    rows_sha256, counts = write_parquet(path, settings, drawn.games, scores)
    card = Card(
        name=path.stem,
        settings=settings.json(),
        drawing={"draws": drawn.draws, "ended": drawn.ended, "repeated": drawn.repeated},
        counts=counts,
        sha256=file_sha256(path),
        rows_sha256=rows_sha256,
        bytes=path.stat().st_size,
        version=__version__,
        created=datetime.now(UTC).strftime("%Y-%m-%d"),
    )
    for_programs, for_people = card_paths(path)
    with write_whole(for_people) as file:
        file.write(card.markdown().encode())
    write_json(for_programs, card.json())
    parts.remove()
    return card


def _solved(
    settings: Settings,
    games: list[str],
    open_rows: NDArray[np.bool_],
    executor: Executor,
    threads: int,
    table_mb: float,
) -> Iterator[tuple[int, Scores, list[float]]]:
    """Pieces as they are finished: the number of the first position, scores, seconds for each. Empty ones in between,
    so that whoever watches can tell the time."""
    size, place, lost_in_a_row = 1, 0, 0
    rules = str(settings.rules)
    nothing: Scores = np.empty((0, move_count(settings.rules)), np.int8)
    lost: list[tuple[int, int]] = []

    def next_piece() -> tuple[int, int]:
        """The next rows that are open, side by side."""
        nonlocal place
        if lost:
            return lost.pop()
        while place < len(games) and not open_rows[place]:
            place += 1
        start = place
        while place < len(games) and open_rows[place] and place - start < size:
            place += 1
        return start, place

    under_way: dict[Future[tuple[Scores, list[float]]], tuple[int, int]] = {}
    try:
        while True:
            while len(under_way) < _PIECES_EACH * workers_of(executor):
                start, end = next_piece()
                if start == end:
                    break
                under_way[executor.submit(solve_games, rules, games[start:end], threads, table_mb)] = start, end
            if not under_way:
                return
            finished, _ = wait(under_way, _TICK, FIRST_COMPLETED)
            if not finished:
                yield 0, nothing, []
            for future in finished:
                piece = under_way.pop(future)
                try:
                    scores, seconds = future.result()
                except Exception as error:
                    lost_in_a_row += 1
                    if not was_lost(error):
                        raise
                    if lost_in_a_row > _MOST_LOST:
                        raise MissingError(
                            N_(
                                "the workers end by themselves, one after another; is there enough memory? What was "
                                "solved is kept, and the same command goes on from it"
                            )
                        ) from error
                    lost.append(piece)
                    continue
                lost_in_a_row = 0
                fitting = int(len(seconds) * _PIECE_SECONDS / max(sum(seconds), 1e-6))
                size = max(1, min(2 * size, fitting, _MOST_PIECE))
                yield piece[0], scores, seconds
    finally:
        for future in under_way:
            future.cancel()
