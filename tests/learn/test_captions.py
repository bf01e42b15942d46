"""The sentences for the steps of a search."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest

from plyground import CFOUR, TICTACTOE, Board, GridBoard, Limit, Side
from plyground.board import Cut, Deepen, Enter, Evaluate, Event, Leave, Lookup, Select
from plyground.learn import Captions, Nim, NumberTree, Tree, counts_text
from plyground.search import UCT, Table, alphabeta, deepening, minimax


class Signs:
    infinity = "inf"
    minus = "-"
    less_equal = "<="
    becomes = ">"
    ellipsis = "..."

    def stone(self, side: Side, board: Board) -> str:
        return "A" if side is Side.FIRST else "B"


def explained(search: Any, *arguments: Any, **how: Any) -> list[tuple[Event, str]]:
    """Every event with its sentence."""
    tree = Tree()
    captions = Captions(tree, Signs())
    told: list[tuple[Event, str]] = []

    def listen(event: Event) -> None:
        tree.feed(event)
        told.append((event, captions.explain(event)))

    search(*arguments, listener=listen, **how)
    return told


def of_kind(told: list[tuple[Event, str]], kind: type) -> list[str]:
    return [text for event, text in told if isinstance(event, kind)]


def test_deepening_says_how_deep_it_looks_and_where_it_begins():
    told = explained(deepening, GridBoard(CFOUR), 3)
    assert of_kind(told, Deepen) == [
        "Iterative deepening: the search looks one ply ahead first, then two, and so on.",
        "The search begins again, now 2 plies ahead. It tries the best line so far first, and so begins with 1.",
        "The search begins again, now 3 plies ahead. It tries the best line so far first, and so begins with 1.",
    ]
    roots = [text for event, text in told if isinstance(event, Enter) and event.parent is None]
    assert [re.sub(r".*, ", "", text) for text in roots] == ["1 ply ahead.", "2 plies ahead.", "3 plies ahead."]
    texts = of_kind(told, Leave)
    assert sum("is best, with" in text for text in texts) == 3
    assert texts[7] == "1 ply ahead, 1 is best, with 0."
    assert texts[-1].startswith("3 plies ahead, ")
    assert not any("The search is over" in text for text in texts)


def test_the_table_says_what_it_knows_and_why_that_is_enough():
    told = explained(alphabeta, GridBoard(CFOUR), 6, table=Table())
    patterns = {
        "exact": r"The table knows this position from before: it is worth \S+\.",
        "upper": r"The table knows this position from before: it is worth \S+ at most, so no more than alpha \S+\.",
        "lower": r"The table knows this position from before: it is worth \S+ at least, so no less than beta \S+\.",
    }
    seen = set()
    for event, text in told:
        if isinstance(event, Lookup):
            assert re.fullmatch(patterns[event.bound], text)
            seen.add(event.bound)
    assert seen == set(patterns)


@pytest.mark.parametrize("c", [0.7, 1.4])
def test_the_choice_of_uct_is_a_sum(c):
    told = explained(UCT(c).decide, GridBoard(CFOUR), Limit(playouts=60))
    texts = of_kind(told, Select)
    assert len(texts) > 50
    for event, text in told:
        if isinstance(event, Select):
            found = re.fullmatch(
                r"Select: \S+(?: > \S+)* has the highest bound: mean (\S+) \+ bonus (\S+) = (\S+)\. "
                r"The bonus is for few visits, \d+ of \d+\.",
                text,
            )
            assert found is not None
            mean, bonus, bound = map(float, found.groups())
            assert math.isclose(mean + bonus, bound, abs_tol=0.0151)  # each is rounded
            assert math.isclose(bound, event.score, abs_tol=0.0051)


def test_a_leaf_of_a_tree_of_numbers_is_not_drawn():
    told = explained(alphabeta, NumberTree.parse("[[3,12,8],[2,4,6],[0,5,2]]"), 2)
    assert of_kind(told, Evaluate) == [
        "The game ends here: +3 for A.",
        "The game ends here: +12 for A.",
        "The game ends here: +8 for A.",
        "The game ends here: +2 for A.",
        "The game ends here: 0 for A.",
    ]
    (first, second) = of_kind(told, Cut)
    assert first.startswith("Cut: beta +2 <= alpha +3. A is already sure of +3 elsewhere, ")
    assert first.endswith(" Never looked at: 2, 3.")
    assert "beta 0 <= alpha +3" in second
    stopped = explained(minimax, NumberTree.parse("[[3,5],[2,4]]"), 1)
    assert of_kind(stopped, Evaluate) == [
        "No plies are left: the mean of the leaves below, +4, serves as a guess.",
        "No plies are left: the mean of the leaves below, +3, serves as a guess.",
    ]


def test_other_games_are_won_and_drawn():
    assert set(of_kind(explained(minimax, Nim((1, 1)), 2), Evaluate)) == {"B has won here: -1 for A."}
    full = GridBoard.parse("xox/xxo/o.o x", TICTACTOE)
    assert of_kind(explained(minimax, full, 1), Evaluate) == ["The game is drawn here: 0."]


def test_the_counts_name_the_answers_of_the_table():
    tree = Tree()
    alphabeta(GridBoard(CFOUR), 5, listener=tree.feed, table=Table())
    assert re.search(r"\d+ moves never looked at, \d+ found in the table$", counts_text(tree))
    plain = Tree()
    alphabeta(GridBoard(CFOUR), 5, listener=plain.feed)
    assert "table" not in counts_text(plain)


def test_a_cut_after_the_last_move_says_that_nothing_is_skipped():
    told = explained(alphabeta, NumberTree.parse("[[3,12,8],[2,4,6],[14,5,2]]"), 2)
    first, last = of_kind(told, Cut)
    assert first.endswith("Never looked at: 2, 3.")
    assert last.endswith("It was the last move here, so nothing is skipped.")


def test_a_node_is_named_by_the_moves_that_lead_to_it():
    told = explained(alphabeta, NumberTree.parse("[[3,12,8],[2,4,6],[14,5,2]]"), 2)
    texts = of_kind(told, Leave)
    assert texts[:2] == [
        "1 > 1 is worth +3. That is the best for B so far.",
        "1 > 2 is worth +12. 1 > 1 with +3 stays the best for B.",
    ]
    assert "1 is worth +3. That is the best for A so far." in texts
    deep = of_kind(explained(minimax, Nim((1, 1, 1, 1, 1, 1)), 6), Leave)
    assert any(text.startswith("... > ") and text.split(" is worth")[0].count(" > ") == 4 for text in deep)
