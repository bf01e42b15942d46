"""Kaggle's form, both ways."""

from __future__ import annotations

import json

import pytest

from plyground import CFOUR, Game, GridBoard, Limit, Rules, Side
from plyground.bots.kaggle import kaggle_agent, load_agent, observed
from plyground.errors import MissingError, PlayerError
from plyground.players import RandomPlayer, make_player


def test_our_agent_takes_a_win_and_keeps_its_game():
    seen = []

    class Watching(RandomPlayer):
        def decide(self, game, limit=None, cancel=None):
            seen.append((game.moves, limit))
            return super().decide(game, limit, cancel)

    agent = kaggle_agent(Watching(seed=1))
    board = GridBoard(CFOUR)
    while not board.outcome.is_over:
        move = agent(*observed(board, 2.0)) if board.turn is Side.SECOND else board.legal_moves[0]
        board = board.move(move)
    assert [len(moves) for moves, _limit in seen] == list(range(1, 2 * len(seen), 2))
    assert {limit for _moves, limit in seen} == {Limit(time=1.6)}
    winning = GridBoard.from_moves("112233")
    observation, configuration = observed(winning, None)
    assert kaggle_agent(make_player("alphabeta depth=2"))(dict(observation), dict(configuration)) == 3


def test_what_an_agent_is_told(tmp_path):
    path = tmp_path / "agent.py"
    record = tmp_path / "record"
    path.write_text(
        "import json\n"
        "def helper(x):\n    return x\n"
        "def my_agent(obs, config):\n"
        "    print('agents may print')\n"
        "    told = [obs.board, obs['mark'], config.columns, config.rows, config.inarow]\n"
        f"    json.dump(told, open({str(record)!r}, 'w'))\n"
        "    return helper(2)\n",
        "utf-8",
    )
    with make_player(f"kaggle:time=300 {path}") as player:  # type: ignore[attr-defined]
        game = Game(GridBoard(Rules.parse("3x2 connect=2")), [0])
        player.new_game(game, Side.SECOND)
        assert player.decide(game).move == 2
    assert json.loads(record.read_text("utf-8")) == [[0, 0, 0, 1, 0, 0], 2, 3, 2, 2]


def test_agents_of_one_argument_and_files_without_any(tmp_path):
    path = tmp_path / "agent.py"
    path.write_text("def one(observation):\n    return observation.mark\n", "utf-8")
    assert load_agent(str(path))(*observed(GridBoard(CFOUR), None)) == 1
    path.write_text("agent = 3\n", "utf-8")
    with pytest.raises(MissingError, match="no agent"):
        load_agent(str(path))


@pytest.mark.parametrize("answer", ["None", "7", "'x'", "1 / 0"])
def test_an_agent_that_fails(answer, tmp_path):
    path = tmp_path / "agent.py"
    path.write_text(f"def agent(observation, configuration):\n    return {answer}\n", "utf-8")
    with make_player(f"kaggle:time=300 {path}") as player:  # type: ignore[attr-defined]
        game = Game(GridBoard(CFOUR))
        player.new_game(game, Side.FIRST)
        with pytest.raises(PlayerError, match="ZeroDivisionError" if "/" in answer else "not an open column") as caught:
            player.decide(game)
        assert caught.value.termination == ("crash" if "/" in answer else "illegal move")
