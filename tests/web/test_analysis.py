"""Analysis over its socket: the solver's own values, streamed, dropped at once, and never in the way of others."""

from __future__ import annotations

import asyncio
import functools
import random
import threading
import time

import pytest

from plyground.atlas import shipped_atlas
from plyground.board import Decision
from plyground.grid import CFOUR, TICTACTOE, GridBoard, Rules, parse_rules, position_text
from plyground.grid.notation import move_text
from plyground.reviews import PositionValues, SolverPool, ValueSource, find_values, position_values
from plyground.reviews.position_values import settled_values
from plyground.solver import Solver
from plyground.web.analysis import session
from plyground.web.analysis.messages import Analyse, MoveWorths
from plyground.web.analysis.session import AnalysisSession
from plyground.web.messages.base import Sent
from plyground.web.serving.callers import Caller
from plyground.web.serving.search_pool import SearchPool
from plyground.web.serving.settings import ServerSettings
from tests.waiting import PATIENCE
from tests.web.asking import Asking, random_board

HARD = "8x8 connect=4"  # too hard to solve from the empty board


@pytest.fixture
def asking(server, anna):
    with Asking(server, anna) as socket:
        yield socket


@pytest.mark.parametrize(
    ("rules", "stones"),
    [("cfour", 22), ("cfour", 4), ("tictactoe", 2), ("5x4 connect=4 blocked=b2", 3), ("4x3 connect=3 gravity=no", 2)],
)
def test_answers_are_the_solvers_own(asking, rules, stones):
    draw = random.Random(f"{rules} {stones}")
    board = random_board(parse_rules(rules), stones, draw)
    answers = asking.ask("analyse", rules=rules, position=position_text(board))
    opened, last = answers[0], answers[-1]
    truth = Solver(board.rules, threads=1, table_mb=16).analyse(board)
    assert opened["state"]["position"] == position_text(board)
    assert last["type"] == "analysis"
    assert last["exact"]
    name = {move: move_text(board.rules, move) for move in board.legal_moves}
    assert {each["move"]: each["score"] for each in last["moves"]} == {
        name[move]: value.score for move, value in truth.moves.items()
    }
    assert {each["move"]: (each["words"], each["plies"]) for each in last["moves"]} == {
        name[move]: (value.words, value.plies) for move, value in truth.moves.items()
    }
    assert last["best"] == [name[move] for move in truth.best]
    assert last["value"]["score"] == truth.value.score
    # The line is playable, keeps the value to the end, and every stone lies where it says.
    for place in last["line"]:
        board = board.move(next(move for move in board.legal_moves if move_text(board.rules, move) == place["move"]))
        assert board.last_cell == tuple(place["cell"])
        assert {tuple(cell) for cell in place["winning"]} == board.winning_cells
    assert board.outcome.is_over
    assert len(last["line"]) == truth.value.plies


@pytest.mark.parametrize("cell", ["d2", "f3"])
def test_a_board_of_the_atlas_is_answered_by_it(asking, cell):
    """By search it takes minutes."""
    answers = asking.ask("analyse", rules=f"7x6 connect=4 blocked={cell}", position="")
    atlas = shipped_atlas("7x6")
    assert atlas is not None
    entry = atlas.entry([cell])
    assert entry is not None
    assert len(answers) == 2
    last = answers[-1]
    assert last["exact"]
    assert last["nodes"] == 0, "nothing is searched"
    assert {each["move"]: each["score"] for each in last["moves"]} == {
        move_text(entry.rules, move): score for move, score in entry.scores.items()
    }
    assert last["value"]["words"] == entry.value.words


def test_moves_are_played_first_and_known_afterwards(asking):
    opened = asking.ask("analyse", rules="cfour", position="44", moves="53")[0]
    assert opened["text"] == "4453"
    assert opened["start"]["position"].endswith("/....... x")
    assert [(place["move"], place["side"]) for place in opened["moves"]] == [
        ("4", "first"),
        ("4", "second"),
        ("5", "first"),
        ("3", "second"),
    ]


def test_a_position_that_is_over_says_so(asking):
    opened, last = asking.ask("analyse", rules="cfour", position="1122334")
    assert opened["state"]["outcome"] == "first wins"
    assert (last["type"], last["moves"], last["value"], last["line"]) == ("analysis", [], None, [])


@pytest.mark.parametrize(
    ("asked", "field", "place"),
    [
        ({"position": "44x"}, "position", 2),
        ({"position": "4444444"}, "position", 6),
        ({"position": "44", "moves": "49"}, "moves", 1),
        ({"rules": "7y6"}, "rules", 0),
        ({"rules": "cfour", "position": "......./......./......./......./......./...z... x"}, "position", 43),
        ({"rules": "cfour", "position": "......./......./...x.../......./......./....... o"}, "position", None),
        ({"rules": "33x3"}, "rules", None),
    ],
)
def test_bad_texts_are_answered_with_field_and_place(server, asked, field, place):
    for language in ("en", "ko"):
        with Asking(server, language=language) as asking:
            (refused,) = asking.ask("analyse", **asked)
            assert (refused["type"], refused["field"], refused["place"]) == ("error", field, place)
            assert refused["text"].isascii() == (language == "en"), "in the reader's language"


def test_what_is_no_question_is_refused_and_the_socket_stays(asking):
    for text in ("", "{", "[]", '{"type": "analyse"}', '{"type": "analyse", "request": 1, "depth": 3}', '"stop"'):
        asking.socket.send(text)
        assert asking.next()["code"] == "bad_message"
    assert asking.ask("analyse", rules="tictactoe")[-1]["exact"]


def test_a_new_question_ends_the_one_before(asking):
    first = asking.send("analyse", rules=HARD)
    assert asking.next()["type"] == "position"
    second = asking.send("analyse", rules="tictactoe", position="b2")
    while (message := asking.next())["request"] == first:
        assert message["type"] == "progress", "the first is not answered to its end"
    while message["type"] != "analysis":
        message = asking.next()
        assert message["request"] == second, "an answer to a question that was dropped"
    assert message["exact"]
    asking.socket.send('{"type": "stop"}')
    asking.socket.send('{"type": "ping"}')
    assert asking.next()["type"] == "pong"


def test_large_boards_get_estimates_that_say_what_they_are(asking):
    last = asking.ask("analyse", rules="12x12 connect=4", position="1a1a1a")[-1]
    assert not last["exact"]
    assert last["note"]
    values = {each["move"]: each for each in last["moves"]}
    assert values["1"]["words"] == "wins in 1"
    assert values["1"]["exact"]
    assert last["best"] == ["1"]
    # After any other move, the other side completes its own row of three.
    assert {move for move, each in values.items() if each["words"] == "loses in 1"} == set(values) - {"1", "a"}
    open_board = asking.ask("analyse", rules="12x12 connect=4")[-1]
    assert {each["exact"] for each in open_board["moves"]} == {False}
    estimates = [each for each in open_board["moves"] if each["estimate"] is not None]
    assert estimates
    assert all(-1 <= each["estimate"] <= 1 and each["words"].endswith("%") for each in estimates)
    assert {each["words"] for each in open_board["moves"] if each["estimate"] is None} <= {"not judged"}


def test_without_gravity_a_handful_of_moves_has_values_and_lines(asking):
    """Gomoku: the champion looks at some moves one by one, and the others are not judged."""
    last = asking.ask("analyse", rules="gomoku", position="h8")[-1]
    assert len(last["moves"]) == 224
    compared = [each for each in last["moves"] if each["estimate"] is not None]
    assert 1 <= len(compared) <= 8
    assert all(each["line"] for each in compared[1:])
    assert {each["words"] for each in last["moves"] if each["estimate"] is None} == {"not judged"}
    assert last["value"]["words"].endswith("%")
    assert last["best"] == [last["line"][0]["move"]]
    assert last["threats"] == []
    # Three of each side in a row: one move more wins, whatever follows.
    won = asking.ask("analyse", rules="gomoku", position="h8 h9 i8 i9 j8 j9")[-1]
    assert (won["value"]["words"], won["value"]["outcome"]) == ("wins in 2 by fours", "win")
    assert "wins in 2 by fours" in {each["words"] for each in won["moves"] if each["move"] in won["best"]}
    assert {(each["stage"], each["side"]) for each in won["threats"]} == {("three", "first"), ("three", "second")}


@pytest.mark.parametrize(("visits", "shown"), [(399, False), (400, True)])
def test_an_estimate_rests_on_many_visits(visits, shown):
    decision = Decision(0, 0.1, {0: 0.1, 1: 0.5}, {0: visits, 1: 10})
    assert settled_values(decision) == ({0: 0.1} if shown else {})
    assert settled_values(Decision(0, 54.0, {0: 54.0})) == {}, "an evaluation is no chance"


def slices(board: GridBoard, **how: float) -> tuple[list[PositionValues], PositionValues]:
    reports: list[PositionValues] = []
    last = None
    for found in find_values(board, SolverPool(table_mb=16), reports.append, threading.Event(), **how):
        last = found
    assert last is not None
    return reports, last


def test_whatever_is_reported_on_the_way_holds():
    board = random_board(parse_rules("7x7 connect=4"), 18, random.Random(12))
    reports, last = slices(board, patience=0.01)
    truth = Solver(board.rules, threads=1, table_mb=64).analyse(board, line=False)
    assert last.source == ValueSource.EXACT
    assert dict(last.values) == dict(truth.moves)
    for report in reports:
        for move, value in report.values.items():
            assert value.low <= truth.moves[move].low <= value.high
    known = [sum(value.is_exact for value in report.values.values()) for report in reports]
    assert known == sorted(known), "a proof is never taken back"
    assert len(set(known)) > 2, "moves are reported one by one"


def test_a_board_that_takes_too_long_ends_with_estimates():
    board = GridBoard(parse_rules(HARD))
    reports, last = slices(board, patience=0.05, longest=1.0)
    assert last.source == ValueSource.TOO_LONG
    assert last.done
    times = [report.seconds for report in [*reports, last]]
    assert times == sorted(times), "the time at work never goes back"
    assert last.estimates
    assert set(last.estimates) <= set(board.legal_moves)
    assert last.best


def test_unbalanced_positions_are_solved_as_they_lie(asking):
    position = "xx./.../... o"
    last = asking.ask("analyse", rules="tictactoe", position=position)[-1]
    assert last["note"].startswith("The stones do not balance")
    truth = Solver(TICTACTOE, threads=1, table_mb=1).analyse(GridBoard.parse(position, TICTACTOE))
    assert [each["score"] for each in last["moves"]] == list(truth.scores.values())


# In this process, where the tests can look into the pool


class Visit:
    """A session that keeps its messages."""

    def __init__(self, name: str, pool: SearchPool) -> None:
        self.heard: list[Sent] = []
        self.session = AnalysisSession(
            Caller.at("192.0.2.1", name), pool, pool, SolverPool(table_mb=16), ServerSettings(), self.hear
        )

    async def hear(self, message: Sent) -> None:
        self.heard.append(message)

    @property
    def last(self) -> MoveWorths | None:
        return next((m for m in self.heard[::-1] if isinstance(m, MoveWorths) and m.type == "analysis"), None)


async def until(holds) -> None:
    ends = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < ends
        await asyncio.sleep(0.01)


def question(rules: Rules | str, position: str = "", number: int = 1) -> Analyse:
    return Analyse(type="analyse", request=number, rules=str(rules), position=position)


@pytest.fixture
def endless(monkeypatch):
    """A hard question never ends by itself: the solver does not give up."""
    monkeypatch.setattr(position_values, "_HOPELESS_LONGEST", 1e6)
    monkeypatch.setattr(session, "find_values", functools.partial(find_values, longest=1e6))


def test_who_leaves_is_not_worked_for_any_more(endless):
    async def check() -> None:
        pool = SearchPool(1, per_visitor=4, waiting=10)
        visit = Visit("anna", pool)
        visit.session.ask(question(HARD))
        await until(lambda: any(isinstance(message, MoveWorths) for message in visit.heard))
        visit.session.close()
        await until(lambda: pool.running == 0 and pool.queued == 0)
        heard = len(visit.heard)
        pool.close()
        for _turn in range(10):  # whatever the loop still has to do
            await asyncio.sleep(0)
        assert len(visit.heard) == heard
        assert visit.last is None

    asyncio.run(check())


def test_a_long_solve_blocks_neither_the_loop_nor_other_visitors(endless):
    async def check() -> None:
        pool = SearchPool(1, per_visitor=4, waiting=10)
        anna, bert = Visit("anna", pool), Visit("bert", pool)
        anna.session.ask(question(HARD))
        await until(lambda: any(isinstance(message, MoveWorths) for message in anna.heard))
        bert.session.ask(question(TICTACTOE))
        gaps = []
        while bert.last is None:
            # Work and not time: other programs do not add to it.
            began = time.process_time()
            await asyncio.sleep(0.01)
            gaps.append(time.process_time() - began)
        assert bert.last.exact
        assert anna.last is None, "the long one goes on"
        assert sorted(gaps)[len(gaps) // 2] < 0.1
        anna.session.close()
        bert.session.close()
        await until(lambda: pool.running == 0)
        pool.close()

    asyncio.run(check())


def test_stepping_quickly_through_a_game_answers_the_last_position():
    async def check() -> None:
        pool = SearchPool(1, per_visitor=2, waiting=10)
        visit = Visit("anna", pool)
        game = "4453" * 2
        for ply in range(len(game)):
            visit.session.ask(question(CFOUR, game[:ply], ply))
            await asyncio.sleep(0.005)
        visit.session.ask(question(CFOUR, game, len(game)))
        # An earlier one may have been answered in time.
        await until(lambda: visit.last is not None and visit.last.request == len(game))
        assert visit.last is not None
        assert visit.last.value is not None
        truth = Solver(CFOUR, threads=1, table_mb=16).solve(GridBoard.from_moves(game), line=False)
        assert visit.last.value.score == truth.score
        pool.close()

    asyncio.run(check())
