"""Players that use a compiled search."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, TypeAlias

from plyground.board import Board, Cancel, Decision, Limit, Side, tightest
from plyground.errors import N_, UnsupportedError
from plyground.game import Game, Player
from plyground.grid import GridBoard, Rules

if TYPE_CHECKING:
    from plyground.engines import Champion

__all__ = ["ChampionPlayer", "CompiledSearch", "Engine", "EnginePlayer", "Stateless", "grid_of"]

CompiledSearch: TypeAlias = Callable[[GridBoard, Limit | None, Cancel | None], Decision]


class Engine(Protocol):
    """A compiled search that may remember from move to move; `reset` makes it forget."""

    @property
    def threads(self) -> int: ...

    def reset(self) -> None: ...

    def prepare(self, rules: Rules) -> None: ...

    def decide(self, board: GridBoard, limit: Limit | None = None, cancel: Cancel | None = None) -> Decision: ...


class Stateless:
    """A search that remembers nothing, as an engine. `least` is a limit under which it does next to nothing."""

    threads = 1

    def __init__(self, search: CompiledSearch, least: Limit) -> None:
        self.search = search
        self.least = least

    def reset(self) -> None:
        pass

    def prepare(self, rules: Rules) -> None:
        self.search(GridBoard(), self.least, None)  # loads the kernel

    def decide(self, board: GridBoard, limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        return self.search(board, limit, cancel)


class EnginePlayer(Player):
    """Plays what a compiled search finds. The kernels are loaded when a game starts, not on its clock.

    `takes` names the limits that the search keeps to; others, which may be meant for the opponent, are left out.
    """

    def __init__(
        self, name: str, engine: Engine, limit: Limit | None = None, takes: Collection[str] | None = None
    ) -> None:
        self.name = name
        self.identifier = Side.FIRST
        self.engine = engine
        self.limit = limit
        self.threads = engine.threads
        self.takes = takes

    def check_board(self, board: Board) -> None:
        grid_of(board, self.name)

    def new_game(self, game: Game[Board], side: Side) -> None:
        super().new_game(game, side)
        self.engine.reset()
        self.engine.prepare(grid_of(game.board, self.name).rules)

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        limit = tightest(self.limit, limit, self.takes)
        return self.engine.decide(grid_of(game.board, self.name), limit, cancel)


class ChampionPlayer(EnginePlayer):
    """The champion. It uses all its time for a move, unless a clock for the whole game rewards saving some."""

    def __init__(self, name: str, champion: Champion, limit: Limit | None = None) -> None:
        super().__init__(name, champion, limit)
        self._champion = champion

    def new_game(self, game: Game[Board], side: Side) -> None:
        self._champion.style = replace(self._champion.style, early_stop=game.clock is not None)
        super().new_game(game, side)


def grid_of(board: Board, player: str) -> GridBoard:
    """`board` as a grid; an error names the `player` that plays nothing else."""
    if not isinstance(board, GridBoard):
        raise UnsupportedError(
            N_("the player '{player}' knows grids, not {kind}; alphabeta plays every game"),
            player=player,
            kind=type(board).__name__,
        )
    return board
