"""Flat Monte Carlo: try every move in many random games, and play the one that did best."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from typing import TypeAlias

from plyground.board import (
    Board,
    Cancel,
    Deadline,
    Decision,
    Limit,
    Listener,
    Move,
    Side,
    SplitMix,
    check_limit,
    is_number,
    require_board,
    require_function,
    require_open,
)
from plyground.errors import N_, LimitError
from plyground.search.playout import play_out
from plyground.search.reports import TreeReport

__all__ = ["FLAT_LIMITS", "flat_monte_carlo"]

Rewards: TypeAlias = tuple[float, float, float]
"""For a win, a draw and a loss."""

FLAT_LIMITS = ("time", "playouts")
"""The limits that it keeps to; it refuses others."""

# Playouts that a worker makes before it reports back: the most that a cancel can waste, per candidate.
_CHUNK = 64


def flat_monte_carlo(
    board: Board,
    playouts: int = 200,
    seed: int = 0,
    rewards: Rewards = (2, 0, -1),
    executor: Executor | None = None,
    listener: Listener | None = None,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
) -> Decision:
    """For each legal move `playouts` random games, the opponent first; the highest sum of rewards is chosen.

    Ties go to the first legal move. A candidate that ends the game counts with its result in all its playouts.
    `values` are the rewards per playout, so the sum of a move is `values[move] * visits[move]`.

    The candidate at place i of `legal_moves` draws from `SplitMix(seed).stream(i)`. With an `executor` the
    candidates are simulated in parallel, with the same games and the same answer.

    `limit.playouts` bounds the playouts of all candidates together (one each at least). `limit.time` and
    `cancel` end the search early; then `complete` is False and the highest mean counts, since the
    candidates may differ in playouts. `nodes` counts the root and the candidates.

    >>> from plyground import GridBoard
    >>> flat_monte_carlo(GridBoard.from_moves("112233"), playouts=20).move
    3
    """
    require_board(board)
    require_function(listener, "listener")
    if not _are_rewards(rewards):
        raise LimitError(
            N_("the rewards are {value}; they have to be three numbers, for a win, a draw and a loss"),
            value=repr(rewards),
        )
    Limit(playouts=playouts)  # refuses a bad number
    check_limit(limit, FLAT_LIMITS, "flat Monte Carlo")
    require_open(board.outcome)
    deadline = Deadline(limit, cancel)
    moves = board.legal_moves
    if deadline.limit.playouts is not None:
        playouts = min(playouts, max(1, deadline.limit.playouts // len(moves)))
    candidates = [_Candidate(move, board.move(move), SplitMix(seed).stream(index)) for index, move in enumerate(moves)]
    report = None
    if listener is not None:
        report = TreeReport(listener)
        report.expand(board, None, None, board)
        for candidate in candidates:
            report.expand(candidate, board, candidate.move, candidate.board)
    if executor is None:
        _one_after_another(candidates, playouts, board.turn, rewards, deadline, report)
    else:
        _in_parallel(candidates, playouts, board.turn, rewards, deadline, report, executor)
    return _decision(candidates, playouts, deadline)


@dataclass(eq=False)
class _Candidate:
    move: Move
    board: Board
    random: SplitMix
    visits: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.visits


def _are_rewards(given: object) -> bool:
    return isinstance(given, (tuple, list)) and len(given) == 3 and all(is_number(reward) for reward in given)


def _reward(end: Board, side: Side, rewards: Rewards) -> float:
    winner = end.winner
    if winner is None:
        return rewards[1]
    return rewards[0] if winner is side else rewards[2]


def _one_after_another(
    candidates: list[_Candidate],
    playouts: int,
    side: Side,
    rewards: Rewards,
    deadline: Deadline,
    report: TreeReport | None,
) -> None:
    # In rounds, so that the candidates are level with each other whenever the time is over.
    for _ in range(playouts):
        for candidate in candidates:
            if deadline.is_over:
                return
            record: list[Move] | None = None
            if report is not None:
                record = []
            value = _reward(play_out(candidate.board, candidate.random, record), side, rewards)
            candidate.visits += 1
            candidate.total += value
            if report is not None:
                report.playout(candidate, record or [], value)
                report.backup(candidate, value, candidate.visits, candidate.total)


@dataclass
class _Chunk:
    """What a worker sends back: its results, the games if they were asked for, and where its stream stands."""

    state: int
    values: list[float] = field(default_factory=list)
    games: list[list[Move]] = field(default_factory=list)


def _simulate(board: Board, state: int, playouts: int, side: Side, rewards: Rewards, recording: bool) -> _Chunk:
    random = SplitMix(state)
    chunk = _Chunk(state)
    for _ in range(playouts):
        record: list[Move] | None = [] if recording else None
        chunk.values.append(_reward(play_out(board, random, record), side, rewards))
        chunk.games.append(record or [])
    chunk.state = random.state
    return chunk


def _in_parallel(
    candidates: list[_Candidate],
    playouts: int,
    side: Side,
    rewards: Rewards,
    deadline: Deadline,
    report: TreeReport | None,
    executor: Executor,
) -> None:
    running: dict[Future[_Chunk], _Candidate] = {}

    def send(candidate: _Candidate) -> None:
        count = min(_CHUNK, playouts - candidate.visits)
        if count:
            task = executor.submit(
                _simulate, candidate.board, candidate.random.state, count, side, rewards, report is not None
            )
            running[task] = candidate

    try:
        for candidate in candidates:
            send(candidate)
        while running and not deadline.is_over:
            # Wakes now and then to look at the clock and the cancel.
            done, _ = wait(running, timeout=0.05, return_when=FIRST_COMPLETED)
            # In the order in which they were sent, so that a listener hears the same events where possible.
            for task in [task for task in running if task in done]:
                candidate, chunk = running.pop(task), task.result()
                candidate.random.state = chunk.state
                for value, game in zip(chunk.values, chunk.games, strict=True):
                    candidate.visits += 1
                    candidate.total += value
                    if report is not None:
                        report.playout(candidate, game, value)
                        report.backup(candidate, value, candidate.visits, candidate.total)
                send(candidate)
    finally:
        for task in running:
            task.cancel()


def _decision(candidates: list[_Candidate], playouts: int, deadline: Deadline) -> Decision:
    seen = [candidate for candidate in candidates if candidate.visits]
    best = max(seen, key=lambda candidate: candidate.mean) if seen else None
    return Decision(
        move=(best or candidates[0]).move,
        value=best.mean if best else None,
        values={candidate.move: candidate.mean for candidate in seen},
        visits={candidate.move: candidate.visits for candidate in seen},
        line=((best or candidates[0]).move,),
        nodes=1 + len(candidates),
        playouts=sum(candidate.visits for candidate in candidates),
        seconds=deadline.seconds,
        complete=all(candidate.visits == playouts for candidate in candidates),
    )
