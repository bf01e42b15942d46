"""How a row is measured: a small function, registered under the row's id."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar, cast

__all__ = ["MEASURES", "Measure", "Measured", "Setting", "Taken", "forget", "kept", "measures", "measures_each"]


@dataclass(frozen=True, slots=True)
class Setting:
    """What a measuring function gets: the inputs of the row, and a callback for progress."""

    given: Mapping[str, Any]
    tick: Callable[[float], None] = field(default=lambda done: None)
    """Called with the share that is done, from 0 to 1, by measurements that take long."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The measured value. `note` says what it is based on, such as the number of games."""

    value: Any
    note: str = ""


F = TypeVar("F", bound=Callable[..., Any])

Taken: TypeAlias = Callable[[Setting], Measured]


@dataclass(frozen=True, slots=True)
class Measure:
    """A claim in words and the function that measures it. Texts are in English, and translated when they are shown."""

    id: str
    claim: str
    take: Taken
    why: str = ""
    """Of a departure: why we do something else than the source."""


MEASURES: dict[str, Measure] = {}
"""Every measure by its id. `plyground.reproduce` fills it by importing the modules that measure."""


_KEPT: list[Callable[[], None]] = []


def kept(function: F) -> F:
    """Keeps what `function` returned, for the other rows of the same run; a new run measures anew."""
    cached = lru_cache(maxsize=None)(function)
    _KEPT.append(cached.cache_clear)
    return cast(F, cached)


def forget() -> None:
    """Forgets everything kept: a run starts from nothing."""
    for clear in _KEPT:
        clear()


def measures(name: str, claim: str, *, why: str = "") -> Callable[[Taken], Taken]:
    """Registers a measuring function under the id of a row, with the claim in words, and the reason of a departure."""

    def register(take: Taken) -> Taken:
        assert name not in MEASURES, name
        MEASURES[name] = Measure(name, claim, take, why)
        return take

    return register


def measures_each(claims: Mapping[str, str]) -> Callable[[Taken], Taken]:
    """Registers one function for several rows, which differ in what they are given."""

    def register(take: Taken) -> Taken:
        for name, claim in claims.items():
            measures(name, claim)(take)
        return take

    return register
