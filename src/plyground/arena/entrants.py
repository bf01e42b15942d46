"""The players of a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from plyground.arena.values import text, wrong
from plyground.errors import N_, UnknownNameError, UnsupportedError, nearest
from plyground.game import Player
from plyground.players import AnyPlayer, is_built_in, located_text, text_or_player

__all__ = ["Entrant", "entrants"]

_KEYS = ("name", "player")
"""The keys of a player in a tournament's file."""

_OF_PYTHON = "program:"
"""Before the name of a player that no other process can make: a Python object, or of a kind registered by a program."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a tournament and its name there. Without `player`, the name is the player's text, too.

    >>> Entrant("steady").text, Entrant("mine", max).text
    ('level5', 'program:mine')
    """

    name: str
    player: AnyPlayer = ""

    def __post_init__(self) -> None:
        text("name", self.name)
        given = self.name if isinstance(self.player, str) and not self.player else self.player
        if not _is_of_python(given):
            given = text_or_player(given)
        object.__setattr__(self, "player", given)

    @property
    def text(self) -> str:
        """The player as the database keeps it: its text, or `program:` and a name if only this process can make it."""
        if not isinstance(self.player, str):
            return f"{_OF_PYTHON}{self.name}"
        return self.player if _is_of_python(self.player) or is_built_in(self.player) else f"{_OF_PYTHON}{self.player}"

    def seen_from(self, folder: Path) -> Entrant:
        """The same entrant, with paths in the player's text made absolute that were relative to `folder`."""
        if not isinstance(self.player, str) or _is_of_python(self.player):
            return self
        return Entrant(self.name, located_text(self.player, folder))

    @property
    def contestant(self) -> str | Player:
        """The player, or its text; refuses one that another Python program has to give again."""
        if _is_of_python(self.player):
            raise UnsupportedError(
                N_(
                    "the player '{name}' exists only in the Python program that gave it, and the tournament goes on "
                    "only there: call plyground.tournament with the same settings, and this player under the same name"
                ),
                name=self.name,
            )
        return text_or_player(self.player)


def _is_of_python(player: object) -> bool:
    return isinstance(player, str) and player.startswith(_OF_PYTHON)


def entrants(key: str, value: object) -> tuple[Entrant, ...]:
    """The entrants of a list of players, each as an `Entrant`, a table of a file, or in any form of a player."""
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        raise wrong(key, value, '["level3", "random"]')
    return tuple(_entrant(key, one) for one in value)


def _entrant(key: str, one: object) -> Entrant:
    if isinstance(one, Entrant):
        return one
    if isinstance(one, Mapping):
        return _from_table(key, one)
    player = text_or_player(one)  # type: ignore[arg-type]  # it refuses what is no player
    return Entrant(player if isinstance(player, str) else player.name, player)


def _from_table(key: str, table: Mapping[str, object]) -> Entrant:
    for unknown in table:
        if unknown not in _KEYS:
            near = nearest(unknown, _KEYS)
            raise UnknownNameError(
                N_("a player has no key '{key}'; did you mean {near}? It has name and player")
                if near
                else N_("a player has no key '{key}'; it has name and player"),
                key=unknown,
                near=near,
            )
    player = table.get("player")
    if not isinstance(player, str):
        raise wrong(key, table, '"level3", { name = "old", player = "cmd:./old" }')
    shown = player if _is_of_python(player) else text_or_player(player)
    return Entrant(text("name", table.get("name", shown)), player)
