"""Players that think with compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from plyground.board import Board, Cancel, Decision, Limit, Side
from plyground.errors import N_, UnsupportedError
from plyground.game import Game, Player
from plyground.grid import GridBoard, Rules
from plyground.players.search_player import tightest

__all__ = ["EnginePlayer", "Forgetful", "Mind", "grid_of"]

Search: TypeAlias = Callable[[GridBoard, Limit | None, Cancel | None], Decision]


class Mind(Protocol):
    """What thinks: it may remember from move to move, and forgets when told."""

    def reset(self) -> None: ...

    def prepare(self, rules: Rules) -> None: ...

    def decide(self, board: GridBoard, limit: Limit | None = None, cancel: Cancel | None = None) -> Decision: ...


class Forgetful:
    """A mind that thinks about every position anew."""

    def __init__(self, search: Search) -> None:
        self.search = search

    def reset(self) -> None:
        pass

    def prepare(self, rules: Rules) -> None:
        # As little as a search can do loads its kernel.
        self.search(GridBoard(), Limit(depth=1, playouts=1), None)

    def decide(self, board: GridBoard, limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        return self.search(board, limit, cancel)


class EnginePlayer(Player):
    """Plays what a compiled search finds. The kernels are loaded when a game starts, not on its clock."""

    def __init__(self, name: str, mind: Mind, limit: Limit | None = None) -> None:
        self.name = name
        self.identifier = Side.FIRST
        self.mind = mind
        self.limit = limit

    def new_game(self, game: Game[Board], side: Side) -> None:
        super().new_game(game, side)
        self.mind.reset()
        self.mind.prepare(grid_of(game.board, self.name).rules)

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        return self.mind.decide(grid_of(game.board, self.name), tightest(self.limit, limit), cancel)


def grid_of(board: Board, player: str) -> GridBoard:
    """The board, if it is of the family that `player` knows."""
    if not isinstance(board, GridBoard):
        raise UnsupportedError(
            N_("the player '{player}' knows grids, not {kind}; alphabeta plays every game"),
            player=player,
            kind=type(board).__name__,
        )
    return board
