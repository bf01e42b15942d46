"""Makes a data set: draws the positions, solves them in pieces on an executor, writes the file and its card.

Every solved piece is saved (`parts`), so the same call goes on after any interruption, even a kill. The rows depend
on the settings alone: not on the workers, on the pieces, or on how often the work was interrupted.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from plyground._version import __version__
from plyground.dataset.card import FORMAT, TEXT, Card, card_paths
from plyground.dataset.parquet import require_pyarrow, write_parquet
from plyground.dataset.parts import Parts, parts_folder, read_json, write_json, write_whole
from plyground.dataset.positions import Drawn, draw
from plyground.dataset.rows import file_sha256, write_rows
from plyground.dataset.scores import ILLEGAL, Scores, solve_games
from plyground.dataset.settings import DatasetSettings
from plyground.errors import N_, InputError, MissingError
from plyground.executors import TRIES, Here, run_tasks, workers_of
from plyground.solver import Solver

__all__ = ["TABLE_MB", "DatasetProgress", "make_dataset"]

TABLE_MB = 64.0
"""The size of each worker's table."""

_PIECE_SECONDS = 2.0
"""What a piece of the work should take: when everything is killed, each worker loses at most that much."""
_MOST_PIECE = 1024
_LEAST_PIECES = 8
"""A piece is at most this part of the whole, so that the sample is never all of it, whatever order results come in."""
_PULSE = 0.5
_SAMPLE = 200
_SAMPLE_SECONDS = 10.0
"""The sample is complete after so many positions, or when every worker has spent this long on it."""


@dataclass(slots=True)
class DatasetProgress:
    """How much is solved. `seconds` are counted from the start of this call."""

    positions: int
    workers: int
    done: int = 0
    solved: int = 0
    """In this call; `done` also counts those of earlier calls."""
    seconds: float = 0.0
    spent: float = field(default=0.0, repr=False)
    """Seconds that all workers together spent on positions."""
    squares: float = field(default=0.0, repr=False)
    """The sum of the squares of the seconds of each position."""

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
        """An estimate, and the ends of its 95 % interval; None before anything is solved."""
        if not self.solved:
            return None
        mean = self.spent / self.solved
        spread = math.sqrt(max(self.squares / self.solved - mean**2, 0.0) / self.solved) * 1.96
        share = (self.positions - self.done) / self.workers
        return mean * share, max(mean - spread, 0.0) * share, (mean + spread) * share


def make_dataset(
    settings: DatasetSettings,
    path: Path,
    *,
    executor: Executor | None = None,
    threads: int = 1,
    table_mb: float = TABLE_MB,
    watch: Callable[[DatasetProgress], bool | None] | None = None,
    watch_drawing: Callable[[int], None] | None = None,
) -> Card | None:
    """Makes the data set, or goes on with it; a finished one is left as it is.

    It is a Parquet file, or text if its name ends in `.tsv`.

    `threads` and `table_mb` are for each worker of the executor; without an executor the work is done in this process.
    `watch` is called at least twice a second with an executor. It ends the work by returning True: then None is
    returned, and the next call goes on.
    """
    if not _is_text(path):
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
    scores = np.full((len(games), settings.rules.move_count), ILLEGAL, np.int8)
    open_rows = np.ones(len(games), bool)
    for start, kept in parts.chunks(len(games)):
        scores[start : start + len(kept)] = kept
        open_rows[start : start + len(kept)] = False
    progress = DatasetProgress(len(games), workers_of(pool), done=int(np.count_nonzero(~open_rows)))
    if progress.done < progress.positions:
        # If the solver has to be compiled, it happens once and here, where the user is told; workers find it cached.
        Solver(settings.rules, threads=1, table_mb=1).get_ready()
    began = time.monotonic()
    with closing(_solved(settings, games, open_rows, pool, threads, table_mb)) as pieces:
        for piece in pieces:
            if piece is not None:
                start, found, seconds = piece
                parts.put(start, found)
                scores[start : start + len(found)] = found
                progress.add(seconds)
            progress.seconds = time.monotonic() - began
            if watch is not None and watch(progress):
                return None
    return _written(settings, path, drawn, scores, parts)


def _is_text(path: Path) -> bool:
    return path.suffix == TEXT


def _finished(settings: DatasetSettings, path: Path) -> Card | None:
    """The card if the data set is complete, else None. Refuses to replace a file that is not this data set."""
    if not path.exists() or parts_folder(path).exists():
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
    if content.get("format") != FORMAT:
        raise InputError(
            N_("{path} was made by another version of Plyground (format {found}, now {format}); name another --out"),
            path=path,
            found=content.get("format"),
            format=FORMAT,
        )
    return Card.of_json(content)


def _written(settings: DatasetSettings, path: Path, drawn: Drawn, scores: Scores, parts: Parts) -> Card:
    write = write_rows if _is_text(path) else write_parquet
    rows_sha256, counts = write(path, settings, drawn.games, scores)
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
        file=path.name,
    )
    for_programs, for_people = card_paths(path)
    with write_whole(for_people) as file:
        file.write(card.markdown().encode())
    write_json(for_programs, card.json())
    parts.remove()
    return card


def _solved(
    settings: DatasetSettings,
    games: list[str],
    open_rows: NDArray[np.bool_],
    executor: Executor,
    threads: int,
    table_mb: float,
) -> Generator[tuple[int, Scores, list[float]] | None, None, None]:
    """Pieces as they are finished: the number of the first position, the scores, and the seconds for each position.

    None in between, now and then, so that the caller can report the time.
    """
    size = 1
    most = max(1, min(_MOST_PIECE, len(games) // _LEAST_PIECES))
    rules = str(settings.rules)

    def pieces() -> Iterator[tuple[range, partial[tuple[Scores, list[float]]]]]:
        """Ranges of open rows."""
        end = 0
        while end < len(games):
            start = end
            while end < len(games) and open_rows[end] and end - start < size:
                end += 1
            if start < end:
                yield range(start, end), partial(solve_games, rules, games[start:end], threads, table_mb)
            else:
                end += 1

    def lost(piece: range) -> MissingError:
        return MissingError(
            N_(
                "the positions {positions} of {rules} were begun {tries} times, and each time their worker was lost; "
                "is there enough memory? What was solved is kept, and the same command goes on from it"
            ),
            positions=f"{piece[0]}–{piece[-1]}",
            rules=rules,
            tries=TRIES,
        )

    with closing(run_tasks(pieces(), executor, lost=lost, pulse=_PULSE)) as work:
        for ended in work:
            if not ended:
                yield None
            for piece, (scores, seconds) in ended:
                fitting = int(len(seconds) * _PIECE_SECONDS / max(sum(seconds), 1e-6))
                size = max(1, min(2 * size, fitting, most))
                yield piece[0], scores, seconds
