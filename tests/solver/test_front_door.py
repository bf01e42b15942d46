"""`solve` and `analyse` without a solver of one's own, and how their answers show themselves."""

from __future__ import annotations

import threading
from xml.etree import ElementTree

import pytest

from plyground import Game, GridBoard, Limit, Solver, analyse, solve
from plyground.errors import RulesError, UnsupportedError
from plyground.solver import kept_solvers
from plyground.texts import speaking

LATE = "4444456656612177"


def test_boards_games_rows_and_moves_are_positions():
    wanted = Solver("cfour", table_mb=16).solve(LATE)
    assert wanted.value.words == "wins in 13"
    for position in (LATE, GridBoard.from_moves(LATE), Game.from_moves(LATE), f"{wanted.json()['position']}"):
        assert solve(position, line=False).value == wanted.value
        assert analyse(position, line=False).value == wanted.value
    assert solve("xo./.x./..o x", rules="tictactoe").value.words == "wins in 2"
    board = GridBoard.from_moves("b2 a1", "tictactoe")
    assert solve(board).value == solve("b2 a1", rules="tictactoe").value


def test_rules_and_board_have_to_agree():
    with pytest.raises(RulesError, match="other rules"):
        solve(GridBoard("4x4"), rules="cfour")
    with pytest.raises(UnsupportedError, match="too large"):
        solve("", rules="32x32")


def test_few_solvers_are_kept_and_threads_share_them():
    answers: list[int | None] = []
    threads = [
        threading.Thread(target=lambda size=size: answers.append(solve("", rules=f"{size}x3 connect=3").score))
        for size in (3, 4, 3, 4, 3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == len(threads)
    assert len(set(answers)) == 2
    for size in range(1, 6):
        solve("", rules=f"{size}x2")
    assert len(kept_solvers._kept) == kept_solvers._MOST
    (first,) = [kept.solver for rules, kept in kept_solvers._kept.items() if rules.columns == 5]
    solve("1", rules="5x2")
    assert [kept.solver for rules, kept in kept_solvers._kept.items() if rules.columns == 5] == [first]


def test_a_limit_leaves_bounds():
    assert not solve("", rules="8x7", limit=Limit(nodes=1)).value.is_exact


def test_an_analysis_prints_as_a_table():
    analysis = analyse(LATE)
    text = str(analysis)
    assert "first player (x) to move: wins in 13" in text
    assert "     2     +1  wins in 13   best\n" in text
    assert text.splitlines()[0] == "6  . . . . . . ."
    with speaking("ko"):
        korean = str(analysis)
    assert "wins" not in korean
    assert len(korean.splitlines()) == len(text.splitlines())
    assert "2: wins in 13" in repr(analysis)


def test_a_solution_prints_its_value_and_line():
    lines = str(solve(LATE)).splitlines()
    assert lines[8] == "+1  wins in 13"
    assert lines[9].startswith("best line: 2")
    assert "'wins in 13'" in repr(solve(LATE))


def test_notebooks_show_a_picture_and_a_table():
    for answer, wanted in ((analyse(LATE), 8), (solve(LATE), 0)):
        page = ElementTree.fromstring(f"<div>{answer._repr_html_()}</div>")
        assert page.find(".//{http://www.w3.org/2000/svg}svg") is not None
        assert len(page.findall(".//tr")) == wanted
