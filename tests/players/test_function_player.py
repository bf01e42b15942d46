"""Players as a caller gives them: names, objects and functions, and every ending of a function's turn."""

from __future__ import annotations

import threading
from functools import partial

import pytest

from plyground import Decision, Game, GridBoard, Limit, Outcome, Player, Side, Termination
from plyground.errors import (
    InputError,
    LimitError,
    MissingError,
    PlayerError,
    UnknownNameError,
    UnsupportedError,
)
from plyground.game import Turn, take_turn
from plyground.game import play as play_loop
from plyground.players import FunctionPlayer, StagedPlayer, as_player, play, seat
from plyground.search import minimax
from tests.waiting import PATIENCE, When, wait_until


def leftmost(board):
    return board.legal_moves[0]


class Rightmost:
    def __call__(self, board):
        return board.legal_moves[-1]


class Nameless(Player):
    def decide(self, game, limit=None, cancel=None):
        return Decision(game.board.legal_moves[0])


class Hands:
    """A clock that a test moves: it stands in for the module `time`."""

    now = 0.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def hands(monkeypatch):
    clock = Hands()
    monkeypatch.setattr("plyground.game.turn.time", clock)
    return clock


def turn_of(function, limit: Limit | None = None, **how) -> Turn:
    return take_turn(Game(GridBoard()), FunctionPlayer(function), limit, **how)


def ending(turn: Turn) -> tuple[Termination, str]:
    assert turn.decision is None
    assert turn.forfeit is not None
    assert turn.forfeit.loser is Side.FIRST
    return turn.forfeit.termination, turn.forfeit.reason


@pytest.mark.parametrize(
    ("what", "name"),
    [
        ("UCT  playouts=50", "uct playouts=50"),
        (leftmost, "leftmost"),
        (lambda board: 0, "lambda"),
        (partial(partial(leftmost)), "leftmost"),
        (Rightmost(), "Rightmost"),
        (StagedPlayer("mine"), "mine"),
    ],
)
def test_a_player_is_a_name_an_object_or_a_function(what, name):
    player = as_player(what)
    assert isinstance(player, Player)
    assert player.name == name
    assert player.next_move(GridBoard()) in range(7)
    assert (player is what) == isinstance(what, Player)


@pytest.mark.parametrize(
    ("what", "error", "said"),
    [
        (5, InputError, "5 is no player; give a name such as 'uct', a Player, or a function board -> move"),
        (None, InputError, "None is no player"),
        (["uct"], InputError, "['uct'] is no player"),
        ("minmax", UnknownNameError, "did you mean minimax"),
        (StagedPlayer, InputError, "is a class, no player; give a player of it: StagedPlayer(…)"),
        (Nameless(), InputError, "has no name; set its attribute `name` to a text"),  # type: ignore[abstract]
    ],
)
def test_anything_else_is_refused_in_a_sentence(what, error, said):
    for ask in (as_player, lambda given: seat("random", given), lambda given: play(Game(GridBoard()), given, "random")):
        with pytest.raises(error) as caught:
            ask(what)
        assert said in str(caught.value)


def test_a_game_takes_all_three():
    game = play(Game(GridBoard()), leftmost, StagedPlayer(depth=2))
    assert (game.outcome, game.termination) == (Outcome.SECOND_WINS, Termination.WIN)
    game = play(Game(GridBoard()), "winblock", Rightmost())
    assert game.termination is Termination.WIN
    for wrong in ("cfour", GridBoard(), None):
        with pytest.raises(InputError, match="is no game; make one"):
            play(wrong, leftmost, "random")  # type: ignore[arg-type]
    # The loop itself knows no names.
    with pytest.raises(InputError, match=r"'random' is no Player; plyground\.play also takes names"):
        play_loop(Game(GridBoard()), as_player(leftmost), "random")  # type: ignore[arg-type]


def test_a_seed_repeats_a_game_of_random_movers():
    def moves(seed: int) -> tuple[int, ...]:
        return play(Game(GridBoard()), "random", "random", seed=seed).moves

    assert moves(1) == moves(1) != moves(2)


# The endings of a turn


@pytest.mark.parametrize("function", [leftmost, lambda board: minimax(board, 1), lambda board: Decision(0, value=0.5)])
def test_a_function_answers_with_a_move_or_a_decision(function):
    turn = turn_of(function)
    assert turn.decision is not None
    assert turn.decision.move in range(7)


@pytest.mark.parametrize("answer", [99, -1, None, "4", 2.0, True, (0,), GridBoard()])
def test_any_other_answer_is_an_illegal_move(answer):
    termination, reason = ending(turn_of(lambda board: answer))
    assert termination is Termination.ILLEGAL_MOVE
    assert reason.startswith("lambda made an illegal move: ")


@pytest.mark.parametrize(
    "error",
    [
        ZeroDivisionError("division by zero"),
        UnsupportedError("too large"),
        LimitError("too deep"),
        MissingError("not there"),
        RecursionError("too far"),
        TimeoutError("its own"),
    ],
)
@pytest.mark.parametrize("limit", [None, Limit(time=86400)], ids=["unlimited", "in a thread"])
def test_a_function_that_raises_has_crashed(error, limit):
    def failing(board):
        raise error

    assert ending(turn_of(failing, limit, strict=True)) == (
        Termination.CRASH,
        f"{type(error).__name__}: {error}",
    )


def test_a_function_can_resign():
    def timid(board):
        raise PlayerError("{name} gives up", name="timid", termination="resignation")

    assert ending(turn_of(timid)) == (Termination.RESIGNATION, "timid gives up")


@pytest.mark.parametrize("limit", [None, Limit(time=86400)], ids=["unlimited", "in a thread"])
def test_an_order_to_end_the_program_is_no_answer(limit):
    def leaving(board):
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        turn_of(leaving, limit, strict=True)


def test_an_answer_that_comes_late_loses_on_time(hands):
    def slow(board):
        hands.now += 20
        return 0

    termination, reason = ending(turn_of(slow, Limit(time=1), strict=True))
    assert termination is Termination.TIMEOUT
    assert "slow" in reason
    assert turn_of(slow, Limit(time=1)).decision is not None, "where time is no rule, it only takes long"


def test_a_function_that_never_answers_is_left_behind(hands):
    released, calls = threading.Event(), []

    def stuck(board):
        calls.append(board)
        hands.now += 20
        released.wait(PATIENCE)
        return 0

    player, game = FunctionPlayer(stuck), Game(GridBoard())
    try:
        termination, reason = ending(take_turn(game, player, Limit(time=1), strict=True))
        assert termination is Termination.TIMEOUT
        assert reason == (
            "stuck has not answered and had 1 s; a function cannot be interrupted, only a process can: "
            "run it as a bot, such as 'cmd:python mybot.py' (docs/bots.md)"
        )
        # Its thread is still busy, and it does not get another one.
        termination, reason = ending(take_turn(game, player, Limit(time=1), strict=True))
        assert (termination, reason) == (
            Termination.TIMEOUT,
            "stuck is still busy with an earlier move, for which it had 1 s",
        )
        assert len(calls) == 1
    finally:
        released.set()
    assert wait_until(lambda: "turn of stuck" not in {thread.name for thread in threading.enumerate()})
    ending(take_turn(game, player, Limit(time=1), strict=True))
    assert len(calls) == 2, "now it is asked again"


def test_a_cancelled_turn_is_no_forfeit():
    released, begun = threading.Event(), threading.Event()

    def stuck(board):
        begun.set()
        released.wait(PATIENCE)
        return 0

    try:
        assert turn_of(stuck, Limit(time=86400), cancel=When(begun.is_set)).is_cancelled
    finally:
        released.set()
