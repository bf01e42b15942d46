"""The sentences of Think: the page writes each step of a search in the same words as the library."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.board import Board, Side
from plyground.grid import GridBoard
from plyground.learn import Captions, NumberTree, Tree, counts_text, read_board
from plyground.texts import _, languages, speaking
from plyground.web.serving.page_files import PageFiles
from tests.web.think_runs import recorded, run_in_node, sent

pytestmark = pytest.mark.needs("node")

RUNS: list[tuple[str, Board, dict[str, Any]]] = [
    ("minimax", GridBoard.from_moves("b2 a1 c1", "tictactoe"), {"depth": 4}),
    ("alphabeta", GridBoard.from_moves("4453"), {"depth": 3, "evaluator": "segments"}),
    ("alphabeta", GridBoard.from_moves("44535"), {"depth": 3, "evaluator": "openlines", "order": "evaluated"}),
    ("alphabeta", GridBoard.from_moves("b2 a1 c1", "tictactoe"), {"depth": 6, "table": True}),
    ("deepening", GridBoard.from_moves("4453"), {"depth": 3, "table": True}),
    ("montecarlo", GridBoard.from_moves("4453"), {"playouts": 9}),
    ("uct", GridBoard.from_moves("b2 a1", "tictactoe"), {"playouts": 200}),
    ("uct", GridBoard.from_moves("4453"), {"playouts": 80, "c": 1.25}),
    ("uct", GridBoard.from_moves("44", "15x15 connect=5"), {"playouts": 20}),
    ("alphabeta", read_board("nim 1 2 3"), {"depth": 8}),
    ("minimax", read_board("[[3,12.5,8],[2,[4,0.125],6],[14000,5,-2.375]]"), {"depth": 2}),
    ("alphabeta", read_board("[[3,12,8],[2,4,6],[14,5,2]]"), {"depth": 1}),
]

SCRIPT = """
  const { Steps } = await import(`${PAGE}/think/steps.js`);
  const { Captions, countsText } = await import(`${PAGE}/think/captions.js`);
  const { thinkerName } = await import(`${PAGE}/think/game-names.js`);
  const { setLanguage } = await import(`${PAGE}/text/translation.js`);
  globalThis.document = { cookie: "", documentElement: {} };
  globalThis.fetch = async () => ({ ok: true, json: async () => given.texts });
  await setLanguage(given.language);
  console.log(JSON.stringify(given.runs.map(({ events, start }) => {
    const steps = new Steps();
    steps.append(events);
    const captions = new Captions(steps, {
      turn: start.position.turn, side: (side) => thinkerName(start, side), hasWinners: start.game.kind !== "tree",
    });
    return events.map((_unused, index) => {
      steps.goTo(index + 1);
      return [captions.text, countsText(steps.tree)];
    });
  })));
"""


class PageSigns:
    infinity = "∞"
    minus = "−"
    less_equal = "≤"
    becomes = "→"
    ellipsis = "…"

    def stone(self, side: Side, board: Board) -> str:
        is_first = side is Side.FIRST
        if isinstance(board, NumberTree):
            return "Max" if is_first else "Min"
        if not isinstance(board, GridBoard):
            return _("First") if is_first else _("Second")
        if not board.rules.gravity and board.rules.connect <= 3:
            return "X" if is_first else "O"
        return _("Yellow") if is_first else _("Red")


def start_of(board: Board) -> dict[str, Any]:
    """What the page knows of the game."""
    turn = "first" if board.turn is Side.FIRST else "second"
    if isinstance(board, GridBoard):
        rules = {"columns": board.rules.columns, "connect": board.rules.connect, "gravity": board.rules.gravity}
        return {"game": {"kind": "grid"}, "position": {**rules, "turn": turn}}
    kind = "tree" if isinstance(board, NumberTree) else "nim"
    return {"game": {"kind": kind}, "position": {"text": "", "turn": turn}}


def of_the_library(search: str, board: Board, options: dict[str, Any]) -> list[list[str]]:
    tree = Tree()
    captions = Captions(tree, PageSigns())
    said = []
    for event in recorded(search, board, **options):
        tree.feed(event)
        said.append([captions.explain(event), counts_text(tree)])
    return said


@pytest.mark.parametrize("language", languages())
def test_every_sentence_of_recorded_searches_is_that_of_the_library(language):
    runs = []
    for search, board, options in RUNS:
        runs.append({"events": sent(search, board, **options), "start": start_of(board)})
    texts = PageFiles().texts[language]
    there = run_in_node(SCRIPT, {"language": language, "texts": texts, "runs": runs})
    kinds = set()
    for (search, board, options), sentences in zip(RUNS, there, strict=True):
        with speaking(language):
            here = of_the_library(search, board, options)
        for step, (found, wanted) in enumerate(zip(sentences, here, strict=True)):
            assert found == wanted, (search, step)
        kinds |= {event[0] for run in runs for event in run["events"]}
    assert kinds == {
        "enter",
        "evaluate",
        "cut",
        "leave",
        "deepen",
        "lookup",
        "expand",
        "select",
        "playout",
        "backup",
    }
