"""Lessons five to seven: alpha-beta, what it cuts, and why the order of moves matters."""

from __future__ import annotations

from plyground.learn.lessons.steps import Ask, Guess, Lesson, Say, ShowBoard, ShowTree
from plyground.texts import N_

__all__ = ["ALPHA_BETA", "CUTS", "MOVE_ORDER"]

_THREE_BRANCHES = "[[3,12,8],[2,4,6],[14,5,2]]"
_WORST_ORDER = "[[6,4,2],[14,5,2],[12,8,3]]"
_BEST_ORDER = "[[3,8,12],[2,4,6],[2,5,14]]"

ALPHA_BETA = Lesson(
    "alpha-beta",
    N_("Alpha and beta"),
    9,
    (
        Guess(
            N_(
                "Max moves at the top, then Min. The first branch is worth 3. In the second branch you have "
                "seen the 2. Do you have to look at the 4 and the 6 beside it?"
            ),
            (N_("yes, both"), N_("yes, one of them"), N_("no, neither")),
            2,
            N_(
                "No. Min can take the 2, so the second branch is worth 2 at most. Max has 3 already and will "
                "not go there, whatever else lies in it."
            ),
            ShowTree({"search": "alphabeta", "depth": 2, "position": _THREE_BRANCHES}),
        ),
        Say(
            N_(
                "A search that works like this carries two numbers with it.\n\n"
                "*Alpha* is what Max is already sure of. *Beta* is what Min is already sure of: Min will not "
                "let Max have more.\n\n"
                "In the beginning nobody is sure of anything: alpha is −∞, beta is +∞."
            )
        ),
        ShowTree(
            {"search": "alphabeta", "depth": 2, "position": _THREE_BRANCHES},
            N_(
                "Step through the search and watch the two numbers. They are handed down from node to node. At "
                "a Max node a better value raises alpha. At a Min node a better value lowers beta."
            ),
        ),
        Guess(
            N_("The search has left the second branch and enters the third. What is alpha there?"),
            ("−∞", "2", "3", "14"),
            2,
            N_(
                "3. The first branch gave Max 3, and the second one could not raise it. Beta is +∞ again: the 2 "
                "was what Min had found inside the second branch, and it counts there only."
            ),
            ShowTree({"search": "alphabeta", "depth": 2, "position": _THREE_BRANCHES, "step": 18}),
        ),
        Ask("alpha-at-node", 1, 1),
        Ask("beta-at-node", 1, 1),
        Ask("alpha-at-node", 2, 1),
        Say(
            N_(
                "Keep this: alpha rises at Max nodes, beta falls at Min nodes. Only a value between the two "
                "can still change the result."
            )
        ),
    ),
)

CUTS = Lesson(
    "cuts",
    N_("Which branch is cut?"),
    8,
    (
        Guess(
            N_("Alpha-beta goes from left to right. One of the four leaves is never looked at. Which one?"),
            ("5", "8", "4", "9"),
            3,
            N_(
                "The first branch gives Max 5. In the second, Min finds the 4 at once: beta is 4 and alpha is "
                "5. Nothing there can help Max any more, so the 9 is skipped."
            ),
            ShowTree({"search": "alphabeta", "depth": 2, "position": "[[5,8],[4,9]]"}),
        ),
        Say(
            N_(
                "The rule is short: as soon as beta ≤ alpha, leave the node. The branches that were not looked "
                "at are *cut*.\n\n"
                "At a Min node that happens when it finds a value that is not above alpha. At a Max node, when "
                "it finds a value that is not below beta."
            )
        ),
        ShowTree(
            {"search": "alphabeta", "depth": 3, "position": "[[[5,6],[7,4]],[[3,2],[6,9]]]"},
            N_(
                "Two cuts, one of each kind. The first one happens at a Max node and saves a single leaf. The "
                "second one happens at a Min node and takes away a whole branch, with everything below it."
            ),
        ),
        Guess(
            N_("A Min node finds the value 6, and alpha is 6 as well. Is the rest of the node cut?"),
            (N_("yes, it is cut"), N_("no, only if it finds less than 6")),
            0,
            N_("Yes: beta ≤ alpha includes equal. Max has 6 elsewhere, so a branch worth 6 at most is no better."),
        ),
        Ask("alphabeta-cuts", 1, 2),
        Ask("alphabeta-cuts", 2, 1),
        Say(
            N_(
                "The next exercise is for those who read a little Python: a search with one wrong line. If you "
                "do not program, just go on.\n\n"
                "You may meet *negamax* there. It is minimax written in a shorter way: every node takes the "
                "largest number, and the sign is turned round from one level to the next."
            )
        ),
        Ask("find-the-bug", 1, 1),
        Say(
            N_(
                "Keep this: beta ≤ alpha, cut. The value at the top is the same as minimax would find. What "
                "was skipped could not have changed it."
            )
        ),
    ),
)

MOVE_ORDER = Lesson(
    "move-order",
    N_("Move order"),
    8,
    (
        Guess(
            N_(
                "Alpha-beta looks at the branches from left to right. Where should the best move of Max stand, "
                "so that as much as possible is cut?"
            ),
            (N_("at the front"), N_("at the end"), N_("it does not matter")),
            0,
            N_(
                "At the front. Then alpha is high from the start, and the other branches are cut early. What "
                "comes last can cut nothing: nothing is left."
            ),
            ShowTree({"search": "alphabeta", "depth": 2, "position": _THREE_BRANCHES}),
        ),
        ShowTree(
            {"search": "alphabeta", "depth": 2, "position": _WORST_ORDER},
            N_(
                "The same nine numbers in a bad order: the best branch comes last, and in each branch the "
                "smallest number comes last. Go to the end. Nothing was skipped: the search entered all 13 "
                "nodes."
            ),
        ),
        ShowTree(
            {"search": "alphabeta", "depth": 2, "position": _BEST_ORDER},
            N_(
                "And in a good order: the branch that is best for Max first, and in each branch the number "
                "that is best for Min first. Now 9 nodes are enough, and the value is the same."
            ),
        ),
        Say(
            N_(
                "How much can be saved? Think of 10 moves at every node and 4 plies. Minimax looks at 10 × 10 × 10 × "
                "10 = 10,000 leaves. Alpha-beta with the best order everywhere looks at 100 + 100 - 1 = 199: fewer "
                "than twice the 100 leaves that minimax has at half the depth. So in the same time it sees almost "
                "twice as far.\n\n"
                "Of course nobody knows the best order beforehand. But a good guess gets most of the way."
            )
        ),
        Guess(
            N_("Connect Four, the empty board. Which columns would you try first, without any search?"),
            (N_("the ones in the middle"), N_("the ones at the edges"), N_("from left to right")),
            0,
            N_(
                "Most lines run through the middle, so stones are worth most there. Four plies deep, "
                "alpha-beta enters 482 nodes from left to right, and 200 nodes with the middle first."
            ),
            ShowBoard("cfour", "......./......./......./......./......./....... x"),
        ),
        Ask("leaf-order", 1, 1),
        Ask("best-order", 1, 2),
        Say(
            N_(
                "Keep this: look at the move first that is probably best for the side to move. The order never "
                "changes the value, only the work."
            )
        ),
    ),
)
