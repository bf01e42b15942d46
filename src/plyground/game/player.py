"""`Player`: the interface of everybody who plays."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from plyground.board import Board, Cancel, Decision, Limit, Move, Side
from plyground.game.game import Game

__all__ = ["Player"]


@runtime_checkable
class Player(Protocol):
    """Human, computer or network: the loop cannot tell them apart. A player of your own inherits from this class.

    `identifier` is the side that the player has in its latest game.
    """

    name: str
    identifier: Side

    limit: Limit | None = None
    """What it allows itself for a move; a limit that it is given counts as well."""

    threads: int | None = 1
    """How many it uses at a time; None means one for each core."""

    keeps_time: bool = False
    """Whether it ends its own turn when its time is up, so that nobody else has to time it: bots and humans do."""

    def check_board(self, board: Board) -> None:
        """Raises `UnsupportedError` if it cannot play a game from this board."""
        return None

    def new_game(self, game: Game[Board], side: Side) -> None:
        """A new game starts, in which the player has `side`; it should forget the last one."""
        self.identifier = side

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        """Chooses a move for the side to move. `limit` None means the player's own."""
        raise NotImplementedError

    def next_move(self, board: Board) -> Move:
        """The short form: given a board, the move."""
        return self.decide(Game(board)).move
