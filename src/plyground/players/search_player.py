"""Players that think with a textbook search, and the one that does not think."""

from __future__ import annotations

import time
from typing import Protocol

from plyground.board import Board, Cancel, Decision, Limit, Listener, Move, Side, SplitMix
from plyground.board.abstract import require_open
from plyground.game import Game, Player
from plyground.search import UCT

__all__ = ["RandomPlayer", "Search", "SearchPlayer", "UCTPlayer", "tightest"]


class Search(Protocol):
    """A textbook search with everything but the position and the limits decided."""

    def __call__(
        self,
        board: Board,
        *,
        listener: Listener | None,
        limit: Limit | None,
        cancel: Cancel | None,
    ) -> Decision: ...


def tightest(own: Limit | None, given: Limit | None) -> Limit | None:
    """What both limits allow; None if there is none."""
    if own is None or given is None:
        return own or given

    def least(a: float | None, b: float | None) -> float | None:
        return min((x for x in (a, b) if x is not None), default=None)

    def fewest(a: int | None, b: int | None) -> int | None:
        return min((x for x in (a, b) if x is not None), default=None)

    return Limit(
        time=least(own.time, given.time),
        nodes=fewest(own.nodes, given.nodes),
        depth=fewest(own.depth, given.depth),
        playouts=fewest(own.playouts, given.playouts),
    )


class SearchPlayer(Player):
    """Plays what a search finds.

    >>> from functools import partial
    >>> from plyground import GridBoard
    >>> from plyground.search import minimax
    >>> SearchPlayer("careful", partial(minimax, depth=2)).next_move(GridBoard.from_moves("121212"))
    0
    """

    def __init__(self, name: str, search: Search, limit: Limit | None = None) -> None:
        self.name = name
        self.identifier = Side.FIRST
        self.search = search
        self.limit = limit

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        return self.search(game.board, listener=None, limit=tightest(self.limit, limit), cancel=cancel)


class UCTPlayer(Player):
    """Plays what UCT finds, and keeps the tree below the moves that were played."""

    def __init__(self, name: str, uct: UCT, limit: Limit | None = None) -> None:
        self.name = name
        self.identifier = Side.FIRST
        self.uct = uct
        self.limit = limit
        self._start: Board | None = None
        self._moves: tuple[Move, ...] = ()

    def new_game(self, game: Game[Board], side: Side) -> None:
        super().new_game(game, side)
        self.uct.reset()
        self._start, self._moves = None, ()

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        # The moves say where the game went, even if its boards do not compare by value.
        known = len(self._moves)
        if game.start is self._start and game.moves[:known] == self._moves:
            for index in range(known, len(game.moves)):
                self.uct.follow(game.moves[index], game.boards[index + 1])
        self._start, self._moves = game.start, game.moves
        return self.uct.decide(game.board, tightest(self.limit, limit), cancel=cancel)


class RandomPlayer(Player):
    """Any legal move, all equally likely. The numbers go on from game to game, so games differ."""

    def __init__(self, name: str = "random", seed: int = 0) -> None:
        self.name = name
        self.identifier = Side.FIRST
        self._random = SplitMix(seed)

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        began = time.perf_counter()
        require_open(game.outcome)
        moves = game.board.legal_moves
        move = moves[self._random.below(len(moves))]
        return Decision(move, line=(move,), seconds=time.perf_counter() - began)
