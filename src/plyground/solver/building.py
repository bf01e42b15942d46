"""Building an opening book: the deepest layer is solved, all others follow from it by looking one stone ahead.

What is solved is kept beside the book (`.part`) and taken up again by the next build of the same book.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plyground.errors import N_, LimitError
from plyground.grid import Rules
from plyground.solver.book import write_book
from plyground.solver.layers import UNREACHED, Counts, Layer, Scores, counts, layers, scores_from_next
from plyground.solver.numbering import Numbers, Words, check_rules, check_stones, numbering_of

__all__ = ["Building", "BuildingProgress", "build_book", "solve_words"]

UNSOLVED = -127
"""In place of a score, while building."""

_FIRST_PIECE = 8
_MOST_PIECE = 4096
_PIECE_SECONDS = 1.0
"""What a piece of the work should take: Ctrl-C waits for those that are under way."""
_SAVE_EVERY = 10.0
_UNDER_WAY = 64
_TABLE_MB = 64.0


@dataclass(frozen=True, slots=True)
class BuildingProgress:
    """How far the deepest layer is."""

    solved: int
    positions: int
    seconds: float
    """Since this build was started or taken up again."""
    solved_before: int

    @property
    def positions_per_second(self) -> float:
        return (self.solved - self.solved_before) / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        speed = self.positions_per_second
        return (self.positions - self.solved) / speed if speed > 0 else None


class Building:
    """A book in the making: which positions of the deepest layer are still open, and the scores so far."""

    def __init__(self, rules: Rules, path: str | os.PathLike[str], deepest: int) -> None:
        check_rules(rules)
        if not 0 <= deepest <= rules.cells:
            raise LimitError(
                N_("a book of {deepest} stones for {rules}; it has to be from 0 to {cells}"),
                deepest=deepest,
                rules=rules,
                cells=rules.cells,
            )
        check_stones(rules, deepest)  # before all layers above are found
        self.rules = rules
        self.path = Path(path)
        self.layers: list[Layer] = list(layers(rules, deepest))
        self.deepest = self.layers[-1]
        self.scores: Scores = np.where(self.deepest.open, UNSOLVED, UNREACHED).astype(np.int8)
        self._part = self.path.with_name(self.path.name + ".part")
        self._take_up()

    @property
    def open_numbers(self) -> Numbers:
        return np.flatnonzero(self.scores == UNSOLVED)

    def positions(self, numbers: Numbers) -> tuple[Words, Words]:
        return numbering_of(self.rules, self.deepest.stones).positions(numbers)

    def put(self, numbers: Numbers, scores: Scores) -> None:
        self.scores[numbers] = scores

    def save(self) -> None:
        """Keeps what is solved. The last whole state stays until the new one is complete."""
        fresh = self._part.with_name(self._part.name + ".new")
        try:
            with fresh.open("wb") as file:
                file.write(self._mark())
                file.write(self.scores.tobytes())
            fresh.replace(self._part)
        finally:
            fresh.unlink(missing_ok=True)

    def finish(self, through: int) -> list[Counts]:
        """Writes the book: the deepest layer, and all with up to `through` stones. Returns the counts of every ply."""
        assert not len(self.open_numbers), "the deepest layer is not solved yet"
        scores = {self.deepest.stones: self.scores}
        for layer in reversed(self.layers[:-1]):
            scores[layer.stones] = scores_from_next(layer, scores[layer.stones + 1])
        kept = {stones: found for stones, found in scores.items() if stones <= through or found is self.scores}
        write_book(self.path, self.rules, kept)
        self._part.unlink(missing_ok=True)
        return [counts(layer, scores[layer.stones]) for layer in self.layers]

    def _mark(self) -> bytes:
        about = {"rules": str(self.rules), "stones": self.deepest.stones, "entries": len(self.scores)}
        return json.dumps(about).encode() + b"\n"

    def _take_up(self) -> None:
        """Takes what an earlier build has solved; a state of another book, or half of one, is left alone."""
        try:
            state = self._part.read_bytes()
        except OSError:
            return
        mark = self._mark()
        if state.startswith(mark) and len(state) == len(mark) + len(self.scores):
            before = np.frombuffer(state, np.int8, offset=len(mark))
            self.scores = np.where(self.deepest.open, before, UNREACHED).astype(np.int8)


def build_book(
    rules: Rules,
    path: str | os.PathLike[str],
    *,
    deepest: int,
    through: int,
    executor: Executor | None = None,
    watch: Callable[[BuildingProgress], None] | None = None,
) -> list[Counts]:
    """Solves all positions of `rules` with `deepest` stones and writes the book; takes up an interrupted build.

    With an executor the work is done by its workers. If saving fails, on a full disk say, the build ends, and what
    was saved last stays usable.
    """
    building = Building(rules, path, deepest)
    building.save()  # a place that cannot be written to is noticed now, not after hours
    began = saved = time.monotonic()
    numbers = building.open_numbers
    positions = int(building.deepest.open.sum())
    done_before = done = positions - len(numbers)
    try:
        for piece, scores in _solved(rules, building, numbers, executor):
            building.put(piece, scores)
            done += len(piece)
            now = time.monotonic()
            if now - saved > _SAVE_EVERY:
                saved = now
                building.save()
            if watch is not None:
                watch(BuildingProgress(done, positions, now - began, done_before))
        return building.finish(through)
    except BaseException:
        building.save()
        raise


def _solved(
    rules: Rules, building: Building, numbers: Numbers, executor: Executor | None
) -> Iterator[tuple[Numbers, Scores]]:
    """Pieces of the work, as they are finished; each as large as the time for one allows."""
    size = _FIRST_PIECE
    start = 0

    def next_piece() -> Numbers:
        nonlocal start
        piece = numbers[start : start + size]
        start += len(piece)
        return piece

    def next_size(piece: Numbers, seconds: float) -> int:
        fitting = int(len(piece) * _PIECE_SECONDS / max(seconds, 1e-6))
        return max(1, min(2 * size, fitting, _MOST_PIECE))

    if executor is None:
        while len(piece := next_piece()):
            scores, seconds = _timed(str(rules), *building.positions(piece))
            size = next_size(piece, seconds)
            yield piece, scores
        return
    # A few pieces a worker are under way, not all: a layer of millions does not wait in a queue.
    under_way: dict[Future[tuple[Scores, float]], Numbers] = {}
    try:
        while True:
            while len(under_way) < _UNDER_WAY and len(piece := next_piece()):
                under_way[executor.submit(_timed, str(rules), *building.positions(piece))] = piece
            if not under_way:
                return
            finished, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in finished:
                piece = under_way.pop(future)
                scores, seconds = future.result()
                size = next_size(piece, seconds)
                yield piece, scores
    finally:
        for future in under_way:
            future.cancel()


def _timed(rules: str, own: Words, stones: Words) -> tuple[Scores, float]:
    began = time.monotonic()
    return solve_words(rules, own, stones), time.monotonic() - began


_benches: dict[str, tuple[Any, Any]] = {}
"""The solver's constants and table of the rules solved last."""


def solve_words(rules: str, own: Words, stones: Words) -> Scores:
    """Exact scores of positions given as words, without any book. A process keeps its table between calls."""
    from plyground.kernels import exact

    if rules not in _benches:
        parsed = Rules.parse(rules)
        fresh = exact.Setup(parsed.columns, parsed.rows, parsed.connect, blocked=parsed.layout.blocked)
        _benches.clear()
        _benches[rules] = fresh, exact.Table(fresh, _TABLE_MB)
    setup, table = _benches[rules]
    questions = exact.new_questions(len(own))
    questions["mover"][:, 0] = own
    questions["stones"][:, 0] = stones
    scores: Scores = exact.solve_positions(setup, table, questions)["lower"].astype(np.int8)
    return scores
