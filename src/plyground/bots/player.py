"""What all bot players share: when the process starts, what a failure means, and when it ends."""

from __future__ import annotations

import contextlib
import time
import weakref
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from plyground.board import Board, Cancel, Decision, Limit, Side, require_open
from plyground.bots.process import BotProcess
from plyground.bots.sandbox import BotLimits
from plyground.errors import N_, PlayerError, UnsupportedError
from plyground.game import GRACE, Game, Player
from plyground.grid import GridBoard, Rules

__all__ = ["MOVE_SECONDS", "STARTUP", "BotPlayer"]

MOVE_SECONDS = 3.0
"""Seconds a move where no time is named."""

STARTUP = 60.0
"""Seconds until a bot has to be ready for a game: interpreters load and compilers compile."""

_PARTING = 0.5  # seconds for a bot that did nothing wrong to end by itself


class BotPlayer(Player):
    """A bot in a process of its own. It starts with its first game, and again in the game after a failure.

    `time` is its own limit in seconds a move; the tighter of it and the loop's counts, and its own alone where the
    protocol does not tell the time. `environment` replaces the variables that bots get otherwise, and `limits` what
    they may use. `close` ends the process at once; leaving a `with` first says goodbye;
    otherwise it ends when nothing refers to the player any more.
    """

    keeps_time = True

    fresh = False
    """Whether every game gets a process of its own."""

    remark: bytes | tuple[bytes, ...] | None = None
    """How lines begin that a bot may write at any time, if there are such lines."""

    usual_sizes: range | None = None
    """The rows and columns that bots of this kind were written for, if they are not for every board."""

    told_time = True
    """Whether the protocol tells the bot how much time it has."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        time: float | None = None,
        startup: float = STARTUP,
        environment: Mapping[str, str] | None = None,
        limits: BotLimits | None = None,
    ) -> None:
        self.name = name
        self.identifier = Side.FIRST
        self.command = tuple(command)
        self.time = time
        self.limit = None if time is None else Limit(time=time)
        self.startup = startup
        self._environment = environment
        self._limits = limits
        self._process: BotProcess | None = None
        self._game: weakref.ref[Game[Board]] | None = None
        self._asked = False
        self._failure: PlayerError | None = None
        self.was_ready = False
        """Whether the bot was ever ready for a game."""

    # What a protocol says

    def check_rules(self, rules: Rules) -> None:
        """Raises `UnsupportedError` where the protocol cannot tell a bot about such a game."""

    @abstractmethod
    def begin(self, process: BotProcess, game: Game[GridBoard], deadline: float, cancel: Cancel | None) -> None:
        """Tells the bot about a new game; `deadline` is when it has to be ready."""

    @abstractmethod
    def ask(
        self, process: BotProcess, game: Game[GridBoard], limit: Limit, deadline: float, cancel: Cancel | None
    ) -> Decision:
        """Asks for a move. `limit.time` is what the bot may use, `deadline` when it loses."""

    def farewell(self) -> bytes:
        """What is sent to a bot before it is ended, if it did nothing wrong."""
        return b""

    # What the loop asks

    def check_board(self, board: Board) -> None:
        self.check_rules(_grid(board).rules)

    def new_game(self, game: Game[Board], side: Side) -> None:
        super().new_game(game, side)
        self.check_board(game.board)
        grid = _grid_game(game)
        if self._game is not None and self._game() is game and not self._asked and self._failure is None:
            return  # it has been told: both the loop and its caller may do that
        try:
            self._begin(grid, None)
        except PlayerError as error:
            # Not the caller's fault: the game is lost when the bot should move.
            self._failure = error

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        grid = _grid_game(game)
        require_open(game.outcome)
        if self._game is None or self._game() is not game:
            self.check_board(grid.board)
            self._begin(grid, cancel)
        if self._failure is not None:
            failure, self._failure, self._game = self._failure, None, None
            raise failure
        if self._process is None:  # it was interrupted or closed in the middle of this game
            self._begin(grid, cancel)
        process = self._process
        assert process is not None
        self._asked = True
        seconds = self._seconds(game, limit)
        began = time.monotonic()
        try:
            self._nothing_more(process)
            process.allow(seconds)
            given = Limit(seconds) if limit is None else Limit(seconds, limit.nodes, limit.depth, limit.playouts)
            decision = self.ask(process, grid, given, began + seconds + GRACE, cancel)
            self._nothing_more(process)
            return decision
        except BaseException:
            self._drop()
            raise

    def _seconds(self, game: Game[Board], limit: Limit | None) -> float:
        own = self.time
        # The protocol cannot tell the bot of this limit, so its own time holds.
        given = limit.time if limit is not None and (self.told_time or own is None) else None
        seconds = min((time for time in (own, given) if time is not None), default=MOVE_SECONDS)
        left = game.time_left(game.turn)
        return seconds if left is None else min(seconds, max(left, 0.001))

    # The process

    def _begin(self, game: Game[GridBoard], cancel: Cancel | None) -> None:
        self._failure = None
        self._asked = False
        self._game = weakref.ref(game)
        if self.fresh:
            self.close(_PARTING)
        try:
            if self._process is None:
                self._process = BotProcess(self.command, self.name, self._environment, self._limits)
            else:
                self._nothing_more(self._process)
            self._process.allow(self.startup)
            self.begin(self._process, game, time.monotonic() + self.startup, cancel)
            self.was_ready = True
            self._nothing_more(self._process)
        except UnsupportedError:
            self._game = None
            raise
        except BaseException:
            self._drop()
            raise

    def _nothing_more(self, process: BotProcess) -> None:
        """Refuses output that was not asked for: it would be taken for the next answer."""
        if extra := process.unread(self.remark):
            raise PlayerError(
                N_("{name} wrote something that it was not asked for: {text}"),
                name=self.name,
                text=ascii(extra.decode("utf-8", "replace")),
            )

    def _drop(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None

    def close(self, patience: float = 0.0) -> bool:
        """Ends the process; True if there was none, or if it ended by itself within `patience` seconds."""
        process, self._process = self._process, None
        if process is None:
            return True
        if patience > 0 and (words := self.farewell()):
            with contextlib.suppress(PlayerError):
                process.send(words)
        return process.close(patience)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(_PARTING)


def _grid(board: Board) -> GridBoard:
    if not isinstance(board, GridBoard):
        raise UnsupportedError(N_("bots know grids, not {kind}; alphabeta plays every game"), kind=type(board).__name__)
    return board


def _grid_game(game: Game[Board]) -> Game[GridBoard]:
    _grid(game.board)
    return game  # type: ignore[return-value]  # its boards are all of the kind of the first
