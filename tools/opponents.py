"""How long the usual opponent thinks on boards of all sizes; its depths in `console/opponent.py` come from here.

    python -m tools.opponents

Plays 24 plies against random moves on each board and prints the slowest decision.
"""

from __future__ import annotations

import time

from plyground import Game, GridBoard, Rules, Side
from plyground.board import SplitMix
from plyground.console.opponent import usual_opponent
from plyground.players import make_player

BOARDS = (
    "cfour", "8x8", "9x9", "10x9", "12x12", "14x8", "16x16", "20x10", "32x32",
    "tictactoe", "4x4 gravity=no", "5x5 gravity=no", "6x6 gravity=no", "8x8 gravity=no",
    "10x10 gravity=no connect=5", "gomoku", "19x19 gravity=no connect=5", "32x32 gravity=no connect=5",
)  # fmt: skip


def slowest(rules: Rules, plies: int = 24) -> float:
    """Seconds of the slowest move of the usual opponent in one game."""
    game, draw, worst = Game(GridBoard(rules)), SplitMix(3), 0.0
    player = make_player(usual_opponent(rules))
    player.new_game(game, Side.SECOND)
    while not game.is_over and len(game.moves) < plies:
        if game.turn is Side.FIRST:
            game.play(game.board.legal_moves[draw.below(len(game.board.legal_moves))])
            continue
        began = time.perf_counter()
        game.play(player.decide(game).move)
        worst = max(worst, time.perf_counter() - began)
    return worst


def main() -> None:
    for text in BOARDS:
        rules = Rules.parse(text)
        print(f"{text:32} {usual_opponent(rules):16} {slowest(rules):6.2f} s", flush=True)


if __name__ == "__main__":
    main()
