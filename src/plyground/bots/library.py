"""The process that runs a strategy from a shared library with `getPoint` and `clearPoint`.

`python -m plyground.bots.library ./Strategy.so` loads it and speaks the line protocol. If the library crashes or
hangs, so does this process, and never the driver. `foreign.LibraryPlayer` is the driver's side.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
from collections.abc import Sequence

from plyground.board import Board, Cancel, Decision, Limit, Side
from plyground.bots import judge
from plyground.bots.line_server import serve_here
from plyground.errors import N_, MissingError, PlayerError
from plyground.game import Game, Player
from plyground.grid import GridBoard

CPP_LIBRARY = "libstdc++.so.6"
"""Strategies in C++ are often linked without it: the judge that they were written for has loaded it before."""


class _Point(ctypes.Structure):
    _fields_ = (("x", ctypes.c_int), ("y", ctypes.c_int))


class _Strategy(Player):
    """The library itself, in this process."""

    def __init__(self, path: str) -> None:
        self.name = os.path.basename(path)
        self.identifier = Side.FIRST
        try:
            library = _loaded(path)
            self._get_point = library.getPoint
            self._clear_point = library.clearPoint
        except (OSError, AttributeError) as error:
            raise MissingError(N_("this is no library with getPoint and clearPoint: {reason}"), reason=error) from None
        numbers = ctypes.POINTER(ctypes.c_int)
        self._get_point.argtypes = [ctypes.c_int, ctypes.c_int, numbers, numbers, *[ctypes.c_int] * 4]
        self._get_point.restype = ctypes.POINTER(_Point)
        self._clear_point.argtypes = [ctypes.POINTER(_Point)]
        self._clear_point.restype = None

    def new_game(self, game: Game[Board], side: Side) -> None:
        super().new_game(game, side)
        assert isinstance(game.board, GridBoard)
        judge.check_rules(game.board.rules)

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        board = game.board
        assert isinstance(board, GridBoard)
        turn = judge.turn_of(board)
        point = self._get_point(
            turn.rows, turn.columns, _array(turn.top), _array(turn.board), *turn.last, *turn.blocked
        )
        if not point:
            raise PlayerError(N_("{name} returned no point at all"), name=self.name)
        x, y = point.contents.x, point.contents.y
        self._clear_point(point)
        move = judge.move_of(self.name, board, x, y)
        return Decision(move, line=(move,))


def _loaded(path: str) -> ctypes.CDLL:
    """The library, with that of C++ loaded for it where it lacks a symbol."""
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        symbol = _undefined(error)
        if symbol is None:
            raise
    try:
        ctypes.CDLL(CPP_LIBRARY, ctypes.RTLD_GLOBAL)
        return ctypes.CDLL(path)
    except OSError as error:
        raise MissingError(
            N_(
                "{name} needs '{symbol}', which is in no library that it was linked with ({reason}), nor in {library}; "
                "link it with the library that has it"
            ),
            name=os.path.basename(path),
            symbol=_undefined(error) or symbol,
            reason=error,
            library=CPP_LIBRARY,
        ) from None


def _undefined(error: OSError) -> str | None:
    """The symbol that nobody defines, if that is why a library could not be loaded."""
    found = re.search(r"undefined symbol: (\S+)", str(error))
    return None if found is None else found[1]


def _array(values: Sequence[int]) -> ctypes.Array[ctypes.c_int]:
    return (ctypes.c_int * len(values))(*values)


if __name__ == "__main__":
    sys.exit(serve_here(lambda: _Strategy(sys.argv[1])))
