"""OpenSpiel's own tests pass on our game for any rules; without OpenSpiel there is one sentence."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from plyground import GridBoard, Rules, Side
from plyground.bots import openspiel_rules, openspiel_text
from plyground.environments import openspiel, openspiel_game, planes
from plyground.errors import MissingExtraError
from plyground.players import make_player
from tests import strategies

RULES = ["cfour", "tictactoe", "9x7 connect=5 blocked=a1,e4", "6x6 connect=4 gravity=no"]


@strategies.examples(100)
@given(strategies.rules())
def test_rules_survive_as_a_parameter(rules: Rules) -> None:
    text = openspiel_text(rules)
    assert not set(text) & set(" =,()")
    assert openspiel_rules(text) == rules


def test_a_missing_openspiel_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    openspiel._registered.cache_clear()
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(MissingExtraError, match=r"plyground\[bench\]"):
        openspiel_game()


@pytest.fixture
def pyspiel() -> Any:
    return pytest.importorskip("pyspiel")


@pytest.mark.parametrize("rules", RULES)
def test_openspiels_own_test(rules: str, pyspiel: Any) -> None:
    game = openspiel_game(rules)
    pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)
    assert pyspiel.load_game(str(game)).num_distinct_actions() == Rules.parse(rules).move_count


@pytest.mark.parametrize("rules", RULES)
def test_a_playthrough_is_our_game(rules: str, pyspiel: Any) -> None:
    from open_spiel.python.observation import make_observation

    game = openspiel_game(rules)
    seen = make_observation(game)
    draw = np.random.default_rng(3)
    for _game in range(4):
        state, board = game.new_initial_state(), GridBoard(rules)
        while not state.is_terminal():
            assert state.current_player() == board.turn.value
            assert state.legal_actions() == list(board.legal_moves)
            for player in range(2):
                seen.set_from(state, player)
                assert np.array_equal(seen.dict["observation"], planes(board, Side(player)))
            move = int(draw.choice(board.legal_moves))
            assert state.action_to_string(move) == board.move_name(move)
            assert state.legal_actions_mask()[move] == 1
            state.apply_action(move)
            board = board.move(move)
        winner = board.winner
        assert state.returns() == ([0, 0] if winner is None else [1, -1] if winner is Side.FIRST else [-1, 1])


def test_our_players_and_its_bots_play_it(pyspiel: Any) -> None:
    from plyground.bots.openspiel import openspiel_bot, rules_of

    game = openspiel_game("5x5 connect=4 gravity=no blocked=c3")
    assert rules_of(game) == Rules.parse("5x5 connect=4 gravity=no blocked=c3")
    ours = openspiel_bot(make_player("winblock"), game, 0)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    theirs = pyspiel.MCTSBot(game, evaluator, 1.4, 10, 10, False, 7, False)
    assert sum(pyspiel.evaluate_bots(game.new_initial_state(), [ours, theirs], 7)) == 0
