"""A review finds the mistakes that were planted, and only those; its lines prove what they claim."""

from __future__ import annotations

import random
from typing import Any

import pytest

from plyground.grid import GridBoard, parse_rules, position_text
from plyground.grid.notation import move_text
from plyground.solver import Value
from tests.web.asking import Asking, random_board
from tests.web.planting import planted, sign


@pytest.fixture
def asking(server, anna):
    with Asking(server, anna) as socket:
        yield socket


@pytest.mark.parametrize(
    ("rules", "stones", "mistakes", "inaccuracies", "seed"),
    [
        ("cfour", 12, 3, 2, 1),
        ("cfour", 14, 0, 0, 2),
        ("5x5 connect=4 blocked=c1", 0, 2, 2, 3),
        ("tictactoe", 0, 2, 1, 4),
    ],
)
def test_finds_the_planted_mistakes_and_only_those(asking, rules, stones, mistakes, inaccuracies, seed):
    start = random_board(parse_rules(rules), stones, random.Random(seed))
    game = planted(start, mistakes, inaccuracies, seed)
    assert bool(game.marks) == bool(mistakes), "the seed should give a game with some"
    told = asking.ask("review", rules=rules, position=position_text(start), moves=game.text)
    judged = {each["ply"]: each for each in told if each["type"] == "judged"}
    assert set(judged) == set(range(len(game.moves)))
    assert {ply: mark for ply, each in judged.items() if (mark := mark_of(each))} == game.marks
    valued = {each["ply"]: each["worth"] for each in told if each["type"] == "valued"}
    assert [valued[ply]["score"] for ply in range(len(game.values))] == [value.score for value in game.values]
    assert told[-1]["type"] == "reviewed"
    assert told[-1]["unknown"] == []
    board = start
    for ply, move in enumerate(game.moves):
        if mark_of(judged[ply]):
            check_line(board, judged[ply]["better"], judged[ply]["before"])
            after = judged[ply]["after"]
            if judged[ply]["refutation"]:
                # The value for the side that answers.
                check_line(board.move(move), judged[ply]["refutation"], {**after, "score": -after["score"]})
            else:
                assert board.move(move).outcome.is_over
        else:
            assert judged[ply]["better"] == judged[ply]["refutation"] == []
        board = board.move(move)


def mark_of(judged) -> str | None:
    return judged["verdict"] if judged["verdict"] in ("mistake", "inaccuracy") else None


def check_line(board: GridBoard, line, worth) -> None:
    """Checks that the line ends the game as the value says: who wins, and after how many plies."""
    mover, stones = board.turn, board.count
    for place in line:
        move = next(move for move in board.legal_moves if move_text(board.rules, move) == place["move"])
        board = board.move(move)
        assert board.last_cell == tuple(place["cell"])
    assert board.outcome.is_over
    result = 0 if board.winner is None else 1 if board.winner is mover else -1
    assert result == sign(worth["score"])
    exact = Value(worth["score"], worth["score"], stones, board.rules.cells)
    assert len(line) == exact.plies


def test_a_whole_game_from_the_empty_board(asking):
    # From the first move: the opening book answers what the oracle could not in time.
    told = asking.ask("review", rules="cfour", moves="4444445623333356555225221171")
    judged = {each["ply"]: each for each in told if each["type"] == "judged"}
    assert len(judged) == 28
    assert [ply for ply in range(7) if judged[ply]["verdict"] != "best"] == [], "the known main line"


def test_boards_beyond_the_solver_are_judged_near_the_end_and_it_says_so(asking):
    # Both build a row of three; the second player does not block, and then misses its own win.
    told = asking.ask("review", rules="12x12 connect=4", moves="1122337c8c4")
    last = told[-1]
    assert last["unknown"]
    assert last["note"]
    judged = {each["ply"]: each for each in told if each["type"] == "judged"}
    assert set(judged) == set(range(11))
    assert judged[10]["verdict"] == "best"
    known = [each["before"] for each in judged.values() if each["before"]]
    assert all(before["plies"] is None for before in known), "no distances without the solver"
    assert judged[0]["verdict"] == "not judged"
    assert judged[0]["words"] == "Not judged: the board is too large to solve."
    for tally in last["summary"]:
        own = [each for each in judged.values() if each["side"] == tally["side"]]
        assert tally["not_judged"] == sum(each["verdict"] == "not judged" for each in own) > 0
        assert "not judged" in tally["words"]


def test_the_moves_of_an_opening_are_not_judged(asking):
    told = asking.ask("review", rules="tictactoe", moves="b2 b1 a1", opening=2)
    assert [each["verdict"] for each in sorted(judgements(told), key=lambda each: each["ply"])] == [
        "not judged", "not judged", "best",
    ]  # fmt: skip
    first, second = told[-1]["summary"]
    assert (first["best"], first["given"], second["given"], second["mistakes"]) == (1, 1, 1, 0)
    assert second["words"] == "1 move given by the opening"


def judgements(told) -> list[dict[str, Any]]:
    return [each for each in told if each["type"] == "judged"]


def test_bad_games_are_refused_with_their_place(asking):
    (refused,) = asking.ask("review", rules="tictactoe", moves="b2 b2")
    assert (refused["field"], refused["place"]) == ("moves", 3)


def test_a_stored_game_can_be_fetched_for_its_review(anna):
    made = anna.new_game()
    with anna.sit(made["id"]) as chair:
        chair.first()
        for move in "4353637":
            chair.play(move)
    record = anna.http.get(f"/api/records/{made['id']}").json()
    assert record["moves"] == "4353637"
    assert record["outcome"] == "first wins"
    assert [each["move"] for each in record["played"]] == list("4353637")
    assert anna.http.get("/api/records/nosuchgame").status_code == 404


def test_without_gravity_what_is_proven_by_threats_is_judged(asking):
    # An open three that is not stopped becomes an open four.
    told = asking.ask("review", rules="gomoku", moves="h8 a1 h9 a3 h10 a5 h11 h12 h7")
    judged = {each["ply"]: each for each in told if each["type"] == "judged"}
    assert judged[5]["verdict"] == "mistake"
    assert judged[5]["words"] == "Mistake: loses in 2 to fours, which another move stops"
    assert judged[5]["after"]["words"] == "loses in 2 to fours"
    assert judged[5]["better"]
    assert judged[5]["refutation"]
    assert judged[0]["words"] == "Not judged: no win by threats was found for either side."
    assert told[-1]["note"].startswith("Judged is what is proven:")
    reason = asking.ask("why", rules="gomoku", position="h8 a1 h9 a3 h10", move="a5")[-1]
    assert reason["verdict"] == "a5: loses in 2 to fours."
    assert reason["proofs"][0]["sentences"]
