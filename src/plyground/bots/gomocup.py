"""What both sides of the Gomocup protocol share: which games it has, and how it writes a cell.

The protocol is described at https://plastovicka.github.io/protocl2en.htm. Engines for five in a row speak it, and so do
the programs that let them play each other. A cell is `x,y`, counted from 0 at the top left.
"""

from __future__ import annotations

import re

from plyground.board import Move
from plyground.errors import N_, NotationError, UnsupportedError
from plyground.grid import Cell, Rules

__all__ = ["check_five", "move_at", "point_of", "read_number", "read_pair"]


def check_five(rules: Rules) -> None:
    """Refuses rules that the protocol cannot tell an engine."""
    if rules.gravity or rules.blocked or rules.connect != 5:
        raise UnsupportedError(
            N_(
                "the Gomocup protocol knows five in a row without gravity and without blocked cells, "
                "such as gomoku or '20x20 connect=5 gravity=no', not '{rules}'"
            ),
            rules=rules,
        )


def point_of(rules: Rules, move: Move) -> str:
    """The cell of a move: `7,7`.

    >>> from plyground.grid import GOMOKU, parse_move
    >>> point_of(GOMOKU, parse_move(GOMOKU, "a15")), point_of(GOMOKU, parse_move(GOMOKU, "c1"))
    ('0,0', '2,14')
    """
    column, row = rules.layout.cell_at(move)
    return f"{column},{rules.rows - 1 - row}"


def move_at(rules: Rules, x: int, y: int) -> Move | None:
    """The move into a cell; None if it is outside the board."""
    cell: Cell = (x, rules.rows - 1 - y)
    return rules.move_into(cell) if 0 <= x < rules.columns and 0 <= y < rules.rows else None


def read_pair(text: str) -> tuple[int, int]:
    """Two whole numbers with a comma between them."""
    numbers = re.fullmatch(r"\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*", text)
    if numbers is None:
        raise NotationError(
            N_("'{text}' should be two whole numbers with a comma between them, as in 7,7"), text=text[:80]
        )
    return int(numbers[1]), int(numbers[2])


def read_number(text: str) -> int:
    if not re.fullmatch(r"\s*-?\d{1,9}\s*", text):
        raise NotationError(N_("'{word}' is not a whole number"), word=text[:40])
    return int(text)
