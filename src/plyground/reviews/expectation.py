"""What a player expects of its move, in words: a search's own numbers mean nothing to a person."""

from __future__ import annotations

from plyground.board import Board, Decision, Move, Outcome
from plyground.texts import _, fill, ngettext, say

__all__ = ["expected_result", "has_enough_playouts", "percent_text"]


_ENOUGH_PLAYOUTS = 100
"""Playouts of a move that make its mean worth a word: 95 % of such means are within 10 percentage points."""


def percent_text(value: float) -> str:
    """A mean result between -1 and 1, as the percentage of the points.

    >>> percent_text(0.26)
    '63%'
    """
    return say("{percent}%", percent=round(50 * (value + 1)))


def expected_result(board: Board, decision: Decision) -> str:
    """How the side to move expects the game to end, in the reader's language.

    A proven result is named, and so is an end that the expected line reaches. Playouts give a percentage, if the move
    got a hundred or more. An evaluation gives nothing: the text is empty.
    """
    if decision.value is None or decision.note:
        return ""
    end = Outcome.OPEN if decision.playouts else _end_of(board, decision.line)
    moves = (len(decision.line) + 1) // 2
    if decision.exact:
        if decision.value == 0:
            return _("draw")
        if decision.value > 0:
            known = fill(ngettext("wins in {moves}", "wins in {moves}", moves), moves=moves)
            return known if end.is_over else _("wins")
        known = fill(ngettext("loses in {moves}", "loses in {moves}", moves), moves=moves)
        return known if end.is_over else _("loses")
    if decision.playouts:
        if not has_enough_playouts(decision):
            return ""
        return say("scores {percent} in its playouts", percent=percent_text(decision.value))
    if end is Outcome.DRAW:
        return _("sees a draw")
    if end.is_over and end.winner is board.turn:
        return fill(ngettext("sees a win in {moves}", "sees a win in {moves}", moves), moves=moves)
    if end.is_over:
        return fill(ngettext("sees a loss in {moves}", "sees a loss in {moves}", moves), moves=moves)
    return ""


def has_enough_playouts(decision: Decision) -> bool:
    """Whether what a decision's playouts say of its move is more than chance."""
    return decision.visits.get(decision.move, decision.playouts) >= _ENOUGH_PLAYOUTS


def _end_of(board: Board, line: tuple[Move, ...]) -> Outcome:
    """The outcome after a line; open if it cannot be played to its end."""
    for move in line:
        if move not in board.legal_moves:
            return Outcome.OPEN
        board = board.move(move)
    return board.outcome
