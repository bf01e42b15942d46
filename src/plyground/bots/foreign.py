"""Foreign code that is not a program: a library, a Python callable, an OpenSpiel bot.

Each runs in a process of ours, where a module of this package speaks the line protocol for it.
"""

from __future__ import annotations

import importlib.util
import os
import sys

from plyground.board import Cancel
from plyground.bots import judge
from plyground.bots.line_player import LinePlayer
from plyground.bots.process import BotProcess
from plyground.bots.sandbox import BotLimits
from plyground.errors import N_, InputError, MissingError, MissingExtraError, UnsupportedError
from plyground.game import Game
from plyground.grid import CFOUR, TICTACTOE, GridBoard, Rules

__all__ = ["KagglePlayer", "LibraryPlayer", "OpenSpielPlayer", "PythonPlayer"]

KAGGLE_SECONDS = 2.0
"""What a ConnectX agent has for a move unless its configuration says otherwise."""


class LibraryPlayer(LinePlayer):
    """A strategy in a shared library, such as `so:./Strategy.so`. It may keep globals, so each game has a process."""

    fresh = True
    told_time = False
    usual_sizes = judge.SIZES

    def __init__(self, name: str, path: str, *, time: float | None = None, limits: BotLimits | None = None) -> None:
        # dlopen would look for a bare name in the system's folders.
        super().__init__(
            name, _runner("library", _file(path)), time=judge.JUDGE_SECONDS if time is None else time, limits=limits
        )

    def check_rules(self, rules: Rules) -> None:
        judge.check_rules(rules)


class KagglePlayer(LinePlayer):
    """The agent of a Python file in the form of Kaggle's ConnectX, such as `kaggle:submission.py`."""

    fresh = True

    def __init__(self, name: str, path: str, *, time: float | None = None, limits: BotLimits | None = None) -> None:
        super().__init__(
            name, _runner("kaggle", _file(path)), time=KAGGLE_SECONDS if time is None else time, limits=limits
        )

    def check_rules(self, rules: Rules) -> None:
        check_connectx(rules)


def check_connectx(rules: Rules) -> None:
    """Refuses rules that ConnectX cannot express."""
    if not rules.gravity or rules.blocked:
        raise UnsupportedError(
            N_("a ConnectX agent knows boards with gravity and without blocked cells, not '{rules}'"), rules=rules
        )


class PythonPlayer(LinePlayer):
    """A function `board -> move` of a Python file, such as `python:mybot.py:choose`, on every board there is."""

    fresh = True

    def __init__(self, name: str, place: str, *, time: float | None = None, limits: BotLimits | None = None) -> None:
        path, _colon, function = place.rpartition(":")
        if not path or not function.isidentifier():
            raise InputError(
                N_("'{place}' names no function of a Python file; write it as in python:mybot.py:choose"), place=place
            )
        super().__init__(name, _runner("python_function", _file(path), function), time=time, limits=limits)


class OpenSpielPlayer(LinePlayer):
    """A bot of OpenSpiel by its registered name, or a Python file with `make_bot(game, player)`."""

    fresh = True
    told_time = False

    def __init__(self, name: str, bot: str, *, time: float | None = None, limits: BotLimits | None = None) -> None:
        if importlib.util.find_spec("pyspiel") is None:
            raise MissingExtraError(
                N_("OpenSpiel bots need the extra '{extra}': pip install 'plyground[{extra}]'"), extra="bench"
            )
        super().__init__(
            name, _runner("openspiel", _file(bot) if bot.endswith(".py") else bot), time=time, limits=limits
        )

    def check_rules(self, rules: Rules) -> None:
        if rules != TICTACTOE and (not rules.gravity or rules.blocked):
            raise UnsupportedError(
                N_("OpenSpiel knows tic-tac-toe, and connect_four without blocked cells ('{cfour}'), not '{rules}'"),
                cfour=CFOUR,
                rules=rules,
            )

    def begin(self, process: BotProcess, game: Game[GridBoard], deadline: float, cancel: Cancel | None) -> None:
        if game.start != GridBoard(game.start.rules):
            raise UnsupportedError(N_("OpenSpiel's games begin with an empty board"))
        super().begin(process, game, deadline, cancel)


def _runner(module: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", f"plyground.bots.{module}", *arguments]


def _file(path: str) -> str:
    full = os.path.abspath(os.path.expanduser(path))
    if not os.path.isfile(full):
        raise MissingError(N_("there is no file '{path}'"), path=path)
    return full
