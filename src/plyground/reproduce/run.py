"""Measures the published values and compares."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from plyground.errors import MissingError, PlygroundError
from plyground.reproduce.measure import MEASURES, Measured, Setting, forget
from plyground.reproduce.published import Kind, Published, published
from plyground.reproduce.published import parts as all_parts
from plyground.texts import _, tell

__all__ = ["Result", "Verdict", "agreed", "chosen", "measure", "run"]


ON_DEMAND = ("tables",)
"""Parts that run only when they are named: whole boards take the solver many minutes."""


class Verdict(Enum):
    AGREES = "agrees"
    DIFFERS = "differs"
    SHOWN = "shown"
    """An estimate: measured beside the printed figure, not judged."""
    UNMEASURED = "unmeasured"
    """Something that the measurement needs is missing; the note says what."""


@dataclass(frozen=True, slots=True)
class Result:
    published: Published
    claim: str
    """In the user's language."""
    measured: Any
    note: str
    verdict: Verdict
    seconds: float

    @property
    def is_wrong(self) -> bool:
        """A result that must agree and does not, or could not be looked at."""
        return self.published.kind is Kind.RESULT and self.verdict is not Verdict.AGREES


def chosen(parts: Collection[str] = (), deep: bool = False) -> list[Published]:
    """What a run measures: the named parts, or all but the solver's tables; with `deep` also what takes long."""
    wanted = parts or [part for part in all_parts() if part not in ON_DEMAND]
    return [entry for entry in published() if entry.part in wanted and (deep or not entry.deep)]


def run(
    entries: Collection[Published], tick: Callable[[Published, float], None] = lambda entry, done: None
) -> Iterator[Result]:
    """Measures one published value after the other, each when the caller asks for the next."""
    forget()
    for entry in entries:
        tick(entry, 0.0)
        yield measure(entry, lambda done, entry=entry: tick(entry, done))  # type: ignore[misc]


def measure(entry: Published, tick: Callable[[float], None] = lambda done: None) -> Result:
    """Measures one published value. An error of ours is a result too: it does not agree."""
    began = time.perf_counter()
    try:
        measured = MEASURES[entry.id].take(Setting(entry.given, tick))
        verdict = _judge(entry, measured.value)
    except MissingError as error:
        measured, verdict = Measured(None, tell(error)), Verdict.UNMEASURED
    except PlygroundError as error:
        measured, verdict = Measured(None, tell(error)), Verdict.DIFFERS
    seconds = time.perf_counter() - began
    return Result(entry, _(MEASURES[entry.id].claim), measured.value, measured.note, verdict, seconds)


def _judge(entry: Published, value: Any) -> Verdict:
    if entry.kind is Kind.ESTIMATE:
        return Verdict.SHOWN
    # `True == 1` in Python, but a yes is not a count.
    same = type(value) is type(entry.value) and value == entry.value
    return Verdict.AGREES if same else Verdict.DIFFERS


def agreed(results: Collection[Result]) -> bool:
    return not any(result.is_wrong for result in results)
