"""The fourth lesson: looking ahead a little, and guessing the rest."""

from __future__ import annotations

from plyground.learn.lessons.steps import Ask, Guess, Lesson, Say, ShowBoard, ShowTree
from plyground.texts import N_

__all__ = ["DEPTH"]

_TEMPTING = "x../..x/oo. x"

DEPTH = Lesson(
    "depth",
    N_("Depth and evaluation"),
    8,
    (
        Guess(
            N_(
                "Minimax plays tic-tac-toe perfectly, because it looks at everything. How many positions is "
                "that, from the empty board?"
            ),
            (N_("about 500"), N_("about 50,000"), N_("about 550,000")),
            2,
            N_(
                "549,946, counting a position once for every way that leads to it. And Connect Four has more "
                "than four trillion different positions. There, looking at everything takes too long."
            ),
            ShowBoard("tictactoe", ".../.../... x"),
        ),
        Say(
            N_(
                "So a program stops early. One move of one side is called a *ply*, and the *depth* says how "
                "many plies it looks ahead.\n\n"
                "Where it stops is a leaf now, too. The game is not over there and has no value. The program needs "
                "a number all the same, so it guesses one. The function that guesses is called the *evaluator*."
            )
        ),
        ShowBoard(
            "tictactoe",
            "o../.x./... x",
            N_(
                "A simple evaluator counts open lines: one's own minus the opponent's. Here X has 3 of them "
                "and O has 2. So the position looks like +1 for X."
            ),
        ),
        Guess(
            N_(
                "X looks one ply ahead: it tries each of its moves and counts open lines. After b2 the "
                "difference is +3, the highest. After c1 it is +2. What will X play, and is that good?"
            ),
            (N_("b2, and it is good"), N_("b2, and it loses"), N_("c1, and it is good")),
            1,
            N_(
                "With depth 1, X takes the highest number and plays b2. It does not see the next ply: O "
                "completes the bottom row at c1."
            ),
            ShowBoard("tictactoe", _TEMPTING),
        ),
        ShowTree(
            {"search": "minimax", "depth": 2, "evaluator": "openlines", "rules": "tictactoe", "position": _TEMPTING},
            N_(
                "The same position, two plies deep. Now every move of X is followed by every reply of O. A guess "
                "may be far below -1, and a lost game has to be worse than any guess. So a position that O has won "
                "is worth −∞ to X here, minus infinity.\n\n"
                "Go to the end: four moves are worth −∞, and c1 comes out best."
            ),
        ),
        Ask("depth-change", 1, 1),
        Ask("beat-evaluator", 1, 2),
        Say(
            N_(
                "Keep this: the search looks ahead as deep as it can, and the evaluator guesses what lies "
                "behind. One more ply may change everything."
            )
        ),
    ),
)
