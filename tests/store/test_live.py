"""The page's games: committed move by move, safe to send twice, and never torn by many writers at once."""

from __future__ import annotations

import multiprocessing
import random
import subprocess
import sys
import textwrap
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from datetime import timedelta

import pytest

from plyground import CFOUR, TICTACTOE, Clock, Game, GridBoard, Outcome, Rules, Side, Termination
from plyground.errors import ConflictError, IllegalMoveError, RecordError, UnknownNameError
from plyground.store import MoveRecord
from plyground.store.database import Database
from plyground.store.games import get_game
from plyground.store.live import (
    LiveGame,
    Seat,
    append,
    begun_by,
    claim,
    create,
    end,
    hold,
    invite,
    load,
    name_seat,
    offer,
    open_games,
    release,
    rematch,
    seqs,
    sides_of,
    undo,
)
from plyground.store.record import now
from tests.waiting import PATIENCE

HUMANS = (Seat("human", "Ann"), Seat("link"))


def again(database: Database, game: LiveGame) -> LiveGame:
    found = load(database, game.id)
    assert found is not None
    return found


def test_who_seated_the_computers_began_the_game_and_has_no_seat(database: Database) -> None:
    computers = (Seat("computer", player="level3"), Seat("computer", player="random"))
    game = create(database, GridBoard(CFOUR), computers, owner="secret")
    assert game.is_between_computers
    assert begun_by(database, game.id, "secret")
    assert not begun_by(database, game.id, "other")
    assert not begun_by(database, "nosuchgame", "secret")
    assert sides_of(database, game.id, ["secret"]) == set()
    with pytest.raises(ConflictError, match="somebody sits there"):
        claim(database, game.id, Side.FIRST, token="other")
    people = create(database, GridBoard(CFOUR), HUMANS, owner="secret")
    assert not people.is_between_computers
    assert not begun_by(database, people.id, "secret")


def test_every_change_counts_and_is_read_back(database: Database) -> None:
    game = create(database, GridBoard(CFOUR), HUMANS)
    assert (game.seq, game.record.moves, game.record.players) == (1, (), ("Ann", "link"))
    one = append(database, game.id, 1, MoveRecord(3, 0.5))
    two = append(database, game.id, 2, MoveRecord(3, 0.25, value=1.0, nodes=7))
    assert (one.seq, two.seq, two.record.moves) == (2, 3, (MoveRecord(3, 0.5), MoveRecord(3, 0.25, 1.0, 7)))
    assert again(database, game) == two
    assert load(database, game.id, since=3) is None
    assert load(database, game.id, since=2) == two
    assert seqs(database, [game.id, "nobody"]) == {game.id: 3}
    assert get_game(database, game.id) == two.record


def test_a_new_name_of_a_player_takes_no_time(database: Database) -> None:
    game = create(database, GridBoard(CFOUR), HUMANS, clock=Clock(60))
    name_seat(database, game.id, Side.SECOND, "Bert")
    named = again(database, game)
    assert (named.seat(Side.SECOND).name, named.record.players) == ("Bert", ("Ann", "Bert"))
    assert (named.seq, named.changed) == (game.seq + 1, game.changed)


def test_an_offer_is_kept_until_the_game_goes_on(database: Database) -> None:
    game = create(database, GridBoard(CFOUR), HUMANS, clock=Clock(60))
    moved = append(database, game.id, 1, MoveRecord(3))
    asked = offer(database, game.id, undo=Side.FIRST, after=moved.seq)
    assert (asked.seq, asked.changed) == (moved.seq + 1, moved.changed)
    assert offer(database, game.id, undo=Side.FIRST) == asked == again(database, game)
    name_seat(database, game.id, Side.SECOND, "Bert")
    assert again(database, game).undo_offer is Side.FIRST
    with pytest.raises(ConflictError, match="went on meanwhile"):
        offer(database, game.id, after=asked.seq)
    answered = append(database, game.id, 2, MoveRecord(3), known=again(database, game))
    assert (answered.undo_offer, answered) == (None, again(database, game))
    end(database, game.id, Side.FIRST, Termination.RESIGNATION)
    assert offer(database, game.id, rematch=Side.SECOND).rematch_offer is Side.SECOND
    assert offer(database, game.id).rematch_offer is again(database, game).rematch_offer is None


def test_a_move_sent_twice_is_played_once_and_another_is_refused(database: Database) -> None:
    game = create(database, GridBoard(CFOUR), HUMANS)
    first = append(database, game.id, 1, MoveRecord(3, 0.5))
    assert append(database, game.id, 1, MoveRecord(3, 9.9)) == first
    with pytest.raises(ConflictError, match="move 1 was 4 and not 5"):
        append(database, game.id, 1, MoveRecord(4))
    with pytest.raises(ConflictError, match="the next is number 2"):
        append(database, game.id, 3, MoveRecord(4))
    with pytest.raises(ConflictError, match="the next is number 2"):
        append(database, game.id, 0, MoveRecord(4))
    with pytest.raises(IllegalMoveError):
        append(database, game.id, 2, MoveRecord(7))
    with pytest.raises(ConflictError, match="went on meanwhile"):
        append(database, game.id, 2, MoveRecord(4), after=first.seq - 1)
    assert again(database, game) == first


def test_the_end_on_the_board_is_the_rules_affair(database: Database) -> None:
    game = create(database, GridBoard(CFOUR), HUMANS)
    for ply, move in enumerate([3, 2, 3, 2, 3, 2, 3], start=1):
        game = append(database, game.id, ply, MoveRecord(move))
    assert (game.record.outcome, game.record.termination) == (Outcome.FIRST_WINS, Termination.WIN)
    with pytest.raises(IllegalMoveError, match="has won"):
        append(database, game.id, 8, MoveRecord(0))
    with pytest.raises(ConflictError, match="over already"):
        end(database, game.id, Side.FIRST, Termination.RESIGNATION)
    back = undo(database, game.id, 6)
    assert (back.record.outcome, back.record.termination, len(back.record.moves)) == (Outcome.OPEN, None, 5)


def test_undo_is_harmless_twice_and_takes_a_resignation_back(database: Database) -> None:
    game = create(database, GridBoard(TICTACTOE), HUMANS)
    append(database, game.id, 1, MoveRecord(4))
    append(database, game.id, 2, MoveRecord(0))
    given_up = end(database, game.id, Side.SECOND, Termination.RESIGNATION, reason="bored")
    assert (given_up.record.outcome, given_up.record.reason) == (Outcome.FIRST_WINS, "bored")
    assert end(database, game.id, Side.SECOND, Termination.RESIGNATION) == given_up
    back = undo(database, game.id, 2)
    assert (back.record.outcome, back.record.reason, len(back.record.moves)) == (Outcome.OPEN, "", 1)
    assert undo(database, game.id, 2) == back
    with pytest.raises(ConflictError, match="went on meanwhile"):
        undo(database, game.id, 1, after=back.seq - 1)


def test_a_clock_that_runs_out_loses(database: Database) -> None:
    game = create(database, GridBoard(CFOUR), HUMANS, clock=Clock(10, 1))
    append(database, game.id, 1, MoveRecord(3, 6.0))
    game = append(database, game.id, 2, MoveRecord(3, 9.0))
    assert [game.game.time_left(side) for side in Side] == [5.0, 2.0]
    game = append(database, game.id, 3, MoveRecord(3, 5.0))
    assert game.game.time_left(Side.FIRST) == 1.0
    game = append(database, game.id, 4, MoveRecord(3, 2.5))
    assert (game.record.outcome, game.record.termination) == (Outcome.FIRST_WINS, Termination.TIMEOUT)
    assert len(game.record.moves) == 3
    assert game.record.limit == "clock=10+1"


def test_seats_are_taken_once_and_proven_by_tokens(database: Database) -> None:
    game = create(database, GridBoard(CFOUR), HUMANS)
    mine = claim(database, game.id, Side.FIRST)
    with pytest.raises(ConflictError, match="somebody sits there"):
        claim(database, game.id, Side.FIRST)
    invite(database, game.id, Side.SECOND)
    invitation = invite(database, game.id, Side.SECOND)
    for wrong in (None, "", "guess", mine):
        with pytest.raises(ConflictError, match="whoever has its link"):
            claim(database, game.id, Side.SECOND, invitation=wrong)
    theirs = claim(database, game.id, Side.SECOND, invitation=invitation, name="Zoë\0")
    with pytest.raises(ConflictError, match="somebody sits there"):
        claim(database, game.id, Side.SECOND, invitation=invitation)
    with pytest.raises(ConflictError, match="somebody sits there"):
        invite(database, game.id, Side.SECOND)
    assert sides_of(database, game.id, [mine]) == {Side.FIRST}
    assert sides_of(database, game.id, [theirs, "x"]) == {Side.SECOND}
    assert sides_of(database, game.id, [mine, theirs]) == {Side.FIRST, Side.SECOND}
    assert sides_of(database, game.id, ["", invitation]) == set()
    seated = again(database, game)
    assert seated.record.players == ("Ann", "Zoë\ufffd")
    assert [seat.taken for seat in seated.seats] == [True, True]
    # Nothing in the database proves a seat.
    with database.reading() as connection:
        kept = str(connection.exec_driver_sql("SELECT * FROM seats").all())
    assert not any(secret in kept for secret in (mine, theirs, invitation))


def test_the_computers_seat_is_not_for_people(database: Database) -> None:
    game = create(database, GridBoard(CFOUR), (Seat("computer", "Level 3", "uct time=1"), Seat("human", "Ann")))
    assert game.record.players == ("uct time=1", "Ann")
    with pytest.raises(ConflictError):
        claim(database, game.id, Side.FIRST)
    with pytest.raises(RecordError, match="human, link or computer"):
        Seat("robot")


def test_a_rematch_is_made_once_with_seats_swapped(database: Database) -> None:
    game = create(database, GridBoard(CFOUR), HUMANS, clock=Clock(60))
    mine = claim(database, game.id, Side.FIRST)
    theirs = claim(database, game.id, Side.SECOND, name="Zoë")
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: rematch(database, game.id).id, range(8)))
    assert len(set(made)) == 1
    new = rematch(database, game.id)
    assert again(database, game).rematch == new.id
    assert (new.record.players, new.clock, new.record.start) == (("Zoë", "Ann"), Clock(60), game.record.start)
    assert sides_of(database, new.id, [mine]) == {Side.SECOND}
    assert sides_of(database, new.id, [theirs]) == {Side.FIRST}


def test_one_process_thinks_for_the_computer(database: Database) -> None:
    game = create(database, GridBoard(CFOUR), HUMANS)
    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(lambda number: hold(database, game.id, f"worker {number}", 60), range(8)))
    assert sum(got) == 1
    owner = f"worker {got.index(True)}"
    assert hold(database, game.id, owner, 60)
    release(database, game.id, "worker 99")
    assert not hold(database, game.id, "worker 99", 60)
    release(database, game.id, owner)
    assert hold(database, game.id, "worker 99", -1)  # silent from the start
    assert hold(database, game.id, owner, 60)
    assert not hold(database, "nobody", owner, 60)


def test_open_games_are_found_after_a_restart(database: Database) -> None:
    before = now()
    games = [create(database, GridBoard(TICTACTOE), HUMANS) for _ in range(3)]
    end(database, games[0].id, Side.FIRST, Termination.RESIGNATION)
    append(database, games[1].id, 1, MoveRecord(0))
    assert open_games(database, since=before) == [games[1].id, games[2].id]
    assert open_games(database, since=now() + timedelta(minutes=1)) == []


def test_a_game_that_is_not_there(database: Database) -> None:
    calls: list[Callable[[], object]] = [
        lambda: load(database, "nobody"),
        lambda: load(database, "nobody", since=3),
        lambda: append(database, "nobody", 1, MoveRecord(0)),
        lambda: undo(database, "nobody", 1),
        lambda: end(database, "nobody", None, Termination.ADJUDICATION),
        lambda: claim(database, "nobody", Side.FIRST),
        lambda: invite(database, "nobody", Side.FIRST),
        lambda: rematch(database, "nobody"),
    ]
    for call in calls:
        with pytest.raises(UnknownNameError, match="no game 'nobody'"):
            call()


@pytest.mark.parametrize("seed", range(4))
def test_a_game_that_is_known_goes_on_as_if_it_were_read(database: Database, seed: int) -> None:
    """Two servers with an old state each: what they continue is what a third reads and replays."""
    chance = random.Random(seed)
    made = create(database, GridBoard(TICTACTOE), HUMANS, clock=Clock(6, 0.5))
    known = [made, made]
    for _ in range(60):
        here = chance.randrange(2)
        now_known = again(database, made)
        game, ply = now_known.game, len(now_known.record.moves) + 1
        kind = chance.random()
        if kind < 0.7 and not game.is_over:
            move = MoveRecord(chance.choice(game.board.legal_moves), chance.choice([0.0, 0.25, 1.5]))
            known[here] = append(database, made.id, ply, move, known=known[here])
        elif kind < 0.9 and ply > 1:
            known[here] = undo(database, made.id, chance.randint(1, ply - 1), known=known[here])
        elif not game.is_over:
            known[here] = end(database, made.id, game.turn, Termination.RESIGNATION, known=known[here])
        if chance.random() < 0.3:
            known[1 - here] = load(database, made.id, known=known[1 - here]) or known[1 - here]
        read = again(database, made)
        for each in known:
            if each.seq == read.seq:
                assert each == read
                assert (each.game.boards, each.game.moves) == (read.game.boards, read.game.moves)
                assert (each.game.outcome, each.game.termination) == (read.game.outcome, read.game.termination)
                lost = None if read.game.termination is not Termination.TIMEOUT else read.game.turn
                for side in Side:
                    assert side is lost or each.game.time_left(side) == read.game.time_left(side)


@pytest.mark.parametrize("seed", range(3))
def test_any_course_of_events_agrees_with_a_game_in_memory(database: Database, seed: int) -> None:
    chance = random.Random(seed)
    rules = chance.choice([TICTACTOE, Rules.parse("4x4 connect=3 blocked=b1"), CFOUR])
    judge = Game(GridBoard(rules))
    game = create(database, judge.start, HUMANS)
    for _ in range(40):
        kind = chance.random()
        ply = len(judge.moves) + 1
        if kind < 0.7 and not judge.is_over:
            move = chance.choice(judge.board.legal_moves)
            judge.play(move)
            game = append(database, game.id, ply, MoveRecord(move), after=game.seq)
        elif kind < 0.9 and judge.moves:
            back = chance.randint(1, len(judge.moves))
            while len(judge.moves) >= back:
                judge.undo()
            game = undo(database, game.id, back, after=game.seq)
        elif not judge.is_over:
            judge.end(judge.turn, Termination.RESIGNATION)
            game = end(database, game.id, judge.turn, Termination.RESIGNATION)
        assert tuple(move.move for move in game.record.moves) == judge.moves
        assert (game.record.outcome, game.record.termination) == (judge.outcome, judge.termination)
    assert again(database, game) == game


# Many at once


def play_through(database: Database, seed: int, games: int) -> list[tuple[str, list[int]]]:
    """Plays games by chance, sending some moves twice and taking some back; what was acknowledged, by game."""
    chance = random.Random(seed)
    played = []
    for _ in range(games):
        game = create(database, GridBoard(chance.choice([TICTACTOE, CFOUR])), HUMANS)
        while not game.record.outcome.is_over and len(game.record.moves) < 12:
            ply = len(game.record.moves) + 1
            move = MoveRecord(chance.choice(game.game.board.legal_moves), chance.random())
            game = append(database, game.id, ply, move, after=game.seq)
            if chance.random() < 0.2:
                assert append(database, game.id, ply, move) == game
            if chance.random() < 0.1:
                game = undo(database, game.id, ply)
        played.append((game.id, [move.move for move in game.record.moves]))
    return played


def check_all(database: Database, played: list[tuple[str, list[int]]]) -> None:
    assert len({id for id, _moves in played}) == len(played)
    for id, expected in played:
        game = load(database, id)
        assert game is not None
        assert [move.move for move in game.record.moves] == expected
        game.record.game()
    with database.reading() as connection:
        (count,) = connection.exec_driver_sql("SELECT count(*) FROM games").one()
        (moves,) = connection.exec_driver_sql("SELECT count(*) FROM moves").one()
    assert (count, moves) == (len(played), sum(len(expected) for _id, expected in played))


def play_through_alone(url: str, seed: int, games: int) -> list[tuple[str, list[int]]]:
    """With connections of its own, as a process has."""
    with Database.open(url, waiting=PATIENCE) as database:
        return play_through(database, seed, games)


def test_20_writers_lose_and_tear_no_game(database: Database, database_url: str) -> None:
    with ThreadPoolExecutor(20) as pool:
        alone = [pool.submit(play_through_alone, database_url, seed, 2) for seed in range(10)]
        shared = [pool.submit(play_through, database, seed, 2) for seed in range(10, 20)]
        check_all(database, [game for future in alone + shared for game in future.result()])


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_20_processes_lose_and_tear_no_game(database: Database, database_url: str) -> None:
    with ProcessPoolExecutor(20, mp_context=multiprocessing.get_context("spawn")) as pool:
        found = [pool.submit(play_through_alone, database_url, seed, 50) for seed in range(20)]
        check_all(database, [game for future in found for game in future.result()])


def test_20_writers_of_one_game_agree_on_every_move(database: Database) -> None:
    """Everybody sends a move of their own for every ply: one is played, all others hear of a conflict."""
    game = create(database, GridBoard(Rules.parse("6x5 connect=6")), HUMANS)

    def fight(number: int) -> list[int]:
        chance = random.Random(number)
        won: list[int] = []
        while True:
            seen = load(database, game.id)
            assert seen is not None
            moves = seen.record.moves
            seen.record.game()  # never torn
            if len(moves) >= 16:
                return won
            # Tagged by its time, so that two who send the same move are told apart.
            mine = MoveRecord(chance.choice(seen.game.board.legal_moves), float(number))
            try:
                after = append(database, game.id, len(moves) + 1, mine, after=seen.seq)
            except ConflictError:
                continue
            if after.record.moves[len(moves)] == mine:
                won.append(len(moves) + 1)

    with ThreadPoolExecutor(20) as pool:
        wins = list(pool.map(fight, range(20)))
    assert sorted(ply for won in wins for ply in won) == list(range(1, 17))
    end_state = again(database, game)
    assert end_state.seq == 17
    for number, won in enumerate(wins):
        assert all(end_state.record.moves[ply - 1].seconds == number for ply in won)


def test_what_was_acknowledged_survives_sigkill(database: Database, database_url: str) -> None:
    program = textwrap.dedent(
        """
        import sys
        from plyground import GridBoard, Rules
        from plyground.store import MoveRecord
        from plyground.store.database import Database
        from plyground.store.live import Seat, append, create
        with Database.open(sys.argv[1]) as database:
            game = create(database, GridBoard(Rules.parse("32x32 connect=33")), (Seat("human"), Seat("human")))
            print(game.id, flush=True)
            for ply in range(1, 1000):
                append(database, game.id, ply, MoveRecord(ply % 32))
                print(ply, flush=True)
        """
    )
    writer = subprocess.Popen([sys.executable, "-c", program, database_url], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    id = next(writer.stdout).strip()
    said = [next(writer.stdout) for _ in range(30)]
    writer.kill()
    said += writer.stdout.readlines()
    writer.stdout.close()
    writer.wait()
    game = load(database, id)
    assert game is not None
    moves = [move.move for move in game.record.moves]
    assert len(said) <= len(moves) <= len(said) + 1
    assert moves == [ply % 32 for ply in range(1, len(moves) + 1)]
