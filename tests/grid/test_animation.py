"""The animation of a game, read back: every stone appears in its turn, and what does not move shows the end."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given

from plyground import Game, PlygroundError, animate_svg, draw_svg
from plyground.grid import GameLine, cell_text
from tests import strategies
from tests.board.test_board import Countdown
from tests.strategies import examples

SVG = "{http://www.w3.org/2000/svg}"


@examples(80)
@given(strategies.games(strategies.rules(largest=8)))
def test_every_stone_appears_in_its_turn(played):
    line = GameLine(played[0], tuple(played[1]))
    root = ElementTree.fromstring(animate_svg(line))
    stones = [group for group in root.findall(f"{SVG}g") if "data-ply" in group.attrib]
    cells = [cell_text(board.last_cell) for board in line.boards[1:] if board.last_cell is not None]
    assert [stone.attrib["data-cell"] for stone in stones] == cells
    times = [stone.findall(f"{SVG}animate")[0].attrib["keyTimes"].split(";") for stone in stones]
    begins = [float(begin) for _zero, begin in times]
    assert begins == sorted(set(begins))
    assert all(0 < begin < 1 for begin in begins)
    falls = root.findall(f"{SVG}g/{SVG}animateTransform")
    assert len(falls) == (len(stones) if line.start.rules.gravity else 0)
    for fall in falls:
        parts = [float(part) for part in fall.attrib["keyTimes"].split(";")]
        assert parts == sorted(parts)
        assert (parts[0], parts[-1]) == (0, 1)
    # Where nothing moves, the last stone alone is framed, and a winning run has its line.
    assert len([group for group in root.findall(f"{SVG}g") if not group.attrib]) == bool(cells) + bool(
        line.board.is_win
    )
    lines = root.findall(f"{SVG}g/{SVG}line[@class='winning']")
    assert len(lines) == draw_svg(line.board).count('class="winning" data-from') or not cells


def test_a_text_a_game_and_a_game_without_moves():
    assert animate_svg("4453") == animate_svg("cfour: 1. d1 d2 2. e1 c1") == animate_svg(Game.from_moves("4453"))
    assert animate_svg("", size=100, labels=False) == draw_svg("", size=100, labels=False)
    # The frame of the move before the start would stay there.
    branch = Game(Game.from_moves("44").board, [3])
    assert 'class="last"' not in animate_svg(branch)
    assert animate_svg("44", seconds=0.5) != animate_svg("44")


def test_what_cannot_be_animated():
    for seconds in (0, -1, float("nan"), 1000, "fast", None):
        with pytest.raises(PlygroundError, match="a move takes"):
            animate_svg("44", seconds=seconds)  # type: ignore[arg-type]
    with pytest.raises(PlygroundError, match="game on a grid"):
        animate_svg(Game(Countdown(5), [2]))  # type: ignore[arg-type]
    with pytest.raises(PlygroundError, match="is 5; it has to be a game"):
        animate_svg(5)  # type: ignore[arg-type]
