"""Lessons eight and nine: counting nodes, iterative deepening, and tables."""

from __future__ import annotations

from plyground.learn.lessons.steps import Ask, Guess, Lesson, Say, ShowBoard, ShowTree
from plyground.texts import N_

__all__ = ["DEEPENING", "NODES"]

_EMPTY = "......./......./......./......./......./....... x"

NODES = Lesson(
    "nodes",
    N_("Counting nodes"),
    6,
    (
        Guess(
            N_("Connect Four: there are seven columns to play in. How many sequences of four moves are there?"),
            ("28", "343", "2,401"),
            2,
            N_("7 for the first move, for each of them 7 replies, and so on: 7 × 7 × 7 × 7 = 2,401."),
            ShowBoard("cfour", _EMPTY),
        ),
        Say(
            N_(
                "The work of a search is counted in *nodes*: every position that it enters is one. The one at the "
                "top counts, and so do the ones on the way.\n\n"
                "Four plies deep, minimax enters 1 + 7 + 49 + 343 + 2,401 = 2,801 nodes. Six out of seven "
                "are leaves."
            )
        ),
        Guess(
            N_("One ply deeper. How many times as many nodes will it be?"),
            (N_("about 2 times"), N_("about 5 times"), N_("about 7 times")),
            2,
            N_(
                "About 7 times: every leaf gets seven branches. It is 19,608 nodes then. Each further ply "
                "costs seven times as much again, and no computer keeps up with that for long."
            ),
        ),
        ShowTree(
            {"search": "alphabeta", "depth": 2, "position": "[[3,12,8],[2,4,6],[14,5,2]]"},
            N_(
                "What was cut was not entered and does not count. Minimax enters all 13 nodes of this tree, "
                "alpha-beta 11 of them: the two leaves that are crossed out are missing."
            ),
        ),
        Ask("node-count", 1, 2),
        Ask("node-count", 2, 1),
        Say(
            N_(
                "Keep this: the work of a search is measured in nodes, because seconds depend on the computer. "
                "A ply more multiplies them; a cut takes whole branches away."
            )
        ),
    ),
)

DEEPENING = Lesson(
    "deepening",
    N_("Deepening step by step, and tables"),
    9,
    (
        Guess(
            N_(
                "A program wants to look 4 plies ahead in Connect Four. Before that, it looks 1 ply ahead, "
                "then 2, then 3, each time from scratch. How much more work is that altogether?"
            ),
            (N_("about a sixth more"), N_("about twice as much"), N_("about four times as much")),
            0,
            N_(
                "Minimax enters 8, 57 and 400 nodes for the small depths, 465 together, and 2,801 for depth 4. "
                "The last depth costs so much that the earlier ones hardly count."
            ),
            ShowBoard("cfour", _EMPTY),
        ),
        Say(
            N_(
                "This is *iterative deepening*. It costs little and brings two things.\n\n"
                "If the time runs out, there is always an answer: that of the last depth that was finished. "
                "And each depth shows which move to look at first in the next one. You know from the lesson on "
                "move order what that is worth."
            )
        ),
        ShowTree(
            {"search": "deepening", "depth": 2, "position": "[[14,5,2],[2,4,6],[3,12,8]]"},
            N_(
                "With depth 1 the search stops above the leaves. There it guesses: here, the mean of the "
                "leaves below. The third branch looks best, and so depth 2 begins with it. Step through and "
                "see which branch is entered first each time."
            ),
        ),
        Guess(
            N_(
                "A small game, *Nim*: there are three heaps of one match each. Whoever is to move takes a "
                "match, and whoever takes the last one wins. In how many ways can two moves lead to the "
                "position with only the third heap left? (At a branch, 2:1 means: from heap 2, take 1.)"
            ),
            ("1", "2", "3"),
            1,
            N_(
                "In two ways: first heap 1 and then heap 2, or the other way round. The search meets the same "
                "position twice, and it would do the same work twice."
            ),
            ShowTree({"search": "minimax", "depth": 3, "position": "nim 1 1 1"}),
        ),
        ShowTree(
            {"search": "alphabeta", "depth": 3, "position": "nim 1 1 1", "table": 1},
            N_(
                "A *table* helps. The search writes down what it has found about a position. When the same "
                "position comes up again, the table answers, and nothing below is looked at.\n\n"
                "Go to the end. The node with the dotted frame and a number was answered by the table. The other "
                "two were cut."
            ),
        ),
        Ask("table-hits", 1, 2),
        Say(
            N_(
                "Keep this: small depths first, because they are cheap and give a good order; and never search "
                "the same position twice."
            )
        ),
    ),
)
