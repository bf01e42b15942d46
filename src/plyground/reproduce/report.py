"""The results as a table for people and as JSON for programs."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from plyground.errors import N_
from plyground.reproduce.published import Kind, Published
from plyground.reproduce.run import Result, Verdict, agreed
from plyground.texts import _, say

if TYPE_CHECKING:
    from rich.table import Table

__all__ = [
    "KINDS",
    "SOURCES",
    "as_json",
    "claim_text",
    "kind_text",
    "legend",
    "line",
    "summary",
    "table",
    "value_text",
    "verdict_text",
]

FORMAT = 2
"""The version of the JSON; it grows when a field changes its meaning."""

SOURCES: Mapping[str, str] = {
    "A": N_("A: console Connect Four with flat Monte Carlo"),
    "B": N_("B: adversarial search in Python"),
    "C": N_("C: gravity four on irregular boards with UCT"),
    "D": N_("D: Connect Four with staged minimax"),
    "E": N_("E: tic-tac-toe with minimax"),
    "facts": N_("facts: what the field knows about rules and counts"),
    "tables": N_("tables: what the field knows about exact values"),
}

KINDS: Mapping[Kind, tuple[str, str]] = {
    Kind.PUBLISHED: (N_("published"), N_("published: the source prints it")),
    Kind.ESTIMATE: (N_("estimate"), N_("estimate: the source estimates or claims it; measured, but not judged")),
    Kind.RULE: (N_("rule"), N_("rule: worked out by hand from the source's text")),
    Kind.DEPARTURE: (N_("departure"), N_("departure: ours does something else on purpose, and says why")),
}
"""The name of each kind, and what it means."""

_VERDICTS: Mapping[Verdict, tuple[str, str]] = {
    Verdict.AGREES: (N_("agrees"), "green"),
    Verdict.DEPARTS: (N_("on purpose"), "cyan"),
    Verdict.DIFFERS: (N_("differs"), "bold red"),
    Verdict.SHOWN: (N_("not judged"), "dim"),
    Verdict.UNMEASURED: (N_("not measured"), "yellow"),
}


def value_text(value: Any) -> str:
    """A value for people: yes or no, thousands separators, lists with commas, rows with slashes."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.4g}" if abs(value) < 10_000 else f"{value:,.0f}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        if value and all(isinstance(row, Sequence) and not isinstance(row, str) for row in value):
            return " / ".join(" ".join(value_text(cell) for cell in row) for row in value)
        # A comma inside a number would read as the next one.
        return ", ".join(str(item) if type(item) is int else value_text(item) for item in value)
    return str(value)


def kind_text(kind: Kind) -> str:
    return _(KINDS[kind][0])


def verdict_text(verdict: Verdict) -> str:
    return _(_VERDICTS[verdict][0])


def line(result: Result) -> str:
    """One result in one line, for logs and pipes."""
    return say(
        "{id}: {kind}, by the source {published}, measured {measured}: {verdict}",
        id=result.published.id,
        kind=kind_text(result.published.kind),
        published=value_text(result.published.value),
        measured=_measured_text(result),
        verdict=verdict_text(result.verdict),
    )


def _measured_text(result: Result) -> str:
    if result.measured is None:
        return result.note or value_text(None)
    text = value_text(result.measured)
    return f"{text} ({result.note})" if result.note else text


def claim_text(result: Result) -> str:
    return say("{claim}; why: {why}", claim=result.claim, why=result.why) if result.why else result.claim


def table(results: Collection[Result], whole_lines: bool = False) -> Table:
    """The table of all results, a section for each source; with `whole_lines` each result is one line."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading, ratio in (
        (_("source"), 0),
        (_("kind"), 0),
        (_("claim"), 4),
        (_("by the source"), 2),
        (_("measured"), 3),
        (_("verdict"), 0),
    ):
        wraps = ratio > 0 and not whole_lines
        shown.add_column(heading, ratio=ratio if wraps else None, no_wrap=not wraps, overflow="fold")
    part = None
    for result in results:
        if result.published.part != part:
            part = result.published.part
            shown.add_section()
        shown.add_row(
            Text(part),
            Text(kind_text(result.published.kind)),
            Text(claim_text(result)),
            Text(value_text(result.published.value)),
            Text(_measured_text(result)),
            Text(verdict_text(result.verdict), style=_VERDICTS[result.verdict][1]),
        )
    return shown


def summary(results: Collection[Result], wanted: int) -> str:
    """How it went, in one line."""
    seconds = sum(result.cpu_seconds for result in results)
    counts = {verdict: sum(result.verdict is verdict for result in results) for verdict in Verdict}
    return say(
        "{done} of {wanted} measured in {seconds:.0f} s of CPU time. Agree: {agree}. Differ: {differ}. "
        "Departures: {departures}. Estimates, not judged: {shown}. Not measured: {missing}.",
        done=len(results),
        wanted=wanted,
        seconds=seconds,
        agree=counts[Verdict.AGREES],
        differ=counts[Verdict.DIFFERS],
        departures=counts[Verdict.DEPARTS],
        shown=counts[Verdict.SHOWN],
        missing=counts[Verdict.UNMEASURED],
    )


def legend(results: Collection[Result]) -> str:
    """What the sources and kinds in the table stand for, and how columns are counted."""
    parts = dict.fromkeys(result.published.part for result in results)
    sources = [_(SOURCES[part]) for part in parts]
    kinds = {result.published.kind for result in results}
    meanings = [_(meaning) for kind, (_name, meaning) in KINDS.items() if kind in kinds]
    return "\n".join([*sources, *meanings, _("Columns and cells are counted from 0, as the sources do.")])


def as_json(results: Collection[Result], wanted: int, left: Collection[Published] = ()) -> str:
    """All results for programs, and what was left out (`left`). Claims, reasons and notes are in the user's language,
    all else is not."""
    document = {
        "format": FORMAT,
        "complete": len(results) == wanted,
        "agrees": agreed(results),
        "results": [
            {
                "id": result.published.id,
                "source": result.published.part,
                "claim": result.claim,
                "kind": result.published.kind.value,
                "why": result.why,
                "published": _plain(result.published.value),
                "ours": _plain(result.published.ours),
                "measured": _plain(result.measured),
                "note": result.note,
                "verdict": result.verdict.value,
                "cpu_seconds": round(result.cpu_seconds, 3),
            }
            for result in results
        ],
        "differing": [result.published.id for result in results if result.verdict is Verdict.DIFFERS],
        "unmeasured": [result.published.id for result in results if result.verdict is Verdict.UNMEASURED],
        "left_out": [{"id": entry.id, "minutes": entry.minutes} for entry in left],
        "kinds": {kind.value: sum(result.published.kind is kind for result in results) for kind in Kind},
    }
    return json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)


def _plain(value: Any) -> Any:
    """JSON knows no infinity: it is written as text."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return [_plain(item) for item in value] if isinstance(value, list) else value
