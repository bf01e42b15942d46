"""Positions that searches are watched on."""

from __future__ import annotations

from plyground import CFOUR, TICTACTOE, GridBoard, Rules

POSITIONS = {
    "empty": GridBoard(CFOUR),
    "late": GridBoard.from_moves("44444135253317"),
    "tic-tac-toe": GridBoard.from_moves("b2 a1 c3", TICTACTOE),
    "blocked": GridBoard.from_moves("1233", Rules.parse("5x4 connect=3 blocked=b2")),
}
