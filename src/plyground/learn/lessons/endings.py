"""Lessons thirteen and fifteen: threats and zugzwang in Connect Four, and the numbers of the solver."""

from __future__ import annotations

from plyground.learn.lessons.steps import Ask, Guess, Lesson, Say, ShowBoard
from plyground.texts import N_

__all__ = ["SOLVER", "THREATS"]

_ZUGZWANG = "16462312522166152712417466"
_SOLVED = "4444456656612177"

THREATS = Lesson(
    "threats",
    N_("Threats, odd and even, zugzwang"),
    9,
    (
        Guess(
            N_("Yellow is to move. Which of these columns makes two threats at once?"),
            ("1", "2", "3", "7"),
            2,
            N_(
                "Column 3 puts three stones side by side, with a free cell at either end: b1 and f1. Red can "
                "take only one of them, and Yellow wins with the other. That is a *fork*."
            ),
            ShowBoard("cfour", "4455"),
        ),
        ShowBoard(
            "cfour",
            "44553",
            N_(
                "A *threat* is a free cell on which a side would complete a line. The two marked cells are "
                "threats of Yellow.\n\n"
                "Most threats cannot be played at once: they lie high above the stones, and the cells below "
                "have to be filled first. Then the question is who will have to fill them."
            ),
            ("b1", "f1"),
        ),
        Guess(
            N_(
                "An empty board with six rows. Red answers every yellow stone in the same column, always. "
                "Which rows will Red's stones lie in?"
            ),
            (N_("the odd rows: 1, 3, 5"), N_("the even rows: 2, 4, 6"), N_("that depends on Yellow")),
            1,
            N_(
                "The even ones. Whenever Yellow puts a stone on an odd row, Red puts one on top of it. So a "
                "threat of Red on an even row is worth a lot: Red gets there just by following. Yellow needs a "
                "threat on an odd row. The next board shows how it breaks this order."
            ),
            ShowBoard("cfour", "......./......./......./......./......./....... x"),
        ),
        ShowBoard(
            "cfour",
            _ZUGZWANG,
            N_(
                "Yellow is to move and has a threat on c3, in a line with a5, b4 and d2. Nobody wants to play "
                "c2 below it: if Red does, Yellow wins on c3; if Yellow does, Red wins there.\n\n"
                "Yellow plays column 4 and from then on answers every stone in the same column. In the end all "
                "other columns are full, it is Red's turn, and only c2 is left. To be forced to make a bad "
                "move is called *zugzwang*."
            ),
            ("c2", "c3"),
        ),
        Ask("zugzwang-parity", 1, 2),
        Ask("who-wins", 1, 1),
        Say(
            N_(
                "Keep this: two threats at once win now. One threat high up wins later, if the other side runs "
                "out of other moves first. So count the cells that are left."
            )
        ),
    ),
)

SOLVER = Lesson(
    "solver",
    N_("Reading the solver"),
    7,
    (
        Guess(
            N_(
                "Yellow is to move. The solver has looked at everything that matters, to the end, and says: "
                "Yellow wins in 13. 13 of what?"
            ),
            (N_("moves of both sides together"), N_("moves of Yellow")),
            1,
            N_(
                "Moves of the winner, as in chess. Red moves in between, so 25 stones are still to come: 13 "
                "yellow ones and 12 red ones."
            ),
            ShowBoard("cfour", _SOLVED),
        ),
        Say(
            N_(
                "The solver says the same with a number, the *score*. Positive means that the side to move wins, "
                "negative that it loses, 0 is a draw.\n\n"
                "The larger the score, the sooner the win. Winning with one's very last stone scores 1. Every "
                "stone of one's own that is still left then adds one more."
            )
        ),
        Guess(
            N_(
                "The scores of the columns: 2 has +1, 5 has -3, 3 has -12, and 1, 4, 6 and 7 have -11. Column "
                "2 is the only one that wins. If you had to choose between 3 and 5, where would you lose "
                "later?"
            ),
            (N_("in column 3"), N_("in column 5")),
            1,
            N_(
                "In column 5. -3 is larger than -12, and a larger score is always better: column 5 loses in 11 "
                "moves of Red, column 3 in 2."
            ),
            ShowBoard("cfour", _SOLVED),
        ),
        Guess(
            N_(
                "Yellow plays column 2, which scores +1 for Yellow. Now Red is to move. What score does the "
                "solver show for the new position?"
            ),
            ("+1", "0", "-1"),
            2,
            N_(
                "-1. A score is always seen from the side to move, and that is Red now. You know this from the "
                "second lesson: the same board, the other side, the other sign."
            ),
            ShowBoard("cfour", _SOLVED + "2"),
        ),
        Say(
            N_(
                "Where does the solver get all this from? From what you have learnt: minimax with alpha and "
                "beta, the middle columns first, a large table, and threats. But it neither counts lines nor "
                "plays random games: it goes on to the end of the game, until the value is proven."
            )
        ),
        Ask("read-solver", 1, 2),
        Ask("who-wins", 2, 1),
        Say(
            N_(
                "Keep this: the sign says who wins, the size says how soon, and both are seen from the side to "
                "move. What the solver says is no opinion: it is proven. Under Analyse you can ask it about "
                "any position."
            )
        ),
    ),
)
