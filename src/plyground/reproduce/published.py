"""Reads `published.toml`, which holds what the sources say."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

__all__ = ["Kind", "Published", "parts", "published"]


class Kind(Enum):
    """Where a row's value comes from, and so what the measurement is compared with."""

    PUBLISHED = "published"
    """The source prints it. What we measure has to be the same."""
    ESTIMATE = "estimate"
    """The source's estimate or claim. Ours is shown beside it, but not judged."""
    RULE = "rule"
    """Worked out by hand from the source's text or code. What we measure has to be the same."""
    DEPARTURE = "departure"
    """The source does something else, contradicts itself or leaves it open. What we measure has to be `ours`."""


@dataclass(frozen=True, slots=True)
class Published:
    """One row of the file. `given` is what the measurement starts from: a position, a depth, a count."""

    id: str
    part: str
    value: Any
    """By the source; None where a departure decides what the source leaves open."""
    kind: Kind = Kind.PUBLISHED
    ours: Any = None
    """Of a departure: what we do instead."""
    deep: bool = False
    """Takes long; measured only when asked for."""
    minutes: float = 0.0
    """The estimate of what it takes on two cores, of rows that take many minutes; else 0."""
    given: Mapping[str, Any] = field(default_factory=dict)

    @property
    def expected(self) -> Any:
        """What the measurement has to be; an estimate is not judged by it."""
        return self.ours if self.kind is Kind.DEPARTURE else self.value


def parts() -> tuple[str, ...]:
    """The five sources, A to E, and what the field knows, in the order of the file."""
    return tuple(dict.fromkeys(entry.part for entry in published()))


@lru_cache(maxsize=1)
def published() -> tuple[Published, ...]:
    """All rows, in the order of the file."""
    text = files("plyground.reproduce").joinpath("published.toml").read_text("utf-8")
    found = []
    for part, entries in tomllib.loads(text).items():
        for name, entry in entries.items():
            given = {
                key: value for key, value in entry.items() if key not in ("value", "kind", "ours", "deep", "minutes")
            }
            found.append(
                Published(
                    f"{part}.{name}",
                    part,
                    entry.get("value"),
                    Kind(entry.get("kind", "published")),
                    entry.get("ours"),
                    entry.get("deep", False),
                    entry.get("minutes", 0.0),
                    MappingProxyType(given),
                )
            )
    return tuple(found)
