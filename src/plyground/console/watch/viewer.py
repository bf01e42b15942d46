"""Shows the steps of a search: on a screen by keys or at a pace, or printed."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from rich.console import ConsoleDimensions, Group
from rich.live import Live
from rich.text import Text

from plyground.board import Board
from plyground.console.terminal import Terminal
from plyground.console.watch.keys import Keys
from plyground.console.watch.screen import Frame, draw, draw_keys
from plyground.console.watch.tree_text import plain_lines
from plyground.console.watch.walk import Walk
from plyground.grid import GridBoard, rules_name
from plyground.learn import ChosenSearch, EventStream, Nim, NumberTree, named_bugs
from plyground.texts import _, say

__all__ = ["Viewer", "watch"]

_PACES = (0.0, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
_USUAL_PACE = 0.5
# How often the screen looks at the size of the terminal while nothing happens.
_LOOK = 0.25
_LONGEST_TITLE = 40


def watch(
    console: Terminal,
    chosen: ChosenSearch,
    pace: float | None = None,
    plain: bool = False,
    step: int | None = None,
) -> None:
    """In a terminal by keys; else, with a `pace`, a line for each step; else the tree as text.

    With a `step` it begins there, and the tree as text is that of this step. A dumb terminal cannot move its cursor,
    so it is no screen either.
    """
    title = f"{chosen.title}  {_game_name(chosen.board)}"
    with named_bugs(chosen.board), EventStream(chosen.search) as stream:
        viewer = Viewer(stream, console, title, chosen.options)
        viewer.go_to(step or 0)
        if console.can_ask and not console.is_dumb_terminal and not plain:
            viewer.run(pace)
        elif pace is not None and not plain:
            viewer.print_steps(pace)
        else:
            viewer.print_tree(to_the_end=step is None)


def _game_name(board: Board) -> str:
    if isinstance(board, GridBoard):
        return rules_name(board.rules)
    name = str(board) if isinstance(board, Nim | NumberTree) else type(board).__name__
    return name if len(name) <= _LONGEST_TITLE else f"{name[: _LONGEST_TITLE - 3]}..."


class Viewer(Walk):
    """A walk through a search that is shown."""

    def __init__(
        self, stream: EventStream, console: Terminal, title: str, options: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(stream, console.glyphs)
        self._console = console
        self._title = title
        self._options = options or {}
        self._wait = _USUAL_PACE
        self._is_running = False
        self._shows_keys = False
        self._typed: str | None = None
        """The number of a step, as far as it is typed."""

    def print_tree(self, to_the_end: bool = True) -> None:
        if to_the_end:
            self.to_the_end()
        self._console.print(self._title, soft_wrap=True)
        for line in plain_lines(self.tree, self._console.glyphs):
            self._console.print(line, soft_wrap=True)
        self._console.print(self.caption, soft_wrap=True)

    def print_steps(self, pace: float) -> None:
        """A line per step, for output that is no screen."""
        self._console.print(self._title, soft_wrap=True)
        while self.forward() is not None:
            self._console.print(f"{self.step:>4}  {self.caption}", soft_wrap=True)
            time.sleep(pace)
        self._console.print(self.caption, soft_wrap=True)

    def run(self, pace: float | None) -> None:
        """Fills the screen and listens to keys; restores the screen afterwards."""
        if pace is not None:
            self._is_running, self._wait = True, pace
        if self.step == 0:
            self.forward()
        with (
            Keys() as keys,
            Live(console=self._console, screen=True, auto_refresh=False, vertical_overflow="crop") as live,
        ):
            while True:
                size = self._console.size
                live.update(self._picture(), refresh=True)
                key = self._next_key(keys, self._wait if self._is_running else None, size)
                self._is_running = self._is_running and not self.is_over
                if key is None:
                    if self._is_running:
                        self.forward()
                elif self._shows_keys:
                    self._shows_keys = False
                elif self._typed is not None:
                    self._type(key)
                elif key in ("q", "Q", "escape"):
                    return
                else:
                    self._obey(key)

    def _obey(self, key: str) -> None:
        match key:
            case "r":
                self._is_running = not self._is_running
                return
            case "+" | "=":
                self._wait = max((p for p in _PACES if p < self._wait), default=_PACES[0])
                return
            case "-":
                self._wait = min((p for p in _PACES if p > self._wait), default=_PACES[-1])
                return
        self._is_running = False
        match key:
            case " " | "enter" | "n" | "right" | "down":
                self.forward()
            case "b" | "left" | "up":
                self.back()
            case "s":
                self.skip()
            case "c":
                self.next_cut()
            case "i":
                self.next_improvement()
            case "e":
                self.to_the_end()
            case "a":
                self.go_to(1)
            case "g":
                self._typed = ""
            case "?" | "h":
                self._shows_keys = True

    def _type(self, key: str) -> None:
        """A key while the number of a step is typed."""
        assert self._typed is not None
        if key == "enter" and self._typed:
            self.go_to(int(self._typed))
        if key in ("enter", "escape", "q"):
            self._typed = None
        elif key in ("\x7f", "\b"):
            self._typed = self._typed[:-1]
        elif key.isascii() and key.isdigit() and len(self._typed) < 9:
            self._typed += key

    def _next_key(self, keys: Keys, seconds: float | None, size: ConsoleDimensions) -> str | None:
        """The next key, or None when the time is over or the terminal has another size."""
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            left = _LOOK if end is None else min(_LOOK, max(0.0, end - time.monotonic()))
            key = keys.wait(left)
            if key is not None or self._console.size != size or (end is not None and time.monotonic() >= end):
                return key

    def lines(self, width: int, height: int) -> list[Text]:
        """The screen as it is now."""
        if self._shows_keys:
            return draw_keys(width, height, can_cut=self.can_cut)
        pace = f"{self._wait:g}"
        if self._typed is not None:
            keys = say("Go to step: {typed}_  [enter] go  [escape] stay here", typed=self._typed)
        elif self._is_running:
            keys = say("[r] stop  [+ -] pace {pace} s  [space] next  [b] back  [q] quit", pace=pace)
        else:
            keys = (
                _("[space] next [b] back [s] skip [c] cut [i] better [r] run [?] keys [q] quit")
                if self.can_cut
                else _("[space] next [b] back [s] skip [i] better [r] run [?] keys [q] quit")
            )
        frame = Frame(self._title, self.step, self.tree, self.caption, keys, self.event, self._options)
        return draw(frame, width, height, self._console.glyphs)

    def _picture(self) -> Group:
        lines = self.lines(*self._console.size)
        for line in lines:
            line.no_wrap = True
        return Group(*lines)
