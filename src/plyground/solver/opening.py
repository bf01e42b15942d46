"""The solver's view of the opening book: which book to use, and what it knows about boards and their moves."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from plyground.board import Move
from plyground.grid import GridBoard, Rules
from plyground.solver.book import Book, find_book, open_book
from plyground.solver.layers import UNREACHED
from plyground.solver.position_index import Words
from plyground.solver.values import score_at_end

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from plyground.kernels.exact import Questions

__all__ = ["BookChoice", "Opening"]

BookChoice: TypeAlias = bool | str | os.PathLike[str] | Book
"""True for the book of the rules, False for none, or a particular one: its path, or the open book."""


class Opening:
    """What the book knows, for the side to move. Without a book, or beyond its last layer, that is nothing."""

    def __init__(self, rules: Rules, choice: BookChoice) -> None:
        self.book: Book | None
        if isinstance(choice, bool):
            self.book = find_book(rules) if choice else None
        else:
            self.book = open_book(choice, rules)

    def score(self, board: GridBoard) -> int | None:
        return None if self.book is None else self.book.score(board)

    def moves(self, board: GridBoard) -> dict[Move, int]:
        """The scores of moves that lead to positions in the book; if there are any, also of moves that end the game."""
        if self.book is None or board.count >= self.book.deepest:
            return {}
        ended: dict[Move, int] = {}
        asked: list[tuple[Move, int, int]] = []
        for move in board.legal_moves:
            after = board.move(move)
            if after.is_win:
                ended[move] = score_at_end(board.rules.cells, after.count)
            else:
                own = after.stones(after.turn)
                asked.append((move, own, own | after.stones(after.turn.opposite)))
        own_words = np.array([own for _, own, _ in asked], np.uint64)
        stones = np.array([stones for _, _, stones in asked], np.uint64)
        found = self.book.scores(own_words, stones, board.count + 1).tolist()
        stored = {move: -score for (move, _, _), score in zip(asked, found, strict=True) if score != UNREACHED}
        known = {**ended, **stored} if stored else {}
        return {move: known[move] for move in board.legal_moves if move in known}

    def best(self, board: GridBoard, score: int) -> Move | None:
        """The move nearest to the middle that keeps the score of the board; None if the book does not have it."""
        middle = (board.rules.columns - 1) / 2
        keeping = [move for move, found in self.moves(board).items() if found == score]
        return min(keeping, key=lambda move: abs(move - middle), default=None)

    def scores(self, questions: Questions) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """For positions as the kernels take them: the scores, and which of them the book knows."""
        known = np.zeros(len(questions), bool)
        found = np.zeros(len(questions), np.int64)
        if self.book is None or len(questions) == 0:
            return found, known
        own: Words = questions["mover"][:, 0]
        stones: Words = questions["stones"][:, 0]
        scores = self.book.scores_of_all(own, stones)
        known = scores != UNREACHED
        found[known] = scores[known]
        return found, known
