"""Matches: fair pairs, the same games wherever they are played, and limits that are enforced from outside."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import replace

import pytest

from plyground import CFOUR, Decision, Game, GridBoard, Limit, Outcome, Player, Rules, Side, Termination
from plyground.arena import SPRT, GameTask, MatchResult, Openings, match, match_facts, play_game
from plyground.arena.match_result import points
from plyground.arena.openings import Opening, opening
from plyground.errors import InputError, LimitError, PlayerError, UnknownNameError, UnsupportedError
from plyground.executors import Here, local_executor
from plyground.players.registry import _KINDS, PlayerKind, register
from plyground.store.record import GameRecord
from tests import naive
from tests.waiting import PATIENCE, CancelAfter


@pytest.fixture
def kind():
    """Registers players that are made for a test, and forgets them afterwards."""
    made: list[str] = []

    def add(name: str, decide: Callable[..., Decision], limit: Limit | None = None) -> None:
        class Made(Player):
            def __init__(self) -> None:
                self.name = name
                self.identifier = Side.FIRST
                self.limit = limit

            def decide(self, game, limit=None, cancel=None):
                return decide(game, limit, cancel)

        register(PlayerKind(name, "", build=lambda _name, _values: Made()))
        made.append(name)

    yield add
    for name in made:
        del _KINDS[name]


def task(first: str, second: str = "random", **settings: object) -> GameTask:
    usual: dict[str, object] = {"id": "g", "start": GridBoard(CFOUR), "opening": (), "seeds": (1, 2)}
    usual["names"] = first, second
    return GameTask(players=(first, second), **(usual | settings))  # type: ignore[arg-type]


def moves_of(records: list[GameRecord]) -> list[tuple[object, ...]]:
    return [(record.players, record.start, record.moves_text, record.outcome) for record in records]


def test_pairs_share_their_opening_and_swap_seats():
    result = match("random", "winblock", games=12, rules="random", executor=Here(), seed=5)
    assert len(result.records) == 12
    boards = set()
    for first, second in zip(result.records[::2], result.records[1::2], strict=True):
        assert first.start == second.start
        assert first.opening == second.opening == 4
        assert [m.move for m in first.moves[:4]] == [m.move for m in second.moves[:4]]
        assert first.players == second.players[::-1] == ("random", "winblock")
        boards.add(str(first.rules))
    assert len(boards) > 1, "each pair has a board of its own"


def test_every_game_is_legal_by_the_naive_rules():
    for rules in ("tictactoe", "random", "5x4 connect=3 blocked=c2", "cfour"):
        for record in match("random", "winblock", games=6, rules=rules, executor=Here()).records:
            board = naive.of_rules(record.rules)
            for move in record.moves:
                assert move.move in board.legal_moves()
                board = board.play(move.move)
            assert board.outcome() == record.outcome.value
            assert record.game().termination in (Termination.WIN, Termination.DRAW)


def test_the_same_seed_plays_the_same_games_anywhere():
    here = match("uct playouts=20", "random", games=8, executor=Here(), seed=3)
    with local_executor(2) as pool:
        there = match("uct playouts=20", "random", games=8, executor=pool, seed=3)
    assert moves_of(here.records) == moves_of(there.records)
    assert here.pairs == there.pairs
    other = match("uct playouts=20", "random", games=8, executor=Here(), seed=4)
    assert moves_of(here.records) != moves_of(other.records)


def test_a_player_may_play_itself():
    result = match("random", "random", games=40, executor=Here())
    assert result.players == ("random", "random (2)")
    assert len({record.moves_text for record in result.records}) > 30, "two of a kind draw different numbers"


def test_the_score_counts_from_the_first_players_side():
    result = match("alphabeta depth=3", "random", games=10, rules="tictactoe", executor=Here())
    assert result.wins + result.draws + result.losses == result.played == 10
    assert result.score >= 0.8
    mirrored = match("random", "alphabeta depth=3", games=10, rules="tictactoe", executor=Here())
    assert mirrored.score <= 0.2


def test_results_count_once_and_in_order():
    records = match("random", "winblock", games=6, executor=Here()).records
    straight, shuffled = MatchResult(("random", "winblock"), 6), MatchResult(("random", "winblock"), 6)
    for number in range(6):
        straight.add(number, records[number])
    for number in (5, 1, 3, 3, 0, 5, 2):
        shuffled.add(number, records[number])
    assert shuffled.pairs == straight.pairs[:2], "the third pair waits for its other game"
    shuffled.add(4, records[4])
    assert (shuffled.pairs, shuffled.played) == (straight.pairs, 6)


def test_a_sequential_test_stops_early_and_the_same_way():
    test = SPRT(0, 200)
    one = match("winblock", "random", games=4000, executor=Here(), sprt=test)
    assert one.verdict is not None
    assert one.verdict.accepted == 1
    assert one.played < 4000  # as many as end within a moment: results are told of some at a time
    with local_executor(2) as pool:
        two = match("winblock", "random", games=4000, executor=pool, sprt=test)
        # What was in flight is dropped, and the pool can be used again.
        assert pool.submit(os.getpid).result(timeout=PATIENCE) > 0
    shorter = min(len(one.pairs), len(two.pairs))
    assert two.pairs[:shorter] == one.pairs[:shorter]
    assert two.verdict == one.verdict, "decided at the same pair, whoever was quick"


def test_a_cancel_stops_a_match():
    result = match("random", "random", games=10_000, executor=Here(), cancel=CancelAfter(31))
    assert 0 < result.played < 10_000


# Openings


def test_openings_are_those_of_the_seed_and_leave_a_game():
    for rules in ("cfour", "tictactoe", "3x1 connect=3", "random"):
        for index in range(20):
            found = opening(rules, Openings(), 9, index)
            assert found == opening(rules, Openings(), 9, index)
            assert not Game(found.start, found.moves).is_over
    assert len({opening("cfour", Openings(plies=4), 0, index).moves for index in range(100)}) > 90
    assert opening("cfour", Openings("none"), 0, 3).moves == ()


def naive_value(board: naive.NaiveBoard, known: dict[str, int]) -> int:
    """Win, draw or loss of the side to move, by trying everything."""
    text = board.position_text()
    if text not in known:
        if board.outcome() == "open":
            known[text] = max(-naive_value(board.play(move), known) for move in board.legal_moves())
        else:
            known[text] = 0 if board.winner() is None else -1
    return known[text]


def test_drawn_openings_are_drawn_by_brute_force():
    known: dict[str, int] = {}

    def value(found: Opening) -> int:
        board = naive.of_rules(found.start.rules)
        for move in found.moves:
            board = board.play(move)
        return naive_value(board, known)

    rules = "4x4 connect=3 blocked=b2"
    assert any(value(opening(rules, Openings("random", 8), 1, index)) for index in range(8))
    assert not any(value(opening(rules, Openings("drawn", 8), 1, index)) for index in range(8))


@pytest.mark.parametrize(
    ("settings", "error", "complaint"),
    [
        ({"openings": ("drwan", None)}, UnknownNameError, "did you mean drawn"),
        ({"openings": ("random", -1)}, LimitError, "-1 plies"),
        ({"openings": ("random", 42)}, InputError, "an opening of 42 plies fills the board"),
        ({"openings": ("drawn", 2), "rules": "random"}, UnsupportedError, "too large to solve"),
        ({"adjudicate": True, "rules": "12x12"}, UnsupportedError, "too large to solve"),
        ({"games": 3}, LimitError, "has to be an even number"),
        ({"games": 0}, LimitError, "has to be an even number"),
        ({"first": "solver", "rules": "random"}, UnsupportedError, "too large to solve"),
        ({"first": "text:true", "rules": "7x6 connect=5"}, UnsupportedError, "knows four in a row"),
        ({"first": "minmax"}, UnknownNameError, "did you mean minimax"),
        ({"rules": "cfuor"}, UnknownNameError, "nearest preset is cfour"),
    ],
)
def test_what_cannot_be_played_is_refused_first(settings, error, complaint):
    given = {"first": "random", "second": "random", "games": 2, "executor": Here(), **settings}
    first, second = given.pop("first"), given.pop("second")
    kinds = given.pop("openings", ())
    with pytest.raises(error, match=complaint):
        match(first, second, openings=Openings(*kinds), **given)


# The capacity of the machine


def test_timed_games_never_share_a_core(monkeypatch):
    monkeypatch.setattr("plyground.arena.capacity.cores", lambda: 4)
    with pytest.raises(LimitError, match=r"5 games at a time on the 4 cores .* 'random' lose on time \(0.5 s"):
        match("random", "random", games=2, limit=Limit(time=0.5), concurrency=5)
    with pytest.raises(
        LimitError, match=r"'solver threads=3' asks for 3 threads; with 2 games at a time it can have 2"
    ):
        match("solver threads=3", "random", games=2, limit=Limit(time=0.5), concurrency=2)
    with pytest.raises(LimitError, match="0 games at a time"):
        match("random", "random", games=2, concurrency=0)


def test_players_get_their_share_of_the_cores(monkeypatch):
    from plyground.arena.capacity import capacity_of

    monkeypatch.setattr("plyground.arena.capacity.cores", lambda: 8)
    assert [capacity_of(None, games).threads for games in (1, 2, 3, 8, 16)] == [8, 4, 2, 1, 1]
    assert capacity_of(None).games == 8
    assert capacity_of(Here()).threads == 8


# Whatever a player does in this process


def first_move(game: Game[GridBoard]) -> Decision:
    return Decision(game.board.legal_moves[0])


class Hands:
    """A clock that a test moves: it stands in for the module `time`."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now

    monotonic = perf_counter


@pytest.fixture
def hands(monkeypatch):
    clock = Hands()
    monkeypatch.setattr("plyground.game.turn.time", clock)
    return clock


def test_a_late_player_loses_on_time_and_is_told_to_stop(kind, hands):
    heard = []

    def slow(game, limit, cancel):
        while not cancel.is_set() and hands.now < 20:
            hands.now += 0.01
        heard.append(cancel.is_set())
        return first_move(game)

    kind("slow", slow)
    record = play_game(task("slow", limit=Limit(time=0.1)))
    assert (record.outcome, record.termination) == (Outcome.SECOND_WINS, Termination.TIMEOUT)
    assert heard == [True]
    assert record.reason.startswith("slow answered after 0.6")
    # A time in the player's own text counts as well.
    kind("slow-by-itself", slow, Limit(time=0.1))
    assert play_game(task("random", "slow-by-itself")).outcome is Outcome.FIRST_WINS


def test_a_little_late_is_not_too_late(kind, hands):
    def late(game, limit, cancel):
        hands.now += limit.time + 0.1
        return first_move(game)

    kind("late", late)
    board = GridBoard(Rules.parse("tictactoe"))
    record = play_game(task("late", "winblock", start=board, limit=Limit(time=0.01)))
    assert record.termination in (Termination.WIN, Termination.DRAW)


@pytest.mark.parametrize(
    ("decide", "termination", "reason"),
    [
        (lambda game, limit, cancel: Decision(99), Termination.ILLEGAL_MOVE, "faulty made an illegal move: "),
        (lambda game, limit, cancel: 1 / 0, Termination.CRASH, "ZeroDivisionError"),
        (lambda game, limit, cancel: None, Termination.CRASH, "faulty answered None, which is no decision"),
    ],
)
def test_a_player_that_fails_loses(kind, decide, termination, reason):
    kind("faulty", decide)
    for players, outcome in ((("faulty", "random"), Outcome.SECOND_WINS), (("random", "faulty"), Outcome.FIRST_WINS)):
        record = play_game(task(*players))
        assert (record.outcome, record.termination) == (outcome, termination)
        assert reason in record.reason
        record.game()
    result = match("faulty", "random", games=2, executor=Here())
    assert [(one.player, one.termination, one.games) for one in result.forfeits] == [("faulty", termination, 2)]
    assert result.losses == 2


def test_an_error_of_a_player_names_its_termination(kind):
    def give_up(game, limit, cancel):
        raise PlayerError("{name} has no idea", name="timid", termination="timeout")

    kind("timid", give_up)
    record = play_game(task("timid"))
    assert (record.termination, record.reason) == (Termination.TIMEOUT, "timid has no idea")


# Adjudication


def test_adjudicated_games_end_as_they_would_have():
    """By perfect players both ways: what the solver proves is what perfect play then makes of it."""
    solver, rules = "solver threads=1 table=16", "5x4 connect=4"
    whole = match(solver, solver, games=6, rules=rules, executor=Here(), openings=Openings("random", 5))
    short = match(
        solver, solver, games=6, rules=rules, executor=Here(), openings=Openings("random", 5), adjudicate=True
    )
    assert [record.outcome for record in short.records] == [record.outcome for record in whole.records]
    assert {record.termination for record in short.records} == {Termination.ADJUDICATION}
    for record in short.records:
        record.game()


def test_boards_too_large_to_judge_are_played_to_their_end():
    result = match("random", "winblock", games=12, rules="random", executor=Here(), adjudicate=True)
    assert {record.termination for record in result.records} & {Termination.WIN, Termination.DRAW}


def test_openings_and_verdicts_do_not_depend_on_what_was_played_before():
    drawn = Openings("drawn", 6)
    whole = [opening("5x5 connect=4", drawn, 2, index) for index in range(6)]
    assert [opening("5x5 connect=4", drawn, 2, index) for index in reversed(range(6))] == whole[::-1]
    once = match("random", "winblock", games=4, rules="5x5", executor=Here(), adjudicate=True).records
    assert moves_of(match("random", "winblock", games=4, rules="5x5", executor=Here(), adjudicate=True).records) == (
        moves_of(once)
    )


# Lost workers


def killing(task: GameTask) -> GameRecord:
    """Kills its worker the first time it sees a game of this name."""
    mark = task.names[0]
    if task.id.endswith("2a") and not os.path.exists(mark):
        open(mark, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_game(task)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills with SIGKILL")
def test_a_broken_pool_is_rebuilt_and_no_game_is_lost(tmp_path, monkeypatch):
    from plyground.arena import run

    monkeypatch.setattr(run, "play_game", killing)
    mark = str(tmp_path / "killed")
    tasks = [task("random", id=f"x-{n}{g}", names=(mark, "random")) for n in range(4) for g in "ab"]
    with local_executor(2) as pool:
        records = [record for some in run.play_games(tasks, pool) for record in some]
    assert sorted(record.id for record in records) == sorted(one.id for one in tasks)
    assert os.path.exists(mark)


def dying(task: GameTask) -> GameRecord:
    os.kill(os.getpid(), signal.SIGKILL)
    return play_game(task)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills with SIGKILL")
def test_a_game_that_kills_every_worker_is_named(monkeypatch):
    from plyground.arena import run

    monkeypatch.setattr(run, "play_game", dying)
    monkeypatch.setattr(run, "TRIES", 2)
    monkeypatch.setattr("plyground.executors.work.TRIES", 2)
    with (
        local_executor(1) as pool,
        pytest.raises(UnsupportedError, match="the game g of random and random was begun 2"),
    ):
        list(run.play_games([task("random")], pool))


def test_score_and_elo_are_of_the_same_games():
    """A game whose pair is not complete counts for neither."""
    result = MatchResult(("a", "b"), 6)
    assert match_facts(result) == ["a - b: no game was played"], "no score of 50 %"
    whole = match("winblock", "random", games=6, rules="tictactoe", executor=Here()).records
    records = [
        replace(record, players=("a", "b") if record.players[0] == "winblock" else ("b", "a")) for record in whole
    ]
    for number in (0, 1, 2, 4):
        result.add(number, records[number])
    lines = match_facts(result)
    won = sum(points(record, number % 2) == 1 for number, record in enumerate(records[:2]))
    drawn = sum(points(record, number % 2) == 0.5 for number, record in enumerate(records[:2]))
    assert lines[0].startswith(f"a - b: {won} won, {drawn} drawn, {2 - won - drawn} lost, ")
    assert lines[1] == "2 more games count when their pairs are complete."
    assert f"score {100 * result.standing.score:.1f} %" in lines[0]
