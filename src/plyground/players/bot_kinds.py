"""Bots by name: the kinds of players that end in a colon.

After the colon come our option, if any, and the bot's own text: `cmd: time=2 ./mybot --fast`.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from plyground.bots import (
    JUDGE_SECONDS,
    KagglePlayer,
    LibraryPlayer,
    LinePlayer,
    OpenSpielPlayer,
    PythonPlayer,
    TextPlayer,
)
from plyground.errors import N_, InputError, MissingError
from plyground.game import Player
from plyground.players.options import Number
from plyground.players.registry import PlayerKind, add_kind

__all__ = ["register_bots"]

_TIME = Number("time", None, N_("seconds a move"), least=0.001, most=86400)


def _split(values: Mapping[str, Any]) -> tuple[float | None, str]:
    """The time, if it is given, and the bot's own text."""
    rest = values["rest"]
    word, _space, after = rest.partition(" ")
    name, equals, value = word.partition("=")
    if equals and name.lower() == _TIME.name:
        return _TIME.read(value), after.strip()
    return None, rest


def _command(text: str) -> list[str]:
    """The words of a command, split as a shell would; no shell runs it."""
    try:
        words = shlex.split(text, posix=os.name != "nt")
    except ValueError as error:
        raise InputError(N_("the command '{text}' cannot be read: {reason}"), text=text, reason=error) from None
    if not words:
        raise InputError(N_("there is no command after the colon; write it as in cmd:./mybot --fast"))
    words[0] = os.path.expanduser(words[0])
    if shutil.which(words[0]) is None:
        raise MissingError(
            N_("there is no program '{name}' that can be started; in this folder it would be ./{name}")
            if os.path.isfile(words[0]) and os.sep not in words[0]
            else N_("there is no program '{name}' that can be started"),
            name=words[0],
        )
    return words


def _cmd(name: str, values: Mapping[str, Any]) -> Player:
    time, text = _split(values)
    return LinePlayer(name, _command(text), time=time)


def _text(name: str, values: Mapping[str, Any]) -> Player:
    time, text = _split(values)
    return TextPlayer(name, _command(text), time=JUDGE_SECONDS if time is None else time)


def _located_command(rest: str, folder: Path) -> str:
    """A program with a path, and every other word that names a file in the folder."""
    time, text = _split({"rest": rest})
    try:
        words = shlex.split(text, posix=os.name != "nt")
    except ValueError:
        return rest  # refused when the player is made
    located = [
        _absolute(word, folder) if (folder / word).is_file() or (place == 0 and os.path.dirname(word)) else word
        for place, word in enumerate(words)
    ]
    return rest if located == words else _joined(time, shlex.join(located))


def _located_path(rest: str, folder: Path) -> str:
    time, text = _split({"rest": rest})
    return _joined(time, _absolute(text, folder))


def _located_openspiel(rest: str, folder: Path) -> str:
    return _located_path(rest, folder) if rest.endswith(".py") else rest  # else it is the name of a registered bot


def _absolute(path: str, folder: Path) -> str:
    return os.path.normpath(folder.absolute() / os.path.expanduser(path))


def _joined(time: float | None, text: str) -> str:
    return text if time is None else f"{_TIME.name}={_TIME.show(time)} {text}"


def _of_path(make: Callable[..., Player]) -> Callable[[str, Mapping[str, Any]], Player]:
    def build(name: str, values: Mapping[str, Any]) -> Player:
        time, text = _split(values)
        return make(name, text, time=time)

    return build


def register_bots() -> None:
    library, python, kaggle, openspiel = map(_of_path, (LibraryPlayer, PythonPlayer, KagglePlayer, OpenSpielPlayer))
    for name, description, build, locate in (
        ("cmd:", N_("a program that speaks our line protocol, like cmd:./mybot --fast"), _cmd, _located_command),
        ("so:", N_("a gravity-four strategy in a shared library with getPoint"), library, _located_path),
        ("text:", N_("a gravity-four strategy as a program that reads and writes text"), _text, _located_command),
        (
            "python:",
            N_("a function board -> move of a Python file, like python:mybot.py:choose"),
            python,
            _located_path,
        ),
        ("kaggle:", N_("a Python file with agent(observation, configuration)"), kaggle, _located_path),
        ("openspiel:", N_("a bot of OpenSpiel, by name or from a Python file"), openspiel, _located_openspiel),
    ):
        add_kind(PlayerKind(name, description, build=build, locate=locate))
