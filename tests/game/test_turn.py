"""The one function that lets a player take its turn: every ending, and what it says about it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from plyground import CFOUR, Board, Clock, Decision, Game, GridBoard, Limit, Player, Side, Termination, play
from plyground.board import Cancel
from plyground.errors import IllegalMoveError, LimitError, MissingError, NotationError, PlayerError, UnsupportedError
from plyground.game import GRACE, Turn, seat_player, step, take_turn


class Acting(Player):
    """Does what `act` does, and answers what that returns."""

    def __init__(self, act: Callable[[Game[Board], Cancel | None], object], limit: Limit | None = None) -> None:
        self.name = "actor"
        self.identifier = Side.FIRST
        self.limit = limit
        self.act = act

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        return self.act(game, cancel)  # type: ignore[return-value]  # some answer nonsense


def raising(error: BaseException) -> Player:
    def act(game: Game[Board], cancel: Cancel | None) -> object:
        raise error

    return Acting(act)


def answering(answer: object) -> Player:
    return Acting(lambda game, cancel: answer)


class Hands:
    """A clock that moves when somebody looks at it: it stands in for the module `time`."""

    now = 0.0

    def perf_counter(self) -> float:
        self.now += 0.01
        return self.now


def waits_for_its_cancel(game: Game[Board], cancel: Cancel | None) -> Decision:
    assert cancel is not None
    while not cancel.is_set():
        pass
    return Decision(0, complete=False)


def forfeit_of(turn: Turn) -> tuple[Termination, str]:
    assert turn.decision is None
    assert turn.forfeit is not None
    assert turn.forfeit.loser is turn.side
    return turn.forfeit.termination, turn.forfeit.reason


def test_a_move():
    game = Game(GridBoard(CFOUR), [3])
    player = answering(Decision(4))
    turn = take_turn(game, player)
    assert (turn.player, turn.side, turn.before) == (player, Side.SECOND, game.board)
    assert (turn.decision, turn.forfeit, turn.is_cancelled) == (Decision(4), None, False)
    assert list(game.moves) == [3], "the game stays as it is"
    step(game, {Side.SECOND: player})
    assert list(game.moves) == [3, 4]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Decision(0), "actor made an illegal move: column 1 is full"),
        (Decision("4"), "actor made an illegal move: '4' is no move; the legal moves are 2 3 4 5 6 7"),  # type: ignore[arg-type]
        (Decision(3.0), "actor made an illegal move: 3.0 is no move; the legal moves are 2 3 4 5 6 7"),  # type: ignore[arg-type]
    ],
)
def test_an_illegal_move(answer, reason):
    turn = take_turn(Game(GridBoard(CFOUR), [0] * 6), answering(answer))
    termination, said = forfeit_of(turn)
    assert termination is Termination.ILLEGAL_MOVE
    assert said.startswith(reason)


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        (raising(PlayerError("the process ended")), "the process ended"),
        (raising(ZeroDivisionError("division by zero")), "ZeroDivisionError: division by zero"),
        (raising(NotationError("'x' is no move")), "'x' is no move"),
        (answering(4), "actor answered 4, which is no decision"),
        (answering(None), "actor answered None, which is no decision"),
    ],
)
def test_a_crash(player, reason):
    assert forfeit_of(take_turn(Game(GridBoard(CFOUR)), player)) == (Termination.CRASH, reason)


def test_a_crash_keeps_what_was_raised():
    error = ZeroDivisionError("division by zero")
    turn = take_turn(Game(GridBoard(CFOUR)), raising(error))
    assert turn.forfeit is not None
    assert turn.forfeit.error is not None
    assert turn.forfeit.error.__cause__ is error


def test_a_resignation():
    error = PlayerError("{name} resigned", name="actor", termination="resignation")
    assert forfeit_of(take_turn(Game(GridBoard(CFOUR)), raising(error))) == (
        Termination.RESIGNATION,
        "actor resigned",
    )


@pytest.mark.parametrize("own", [True, False])
def test_a_late_answer_under_a_strict_limit(own, monkeypatch):
    monkeypatch.setattr("plyground.game.turn.time", Hands())
    limit = Limit(time=0.1)
    player = Acting(waits_for_its_cancel, limit if own else None)
    turn = take_turn(Game(GridBoard(CFOUR)), player, None if own else limit, strict=True)
    termination, reason = forfeit_of(turn)
    assert termination is Termination.TIMEOUT
    assert reason == "actor answered after 0.610 s; it had 0.1 s"


def test_without_strictness_a_late_answer_is_as_good_as_any():
    def slow(game: Game[Board], cancel: Cancel | None) -> Decision:
        time.sleep(0.02)
        return Decision(0, complete=False)

    turn = take_turn(Game(GridBoard(CFOUR)), Acting(slow, Limit(time=0.001)))
    assert turn.decision is not None
    assert turn.seconds >= 0.02


def test_a_player_that_keeps_its_own_time_is_not_timed(monkeypatch):
    monkeypatch.setattr("plyground.game.turn.GRACE", 0.0)
    player = answering(Decision(0))
    player.keeps_time, player.limit = True, Limit(time=1e-9)
    assert take_turn(Game(GridBoard(CFOUR)), player, strict=True).decision == Decision(0)
    assert GRACE > 0


def test_a_cancelled_turn():
    stop = threading.Event()
    stop.set()
    turn = take_turn(Game(GridBoard(CFOUR)), Acting(waits_for_its_cancel), cancel=stop)
    assert turn.is_cancelled
    assert take_turn(Game(GridBoard(CFOUR)), raising(PlayerError("stopped")), cancel=stop).is_cancelled
    strict = take_turn(Game(GridBoard(CFOUR)), Acting(waits_for_its_cancel, Limit(time=60)), cancel=stop, strict=True)
    assert strict.is_cancelled
    # What was decided before the cancel counts.
    assert take_turn(Game(GridBoard(CFOUR)), answering(Decision(1)), cancel=stop).decision == Decision(1)


@pytest.mark.parametrize("error", [UnsupportedError("no such board"), LimitError("no depth"), MissingError("no book")])
def test_what_is_not_the_players_fault_is_raised(error):
    with pytest.raises(type(error)):
        take_turn(Game(GridBoard(CFOUR)), raising(error))


def test_a_game_that_is_over_has_no_turn():
    with pytest.raises(IllegalMoveError, match="over already"):
        take_turn(Game(GridBoard(CFOUR), [0, 1, 0, 1, 0, 1, 0]), answering(Decision(0)))


def test_the_game_keeps_the_forfeit():
    game = play(Game(GridBoard(CFOUR)), answering(Decision(0)), raising(PlayerError("the process ended")))
    assert game.forfeit is not None
    assert (game.forfeit.loser, game.forfeit.reason) == (Side.SECOND, "the process ended")
    assert (game.winner, game.termination) == (Side.FIRST, Termination.CRASH)
    game.undo()
    assert game.forfeit is None


def test_the_clock_says_so_when_it_is_used_up():
    def slow(game: Game[Board], cancel: Cancel | None) -> Decision:
        time.sleep(0.02)
        return Decision(0)

    game = play(Game(GridBoard(CFOUR), clock=Clock(0.01)), Acting(slow), Acting(slow))
    assert game.forfeit is not None
    assert (game.forfeit.termination, game.moves) == (Termination.TIMEOUT, ())
    assert game.forfeit.reason == "actor has used up the 0.01 s on its clock"


def test_a_player_that_fails_when_it_is_told_of_the_game():
    class Rude(Acting):
        def new_game(self, game: Game[Board], side: Side) -> None:
            raise ValueError("not today")

    game = play(Game(GridBoard(CFOUR)), answering(Decision(0)), Rude(lambda game, cancel: Decision(0)))
    assert (game.moves, game.winner, game.termination) == ((), Side.FIRST, Termination.CRASH)
    assert game.forfeit is not None
    assert game.forfeit.reason == "ValueError: not today"

    class Picky(Acting):
        def new_game(self, game: Game[Board], side: Side) -> None:
            raise UnsupportedError("too large for me")

    with pytest.raises(UnsupportedError):
        seat_player(Game(GridBoard(CFOUR)), Side.FIRST, Picky(lambda game, cancel: Decision(0)))
