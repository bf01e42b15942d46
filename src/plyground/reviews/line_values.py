"""Boards without gravity that no solver finishes: what the search expects of a handful of moves, and what is proven.

Wins and losses by threats are proven, and each proof is checked. What the search calls decided is decided as well, but
it does not say how soon. Everything else is an estimate.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from plyground.board import Cancel, Limit, Move, Side
from plyground.explanations import Proof, ThreatEnd, ThreatProver, has_threats
from plyground.grid import Cell, GridBoard
from plyground.solver import Value, score_at_end

__all__ = ["ChampionValues", "StandingThreat", "ThreatStage", "look_at_lines", "standing_threats"]

CANDIDATES = 8
"""Moves that are looked at one by one."""
_FOR_ALL = 0.5
"""The part of the limit for the search among all moves; the candidates share the rest."""
_PROOF_SECONDS = 0.3
_PROOF_NODES = 50_000


class ThreatStage(StrEnum):
    """How far a threat has come."""

    FOUR = "four"  # a stone completes a line
    THREE = "three"  # a stone gets two cells to win on


@dataclass(frozen=True, slots=True)
class StandingThreat:
    """The free cells on which a side has a threat of one kind."""

    stage: ThreatStage
    side: Side
    cells: tuple[Cell, ...]


def standing_threats(board: GridBoard) -> tuple[StandingThreat, ...]:
    """The fours of both sides, then the open threes; nothing on boards where threats are not looked for."""
    if board.outcome.is_over or not has_threats(board.rules):
        return ()
    from plyground.engines.lines import LineView

    view = LineView(board)
    found = []
    for stage, cells_of in ((ThreatStage.FOUR, view.wins), (ThreatStage.THREE, view.forks)):
        for side in (board.turn, board.turn.opposite):
            if moves := cells_of(side):
                found.append(StandingThreat(stage, side, tuple(board.cell_of(move) for move in moves)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class ChampionValues:
    """What the champion has found about the moves of a position. Values and estimates are those of the side to move."""

    values: Mapping[Move, Value]
    estimates: Mapping[Move, float]
    line: tuple[Move, ...]
    nodes: int
    seconds: float
    ends: Mapping[Move, ThreatEnd] = field(default_factory=dict)
    """How the game ends by threats after a move, where that is proven."""
    lines: Mapping[Move, tuple[Move, ...]] = field(default_factory=dict)
    """How the game may go on with a move, which comes first."""


def look_at_lines(
    board: GridBoard, known: Mapping[Move, Value], limit: Limit, cancel: Cancel | None
) -> Iterator[ChampionValues]:
    """Yields what is known after the search among all moves, and again after each candidate."""
    return _Look(board, known, limit, cancel).run()


class _Look:
    def __init__(self, board: GridBoard, known: Mapping[Move, Value], limit: Limit, cancel: Cancel | None) -> None:
        from plyground.engines.lines import LineSearch, LineView

        self.board, self.limit, self.cancel = board, limit, cancel
        self.search, self.prover = LineSearch(), ThreatProver(board.rules)
        self.search.prepare(board.rules)  # else the time for compiling would be taken from the search
        self.began = time.perf_counter()
        self.choices = [choice.move for choice in LineView(board).choices()]
        # The candidates come first, so that whoever shows a part shows them.
        rest = [move for move in known if move not in set(self.choices)]
        self.found = ChampionValues({move: known[move] for move in (*self.choices, *rest)}, {}, (), 0, 0.0)

    def run(self) -> Iterator[ChampionValues]:
        self._look_at_all()
        yield self.found
        candidates = self._candidates()
        for move in candidates:
            if self.cancel is not None and self.cancel.is_set():
                return
            self._look_at(move, _part(self.limit, (1 - _FOR_ALL) / len(candidates)))
            yield self.found

    def _look_at_all(self) -> None:
        decision = self.search.decide(self.board, _part(self.limit, _FOR_ALL), self.cancel)
        values, estimates = dict(self.found.values), dict[Move, float]()
        ends, lines = dict[Move, ThreatEnd](), {decision.move: decision.line}
        line = decision.line
        if decision.exact and decision.value is not None and decision.value > 0:
            values[decision.move] = _won(values[decision.move])
            proof = self.prover.win(self.board, self._for_proof, self.cancel)
            end = None if proof is None else proof.end(self.board.turn)
            if proof is not None and end is not None:
                move, line = proof.line[0], proof.line
                values[move], ends[move], lines[move] = self._valued(values[move], proof, 0), end, line
        elif decision.exact:
            values = {move: replace(value, high=min(value.high, -1)) for move, value in values.items()}
        elif decision.value is not None:
            estimates[decision.move] = decision.value
        self._learn(decision.nodes, values, estimates, ends, lines, line)

    def _candidates(self) -> list[Move]:
        """The moves to look at one by one: against a threat those that may stop it, else the most urgent ones."""
        from plyground.engines.lines import ThreatSearch

        choices = self.choices
        _threat, replies = ThreatSearch(self.board.rules).defences(self.board)
        if replies:
            choices = sorted(replies, key=lambda move: choices.index(move) if move in choices else len(choices))
        chosen = self.found.line[:1]
        found = [*chosen, *(move for move in choices if move not in chosen)][:CANDIDATES]
        return [move for move in found if not self.found.values[move].is_exact and move not in self.found.ends]

    def _look_at(self, move: Move, limit: Limit) -> None:
        after = self.board.move(move)
        if after.outcome.is_over:
            return
        decision = self.search.decide(after, limit, self.cancel)
        if decision.value is None:
            return
        values, estimates = dict(self.found.values), dict(self.found.estimates)
        ends, lines = dict(self.found.ends), dict(self.found.lines)
        lines[move] = (move, *decision.line)
        if decision.exact:
            estimates.pop(move, None)
            wins = decision.value < 0
            values[move] = _won(values[move]) if wins else replace(values[move], high=min(values[move].high, -1))
            ask = self.prover.loss if wins else self.prover.win
            proof = ask(after, self._for_proof, self.cancel)
            end = None if proof is None else proof.end(self.board.turn, 1)
            if proof is not None and end is not None:
                values[move], ends[move] = self._valued(values[move], proof, 1), end
                lines[move] = (move, *proof.line)
        elif move not in estimates and values[move].outcome is None:
            # The search among all moves looked deeper, and found none better than its own.
            most = estimates.get(self.found.line[0], 1.0)
            estimates[move] = min(most, -decision.value)
        self._learn(decision.nodes, values, estimates, ends, lines, self.found.line)

    @property
    def _for_proof(self) -> Limit:
        """Of what the search has found already; where time is limited, so is this."""
        return Limit(time=None if self.limit.time is None else _PROOF_SECONDS, nodes=_PROOF_NODES)

    def _valued(self, value: Value, proof: Proof, before: int) -> Value:
        """The value of a move with what a proof by threats says about it: who wins, and how late at most."""
        least = max(1, score_at_end(value.cells, self.board.count + before + len(proof.line)))
        if proof.certificate.holder is self.board.turn:
            return replace(value, low=max(value.low, least))
        return replace(value, high=min(value.high, -least))

    def _learn(
        self,
        nodes: int,
        values: Mapping[Move, Value],
        estimates: Mapping[Move, float],
        ends: Mapping[Move, ThreatEnd],
        lines: Mapping[Move, tuple[Move, ...]],
        line: tuple[Move, ...],
    ) -> None:
        self.found = ChampionValues(
            values, estimates, line, self.found.nodes + nodes, time.perf_counter() - self.began, ends, lines
        )


def _won(value: Value) -> Value:
    return replace(value, low=max(value.low, 1))


def _part(limit: Limit, share: float) -> Limit:
    return Limit(
        time=None if limit.time is None else max(0.001, share * limit.time),
        nodes=None if limit.nodes is None else max(1, int(share * limit.nodes)),
    )
