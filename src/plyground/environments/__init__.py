"""Environments for learners: PettingZoo, Gymnasium, OpenSpiel, and many boards at once, for any rules.

`GymnasiumEnv` and `PettingZooEnv` need the extra `environments`, `openspiel_game` needs `bench`, the rest neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy

if TYPE_CHECKING:
    from plyground.engines import BatchStep, BoardBatch
    from plyground.environments.gymnasium_env import SEATS, GymnasiumEnv
    from plyground.environments.openspiel import openspiel_game
    from plyground.environments.pettingzoo_env import AGENTS, PettingZooEnv
    from plyground.environments.views import move_mask, planes

__all__ = [
    "AGENTS",
    "SEATS",
    "BatchStep",
    "BoardBatch",
    "GymnasiumEnv",
    "PettingZooEnv",
    "move_mask",
    "openspiel_game",
    "planes",
]

__getattr__ = lazy(
    __name__,
    views="BatchStep BoardBatch move_mask planes",
    gymnasium_env="SEATS GymnasiumEnv",
    pettingzoo_env="AGENTS PettingZooEnv",
    openspiel="openspiel_game",
)
