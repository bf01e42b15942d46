"""The Gymnasium environment passes Gymnasium's own checker, and its games are our games."""

from __future__ import annotations

import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from plyground import GridBoard, Side
from plyground.environments import SEATS, GymnasiumEnv, move_mask, planes
from plyground.errors import InputError, MissingExtraError, NotationError, UnknownNameError, UnsupportedError

RULES = ["cfour", "tictactoe", "9x7 connect=5 blocked=a1,e4", "6x6 connect=4 gravity=no"]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seat", SEATS)
def test_gymnasiums_own_checker(rules: str, seat: str) -> None:
    env = gymnasium.make("plyground/Seat-v0", rules=rules, seat=seat, opponent="winblock")
    check_env(env.unwrapped)
    env.close()


def play(env: GymnasiumEnv, seed: int) -> tuple[list[int], float]:
    """A game of random moves; returns the moves and the reward."""
    observation, info = env.reset(seed=seed)
    draw = np.random.default_rng(seed)
    while True:
        assert np.array_equal(observation, planes(env.board, env.side))
        assert np.array_equal(info["action_mask"], move_mask(env.board))
        assert np.array_equal(env.action_masks(), info["action_mask"] == 1)
        assert env.board.turn is env.side
        observation, reward, over, cut, info = env.step(draw.choice(np.flatnonzero(info["action_mask"])))
        assert not cut
        if over:
            return list(env.game.moves), reward
        assert reward == 0


@pytest.mark.parametrize("rules", RULES)
def test_the_reward_is_the_result(rules: str) -> None:
    env = GymnasiumEnv("random", rules, seat="either")
    for seed in range(12):
        moves, reward = play(env, seed)
        board = GridBoard(rules)
        for move in moves:
            board = board.move(move)
        winner = board.winner
        assert reward == (0 if winner is None else 1 if winner is env.side else -1)


def test_the_seed_decides_everything() -> None:
    def games(opponent: str) -> list[tuple[list[int], float]]:
        env = GymnasiumEnv(opponent, seat="either")
        return [play(env, seed) for seed in range(5)]

    assert games("random") == games("random")


def test_both_seats_come_by_lot() -> None:
    env = GymnasiumEnv(seat="either")
    env.reset(seed=1)
    sides = set()
    for _game in range(30):
        env.reset()
        sides.add(env.side)
    assert sides == {Side.FIRST, Side.SECOND}


def test_an_illegal_move_loses() -> None:
    env = GymnasiumEnv(lambda board: board.legal_moves[0], "3x1 connect=3")
    env.reset()
    env.step(1)
    _seen, reward, over, _cut, info = env.step(1)
    assert (reward, over, info["termination"]) == (-1, True, "illegal move")
    assert info["reason"] == "column 2 is full; open columns: 3"
    with pytest.raises(InputError, match=r"call reset\(\)"):
        env.step(2)


def test_an_opponent_that_fails_loses() -> None:
    env = GymnasiumEnv(lambda board: 1 // 0)
    env.reset()
    _seen, reward, over, _cut, info = env.step(3)
    assert (reward, over, info["termination"]) == (1, True, "crash")
    assert "ZeroDivisionError" in info["reason"]


def test_a_game_may_begin_with_moves() -> None:
    env = GymnasiumEnv("winblock")
    env.reset(options={"moves": "445566"})
    assert env.step(2)[1:3] == (1.0, True)
    with pytest.raises(InputError, match="the game is over after the moves '1212121'"):
        env.reset(options={"moves": "1212121"})
    with pytest.raises(NotationError):
        env.reset(options={"moves": "x"})


def test_the_board_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    env = GymnasiumEnv(rules="3x1 connect=3", render_mode="ansi")
    env.reset()
    assert env.render() == str(env.board)
    assert GymnasiumEnv().render() is None
    env = GymnasiumEnv(rules="3x1 connect=3", render_mode="human")
    env.reset()
    assert capsys.readouterr().out == f"{env.board}\n\n"
    assert env.render() is None


def test_wrong_arguments_are_one_sentence() -> None:
    with pytest.raises(UnknownNameError, match="there is no seat 'third'; the seats are first, second, either"):
        GymnasiumEnv(seat="third")
    with pytest.raises(UnknownNameError, match="render mode 'png'; there are ansi, human"):
        GymnasiumEnv(render_mode="png")
    with pytest.raises(UnknownNameError, match="there is no player 'nobody'"):
        GymnasiumEnv("nobody")
    with pytest.raises(UnsupportedError, match="nobody to ask"):
        GymnasiumEnv("human")
    env = GymnasiumEnv()
    env.reset()
    for wrong in ("3", 3.0, None, [3]):
        with pytest.raises(InputError, match="has to be a whole number from 0 to 6"):
            env.step(wrong)


def test_a_missing_extra_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    from plyground import environments

    for module, name, library in (
        ("gymnasium_env", "GymnasiumEnv", "gymnasium"),
        ("pettingzoo_env", "PettingZooEnv", "pettingzoo"),
    ):
        monkeypatch.delitem(sys.modules, f"plyground.environments.{module}", raising=False)
        monkeypatch.setitem(sys.modules, library, None)
        with pytest.raises(MissingExtraError, match=r"pip install 'plyground\[environments\]'"):
            getattr(environments, name)
        monkeypatch.undo()
