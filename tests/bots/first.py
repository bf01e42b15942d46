"""A player that notes what it is told."""

from __future__ import annotations

from plyground import Board, Decision, Game, Limit, Player, Side


class First(Player):
    """Plays the first legal move, and notes its limits and games."""

    def __init__(self) -> None:
        self.name = "first"
        self.identifier = Side.FIRST
        self.limits: list[Limit | None] = []
        self.games: list[tuple[Game[Board], Side]] = []

    def new_game(self, game: Game[Board], side: Side) -> None:
        super().new_game(game, side)
        self.games.append((game, side))

    def decide(self, game, limit=None, cancel=None):
        self.limits.append(limit)
        return Decision(game.board.legal_moves[0], 0.25)
