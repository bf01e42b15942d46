"""Plots as SVG text, for the report, the web page and notebooks.

Colours are CSS variables of the page (`--paper`, `--ink`, `--quiet`, `--line`, `--accent`, and `--won`, `--drawn`,
`--lost` with `--on-won`, `--on-drawn`, `--on-lost` for the figures on them), so one drawing works in light and dark
mode; without a page the light colours in the drawing apply. A drawing has no style sheet and no script, so a page that
forbids both can show it. Colour alone never carries meaning: bars have labels and a fixed order.

All are as wide as half a page or a phone. Names stand above their bars, where long ones have room.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol

from plyground.texts import _, say

__all__ = ["Rated", "Results", "Spread", "histogram", "quantity", "ratings_plot", "results_plot", "spread_plot"]

_WIDTH = 460
_EDGE = 6
_ROW = 40
_TYPE = 13
_LETTER = 7.7  # width of a letter of that size in the widest of the usual fonts

_INK, _QUIET, _LINE = "var(--ink, #22252a)", "var(--quiet, #5d636d)", "var(--line, #dedad1)"
_PAPER = "var(--paper, #fbfaf7)"
_ACCENT = "var(--accent, #2b5d8f)"
# Okabe and Ito's blue and orange: different in every kind of colour vision, and in grey; draws lie between them.
_WON, _DRAWN, _LOST = "var(--won, #0072b2)", "var(--drawn, #b9b4a8)", "var(--lost, #e69f00)"
_ON_WON, _ON_DRAWN, _ON_LOST = "var(--on-won, #ffffff)", "var(--on-drawn, #22252a)", "var(--on-lost, #22252a)"


class Rated(Protocol):
    """A player with its rating and the 95 % interval around it, which may be open (infinite)."""

    @property
    def name(self) -> str: ...
    @property
    def elo(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Results:
    """A row of `results_plot`: games won, drawn and lost."""

    label: str
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5


@dataclass(frozen=True, slots=True)
class Spread:
    """A row of `spread_plot`: the median, the range of nine values in ten, and the largest value; all 0 or more."""

    label: str
    low: float
    middle: float
    high: float
    most: float


def ratings_plot(ratings: Sequence[Rated], title: str = "") -> str:
    """The players from the strongest down, each as a dot with its 95 % interval.

    >>> from types import SimpleNamespace
    >>> drawing = ratings_plot([SimpleNamespace(name="uct", elo=120.0, low=80.0, high=160.0)])
    >>> drawing.startswith("<svg"), "120" in drawing
    (True, True)
    """
    rows = sorted(ratings, key=lambda rated: -rated.elo)
    ends = [end for rated in rows for end in (rated.low, rated.elo, rated.high) if math.isfinite(end)]
    axis = _Axis(min(ends, default=0.0), max(ends, default=0.0), least=50.0)
    parts = [axis.grid(_ROW * len(rows))]
    for index, rated in enumerate(rows):
        y = index * _ROW
        low, high = axis.place(rated.low), axis.place(rated.high)
        parts.append(_heading(y, rated.name, _rating_text(rated)))
        parts.append(
            f'<path d="M{low:.1f} {y + 28}H{high:.1f}{_cap(low, y, rated.low)}{_cap(high, y, rated.high)}" '
            f'fill="none" stroke="{_ACCENT}" stroke-width="2"/>'
            f'<circle cx="{axis.place(rated.elo):.1f}" cy="{y + 28}" r="5" fill="{_ACCENT}"/>'
        )
    return _drawing(_ROW * len(rows), parts, axis, title or _("Ratings with 95 % intervals"))


def results_plot(rows: Sequence[Results], title: str = "") -> str:
    """For each row a bar of games won, drawn and lost, and the score."""
    parts = []
    for index, row in enumerate(rows):
        y = index * _ROW
        games = say("{score} % of {games}", score=f"{100 * row.score:.1f}", games=f"{row.games:,}")
        parts.append(_heading(y, row.label, games if row.games else "–"))
        x = float(_EDGE)
        # Keep the figures away from the mark in the middle, which shows half of the points.
        for count, fill, ink, anchor, inward in (
            (row.won, _WON, _ON_WON, "start", 0.0),
            (row.drawn, _DRAWN, _ON_DRAWN, "middle", 0.5),
            (row.lost, _LOST, _ON_LOST, "end", 1.0),
        ):
            width = (_WIDTH - 2 * _EDGE) * count / row.games if row.games else 0.0
            text = f"{count:,}"
            if width > 1:
                parts.append(f'<rect x="{x:.1f}" y="{y + 20}" width="{width - 1:.1f}" height="15" fill="{fill}"/>')
            if width > 8 + _LETTER * len(text):
                at = x + 5 + (width - 11) * inward
                parts.append(_text(at, y + 31.5, text, ink, anchor, _TYPE - 2))
            x += width
        if row.games:
            parts.append(f'<path d="M{_WIDTH / 2:g} {y + 17}v21" stroke="{_INK}" stroke-width="1.5"/>')
    height = _ROW * len(rows)
    x = float(_EDGE)
    for word, fill in ((_("won"), _WON), (_("drawn"), _DRAWN), (_("lost"), _LOST)):
        parts.append(f'<rect x="{x:.1f}" y="{height + 8}" width="12" height="12" fill="{fill}"/>')
        parts.append(_text(x + 17, height + 18.5, word, _QUIET))
        x += 34 + _width(word)
    return _drawing(height + 24, parts, None, title or _("Games won, drawn and lost"))


def histogram(values: Sequence[int], label: str, title: str = "") -> str:
    """How often each whole number occurs; `label` names what they count. Wide ranges are divided into groups."""
    height = 150
    low, high = min(values, default=0), max(values, default=0)
    step = max(1, math.ceil((high - low + 1) / 48))
    low -= low % step
    counts = [0] * ((high - low) // step + 1)
    for value in values:
        counts[(value - low) // step] += 1
    most = max(counts)
    axis = _Axis(low, low + len(counts) * step, least=1.0, exact=True)
    parts = []
    for share in (0.5, 1.0):
        y = height - 120 * share
        parts.append(f'<path d="M{_EDGE} {y:g}H{_WIDTH - _EDGE}" stroke="{_LINE}"/>')
        if most * share == int(most * share):
            parts.append(_text(_EDGE, y - 3, f"{int(most * share):,}", _QUIET, size=_TYPE - 2))
    for index, count in enumerate(counts):
        left, right = axis.place(low + index * step), axis.place(low + (index + 1) * step)
        tall = 120 * count / most if most else 0
        name = str(low + index) if step == 1 else f"{low + index * step}–{low + (index + 1) * step - 1}"
        parts.append(
            f'<rect x="{left + 0.5:.1f}" y="{height - tall:.1f}" width="{max(right - left - 1, 0.5):.1f}" '
            f'height="{tall:.1f}" fill="{_ACCENT}"><title>{name}: {count:,}</title></rect>'
        )
    parts.append(f'<path d="M{_EDGE} {height}H{_WIDTH - _EDGE}" stroke="{_QUIET}"/>')
    # A label stands under the middle of its bar.
    every = max(1, round(len(counts) / 8))
    for index in range(0, len(counts), every):
        middle = (axis.place(low + index * step) + axis.place(low + (index + 1) * step)) / 2
        parts.append(_label(middle, height + 15, f"{low + index * step}"))
    parts.append(_text(_WIDTH / 2, height + 33, label, _QUIET, "middle"))
    return _drawing(height + 38, parts, None, title or label)


def spread_plot(rows: Sequence[Spread], unit: str, title: str = "") -> str:
    """For each row a bar for the range of nine values in ten, a dot for the median and a stroke for the largest.

    The axis is logarithmic, for example from a microsecond to a minute. `unit` is written after every value.
    """
    positive = [value for row in rows for value in (row.low, row.middle, row.high, row.most) if value > 0]
    axis = _LogAxis(min(positive, default=1.0), max(positive, default=1.0), unit)
    parts = [axis.grid(_ROW * len(rows))]
    for index, row in enumerate(rows):
        y = index * _ROW
        low, middle, high, most = (axis.place(value) for value in (row.low, row.middle, row.high, row.most))
        value = say("{middle}, at most {most}", middle=quantity(row.middle, unit), most=quantity(row.most, unit))
        parts.append(_heading(y, row.label, value))
        parts.append(
            f'<path d="M{low:.1f} {y + 28}H{high:.1f}" stroke="{_ACCENT}" stroke-width="7" stroke-opacity="0.4" '
            f'stroke-linecap="round"/>'
            f'<path d="M{high:.1f} {y + 28}H{most:.1f}m0 -5v10" stroke="{_ACCENT}" stroke-width="2" fill="none"/>'
            f'<circle cx="{middle:.1f}" cy="{y + 28}" r="5" fill="{_ACCENT}"/>'
        )
    return _drawing(_ROW * len(rows), parts, axis, title or _("Time for a move"))


class _Axis:
    """A linear scale with round numbers on it."""

    def __init__(self, low: float, high: float, *, least: float, exact: bool = False) -> None:
        if high - low < least:
            middle = (low + high) / 2
            low, high = middle - least / 2, middle + least / 2
        room = 0.0 if exact else (high - low) * 0.04
        self.low, self.high = low - room, high + room
        step = 10 ** math.floor(math.log10((self.high - self.low) / 4))
        self.step = next(step * k for k in (1, 2, 2.5, 5, 10) if (self.high - self.low) / (step * k) <= 6)

    def place(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return _EDGE + share * (_WIDTH - 2 * _EDGE)

    def ticks(self) -> list[tuple[float, str]]:
        first, last = math.ceil(self.low / self.step), math.floor(self.high / self.step)
        return [(k * self.step, f"{k * self.step:g}") for k in range(first, last + 1)]

    def grid(self, height: int) -> str:
        lines = "".join(f"M{self.place(value):.1f} 0V{height}" for value, _name in self.ticks())
        return f'<path d="{lines}" stroke="{_LINE}"/>'

    def labels(self, y: float) -> list[str]:
        return [_label(self.place(value), y, name) for value, name in self.ticks()]


class _LogAxis(_Axis):
    """A logarithmic scale with powers of ten on it. A value of 0 is at the left end."""

    def __init__(self, low: float, high: float, unit: str) -> None:
        self.unit = unit
        self.low, self.high = math.floor(math.log10(low)), math.ceil(math.log10(high))
        if self.low == self.high:
            self.high += 1

    def place(self, value: float) -> float:
        logarithm = math.log10(value) if value > 0 else self.low
        share = (min(max(logarithm, self.low), self.high) - self.low) / (self.high - self.low)
        return _EDGE + share * (_WIDTH - 2 * _EDGE)

    def ticks(self) -> list[tuple[float, str]]:
        every = max(1, math.ceil((self.high - self.low) / 6))
        return [
            (10.0**power, quantity(10.0**power, self.unit)) for power in range(int(self.low), int(self.high) + 1, every)
        ]


def _rating_text(rated: Rated) -> str:
    if not math.isfinite(rated.elo):
        return "+∞" if rated.elo > 0 else "−∞"
    elo = f"{rated.elo:z.0f}".replace("-", "−")
    low, high = rated.elo - rated.low, rated.high - rated.elo
    if not (math.isfinite(low) and math.isfinite(high)):
        return elo
    if max(low, high) < 0.5:
        return elo
    if round(low) == round(high):
        return f"{elo} ±{high:.0f}"
    return f"{elo} +{high:.0f} −{low:.0f}"


def _cap(x: float, y: int, end: float) -> str:
    """The end of an interval: a stroke, or an arrow where it is open."""
    if math.isfinite(end):
        return f"M{x:.1f} {y + 23}v10"
    inward = 5 if end < 0 else -5
    return f"M{x + inward:.1f} {y + 23}L{x:.1f} {y + 28}L{x + inward:.1f} {y + 33}"


def quantity(value: float, unit: str) -> str:
    """A quantity with three figures and a prefix.

    >>> quantity(0.00042, "s"), quantity(3.14159, "s")
    ('420 µs', '3.14 s')
    """
    if value <= 0:
        return f"0 {unit}"
    for prefix, size in (("k", 1e3), ("", 1.0), ("m", 1e-3), ("µ", 1e-6), ("n", 1e-9)):
        if value >= size * 0.9995 or prefix == "n":
            break
    return f"{float(f'{value / size:.3g}'):g} {prefix}{unit}"


def _heading(y: int, name: str, value: str) -> str:
    """The line above a bar: its name and its value in figures."""
    room = _WIDTH - 2 * _EDGE - _width(value) - 12
    shown = name
    while _width(shown) > room:
        shown = shown[:-2] + "…"
    # A rim in the colour of the paper keeps grid lines from crossing the letters.
    return (
        f'<g stroke="{_PAPER}" stroke-width="4" stroke-linejoin="round" paint-order="stroke">'
        f"<title>{escape(name)}</title>{_text(_EDGE, y + 14, shown, _INK)}"
        f"{_text(_WIDTH - _EDGE, y + 14, value, _QUIET, 'end')}</g>"
    )


def _width(text: str) -> float:
    """About how wide the text is in letters: Korean and Chinese letters count as two."""
    return _LETTER * sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _text(x: float, y: float, text: str, fill: str, anchor: str = "start", size: int = _TYPE) -> str:
    return f'<text x="{x:.1f}" y="{y:g}" fill="{fill}" text-anchor="{anchor}" font-size="{size}">{escape(text)}</text>'


def _label(x: float, y: float, name: str) -> str:
    """A label under a place of the axis, kept within the drawing at both ends."""
    half = _width(name) / 2
    anchor = "start" if x < half else "end" if x > _WIDTH - half else "middle"
    return _text(x, y, name, _QUIET, anchor, _TYPE - 2)


def _drawing(height: int, parts: list[str], axis: _Axis | None, title: str) -> str:
    labels = [] if axis is None else axis.labels(height + 16)
    whole = height + (0 if axis is None else 22) + 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {whole}" width="{_WIDTH}" height="{whole}" '
        f'role="img" class="plot" font-family="system-ui, sans-serif" font-variant-numeric="tabular-nums">'
        f"<title>{escape(title)}</title>{''.join(parts)}{''.join(labels)}</svg>"
    )
