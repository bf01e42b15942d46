"""Steps through the events of a search by keys or at a pace, or prints them."""

from __future__ import annotations

import time

from rich.console import ConsoleDimensions, Group
from rich.live import Live

from plyground.board import Backup, Event, Leave
from plyground.console.terminal import Terminal
from plyground.console.watch.keys import Keys
from plyground.console.watch.screen import Frame, draw
from plyground.console.watch.tree_text import plain_lines
from plyground.console.words import thought, value_text
from plyground.grid import GridBoard, rules_name
from plyground.learn import Captions, ChosenSearch, EventStream, Tree
from plyground.texts import _, say

__all__ = ["Viewer", "watch"]

# Steps that can be taken back: going back replays all events before.
_MEMORY = 20_000
_PACES = (0.0, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
_USUAL_PACE = 0.5
# How often the screen looks at the size of the terminal while nothing happens.
_LOOK = 0.25


def watch(console: Terminal, chosen: ChosenSearch, pace: float | None = None, plain: bool = False) -> None:
    """In a terminal by keys; else, with a `pace`, a line for each step; else the tree as text.

    A dumb terminal cannot move its cursor, so it is no screen either.
    """
    board = chosen.board
    game = rules_name(board.rules) if isinstance(board, GridBoard) else type(board).__name__
    title = f"{chosen.title}  {game}"
    with EventStream(chosen.search) as stream:
        viewer = Viewer(stream, console, title)
        if console.can_ask and not console.is_dumb_terminal and not plain:
            viewer.run(pace)
        elif pace is not None and not plain:
            viewer.print_steps(pace)
        else:
            viewer.print_tree()


class Viewer:
    """The tree as far as it was shown, with steps forward and back."""

    def __init__(self, stream: EventStream, console: Terminal, title: str) -> None:
        self._stream = stream
        self._console = console
        self._title = title
        self._seen: list[Event] = []
        self._set_tree(Tree())
        self.step = 0
        self.caption = ""
        self.is_over = False
        self._ahead: Event | None = None

    def _set_tree(self, tree: Tree) -> None:
        self.tree = tree
        self._captions = Captions(tree, self._console.glyphs)

    # Ahead and back

    def forward(self) -> Event | None:
        """One event further; None at the end."""
        event = self._peek()
        if event is None:
            self._end()
            return None
        if self.step >= len(self._seen):
            self._ahead = None
            if self.step == len(self._seen) < _MEMORY:
                self._seen.append(event)
        self.tree.feed(event)
        self.step += 1
        self.caption = self._captions.explain(event)
        return event

    def _peek(self) -> Event | None:
        """The event that comes next, without taking it."""
        if self.step < len(self._seen):
            return self._seen[self.step]
        if self._ahead is None:
            self._ahead = self._stream.next()
        return self._ahead

    def _end(self) -> None:
        decision = self._stream.decision
        self.is_over = True
        if decision is not None and self.tree.root is not None:
            board = self.tree.root.board
            self.caption = say(
                "The search is over and plays {move} ({thought}).",
                move=board.move_name(decision.move),
                thought=thought(board, decision, decision.seconds, value_text(decision, self._console.glyphs.infinity)),
            )

    def back(self) -> None:
        """One event back: the tree is made again from those before."""
        if self.step > len(self._seen):
            self.caption = _("Too many steps have passed to go back.")
            return
        target = max(0, self.step - (0 if self.is_over else 1))
        self._set_tree(Tree())
        self.step, self.is_over = 0, False
        while self.step < target:
            self.forward()
        if target == 0:
            self.caption = ""

    def skip(self) -> None:
        """To the end of what is going on: until the node is left, or a playout is counted up to the root."""
        event = self.forward()
        if event is None:
            return
        if self.tree.is_monte_carlo:
            # A result is counted node by node up to the root.
            while event is not None and not (isinstance(event, Backup) and not isinstance(self._peek(), Backup)):
                event = self.forward()
            return
        target = event.node
        # Just left: then it is its parent that we want to leave.
        if isinstance(event, Leave) and (parent := self.tree.nodes[target].parent) is not None:
            target = parent.number
        while event is not None and not (isinstance(event, Leave) and event.node == target):
            event = self.forward()

    def to_the_end(self) -> None:
        while self.forward() is not None:
            pass

    # Ways to show it

    def print_tree(self) -> None:
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
        running, wait = pace is not None, _USUAL_PACE if pace is None else pace
        self.forward()
        with (
            Keys() as keys,
            Live(console=self._console, screen=True, auto_refresh=False, vertical_overflow="crop") as live,
        ):
            while True:
                size = self._console.size
                live.update(self._picture(running, wait), refresh=True)
                key = self._wait(keys, wait if running else None, size)
                running = running and not self.is_over
                match key:
                    case None if running:
                        self.forward()
                    case None:
                        pass
                    case "q" | "Q" | "escape":
                        return
                    case "r":
                        running = not running
                    case "+" | "=":
                        wait = max((p for p in _PACES if p < wait), default=_PACES[0])
                    case "-":
                        wait = min((p for p in _PACES if p > wait), default=_PACES[-1])
                    case _:
                        running = False
                        self._obey(key)

    def _obey(self, key: str) -> None:
        match key:
            case " " | "enter" | "n" | "right" | "down":
                self.forward()
            case "b" | "left" | "up":
                self.back()
            case "s":
                self.skip()
            case "e":
                self.to_the_end()

    def _wait(self, keys: Keys, seconds: float | None, size: ConsoleDimensions) -> str | None:
        """The next key, or None when the time is over or the terminal has another size."""
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            left = _LOOK if end is None else min(_LOOK, max(0.0, end - time.monotonic()))
            key = keys.wait(left)
            if key is not None or self._console.size != size or (end is not None and time.monotonic() >= end):
                return key

    def _picture(self, running: bool, wait: float) -> Group:
        keys = _("[space] next  [b] back  [s] skip  [r] run  [+ -] pace {pace} s  [e] end  [q] quit")
        if running:
            keys = _("[r] stop  [+ -] pace {pace} s  [space] next  [b] back  [q] quit")
        width, height = self._console.size
        frame = Frame(self._title, self.step, self.tree, self.caption, keys.format(pace=f"{wait:g}"))
        lines = draw(frame, width, height, self._console.glyphs)
        for line in lines:
            line.no_wrap = True
        return Group(*lines)
