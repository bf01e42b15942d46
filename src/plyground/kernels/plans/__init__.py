"""Plans: rules by which one side answers every stone of the other, played out against every stone.

- `search`: which of the opponent's next stones does a plan fail against? It is asked thousands of times and looks for
  plans that may hold;
- `replay`: does a plan hold to the end? It proves, and shares no code with the search.

A plan is two arrays: `partner` names for each column the one that it is exchanged with (-1: none), `spare` the columns
to play in, in order, where nothing else is asked for. What a plan means is written down in
`plyground.explanations.certificates.FollowUp`.
"""

from .replay import Replay, replay_plan
from .search import PlanSearch

__all__ = ["PlanSearch", "Replay", "replay_plan"]
