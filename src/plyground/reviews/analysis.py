"""`analyse`: the value of every move on any board, exact where the solver can prove it, else an estimate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from plyground.board import Cancel, Limit, Move, Side, check_limit, require_open
from plyground.explanations import ThreatEnd, dead_note, has_threats
from plyground.grid import (
    CFOUR,
    Cell,
    GridBoard,
    Position,
    Rules,
    board_of,
    cell_text,
    draw_svg,
    draw_text,
    move_text,
    moves_text,
    rules_of,
)
from plyground.reviews.line_values import StandingThreat, ThreatStage, standing_threats
from plyground.reviews.position_values import (
    ESTIMATE,
    ESTIMATE_MB,
    HOPELESS_PATIENCE,
    best_moves,
    best_value,
    champion_values,
    end_of_best,
    is_hopeless,
    line_note,
    too_large_note,
    too_long_note,
    value_words,
    values_at_sight,
)
from plyground.solver import Analysis, Progress, balance_remark, is_solvable
from plyground.solver import analyse as analyse_exactly
from plyground.texts import N_, _, fill, ngettext, say

__all__ = ["EstimatedAnalysis", "analyse", "analyse_in_time", "estimate_moves"]

CHAMPION = "champion"
"""The source of an estimated analysis."""


@dataclass(frozen=True, slots=True, repr=False)
class EstimatedAnalysis(Analysis):
    """What the champion thinks of the moves on a board that is too large to solve, or takes too long.

    `moves` holds what is proven, which is mostly next to nothing: wide bounds. `line` is the expected line, or a best
    one if the value is exact.
    """

    estimates: Mapping[Move, float] = field(default_factory=dict)
    """Expected result between -1 and 1, for the moves without a proof that were visited often enough to compare, or
    without gravity for a handful of candidates."""
    ends: Mapping[Move, ThreatEnd] = field(default_factory=dict)
    """How the game ends by threats after a move, where that is proven."""
    lines: Mapping[Move, tuple[Move, ...]] = field(default_factory=dict)
    """Without gravity: how the game may go on with each candidate, which comes first."""

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that are proven best; without such a proof, the one that looks best."""
        return best_moves(self.moves, self.estimates, self.line)

    @property
    def threats(self) -> tuple[StandingThreat, ...]:
        """Without gravity: the fours and open threes of both sides."""
        return standing_threats(self.board)

    @property
    def end(self) -> ThreatEnd | None:
        """How the position ends by threats with its best move, where that is proven."""
        return end_of_best(self.value, self.best, self.moves, self.ends)

    @property
    def estimate(self) -> float | None:
        """The expected result of the position; None if it is proven, or if no move could be compared."""
        return max(self.estimates.values(), default=None) if self.value.outcome is None else None

    @property
    def not_judged(self) -> tuple[Move, ...]:
        """The moves about which nothing is known."""
        return tuple(
            move for move, value in self.moves.items() if value.low < 0 < value.high and move not in self.estimates
        )

    @property
    def note(self) -> str:
        """What the values rest on, in the reader's language; empty if all are proven."""
        if self.board.is_dead:
            return dead_note(self.board.rules)
        if self.is_exact:
            return ""
        if has_threats(self.board.rules):
            return line_note(self.board.rules)
        return too_long_note() if is_solvable(self.board.rules) else too_large_note()

    @property
    def is_proven(self) -> bool:
        """Whether the outcome is proven, and that the best moves lead to it."""
        return self.value.outcome is not None

    def json(self) -> dict[str, Any]:
        rules, not_judged = self.board.rules, self.not_judged
        return Analysis.json(self) | {
            "estimate": self.estimate,
            "values": {
                move_text(rules, move): value.json() | {"estimate": self.estimates.get(move)} | self._line_json(move)
                for move, value in self.moves.items()
                if move not in not_judged
            },
            "not_judged": [move_text(rules, move) for move in not_judged],
            "threats": [
                {
                    "stage": threat.stage.value,
                    "side": threat.side.name.lower(),
                    "cells": [cell_text(cell) for cell in threat.cells],
                }
                for threat in self.threats
            ],
            "note": self.note,
        }

    def _line_json(self, move: Move) -> dict[str, Any]:
        """What is known of a candidate besides its value: the threats that end the game, and how it may go on."""
        found: dict[str, Any] = {}
        if move in self.ends:
            found["by"] = {"threats": self.ends[move].kind.value, "moves": self.ends[move].moves}
        if move in self.lines:
            found["line"] = moves_text(self.board.rules, self.lines[move])
        return found

    def other_lines(self) -> list[str]:
        found = []
        listed = self._listed
        left_out = [value.outcome for move, value in self.moves.items() if move not in listed]
        if count := left_out.count("draw"):
            found.append(fill(ngettext("{count} more move draws", "{count} more moves draw", count), count=count))
        if count := left_out.count("loss"):
            found.append(fill(ngettext("{count} more move loses", "{count} more moves lose", count), count=count))
        if count := len(self.not_judged):
            found.append(fill(ngettext("{count} move not judged", "{count} moves not judged", count), count=count))
        if self.line:
            template = N_("best line: {line}") if self.value.is_exact else N_("expected line: {line}")
            found.append(say(template, line=moves_text(self.board.rules, self.line)))
        found.append(say("{nodes} nodes, {seconds} s", nodes=f"{self.nodes:,}", seconds=f"{self.seconds:.2f}"))
        found += [remark for remark in (self.note, balance_remark(self.board)) if remark]
        return found

    @property
    def _words(self) -> str:
        words = value_words(self.value, self.estimate, end=self.end)
        return words if self.estimate is None else say("estimate ≈ {percent}", percent=words)

    @property
    def _listed(self) -> dict[Move, str]:
        not_judged, best = set(self.not_judged), set(self.best)
        found: dict[Move, str] = {}
        for move in [move for move in self.moves if move not in not_judged or move in best]:
            sign = "≈ " if move in self.estimates else ""
            found[move] = sign + value_words(self.moves[move], self.estimates.get(move), end=self.ends.get(move))
        if self.board.rules.gravity:
            return found
        common = "draw" if self.board.is_dead else "loss"
        alike = [move for move in found if self.moves[move].outcome == common and move not in self.lines]
        left_out = set(alike[max(0, MOST_ALIKE - len(self.lines)) :])
        return {move: found[move] for move in sorted(found, key=self._rank, reverse=True) if move not in left_out}

    def _rank(self, move: Move) -> float:
        """By which moves are listed: wins, then estimates, then losses."""
        value = self.moves[move]
        return value.low + value.high if value.outcome is not None else self.estimates.get(move, 0.0)

    @property
    def _rows(self) -> list[str]:
        signs: dict[Cell, str] = {}
        for threat in self.threats:
            for cell in threat.cells:
                signs.setdefault(cell, _SIGNS[threat.stage, threat.side])
        rows = draw_text(self.board, signs).splitlines()
        meanings = [f"{sign} {_(_MEANINGS[key])}" for key, sign in _SIGNS.items() if sign in signs.values()]
        return [*rows, say("marks: {meanings}", meanings="  ".join(meanings))] if meanings else rows

    @property
    def _picture(self) -> str:
        marked = sorted({cell for threat in self.threats for cell in threat.cells})
        return draw_svg(self.board, values=self._listed, marked=marked)

    @property
    def _table(self) -> tuple[list[str], list[list[str]]]:
        best = self.best
        mark = _("best") if self.is_proven else _("looks best")
        head = [_("column") if self.board.rules.gravity else _("cell"), _("value"), ""]
        rows = [
            [self.board.move_name(move), words, mark if move in best else ""] for move, words in self._listed.items()
        ]
        if not self.lines:
            return head, rows
        texts = [moves_text(self.board.rules, self.lines.get(move, ())[:_SHOWN_LINE]) for move in self._listed]
        return [*head, _("line")], [[*row, text] for row, text in zip(rows, texts, strict=True)]


MOST_ALIKE = 12
"""Lost moves that are listed, or drawn ones where all are; without gravity there may be hundreds."""
_SHOWN_LINE = 9
"""Moves of a candidate's line in the table."""

_SIGNS = {
    (ThreatStage.FOUR, Side.FIRST): "X",
    (ThreatStage.FOUR, Side.SECOND): "O",
    (ThreatStage.THREE, Side.FIRST): "+",
    (ThreatStage.THREE, Side.SECOND): "*",
}
_MEANINGS = {
    (ThreatStage.FOUR, Side.FIRST): N_("x completes a line"),
    (ThreatStage.FOUR, Side.SECOND): N_("o completes a line"),
    (ThreatStage.THREE, Side.FIRST): N_("x gets two cells to win on"),
    (ThreatStage.THREE, Side.SECOND): N_("o gets two cells to win on"),
}


def analyse(
    position: Position,
    *,
    rules: Rules | str | None = None,
    weak: bool = False,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    watch: Callable[[Progress], None] | None = None,
    line: bool = True,
) -> Analysis:
    """The value of every move; the arguments are those of `solve`.

    It is exact, or bounds if `limit` or `cancel` ended the search. A board that is too large for the solver gets an
    `EstimatedAnalysis` by the champion, which thinks for a second unless `limit` says otherwise. So does one that the
    solver takes but never got through in minutes: `analyse_in_time` says how.

    >>> analyse("b2 a1 a2", rules="tictactoe").best
    (5,)
    """
    board = board_of(position, CFOUR if rules is None else rules)
    if not is_solvable(board.rules) and (rules is None or rules_of(rules) == board.rules):
        return estimate_moves(board, limit, cancel)

    def solve(limit: Limit | None) -> Analysis:
        return analyse_exactly(board, rules=rules, weak=weak, limit=limit, cancel=cancel, watch=watch, line=line)

    return analyse_in_time(board, solve, limit, cancel)


def analyse_in_time(
    board: GridBoard,
    solve: Callable[[Limit | None], Analysis],
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    *,
    threads: int | None = None,
    memory: float | None = None,
) -> Analysis:
    """The solver's analysis, which `solve` asks for. Where it is hopeless, the champion estimates what is not proven.

    Without a limit the solver then tries for a moment only, and the champion thinks for a second. Of a time limit the
    champion gets half, but no more than a second. Where `cancel` ends the search, there is no estimate.
    """
    if not is_hopeless(board):
        return solve(limit)
    for_solver, for_champion = _shares(limit)
    known = solve(for_solver)
    if known.is_exact or (cancel is not None and cancel.is_set()):
        return known
    return estimate_moves(board, for_champion, cancel, threads=threads, memory=memory, known=known)


def _shares(limit: Limit | None) -> tuple[Limit, Limit]:
    """What the solver gets of a limit, and what the champion gets."""
    if limit is None:
        return Limit(time=HOPELESS_PATIENCE), ESTIMATE
    if limit.time is None:
        return limit, limit
    assert ESTIMATE.time is not None
    share = min(ESTIMATE.time, limit.time / 2)
    return replace(limit, time=limit.time - share), replace(limit, time=share)


def estimate_moves(
    board: GridBoard,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    *,
    threads: int | None = None,
    memory: float | None = None,
    known: Analysis | None = None,
) -> EstimatedAnalysis:
    """The champion's analysis of a board. It asks neither the opening book nor the solver, but `known` may hold what
    the solver has proven. `memory` is in MB."""
    check_limit(limit, ("time", "nodes"), "analyse")
    require_open(board.outcome)
    if known is None:
        known = Analysis(board, best_value(board, {}), values_at_sight(board))
    if board.is_dead:
        return EstimatedAnalysis(board, best_value(board, known.moves), known.moves, source=CHAMPION)
    *_steps, found = champion_values(
        board, known.moves, cancel, limit or ESTIMATE, threads=threads, memory=memory or ESTIMATE_MB
    )
    return EstimatedAnalysis(
        board,
        replace(best_value(board, found.values), weak=known.value.weak),
        found.values,
        known.line or found.line,
        known.nodes + found.nodes,
        known.seconds + found.seconds,
        CHAMPION,
        found.estimates,
        found.ends,
        found.lines,
    )
