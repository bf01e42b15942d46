"""A solver with nothing clever in it, written for boards as sets of cells: the oracle of the kernels' tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

Cell = tuple[int, int]
Position = tuple[frozenset[Cell], frozenset[Cell]]


class NaiveSolver:
    """Plain memoised negamax; `value` follows the definition of the exact score to the letter."""

    def __init__(
        self, width: int, height: int, connect: int, blocked: frozenset[Cell] = frozenset(), gravity: bool = True
    ) -> None:
        self.width, self.height, self.connect = width, height, connect
        self.blocked, self.gravity = blocked, gravity
        self.cells = width * height - len(blocked)
        self.lines = [line for line in self._lines() if not line & blocked]
        self.through: dict[Cell, list[frozenset[Cell]]] = {}
        for line in self.lines:
            for cell in line:
                self.through.setdefault(cell, []).append(line)
        self.value = lru_cache(maxsize=None)(self._value)

    def _lines(self) -> Iterator[frozenset[Cell]]:
        for column in range(self.width):
            for row in range(self.height):
                for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    line = [(column + right * i, row + up * i) for i in range(self.connect)]
                    if all(0 <= c < self.width and 0 <= r < self.height for c, r in line):
                        yield frozenset(line)

    def moves(self, mine: frozenset[Cell], theirs: frozenset[Cell]) -> list[Cell]:
        taken = mine | theirs | self.blocked
        if not self.gravity:
            return [(c, r) for c in range(self.width) for r in range(self.height) if (c, r) not in taken]
        landings = []
        for column in range(self.width):
            for row in range(self.height):
                if (column, row) not in taken:
                    landings.append((column, row))
                    break
        return landings

    def wins(self, mine: frozenset[Cell], move: Cell) -> bool:
        after = mine | {move}
        return any(line <= after for line in self.through.get(move, ()))

    def won(self, stones: frozenset[Cell]) -> bool:
        return any(line <= stones for line in self.lines)

    def _value(self, mine: frozenset[Cell], theirs: frozenset[Cell]) -> int:
        moves = self.moves(mine, theirs)
        if not moves:
            return 0
        stones = len(mine) + len(theirs)
        if any(self.wins(mine, move) for move in moves):
            return (self.cells + 2 - (stones + 1)) // 2
        return max(-self.value(theirs, mine | {move}) for move in moves)

    def reachable(self) -> Iterator[Position]:
        """Every position of the game that is not over, once, by (mover, other)."""
        seen: set[Position] = set()
        todo: list[Position] = [(frozenset(), frozenset())]
        while todo:
            position = todo.pop()
            if position in seen:
                continue
            seen.add(position)
            yield position
            mine, theirs = position
            for move in self.moves(mine, theirs):
                if not self.wins(mine, move):
                    todo.append((theirs, mine | {move}))


def bits(cells: frozenset[Cell], height: int) -> int:
    """The cells in the kernels' layout."""
    return sum(1 << (column * (height + 1) + row) for column, row in cells)
