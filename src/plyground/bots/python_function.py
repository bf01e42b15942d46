"""The process that runs a function `board -> move` of a Python file.

`python -m plyground.bots.python_function mybot.py function` loads it and speaks the line protocol.
`foreign.PythonPlayer` is the driver's side.
"""

from __future__ import annotations

import os
import runpy
import sys
import traceback
from typing import Any

from plyground.board import Board, Cancel, Decision, Limit, Side, is_whole
from plyground.bots.line_server import serve_here
from plyground.errors import N_, MissingError, PlayerError
from plyground.game import Game, Player


class _Function(Player):
    def __init__(self, path: str, name: str) -> None:
        self.name = f"{os.path.basename(path)}:{name}"
        self.identifier = Side.FIRST
        sys.path.insert(0, os.path.dirname(path))
        names = runpy.run_path(path, run_name="bot")
        self._function: Any = names.get(name)
        if not callable(self._function):
            raise MissingError(
                N_("there is no function '{name}' in '{path}'; it should be def {name}(board), and return a move"),
                name=name,
                path=path,
            )

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        board = game.board
        try:
            answer = self._function(board)
        except Exception as error:
            # Without the frames of this program, which say nothing about the function.
            own = None if error.__traceback__ is None else error.__traceback__.tb_next
            traceback.print_exception(error.with_traceback(own))
            raise SystemExit(1) from None
        if isinstance(answer, Decision):
            return answer
        if not is_whole(answer) or answer not in board.legal_moves:
            raise PlayerError(
                N_("{name} answered {answer}, which is none of board.legal_moves"),
                name=self.name,
                answer=repr(answer)[:80],
                termination="illegal move",
            )
        return Decision(int(answer))


if __name__ == "__main__":
    sys.exit(serve_here(lambda: _Function(*sys.argv[1:])))
