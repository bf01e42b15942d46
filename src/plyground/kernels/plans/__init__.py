"""Plans: rules by which one side answers every stone of the other, played out against every stone.

- `search`: which of the opponent's next stones does a plan fail against? It is asked thousands of times and looks for
  plans that may hold;
- `replay`: does a plan hold to the end? It proves, and shares no code with the search.

A plan is two arrays: `pairs` names for each cell those on which a stone there is answered, in the order in which they
are tried (-1: no more), `spare` the columns to play in, in order, where nothing else is asked for. What a plan means is
written down in `plyground.explanations.certificates.Plan`.
"""

import numpy as np

from ..exact import Setup
from .replay import Replay, replay_plan
from .search import PlanSearch

__all__ = ["PlanSearch", "Replay", "get_ready", "replay_plan"]


def get_ready(setup: Setup) -> None:
    """Loads the kernels for boards of this kind; the first time on a machine, they are compiled."""
    nothing = np.full((setup.bits, 1), -1, np.int64)
    spare = np.arange(setup.width)
    PlanSearch(setup).failing(0, 0, nothing, spare, thrifty=False, wins=True, most=0, positions=1)
    replay_plan(
        np.zeros(4, np.int8),
        2,
        np.array([[0, 1]]),
        np.full((4, 1), -1),
        np.arange(2),
        thrifty=False,
        blind=False,
        excluded=0,
        wins=True,
        positions=1,
    )
