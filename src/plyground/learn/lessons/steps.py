"""What a lesson is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Ask", "Guess", "Lesson", "Say", "ShowBoard", "ShowTree", "Step"]


@dataclass(frozen=True)
class Say:
    """Words alone. Texts of lessons are marked for the catalogue and translated when they are shown.

    A blank line separates paragraphs; a new word stands between asterisks where it is explained.
    """

    text: str


@dataclass(frozen=True)
class ShowBoard:
    """A position on which the reader can try moves, with some of its cells marked."""

    rules: str
    position: str
    text: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShowTree:
    """A small search that the reader steps through. The query has the names and values of the address `/think?…`."""

    query: Mapping[str, str | int | float]
    text: str = ""


@dataclass(frozen=True)
class Guess:
    """A question before the explanation. The reply explains the right choice, whatever was chosen."""

    text: str
    choices: tuple[str, ...]
    right: int
    reply: str
    figure: ShowBoard | ShowTree | None = None


@dataclass(frozen=True)
class Ask:
    """Exercises, generated from a seed."""

    kind: str
    difficulty: int = 1
    count: int = 2


Step: TypeAlias = Say | ShowBoard | ShowTree | Guess | Ask


@dataclass(frozen=True)
class Lesson:
    id: str
    """As it stands in addresses."""
    title: str
    minutes: int
    steps: tuple[Step, ...]
