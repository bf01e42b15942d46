"""The family's rules a second time, as plainly as they can be put: the judge of everything faster.

A board is a list of rows, the top one first, each a list of one-letter cells: `.` free, `#` blocked,
`x` and `o` stones. There are no masks and no tables, and nothing of the package does any of the work here:
`of_rules` and `of_board` read public attributes, cell by cell, and that is all.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from plyground import GridBoard, Rules, Side

Grid = list[list[str]]
Cell = tuple[int, int]  # column and row from 0, row 0 at the bottom, as in the package

LETTERS: list[str] = [*"abcdefghijklmnopqrstuvwxyz", "aa", "ab", "ac", "ad", "ae", "af"]
COLUMN_NAMES: list[str] = [*"123456789", *"abcdefghijklmnopqrstuvw"]
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


def other(stone: str) -> str:
    return "o" if stone == "x" else "x"


def letter(side: Side) -> str:
    return "x" if side is Side.FIRST else "o"


@dataclass
class NaiveBoard:
    connect: int
    gravity: bool
    grid: Grid
    turn: str = "x"

    @property
    def columns(self) -> int:
        return len(self.grid[0])

    @property
    def rows(self) -> int:
        return len(self.grid)

    def cells(self) -> list[Cell]:
        return [(column, row) for column in range(self.columns) for row in range(self.rows)]

    def get(self, cell: Cell) -> str | None:
        """What lies on the cell; None beside the board."""
        column, row = cell
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return self.grid[self.rows - 1 - row][column]
        return None

    def put(self, cell: Cell, stone: str) -> NaiveBoard:
        """A copy with the stone on it, whatever lay there, and the same side to move."""
        grid = [list(line) for line in self.grid]
        grid[self.rows - 1 - cell[1]][cell[0]] = stone
        return NaiveBoard(self.connect, self.gravity, grid, self.turn)

    # Moves

    def landing(self, column: int) -> Cell | None:
        """Where a stone comes to rest: the lowest free cell, be it under a blocked one."""
        for row in range(self.rows):
            if self.get((column, row)) == ".":
                return column, row
        return None

    def target(self, move: int) -> Cell | None:
        """The cell that a move fills, if it can be played at all."""
        if self.gravity:
            return self.landing(move) if 0 <= move < self.columns else None
        if not 0 <= move < self.columns * self.rows:
            return None
        cell = (move % self.columns, self.rows - 1 - move // self.columns)
        return cell if self.get(cell) == "." else None

    def legal_moves(self) -> list[int]:
        if self.winner() is not None:
            return []
        count = self.columns if self.gravity else self.columns * self.rows
        return [move for move in range(count) if self.target(move) is not None]

    def play(self, move: int) -> NaiveBoard:
        cell = self.target(move)
        assert cell is not None
        after = self.put(cell, self.turn)
        after.turn = other(self.turn)
        return after

    # The end

    def run_through(self, cell: Cell, direction: tuple[int, int]) -> list[Cell]:
        """The longest run of one side's stones through the cell."""
        stone = self.get(cell)
        if stone not in ("x", "o"):
            return []
        run = [cell]
        for sign in (1, -1):
            column, row = cell
            while True:
                column, row = column + sign * direction[0], row + sign * direction[1]
                if self.get((column, row)) != stone:
                    break
                run.append((column, row))
        return run

    def run_cells(self, stone: str) -> set[Cell]:
        found: set[Cell] = set()
        for cell in self.cells():
            if self.get(cell) == stone:
                for direction in DIRECTIONS:
                    run = self.run_through(cell, direction)
                    if len(run) >= self.connect:
                        found.update(run)
        return found

    def winner(self) -> str | None:
        # Both can have a run in a free set-up; then the side that is not to move was the last to play.
        for stone in (other(self.turn), self.turn):
            if self.run_cells(stone):
                return stone
        return None

    def outcome(self) -> str:
        winner = self.winner()
        if winner is not None:
            return "first wins" if winner == "x" else "second wins"
        return "open" if any("." in line for line in self.grid) else "draw"

    def winning_cells(self) -> set[Cell]:
        winner = self.winner()
        return set() if winner is None else self.run_cells(winner)

    def threats(self, stone: str) -> set[Cell]:
        """Free cells where a stone would be part of a run of `connect` or more."""
        return {
            cell
            for cell in self.cells()
            if self.get(cell) == "."
            and any(len(self.put(cell, stone).run_through(cell, way)) >= self.connect for way in DIRECTIONS)
        }

    def count(self) -> int:
        return sum(self.get(cell) in ("x", "o") for cell in self.cells())

    # Segments and what is counted on them

    def segments(self) -> list[list[Cell]]:
        found = []
        for column, row in self.cells():
            for across, up in DIRECTIONS:
                line = [(column + across * k, row + up * k) for k in range(self.connect)]
                if all(self.get(cell) in (".", "x", "o") for cell in line):
                    found.append(line)
        return found

    def on(self, segment: list[Cell]) -> str:
        """The contents of a segment, like `x..x`."""
        return "".join(self.get(cell) or "?" for cell in segment)

    def segments_value(self, stone: str, one_short: int = 100) -> float:
        total = 0
        for segment in self.segments():
            content = self.on(segment)
            for mark, sign in ((stone, 1), (other(stone), -1)):
                if other(mark) not in content and mark in content:
                    lacking = content.count(".")
                    total += sign * {0: 1_000_000, 1: one_short, 2: 1}.get(lacking, 0)
        return total

    def weight(self, cell: Cell) -> int:
        return sum(cell in segment for segment in self.segments())

    def position_value(self, stone: str) -> float:
        if self.outcome() != "open":
            winner = self.winner()
            return 0 if winner is None else 10_000 if winner == stone else -10_000
        total = 0
        for cell in self.cells():
            if self.get(cell) == stone:
                total += self.weight(cell)
            elif self.get(cell) == other(stone):
                total -= self.weight(cell)
        for segment in self.segments():
            content = self.on(segment)
            mine, theirs, lacking = content.count(stone), content.count(other(stone)), content.count(".")
            if mine and not theirs:
                total += {0: 100, 1: 5, 2: 2}.get(lacking, 0)
            if theirs and not mine and lacking == 1:
                total -= 4
        return total

    def open_lines_value(self, stone: str) -> float:
        if self.outcome() != "open":
            winner = self.winner()
            return 0 if winner is None else math.inf if winner == stone else -math.inf
        lines = [self.on(segment) for segment in self.segments()]
        return sum(other(stone) not in line for line in lines) - sum(stone not in line for line in lines)

    # Symmetry

    def images(self) -> list[NaiveBoard]:
        """The board under every turn and mirror that the rules allow and that leaves the blocked cells in place."""
        if self.gravity:
            shapes = [self.grid, mirrored(self.grid)]
        elif self.columns != self.rows:
            shapes = [shape(turned(turned(self.grid)) if half else self.grid) for half in (0, 1) for shape in SHAPES]
        else:
            shapes, grid = [], self.grid
            for _ in range(4):
                shapes += [shape(grid) for shape in SHAPES]
                grid = turned(grid)
        return [NaiveBoard(self.connect, self.gravity, grid, self.turn) for grid in shapes if self._fits(grid)]

    def _fits(self, grid: Grid) -> bool:
        return all(
            (mine == "#") == (theirs == "#")
            for line, image in zip(self.grid, grid, strict=True)
            for mine, theirs in zip(line, image, strict=True)
        )

    # Notation

    def position_text(self) -> str:
        return "/".join("".join(line) for line in self.grid) + " " + self.turn

    def rules_text(self) -> str:
        text = f"{self.columns}x{self.rows} connect={self.connect}"
        if not self.gravity:
            text += " gravity=no"
        blocked = [cell_name(cell) for cell in self.cells() if self.get(cell) == "#"]
        return text + (" blocked=" + ",".join(blocked) if blocked else "")

    def move_name(self, move: int) -> str:
        if self.gravity:
            return COLUMN_NAMES[move]
        return cell_name((move % self.columns, self.rows - 1 - move // self.columns))

    def moves_text(self, moves: list[int]) -> str:
        return ("" if self.gravity else " ").join(self.move_name(move) for move in moves)


def cell_name(cell: Cell) -> str:
    return LETTERS[cell[0]] + str(cell[1] + 1)


def mirrored(grid: Grid) -> Grid:
    return [list(reversed(line)) for line in grid]


def turned(grid: Grid) -> Grid:
    """A quarter turn clockwise."""
    return [[grid[row][column] for row in reversed(range(len(grid)))] for column in range(len(grid[0]))]


SHAPES: list[Callable[[Grid], Grid]] = [lambda grid: grid, mirrored]


def of_rules(rules: Rules) -> NaiveBoard:
    """The empty board of `rules`."""
    grid = [
        ["#" if (column, row) in rules.blocked else "." for column in range(rules.columns)]
        for row in reversed(range(rules.rows))
    ]
    return NaiveBoard(rules.connect, rules.gravity, grid)


def of_board(board: GridBoard) -> NaiveBoard:
    """The same position, read cell by cell."""
    naive = of_rules(board.rules)
    for cell in naive.cells():
        side = board.at(*cell)
        if side is not None:
            naive = naive.put(cell, letter(side))
    naive.turn = letter(board.turn)
    return naive
