"""The first three lessons: lines, the value of a finished game, minimax."""

from __future__ import annotations

from plyground.learn.lessons.steps import Ask, Guess, Lesson, Say, ShowBoard, ShowTree
from plyground.texts import N_

__all__ = ["FINISHED_GAMES", "LINES", "MINIMAX"]

LINES = Lesson(
    "lines",
    N_("Rules and lines"),
    5,
    (
        Guess(
            N_("Yellow is to move. One column wins at once. Which one?"),
            ("3", "5", "6", "7"),
            2,
            N_(
                "A stone in column 6 comes to rest in row 4. With the yellow stones in columns 5, 4 and 3, each a "
                "row lower, it makes four on one slanted line."
            ),
            ShowBoard("cfour", "......./......./......./..ooxo./..oxox./oxxoxx. x"),
        ),
        ShowBoard(
            "cfour",
            "......./......./......./......./......./....... x",
            N_(
                "The four marked cells are a *line*: four cells side by side, across, upright or slanted. "
                "Whoever has stones on all cells of a line first has won.\n\n"
                "This board has 69 lines, and every win is on one of them. Columns have the numbers 1 to 7. A cell is "
                "named by a letter for its column and the number of its row, from the bottom: the lowest of the "
                "marked cells is b2, in column 2."
            ),
            ("b2", "c3", "d4", "e5"),
        ),
        Guess(
            N_("How many lines has the board of tic-tac-toe? A line has three cells here."),
            ("6", "7", "8", "9"),
            2,
            N_("Three across, three upright, and two slanted ones: 8."),
            ShowBoard("tictactoe", ".../.../... x"),
        ),
        ShowBoard(
            "tictactoe",
            "o../.x./... x",
            N_(
                "X stands on b2, and O on a3. Four lines run through b2. One of them is dead for X: O stands "
                "on it. The other three are *open lines* of X: they hold a stone of X and none of O.\n\n"
                "O has two open lines, the top row and the left column. The marked line is dead for both."
            ),
            ("a3", "b2", "c1"),
        ),
        Guess(
            N_("X may put the first stone anywhere. Where does it open the most lines?"),
            (N_("in a corner"), N_("at the middle of an edge"), N_("in the centre")),
            2,
            N_("Four lines run through the centre, three through a corner, two through the middle of an edge."),
            ShowBoard("tictactoe", ".../.../... x"),
        ),
        Ask("open-lines", 1, 2),
        Say(
            N_(
                "Keep this: a game is won on a line, and a line that holds stones of both sides can be "
                "forgotten. A program that has to judge an unfinished game often counts open lines."
            )
        ),
    ),
)

FINISHED_GAMES = Lesson(
    "finished-games",
    N_("What a finished game is worth"),
    5,
    (
        Guess(
            N_("This game is over. What should a program write down for it, if it plays X?"),
            (N_("a high number"), N_("zero"), N_("a low number")),
            2,
            N_(
                "O has won with the column on the right. For X that is the worst that can happen, so its "
                "number has to be low. We write -1."
            ),
            ShowBoard("tictactoe", "x.o/xxo/..o x"),
        ),
        Say(
            N_(
                "A program compares numbers. So every end of a game gets one, its *value*:\n\n"
                "+1 for a win, 0 for a draw, -1 for a loss."
            )
        ),
        Guess(
            N_("The same board, but now the program plays O. What is the value?"),
            ("+1", "0", "-1"),
            0,
            N_(
                "A loss for X is a win for O. The board is the same and the sign is turned round. So a value "
                "means nothing until we say for whom."
            ),
            ShowBoard("tictactoe", "x.o/xxo/..o x"),
        ),
        Guess(
            N_("And this one? The program plays X."),
            ("+1", "0", "-1"),
            1,
            N_("The board is full and nobody has three in a row: a draw. Its value is 0 for X and 0 for O."),
            ShowBoard("tictactoe", "xox/xoo/oxx o"),
        ),
        Ask("finished-value", 1, 3),
        Say(
            N_(
                "Keep this: +1, 0 and -1, always for one side. What is +1 for one side is -1 for the other. In "
                "the next lesson these three numbers are all we need to play perfectly."
            )
        ),
    ),
)

_CHOICE = ".xo/.xo/xo. x"
_SEARCH: dict[str, str | int] = {
    "search": "minimax",
    "depth": 5,
    "evaluator": "outcome",
    "rules": "tictactoe",
    "position": _CHOICE,
}

MINIMAX = Lesson(
    "minimax",
    N_("Minimax by hand"),
    9,
    (
        Guess(
            N_("X is to move. Three cells are free: a3, a2 and c1. Which one would you take?"),
            ("a3", "a2", "c1"),
            2,
            N_(
                "O threatens to complete the column on the right at c1, so X takes it. a3 or a2 would make a "
                "threat of X's own, one move too late.\n\n"
                "You looked one move ahead for O. A program can do just that, with numbers."
            ),
            ShowBoard("tictactoe", _CHOICE),
        ),
        ShowTree(
            _SEARCH,
            N_(
                "Here is everything that can happen, drawn as a *tree*. Every position in it is a *node*. It "
                "begins at the top, each *branch* is a move, and where no branch goes on is a *leaf*: there the game "
                "is over. X moves at ▲, O at ▼. All values are seen from X.\n\n"
                "Step forward a few times, and watch the first numbers come up from the bottom."
            ),
        ),
        Guess(
            N_(
                "After a3, O can choose between a2, after which X wins (+1), and c1, which wins for O (-1). "
                "What is a3 worth to X?"
            ),
            ("+1", "0", "-1"),
            2,
            N_(
                "-1. At ▼ it is O who chooses, and O takes what is worst for X: the *smallest* number. A win "
                "that O does not allow is worth nothing."
            ),
            ShowTree(_SEARCH),
        ),
        Say(
            N_(
                "The rule has two halves. At ▲ we choose, and take the largest number. At ▼ the opponent "
                "chooses, and takes the smallest. That is *minimax*. The side that wants the largest number is "
                "called *Max*, the other one *Min*. In the trees of the exercises, nodes of Max point up and "
                "nodes of Min point down.\n\n"
                "Work from the bottom up: a node can be filled in as soon as all nodes below it have a number."
            )
        ),
        Ask("minimax-value", 1, 2),
        Ask("minimax-value", 2, 1),
        Say(
            N_(
                "Keep this: largest where we move, smallest where the opponent moves, from the bottom up. For "
                "tic-tac-toe that is already perfect play."
            )
        ),
    ),
)
