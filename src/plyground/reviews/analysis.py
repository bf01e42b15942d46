"""`analyse`: the value of every move on any board, exact where the solver can prove it, else an estimate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from plyground.board import Cancel, Limit, Move, check_limit, require_open
from plyground.grid import CFOUR, GridBoard, Position, Rules, board_of, draw_svg, move_text, moves_text, rules_of
from plyground.reviews.position_values import (
    ESTIMATE,
    ESTIMATE_MB,
    HOPELESS_PATIENCE,
    best_moves,
    best_value,
    estimate,
    is_hopeless,
    settled_values,
    too_large_note,
    too_long_note,
    value_words,
    values_after,
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
    """Expected result between -1 and 1, for the moves without a proof that were visited often enough to compare."""

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that are proven best; without such a proof, the one that looks best."""
        return best_moves(self.moves, self.estimates, self.line)

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
        if self.is_exact:
            return ""
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
                move_text(rules, move): value.json() | {"estimate": self.estimates.get(move)}
                for move, value in self.moves.items()
                if move not in not_judged
            },
            "not_judged": [move_text(rules, move) for move in not_judged],
            "note": self.note,
        }

    def other_lines(self) -> list[str]:
        found = []
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
        words = value_words(self.value, self.estimate)
        return words if self.estimate is None else say("estimate ≈ {percent}", percent=words)

    @property
    def _listed(self) -> dict[Move, str]:
        not_judged, best = self.not_judged, self.best
        found = {}
        for move, value in self.moves.items():
            if move not in not_judged or move in best:
                sign = "≈ " if move in self.estimates else ""
                found[move] = sign + value_words(value, self.estimates.get(move))
        return found

    @property
    def _picture(self) -> str:
        return draw_svg(self.board, values=self._listed)

    @property
    def _table(self) -> tuple[list[str], list[list[str]]]:
        best = self.best
        mark = _("best") if self.is_proven else _("looks best")
        rows = [
            [self.board.move_name(move), words, mark if move in best else ""] for move, words in self._listed.items()
        ]
        return [_("column") if self.board.rules.gravity else _("cell"), _("value"), ""], rows


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
    decision = estimate(board, cancel, limit or ESTIMATE, threads=threads, memory=memory or ESTIMATE_MB)
    if known is None:
        known = Analysis(board, best_value(board, {}), values_at_sight(board))
    values = values_after(known.moves, decision)
    estimates = {move: chance for move, chance in settled_values(decision).items() if values[move].outcome is None}
    return EstimatedAnalysis(
        board,
        replace(best_value(board, values), weak=known.value.weak),
        values,
        known.line or decision.line,
        known.nodes + decision.nodes,
        known.seconds + decision.seconds,
        CHAMPION,
        estimates,
    )
