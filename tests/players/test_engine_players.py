"""Compiled searches as players: the same moves as the textbook's, by name, on grids only."""

from __future__ import annotations

import threading

import pytest

from plyground import CFOUR, TICTACTOE, Clock, Game, GridBoard, Limit, Rules, Side, play, random_rules
from plyground.errors import UnknownNameError, UnsupportedError
from plyground.players import PlayerKind, make_player, player_kinds, register, registry
from plyground.players.engine_player import ChampionPlayer, EnginePlayer
from plyground.search.uct import UCT
from tests.search.test_depth_first import Relay


@pytest.mark.parametrize("start", [CFOUR, TICTACTOE, Rules.parse("6x5 connect=4 blocked=c1")], ids=str)
@pytest.mark.parametrize(
    "text", ["alphabeta depth=3", "alphabeta depth=2 evaluator=position", "montecarlo playouts=8 seed=3"]
)
def test_the_compiled_twin_plays_the_same_game(text: str, start: Rules) -> None:
    games = [
        play(Game(GridBoard(start)), make_player(twin), make_player("random seed=2")).moves
        for twin in (text, f"{text} compiled=yes")
    ]
    assert games[0] == games[1]


def test_compiled_uct_keeps_its_tree_as_the_textbook_does() -> None:
    textbook, compiled = make_player("uct playouts=60 seed=4"), make_player("uct playouts=60 seed=4 compiled=yes")
    game = Game(GridBoard(random_rules(3)))
    game.seat(Side.FIRST, textbook)
    game.seat(Side.SECOND, compiled)
    for _ in range(6):
        one, other = textbook.decide(game), compiled.decide(game)
        assert (one.move, dict(one.visits)) == (other.move, dict(other.visits))
        game.play(one.move)
        game.play(game.board.legal_moves[0])


@pytest.mark.parametrize("text", ["champion", "deepening", "alphabeta compiled=yes", "montecarlo compiled=yes"])
def test_grids_only(text: str) -> None:
    player = make_player(text)
    assert isinstance(player, EnginePlayer)
    with pytest.raises(UnsupportedError, match="knows grids, not Relay"):
        player.new_game(Game(Relay()), Side.FIRST)
    with pytest.raises(UnsupportedError, match="knows grids, not Relay"):
        player.decide(Game(Relay()))


def test_the_champion_takes_its_threads_and_limits() -> None:
    player = make_player("champion threads=3 playouts=50 exact=no")
    assert isinstance(player, EnginePlayer)
    assert player.engine.threads == 3
    assert make_player("champion", threads=1).engine.threads == 1  # type: ignore[attr-defined]
    assert player.decide(Game(GridBoard(random_rules(1)))).playouts <= 60
    assert make_player("deepening depth=2").decide(Game(GridBoard(CFOUR))).depth == 2
    cancel = threading.Event()
    cancel.set()
    # It would be complete after its minute.
    assert not make_player("champion time=60 exact=no").decide(Game(GridBoard(random_rules(1))), None, cancel).complete


@pytest.mark.parametrize("clock", [None, Clock(60, 1)])
def test_the_champion_saves_time_only_for_a_clock(clock: Clock | None) -> None:
    player = make_player("champion playouts=50 exact=no threads=1")
    assert isinstance(player, ChampionPlayer)
    Game(GridBoard(random_rules(1)), clock=clock).seat(Side.FIRST, player)
    assert player.engine.style.early_stop is (clock is not None)  # type: ignore[attr-defined]


@pytest.mark.parametrize("rules", ["gomoku", "9x9 connect=5 gravity=no", "20x20 connect=6 gravity=no blocked=a1"])
def test_the_champion_without_gravity(rules: str) -> None:
    """It takes a win, blocks a loss, and makes an open three when nothing presses."""
    board = GridBoard(Rules.parse(rules))
    champion = make_player("champion threads=1")
    decision = champion.decide(Game(board), Limit(nodes=50_000))
    assert decision.move in board.legal_moves
    game = play(Game(board), champion, make_player("winblock seed=1"), Limit(nodes=20_000))
    assert game.winner is Side.FIRST


def test_a_limit_of_nodes_ends_the_textbook_uct_where_the_whole_game_is_in_its_tree() -> None:
    board = GridBoard(Rules.parse("2x2 connect=3"))
    decision = UCT().decide(board, Limit(nodes=1000))
    assert decision.nodes < 70
    assert decision.playouts == 1000


def test_a_name_or_a_short_name_can_be_taken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_KINDS", dict(registry._KINDS))
    for kind in (PlayerKind("level5", "x"), PlayerKind("x", "x", aliases={"uct": {}}), PlayerKind("steady", "x")):
        with pytest.raises(UnknownNameError, match="is taken"):
            register(kind)
    assert "x" not in [kind.name for kind in player_kinds()]
