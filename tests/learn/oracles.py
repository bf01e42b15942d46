"""The right answers of exercises a second time, from their figures alone.

Nothing of `plyground.learn` or of the searches does any of the work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.learn.board_oracles import (
    backup,
    beat_evaluator,
    finished_value,
    mcts_trap,
    open_lines,
    playout_mean,
    read_solver,
    ucb_bound,
    ucb_choice,
    who_wins,
    zugzwang_parity,
)
from tests.learn.bug_oracle import find_the_bug
from tests.learn.tree_oracles import (
    alpha_at_node,
    alphabeta_cuts,
    best_order,
    beta_at_node,
    depth_change,
    leaf_order,
    minimax_value,
    node_count,
    table_hits,
)

ORACLES: dict[str, Callable[[Any], Any]] = {
    "open-lines": open_lines,
    "finished-value": finished_value,
    "minimax-value": minimax_value,
    "depth-change": depth_change,
    "beat-evaluator": beat_evaluator,
    "alpha-at-node": alpha_at_node,
    "beta-at-node": beta_at_node,
    "alphabeta-cuts": alphabeta_cuts,
    "node-count": node_count,
    "leaf-order": leaf_order,
    "best-order": best_order,
    "table-hits": table_hits,
    "playout-mean": playout_mean,
    "ucb-bound": ucb_bound,
    "ucb-choice": ucb_choice,
    "backup": backup,
    "mcts-trap": mcts_trap,
    "who-wins": who_wins,
    "zugzwang-parity": zugzwang_parity,
    "read-solver": read_solver,
    "find-the-bug": find_the_bug,
}
