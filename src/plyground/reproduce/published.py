"""Reads `published.toml`, which holds everything that was published."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

__all__ = ["Kind", "Published", "parts", "published"]


class Kind(Enum):
    """What a published value claims to be."""

    RESULT = "result"
    """A result or a rule: what we measure has to be the same."""
    ESTIMATE = "estimate"
    """Its author's estimate or claim: measured and shown beside it, but not judged."""


@dataclass(frozen=True, slots=True)
class Published:
    """One published value. `given` is what the measurement starts from: a position, a depth, a count."""

    id: str
    part: str
    value: Any
    kind: Kind
    deep: bool
    """Takes long; measured only when asked for."""
    given: Mapping[str, Any]


def parts() -> tuple[str, ...]:
    """The five sources, A to E, and what the field knows, in the order of the file."""
    return tuple(dict.fromkeys(entry.part for entry in published()))


@lru_cache(maxsize=1)
def published() -> tuple[Published, ...]:
    """All published values, in the order of the file."""
    text = files("plyground.reproduce").joinpath("published.toml").read_text("utf-8")
    found = []
    for part, entries in tomllib.loads(text).items():
        for name, entry in entries.items():
            given = {key: value for key, value in entry.items() if key not in ("value", "kind", "deep")}
            found.append(
                Published(
                    f"{part}.{name}",
                    part,
                    entry["value"],
                    Kind(entry.get("kind", "result")),
                    bool(entry.get("deep", False)),
                    MappingProxyType(given),
                )
            )
    return tuple(found)
