"""Reading games from text files into a database: what `plyground games import` does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.cli.games import counted, visible
from plyground.errors import N_, InputError
from plyground.texts import _, say, tell

if TYPE_CHECKING:
    from plyground.store import Database, GameRecord

__all__ = ["GameImport", "lines_of"]

TOGETHER = 200
"""Games that are imported in one transaction."""
TOLD = 20
"""Faults that are reported one by one; a file of another kind would have one in every line."""


class GameImport:
    """Reads files into a database, many games in a transaction, and counts."""

    def __init__(self, database: Database, progress: Callable[[str], None]) -> None:
        self._database = database
        self._progress = progress
        self.new = 0
        self.known = 0
        self.bad = 0

    def read(self, file: Path) -> None:
        from plyground.store import BadGame, read_games

        waiting: list[GameRecord] = []
        with lines_of(file) as lines:
            try:
                for found in read_games(lines):
                    if isinstance(found, BadGame):
                        self._complain(
                            say("{file}, line {line}: {reason}", file=file, line=found.line, reason=tell(found.error))
                        )
                        continue
                    waiting.append(found)
                    if len(waiting) >= TOGETHER:
                        self._add(waiting, file)
                        waiting = []
            finally:
                # After Ctrl-C too: what was read is kept.
                self._add(waiting, file)

    def _add(self, records: list[GameRecord], file: Path) -> None:
        from plyground.store import add_games, get_game

        new = add_games(self._database, records)
        self.new += len(new)
        for record in records:
            if record.id in new:
                new.discard(record.id)  # if the file has it twice, the second is known
                continue
            if get_game(self._database, record.id) == record:
                self.known += 1
            else:
                self._complain(
                    say(
                        "{file}: the game '{id}' differs from the one of this name in the database, which is kept",
                        file=file,
                        id=record.id,
                    )
                )
        self._progress(counted(self.new + self.known))

    def _complain(self, sentence: str) -> None:
        self.bad += 1
        if self.bad <= TOLD:
            click.echo(f"plyground: {visible(sentence)}", err=True)
        elif self.bad == TOLD + 1:
            click.echo("plyground: " + _("there is more of that; it is counted below"), err=True)

    def tell(self) -> None:
        click.echo(
            say(
                "{place}: {new} new, {known} there already, {bad} not imported",
                place=self._database.place,
                new=f"{self.new:,}",
                known=f"{self.known:,}",
                bad=f"{self.bad:,}",
            )
        )


@contextmanager
def lines_of(file: Path) -> Iterator[Iterable[str]]:
    # A byte that is not UTF-8 spoils its own game and does not end the import.
    if str(file) == "-":
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace", newline="\n")
        yield sys.stdin
        return
    try:
        with open(file, encoding="utf-8", errors="replace", newline="\n") as lines:
            yield lines
    except OSError as error:
        raise InputError(N_("'{file}' cannot be read: {reason}"), file=file, reason=error.strerror or error) from error
