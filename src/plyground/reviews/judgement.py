"""What is said about one move: the verdict, the values that it rests on, and the lines that prove it.

| verdict    | the move                                                                              |
|------------|---------------------------------------------------------------------------------------|
| best       | keeps the whole value: wins as fast or loses as slowly as possible, or keeps a draw   |
| good       | keeps a win or a loss, but only the outcome is proven: another may be faster or slower |
| inaccuracy | keeps the outcome, but wins later than it could or loses sooner than it had to        |
| mistake    | gives the outcome away: won to drawn, won to lost, or drawn to lost                   |
| not judged | the value before or after it is not known, or the player did not choose it            |

On boards without gravity that no solver takes, what is proven by threats is judged: a move that misses a win by
threats, and one that loses to threats which another move stops, are mistakes as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from plyground.board import Move, Side
from plyground.explanations import ThreatEnd, ThreatKind
from plyground.solver import Value
from plyground.texts import N_, _, fill, ngettext, say

__all__ = ["Judgement", "NotJudged", "ValuedPosition", "Verdict", "verdict_of"]


class Verdict(StrEnum):
    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    NOT_JUDGED = "not judged"  # not shown

    @property
    def words(self) -> str:
        """In the reader's language."""
        return _(_VERDICTS[self])


_VERDICTS = {
    Verdict.BEST: N_("best"),
    Verdict.GOOD: N_("good"),
    Verdict.INACCURACY: N_("inaccuracy"),
    Verdict.MISTAKE: N_("mistake"),
    Verdict.NOT_JUDGED: N_("not judged"),
}


class NotJudged(StrEnum):
    """Why a move is not judged.

    `TOO_HARD`: the solver found no proof within the limit. `TOO_LARGE`: the solver does not take boards of this size,
    and the champion found no proof. `NO_THREATS`: on such a board without gravity, neither side was found to win by
    threats before or after the move. `NO_OTHER`: the move loses to threats, but no move was found that does not.
    `STOPPED`: the review was cancelled before. `GIVEN`: the move belongs to the opening.
    """

    TOO_HARD = "too hard"  # not shown
    TOO_LARGE = "too large"  # not shown
    NO_THREATS = "no threats"  # not shown
    NO_OTHER = "no other move"  # not shown
    STOPPED = "stopped"
    GIVEN = "given"

    @property
    def words(self) -> str:
        """In the reader's language."""
        return _(_REASONS[self])


_REASONS = {
    NotJudged.TOO_HARD: N_("too hard to prove in the time"),
    NotJudged.TOO_LARGE: N_("the board is too large to solve"),
    NotJudged.NO_THREATS: N_("no win by threats was found for either side"),
    NotJudged.NO_OTHER: N_("it loses, but no move was found that does not"),
    NotJudged.STOPPED: N_("the review was stopped"),
    NotJudged.GIVEN: N_("given by the opening"),
}


@dataclass(frozen=True, slots=True)
class ValuedPosition:
    """The value of the position after `ply` moves, for the side to move."""

    ply: int
    value: Value


@dataclass(frozen=True, slots=True)
class Judgement:
    """The move number `ply`, from 0. Values are those of the side that moved, None where they are not known."""

    ply: int
    side: Side
    move: Move
    verdict: Verdict
    before: Value | None = None
    after: Value | None = None
    better_line: tuple[Move, ...] = ()
    """For mistakes and inaccuracies: a best move instead, and how the game goes on to its end."""
    refutation: tuple[Move, ...] = ()
    """For mistakes and inaccuracies: how the other side exploits the move, from the position after it."""
    reason: NotJudged | None = None
    """For moves that are not judged: why."""
    before_end: ThreatEnd | None = None
    """How the side that moved could have won by threats, where that is proven."""
    after_end: ThreatEnd | None = None
    """How the game ends by threats after the move, where that is proven."""

    @property
    def is_marked(self) -> bool:
        """Whether the move is a mistake or an inaccuracy."""
        return self.verdict in (Verdict.MISTAKE, Verdict.INACCURACY)

    @property
    def better(self) -> Move | None:
        """For mistakes and inaccuracies: a best move instead."""
        return self.better_line[0] if self.better_line else None

    @property
    def before_words(self) -> str:
        """The value before the move, in the reader's language; empty if it is not known."""
        return _words(self.before, self.before_end)

    @property
    def after_words(self) -> str:
        """The value after the move, in the reader's language; empty if it is not known."""
        return _words(self.after, self.after_end)

    @property
    def words(self) -> str:
        """The judgement in a sentence, in the reader's language."""
        if self.verdict is Verdict.MISTAKE and (self.before is None or self.after is None):
            return self._words_of_threats()
        if self.verdict is Verdict.NOT_JUDGED or self.before is None or self.after is None:
            return _("Not judged.") if self.reason is None else say("Not judged: {reason}.", reason=self.reason.words)
        if self.verdict is Verdict.BEST:
            return say("A best move: {words}.", words=self.after_words)
        if self.verdict is Verdict.GOOD:
            return say("A good move: {words}. How fast is not proven.", words=self.after_words)
        if self.verdict is Verdict.INACCURACY:
            won = self.before.low > 0
            return _("Inaccuracy: wins later than it could") if won else _("Inaccuracy: loses sooner than it had to")
        if self.before.low == 0:
            return _("Mistake: drawn → lost")
        return _("Mistake: won → drawn") if self.after.low == 0 else _("Mistake: won → lost")

    def _words_of_threats(self) -> str:
        """A mistake of which only one of the values is known, by threats."""
        if self.after_end is None:
            return _missed_words(self.before_end)
        if self.after_end.moves == 1:
            return _("Mistake: does not stop the opponent from winning with the next stone")
        return say("Mistake: {words}, which another move stops", words=self.after_end.words)


def verdict_of(before: Value, after: Value) -> Verdict:
    """The verdict on a move that turned the value `before` into `after`, both of the side that moved.

    >>> win, later, draw = (Value(score, score, 10, 42) for score in (3, 2, 0))
    >>> [str(verdict_of(win, after)) for after in (win, later, draw)]
    ['best', 'inaccuracy', 'mistake']
    """
    if not before.is_exact or not after.is_exact:
        return Verdict.NOT_JUDGED
    if _sign(after.low) < _sign(before.low):
        return Verdict.MISTAKE
    if after.low < before.low:
        return Verdict.INACCURACY
    # Without distances a move that keeps a win or a loss may still be slower or faster than another one.
    is_distance_missing = (before.weak or after.weak) and after.low != 0
    return Verdict.GOOD if is_distance_missing else Verdict.BEST


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def _words(value: Value | None, end: ThreatEnd | None) -> str:
    return end.words if end is not None else "" if value is None else value.words


def _missed_words(end: ThreatEnd | None) -> str:
    if end is None:
        return _("Mistake: misses a win")
    moves = end.moves
    if end.kind is ThreatKind.FOURS:
        text = ngettext("Mistake: misses a win in {moves} by fours", "Mistake: misses a win in {moves} by fours", moves)
    elif end.kind is ThreatKind.FOURS_AND_THREES:
        text = ngettext(
            "Mistake: misses a win in {moves} by fours and threes",
            "Mistake: misses a win in {moves} by fours and threes",
            moves,
        )
    else:
        text = ngettext(
            "Mistake: misses a win in {moves} by threats", "Mistake: misses a win in {moves} by threats", moves
        )
    return fill(text, moves=moves)
