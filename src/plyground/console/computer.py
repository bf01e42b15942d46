"""The computer as a player at the console.

Its search runs in a thread. The main thread shows a spinner and passes Ctrl-C on to the search as a cancel.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import TypeVar

from rich.console import Group, RenderableType
from rich.live import Live
from rich.spinner import Spinner

from plyground.board import Board, Cancel, Decision, Limit, Side
from plyground.console.terminal import Terminal
from plyground.console.words import seconds_text
from plyground.game import Game, Player
from plyground.solver import announced_to
from plyground.texts import say

__all__ = ["Computer", "wait_for"]

T = TypeVar("T")

_PATIENCE = 3.0  # seconds to wait for a cancelled search; after that its daemon thread is abandoned
_QUIET = 0.3  # seconds of thinking before a spinner shows


def wait_for(work: Callable[[Cancel], T], console: Terminal, message: str, above: RenderableType | None = None) -> T:
    """Runs `work` and returns what it returns; Ctrl-C cancels it and is raised again.

    On a screen, what has to be compiled meanwhile takes the place of the message.
    """
    stop = threading.Event()
    compiling: list[str] = []
    done: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work(stop))
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run, name="thinking", daemon=True)
    began = time.monotonic()
    try:
        with announced_to(compiling.append) if console.is_terminal else nullcontext():
            thread.start()
            if above is None:
                thread.join(_QUIET)
            show = console.is_terminal and thread.is_alive()
            spinner = Spinner(console.glyphs.spinner, message)
            picture = spinner if above is None else Group(above, spinner)
            with Live(picture, console=console, transient=True, refresh_per_second=10) if show else nullcontext():
                while thread.is_alive():
                    thread.join(0.1)
                    now = compiling[-1] if compiling else message
                    spinner.update(text=f"{now} {seconds_text(time.monotonic() - began)}")
    except KeyboardInterrupt:
        stop.set()
        thread.join(_PATIENCE)
        raise
    if failed:
        raise failed[0]
    return done[0]


class Computer(Player):
    """A player that shows a spinner while it thinks; its decisions stay the same."""

    def __init__(
        self, player: Player, console: Terminal, picture: Callable[[], RenderableType | None] = lambda: None
    ) -> None:
        self.player = player
        self.name = player.name
        self.identifier = Side.FIRST
        self.limit = player.limit
        self.threads = player.threads
        self.keeps_time = player.keeps_time
        self._console = console
        self._picture = picture

    def check_board(self, board: Board) -> None:
        self.player.check_board(board)

    def new_game(self, game: Game[Board], side: Side) -> None:
        self.identifier = side
        message = say("{name} is getting ready (Ctrl-C stops)", name=self.name)
        wait_for(lambda _stop: self.player.new_game(game, side), self._console, message)

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        message = say("{name} is thinking (Ctrl-C stops)", name=self.name)
        return wait_for(lambda stop: self.player.decide(game, limit, stop), self._console, message, self._picture())
