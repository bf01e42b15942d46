"""Judges the moves of a game without gravity by what is proven: wins by threats that were missed or allowed."""

from __future__ import annotations

from collections.abc import Callable

from plyground.board import Cancel, Limit
from plyground.explanations import Proof, ThreatEnd, ThreatProver
from plyground.game import Game
from plyground.grid import GridBoard
from plyground.reviews.judgement import Judgement, NotJudged, Verdict
from plyground.solver import Value

__all__ = ["LineJudge"]

_OTHER_NODES = 30_000
"""For the search for a move that does not lose."""


class LineJudge:
    """Looks for wins by threats in the positions of one game, each once.

    `limit` gives what the next search may use; None if nothing is left.
    """

    def __init__(self, game: Game[GridBoard], limit: Callable[[], Limit | None], cancel: Cancel) -> None:
        from plyground.engines.lines import LineSearch

        self.boards, self.moves = game.boards, game.moves
        self.limit, self.cancel = limit, cancel
        self.prover, self.search = ThreatProver(game.start.rules), LineSearch()
        self.search.prepare(game.start.rules)  # else the time for compiling would be taken from the search
        self.wins: dict[int, Proof | None] = {}
        self.nodes = 0
        """What its searches took."""

    def value(self, ply: int) -> Value | None:
        """Of the position after `ply` moves, for its side to move: who wins, where that is proven; no distances."""
        board = self.boards[ply]
        if board.outcome.is_over:
            score = 0 if board.winner is None else 1 if board.winner is board.turn else -1
            return _value(board, score)
        if board.is_dead:
            return _value(board, 0)
        if self._win(ply) is not None:
            return _value(board, 1)
        # A position before one that is won for the other side may be lost whatever is played.
        return _value(board, -1) if self.wins.get(ply + 1) is not None and self._loss(board) is not None else None

    def judge(self, ply: int) -> Judgement:
        """The judgement of the move after `ply` moves."""
        board, after, move = self.boards[ply], self.boards[ply + 1], self.moves[ply]
        side = board.turn
        if board.is_dead:
            return Judgement(ply, side, move, Verdict.BEST, _value(board, 0), _value(board, 0))
        mine = self._win(ply)
        before_end = None if mine is None else mine.end(side)
        before = None if mine is None else _value(board, 1)
        if after.winner is side:
            won = _value(board, 1)
            return Judgement(ply, side, move, Verdict.BEST, won, won)
        theirs = None if after.outcome.is_over else self._win(ply + 1)
        if theirs is not None:
            end = theirs.end(side, 1)
            if mine is None:
                return self._lost(ply, theirs, end)
            return Judgement(
                *(ply, side, move, Verdict.MISTAKE, before, _value(board, -1), mine.line, theirs.line),
                before_end=before_end,
                after_end=end,
            )
        if mine is None:
            after_value = _value(board, 0) if after.outcome.is_over else None
            return self._not_judged(ply, NotJudged.NO_THREATS, after=after_value)
        kept = mine.line[0] == move
        proof = None if kept or after.outcome.is_over else self._loss(after)
        if kept or proof is not None:
            end = before_end if proof is None else proof.end(side, 1)
            return Judgement(
                ply, side, move, Verdict.GOOD, before, _value(board, 1), before_end=before_end, after_end=end
            )
        return Judgement(ply, side, move, Verdict.MISTAKE, before, None, mine.line, before_end=before_end)

    def _lost(self, ply: int, theirs: Proof, end: ThreatEnd | None) -> Judgement:
        """A move that loses to threats: a mistake if another one does not."""
        board, move = self.boards[ply], self.moves[ply]
        after, side = _value(board, -1), board.turn
        limit = self._next()
        if limit is None:
            return self._not_judged(ply, NotJudged.TOO_HARD, after, end)
        decision = self.search.decide(board, Limit(time=limit.time, nodes=_OTHER_NODES), self.cancel)
        self.nodes += decision.nodes
        if decision.exact and decision.value == -1:
            # It was lost before. Whoever lets the other side win at once loses sooner than it had to.
            other = board.move(decision.move)
            if self.boards[ply + 1].wins_in_one(side.opposite) and not other.wins_in_one(side.opposite):
                lines = decision.line, theirs.line
                return Judgement(ply, side, move, Verdict.INACCURACY, after, after, *lines, after_end=end)
            return Judgement(ply, side, move, Verdict.GOOD, after, after, after_end=end)
        if decision.move == move or not self._holds(board.move(decision.move)):
            return self._not_judged(ply, NotJudged.NO_OTHER, after, end)
        return Judgement(ply, side, move, Verdict.MISTAKE, None, after, decision.line, theirs.line, after_end=end)

    def _holds(self, board: GridBoard) -> bool:
        """Whether the side that has just moved was not found to lose to threats."""
        limit = self._next()
        if board.outcome.is_over:
            return True
        if limit is None:
            return False
        return self._counted(lambda: self.prover.win(board, limit, self.cancel)) is None

    def _win(self, ply: int) -> Proof | None:
        """Why the side to move wins by threats after `ply` moves."""
        board = self.boards[ply]
        if board.outcome.is_over:
            return None
        if ply not in self.wins:
            limit = self._next()
            self.wins[ply] = (
                None if limit is None else self._counted(lambda: self.prover.win(board, limit, self.cancel))
            )
        return self.wins[ply]

    def _loss(self, board: GridBoard) -> Proof | None:
        """Why the side to move loses to threats, whatever it plays."""
        limit = self._next()
        return None if limit is None else self._counted(lambda: self.prover.loss(board, limit, self.cancel))

    def _next(self) -> Limit | None:
        return None if self.cancel.is_set() else self.limit()

    def _counted(self, ask: Callable[[], Proof | None]) -> Proof | None:
        before = self.prover.nodes
        found = ask()
        self.nodes += self.prover.nodes - before
        return found

    def _not_judged(
        self, ply: int, reason: NotJudged, after: Value | None = None, end: ThreatEnd | None = None
    ) -> Judgement:
        if self.cancel.is_set():
            reason = NotJudged.STOPPED
        elif reason is NotJudged.NO_THREATS and self.limit() is None:
            reason = NotJudged.TOO_HARD
        side, move = self.boards[ply].turn, self.moves[ply]
        return Judgement(ply, side, move, Verdict.NOT_JUDGED, None, after, reason=reason, after_end=end)


def _value(board: GridBoard, sign: int) -> Value:
    """Who wins, without the distance, for the side that is to move on `board`."""
    return Value(sign, sign, board.count, board.rules.cells, weak=True)
