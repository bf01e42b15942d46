"""Nim with one heap: take one, two or three counters; whoever takes the last one wins.

A complete game for every search of Plyground, without any grid. `python examples/nim.py` plays one.
"""

from __future__ import annotations

from dataclasses import dataclass

from plyground import Board, Game, Move, Side, play
from plyground.players import make_player


@dataclass(frozen=True)
class Nim(Board):
    heap: int = 12
    turn: Side = Side.FIRST

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        return tuple(range(1, min(3, self.heap) + 1))

    @property
    def is_win(self) -> bool:
        return self.heap == 0  # won by the side that is not on turn: it took the last counter

    def move(self, move: Move, /) -> Nim:
        return Nim(self.heap - move, self.turn.opposite)

    def evaluate(self, side: Side, /) -> float:
        if not self.is_win:
            return 0
        return 1 if self.winner is side else -1


if __name__ == "__main__":
    game = play(Game(Nim(10)), make_player("alphabeta depth=10"), make_player("random"))
    for before, move in zip(game.boards, game.moves, strict=False):
        print(f"{before.heap:2} counters: the {before.turn.name.lower()} player takes {move}")
    print(game.outcome.value)
