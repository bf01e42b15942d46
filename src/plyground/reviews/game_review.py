"""`Review`: the judgement of a whole game, as values, as a table, and counted for each side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from plyground.board import Move, Side
from plyground.explanations import Explanation
from plyground.game import Game
from plyground.grid import GridBoard, moves_text, position_text, rules_text
from plyground.reviews.judgement import Judgement, NotJudged, Verdict
from plyground.solver import Value
from plyground.tables import html_lines, html_table, text_table
from plyground.texts import _, clauses, fill, ngettext, say

__all__ = ["Review", "Tally"]

JSON_VERSION = 1
"""Increased when a field of the JSON form changes its meaning or is removed, not when fields are added."""

_STYLES = {
    Verdict.MISTAKE: "color:#d55e00;font-weight:bold",
    Verdict.INACCURACY: "color:#b8860b",
    Verdict.NOT_JUDGED: "opacity:.6",
}


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of a side's moves got which verdict. `given` moves belong to the opening and are nobody's mistake."""

    side: Side
    best: int = 0
    good: int = 0
    inaccuracies: int = 0
    mistakes: int = 0
    not_judged: int = 0
    given: int = 0

    @classmethod
    def of(cls, side: Side, judgements: Iterable[Judgement]) -> Tally:
        own = [each for each in judgements if each.side is side]
        counts = {verdict: sum(each.verdict is verdict for each in own) for verdict in Verdict}
        given = sum(each.reason is NotJudged.GIVEN for each in own)
        return cls(
            side,
            best=counts[Verdict.BEST],
            good=counts[Verdict.GOOD],
            inaccuracies=counts[Verdict.INACCURACY],
            mistakes=counts[Verdict.MISTAKE],
            not_judged=counts[Verdict.NOT_JUDGED] - given,
            given=given,
        )

    @property
    def judged(self) -> int:
        return self.best + self.good + self.inaccuracies + self.mistakes

    @property
    def words(self) -> str:
        """In the reader's language. "No mistake" is said of moves that were judged, and of no others."""
        count = self.mistakes
        parts = [fill(ngettext("{count} mistake", "{count} mistakes", count), count=count)] if count else []
        count = self.inaccuracies
        if count:
            parts.append(fill(ngettext("{count} inaccuracy", "{count} inaccuracies", count), count=count))
        if not parts and self.judged:
            count = self.judged
            text = ngettext("no mistake in {count} judged move", "no mistake in {count} judged moves", count)
            is_whole = not self.not_judged and not self.given
            parts.append(_("no mistake") if is_whole else fill(text, count=count))
        count = self.not_judged
        if count:
            parts.append(fill(ngettext("{count} move not judged", "{count} moves not judged", count), count=count))
        count = self.given
        if count:
            text = ngettext("{count} move given by the opening", "{count} moves given by the opening", count)
            parts.append(fill(text, count=count))
        return clauses(parts) or _("no moves")

    def json(self) -> dict[str, int]:
        names = ("best", "good", "inaccuracies", "mistakes", "not_judged", "given")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class Review:
    """A game and a judgement of each of its moves. `print` shows it as a table, and so does a notebook."""

    start: GridBoard
    moves: tuple[Move, ...]
    judgements: tuple[Judgement, ...]
    """One for every move, in the order of the game."""
    values: tuple[Value | None, ...]
    """The value of every position from the start to the end, for its side to move; None where it is not known."""
    seconds: float = 0.0
    reasons: Mapping[int, tuple[Explanation, ...]] = field(default_factory=dict)
    """Where they were asked for: why each mistake is one and, if that is quickly said, why the better move is better.
    By ply."""

    @property
    def game(self) -> Game[GridBoard]:
        """The game, replayed."""
        return Game(self.start, self.moves)

    @property
    def marked(self) -> tuple[Judgement, ...]:
        """The mistakes and inaccuracies."""
        return tuple(each for each in self.judgements if each.is_marked)

    def tally(self, side: Side) -> Tally:
        return Tally.of(side, self.judgements)

    @property
    def summary(self) -> str:
        """The mistakes and inaccuracies of each side, counted, in the reader's language; a line for each side."""
        if not self.moves:
            return _("There are no moves to judge.")
        return "\n".join(say("{label}: {words}", label=side_word(side), words=self.tally(side).words) for side in Side)

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of the columns of `rows`."""
        return "", _("side"), _("move"), _("verdict"), _("value"), _("better")

    def rows(self, arrow: str = "->") -> list[tuple[str, ...]]:
        """The table as texts: number, side, move, verdict, value before and after or why not judged, better move."""
        name = self.start.move_name
        return [
            (
                str(each.ply + 1),
                side_word(each.side),
                name(each.move),
                each.verdict.words,
                _value_text(each, arrow),
                "" if each.better is None else name(each.better),
            )
            for each in self.judgements
        ]

    def why(self, names: Mapping[Side, str] | None = None) -> list[tuple[Judgement, list[str]]]:
        """The mistakes that have a reason, with its sentences. The sides are called first and second unless `names`
        says otherwise."""
        names = names or {side: side_word(side) for side in Side}
        found = []
        for each in self.judgements:
            told = [sentence for reason in self.reasons.get(each.ply, ()) for sentence in reason.sentences(names)]
            if told:
                found.append((each, told))
        return found

    def _why_lines(self) -> list[str]:
        return [line for each, told in self.why() for line in (f"{each.ply + 1}. {told[0]}", *told[1:], "")]

    def __str__(self) -> str:
        table = [text_table(self.titles, self.rows(), right=(0,)), ""] if self.moves else []
        return "\n".join([*table, *self._why_lines(), self.summary])

    def _repr_html_(self) -> str:
        styles = {each.ply: _STYLES[each.verdict] for each in self.judgements if each.verdict in _STYLES}
        table = html_table(self.titles, self.rows("→"), right=(0,), styles=styles) if self.moves else ""
        return f"<div>{table}{html_lines([*self._why_lines(), *self.summary.splitlines()])}</div>"

    def json(self) -> dict[str, Any]:
        rules = self.start.rules
        return {
            "version": JSON_VERSION,
            "rules": rules_text(rules),
            "start": position_text(self.start),
            "moves": moves_text(rules, self.moves),
            "judgements": [self._judgement_json(each) for each in self.judgements],
            "summary": {side.name.lower(): self.tally(side).json() for side in Side},
            "seconds": round(self.seconds, 6),
        }

    def _judgement_json(self, each: Judgement) -> dict[str, Any]:
        rules = self.start.rules
        reasons = self.reasons.get(each.ply)
        return {
            "ply": each.ply + 1,
            "side": each.side.name.lower(),
            "move": self.start.move_name(each.move),
            "verdict": each.verdict.value,
            "reason": None if each.reason is None else each.reason.value,
            "before": None if each.before is None else each.before.json(),
            "after": None if each.after is None else each.after.json(),
            "words": each.words,
            "better": moves_text(rules, each.better_line),
            "refutation": moves_text(rules, each.refutation),
            **({} if reasons is None else {"why": [reason.json() for reason in reasons]}),
        }


def side_word(side: Side) -> str:
    return _("first") if side is Side.FIRST else _("second")


def _value_text(each: Judgement, arrow: str) -> str:
    if each.reason is not None:
        return each.reason.words
    before, after = each.before_words, each.after_words
    if each.before == each.after or before == after:
        return after
    return f"{before or '?'} {arrow} {after or '?'}"
