"""A function as a player: `board -> move`."""

from __future__ import annotations

import contextvars
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, TypeAlias

from plyground.board import Board, Cancel, Decision, Limit, Side
from plyground.errors import N_, PlayerError
from plyground.game import Game, Player

__all__ = ["FunctionPlayer", "PlayerFunction"]

PlayerFunction: TypeAlias = Callable[[Any], Any]
"""Takes the board and returns a move, one of `board.legal_moves`; the `Decision` of a search will do as well."""

_LOOK = 0.05  # seconds between two looks at the cancel


class FunctionPlayer(Player):
    """Plays what a function answers. It runs in this process, so it is for the caller's own code.

    A function that raises loses its game, and so does one whose answer is no legal move. Nothing can interrupt a
    function. Where its time is limited and a cancel says when it is up, it runs in a thread, and is left behind there
    when it has not answered by then. Until that call returns, the player makes no other.

    >>> from plyground import GridBoard
    >>> FunctionPlayer(lambda board: max(board.legal_moves)).next_move(GridBoard())
    6
    """

    def __init__(self, function: PlayerFunction, name: str | None = None) -> None:
        self.function = function
        self.name = _name_of(function) if name is None else name
        self.identifier = Side.FIRST
        self._left_behind: threading.Thread | None = None

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        began = time.perf_counter()
        if limit is None or limit.time is None or cancel is None:
            answer = self._call(game.board)
        else:
            answer = self._call_in_thread(game.board, limit.time, cancel)
        if isinstance(answer, Decision):
            return answer
        return Decision(answer, seconds=time.perf_counter() - began)

    def _call(self, board: Board) -> Any:
        try:
            return self.function(board)
        except PlayerError:
            raise
        except Exception as error:
            # Also one of ours: it came from the player's code, not from what its caller asked for.
            raise PlayerError(N_("{kind}: {text}"), kind=type(error).__name__, text=str(error)) from error

    def _call_in_thread(self, board: Board, seconds: float, cancel: Cancel) -> Any:
        if self._left_behind is not None and self._left_behind.is_alive():
            raise PlayerError(
                N_("{name} is still busy with an earlier move, for which it had {seconds} s"),
                name=self.name,
                seconds=f"{seconds:g}",
                termination="timeout",
            )
        answer: Future[Any] = Future()

        def work() -> None:
            try:
                answer.set_result(self._call(board))
            except BaseException as error:
                answer.set_exception(error)

        # The thread speaks the language of the caller's context. A daemon does not keep the program from ending.
        run = partial(contextvars.copy_context().run, work)
        thread = threading.Thread(target=run, name=f"turn of {self.name}", daemon=True)  # not shown
        thread.start()
        while True:
            try:
                return answer.result(_LOOK)
            except TimeoutError:
                if cancel.is_set() and not answer.done():
                    break
        self._left_behind = thread
        raise PlayerError(
            N_(
                "{name} has not answered and had {seconds} s; a function cannot be interrupted, only a process can: "
                "run it as a bot, such as 'cmd:python mybot.py' (docs/bots.md)"
            ),
            name=self.name,
            seconds=f"{seconds:g}",
            termination="timeout",
        )


def _name_of(function: PlayerFunction) -> str:
    while isinstance(function, partial):
        function = function.func
    name = getattr(function, "__name__", None) or type(function).__name__
    return str(name).strip("<>")  # of a <lambda>
