"""The PettingZoo environment passes PettingZoo's own tests, and its games are our games."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from plyground import GridBoard
from plyground.environments import AGENTS, PettingZooEnv, move_mask, planes
from plyground.errors import InputError, UnknownNameError

RULES = ["cfour", "tictactoe", "9x7 connect=5 blocked=a1,e4", "6x6 connect=4 gravity=no"]


@pytest.mark.parametrize("rules", RULES)
def test_pettingzoos_own_tests(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        # An empty board is all zeros, and a view with a mask is no single array; both are as they should be.
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation numpy array is all zeros")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        api_test(PettingZooEnv(rules), num_cycles=100)
    assert "Passed" in capsys.readouterr().out
    seed_test(lambda: PettingZooEnv(rules), num_cycles=20)
    render_test(lambda **mode: PettingZooEnv(rules, **mode))


@pytest.mark.parametrize("rules", RULES)
def test_the_rewards_are_the_result(rules: str) -> None:
    env, draw = PettingZooEnv(rules), np.random.default_rng(1)
    for _game in range(8):
        env.reset()
        board = GridBoard(rules)
        while not board.outcome.is_over:
            agent = env.agent_selection
            seen = env.observe(agent)
            assert AGENTS[agent] is board.turn
            assert np.array_equal(seen["observation"], planes(board))
            assert np.array_equal(seen["action_mask"], move_mask(board))
            (other,) = AGENTS.keys() - {agent}
            seen = env.observe(other)
            assert np.array_equal(seen["observation"], planes(board, AGENTS[other]))
            assert not seen["action_mask"].any()
            move = int(draw.choice(board.legal_moves))
            board = board.move(move)
            env.step(np.int64(move))
        results = {
            agent: 0 if board.winner is None else 1 if board.winner is side else -1 for agent, side in AGENTS.items()
        }
        assert env.rewards == results
        assert all(env.terminations.values())
        while env.agents:
            _seen, reward, over, _cut, _info = env.last()
            assert (reward, over) == (results[env.agent_selection], True)
            env.step(None)


def test_an_illegal_move_loses() -> None:
    env = PettingZooEnv("3x1 connect=3")
    env.reset()
    env.step(1)
    env.step(1)
    assert env.rewards == {"player_0": 1, "player_1": -1}
    assert env.infos["player_1"]["reason"] == "column 2 is full; open columns: 1 3"


def test_wrong_arguments_are_one_sentence() -> None:
    with pytest.raises(UnknownNameError, match="render mode 'png'; there are ansi, human"):
        PettingZooEnv(render_mode="png")
    env = PettingZooEnv()
    env.reset()
    with pytest.raises(InputError, match="has to be a whole number from 0 to 6"):
        env.step("3")
