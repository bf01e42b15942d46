"""Builds an opening book: the deepest layer is solved, and each layer above follows from the one below it.

What has been solved is saved beside the book (`.part`), and the next build of the same book goes on from there.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from plyground.errors import N_, LimitError, MissingError
from plyground.executors import TRIES, Here, run_tasks
from plyground.grid import Rules
from plyground.solver.book import write_book
from plyground.solver.layers import UNREACHED, Counts, Layer, Scores, counts, layers, scores_from_next
from plyground.solver.position_index import Numbers, Words, check_rules, check_stones, position_index
from plyground.solver.setup import get_ready, setup_of

__all__ = ["BookBuilder", "BuildProgress", "build_book", "solve_words"]

UNSOLVED = -127
"""Stands for a score that is not known yet, during the build."""

_FIRST_PIECE = 8
_MOST_PIECE = 4096
_PIECE_SECONDS = 1.0
"""What a piece of the work should take: Ctrl-C waits for the pieces that workers are solving."""
_SAVE_EVERY = 10.0
_TABLE_MB = 64.0


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How much of the deepest layer is solved."""

    solved: int
    positions: int
    seconds: float
    """Since this build was started or resumed."""
    solved_before: int

    @property
    def positions_per_second(self) -> float:
        return (self.solved - self.solved_before) / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        speed = self.positions_per_second
        return (self.positions - self.solved) / speed if speed > 0 else None


class BookBuilder:
    """The state of a build: the scores so far, and which positions of the deepest layer are still open."""

    def __init__(self, rules: Rules, path: str | os.PathLike[str], deepest: int) -> None:
        check_rules(rules)
        if not 0 <= deepest <= rules.cells:
            raise LimitError(
                N_("a book of {deepest} stones for {rules}; it has to be from 0 to {cells}"),
                deepest=deepest,
                rules=rules,
                cells=rules.cells,
            )
        check_stones(rules, deepest)  # before the layers above are worked out
        self.rules = rules
        self.path = Path(path)
        self.layers: list[Layer] = list(layers(rules, deepest))
        self.deepest = self.layers[-1]
        self.scores: Scores = np.where(self.deepest.open, UNSOLVED, UNREACHED).astype(np.int8)
        self._part = self.path.with_name(self.path.name + ".part")
        self._resume()

    @property
    def open_numbers(self) -> Numbers:
        return np.flatnonzero(self.scores == UNSOLVED)

    def positions(self, numbers: Numbers) -> tuple[Words, Words]:
        return position_index(self.rules, self.deepest.stones).positions(numbers)

    def put(self, numbers: Numbers, scores: Scores) -> None:
        self.scores[numbers] = scores

    def save(self) -> None:
        """Saves what is solved. The state saved before stays until the new one is complete."""
        fresh = self._part.with_name(self._part.name + ".new")
        try:
            with fresh.open("wb") as file:
                file.write(self._header())
                file.write(self.scores.tobytes())
            fresh.replace(self._part)
        finally:
            fresh.unlink(missing_ok=True)

    def finish(self, through: int) -> list[Counts]:
        """Writes the book: the deepest layer and all up to `through` stones. Returns the counts of every ply."""
        assert not len(self.open_numbers), "the deepest layer is not solved yet"
        scores = {self.deepest.stones: self.scores}
        for layer in reversed(self.layers[:-1]):
            scores[layer.stones] = scores_from_next(layer, scores[layer.stones + 1])
        kept = {stones: found for stones, found in scores.items() if stones <= through or found is self.scores}
        write_book(self.path, self.rules, kept)
        self._part.unlink(missing_ok=True)
        return [counts(layer, scores[layer.stones]) for layer in self.layers]

    def _header(self) -> bytes:
        about = {"rules": str(self.rules), "stones": self.deepest.stones, "entries": len(self.scores)}
        return json.dumps(about).encode() + b"\n"

    def _resume(self) -> None:
        """Takes over what an earlier build has solved. A state that is not whole, or of another book, is ignored."""
        try:
            state = self._part.read_bytes()
        except OSError:
            return
        header = self._header()
        if state.startswith(header) and len(state) == len(header) + len(self.scores):
            before = np.frombuffer(state, np.int8, offset=len(header))
            self.scores = np.where(self.deepest.open, before, UNREACHED).astype(np.int8)


def build_book(
    rules: Rules,
    path: str | os.PathLike[str],
    *,
    deepest: int,
    through: int,
    executor: Executor | None = None,
    watch: Callable[[BuildProgress], None] | None = None,
) -> list[Counts]:
    """Solves all positions of `rules` with `deepest` stones and writes the book; resumes an interrupted build.

    With an executor its workers do the work. If saving fails, for example on a full disk, the build ends, and the
    state that was saved last stays usable.
    """
    builder = BookBuilder(rules, path, deepest)
    builder.save()  # fail now, not after hours, if the file cannot be written
    began = saved = time.monotonic()
    numbers = builder.open_numbers
    positions = int(builder.deepest.open.sum())
    done_before = done = positions - len(numbers)
    try:
        with closing(_solved(builder, numbers, executor or Here())) as pieces:
            for piece, scores in pieces:
                builder.put(piece, scores)
                done += len(piece)
                now = time.monotonic()
                if now - saved > _SAVE_EVERY:
                    saved = now
                    builder.save()
                if watch is not None:
                    watch(BuildProgress(done, positions, now - began, done_before))
        return builder.finish(through)
    except BaseException:
        builder.save()
        raise


def _solved(
    builder: BookBuilder, numbers: Numbers, executor: Executor
) -> Generator[tuple[Numbers, Scores], None, None]:
    """Pieces of the work, as they are finished; each as large as the time for one allows."""
    get_ready(setup_of(builder.rules))  # compiled once and here, where it is announced
    size = _FIRST_PIECE
    rules = str(builder.rules)

    def pieces() -> Iterator[tuple[Numbers, partial[tuple[Scores, float]]]]:
        start = 0
        while len(piece := numbers[start : start + size]):
            yield piece, partial(_timed, rules, *builder.positions(piece))
            start += len(piece)

    def lost(piece: Numbers) -> MissingError:
        return MissingError(
            N_(
                "the positions {positions} of {rules} were begun {tries} times, and each time their worker was lost; "
                "is there enough memory? What was solved is kept, and the same command goes on from it"
            ),
            positions=f"{piece[0]}–{piece[-1]}",
            rules=rules,
            tries=TRIES,
        )

    with closing(run_tasks(pieces(), executor, lost=lost)) as work:
        for ended in work:
            for piece, (scores, seconds) in ended:
                fitting = int(len(piece) * _PIECE_SECONDS / max(seconds, 1e-6))
                size = max(1, min(2 * size, fitting, _MOST_PIECE))
                yield piece, scores


def _timed(rules: str, own: Words, stones: Words) -> tuple[Scores, float]:
    began = time.monotonic()
    return solve_words(rules, own, stones), time.monotonic() - began


_last_table: dict[str, tuple[Any, Any]] = {}
"""The kernels' set-up and table for the rules that this process solved last."""


def solve_words(rules: str, own: Words, stones: Words) -> Scores:
    """Exact scores of positions given as words, without any book. A process keeps its table between calls."""
    from plyground.kernels import exact

    if rules not in _last_table:
        fresh = setup_of(Rules.parse(rules))
        _last_table.clear()
        _last_table[rules] = fresh, exact.Table(fresh, _TABLE_MB)
    setup, table = _last_table[rules]
    questions = exact.new_questions(len(own))
    questions["mover"][:, 0] = own
    questions["stones"][:, 0] = stones
    scores: Scores = exact.solve_positions(setup, table, questions)["lower"].astype(np.int8)
    return scores
