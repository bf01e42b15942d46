"""The stages of a tournament that was extended: which players play which rounds.

The games of a stage are numbered after those of the stages before it, so the games that were played keep their ids.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.arena.values import whole, wrong

__all__ = ["Stage", "read_stages"]

_EXAMPLE = '[{ players = ["level3", "random"], first = 1, last = 3 }]'


@dataclass(frozen=True, slots=True)
class Stage:
    """The rounds from `first` to `last`, played by `players`. With `newcomers`, only the meetings with one of them are
    played: they catch up on rounds that the others have played."""

    players: tuple[str, ...]
    first: int
    last: int
    newcomers: tuple[str, ...] = ()

    def json(self) -> dict[str, Any]:
        return {
            "players": list(self.players),
            "first": self.first,
            "last": self.last,
            "newcomers": list(self.newcomers),
        }


def read_stages(value: object) -> tuple[Stage, ...]:
    """The stages that `json` wrote."""
    if not isinstance(value, Sequence) or not value:
        raise wrong("stages", value, _EXAMPLE)
    return tuple(_stage(one) for one in value)


def _stage(value: object) -> Stage:
    names = value.get("players") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(names, list):
        raise wrong("stages", value, _EXAMPLE)
    first, last = (whole(key, value.get(key), least=1) for key in ("first", "last"))
    return Stage(tuple(map(str, names)), first, last, tuple(map(str, value.get("newcomers", ()))))
