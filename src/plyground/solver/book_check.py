"""Checks a book: a random sample of each layer is solved again without any book."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import partial

import numpy as np

from plyground.board import Side
from plyground.errors import N_, MissingError
from plyground.executors import TRIES, Here, run_tasks
from plyground.grid import GridBoard
from plyground.solver.book import Book
from plyground.solver.book_builder import solve_words
from plyground.solver.layers import UNREACHED, Scores
from plyground.solver.position_index import Numbers, position_index
from plyground.solver.setup import get_ready, setup_of

__all__ = ["Difference", "LayerCheck", "verify_book"]

_PIECE = 16


@dataclass(frozen=True, slots=True)
class Difference:
    """A position for which the book and the solver give different scores."""

    board: GridBoard
    stored: int
    solved: int


@dataclass(frozen=True, slots=True)
class LayerCheck:
    """How much of a layer has been checked, and the differences found so far."""

    stones: int
    checked: int
    sample: int
    positions: int
    """The number of positions in the whole layer; a position and its mirror image count once."""
    differences: tuple[Difference, ...] = ()

    @property
    def is_done(self) -> bool:
        return self.checked == self.sample


def verify_book(
    book: Book,
    *,
    sample: int,
    seed: int = 0,
    layers: Sequence[int] | None = None,
    executor: Executor | None = None,
) -> Iterator[LayerCheck]:
    """Solves up to `sample` positions of each layer again, the deepest layer first, since it is the fastest.

    Yields the state of each layer while it is checked; the last state of a layer `is_done`.
    """
    for stones in sorted(book.layers if layers is None else layers, reverse=True):
        stored = book.layer_scores(stones)
        reached = np.flatnonzero(stored != UNREACHED)
        random = np.random.default_rng([seed, stones])
        chosen = random.choice(reached, min(sample, len(reached)), replace=False)
        checked, differences = 0, []
        yield LayerCheck(stones, 0, len(chosen), len(reached))
        with closing(_solved_again(book, stones, chosen, executor or Here())) as pieces:
            for numbers, solved in pieces:
                wrong = numbers[stored[numbers] != solved]
                differences += [
                    Difference(
                        _board(book, stones, int(number)), int(stored[number]), int(solved[numbers == number][0])
                    )
                    for number in wrong
                ]
                checked += len(numbers)
                yield LayerCheck(stones, checked, len(chosen), len(reached), tuple(differences))


def _solved_again(
    book: Book, stones: int, chosen: Numbers, executor: Executor
) -> Generator[tuple[Numbers, Scores], None, None]:
    get_ready(setup_of(book.rules))  # compiled once and here, where it is announced
    # Early positions take seconds each: one at a time, so that a user sees progress.
    size = _PIECE if book.rules.cells - stones <= 30 else 1
    index = position_index(book.rules, stones)
    rules = str(book.rules)

    def pieces() -> Iterator[tuple[Numbers, partial[Scores]]]:
        for start in range(0, len(chosen), size):
            piece = chosen[start : start + size]
            yield piece, partial(solve_words, rules, *index.positions(piece))

    def lost(piece: Numbers) -> MissingError:
        return MissingError(
            N_(
                "the positions {positions} of {rules} were begun {tries} times, and each time their worker was lost; "
                "is there enough memory?"
            ),
            positions=", ".join(map(str, piece)),
            rules=rules,
            tries=TRIES,
        )

    with closing(run_tasks(pieces(), executor, lost=lost)) as work:
        for ended in work:
            yield from ended


def _board(book: Book, stones: int, number: int) -> GridBoard:
    own, every = (int(words[0]) for words in position_index(book.rules, stones).positions(np.array([number])))
    turn = Side.SECOND if stones % 2 else Side.FIRST
    cells = {turn: book.rules.layout.cells(own), turn.opposite: book.rules.layout.cells(own ^ every)}
    return GridBoard.setup(book.rules, first=cells[Side.FIRST], second=cells[Side.SECOND], turn=turn)
