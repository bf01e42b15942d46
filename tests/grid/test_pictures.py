"""The drawings, read back: every cell is there, and the last stone and the winning runs are marked."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given

from plyground import CFOUR, TICTACTOE, GridBoard, Rules
from plyground.grid import cell_text
from tests import naive, strategies
from tests.strategies import examples

SVG = "{http://www.w3.org/2000/svg}"


def cells_of(svg: str) -> dict[str, ElementTree.Element]:
    groups = ElementTree.fromstring(svg).findall(f"{SVG}g")
    cells = {group.attrib["data-cell"]: group for group in groups}
    assert len(cells) == len(groups)
    return cells


def classed(cells: dict[str, ElementTree.Element], name: str) -> set[str]:
    return {cell for cell, group in cells.items() if name in group.get("class", "").split()}


@examples(150)
@given(strategies.boards())
def test_the_svg_shows_every_cell_the_last_stone_and_the_winning_runs(board):
    judge = naive.of_board(board)
    svg = board._repr_svg_()
    cells = cells_of(svg)
    assert {name: group.attrib["data-mark"] for name, group in cells.items()} == {
        naive.cell_name(cell): judge.get(cell) for cell in judge.cells()
    }
    assert classed(cells, "last") == ({cell_text(board.last_cell)} if board.last_cell else set())
    assert classed(cells, "winning") == {naive.cell_name(cell) for cell in judge.winning_cells()}
    labels = [text.text for text in ElementTree.fromstring(svg).findall(f"{SVG}text")]
    names = naive.COLUMN_NAMES if board.rules.gravity else naive.LETTERS
    assert labels == names[: judge.columns] + [str(row + 1) for row in range(judge.rows)]


@examples(150)
@given(strategies.boards(strategies.rules(largest=8)))
def test_a_line_runs_through_every_winning_run(board):
    judge = naive.of_board(board)
    runs = set()
    for cell in judge.winning_cells():
        for direction in naive.DIRECTIONS:
            run = sorted(judge.run_through(cell, direction))
            if len(run) >= judge.connect:
                runs.add((naive.cell_name(run[0]), naive.cell_name(run[-1])))
    lines = ElementTree.fromstring(board._repr_svg_()).findall(f"{SVG}line[@class='winning']")
    drawn = [(line.attrib["data-from"], line.attrib["data-to"]) for line in lines]
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == runs


def test_the_last_stone_is_marked_when_it_wins_as_well():
    cells = cells_of(GridBoard.from_moves("1212121")._repr_svg_())
    assert classed(cells, "last") == {"a4"}
    assert classed(cells, "winning") == {"a1", "a2", "a3", "a4"}


def shapes(group: ElementTree.Element) -> list[tuple[str, ...]]:
    """What is drawn, but for the colours."""
    return [(shape.tag, shape.get("r", ""), str(shape.get("fill") == "none")) for shape in group]


@pytest.mark.parametrize("rules", [CFOUR, TICTACTOE])
def test_the_stones_differ_without_any_colour(rules):
    board = GridBoard(rules)
    for _ in range(3):
        board = board.move(board.legal_moves[0])
    cells = cells_of(board._repr_svg_())
    looks = {
        mark: {tuple(shapes(cell)) for name, cell in cells.items() if cell.attrib["data-mark"] == mark}
        for mark in ("x", "o", ".")
    }
    assert all(looks.values())
    assert not looks["x"] & looks["o"]
    assert not looks["x"] & looks["."]


def test_many_boards_fit_on_one_page():
    """No ids, so nothing of one picture can be taken for part of another."""
    assert " id=" not in GridBoard(Rules.parse("4x4 blocked=b2"))._repr_svg_()


def test_a_large_board_is_shown_smaller():
    root = ElementTree.fromstring(GridBoard(Rules.parse("32x32"))._repr_svg_())
    assert float(root.attrib["width"]) <= 960
    assert float(root.attrib["height"]) <= 960
    small = ElementTree.fromstring(GridBoard(CFOUR)._repr_svg_())
    assert small.attrib["viewBox"] == f"0 0 {small.attrib['width']} {small.attrib['height']}"


def test_the_text_drawing():
    assert str(GridBoard.from_moves("4453")).splitlines() == [
        "6  . . . . . . .",
        "5  . . . . . . .",
        "4  . . . . . . .",
        "3  . . . . . . .",
        "2  . . . o . . .",
        "1  . . o x x . .",
        "   1 2 3 4 5 6 7",
    ]
    wide = str(GridBoard(Rules.parse("28x10 connect=5 gravity=no blocked=aa10"))).splitlines()
    assert wide[0] == "10  " + " ".join([" ."] * 26 + [" #", " ."])
    assert wide[-1].split() == naive.LETTERS[:28]
    assert len({len(line) for line in wide}) == 1


@examples(100)
@given(strategies.boards())
def test_the_text_drawing_shows_what_lies_where(board):
    judge = naive.of_board(board)
    lines = str(board).splitlines()
    assert len(lines) == judge.rows + 1
    winning = judge.winning_cells()
    for row, line in enumerate(reversed(lines[:-1])):
        number, *marks = line.split()
        assert number == str(row + 1)
        for column, mark in enumerate(marks):
            assert mark.lower() == judge.get((column, row))
            assert mark.isupper() == ((column, row) in winning)
