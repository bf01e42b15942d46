"""`explain`: asks the solver for the truth, looks for a reason, and lets the checker decide whether it is one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf

from plyground.board import Cancel, Deadline, Limit, Move, Side, check_limit, require_open
from plyground.errors import N_, InputError
from plyground.explanations.certificates import Answer, Certificate, Cover, FollowUp, Replies
from plyground.explanations.checker import Refuted, check
from plyground.explanations.cover_rules import SIMPLE
from plyground.explanations.covers import covers
from plyground.explanations.explanation import Explanation, Proof, proof_of
from plyground.explanations.finder import MOST_DECISIONS, Finder, Stopped, get_ready
from plyground.explanations.threats import ThreatProver, has_threats
from plyground.grid import CFOUR, GridBoard, Position, Rules, board_of
from plyground.solver import (
    Analysis,
    Solution,
    Solver,
    Value,
    analyse,
    check_size,
    is_solvable,
    score_at_end,
    solve,
    worst_and_best,
)

__all__ = ["explain"]

EACH = Limit(time=3.0)
_MOMENT = 0.5
_LEAST = 0.005
_MANY_FREE = 25
"""Free cells. With more of them on a board without gravity, threats are looked for before the solver is asked."""
_FOR_THREATS = 0.3
"""The part of the time that goes into each such search."""
_THREAT_NODES = 200_000
"""For each of them, where no time is given."""


def explain(
    position: Position,
    move: Move | str | None = None,
    *,
    rules: Rules | str | None = None,
    limit: Limit = EACH,
    cancel: Cancel | None = None,
    solver: Solver | None = None,
) -> Explanation:
    """Why a position, or a move in it, wins, draws or loses: a reason that was checked against every reply.

    The position and `rules` are given as for `solve`, the move as a number or its text. `limit` is in seconds. Where no
    short reason is found in that time, the explanation has no proof but a best line. A board without gravity that is
    too large for the solver is explained where one side wins by threats, and any where nobody can win any more.

    >>> print(*explain("4455").sentences(), sep="\\n")
    x to move: wins in 2.
    x plays column 3 and threatens to win at b1, f1; o can take only one of them.
    """
    check_limit(limit, ("time",), "explain")
    board = board_of(position, CFOUR if rules is None else rules)
    require_open(board.outcome)
    is_dead = board.is_dead and not is_solvable(board.rules)
    if not is_dead and not has_threats(board.rules):
        check_size(board.rules)
    if solver is not None and not isinstance(solver, Solver):
        raise InputError(N_("the solver is {value}; it has to be a Solver"), value=repr(solver))
    if isinstance(move, str):
        move = board.parse_move(move)
    if move is not None:
        board.target(move)  # refuses a move that cannot be played
    if is_dead:
        drawn = Value(0, 0, board.count, board.rules.cells)
        return Explanation(board, drawn, move, None if move is None else drawn)
    get_ready(board.rules)
    prover = ThreatProver(board.rules) if board.free.bit_count() > _MANY_FREE and has_threats(board.rules) else None
    deadline = Deadline(limit, cancel)
    if not is_solvable(board.rules):
        return _explain_by_threats(board, move, prover or ThreatProver(board.rules), deadline)
    truth = _Truth(solver, deadline)
    shown = board if move is None else board.move(move)
    at_sight = _proof_at_sight(shown, deadline) if shown.legal_moves else None
    if at_sight is None and prover is not None and shown.legal_moves:
        at_sight = _proof_by_threats(prover, shown, deadline)
    # Once the reason is known, the distance is worth a moment, not all of the time.
    seconds = deadline.seconds_left if at_sight is None else _MOMENT
    if move is None:
        solution = truth.solve(board, seconds)
        outcome = solution.value.outcome
        found = Explanation(board, solution.value, line=solution.line)
    else:
        analysis = truth.analyse(board, seconds)
        value = analysis.moves[move]
        outcome = {"win": "loss", "loss": "win", "draw": "draw", None: None}[value.outcome]
        found = Explanation(board, analysis.value, move, value, analysis.best, line=analysis.line)
    if not shown.legal_moves:
        return replace(found, seconds=deadline.seconds)
    if at_sight is not None:
        return replace(_with_outcome(found, at_sight), proofs=(at_sight,), seconds=deadline.seconds)
    if outcome is None:
        return replace(found, seconds=deadline.seconds, gave_up_after=_spent(deadline))
    holders = {"win": [shown.turn], "loss": [shown.turn.opposite], "draw": [Side.FIRST, Side.SECOND]}[outcome]
    finder = Finder(shown.rules, truth, lambda: deadline.is_over)
    proofs = []
    for holder in holders:
        proof = _proof(finder, shown, holder, outcome != "draw")
        if proof is None:
            gave_up_after = _spent(deadline) if deadline.is_over else None
            line = found.line if move is None else (move, *truth.solve(shown, inf).line)
            return replace(found, line=line, seconds=deadline.seconds, gave_up_after=gave_up_after)
        proofs.append(proof)
    return replace(found, proofs=tuple(proofs), seconds=deadline.seconds)


def _explain_by_threats(board: GridBoard, move: Move | None, prover: ThreatProver, deadline: Deadline) -> Explanation:
    """For boards that no solver takes: whether one side wins by threats, here or after the move."""
    shown, cells = board if move is None else board.move(move), board.rules.cells
    if not shown.legal_moves:
        score = score_at_end(cells, shown.count) if shown.is_win else 0
        end = Value(score, score, board.count, cells)
        return Explanation(board, end, move, end, () if move is None else (move,), seconds=deadline.seconds)
    unknown = Value(*worst_and_best(board), board.count, cells)
    found = Explanation(board, unknown, move, None if move is None else unknown)
    proof = _proof_by_threats(prover, shown, deadline)
    if proof is not None:
        found = replace(_with_outcome(found, proof), proofs=(proof,))
    if found.move_value is not None and found.move_value.outcome != "win":
        missed = prover.win(board, _share(deadline), deadline.cancel)
        if missed is not None:
            value = replace(unknown, low=1)
            found = replace(found, value=value, best=(missed.line[0],), best_end=missed.end(board.turn))
    gave_up_after = None if found.proofs else _spent(deadline)
    return replace(found, seconds=deadline.seconds, gave_up_after=gave_up_after)


def _proof_by_threats(prover: ThreatProver, board: GridBoard, deadline: Deadline) -> Proof | None:
    """Why the side to move wins by threats, or loses to those of its opponent."""
    return prover.win(board, _share(deadline), deadline.cancel) or prover.loss(board, _share(deadline), deadline.cancel)


def _share(deadline: Deadline) -> Limit:
    """For one search for threats."""
    limit = deadline.limit.time
    seconds = deadline.seconds_left if limit is None else min(deadline.seconds_left, _FOR_THREATS * limit)
    return Limit(nodes=_THREAT_NODES) if seconds == inf else Limit(time=max(_LEAST, seconds))


def _spent(deadline: Deadline) -> float | None:
    """The seconds after which the search ended: all that it had, unless somebody cancelled it."""
    return round(deadline.seconds, 1) if deadline.is_cancelled else deadline.limit.time


def _proof_at_sight(board: GridBoard, deadline: Deadline) -> Proof | None:
    """A win that takes at most one decision: it needs no solver, so it is found on boards that no solver finishes."""
    finder = Finder(board.rules, None, lambda: deadline.is_over)
    for holder in (board.turn.opposite, board.turn):
        proof = _proof(finder, board, holder, True, most=1)
        if proof is not None:
            return proof
    return None


def _with_outcome(found: Explanation, proof: Proof) -> Explanation:
    """The explanation with what the proof says about values that the solver has not finished."""
    mine = proof.certificate.holder is found.board.turn
    proven = Value(1, worst_and_best(found.board)[1], found.board.count, found.board.rules.cells)
    proven = proven if mine else proven.negated(found.board.count)
    if found.move_value is not None:
        found = replace(found, move_value=found.move_value.narrowed(proven))
        return replace(found, value=found.value.narrowed(replace(proven, high=found.value.high))) if mine else found
    return replace(found, value=found.value.narrowed(proven))


def _proof(finder: Finder, board: GridBoard, holder: Side, wins: bool, most: int = MOST_DECISIONS) -> Proof | None:
    try:
        certificate = finder.find(board, holder, wins, most)
    except Stopped:
        return None
    proof = None if certificate is None else proof_of(certificate)
    if proof is None:
        return None
    for simpler in _simpler(proof.certificate):
        try:
            return Proof(simpler, check(simpler))
        except Refuted:
            continue
    return proof


def _simpler(certificate: Certificate) -> Iterator[Certificate]:
    """The certificate with a plan that does not look at the stones, or with pairs of cells: simpler to tell, if it
    holds."""
    root, board = certificate.root, certificate.board
    replies = root.then if isinstance(root, Answer) else root
    if not isinstance(replies, Replies) or not isinstance(replies.otherwise, FollowUp | Cover):
        return
    leaves = [replies.otherwise]
    if not certificate.wins and not replies.answers and isinstance(replies.otherwise, FollowUp):
        cover = next(covers(board.move(root.move) if isinstance(root, Answer) else board), None)
        if cover is not None and all(rule.name in SIMPLE for rule in cover.rules):
            leaves.append(cover)
    for leaf in leaves:
        plan = replace(leaf.plan, thrifty=False, blind=True)
        changed = Replies(replies.answers, replace(leaf, plan=plan))
        yield replace(certificate, root=replace(root, then=changed) if isinstance(root, Answer) else changed)


class _Truth:
    """The solver, as the finder and `explain` ask it, within one deadline."""

    def __init__(self, solver: Solver | None, deadline: Deadline) -> None:
        self._solver = solver
        self._deadline = deadline
        self._outcomes: dict[GridBoard, int] = {}

    def _limit(self, seconds: float = inf) -> Limit | None:
        """So many seconds, but no more than are left."""
        seconds = max(min(seconds, self._deadline.seconds_left), _LEAST)
        return None if seconds == inf else Limit(time=seconds)

    def solve(self, board: GridBoard, seconds: float) -> Solution:
        ask = solve if self._solver is None else self._solver.solve
        return ask(board, limit=self._limit(seconds), cancel=self._deadline.cancel)

    def analyse(self, board: GridBoard, seconds: float) -> Analysis:
        ask = analyse if self._solver is None else self._solver.analyse
        return ask(board, limit=self._limit(seconds), cancel=self._deadline.cancel)

    def outcome(self, board: GridBoard) -> int:
        if board not in self._outcomes:
            if self._deadline.is_over:
                raise Stopped
            ask = solve if self._solver is None else self._solver.solve
            value = ask(board, weak=True, limit=self._limit(), cancel=self._deadline.cancel, line=False).value
            if value.outcome is None:
                raise Stopped
            self._outcomes[board] = {"win": 1, "draw": 0, "loss": -1}[value.outcome]
        return self._outcomes[board]
