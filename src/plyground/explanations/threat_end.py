"""How a game ends by threats, in words: wins in 5 by fours, loses in 4 to fours and threes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from plyground.board import Side
from plyground.explanations.certificates import Answer, Certificate, Forced, nodes
from plyground.explanations.strategy import longest_line
from plyground.texts import fill, ngettext

__all__ = ["ThreatEnd", "ThreatKind", "end_of", "is_by_threats"]

# What a run lacks is called a four or a three where five make a line.
_FIVE = 5


class ThreatKind(StrEnum):
    """By which threats a game is won. The words are those of five in a row; other games have none of their own."""

    FOURS = "fours"
    FOURS_AND_THREES = "fours and threes"  # not shown
    OTHER = "threats"


@dataclass(frozen=True, slots=True)
class ThreatEnd:
    """How a game ends for one side: it wins or loses, in so many moves of the winner at most, by these threats."""

    wins: bool
    moves: int
    kind: ThreatKind

    @property
    def words(self) -> str:
        """In the reader's language."""
        moves = self.moves
        if self.wins:
            if moves == 1:  # it completes a line, and makes no threat any more
                text = ngettext("wins in {moves}", "wins in {moves}", moves)
            elif self.kind is ThreatKind.FOURS:
                text = ngettext("wins in {moves} by fours", "wins in {moves} by fours", moves)
            elif self.kind is ThreatKind.FOURS_AND_THREES:
                text = ngettext("wins in {moves} by fours and threes", "wins in {moves} by fours and threes", moves)
            else:
                text = ngettext("wins in {moves} by threats", "wins in {moves} by threats", moves)
        elif self.kind is ThreatKind.FOURS:
            text = ngettext("loses in {moves} to fours", "loses in {moves} to fours", moves)
        elif self.kind is ThreatKind.FOURS_AND_THREES:
            text = ngettext("loses in {moves} to fours and threes", "loses in {moves} to fours and threes", moves)
        else:
            text = ngettext("loses in {moves} to threats", "loses in {moves} to threats", moves)
        return fill(text, moves=moves)


def is_by_threats(certificate: Certificate) -> bool:
    """Whether it wins by threats alone on a board without gravity, and names an answer to every defence."""
    return (
        not certificate.board.rules.gravity
        and certificate.wins
        and all(
            isinstance(node, Answer | Forced) or isinstance(node.otherwise, Forced)
            for node, _board in nodes(certificate.root, certificate.board)
        )
    )


def end_of(certificate: Certificate, side: Side, before: int = 0) -> ThreatEnd:
    """What a certificate of a win by threats says to `side`, `before` plies before the position that it is about."""
    plies = before + len(longest_line(certificate))
    if certificate.board.rules.connect != _FIVE:
        kind = ThreatKind.OTHER
    elif any(isinstance(node, Answer) for node, _board in nodes(certificate.root, certificate.board)):
        kind = ThreatKind.FOURS_AND_THREES
    else:
        kind = ThreatKind.FOURS
    return ThreatEnd(certificate.holder is side, (plies + 1) // 2, kind)
