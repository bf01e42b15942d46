"""Balanced openings: listed, unlike each other, near a draw by our own search, and played by name."""

from __future__ import annotations

import json

import pytest

from plyground import GridBoard, Limit, Rules
from plyground.arena import Openings, match
from plyground.arena.openings import balanced, opening
from plyground.engines import LineSearch
from plyground.errors import InputError, UnsupportedError
from plyground.executors import Here
from plyground.grid import canonical
from tools import balanced_openings

CONTENT = json.loads(balanced_openings.FILE.read_text(encoding="utf-8"))
LISTS = {text: balanced(Rules.parse(text)) for text in CONTENT["openings"]}


def board_after(rules: str, moves: tuple[int, ...]) -> GridBoard:
    board = GridBoard(rules)
    for move in moves:
        board = board.move(move)
    return board


def test_there_are_enough_and_no_two_are_alike() -> None:
    assert len(LISTS["15x15 connect=5 gravity=no"]) >= 20
    assert len(LISTS["9x9 connect=5 gravity=no"]) >= 10
    for rules, openings in LISTS.items():
        boards = {canonical(board_after(rules, moves)) for moves in openings}
        assert len(boards) == len(openings), rules
        assert not any(board.outcome.is_over for board in boards)


@pytest.mark.parametrize("rules", LISTS)
def test_neither_side_is_ahead(rules: str) -> None:
    for moves in LISTS[rules][:2]:
        decision = LineSearch(value_file=None).decide(board_after(rules, moves), Limit(nodes=CONTENT["nodes"]))
        assert decision.value is not None
        assert abs(decision.value) <= CONTENT["most"]


@pytest.mark.soak
@pytest.mark.parametrize("rules", LISTS)
def test_the_file_is_made_again_from_its_seed(rules: str) -> None:
    made = balanced_openings.openings(Rules.parse(rules), CONTENT["seed"])
    assert [next(made) for _ in LISTS[rules]] == CONTENT["openings"][rules]


def test_they_are_played_in_turn_by_name() -> None:
    kind = Openings("balanced")
    listed = LISTS["15x15 connect=5 gravity=no"]
    assert [opening("gomoku", kind, seed, 1).moves for seed in (0, 7)] == [listed[1]] * 2
    assert opening("gomoku", kind, 0, len(listed)).moves == listed[0]
    assert kind.games_on("gomoku") == 2 * len(listed)
    result = match("random", "winblock", games=4, rules="gomoku", openings=kind, executor=Here())
    played = [tuple(move.move for move in record.moves[: record.opening]) for record in result.records]
    assert played == [listed[0], listed[0], listed[1], listed[1]]


@pytest.mark.parametrize("rules", ["cfour", "15x15 connect=6 gravity=no", "random"])
def test_boards_without_a_list_are_refused(rules: str) -> None:
    with pytest.raises(UnsupportedError, match=f"no balanced openings for '{Rules.parse(rules)}'|for 'random'"):
        match("random", "winblock", games=2, rules=rules, openings=Openings("balanced"), executor=Here())


def test_plies_are_those_of_the_list() -> None:
    with pytest.raises(InputError, match="come from a list"):
        Openings("balanced", 4)
