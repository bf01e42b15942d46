"""Exact values by the naive rules and a search that only remembers."""

from __future__ import annotations

from tests.naive import NaiveBoard


class Oracle:
    """Scores of all moves of small boards, counted as `docs/solver.md` defines them."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}

    def score(self, board: NaiveBoard) -> int:
        """For the side to move of an open board."""
        key = board.position_text()
        if key not in self._known:
            self._known[key] = max(self.scores(board).values())
        return self._known[key]

    def scores(self, board: NaiveBoard) -> dict[int, int]:
        found = {}
        cells = sum(1 for cell in board.cells() if board.get(cell) != "#")
        for move in board.legal_moves():
            after = board.play(move)
            if after.outcome() == "draw":
                found[move] = 0
            elif after.outcome() != "open":
                found[move] = (cells + 2 - after.count()) // 2
            else:
                found[move] = -self.score(after)
        return found
