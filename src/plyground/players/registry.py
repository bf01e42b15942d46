"""The names of players: `alphabeta depth=6 evaluator=position`, and what they stand for.

A player's text is a name and options, `name option=value …`, in any order and case. A kind whose name
ends in a colon takes the rest of the text as it is (`cmd:./my-bot --fast`), options and all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from plyground.board import Limit
from plyground.errors import N_, InputError, UnknownNameError, UnsupportedError, nearest
from plyground.game import Player
from plyground.players.options import Option

__all__ = [
    "Build",
    "Humans",
    "PlayerKind",
    "add_kind",
    "is_built_in",
    "located_text",
    "make_player",
    "parse_player",
    "player_kinds",
    "player_text",
    "register",
]

Humans: TypeAlias = Callable[[str], Player]
"""Makes a human player, given a name: only the console or the page knows how to ask one."""

Build: TypeAlias = Callable[[str, Mapping[str, Any]], Player]
"""Makes a player from its canonical text and the values of all its options."""


@dataclass(frozen=True)
class PlayerKind:
    """A player that can be named. `description` is for the catalogue: translate it before it is shown."""

    name: str
    description: str
    options: tuple[Option, ...] = ()
    build: Build | None = None
    """None for `human`, who is made by the caller; a kind that ends in a colon gets its rest as option `rest`."""
    aliases: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Short names and the options that each stands for. The first that fits is the canonical one."""
    locate: Callable[[str, Path], str] | None = None
    """For a kind that ends in a colon: its rest with the paths in it made absolute, as seen from a folder."""
    title: str = ""
    """What people call it, for the catalogue as well; without one, it is called by its name."""
    default_limit: Limit | None = None
    """What its search gets for a move where neither the text nor the caller names a limit, if it has no end itself."""

    @property
    def takes_rest(self) -> bool:
        return self.name.endswith(":")


_KINDS: dict[str, PlayerKind] = {}
_registered: set[str] = set()
"""The kinds that were added in this process, which no other process knows."""


def register(kind: PlayerKind) -> None:
    """Lets players of this kind be made by name, in this process; a name can be taken once."""
    add_kind(kind)
    _registered.add(kind.name)


def add_kind(kind: PlayerKind) -> None:
    """Adds a kind that every process knows, because importing this package adds it."""
    for name in (kind.name, *kind.aliases):
        if name in _KINDS or name in _aliases():
            raise UnknownNameError(N_("the player name '{name}' is taken; choose another"), name=name)
    _KINDS[kind.name] = kind


def _aliases() -> dict[str, PlayerKind]:
    return {name: kind for kind in _KINDS.values() for name in kind.aliases}


def player_kinds() -> tuple[PlayerKind, ...]:
    """Every player that can be named, in the order to show them."""
    return tuple(_KINDS.values())


def is_built_in(text: str) -> bool:
    """Whether every process knows the player of this text, and not only the one that registered it."""
    return parse_player(text)[0].name not in _registered


def player_text(text: str) -> str:
    """The canonical form: the name, then the options that differ from their defaults, in the kind's order.

    >>> player_text("AlphaBeta  evaluator=position depth=6")
    'alphabeta evaluator=position'
    """
    kind, given = parse_player(text)
    return _canonical(kind, given)


def located_text(text: str, folder: Path) -> str:
    """The canonical form, in which the paths of a bot are absolute. In `text` they are relative to `folder`."""
    kind, given = parse_player(text)
    if kind.locate is not None:
        given["rest"] = kind.locate(given["rest"], folder)
    return _canonical(kind, given)


def make_player(
    text: str,
    *,
    humans: Humans | None = None,
    seed: int | None = None,
    threads: int | None = None,
    memory: float | None = None,
) -> Player:
    """The player that `text` names.

    `humans` makes the human players, where there is somebody to ask. `seed` is for players that draw
    random numbers and whose text names no seed, `threads` likewise for those that use several. `memory` is the most
    megabytes for the tree of a player that keeps one.

    >>> make_player("minimax depth=3").name
    'minimax depth=3'
    """
    kind, given = parse_player(text)
    values = {option.name: option.default for option in kind.options} | given
    for name, value in (("seed", seed), ("threads", threads)):
        if value is not None and name in values and name not in given:
            values[name] = value
    if memory is not None:
        values["memory"] = memory
    if kind.build is not None:
        return kind.build(_canonical(kind, given), values)
    if humans is None:
        raise UnsupportedError(
            N_("a human cannot play here, because there is nobody to ask; name another player: {known}"),
            known=", ".join(other.name for other in player_kinds() if other.build is not None),
        )
    return humans(values["name"])


def parse_player(text: str) -> tuple[PlayerKind, dict[str, Any]]:
    """The kind that a text names, and the values of the options that it gives."""
    text = text.strip()
    for kind in _KINDS.values():
        if kind.takes_rest and text.lower().startswith(kind.name):
            return kind, {"rest": text[len(kind.name) :].strip()}
    words = text.split() or [""]
    numbered = {name.rstrip("0123456789") for name in _aliases() if name[-1].isdecimal()}
    if len(words) > 1 and words[1].isdecimal() and words[0].lower() in numbered:
        words[:2] = ["".join(words[:2])]  # "level 5" means level5, and "level 11" is as wrong as level11
    if examples := _as_a_bot(text, words[0]):
        raise UnknownNameError(
            N_("there is no player '{name}'; if it is a bot of yours, name its kind: {examples}"),
            name=words[0],
            examples=", ".join(examples),
        )
    kind = _kind(words[0])
    given: dict[str, Any] = dict(kind.aliases.get(words[0].lower(), {}))
    for word in words[1:]:
        name, equals, value = word.partition("=")
        name = name.lower()
        option = _option(kind, name)
        if not equals:
            raise InputError(
                N_("the option {name} of the player '{player}' needs a value, as in {name}={example}"),
                name=name,
                player=kind.name,
                example=option.example,
            )
        if name in given:
            raise InputError(
                N_("the option {name} of the player '{player}' is given twice; once is right"),
                name=name,
                player=kind.name,
            )
        given[name] = option.read(value)
    return kind, given


def _as_a_bot(text: str, name: str) -> list[str]:
    """How to write a text that begins with the name of a file, if it does."""
    file = name.partition(":")[0]
    if file.endswith(".py"):
        place = "" if "/" in file else "./"
        return [f"python:{text}"] if file != name else [f"python:{file}:choose", f"cmd:{place}{text}"]
    if file.replace("\\", "/").rpartition("/")[2].startswith("pbrain-"):  # what Gomocup calls its engines
        return [f"gomocup:{text}"]
    if file.endswith((".so", ".dll", ".dylib")):
        return [f"so:{text}"]
    return [f"cmd:{text}"] if "/" in name or "\\" in name else []


def _kind(name: str) -> PlayerKind:
    if name.lower() in _KINDS and not name.endswith(":"):
        return _KINDS[name.lower()]
    aliases = _aliases()
    if name.lower() in aliases:
        return aliases[name.lower()]
    known = ", ".join(_KINDS)
    close = nearest(name, [*_KINDS, *aliases])
    if close is None:
        raise UnknownNameError(N_("there is no player '{name}'; known are {known}"), name=name, known=known)
    raise UnknownNameError(
        N_("there is no player '{name}'; did you mean {nearest}? Known are {known}"),
        name=name,
        nearest=close,
        known=known,
    )


def _option(kind: PlayerKind, name: str) -> Option:
    options = {option.name: option for option in kind.options}
    if name in options:
        return options[name]
    if not options:
        raise UnknownNameError(
            N_("the player '{player}' has no option '{name}': it has none at all"), player=kind.name, name=name
        )
    close = nearest(name, options)
    if close is None:
        raise UnknownNameError(
            N_("the player '{player}' has no option '{name}'; it has {known}"),
            player=kind.name,
            name=name,
            known=", ".join(options),
        )
    raise UnknownNameError(
        N_("the player '{player}' has no option '{name}'; did you mean {nearest}? It has {known}"),
        player=kind.name,
        name=name,
        nearest=close,
        known=", ".join(options),
    )


def _canonical(kind: PlayerKind, given: dict[str, Any]) -> str:
    if kind.takes_rest:
        return f"{kind.name}{given['rest']}"
    name, meant = kind.name, dict[str, Any]()
    values = {option.name: option.default for option in kind.options} | given
    for alias, options in kind.aliases.items():
        if options.items() <= values.items():
            name, meant = alias, dict(options)
            break
    shown = [
        f"{option.name}={option.show(given[option.name])}"
        for option in kind.options
        if option.name in given and given[option.name] != option.default and option.name not in meant
    ]
    return " ".join([name, *shown])
