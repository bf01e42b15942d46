"""Checking a book: a random sample of each layer, solved again without any book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass

import numpy as np

from plyground.board import Side
from plyground.grid import GridBoard
from plyground.solver.book import Book
from plyground.solver.building import solve_words
from plyground.solver.layers import UNREACHED, Scores
from plyground.solver.numbering import Numbers, numbering_of

__all__ = ["Difference", "LayerCheck", "verify_book"]

_UNDER_WAY = 8  # pieces that wait for workers, so that an interrupted check ends soon
_PIECE = 16


@dataclass(frozen=True, slots=True)
class Difference:
    """A position of which the book and the solver think differently."""

    board: GridBoard
    stored: int
    solved: int


@dataclass(frozen=True, slots=True)
class LayerCheck:
    """How far a layer is checked, and what was found so far."""

    stones: int
    checked: int
    sample: int
    positions: int
    """In the whole layer; a position and its mirror image are one."""
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

    Yields the state of a layer as it goes on; a layer's last one is done.
    """
    for stones in sorted(book.layers if layers is None else layers, reverse=True):
        stored = book.layer_scores(stones)
        reached = np.flatnonzero(stored != UNREACHED)
        random = np.random.default_rng([seed, stones])
        chosen = random.choice(reached, min(sample, len(reached)), replace=False)
        checked, differences = 0, []
        yield LayerCheck(stones, 0, len(chosen), len(reached))
        for numbers, solved in _solved_again(book, stones, chosen, executor):
            wrong = numbers[stored[numbers] != solved]
            differences += [
                Difference(_board(book, stones, int(number)), int(stored[number]), int(solved[numbers == number][0]))
                for number in wrong
            ]
            checked += len(numbers)
            yield LayerCheck(stones, checked, len(chosen), len(reached), tuple(differences))


def _solved_again(
    book: Book, stones: int, chosen: Numbers, executor: Executor | None
) -> Iterator[tuple[Numbers, Scores]]:
    # Early positions take seconds each: one at a time, so that something is seen to go on.
    size = _PIECE if book.rules.cells - stones <= 30 else 1
    pieces = [chosen[start : start + size] for start in range(0, len(chosen), size)]
    numbering = numbering_of(book.rules, stones)
    rules = str(book.rules)
    if executor is None:
        for piece in pieces:
            yield piece, solve_words(rules, *numbering.positions(piece))
        return
    under_way: dict[Future[Scores], Numbers] = {}
    try:
        while True:
            while len(under_way) < _UNDER_WAY and pieces:
                piece = pieces.pop(0)
                under_way[executor.submit(solve_words, rules, *numbering.positions(piece))] = piece
            if not under_way:
                return
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                yield under_way.pop(future), future.result()
    finally:
        for future in under_way:
            future.cancel()


def _board(book: Book, stones: int, number: int) -> GridBoard:
    own, every = (int(words[0]) for words in numbering_of(book.rules, stones).positions(np.array([number])))
    turn = Side.SECOND if stones % 2 else Side.FIRST
    cells = {turn: book.rules.layout.cells(own), turn.opposite: book.rules.layout.cells(own ^ every)}
    return GridBoard.setup(book.rules, first=cells[Side.FIRST], second=cells[Side.SECOND], turn=turn)
