"""Bots by name: the kinds of players that end in a colon.

After the colon come our options, if any, and the bot's own text: `cmd: time=2 memory=500 ./mybot --fast`.
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
    BotLimits,
    GomocupPlayer,
    KagglePlayer,
    LibraryPlayer,
    LinePlayer,
    OpenSpielPlayer,
    PythonPlayer,
    TextPlayer,
)
from plyground.errors import N_, InputError, MissingError
from plyground.game import Player
from plyground.players.options import Flag, Number, Option, Whole
from plyground.players.registry import PlayerKind, add_kind

__all__ = ["register_bots"]

_OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        Number("time", None, N_("seconds a move"), least=0.001, most=86400),
        Whole("memory", BotLimits().memory, N_("MB of memory that it may use"), least=1, most=1 << 24),
        Flag("sandbox", BotLimits().sandbox, N_("whether it has no network and cannot write in the home folder")),
    )
}


def _split(rest: str) -> tuple[dict[str, Any], str]:
    """Our options that come first, and the bot's own text."""
    given: dict[str, Any] = {}
    while True:
        word, _space, after = rest.partition(" ")
        name, equals, value = word.partition("=")
        option = _OPTIONS.get(name.lower()) if equals else None
        if option is None or option.name in given:
            return given, rest
        given[option.name], rest = option.read(value), after.strip()


def _settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options as the arguments of a bot's class."""
    usual = BotLimits()
    limits = BotLimits(memory=given.get("memory", usual.memory), sandbox=given.get("sandbox", usual.sandbox))
    return {"time": given.get("time"), "limits": limits}


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
    given, text = _split(values["rest"])
    return LinePlayer(name, _command(text), **_settings(given))


def _gomocup(name: str, values: Mapping[str, Any]) -> Player:
    given, text = _split(values["rest"])
    return GomocupPlayer(name, _command(text), **_settings(given))


def _text(name: str, values: Mapping[str, Any]) -> Player:
    given, text = _split(values["rest"])
    return TextPlayer(name, _command(text), **_settings({"time": JUDGE_SECONDS} | given))


def _located_command(rest: str, folder: Path) -> str:
    """A program with a path, and every other word that names a file in the folder."""
    given, text = _split(rest)
    try:
        words = shlex.split(text, posix=os.name != "nt")
    except ValueError:
        return rest  # refused when the player is made
    located = [
        _absolute(word, folder) if (folder / word).is_file() or (place == 0 and os.path.dirname(word)) else word
        for place, word in enumerate(words)
    ]
    return rest if located == words else _joined(given, shlex.join(located))


def _located_path(rest: str, folder: Path) -> str:
    given, text = _split(rest)
    return _joined(given, _absolute(text, folder))


def _located_openspiel(rest: str, folder: Path) -> str:
    return _located_path(rest, folder) if rest.endswith(".py") else rest  # else it is the name of a registered bot


def _absolute(path: str, folder: Path) -> str:
    return os.path.normpath(folder.absolute() / os.path.expanduser(path))


def _joined(given: Mapping[str, Any], text: str) -> str:
    return " ".join([*(f"{name}={_OPTIONS[name].show(value)}" for name, value in given.items()), text])


def _of_path(make: Callable[..., Player]) -> Callable[[str, Mapping[str, Any]], Player]:
    def build(name: str, values: Mapping[str, Any]) -> Player:
        given, text = _split(values["rest"])
        return make(name, text, **_settings(given))

    return build


def register_bots() -> None:
    library, python, kaggle, openspiel = map(_of_path, (LibraryPlayer, PythonPlayer, KagglePlayer, OpenSpielPlayer))
    for name, description, build, locate in (
        ("cmd:", N_("a program that speaks our line protocol, like cmd:./mybot --fast"), _cmd, _located_command),
        (
            "gomocup:",
            N_("an engine for five in a row that speaks the Gomocup protocol, like gomocup:./pbrain-mine"),
            _gomocup,
            _located_command,
        ),
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
