"""Games of one's own: a class of a Python file, run in this process.

Only for files that whoever started the program named: the terminal, the library, and the owner of a server.
"""

from __future__ import annotations

import math
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from plyground.board import Board, Side, SplitMix, is_number, is_whole
from plyground.errors import N_, InputError, MissingError, NotationError, PlygroundError, UnknownNameError

__all__ = ["load_game", "named_bugs"]

_PREFIX = "plyground game "
"""Of the names under which the modules of the files are kept."""

_CHECKED = 60  # positions of a random game that are looked at before a search sees the game


def load_game(text: str) -> Board:
    """The first position of the game that `FILE.py:NAME` names: a class of boards, a function that makes one, or one.

    The game is tried out on a few random moves; what it does wrong is said with the line of the file.
    """
    path, colon, name = str(text).rpartition(":")
    if not colon or not path or not name.isidentifier():
        raise NotationError(
            N_("'{text}' names no game; write the file and the class, like mygame.py:Game"), text=str(text)
        )
    module = _module(path)
    made = getattr(module, name, None)
    if made is None:
        raise UnknownNameError(
            N_("there is no '{name}' in '{path}'; its games are: {known}"),
            name=name,
            path=path,
            known=", ".join(_games(module)) or "-",
        )
    with _bugs(path):
        board = made() if callable(made) else made
        if not isinstance(board, Board):
            raise InputError(
                N_("'{name}' in '{path}' makes {value}; it has to be a plyground.Board"),
                name=name,
                path=path,
                value=repr(board)[:80],
            )
        _try_out(board, path)
    return board


@contextmanager
def named_bugs(board: Board) -> Iterator[None]:
    """In the block, an error in the game of `board` becomes an `InputError` that names its file and line.

    Errors in games of our own pass as they are.
    """
    module = type(board).__module__
    path = getattr(sys.modules.get(module), "__file__", None) if module.startswith(_PREFIX) else None
    if path is None:
        yield
        return
    with _bugs(path):
        yield


@contextmanager
def _bugs(path: str) -> Iterator[None]:
    try:
        yield
    except PlygroundError:
        raise
    except (Exception, SystemExit) as error:
        raise _bug(error, path) from None


def _bug(error: BaseException, path: str) -> InputError:
    what = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    if isinstance(error, SyntaxError) and error.filename == path:
        line: int | None = error.lineno
    else:
        frames = traceback.extract_tb(error.__traceback__)
        line = next((frame.lineno for frame in reversed(frames) if frame.filename == path), None)
    if line is None:
        return InputError(N_("the game in '{path}' does not work: {reason}"), path=path, reason=what)
    return InputError(N_("the game in '{path}' does not work, line {line}: {error}"), path=path, line=line, error=what)


def _module(path: str) -> ModuleType:
    """The file as a module, run anew. It may import its neighbours, and finds its own classes when they are pickled."""
    try:
        with open(path, "rb") as file:
            source = file.read()
    except OSError as error:
        raise MissingError(
            N_("'{path}' cannot be read: {reason}"), path=path, reason=error.strerror or str(error)
        ) from None
    module = ModuleType(_PREFIX + path.replace(".", "_"))  # a dot would mean a package to import first
    module.__file__ = path
    sys.modules[module.__name__] = module
    folder = os.path.dirname(os.path.abspath(path))
    if folder not in sys.path:
        sys.path.append(folder)
    with _bugs(path):
        exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
    return module


def _games(module: ModuleType) -> list[str]:
    """The names of the boards that a file defines."""
    return [
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Board) and value.__module__ == module.__name__
    ]


def _try_out(board: Any, path: str) -> None:
    """Plays a few random moves, and refuses a game that breaks the contract of `Board`."""
    random = SplitMix(0)
    for _ply in range(_CHECKED):
        moves = board.legal_moves
        reason = _wrong_position(board, moves)
        if reason is None and (board.is_win or board.is_draw):
            return
        if reason is None:
            before = (board.turn, tuple(moves), str(board))
            after = board.move(moves[random.below(len(moves))])
            is_changed = after is board or (board.turn, tuple(board.legal_moves), str(board)) != before
            reason = _wrong_move(board, after, is_changed)
        if reason is not None:
            raise InputError(N_("the game in '{path}' does not work: {reason}"), path=path, reason=reason)
        board = after


def _wrong_position(board: Any, moves: Any) -> InputError | None:
    if not isinstance(board.turn, Side):
        return InputError(N_("turn is {value}; it has to be Side.FIRST or Side.SECOND"), value=_short(board.turn))
    if not isinstance(moves, Sequence) or not all(is_whole(move) for move in moves):
        return InputError(N_("legal_moves is {value}; it has to be a list of whole numbers"), value=_short(moves))
    if moves and not isinstance(name := board.move_name(moves[0]), str):
        return InputError(N_("move_name gives {value}; it has to be a text"), value=_short(name))
    if not is_number(value := board.evaluate(Side.FIRST)) or math.isnan(value):
        return InputError(N_("evaluate gives {value}; it has to be a number"), value=_short(value))
    return None


def _wrong_move(board: Any, after: Any, is_changed: bool) -> InputError | None:
    if not isinstance(after, Board):
        return InputError(N_("move gives {value}; it has to be the board after the move"), value=_short(after))
    if is_changed:
        return InputError(N_("move changes the board itself ({value}); it has to make a new one"), value=_short(board))
    return None


def _short(value: object) -> str:
    return repr(value)[:80]
