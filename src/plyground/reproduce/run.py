"""Measures the rows and compares."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from plyground.errors import PlygroundError
from plyground.reproduce.measure import MEASURES, Measured, Setting, forget
from plyground.reproduce.published import Kind, Published, published
from plyground.reproduce.published import parts as all_parts
from plyground.texts import _, tell

__all__ = ["Result", "Verdict", "agreed", "chosen", "left_out", "measure", "run"]


ON_DEMAND = ("tables",)
"""Parts that run only when they are named: whole boards take the solver many minutes."""


class Verdict(Enum):
    AGREES = "agrees"
    DEPARTS = "departs"
    """A departure: ours does what it means to do instead."""
    DIFFERS = "differs"
    SHOWN = "shown"
    """An estimate: measured beside the printed figure, not judged."""
    UNMEASURED = "unmeasured"
    """The measurement failed; the note says why."""


@dataclass(frozen=True, slots=True)
class Result:
    published: Published
    claim: str
    """In the user's language."""
    why: str
    """In the user's language: the reason of a departure, else empty."""
    measured: Any
    note: str
    verdict: Verdict
    cpu_seconds: float

    @property
    def is_wrong(self) -> bool:
        """Not what it has to be, or not known: an estimate has to be measured as well."""
        return self.verdict in (Verdict.DIFFERS, Verdict.UNMEASURED)


def chosen(parts: Collection[str] = (), deep: bool = False) -> list[Published]:
    """What a run measures: the named parts, or all but the solver's tables; with `deep` also what takes long."""
    wanted = parts or [part for part in all_parts() if part not in ON_DEMAND]
    return [entry for entry in published() if entry.part in wanted and (deep or not entry.deep)]


def left_out(entries: Collection[Published], minutes: float) -> list[Published]:
    """The rows that are estimated to take longer than so many minutes, the shortest first."""
    return sorted((entry for entry in entries if entry.minutes > minutes), key=lambda entry: entry.minutes)


def run(
    entries: Collection[Published], tick: Callable[[Published, float], None] = lambda entry, done: None
) -> Iterator[Result]:
    """Measures one row after the other, each when the caller asks for the next."""
    forget()
    for entry in entries:
        tick(entry, 0.0)
        yield measure(entry, lambda done, entry=entry: tick(entry, done))  # type: ignore[misc]


def measure(entry: Published, tick: Callable[[float], None] = lambda done: None) -> Result:
    """Measures one row. If an error of ours prevents it, the note is the error's message."""
    way = MEASURES[entry.id]
    began = _cpu_seconds()
    try:
        measured = way.take(Setting(entry.given, tick))
        verdict = _judge(entry, measured.value)
    except PlygroundError as error:
        measured, verdict = Measured(None, tell(error)), Verdict.UNMEASURED
    spent = _cpu_seconds() - began
    return Result(entry, _(way.claim), _(way.why), measured.value, measured.note, verdict, spent)


def _cpu_seconds() -> float:
    """Spent by this process, and by those of its workers that have ended."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def _judge(entry: Published, value: Any) -> Verdict:
    if entry.kind is Kind.ESTIMATE:
        return Verdict.SHOWN
    # `True == 1` in Python, but a yes is not a count.
    if type(value) is not type(entry.expected) or value != entry.expected:
        return Verdict.DIFFERS
    return Verdict.DEPARTS if entry.kind is Kind.DEPARTURE else Verdict.AGREES


def agreed(results: Collection[Result]) -> bool:
    return not any(result.is_wrong for result in results)
