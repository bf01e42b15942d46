"""Players that use a textbook search, and the random player."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Protocol

from plyground.board import Board, Cancel, Decision, Limit, Listener, Move, Side, SplitMix, require_open, tightest
from plyground.game import Game, Player
from plyground.search import UCT

__all__ = ["RandomPlayer", "SearchPlayer", "TextbookSearch", "UCTPlayer"]


class TextbookSearch(Protocol):
    """A textbook search with its options fixed; the position and the limits are passed in."""

    def __call__(
        self,
        board: Board,
        *,
        listener: Listener | None,
        limit: Limit | None,
        cancel: Cancel | None,
    ) -> Decision: ...


class SearchPlayer(Player):
    """Plays what a search finds.

    `takes` names the limits that the search keeps to; others, which may be meant for the opponent, are left out.

    >>> from functools import partial
    >>> from plyground import GridBoard
    >>> from plyground.search import minimax
    >>> SearchPlayer("careful", partial(minimax, depth=2)).next_move(GridBoard.from_moves("121212"))
    0
    """

    def __init__(
        self, name: str, search: TextbookSearch, limit: Limit | None = None, takes: Collection[str] | None = None
    ) -> None:
        self.name = name
        self.identifier = Side.FIRST
        self.search = search
        self.limit = limit
        self.takes = takes

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        return self.search(game.board, listener=None, limit=tightest(self.limit, limit, self.takes), cancel=cancel)


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
        return self.uct.decide(game.board, tightest(self.limit, limit, UCT.takes), cancel=cancel)


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
