"""The files that students begin with: what each function should do, in the language in use, and nothing done yet."""

from __future__ import annotations

import textwrap

from plyground.classroom.assignment import Assignment
from plyground.texts import N_, _, say

__all__ = ["TITLES", "starter_text"]

TITLES = {
    "minimax": N_("Minimax: the value of a position, and the best move"),
    "alphabeta": N_("Alpha-beta: the value that minimax gives, at fewer positions, with a count of them"),
    "uct": N_("UCT: a tree that grows by random games"),
}

_BOARD = {
    "board.turn": N_("the side that moves, Side.FIRST or Side.SECOND"),
    "board.legal_moves": N_("its moves, as numbers; try them in this order"),
    "board.move(move)": N_("a new board, after the move; the old one stays as it is"),
    "board.is_win": N_("whether somebody has won"),
    "board.is_draw": N_("whether the game is over without a winner"),
    "board.winner": N_("the side that has won, or None"),
    "board.evaluate(side)": N_("how good the position is for a side; for the other side it is the negative"),
}

_FUNCTIONS = {
    "minimax": {
        "minimax(board, depth, side)": N_(
            "What board is worth to side, looking depth plies ahead: a number. At the end of the depth and of the "
            "game, that is board.evaluate(side)."
        ),
        "best_move(board, depth)": N_(
            "A move that is worth most to board.turn, looking depth plies ahead; the move itself is the first of them."
        ),
    },
    "alphabeta": {
        "alphabeta(board, depth, side, alpha, beta)": N_(
            "A pair: what minimax returns for board, depth and side, and the number of positions that were looked at, "
            "this one included. Between alpha and beta the value is exact; as soon as beta <= alpha, the other moves "
            "are cut off."
        ),
    },
    "uct": {
        "ucb1(total, visits, parent_visits, c)": N_(
            "The bound of a child: total / visits + c * sqrt(2 * log(parent_visits) / visits)."
        ),
        "backup(visits, totals, result)": N_(
            "A pair of lists: the visits and the totals from the root to the last node, after a random game. Each of "
            "the visits grows by 1. The result, 1, 0 or -1, is for the side that moved into the last node; a total is "
            "for the side that moved into its node, and the sides take turns."
        ),
        "uct(board, playouts, seed)": N_(
            "How often each move of board was tried in so many playouts: a dictionary from moves to visits. All chance "
            "comes from random.Random(seed)."
        ),
    },
}

_TRIAL = {
    "minimax": """\
    from plyground.learn import NumberTree

    tree = NumberTree.parse("[[3,12,8],[2,4,6],[14,5,2]]")
    print(minimax(tree, 2, Side.FIRST), best_move(tree, 2))  # 3 1
""",
    "alphabeta": """\
    from plyground.learn import NumberTree

    tree = NumberTree.parse("[[3,12,8],[2,4,6],[14,5,2]]")
    print(alphabeta(tree, 2, Side.FIRST, float("-inf"), float("inf")))  # (3, 11)
""",
    "uct": """\
    print(ucb1(3, 10, 40, 0.7))  # 0.901...
    print(backup([9, 4], [-1, 2], 1))  # ([10, 5], [-2, 3])
    print(uct(GridBoard("tictactoe"), 200, seed=1))
""",
}


def starter_text(assignment: Assignment) -> str:
    """A Python file with the functions of the assignment, which raise `NotImplementedError`."""
    kind = assignment.kind
    width = max(map(len, _BOARD)) + 2
    lines = ['"""' + _(TITLES[kind]), "", _("What a board offers:"), ""]
    lines += [f"    {name:{width}}{_(words)}" for name, words in _BOARD.items()]
    lines += [
        "",
        *_folded(
            say(
                "Call nothing else of it. 'python {file}' tries your functions out; then hand the file in.",
                file=assignment.file_name,
            ),
            "",
        ),
        '"""',
        "",
    ]
    games = "GridBoard, Side" if kind == "uct" else "Side"
    lines += [*(["import math", "import random", ""] if kind == "uct" else []), f"from plyground import {games}"]
    for head, words in _FUNCTIONS[kind].items():
        told = _folded(_(words), "    ")
        lines += [
            "",
            "",
            f"def {head}:",
            f'    """{told[0].strip()}',
            *told[1:],
            '    """',
            "    raise NotImplementedError",
        ]
    return "\n".join([*lines, "", "", 'if __name__ == "__main__":', _TRIAL[kind]])


def _folded(text: str, indent: str) -> list[str]:
    room = 88 if text.isascii() else 44  # Korean and Chinese letters are twice as wide
    return [indent + line for line in textwrap.wrap(text, room)]
