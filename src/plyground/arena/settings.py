"""The settings of a tournament: a TOML file that people write, and JSON in the database. Both are read strictly."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from plyground.arena.entrants import Entrant, entrants
from plyground.arena.openings import Openings, check_rules
from plyground.arena.stages import Stage, read_stages
from plyground.arena.values import flag, number, rules_text, text, unknown_anchor, whole
from plyground.board import Limit
from plyground.errors import N_, InputError, MissingError, UnknownNameError, nearest

__all__ = ["FORMATS", "TournamentSettings", "check_name", "read_settings"]

FORMATS = ("round-robin", "gauntlet", "swiss")

_MOST_ENTRANTS = 1000


def check_name(name: str) -> str:
    """Refuses a name that cannot be used in ids, files and addresses."""
    if not text("name", name) or len(name) > 60 or not all(letter.isalnum() or letter in "-_." for letter in name):
        raise InputError(
            N_("the name '{name}' cannot be used; write up to 60 letters, digits, and any of - _ ."), name=name
        )
    return name


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """All settings that determine the schedule and the games of a tournament.

    In each of `rounds` everybody meets everybody (`round-robin`), the first entrant meets all others (`gauntlet`), or
    neighbours in the table meet (`swiss`). A meeting is `pairs` openings, each played twice with the seats swapped.
    All meetings of a round play the same openings. Several `rules` alternate from pair to pair.
    """

    name: str
    players: tuple[Entrant, ...]
    format: str = "round-robin"
    rounds: int = 1
    pairs: int = 1
    rules: tuple[str, ...] = ("cfour",)
    openings: str = "random"
    plies: int | None = None
    seed: int = 0
    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    playouts: int | None = None
    adjudicate: bool = False
    anchor: str | None = None
    anchor_elo: float = 0.0
    concurrency: int | None = None
    """Games at a time. Not saved with the tournament, as it may be resumed on another machine."""
    stages: tuple[Stage, ...] | None = None
    """Who played which rounds, in a tournament that was extended (`extended`); without it everybody plays them all."""

    def __post_init__(self) -> None:
        for key, read in _READ.items():
            if (value := getattr(self, key)) is not None or key not in _OPTIONAL:
                object.__setattr__(self, key, read(key, value))
        check_name(self.name)
        if self.format not in FORMATS:
            near = nearest(self.format, FORMATS)
            raise UnknownNameError(
                N_("the format is '{name}'; it has to be one of {known} (the nearest is {near})")
                if near
                else N_("the format is '{name}'; it has to be one of {known}"),
                name=self.format,
                known=", ".join(FORMATS),
                near=near,
            )
        if not 2 <= len(self.players) <= _MOST_ENTRANTS:
            raise InputError(
                N_("the number of players is {count}; a tournament needs 2 to {most}"),
                count=len(self.players),
                most=_MOST_ENTRANTS,
            )
        names = [entrant.name for entrant in self.players]
        for name in names:
            if not name.strip() or not name.isprintable():
                raise InputError(N_("a player is called {name}; write some letters"), name=ascii(name))
            if names.count(name) > 1:
                raise InputError(
                    N_(
                        "two players are called '{name}'; give them names of their own, as in "
                        '{{ name = "old", player = "cmd:./old" }}, or Entrant("old", …) in Python'
                    ),
                    name=name,
                )
        if self.anchor is not None and self.anchor not in names:
            raise unknown_anchor(self.anchor, names)
        if not self.rules:
            raise InputError(N_('the rules are empty; write at least one text, such as rules = ["cfour"]'))
        for rules in self.rules:
            check_rules(rules, self.opening_kind, self.adjudicate)
        _ = self.limit

    @property
    def limit(self) -> Limit | None:
        limit = Limit(self.time, self.nodes, self.depth, self.playouts)
        return None if limit == Limit() else limit

    @property
    def opening_kind(self) -> Openings:
        return Openings(self.openings, self.plies)

    def json(self) -> dict[str, Any]:
        """The settings as the database keeps them, for `from_json`."""
        plain: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        plain["players"] = [{"name": entrant.name, "player": entrant.text} for entrant in self.players]
        plain["rules"] = list(self.rules)
        del plain["concurrency"], plain["stages"]
        if self.stages is not None:
            plain["stages"] = [stage.json() for stage in self.stages]
        return plain

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> TournamentSettings:
        table = {key: value for key, value in found.items() if value is not None and key != "stages"}
        settings = cls.from_table(table, found.get("name", ""))
        stages = found.get("stages")
        return settings if stages is None else replace(settings, stages=read_stages(stages))

    @classmethod
    def from_table(cls, table: Mapping[str, Any], name: str) -> TournamentSettings:
        """Reads the table of a TOML file; `name` is used if the table has none."""
        for key in table:
            if key not in _READ:
                near = nearest(key, _READ)
                raise UnknownNameError(
                    N_("there is no key '{key}'; did you mean {near}? The keys are {known}")
                    if near
                    else N_("there is no key '{key}'; the keys are {known}"),
                    key=key,
                    near=near,
                    known=", ".join(_READ),
                )
        if "players" not in table:
            raise InputError(N_('the players are missing; write them as in players = ["level3", "random"]'))
        return cls(**({"name": name} | dict(table)))


def read_settings(path: Path) -> TournamentSettings:
    """Reads a tournament's file. Without a key `name`, the tournament is named after the file.

    Paths of bots are relative to the file.
    """
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise MissingError(N_("there is no file '{path}'"), path=str(path)) from None
    except OSError as error:
        raise MissingError(N_("'{path}' cannot be read: {reason}"), path=str(path), reason=error.strerror) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(N_("'{path}' is not a TOML file: {reason}"), path=str(path), reason=error) from None
    try:
        settings = TournamentSettings.from_table(table, path.stem)
        return replace(settings, players=tuple(entrant.seen_from(path.parent) for entrant in settings.players))
    except InputError as error:
        raise InputError(N_("'{path}': {reason}"), path=str(path), reason=error) from None


def _rules(key: str, value: object) -> tuple[str, ...]:
    if isinstance(value, list | tuple):
        return tuple(rules_text(key, one) for one in value)
    return (rules_text(key, value),)


def _whole(least: int) -> Callable[[str, object], int]:
    return partial(whole, least=least, wanted="1, 2, 3, …" if least else "0, 1, 2, …")


_READ: dict[str, Callable[[str, object], Any]] = {
    "name": text,
    "players": entrants,
    "format": text,
    "rounds": _whole(1),
    "pairs": _whole(1),
    "rules": _rules,
    "openings": text,
    "plies": _whole(0),
    "seed": _whole(0),
    "time": number,
    "nodes": _whole(1),
    "depth": _whole(0),
    "playouts": _whole(1),
    "adjudicate": flag,
    "anchor": text,
    "anchor_elo": number,
    "concurrency": _whole(1),
}

_OPTIONAL = {field.name for field in fields(TournamentSettings) if field.default is None}
