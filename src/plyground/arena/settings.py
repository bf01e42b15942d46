"""The settings of a tournament: a TOML file that people write, and JSON in the database. Both are read strictly."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from plyground.arena.openings import Openings, check_rules
from plyground.board import Limit
from plyground.errors import N_, InputError, MissingError, UnknownNameError, nearest
from plyground.players import player_text

__all__ = ["FORMATS", "Entrant", "TournamentSettings", "check_name", "read_settings"]

FORMATS = ("round-robin", "gauntlet", "swiss")

_MOST_ENTRANTS = 1000

_ENTRANT = ("name", "player")
"""The keys of a player in the file."""


def check_name(name: str) -> str:
    """Refuses a name that cannot be used in ids, files and addresses."""
    if not name or len(name) > 60 or not all(letter.isalnum() or letter in "-_." for letter in name):
        raise InputError(
            N_("the name '{name}' cannot be used; write up to 60 letters, digits, and any of - _ ."), name=name
        )
    return name


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a tournament: its name there, and its text."""

    name: str
    player: str


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

    def __post_init__(self) -> None:
        check_name(self.name)
        if self.format not in FORMATS:
            raise UnknownNameError(
                N_("the format is '{name}'; it has to be one of {known} (the nearest is {near})"),
                name=self.format,
                known=", ".join(FORMATS),
                near=nearest(self.format, FORMATS) or FORMATS[0],
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
                        '{{ name = "old", player = "cmd:./old" }}'
                    ),
                    name=name,
                )
        for key, value in (("rounds", self.rounds), ("pairs", self.pairs)):
            if value < 1:
                raise InputError(N_("{key} is {value}; it has to be a whole number, 1 or more"), key=key, value=value)
        if self.anchor is not None and self.anchor not in names:
            raise UnknownNameError(
                N_("there is no player '{name}' to fix the ratings by; the nearest is '{near}'"),
                name=self.anchor,
                near=nearest(self.anchor, names) or names[0],
            )
        if not self.rules:
            raise InputError(N_('the rules are empty; write at least one text, such as rules = ["cfour"]'))
        for text in self.rules:
            check_rules(text, self.opening_kind, self.adjudicate)
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
        plain["players"] = [{"name": entrant.name, "player": entrant.player} for entrant in self.players]
        plain["rules"] = list(self.rules)
        del plain["concurrency"]
        return plain

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> TournamentSettings:
        return cls.from_table({key: value for key, value in found.items() if value is not None}, found.get("name", ""))

    @classmethod
    def from_table(cls, table: Mapping[str, Any], name: str) -> TournamentSettings:
        """Reads the table of a TOML file; `name` is used if the table has none."""
        values: dict[str, Any] = {"name": name}
        for key, value in table.items():
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
            values[key] = _READ[key](key, value)
        if "players" not in values:
            raise InputError(N_('the players are missing; write them as in players = ["level3", "random"]'))
        return cls(**values)


def read_settings(path: Path) -> TournamentSettings:
    """Reads a tournament's file. Without a key `name`, the tournament is named after the file."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise MissingError(N_("there is no file '{path}'"), path=str(path)) from None
    except OSError as error:
        raise MissingError(N_("'{path}' cannot be read: {reason}"), path=str(path), reason=error.strerror) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(N_("'{path}' is not a TOML file: {reason}"), path=str(path), reason=error) from None
    try:
        return TournamentSettings.from_table(table, path.stem)
    except InputError as error:
        raise InputError(N_("'{path}': {reason}"), path=str(path), reason=error) from None


def _wrong(key: str, value: object, wanted: str) -> InputError:
    return InputError(N_("{key} is {value}; it has to be {wanted}"), key=key, value=ascii(value)[:80], wanted=wanted)


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise _wrong(key, value, '"…"')
    return value


def _whole(key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**63:
        raise _wrong(key, value, "0, 1, 2, …" if key in ("seed", "plies") else "1, 2, 3, …")
    return value


def _number(key: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _wrong(key, value, "0.5, 1, …")
    return float(value)


def _flag(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong(key, value, "true, false")
    return value


def _rules(key: str, value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list):
        raise _wrong(key, value, '"cfour", ["cfour", "random"]')
    return tuple(_text(key, text) for text in value)


def _players(key: str, value: object) -> tuple[Entrant, ...]:
    if not isinstance(value, list):
        raise _wrong(key, value, '["level3", "random"]')
    found = []
    for one in value:
        table = {"player": one} if isinstance(one, str) else one
        for unknown in table if isinstance(table, dict) else ():
            if unknown not in _ENTRANT:
                near = nearest(unknown, _ENTRANT)
                raise UnknownNameError(
                    N_("a player has no key '{key}'; did you mean {near}? It has name and player")
                    if near
                    else N_("a player has no key '{key}'; it has name and player"),
                    key=unknown,
                    near=near,
                )
        if not isinstance(table, dict) or not isinstance(table.get("player"), str):
            raise _wrong(key, one, '"level3", { name = "old", player = "cmd:./old" }')
        text = player_text(table["player"])
        found.append(Entrant(_text("name", table.get("name", text)), text))
    return tuple(found)


_READ: dict[str, Callable[[str, object], Any]] = {
    "name": _text,
    "players": _players,
    "format": _text,
    "rounds": _whole,
    "pairs": _whole,
    "rules": _rules,
    "openings": _text,
    "plies": _whole,
    "seed": _whole,
    "time": _number,
    "nodes": _whole,
    "depth": _whole,
    "playouts": _whole,
    "adjudicate": _flag,
    "anchor": _text,
    "anchor_elo": _number,
    "concurrency": _whole,
}
