"""The example game: every textbook search plays it perfectly, and its page says nothing that does not run."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from examples.nim import Nim
from plyground import Game, Limit, Side, play
from plyground.players import UCTPlayer, make_player
from plyground.search import UCT, alphabeta, flat_monte_carlo, minimax, uct
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
HEAPS = range(1, 13)


def perfect(heap: int) -> set[int]:
    """By the theory of the game: leave a multiple of four; from one, every move loses."""
    return {heap % 4} if heap % 4 else set(Nim(heap).legal_moves)


@pytest.mark.parametrize("search", [minimax, alphabeta])
@pytest.mark.parametrize("heap", HEAPS)
def test_depth_first_searches_are_exact(search, heap):
    decision = search(Nim(heap), depth=heap)
    assert decision.move in perfect(heap)
    assert decision.value == (1 if heap % 4 else -1)
    if search is minimax:
        assert decision.values == {m: 1 if (heap - m) % 4 == 0 else -1 for m in Nim(heap).legal_moves}


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 5))])
def test_monte_carlo_searches_are_perfect_with_enough_playouts(seed):
    for heap in HEAPS:
        assert flat_monte_carlo(Nim(heap), playouts=4000, seed=seed).move in perfect(heap)
        assert uct(Nim(heap), Limit(playouts=2000), seed=seed).move in perfect(heap)


@pytest.mark.parametrize(
    "text", ["minimax depth=12", "alphabeta depth=12", "montecarlo playouts=4000", "uct playouts=2000"]
)
def test_players_win_every_won_heap_against_a_perfect_opponent(text):
    for heap in (5, 6, 7, 9, 10, 11):
        game = play(Game(Nim(heap)), make_player(text), make_player("alphabeta depth=12"))
        assert game.winner is Side.FIRST


def test_uct_keeps_its_tree_on_boards_that_are_no_grids():
    player = UCTPlayer("uct", UCT(), Limit(playouts=300))
    game = Game(Nim(12))
    player.new_game(game, Side.FIRST)
    first = player.decide(game)
    game.play(first.move).play(1)
    second = player.decide(game, Limit(playouts=1))
    assert sum(second.visits.values()) > 1


def test_the_example_is_a_program():
    done = subprocess.run(
        [sys.executable, "examples/nim.py"], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout.splitlines()[-1] == "first wins"


def test_the_game_takes_about_forty_lines():
    lines = (ROOT / "examples" / "nim.py").read_text("utf-8").splitlines()
    assert len(lines) <= 45


def blocks() -> list[tuple[str, str]]:
    page = (ROOT / "docs" / "write-your-own-game.md").read_text("utf-8")
    return re.findall(r"^```(python|pycon)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def test_the_page_runs_from_top_to_bottom():
    # The class is told piece by piece: indented blocks belong to the class that the first block opens.
    found = blocks()
    is_member = [kind == "python" and code.startswith("    ") for kind, code in found]
    opening = found[0][1] + "\n" + "\n".join(code for (_, code), member in zip(found, is_member, strict=True) if member)
    names: dict[str, object] = {"__name__": "page"}
    exec(compile(opening, "step 1 to 5", "exec", dont_inherit=True), names)
    ran = 0
    for number, (kind, code) in enumerate(found[1:], 2):
        if is_member[number - 1]:
            continue
        if kind == "python":
            exec(compile(code, f"block {number}", "exec", dont_inherit=True), names)
        else:
            test = doctest.DocTestParser().get_doctest(code, names, f"block {number}", None, None)
            runner = doctest.DocTestRunner(verbose=False)
            runner.run(test, clear_globs=False)
            names.update(test.globs)
            assert runner.summarize(verbose=False).failed == 0
        ran += 1
    assert ran == 5


def test_the_page_and_the_example_are_the_same_game():
    page = "\n".join(code for kind, code in blocks() if kind == "python")
    for line in (ROOT / "examples" / "nim.py").read_text("utf-8").split("if __name__")[0].splitlines():
        code = line.split("#")[0].rstrip()
        if code.startswith("    "):
            assert code.replace("-> Nim", '-> "Nim"') in page
