"""The drawings, read back: every cell is there, and the last stone and the winning runs are marked."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import CFOUR, TICTACTOE, Game, GridBoard, PlygroundError, Rules, draw_svg
from plyground.grid import cell_text, position_text
from tests import naive, strategies
from tests.contrast import LEAST, contrast
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


def words_of(element: ElementTree.Element | None) -> list[str]:
    return [] if element is None else [text.text or "" for text in element.iter(f"{SVG}text")]


def named(svg: str, name: str) -> ElementTree.Element | None:
    return ElementTree.fromstring(svg).find(f"{SVG}g[@class='{name}']")


@examples(150)
@given(strategies.boards(), st.data())
def test_every_picture_is_well_formed(board, data):
    cells = st.tuples(st.integers(0, board.rules.columns - 1), st.integers(0, board.rules.rows - 1))
    ghosts, after = [], board
    for _ in range(data.draw(st.integers(0, 4))):
        if after.legal_moves:
            ghosts.append(data.draw(st.sampled_from(after.legal_moves)))
            after = after.move(ghosts[-1])
    texts = data.draw(st.lists(st.text() | st.floats(-9, 9), max_size=4))
    values = dict(zip(board.legal_moves, texts, strict=False))
    pairs = st.tuples(cells, cells).filter(lambda pair: pair[0] != pair[1])
    arrows = data.draw(st.lists(pairs, max_size=2)) if board.rules.columns * board.rules.rows > 1 else []
    svg = draw_svg(
        board,
        arrows=arrows,
        values=values,
        ghosts=ghosts,
        marked=data.draw(st.sets(cells, max_size=3)),
        size=data.draw(st.none() | st.floats(1, 5000)),
        labels=data.draw(st.booleans()),
    )
    root = ElementTree.fromstring(svg)
    assert root.attrib["role"] == "img"
    title = root.find(f"{SVG}title")
    assert title is not None
    assert position_text(board) in (title.text or "")
    assert words_of(named(svg, "ghosts")) == [str(number + 1) for number in range(len(ghosts))]
    assert "id" not in {name for element in root.iter() for name in element.attrib}


@pytest.mark.parametrize("size", range(1, 33))
def test_boards_of_every_size_are_drawn(size):
    for text in (f"{size}x{33 - size}", f"{size}x{size} gravity=no connect=5"):
        board = GridBoard(text)
        assert len(cells_of(draw_svg(board, labels=False))) == board.rules.columns * board.rules.rows


def test_what_is_drawn_over_the_board():
    svg = draw_svg(
        "4453",
        values={"3": "wins <b> & so on and on", 4: -2, 0: 0},
        ghosts="34",
        marked=["d3", (0, 0)],
        arrows=[("d2", "c2")],
    )
    ghosts = named(svg, "ghosts")
    assert ghosts is not None
    assert [(ghost.attrib["data-cell"], ghost.attrib["data-number"]) for ghost in ghosts] == [("c2", "1"), ("d3", "2")]
    values = named(svg, "values")
    assert values is not None
    assert {group.attrib["data-cell"]: " ".join(words_of(group)) for group in values} == {
        "c2": "wins <b> & so on…",
        "e2": "-2",
        "a1": "0",
    }
    marks, arrows = named(svg, "marks"), named(svg, "arrows")
    assert marks is not None
    assert arrows is not None
    assert {mark.attrib["data-cell"] for mark in marks if "data-cell" in mark.attrib} == {"d3", "a1"}
    assert [(a.attrib["data-from"], a.attrib["data-to"]) for a in arrows if "data-from" in a.attrib] == [("d2", "c2")]


def test_a_game_and_a_text_are_drawn_like_their_board():
    game = Game.from_moves("4453")
    assert draw_svg(game) == draw_svg("4453") == draw_svg(game.board) == game._repr_svg_()
    assert float(ElementTree.fromstring(draw_svg(game, size=200)).attrib["width"]) == 200


def test_what_touches_in_the_picture_differs_by_three_to_one():
    cells = cells_of(draw_svg("44"))
    root = ElementTree.fromstring(draw_svg("44"))
    paper, face = (rect.attrib["fill"] for rect in root.findall(f"{SVG}rect")[:2])
    holes = {cells[name][0].attrib["fill"] for name in ("a1", "d1")}
    assert len(holes) == 1
    hole = holes.pop()
    first, second = (cells[name][1] for name in ("d1", "d2"))
    fills = [stone.attrib["fill"] for stone in (first, second)]
    for one, other in ((face, hole), (face, paper), (face, fills[0]), (face, fills[1]), (fills[0], fills[1])):
        assert contrast(one, other) >= LEAST, (one, other)
    for stone in (first, second):
        assert max(contrast(stone.attrib[part], hole) for part in ("fill", "stroke")) >= LEAST
    signs = [cells["d1"][2].attrib["stroke"], cells["d2"][2].attrib["fill"]]
    assert all(contrast(sign, fill) >= LEAST for sign, fill in zip(signs, fills, strict=True))
    for cell in cells_of(draw_svg(GridBoard.from_moves("b2 a1", TICTACTOE))).values():
        assert len(cell) == 1 or contrast(cell[1].attrib["stroke"], cell[0].attrib["fill"]) >= LEAST


@pytest.mark.parametrize(
    ("rules", "letters"), [("tictactoe", True), ("4x4 connect=3 gravity=no", True), ("gomoku", False)]
)
def test_three_in_a_row_is_played_with_x_and_o(rules, letters):
    board = GridBoard(rules).move(0).move(1)
    cells = list(cells_of(draw_svg(board)).values())
    crosses = [cell for cell in cells if cell.attrib["data-mark"] == "x" and cell.find(f"{SVG}path") is not None]
    assert bool(crosses) == (rules != "gomoku")


@pytest.mark.parametrize(
    ("drawn", "says"),
    [
        (lambda: draw_svg("4453", ghosts="333333"), "column 3 is full"),
        (lambda: draw_svg("4453", values={"8": "?"}), "'8' at place 1 of '8' is not a column"),
        (lambda: draw_svg("4453", marked=["h1"]), "is not on the board"),
        (lambda: draw_svg("4453", marked=[(7, 0)]), "outside the board"),
        (lambda: draw_svg("4453", arrows=[("a1", "a1")]), "name two cells"),
        (lambda: draw_svg("4453", size=0), "the size of the picture is 0"),
    ],
)
def test_what_cannot_be_drawn_is_said(drawn, says):
    with pytest.raises(PlygroundError) as caught:
        drawn()
    assert says in str(caught.value)
