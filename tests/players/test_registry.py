"""Player texts: what can be named, how it is read, and what is said about the rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plyground import (
    CFOUR,
    TICTACTOE,
    Board,
    Decision,
    Game,
    GridBoard,
    Limit,
    Played,
    Player,
    Side,
    play,
    random_rules,
)
from plyground.board import Cancel, tightest
from plyground.errors import InputError, PlygroundError, UnknownNameError, UnsupportedError
from plyground.players import (
    Option,
    PlayerKind,
    RandomPlayer,
    SearchPlayer,
    StagedPlayer,
    UCTPlayer,
    Whole,
    make_player,
    player_kinds,
    player_text,
    register,
    registry,
    seat,
)
from tests.search.test_depth_first import Relay

# What a colon follows is somebody's program: the tests of the bots bring some.
COMPUTERS = [kind.name for kind in player_kinds() if kind.build is not None and not kind.name.endswith(":")]
QUICK = {
    "uct": "uct playouts=50",
    "montecarlo": "montecarlo playouts=5",
    "champion": "champion playouts=50 threads=1",
    "deepening": "deepening nodes=500",
    "openlines": "openlines depth=2",
    "solver": "solver time=0.1 threads=1 table=16",
}


class Somebody(Player):
    """A human of the tests: always the last legal move."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.identifier = Side.FIRST

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        return Decision(game.board.legal_moves[-1])


def test_the_names_that_are_known():
    names = [kind.name for kind in player_kinds()]
    for name in ("human", "minimax", "alphabeta", "openlines", "staged", "montecarlo", "uct", "solver", "random"):
        assert name in names
    assert all(kind.description for kind in player_kinds())
    assert all(option.description and option.allowed for kind in player_kinds() for option in kind.options)


@pytest.mark.parametrize("kind", player_kinds(), ids=lambda kind: kind.name)
def test_defaults_are_values_that_can_be_written(kind):
    for option in kind.options:
        if option.default is not None:
            assert option.read(option.show(option.default)) == option.default
            assert player_text(f"{kind.name} {option.name}={option.show(option.default)}") == player_text(kind.name)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("minimax", "minimax"),
        ("  MiniMax   DEPTH=3 ", "minimax depth=3"),
        ("alphabeta evaluator=POSITION depth=6", "alphabeta evaluator=position"),
        ("alphabeta time=0.50 depth=8", "alphabeta depth=8 time=0.5"),
        ("uct c=0.70 time=1", "uct time=1"),
        ("staged depth=verystrong think=yes", "staged depth=8 think=1..2"),
        ("staged think=1.5", "staged think=1.5..1.5"),
        ("staged think=no forks=yes centre=no", "staged centre=no forks=yes"),
        ("montecarlo seed=1 playouts=200", "montecarlo seed=1"),
        ("uct time=1234567.25e-2 c=1e-3", "uct time=12345.6725 c=0.001"),
        ("human name=Ann", "human name=Ann"),
    ],
)
def test_every_text_has_one_canonical_form(text, canonical):
    assert player_text(text) == canonical
    assert player_text(canonical) == canonical
    if not canonical.startswith("human"):
        assert make_player(text).name == canonical


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("", UnknownNameError, "there is no player ''; known are human, minimax"),
        ("minmax", UnknownNameError, "'minmax'; did you mean minimax?"),
        ("alpha-beta depth=3", UnknownNameError, "did you mean alphabeta?"),
        ("qqq", UnknownNameError, "'qqq'; known are human"),
        ("minimax deph=3", UnknownNameError, "no option 'deph'; did you mean depth? It has depth, evaluator"),
        ("random zzz=3", UnknownNameError, "no option 'zzz'; it has seed"),
        ("minimax depth", InputError, "needs a value, as in depth=4"),
        ("minimax depth=", InputError, "depth is ''; it has to be a whole number from 1 to 512"),
        ("minimax depth=0", InputError, "depth is '0'; it has to be a whole number from 1 to 512"),
        ("minimax depth=-1", InputError, "it has to be a whole number from 1 to 512"),
        ("minimax depth=1_0", InputError, "depth is '1_0'"),
        ("minimax depth=٣", InputError, "depth is '٣'"),
        ("minimax depth=2.5", InputError, "depth is '2.5'"),
        ("minimax depth=3 depth=4", InputError, "given twice"),
        ("minimax evaluator=material", InputError, "it has to be one of own, outcome, segments"),
        ("alphabeta time=0", InputError, "time is '0'; it has to be a number from 0.001 to 86400"),
        ("alphabeta time=inf", InputError, "time is 'inf'"),
        ("uct c=nan", InputError, "c is 'nan'"),
        ("uct final=best", InputError, "it has to be one of value, visits, bound"),
        ("staged depth=strongest", InputError, "a whole number from 1 to 512, or weak, medium, strong, verystrong"),
        ("staged forks=maybe", InputError, "it has to be one of yes, no"),
        ("staged think=2..1", InputError, "it has to be one of yes, no, 1..2"),
        ("staged think=1..", InputError, "think is '1..'"),
        ("random seed=-1", InputError, "seed is '-1'; it has to be a whole number, 0 or more"),
        ("uct playouts=abc", InputError, "playouts is 'abc'; it has to be a whole number, 1 or more"),
        ("uct playouts", InputError, "needs a value, as in playouts=1"),
        ("uct time", InputError, "needs a value, as in time=1"),
        ("human name=", InputError, "name is ''; it has to be a word"),
        ("level11", UnknownNameError, "did you mean level10?"),
        ("level 11", UnknownNameError, "'level11'; did you mean level10?"),
        ("level0", UnknownNameError, "did you mean level1?"),
        ("nosuch.py", UnknownNameError, "name its kind: python:nosuch.py:choose, cmd:./nosuch.py"),
        ("~/bots/mine.so", UnknownNameError, "name its kind: so:~/bots/mine.so"),
        ("./mybot --fast", UnknownNameError, "name its kind: cmd:./mybot --fast"),
        ("bots/mybot.py:choose", UnknownNameError, "name its kind: python:bots/mybot.py:choose"),
        ("random seed=9223372036854775808", InputError, "seed is '9223372036854775808'"),
    ],
)
def test_wrong_texts_get_one_clear_sentence(text, error, said):
    for read in (make_player, player_text):
        with pytest.raises(error) as caught:
            read(text)
        assert said in str(caught.value)
        assert caught.value.exit_code == 2


def test_humans_need_somebody_to_ask():
    with pytest.raises(UnsupportedError, match="nobody to ask"):
        make_player("human")
    assert make_player("human", humans=Somebody).name == "human"
    assert make_player("human name=Ann", humans=Somebody).name == "Ann"


@pytest.mark.parametrize("name", COMPUTERS)
@pytest.mark.parametrize("rules", [CFOUR, TICTACTOE, random_rules(1)], ids=["cfour", "tictactoe", "random"])
def test_every_player_finishes_a_game_on_either_side(name, rules):
    if name == "solver" and rules.columns > 7:
        return  # too large to solve, which it says: see its own tests
    text = QUICK.get(name, f"{name} depth=2" if name in ("minimax", "alphabeta", "staged") else name)
    for first, second in ((text, "random seed=2"), ("random seed=2", text)):
        seen: list[Played] = []
        game = play(Game(GridBoard(rules)), *seat(first, second), observers=[seen.append])
        assert game.is_over
        assert [played.decision.move for played in seen] == list(game.moves)
        assert {played.player.name for played in seen} == {player_text(first), player_text(second)}


def test_one_loop_drives_a_human_and_a_computer():
    first, second = seat("human", "alphabeta depth=2", humans=Somebody)
    game = play(Game(GridBoard(CFOUR)), first, second)
    assert game.is_over
    assert (first.identifier, second.identifier) == (Side.FIRST, Side.SECOND)


@pytest.mark.parametrize("name", COMPUTERS)
def test_the_short_form_gives_a_legal_move(name):
    player = make_player(QUICK.get(name, name))
    assert player.next_move(GridBoard.from_moves("4453")) in range(7)


def test_classes_behind_the_names():
    assert isinstance(make_player("minimax"), SearchPlayer)
    assert isinstance(make_player("uct"), UCTPlayer)
    assert isinstance(make_player("staged"), StagedPlayer)
    assert isinstance(make_player("random"), RandomPlayer)


def test_a_seed_is_for_players_that_name_none():
    def games(text: str, seed: int | None) -> list[int]:
        player = make_player(text, seed=seed)
        return [player.next_move(GridBoard(CFOUR)) for _ in range(20)]

    assert games("random", 5) == games("random seed=5", None)
    assert games("random seed=1", 5) == games("random seed=1", 6)
    assert games("random", 5) != games("random", 6)
    assert games("minimax depth=1", 5) == games("minimax depth=1", None)


def test_lots_are_fair_and_repeatable():
    def first_of(seed: int) -> str:
        return seat("minimax", "random", by_lot=True, seed=seed)[0].name

    drawn = [first_of(seed) for seed in range(200)]
    assert drawn == [first_of(seed) for seed in range(200)]
    assert 70 < drawn.count("minimax") < 130
    assert {seat("minimax", "random", by_lot=True)[0].name for _ in range(64)} == {"minimax", "random"}
    assert [player.name for player in seat("minimax", "random", seed=3)] == ["minimax", "random"]


def test_two_seats_of_one_kind_draw_different_numbers():
    first, second = seat("random", "random", seed=1)
    board = GridBoard(CFOUR)
    assert [first.next_move(board) for _ in range(20)] != [second.next_move(board) for _ in range(20)]


def test_limits_are_kept_by_the_tighter_one():
    assert tightest(None, None) is None
    assert tightest(Limit(time=1), None) == Limit(time=1)
    assert tightest(Limit(time=1, nodes=5), Limit(time=2, depth=3)) == Limit(time=1, nodes=5, depth=3)
    board = GridBoard(CFOUR)
    assert make_player("minimax depth=3 nodes=20").decide(Game(board)).nodes == 20
    assert make_player("minimax depth=3").decide(Game(board), Limit(nodes=10)).nodes == 10
    assert make_player("uct playouts=30").decide(Game(board)).playouts == 30
    assert make_player("uct").decide(Game(board), Limit(playouts=20)).playouts == 20


@pytest.mark.parametrize("text", ["uct playouts=8", "montecarlo playouts=2"])
@pytest.mark.parametrize("compiled", ["no", "yes"])
def test_a_player_leaves_out_limits_that_its_search_does_not_take(text, compiled):
    player, board = make_player(f"{text} compiled={compiled}"), GridBoard(CFOUR)
    player.new_game(Game(board), Side.FIRST)
    # As in a match with --depth, which is meant for the opponent.
    assert player.decide(Game(board), Limit(depth=3)).playouts == player.decide(Game(board)).playouts


def visits(decision: Decision) -> int:
    return sum(decision.visits.values())


@pytest.mark.parametrize("start", [GridBoard(CFOUR), Relay(10)], ids=["by value", "by the moves"])
def test_uct_keeps_its_tree_within_a_game_and_forgets_it_after(start):
    game: Game[Board] = Game(start)
    player = make_player("uct playouts=400")
    player.new_game(game, Side.FIRST)
    first = player.decide(game)
    game.play(first.move).play(first.line[1])
    assert visits(player.decide(game, Limit(playouts=1))) > 5
    # Taken back, and played another way: what does not apply is not used.
    game.undo()
    other = next(move for move in game.board.legal_moves if move != first.line[1])
    game.play(other)
    assert player.decide(game, Limit(playouts=20)).move in game.board.legal_moves
    again: Game[Board] = Game(start)
    player.new_game(again, Side.SECOND)
    assert player.identifier is Side.SECOND
    fresh = player.decide(again)
    assert visits(fresh) == 400
    assert fresh.values == first.values


@pytest.fixture
def fresh_registry(monkeypatch):
    monkeypatch.setattr(registry, "_KINDS", dict(registry._KINDS))


def test_a_kind_of_ones_own(fresh_registry):
    class Always(Somebody):
        pass

    options: tuple[Option, ...] = (Whole("column", 0, "which column", least=0, most=6),)
    register(PlayerKind("stubborn", "always one column", options, lambda name, values: Always(name)))
    assert make_player("stubborn column=3").name == "stubborn column=3"
    assert "stubborn" in [kind.name for kind in player_kinds()]
    with pytest.raises(PlygroundError, match="taken"):
        register(PlayerKind("stubborn", "again"))


def test_the_kind_of_the_page(fresh_registry):
    page = (Path(__file__).resolve().parents[2] / "docs" / "players.md").read_text("utf-8")
    names: dict[str, Any] = {}
    exec(page.split("```python\n")[1].split("```")[0], names)
    assert names["player"].decide(Game(GridBoard(CFOUR))).depth == 2


def test_a_kind_with_a_colon_takes_the_rest_as_it_is(fresh_registry):
    given = []

    def build(name, values):
        given.append(values["rest"])
        return Somebody(name)

    register(PlayerKind("pipe:", "a program", (), build))
    assert make_player("pipe:./Bot  --level=3 x").name == "pipe:./Bot  --level=3 x"
    assert given == ["./Bot  --level=3 x"]
    with pytest.raises(UnknownNameError):
        make_player("pipe")


def test_montecarlo_plays_the_same_with_several_workers():
    game = Game(GridBoard.from_moves("4453"))
    alone, shared = make_player("montecarlo playouts=20 seed=3"), make_player("montecarlo playouts=20 seed=3 workers=2")
    one, other = alone.decide(game), shared.decide(game)
    assert (one.move, one.values, one.visits) == (other.move, other.values, other.visits)
    assert (alone.threads, shared.threads) == (1, 2)
    assert shared.name == "montecarlo playouts=20 seed=3 workers=2"
    with pytest.raises(InputError, match="workers=2 and compiled=yes"):
        make_player("montecarlo workers=2 compiled=yes")
    with pytest.raises(InputError, match="workers"):
        make_player("montecarlo workers=0")
