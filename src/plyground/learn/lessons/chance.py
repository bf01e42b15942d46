"""Lessons ten to twelve and fourteen: random games, the bounds of UCB1, the steps of UCT, and where they fail."""

from __future__ import annotations

from plyground.learn.lessons.steps import Ask, Guess, Lesson, Say, ShowBoard, ShowTree
from plyground.texts import N_

__all__ = ["PLAYOUTS", "TRAPS", "UCB", "UCT_STEPS"]

_CHOICE = ".xo/.xo/xo. x"
_TRAP = ".x./x.o/... o"

PLAYOUTS = Lesson(
    "playouts",
    N_("Random playouts"),
    7,
    (
        Guess(
            N_(
                "You know the rules of a game and nothing else: no evaluator, no experience. How could a "
                "program find out whether this position is good for X?"
            ),
            (
                N_("it cannot"),
                N_("play many games from here at random, and count who wins"),
                N_("wait until the game is over"),
            ),
            1,
            N_(
                "If X wins most of many random games from here, X is probably better off. That is all the "
                "knowledge it needs: the rules."
            ),
            ShowBoard("tictactoe", _CHOICE),
        ),
        Say(
            N_(
                "A *playout* is one such game: both sides make random moves until it is over. Its result is "
                "written down as a number for the side that tries the move. Here a win "
                "counts +2, a draw 0 and a loss -1: this program would rather risk a loss than miss a win.\n\n"
                "One playout says little. The *mean* of many says something."
            )
        ),
        Guess(
            N_("X tries a3 and plays four random games. X wins one of them and loses three. What is the mean?"),
            ("+0.25", "-0.25", "-1"),
            1,
            N_("2 - 1 - 1 - 1 = -1, divided by 4 games: -0.25. It is negative, so a3 does not look good."),
            ShowBoard("tictactoe", _CHOICE),
        ),
        ShowTree(
            {"search": "montecarlo", "playouts": 4, "seed": 0, "rules": "tictactoe", "position": _CHOICE},
            N_(
                "This is *Monte Carlo* search: four random games for each move, and then it takes the move "
                "with the highest mean. Here c1 comes out on top with +1.00, and it is the right move."
            ),
        ),
        Ask("playout-mean", 1, 2),
        Say(
            N_(
                "Keep this: a random game costs little and needs no knowledge. Many of them together show "
                "which move is promising, though never for certain."
            )
        ),
    ),
)

UCB = Lesson(
    "ucb",
    N_("UCB1 by hand"),
    9,
    (
        Guess(
            N_(
                "Move A was tried in 10 random games, with a mean of +0.5. Move B was tried in 2 games, with a "
                "mean of +0.4. You may play one more game. With which move?"
            ),
            ("A", "B"),
            1,
            N_(
                "B. Two games are few: its true mean may well be higher than that of A. About A we know a good "
                "deal already. A program needs a rule for this, and it is called *UCB1*."
            ),
        ),
        Say(
            N_(
                "UCB1 gives every move a *bound*:\n\n"
                "mean + c · √(2 · (ln N) / n)\n\n"
                "n is how often the move was tried, its visits, and N how often all moves were tried together; ln is "
                "the natural logarithm. The second "
                "part is the *bonus*: it is large for a move that was tried seldom. The number c says how "
                "curious the search is; here it is 0.7. The next game goes to the move with the highest bound. "
                "From here on a win counts +1, a draw 0 and a loss -1."
            )
        ),
        Guess(
            N_("A: mean 0.50, bonus 0.49. B: mean 0.40, bonus 1.10. What does UCB1 say?"),
            (
                N_("A, because 0.50 is more than 0.40"),
                N_("B, because 1.50 is more than 0.99"),
                N_("B, because 1.10 is more than 0.49"),
            ),
            1,
            N_(
                "It is the sum that counts: 0.50 + 0.49 = 0.99 for A, and 0.40 + 1.10 = 1.50 for B. With N = "
                "12 you can check both bonuses: 0.7 · √(2 · (ln 12) / 10) = 0.49, and 0.7 · √(2 · (ln 12) / 2) = "
                "1.10."
            ),
        ),
        Guess(
            N_("A move is not tried for a while, and the others are. What happens to its bonus?"),
            (N_("it shrinks"), N_("it stays"), N_("it grows")),
            2,
            N_(
                "It grows slowly: N grows and n stays. So every move gets its turn again some time, a bad one "
                "seldom, a good one often."
            ),
        ),
        Ask("ucb-bound", 1, 1),
        Ask("ucb-choice", 1, 2),
        Say(
            N_(
                "Keep this: bound = mean + bonus. The mean asks what was good, the bonus asks what we know too "
                "little about."
            )
        ),
    ),
)

UCT_STEPS = Lesson(
    "uct",
    N_("UCT in four steps"),
    9,
    (
        Guess(
            N_(
                "UCB1 has chosen a move for X. Now it is O's turn. How should the search choose O's move, if "
                "this position was tried often already?"
            ),
            (N_("at random"), N_("with UCB1 again, for O"), N_("with UCB1 again, for X")),
            1,
            N_(
                "With UCB1, and from the view of O: the opponent also wants to win. UCB1 at every node of a "
                "tree is called *UCT*."
            ),
            ShowBoard("tictactoe", _CHOICE),
        ),
        Say(
            N_(
                "Each playout has four steps.\n\n"
                "*Select*: from the top, go down by the move with the highest bound, again and again, until a node "
                "has a move that was never tried.\n\n"
                "*Expand*: that move becomes a new node.\n\n"
                "*Play out*: a random game from there.\n\n"
                "*Back up*: all nodes on the way count one visit more, and take in the result."
            )
        ),
        ShowTree(
            {"search": "uct", "playouts": 10, "seed": 0, "rules": "tictactoe", "position": _CHOICE},
            N_(
                "Step through ten playouts. Below each node stand its mean, for the side that moved there, and how "
                "often it was visited. Watch how the tree grows on one side: where the results are good, the "
                "search comes back more often."
            ),
        ),
        Guess(
            N_(
                "X has just won a random game. One node on the way was reached by a move of O. What is added "
                "to its sum?"
            ),
            ("+1", "0", "-1"),
            2,
            N_(
                "-1. A node keeps its results as they look to the side that moved into it, because that side "
                "chose it. A win of X is a loss for O."
            ),
        ),
        Ask("backup", 1, 2),
        Ask("backup", 2, 1),
        Say(
            N_(
                "Keep this: select, expand, play out, back up. The tree grows where both sides find their best "
                "moves, so the means come closer and closer to what minimax would say."
            )
        ),
    ),
)

TRAPS = Lesson(
    "traps",
    N_("When Monte Carlo fails"),
    7,
    (
        Guess(
            N_("O is to move. Over all random games from here, c1 has the best mean for O. Is it the best move?"),
            (N_("yes, it is best"), N_("no, it loses")),
            1,
            N_(
                "It loses. O threatens to win at c3, X takes that cell, and from there X wins by force. a3 and "
                "a1 would have held the draw, with worse means."
            ),
            ShowBoard("tictactoe", _TRAP),
        ),
        ShowBoard(
            "tictactoe",
            ".x./x.o/..o x",
            N_(
                "The position after c1. X has five replies. One of them wins, c3; after each of the others O "
                "wins at c3. In a random game X finds it only one time in five.\n\n"
                "Try it: c3, O has to take a3, and then X plays b2 and threatens a1 and b1 at once."
            ),
            ("c3",),
        ),
        Say(
            N_(
                "A mean mixes the best reply with all the others. But a good opponent makes only the best one. "
                "A position in which almost every reply is harmless and one is deadly is a *trap*, and random "
                "games walk into it.\n\n"
                "UCT does better: once it has found the deadly reply, it comes back to it again and again, and "
                "the mean falls. But it has to find it first, and deep down in the tree that takes many "
                "playouts."
            )
        ),
        Guess(
            N_("Which search would have seen this trap for certain?"),
            (N_("minimax, deep enough"), N_("Monte Carlo with twice as many games")),
            0,
            N_(
                "Minimax takes the smallest value at a Min node, not the mean. One deadly reply is enough. "
                "More random games only make the same wrong mean more exact."
            ),
        ),
        Ask("mcts-trap", 1, 2),
        Say(
            N_(
                "Keep this: a mean is no proof. Where a single reply decides, Monte Carlo needs luck or time, "
                "and minimax needs only depth."
            )
        ),
    ),
)
