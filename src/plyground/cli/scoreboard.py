"""What `match` and `tournament` share: their options, and what they and other long commands show while they run."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from plyground.cli.command import Number, database_option, option
from plyground.cli.workers import worker_options
from plyground.errors import N_
from plyground.texts import say

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from plyground.arena import Forfeits
    from plyground.board import Limit

__all__ = ["Speed", "bar", "forfeits_json", "limit_of", "limit_options", "running_games", "running_options", "shown"]

F = TypeVar("F", bound=Callable[..., Any])

PLAIN_EVERY = 1.0
"""The least seconds between two lines where there is no terminal, such as in a log: a line for each slow game."""

SILENT = 10.0
"""Seconds after which a log gets a line although nothing has ended."""

SHOWN_GAMES = 8
"""Running games that are shown; a large machine plays more."""


def running_options(function: F) -> F:
    """Where games are played, and where they are kept."""
    return worker_options(database_option(function))


def limit_options(function: F) -> F:
    for decorate in (
        option("--playouts", type=Number(1, whole=True), metavar="N", help=N_("Random games a move.")),
        option("--depth", type=Number(1, whole=True), metavar="N", help=N_("Plies to look ahead.")),
        option("--nodes", type=Number(1, whole=True), metavar="N", help=N_("Positions a move.")),
        option("--time", "seconds", type=Number(), metavar="SECONDS", help=N_("Seconds a move.")),
    ):
        function = decorate(function)
    return function


def limit_of(seconds: float | None, nodes: int | None, depth: int | None, playouts: int | None) -> Limit | None:
    from plyground.board import Limit

    limit = Limit(seconds, nodes, depth, playouts)
    return None if limit == Limit() else limit


class Speed:
    """Games per second since the start, and how long the rest will take."""

    def __init__(self) -> None:
        self._began: float | None = None
        self._before = 0

    def at(self, played: int) -> float:
        """Measured from the first result on: until then, workers start."""
        now = time.monotonic()
        if self._began is None:
            if played:
                self._began, self._before = now, played
            return 0.0
        passed = now - self._began
        # Parallel games end in bursts; the first burst would be taken for the speed.
        return (played - self._before) / passed if passed > 1 else 0.0

    def is_slow(self, played: int) -> bool:
        """Whether fewer games than one a second end, so that the moves of those that run are worth a look."""
        return self._began is None or played - self._before <= time.monotonic() - self._began

    def text(self, played: int, wanted: int) -> str:
        speed = self.at(played)
        done = say("{played} of {wanted} games", played=f"{played:,}", wanted=f"{wanted:,}")
        if not speed:
            return done
        left = int(max(0, wanted - played) / speed)
        return say(
            "{done}, {speed} games/s, {left} to go",
            done=done,
            speed=f"{speed:.1f}" if speed >= 1 else f"{speed:.2g}",
            left=f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02}",
        )


@dataclass(frozen=True)
class Display:
    """What is shown while something runs."""

    changed: Callable[[], None]
    """To be called when something has changed."""
    keep: Callable[[str], None]
    """Prints a line that stays."""


@contextmanager
def shown(
    redraw: Callable[[], Sequence[str]], in_log: Callable[[], Sequence[str]] | None = None, *, fold: bool = False
) -> Iterator[Display]:
    """Shows lines on standard error while something runs: updated in place on a terminal, else one line now and then.
    What has to be compiled before the first game stands above them. Lines that are too long are folded, or cut in
    tables.
    """
    if not sys.stderr.isatty():
        with _logged(in_log or redraw) as display:
            yield display
        return

    from rich.console import Console
    from rich.constrain import Constrain
    from rich.live import Live
    from rich.text import Text

    from plyground.solver import announced_to

    console = Console(stderr=True, markup=False, highlight=False)

    def picture() -> Constrain:
        # The terminal shows ^C at the end of the picture; a line for it would leave a part of the picture behind.
        lines = Text("\n".join(redraw()), no_wrap=not fold, overflow="fold" if fold else "ellipsis")
        return Constrain(lines, console.width - 3)

    with Live(get_renderable=picture, console=console, refresh_per_second=5, transient=True) as live:
        # Drawn once before anybody prints: a line that is printed while the first picture is drawn would follow it.
        live.refresh()
        with announced_to(console.print):
            yield Display(lambda: None, partial(console.print, soft_wrap=True))


@contextmanager
def _logged(lines: Callable[[], Sequence[str]]) -> Iterator[Display]:
    ended = threading.Event()
    last = time.monotonic() - PLAIN_EVERY  # the first line may come at once

    def keep(line: str) -> None:
        nonlocal last
        last = time.monotonic()
        click.echo(line, err=True)

    def report() -> None:
        if time.monotonic() - last >= PLAIN_EVERY:
            keep(" | ".join(lines()))

    def break_silence() -> None:
        while not ended.wait(max(0, last + SILENT - time.monotonic())):
            if time.monotonic() - last >= SILENT:
                with suppress(OSError):  # the command itself says what is wrong with the log
                    report()

    thread = threading.Thread(target=break_silence, name="break-silence", daemon=True)
    thread.start()
    try:
        yield Display(report, keep)
    finally:
        ended.set()
        thread.join()


def running_games(executor: Executor) -> list[str]:
    """A line with the move of each game that is being played; none on a cluster, where that is not known."""
    from plyground.executors import LocalExecutor

    games = executor.progress if isinstance(executor, LocalExecutor) else {}
    texts = [say("game {number}: move {move}", number=number, move=move) for number, move in games.items()]
    more = ["…"] if len(texts) > SHOWN_GAMES else []
    return [" · ".join(texts[:SHOWN_GAMES] + more)] if texts else []


def bar(played: int, wanted: int, width: int = 30) -> str:
    full = width * played // max(1, wanted)
    return f"[{'#' * full}{'.' * (width - full)}]"


def forfeits_json(forfeits: Forfeits) -> list[dict[str, Any]]:
    return [
        {"player": one.player, "termination": one.termination.value, "games": one.games, "reason": one.reason}
        for one in forfeits
    ]
