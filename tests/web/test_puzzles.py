"""Puzzles over HTTP: the answer stays on the server until one was given."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from plyground.puzzlebook import PuzzleKind, daily_puzzle, puzzles
from plyground.web.puzzles.messages import PuzzleMarking, PuzzleState
from plyground.web.serving.settings import ServerSettings
from tests.web.in_process import in_process

# The last move gives a win away: three in a row were about to be open at both ends.
GAME = "44557"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    database = str(tmp_path_factory.mktemp("puzzles") / "games.sqlite")
    with in_process(ServerSettings(database=database, preload=False)) as started:
        yield started


@pytest.mark.parametrize("kind", PuzzleKind)
def test_a_puzzle_is_sent_without_its_answer_and_judged(server, kind):
    puzzle = puzzles(kind=kind)[2]
    answer = server.get(f"/api/puzzles/{puzzle.id}")
    state = PuzzleState.model_validate(answer.json())
    assert (state.id, state.kind, state.rating) == (puzzle.id, kind, puzzle.rating)
    assert not {"answers", "answer", "moves", "solution"} & set(answer.json())
    marked = server.post(f"/api/puzzles/{puzzle.id}/answer", json={"answer": puzzle.answers[0]})
    marking = PuzzleMarking.model_validate(marked.json())
    assert marking.is_right
    assert marking.text
    assert [place.move for place in marking.places] == ([] if kind is PuzzleKind.WHO else list(puzzle.answers))
    options = ["first", "second", "draw"] if kind is PuzzleKind.WHO else [place.move for place in state.state.legal]
    wrong = next(option for option in options if option not in puzzle.answers)
    refuted = server.post(f"/api/puzzles/{puzzle.id}/answer", json={"answer": wrong}).json()
    assert not refuted["is_right"]
    assert (marking.refutation, refuted["refutation"]) == (None, puzzle.refutation)
    assert (puzzle.refutation is None) == (kind is PuzzleKind.WHO)


def test_the_daily_puzzle_is_that_of_the_date(server):
    days = {datetime.now(UTC).date()}
    found = server.get("/api/puzzles/daily").json()["id"]
    days.add(datetime.now(UTC).date())  # midnight may have passed
    assert found in {daily_puzzle(day).id for day in days}


def test_the_next_one_is_as_hard_as_asked_and_not_seen(server):
    seen = [puzzle.id for puzzle in puzzles(board="cfour", low=950, high=1050)][:90]
    for rating in (500, 1000, 1500):
        query = {"rating": rating, "board": "cfour", "without": ",".join(seen)}
        found = PuzzleState.model_validate(server.get("/api/puzzles/next", params=query).json())
        assert found.board == "cfour"
        assert found.id not in seen
        assert abs(found.rating - rating) < 300


@pytest.mark.parametrize("language", ["en", "ko", "zh-CN"])
def test_questions_are_in_the_language_of_the_visitor(server, language):
    puzzle = puzzles(kind="win", board="cfour")[0]
    found = server.get(f"/api/puzzles/{puzzle.id}", headers={"accept-language": language}).json()
    assert (found["question"] == "Find the only winning move.") == (language == "en")


def test_a_mistake_of_a_game_becomes_a_puzzle(server):
    game = {"moves": GAME, "ply": len(GAME) - 1}
    state = PuzzleState.model_validate(server.post("/api/puzzles/position", json=game).json())
    assert (state.kind, state.id, len(state.state.stones)) == (PuzzleKind.WIN, "", len(GAME) - 1)
    marked = server.post("/api/puzzles/position/answer", json={**game, "answer": GAME[-1]}).json()
    assert not marked["is_right"]
    assert server.post("/api/puzzles/position/answer", json={**game, "answer": marked["answers"][0]}).json()["is_right"]


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("get", "nosuch", None, 404),
        ("post", "nosuch/answer", {"answer": "4"}, 404),
        ("get", "NOT-AN-ID", None, 404),
        ("get", "%20", None, 404),
        ("get", "next?rating=-1", None, 422),
        ("get", "next?kind=riddle", None, 422),
        ("get", "next?board=chess", None, 422),
        ("post", "position", {"moves": "444444444"}, 422),
        ("post", "position", {"rules": "gomoku", "moves": "h8"}, 422),
        ("post", "position", {"rules": "cfour", "moves": "", "ply": -1}, 422),
    ],
)
def test_bad_requests_are_refused_in_a_sentence(server, method, path, body, status):
    more = {} if body is None else {"json": body}
    answer = getattr(server, method)(f"/api/puzzles/{path}", **more)
    assert answer.status_code == status, answer.text
    assert answer.json()["text"]


def test_an_answer_that_cannot_be_given_is_refused(server):
    puzzle = puzzles(kind="win", board="cfour")[0]
    answer = server.post(f"/api/puzzles/{puzzle.id}/answer", json={"answer": "x"})
    assert (answer.status_code, answer.json()["field"]) == (422, "answer")
    assert json.dumps(puzzle.answers) not in answer.text


def test_the_page_has_addresses_for_puzzles(server):
    for path in ("/puzzle", "/puzzle/daily", "/puzzle/nosuch"):
        assert server.get(path, headers={"accept": "text/html"}).status_code == 200
