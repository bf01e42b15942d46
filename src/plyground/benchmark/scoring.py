"""How good a policy is, by exact values: the share of best moves, and what its moves lose on average."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from plyground.benchmark.sets import SETS, BenchmarkSet, benchmark_set
from plyground.board import Decision, Limit, is_number, is_whole
from plyground.bots import BotPlayer
from plyground.dataset import SolvedPosition
from plyground.errors import N_, InputError, LimitError
from plyground.game import Game, Player, seat_player, take_turn
from plyground.grid import GridBoard, Rules
from plyground.players import AnyPlayer, FunctionPlayer, make_player, text_or_player
from plyground.tables import text_table
from plyground.texts import _, say

__all__ = ["Mean", "Policy", "PolicyScore", "score_policy", "score_table", "uniform_score"]

Policy: TypeAlias = AnyPlayer
"""A player by its name, a `Player`, or a function of the board. The function returns a move, or a mapping from moves to
their probabilities."""

UNIFORM = "uniform"
"""What the score of moves at random has for its policy."""

Chosen: TypeAlias = Mapping[int, float]
"""How likely each move is; empty if there was no answer."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over positions; the 95 % interval is `value` ± `error`."""

    value: float
    error: float

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Mean:
        """
        >>> Mean.of([0.0, 1.0, 1.0, 0.0]).value
        0.5
        """
        count = len(numbers)
        mean = math.fsum(numbers) / count
        if count == 1:
            return cls(mean, math.inf)
        variance = math.fsum((number - mean) ** 2 for number in numbers) / (count - 1)
        return cls(mean, 1.96 * math.sqrt(variance / count))


@dataclass(frozen=True, slots=True)
class PolicyScore:
    """How a policy did on a set of positions."""

    policy: str
    set: str
    positions: int
    optimal: Mean
    """The share of moves with the best exact score: no other wins sooner, or holds out longer."""
    kept: Mean
    """The share of moves that keep the result: a won position stays won, a drawn one drawn."""
    regret: Mean
    """The best exact score minus that of the move."""
    faults: int
    """Answers that are no legal move, or did not come. Each counts as the worst move, and as one that keeps nothing."""
    seconds: float

    def json(self) -> dict[str, Any]:
        return asdict(self)

    def __str__(self) -> str:
        return score_table([self])


def score_policy(
    policy: Policy,
    on: str | os.PathLike[str] | BenchmarkSet = SETS[0],
    *,
    positions: int | None = None,
    seed: int = 0,
    limit: Limit | None = None,
    watch: Callable[[int], object] | None = None,
) -> PolicyScore:
    """Asks the policy for its move in every position of a set, or in the first so many, and compares exact values.

    `seed` is for a player by name that draws random numbers; `limit` is for players. `watch` is called with the number
    of positions that are done.

    >>> score_policy(lambda board: board.legal_moves[0], "tictactoe-v1").faults
    0
    >>> score_policy("alphabeta depth=9", "tictactoe-v1", positions=20).kept.value
    1.0
    """
    chosen, rows = _asked(on, positions)
    found = text_or_player(policy)
    with ExitStack() as stack:
        player = make_player(found, seed=seed) if isinstance(found, str) else found
        if isinstance(found, str) and isinstance(player, BotPlayer):
            stack.enter_context(player)
        player.check_board(GridBoard(chosen.rules))
        began = time.perf_counter()
        answers = _answers(player, chosen.rules, rows, limit, watch)
        return _scored(player.name, chosen, rows, answers, lambda: time.perf_counter() - began)


def uniform_score(on: str | os.PathLike[str] | BenchmarkSet = SETS[0], *, positions: int | None = None) -> PolicyScore:
    """The score of moves at random: not played, but computed from the values."""
    chosen, rows = _asked(on, positions)
    answers = (dict.fromkeys(row.scores, 1 / len(row.scores)) for row in rows)
    return _scored(UNIFORM, chosen, rows, answers, lambda: 0.0)


def score_table(scores: Sequence[PolicyScore]) -> str:
    """The scores as a table, with the half of each 95 % interval."""
    head = [_("policy"), _("best moves"), _("result kept"), _("mean regret"), _("faults"), _("ms a move")]
    rows = [
        [
            _("moves at random") if score.policy == UNIFORM else score.policy,
            _percent(score.optimal),
            _percent(score.kept),
            f"{score.regret.value:.2f} ± {score.regret.error:.2f}",
            str(score.faults),
            f"{1000 * score.seconds / score.positions:.1f}" if score.seconds else "",
        ]
        for score in scores
    ]
    return text_table(head, rows, right=range(1, len(head)))


def _asked(
    on: str | os.PathLike[str] | BenchmarkSet, positions: int | None
) -> tuple[BenchmarkSet, Sequence[SolvedPosition]]:
    chosen = on if isinstance(on, BenchmarkSet) else benchmark_set(on)
    if positions is not None and (not is_whole(positions) or positions < 1):
        raise LimitError(N_("{value} positions; it has to be a whole number, 1 or more"), value=repr(positions))
    return chosen, chosen.positions[:positions]


def _percent(share: Mean) -> str:
    return say("{share} ± {error} %", share=f"{100 * share.value:.1f}", error=f"{100 * share.error:.1f}")


def _answers(
    player: Player,
    rules: Rules,
    rows: Sequence[SolvedPosition],
    limit: Limit | None,
    watch: Callable[[int], object] | None,
) -> Iterator[Chosen]:
    for done, row in enumerate(rows, 1):
        if isinstance(player, FunctionPlayer):
            yield _chosen(player.function(GridBoard.from_moves(row.moves, rules)))
        else:
            yield _turn_of(player, Game.from_moves(row.moves, rules), limit)
        if watch is not None:
            watch(done)


def _turn_of(player: Player, game: Game[GridBoard], limit: Limit | None) -> Chosen:
    seat_player(game, game.turn, player)
    if game.forfeit is not None:
        return {}
    decision = take_turn(game, player, limit).decision
    return {} if decision is None else {decision.move: 1.0}


def _chosen(answer: object) -> Chosen:
    """What a function answered, as probabilities."""
    move = answer.move if isinstance(answer, Decision) else answer
    if is_whole(move):
        return {int(move): 1.0}  # type: ignore[call-overload]
    if (
        isinstance(move, Mapping)
        and all(is_whole(key) and is_number(share) and share >= 0 for key, share in move.items())
        and math.isclose(math.fsum(move.values()), 1.0, rel_tol=1e-3)
    ):
        return {int(key): float(share) for key, share in move.items()}
    raise InputError(
        N_("the policy answered {value}; it has to be a move, or probabilities of moves that add up to 1"),
        value=repr(answer)[:80],
    )


def _scored(
    name: str,
    chosen: BenchmarkSet,
    rows: Sequence[SolvedPosition],
    answers: Iterator[Chosen],
    seconds: Callable[[], float],
) -> PolicyScore:
    optimal, kept, regret, faults = [], [], [], 0
    for row, answer in zip(rows, answers, strict=True):
        best, worst = max(row.scores.values()), min(row.scores.values())
        legal = {move: share for move, share in answer.items() if move in row.scores}
        missing = math.fsum(share for move, share in answer.items() if move not in row.scores) if answer else 1.0
        faults += missing > 0
        optimal.append(math.fsum(share for move, share in legal.items() if row.scores[move] == best))
        kept.append(math.fsum(share for move, share in legal.items() if _sign(row.scores[move]) == _sign(best)))
        lost = math.fsum(share * (best - row.scores[move]) for move, share in legal.items())
        regret.append(lost + missing * (best - worst))
    return PolicyScore(
        name, chosen.name, len(rows), Mean.of(optimal), Mean.of(kept), Mean.of(regret), faults, seconds()
    )


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)
