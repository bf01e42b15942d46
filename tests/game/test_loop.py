"""The loop and the players' interface: any two players, failures, observers, cancelling."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from plyground import (
    CFOUR,
    TICTACTOE,
    Board,
    Clock,
    Decision,
    Game,
    GridBoard,
    Limit,
    Outcome,
    Played,
    Player,
    Side,
    Termination,
    play,
)
from plyground.board import Cancel
from plyground.errors import IllegalMoveError, PlayerError
from plyground.game import step


class Lowest(Player):
    """As little as a player can be: the first legal move, after what `before` does."""

    def __init__(self, name: str = "lowest", before: Callable[[], object] = lambda: None) -> None:
        self.name = name
        self.identifier = Side.FIRST
        self.before = before
        self.told: list[tuple[int, Side]] = []
        self.limits: list[Limit | None] = []

    def new_game(self, game: Game[Board], side: Side) -> None:
        super().new_game(game, side)
        self.told.append((id(game), side))

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        self.limits.append(limit)
        self.before()
        return Decision(game.board.legal_moves[0])


class Duck:
    """A player by its shape alone."""

    name = "duck"
    identifier = Side.FIRST
    limit: Limit | None = None
    threads: int | None = 1
    keeps_time = False

    def check_board(self, board: Board) -> None:
        return None

    def new_game(self, game: Game[Board], side: Side) -> None:
        self.identifier = side

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        return Decision(game.board.legal_moves[-1])

    def next_move(self, board: Board) -> int:
        return self.decide(Game(board)).move


class Fixed(Lowest):
    def __init__(self, move: int) -> None:
        super().__init__("fixed")
        self.move = move

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        return Decision(self.move)


class Failing(Lowest):
    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        self.before()
        raise PlayerError("the process of {name} ended", name=self.name)


def test_players_are_known_by_their_shape():
    assert isinstance(Lowest(), Player)
    assert isinstance(Duck(), Player)
    assert not isinstance(object(), Player)


def test_the_short_form_of_the_sources():
    assert Lowest().next_move(GridBoard.from_moves("111111")) == 1
    assert Duck().next_move(GridBoard(TICTACTOE)) == 8


def test_two_players_play_to_the_end():
    first, second = Lowest("a"), Duck()
    game = play(Game(GridBoard(CFOUR)), first, second)
    # The left side piles up on column 1, the right one on column 7.
    assert game.moves == (0, 6, 0, 6, 0, 6, 0)
    assert (game.winner, game.termination) == (Side.FIRST, Termination.WIN)
    assert (first.identifier, second.identifier) == (Side.FIRST, Side.SECOND)
    full = play(Game(GridBoard(TICTACTOE)), Lowest(), Lowest())
    assert full.outcome is Outcome.FIRST_WINS


def test_a_drawn_game():
    start = GridBoard.parse("xox/xoo/... x", TICTACTOE)
    assert play(Game(start.move(7)), Lowest(), Lowest()).outcome is Outcome.DRAW


def test_observers_see_every_move_even_if_they_come_as_a_generator():
    seen: list[Played] = []
    boards: list[Board] = []
    observers = (watch for watch in (seen.append, lambda played: boards.append(played.game.board)))
    game = play(Game(GridBoard(CFOUR)), Lowest("a"), Duck(), Limit(depth=2), observers=observers)
    assert [played.decision.move for played in seen] == list(game.moves)
    assert [played.before for played in seen] == list(game.boards[:-1])
    assert boards == list(game.boards[1:])
    assert [played.side for played in seen] == [board.turn for board in game.boards[:-1]]
    assert [played.player.name for played in seen] == ["a", "duck"] * 3 + ["a"]
    assert all(played.seconds >= 0 for played in seen)


def test_the_limit_reaches_the_players():
    first = Lowest()
    play(Game(GridBoard(CFOUR)), first, Duck(), Limit(depth=2))
    assert set(first.limits) == {Limit(depth=2)}


def test_a_player_is_told_once_about_each_game_and_its_side():
    first, second = Lowest(), Lowest()
    one, two = Game(GridBoard(CFOUR)), Game(GridBoard(CFOUR), [3])
    play(one, first, second)
    play(two, second, first)
    assert first.told == [(id(one), Side.FIRST), (id(two), Side.SECOND)]
    assert second.told == [(id(one), Side.SECOND), (id(two), Side.FIRST)]


def test_a_game_goes_on_where_it_was_interrupted():
    stop = threading.Event()
    first, second = Lowest(), Duck()

    def after_three(played: Played) -> None:
        if len(played.game.moves) == 3:
            stop.set()

    game = play(Game(GridBoard(CFOUR)), first, second, cancel=stop, observers=[after_three])
    assert (len(game.moves), game.is_over) == (3, False)
    assert play(game, first, second, cancel=stop).moves == game.moves
    stop.clear()
    assert play(game, first, second, cancel=stop).is_over
    assert game.moves == (0, 6, 0, 6, 0, 6, 0)
    assert len(first.told) == 1


def test_a_thought_cut_short_by_a_cancel_is_not_played():
    stop = threading.Event()

    class Hasty(Lowest):
        def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
            stop.set()
            return Decision(game.board.legal_moves[0], complete=False)

    game = play(Game(GridBoard(CFOUR)), Hasty(), Lowest(), cancel=stop)
    assert (game.moves, game.is_over) == ((), False)
    # A finished thought is: the cancel came too late for it.
    stop.clear()
    game = play(Game(GridBoard(CFOUR)), Lowest(before=stop.set), Lowest(), cancel=stop)
    assert game.moves == (0,)


def test_a_player_that_has_nothing_yet_when_cancelled_does_not_lose():
    stop = threading.Event()
    game = play(Game(GridBoard(CFOUR)), Failing(before=stop.set), Lowest(), cancel=stop)
    assert (game.moves, game.termination) == ((), None)


def test_an_incomplete_thought_under_a_limit_is_played():
    class Limited(Lowest):
        def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
            return Decision(game.board.legal_moves[0], complete=False)

    assert play(Game(GridBoard(CFOUR)), Limited(), Duck(), cancel=threading.Event()).moves == (0, 6) * 3 + (0,)


@pytest.mark.parametrize("move", [0, 7, -1, 99])
def test_an_illegal_move_loses(move):
    seen: list[Played] = []
    game = play(Game(GridBoard(CFOUR), [0] * 6), Fixed(move), Lowest(), observers=[seen.append])
    assert (game.outcome, game.termination) == (Outcome.SECOND_WINS, Termination.ILLEGAL_MOVE)
    assert game.moves == (0,) * 6
    assert seen == []


def test_a_player_that_fails_loses():
    game = play(Game(GridBoard(CFOUR)), Lowest(), Failing())
    assert (game.outcome, game.termination, game.moves) == (Outcome.FIRST_WINS, Termination.CRASH, (0,))


def test_other_exceptions_are_nobodys_loss_and_reach_the_caller():
    def interrupt() -> None:
        raise KeyboardInterrupt

    game = Game(GridBoard(CFOUR))
    with pytest.raises(KeyboardInterrupt):
        play(game, Lowest(before=interrupt), Lowest())
    assert (game.moves, game.is_over) == ((), False)


def test_a_player_that_is_too_late_loses_without_its_move():
    slow = Lowest(before=lambda: time.sleep(0.03))
    seen: list[Played] = []
    game = play(Game(GridBoard(CFOUR), clock=Clock(0.02, 10)), slow, Lowest(), observers=[seen.append])
    assert (game.outcome, game.termination, game.moves) == (Outcome.SECOND_WINS, Termination.TIMEOUT, ())
    assert game.seconds[Side.FIRST] >= 0.03
    assert seen == []


def test_the_clock_of_each_side_runs_while_it_thinks():
    thought = dict.fromkeys(Side, 0.0)

    def add(played: Played) -> None:
        thought[played.side] += played.seconds

    game = Game(GridBoard(CFOUR), clock=Clock(60))
    play(game, Lowest(before=lambda: time.sleep(0.01)), Duck(), observers=[add])
    assert game.seconds == thought
    assert game.seconds[Side.FIRST] >= 0.04
    assert game.seconds[Side.SECOND] > 0
    assert [game.time_left(side) for side in Side] == [60 - thought[side] for side in Side]


def test_one_step():
    game = Game(GridBoard(CFOUR))
    players: dict[Side, Player] = {Side.FIRST: Lowest(), Side.SECOND: Fixed(9)}
    turn = step(game, players)
    assert turn.decision is not None
    assert turn.decision.move == 0
    turn = step(game, players)
    assert (turn.decision, turn.forfeit) == (None, game.forfeit)
    assert game.termination is Termination.ILLEGAL_MOVE
    with pytest.raises(IllegalMoveError, match="over already"):
        step(game, players)


def test_a_finished_game_is_left_as_it_is():
    game = Game(GridBoard(CFOUR), [0, 1, 0, 1, 0, 1, 0])
    first = Lowest()
    assert play(game, first, Lowest()).moves == (0, 1, 0, 1, 0, 1, 0)
    assert first.limits == []
