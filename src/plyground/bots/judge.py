"""Boards as the judge of gravity-four strategies sends them.

Rows `x` count from the top and columns `y` from the left, both from 0. `board[x * N + y]` is 0 where a cell is empty
or blocked, 1 for a stone of the opponent and 2 for an own one. `top[y] - 1` is the row of the next stone in a column,
`top[y]` is M for an empty column and 0 for a full one; above a blocked cell it has dropped once more. There is one
blocked cell, `noX` and `noY`; we say -1 for both where a board has none. The last move is -1, -1 where there is none.
"""

from __future__ import annotations

from dataclasses import dataclass

from plyground.board import Move, Side
from plyground.errors import N_, NotationError, PlayerError, UnsupportedError
from plyground.grid import Cell, GridBoard, Rules

__all__ = [
    "JUDGE_SECONDS",
    "SIZES",
    "Turn",
    "blocked_of",
    "cell_of",
    "check_rules",
    "move_of",
    "point_of",
    "read_turn",
    "rules_of",
    "turn_of",
]

JUDGE_SECONDS = 3.0
"""Seconds a move under that judge, which does not tell a strategy so."""

SIZES = range(9, 13)
"""Rows and columns of that judge's boards. Many strategies have fixed arrays of this size."""

NONE = (-1, -1)


@dataclass(frozen=True)
class Turn:
    """What the judge sends to the strategy that is to move."""

    rows: int
    columns: int
    top: tuple[int, ...]
    board: tuple[int, ...]
    last: tuple[int, int]
    blocked: tuple[int, int]


def check_rules(rules: Rules) -> None:
    """Refuses rules that the protocol cannot express."""
    if not rules.gravity or rules.connect != 4 or len(rules.blocked) > 1:
        raise UnsupportedError(
            N_("this kind of bot knows four in a row with gravity and at most one blocked cell, not '{rules}'"),
            rules=rules,
        )


def turn_of(board: GridBoard) -> Turn:
    """The position, as the judge sends it to the side to move.

    >>> turn = turn_of(GridBoard.from_moves("44"))
    >>> turn.top, turn.last
    ((6, 6, 6, 4, 6, 6, 6), (4, 3))
    """
    rules = board.rules
    values = {None: 0, board.turn: 2, board.turn.opposite: 1}
    top = []
    for mask in rules.layout.column_masks:
        landing = board.landing & mask
        top.append(rules.rows - rules.layout.cell(landing.bit_length() - 1)[1] if landing else 0)
    return Turn(
        rules.rows,
        rules.columns,
        tuple(top),
        tuple(values[board.at(c, r)] for r in reversed(range(rules.rows)) for c in range(rules.columns)),
        _point(rules, board.last_cell),
        blocked_of(rules),
    )


def blocked_of(rules: Rules) -> tuple[int, int]:
    return _point(rules, next(iter(rules.blocked), None))


def _point(rules: Rules, cell: Cell | None) -> tuple[int, int]:
    return NONE if cell is None else (rules.rows - 1 - cell[1], cell[0])


def cell_of(rows: int, x: int, y: int) -> Cell:
    """The cell at the judge's row `x` and column `y`."""
    return y, rows - 1 - x


def point_of(board: GridBoard, move: Move) -> tuple[int, int]:
    """Where a legal move puts its stone."""
    return _point(board.rules, board.cell_of(move))


def move_of(name: str, board: GridBoard, x: int, y: int) -> Move:
    """The move that a strategy chose; it has to name the cell where the stone lands."""
    if y in board.legal_moves and point_of(board, y) == (x, y):
        return y
    raise PlayerError(
        N_("{name} answered row {x}, column {y}, where no stone can land"),
        name=name,
        x=x,
        y=y,
        termination="illegal move",
    )


def rules_of(rows: int, columns: int, x: int, y: int) -> Rules:
    """The rules of a game that the judge begins."""
    blocked = [] if (x, y) == NONE else [cell_of(rows, x, y)]
    return Rules(columns=columns, rows=rows, connect=4, blocked=blocked)


def read_turn(rules: Rules, board: tuple[int, ...]) -> GridBoard:
    """The position that the judge sent; the numbers of stones say whose turn it is."""
    own, other = board.count(2), board.count(1)
    if other - own not in (0, 1) or own + other + board.count(0) != len(board):
        raise NotationError(
            N_("a board with {own} own stones and {other} of the opponent; they have to be as many, or one fewer"),
            own=own,
            other=other,
        )
    turn = Side.FIRST if own == other else Side.SECOND
    cells: dict[int, list[Cell]] = {1: [], 2: []}
    for place, value in enumerate(board):
        if value:
            cells[value].append(rules.layout.cell_at(place))
    first, second = (cells[2], cells[1]) if turn is Side.FIRST else (cells[1], cells[2])
    return GridBoard.setup(rules, first, second, turn)
