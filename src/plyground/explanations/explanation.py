"""`Explanation`: what `explain` answers. It prints, draws itself, and answers any reply that a reader tries."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from plyground.board import Move, Side
from plyground.errors import N_
from plyground.explanations.certificates import Certificate
from plyground.explanations.checker import Checked, Refuted, check
from plyground.explanations.marks import Mark, MarkKind, marks_of
from plyground.explanations.strategy import answer_after, longest_line, shown_line
from plyground.explanations.threat_end import ThreatEnd, end_of, is_by_threats
from plyground.explanations.words import Names, sentences_of
from plyground.grid import (
    Cell,
    GameLine,
    GridBoard,
    Rules,
    cell_text,
    draw_svg,
    draw_text,
    has_letters,
    move_text,
    moves_text,
    position_text,
    rules_of,
    rules_text,
    step_html,
)
from plyground.solver import Value, is_solvable
from plyground.texts import _, fill, ngettext, say

__all__ = ["Explanation", "Proof", "dead_note"]

STONES: Names = {Side.FIRST: "x", Side.SECOND: "o"}

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Proof:
    """A certificate that has passed its check."""

    certificate: Certificate
    checked: Checked

    def sentences(self, names: Names = STONES) -> list[str]:
        return sentences_of(self.certificate, self.checked, names)

    @property
    def marks(self) -> list[Mark]:
        return marks_of(self.certificate, self.checked)

    @property
    def line(self) -> tuple[Move, ...]:
        """A game that shows the reason: the opponent does not lose sooner than it has to."""
        if self.is_by_threats and not has_letters(self.certificate.board.rules):
            return longest_line(self.certificate)
        return shown_line(self.certificate, _stubborn)

    @property
    def is_by_threats(self) -> bool:
        """Whether it is a win by threats on a board without gravity."""
        return is_by_threats(self.certificate)

    def end(self, side: Side, before: int = 0) -> ThreatEnd | None:
        """What a win by threats says to `side`, counted from `before` plies before it begins; None for other proofs."""
        return end_of(self.certificate, side, before) if self.is_by_threats else None

    def answer(self, moves: Sequence[Move]) -> Move | None:
        """The holder's answer after any moves that lead on from the certificate's position."""
        return answer_after(self.certificate, moves)

    def json(self) -> dict[str, Any]:
        certificate, checked = self.certificate, self.checked
        return {
            **certificate.json(),
            "position": position_text(certificate.board),
            "positions_checked": checked.positions,
            "line": moves_text(certificate.board.rules, self.line),
            "sentences": self.sentences(),
            "marks": [
                {"kind": mark.kind.value, "side": mark.side.name.lower(), "cells": [cell_text(c) for c in mark.cells]}
                for mark in self.marks
            ],
        }


def proof_of(certificate: Certificate) -> Proof | None:
    """The proof, if the certificate passes its check. One that fails is a fault of ours: it is logged, never shown."""
    try:
        return Proof(certificate, check(certificate))
    except Refuted as refuted:
        _log.error("a certificate for %s was refuted: %s", position_text(certificate.board), refuted.reason)
        return None


def dead_note(rules: Rules | str) -> str:
    """Why a dead board is drawn, in the reader's language."""
    connect = rules_of(rules).connect
    return say("Neither side can get {connect} in a row any more: the game ends in a draw.", connect=connect)


@dataclass(frozen=True, slots=True, repr=False)
class Explanation:
    """Why a position, or a move, is worth what it is worth.

    `value` is that of the position for the side to move; with a `move`, `move_value` is that of the move. `proofs` has
    one proof if somebody wins, and one for each side in a draw. It has fewer where no short reason was found: then
    `line` shows how the game goes on with best play, and that is all.
    """

    board: GridBoard
    value: Value
    move: Move | None = None
    move_value: Value | None = None
    best: tuple[Move, ...] = ()
    """The best moves, as far as they are proven."""
    proofs: tuple[Proof, ...] = ()
    line: tuple[Move, ...] = ()
    seconds: float = 0.0
    gave_up_after: float | None = None
    """The seconds after which the search for a reason ended without one."""
    best_end: ThreatEnd | None = None
    """How the best move wins by threats, where no solver knows how soon."""

    @property
    def decisions(self) -> int | None:
        """The winner's moves that have to be found; None without a proof."""
        return sum(proof.certificate.decisions for proof in self.proofs) if self.proofs else None

    @property
    def verdict(self) -> str:
        """The value, and how a move compares with the best ones."""
        return self.verdict_for(STONES)

    def verdict_for(self, names: Names) -> str:
        turn = names[self.board.turn]
        if self.move is None or self.move_value is None:
            return say("{turn} to move: {words}.", turn=turn, words=self._words(self.value))
        name = self.board.move_name(self.move)
        template = N_("Column {move}: {words}.") if self.board.rules.gravity else N_("{move}: {words}.")
        sentence = say(template, move=name, words=self._words(self.move_value))
        comparison = self._comparison()
        return (
            sentence if comparison is None else say("{sentence} {following}", sentence=sentence, following=comparison)
        )

    def _words(self, value: Value) -> str:
        """The value in words; the threats of a proof say how soon the game ends where no solver does."""
        end = None
        if self.proofs and not value.is_exact:
            end = self.proofs[0].end(self.board.turn, 0 if self.move is None else 1)
        return value.words if end is None else end.words

    def _comparison(self) -> str | None:
        """How the move compares with the best ones."""
        assert self.move_value is not None
        if not self.best or self.move in self.best:
            return None
        better = _(", ").join(self.board.move_name(move) for move in sorted(self.best))
        mine, best = self.move_value, self.value
        if mine.outcome == best.outcome and mine.moves is not None and best.moves is not None:
            later = abs(mine.moves - best.moves)
            if mine.outcome == "win":
                return fill(
                    ngettext(
                        "Both win; {better} wins {count} move sooner.",
                        "Both win; {better} wins {count} moves sooner.",
                        later,
                    ),
                    better=better,
                    count=later,
                )
            return fill(
                ngettext(
                    "Both lose; {better} holds out {count} move longer.",
                    "Both lose; {better} holds out {count} moves longer.",
                    later,
                ),
                better=better,
                count=later,
            )
        words = best.words if self.best_end is None else self.best_end.words
        return say("Better: {better} ({words}).", better=better, words=words)

    def sentences(self, names: Names = STONES) -> list[str]:
        """The verdict, and the reason in one to three sentences."""
        found = [self.verdict_for(names)]
        for proof in self.proofs:
            found += proof.sentences(names)
        return [*found, *self.remarks]

    @property
    def remarks(self) -> list[str]:
        """That no reason was found, where that is so."""
        return [self._no_reason()] if not self.proofs and self.shown_board.legal_moves else []

    def _no_reason(self) -> str:
        if self.shown_board.is_dead:
            return dead_note(self.board.rules)
        if self.gave_up_after is None:
            return _("There is no short reason for it; the line below shows best play, as the solver has proven it.")
        seconds = f"{self.gave_up_after:g}"
        if (self.move_value or self.value).outcome is None:
            if not is_solvable(self.board.rules):
                return say(
                    "No win by threats was found within {seconds} s, and the board is too large to solve.",
                    seconds=seconds,
                )
            return say("The solver has not proven who wins within {seconds} s; give it more time.", seconds=seconds)
        return say("No short reason was found within {seconds} s.", seconds=seconds)

    @property
    def marks(self) -> list[Mark]:
        return [mark for proof in self.proofs for mark in proof.marks]

    @property
    def shown_board(self) -> GridBoard:
        """The position that the reasons speak of: after the move, if one was asked about."""
        return self.board if self.move is None else self.board.move(self.move)

    def json(self) -> dict[str, Any]:
        rules = self.board.rules
        return {
            "version": 1,
            "rules": rules_text(rules),
            "position": position_text(self.board),
            "value": self.value.json(),
            "move": None if self.move is None else move_text(rules, self.move),
            "move_value": None if self.move_value is None else self.move_value.json(),
            "best": [move_text(rules, move) for move in self.best],
            "sentences": self.sentences(),
            "decisions": self.decisions,
            "proofs": [proof.json() for proof in self.proofs],
            "line": moves_text(rules, self.line),
            "seconds": round(self.seconds, 3),
            "gave_up_after": self.gave_up_after,
        }

    def __str__(self) -> str:
        return "\n".join([*marked_rows(self.shown_board, self.marks), "", *self.lines()])

    def lines(self) -> list[str]:
        """The sentences, what was checked, and a line of play."""
        found = self.sentences()
        rules = self.board.rules
        for proof in self.proofs:
            positions = proof.checked.positions
            found.append(
                fill(
                    ngettext("checked: {count} position", "checked: {count} positions", positions),
                    count=f"{positions:,}",
                )
            )
            if proof.line:
                found.append(say("for example: {line}", line=moves_text(rules, proof.line)))
        if not self.proofs and self.line:
            found.append(say("best line: {line}", line=moves_text(rules, self.line)))
        return found

    def __repr__(self) -> str:
        return f"Explanation({self.board!r}, {' '.join(self.sentences())!r})"

    def _repr_html_(self) -> str:
        below = "".join(f"<div>{escape(line)}</div>" for line in self.lines())
        lines = [(proof.certificate.board, proof.line) for proof in self.proofs] or [(self.board, self.line)]
        steps = "".join(_steps(board, line) for board, line in lines if line)
        return f"<div>{self.svg()}</div>{below}{steps}"

    def svg(self) -> str:
        """The position with the marks: a diamond on every cell that the reason speaks of."""
        cells = {cell for mark in self.marks for cell in mark.cells}
        free = self.shown_board.free
        layout = self.shown_board.rules.layout
        return draw_svg(self.shown_board, marked=sorted(cell for cell in cells if layout.bit(*cell) & free))


def _steps(start: GridBoard, line: Sequence[Move]) -> str:
    """A line of play to step through, folded up."""
    moves = escape(moves_text(start.rules, line))
    return f"<details><summary>{moves}</summary>{step_html(GameLine(start, tuple(line)))}</details>"


_SIGNS = {
    MarkKind.THREAT: "!",
    MarkKind.SURE: "+",
    MarkKind.PAIR: "=",
    MarkKind.SQUEEZE: "v",
    MarkKind.LINE: "*",
}


def marked_rows(board: GridBoard, marks: Sequence[Mark]) -> list[str]:
    """The board as text, with a sign on every free cell that is marked, and what the signs mean."""
    shown = dict[Cell, MarkKind]()
    for mark in marks:
        for cell in mark.cells:
            if board.at(*cell) is None:
                shown.setdefault(cell, mark.kind)
    rows = draw_text(board, {cell: _SIGNS[kind] for cell, kind in shown.items()}).splitlines()
    order = [kind for kind in _SIGNS if kind in shown.values()]
    if order:
        rows.append(
            say("marks: {meanings}", meanings="  ".join(f"{_SIGNS[kind]} {_(_MEANINGS[kind])}" for kind in order))
        )
    return rows


_MEANINGS = {
    MarkKind.THREAT: N_("wins here"),
    MarkKind.SURE: N_("kept from the opponent"),
    MarkKind.PAIR: N_("answer each other"),
    MarkKind.SQUEEZE: N_("has to be played in the end"),
    MarkKind.LINE: N_("completes the line"),
}


def _stubborn(board: GridBoard) -> Move:
    """A reply after which the holder does not win at once, if there is one; the middle first."""
    middle = (board.rules.columns - 1) / 2
    replies = sorted(board.legal_moves, key=lambda move: abs(board.cell_of(move)[0] - middle))
    for reply in replies:
        after = board.move(reply)
        if after.is_win or not after.wins_in_one(after.turn):
            return reply
    return replies[0]
