"""Every protocol there and back: our players as bots, run as foreign ones, judged by the naive rules."""

from __future__ import annotations

import importlib.util
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from plyground import CFOUR, TICTACTOE, Game, GridBoard, Player, Rules, Side
from plyground.board import SplitMix
from plyground.bots import BotPlayer
from plyground.errors import MissingExtraError, UnsupportedError
from plyground.players import make_player
from tests.bots.conftest import EXAMPLES
from tests.bots.judging import falling_rules, family_rules, five_rules, judge_rules, judged

OURS = shlex.join([sys.executable, "-m", "plyground", "bot", "--player", "random seed=1"])
PYTHON = shlex.quote(sys.executable)

AGENT = """
from plyground.bots.kaggle import kaggle_agent
from plyground.players import make_player

agent = kaggle_agent(make_player("random seed=2"))
"""


def openspiel_rules(draw: SplitMix) -> Rules:
    return CFOUR if draw.below(2) else TICTACTOE


Draw = Callable[[SplitMix], Rules]
PROTOCOLS: dict[str, tuple[Draw, int]] = {
    "cmd: ours": (family_rules, 150),
    "cmd: python": (family_rules, 60),
    "text: ours": (judge_rules, 4),
    "text: python": (judge_rules, 6),
    "kaggle: ours": (falling_rules, 5),
    "kaggle: theirs": (falling_rules, 5),
    "gomocup: ours": (five_rules, 8),
    "gomocup: python": (five_rules, 8),
}
COMPILED: dict[str, tuple[Draw, int]] = {
    "cmd: c": (family_rules, 60),
    "so: theirs": (judge_rules, 6),
    "so: ours": (judge_rules, 3),
}


def bot_for(protocol: str, tmp_path: Path, build: Callable[[Path, bool], Path]) -> Player:
    match protocol:
        case "cmd: ours":
            return make_player(f"cmd:{OURS}")
        case "cmd: python":
            return make_player(f"cmd:{PYTHON} {shlex.quote(str(EXAMPLES / 'greedy.py'))}")
        case "text: ours":
            return make_player(f"text:time=300 {OURS} --protocol text")
        case "text: python":
            return make_player(f"text:time=300 {PYTHON} {shlex.quote(str(EXAMPLES / 'text_strategy.py'))}")
        case "kaggle: ours":
            agent = tmp_path / "ours.py"
            agent.write_text(AGENT, "utf-8")
            return make_player(f"kaggle:time=300 {agent}")
        case "kaggle: theirs":
            return make_player(f"kaggle:time=300 {EXAMPLES / 'connectx.py'}")
        case "gomocup: ours":
            return make_player(f"gomocup:time=300 {OURS} --protocol gomocup")
        case "gomocup: python":
            return make_player(f"gomocup:time=300 {PYTHON} {shlex.quote(str(EXAMPLES / 'five.py'))}")
        case "cmd: c":
            return make_player(f"cmd:{shlex.quote(str(build(EXAMPLES / 'lowest.c', False)))}")
        case "so: theirs":
            return make_player(f"so:time=300 {build(EXAMPLES / 'strategy.c', True)}")
        case "so: ours":
            return make_player(f"so:time=300 {build(EXAMPLES / 'forward.c', True)}")
    raise AssertionError(protocol)


def many_games(bot: Player, draw_rules: Draw, count: int, seed: int) -> int:
    draw = SplitMix(seed)
    played = 0
    for number in range(count):
        rules = draw_rules(draw)
        if "lowest" in bot.name and not rules.gravity:
            continue
        side = Side(number % 2)
        judged(bot, make_player("random", seed=draw.next64()), rules, side)
        played += 1
    return played


def go(protocol: str, games: int, draw: Draw, tmp_path: Path, build, monkeypatch) -> None:
    monkeypatch.setenv("PLYGROUND_STRATEGY", f"exec {OURS} --protocol text")
    monkeypatch.setenv("PLYGROUND_BOT_VARIABLES", "PLYGROUND_STRATEGY")
    bot = bot_for(protocol, tmp_path, build)
    assert isinstance(bot, BotPlayer)
    with bot:
        assert many_games(bot, draw, games, seed=len(protocol)) > games // 2


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_no_illegal_move(protocol, tmp_path, build, monkeypatch):
    draw, games = PROTOCOLS[protocol]
    go(protocol, games, draw, tmp_path, build, monkeypatch)


@pytest.mark.needs("gcc")
@pytest.mark.parametrize("protocol", COMPILED)
def test_no_illegal_move_of_compiled_bots(protocol, tmp_path, build, monkeypatch):
    draw, games = COMPILED[protocol]
    go(protocol, games, draw, tmp_path, build, monkeypatch)


@pytest.mark.soak
@pytest.mark.needs("gcc")
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("protocol", [*PROTOCOLS, *COMPILED])
def test_ten_thousand_games(protocol, tmp_path, build, monkeypatch):
    """10,000 through all protocols: most where a process serves many games."""
    draw, _few = (PROTOCOLS | COMPILED)[protocol]
    # The bot in C leaves out the third of them that is without gravity.
    games = 2700 if protocol.startswith("cmd:") else 480
    go(protocol, games, draw, tmp_path, build, monkeypatch)


needs_openspiel = pytest.mark.skipif(
    importlib.util.find_spec("pyspiel") is None, reason="needs the extra bench (OpenSpiel)"
)


@needs_openspiel
def test_an_openspiel_bot_is_a_player():
    with make_player("openspiel:uniform_random") as bot:  # type: ignore[attr-defined]
        assert many_games(bot, openspiel_rules, 6, seed=7) == 6
        with pytest.raises(UnsupportedError, match="empty board"):
            bot.new_game(Game(GridBoard.parse("o../.x./... x", TICTACTOE)), Side.FIRST)


@needs_openspiel
@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four"])
def test_our_player_is_an_openspiel_bot(name):
    import pyspiel

    from plyground.bots.openspiel import openspiel_bot, rules_of

    game = pyspiel.load_game(name)
    bots = [openspiel_bot(make_player("random", seed=seed), game, seed) for seed in (0, 1)]
    for number in range(10):
        state = game.new_initial_state()
        returns = pyspiel.evaluate_bots(state, bots, number)
        # Played again by our own rules, the game ends the same way.
        again = Game(GridBoard(rules_of(game)), state.history())
        assert again.is_over
        winner = again.winner
        assert returns == ([0.0, 0.0] if winner is None else [1.0, -1.0] if winner is Side.FIRST else [-1.0, 1.0])


def test_a_missing_openspiel_is_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    from plyground.bots.openspiel import game_of

    with pytest.raises(MissingExtraError, match=r"plyground\[bench\]"):
        game_of(CFOUR)
    monkeypatch.delitem(sys.modules, "pyspiel")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"plyground\[bench\]"):
        make_player("openspiel:uniform_random")
