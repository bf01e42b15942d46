"""The list of one visitor's games."""

from __future__ import annotations

from plyground import CFOUR, TICTACTOE, Game, GridBoard, Outcome, Side
from plyground.game import Termination
from plyground.store import MoveRecord, held_games
from plyground.store.database import Database
from plyground.store.live import Seat, append, claim, create, end, invite, seats_of

LEVEL = Seat("computer", player="level3")


def test_only_the_games_of_the_token_are_listed_the_last_changed_first(database: Database) -> None:
    mine = create(database, GridBoard(CFOUR), (Seat("human"), LEVEL))
    ended = create(database, GridBoard(TICTACTOE), (LEVEL, Seat("human")))
    other = create(database, GridBoard(CFOUR), (Seat("human"), LEVEL))
    for game, side, token in ((mine, Side.FIRST, "anna"), (ended, Side.SECOND, "anna"), (other, Side.FIRST, "bert")):
        claim(database, game.id, side, token=token)
        append(database, game.id, 1, MoveRecord(0, 0.5))
    end(database, ended.id, Side.FIRST, Termination.RESIGNATION)
    assert [game.id for game in held_games(database, "anna", limit=9)] == [ended.id, mine.id]
    assert [game.id for game in held_games(database, "bert", limit=9)] == [other.id]
    assert held_games(database, "carl", limit=9) == []
    last, first = held_games(database, "anna", limit=9)
    assert (last.outcome, last.termination) == (Outcome.SECOND_WINS, Termination.RESIGNATION)
    assert (last.sides, last.rules) == (frozenset({Side.SECOND}), TICTACTOE)
    assert (first.outcome, first.turn, first.plies) == (Outcome.OPEN, Side.SECOND, 1)
    assert [seat.player for seat in first.seats] == ["", "level3"]
    assert [game.id for game in held_games(database, "anna", limit=1)] == [ended.id]


def test_a_game_without_a_move_is_left_out_unless_somebody_is_invited(database: Database) -> None:
    alone = create(database, GridBoard(CFOUR), (Seat("human"), LEVEL))
    linked = create(database, GridBoard(CFOUR), (Seat("human"), Seat("link")))
    for game in (alone, linked):
        claim(database, game.id, Side.FIRST, token="anna")
    invite(database, linked.id, Side.SECOND)
    assert [game.id for game in held_games(database, "anna", limit=9)] == [linked.id]


def test_the_side_to_move_follows_from_the_start(database: Database) -> None:
    start = Game.from_moves("443").board
    game = create(database, start, (Seat("human"), Seat("human")))
    for side in Side:
        claim(database, game.id, side, token="anna")
    append(database, game.id, 1, MoveRecord(2, 0.5))
    (found,) = held_games(database, "anna", limit=9)
    assert (found.turn, found.sides) == (Side.FIRST, frozenset(Side))


def test_only_games_of_the_page_have_seats(database: Database) -> None:
    game = create(database, GridBoard(CFOUR), (Seat("human", "Ann"), LEVEL))
    assert seats_of(database, game.id) == (Seat("human", "Ann"), LEVEL)
    assert seats_of(database, "elsewhere") is None
