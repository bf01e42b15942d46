"""A game as a PettingZoo environment of the AEC kind: two agents move in turn. Needs the extra `environments`."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from plyground.board import Side, is_whole
from plyground.environments.rendering import RENDER_MODES, check_render_mode, print_board, render
from plyground.environments.views import move_mask, plane_shape, planes
from plyground.errors import N_, IllegalMoveError, InputError, MissingExtraError
from plyground.game import Game, Termination
from plyground.grid import CFOUR, GridBoard, Rules, rules_of

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError:
    raise MissingExtraError(
        N_("{name} environments need the extra '{extra}': pip install 'plyground[{extra}]'"),
        name="PettingZoo",
        extra="environments",
    ) from None

__all__ = ["AGENTS", "PettingZooEnv"]

AGENTS = {"player_0": Side.FIRST, "player_1": Side.SECOND}


class PettingZooEnv(AECEnv):  # type: ignore[misc]  # the module is Any to the type checker
    """A game of any rules.

    An agent sees `planes` from its own side, and a mask of what it can play, empty while the other agent is to move.
    The winner's reward is 1, the loser's -1; a move that cannot be played loses.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "plyground_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(self, rules: Rules | str = CFOUR, render_mode: str | None = None) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.rules = rules_of(rules)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        seen = {
            "observation": spaces.Box(0, 1, plane_shape(self.rules), np.int8),
            "action_mask": spaces.Box(0, 1, (self.rules.move_count,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(self.rules.move_count) for agent in AGENTS}
        self._game = Game(GridBoard(self.rules))

    @property
    def board(self) -> GridBoard:
        return self._game.board

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game. Nothing is left to chance, so the seed changes nothing."""
        self._game = Game(GridBoard(self.rules))
        self.agents = list(AGENTS)
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        print_board(self.board, self.render_mode)

    def observe(self, agent: str) -> dict[str, Any]:
        mask = move_mask(self.board)
        if agent != self.agent_selection or self._game.is_over:
            mask[:] = 0
        return {"observation": planes(self.board, AGENTS[agent]), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if not is_whole(action):
            raise InputError(
                N_("the action is {value}; it has to be a whole number from 0 to {last}"),
                value=repr(action)[:80],
                last=self.rules.move_count - 1,
            )
        self._cumulative_rewards[agent] = 0.0
        self._play(int(action))
        if self._game.is_over:
            winner = self._game.winner
            self.terminations = dict.fromkeys(AGENTS, True)
            if winner is not None:
                self.rewards = {name: 1.0 if side is winner else -1.0 for name, side in AGENTS.items()}
        self._accumulate_rewards()
        self.agent_selection = next(name for name in AGENTS if name != agent)
        print_board(self.board, self.render_mode)

    def _play(self, move: int) -> None:
        try:
            self._game.play(move)
        except IllegalMoveError as reason:
            self._game.end(self._game.turn, Termination.ILLEGAL_MOVE, reason)
            self.infos[self.agent_selection]["reason"] = str(reason)

    def render(self) -> str | None:
        return render(self.board, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
