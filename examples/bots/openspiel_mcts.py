"""OpenSpiel's Monte Carlo tree search as a bot: `openspiel:examples/bots/openspiel_mcts.py` (extra `bench`)."""

from __future__ import annotations

from typing import Any

import pyspiel

SIMULATIONS = 1000  # a move; each ends with one random game


def make_bot(game: Any, player: int) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=player)
    return pyspiel.MCTSBot(
        game,
        evaluator,
        uct_c=2.0,  # as in OpenSpiel's own example
        max_simulations=SIMULATIONS,
        max_memory_mb=100,
        solve=True,
        seed=player,
        verbose=False,
    )
