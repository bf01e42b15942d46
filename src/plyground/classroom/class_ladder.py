"""The ladder of a class: one tournament for the whole term, which every round extends.

What the ladder knows lies in the hidden folder `.plyground` beside the bots: the database with all games, and a copy of
every version of every bot. A changed bot is a new version, with a rating of its own; the games of the old one still
count for its opponents. A bot whose file is gone plays no more.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path

from plyground.arena import (
    Entrant,
    Openings,
    Standings,
    TournamentSettings,
    extended,
    failing_bots,
    run_tournament,
    standings_of,
)
from plyground.board import Cancel
from plyground.classroom.class_settings import ClassSettings, read_class
from plyground.classroom.remark import Remark, remark
from plyground.classroom.roster import Bot, player_text, read_roster
from plyground.errors import N_, MissingError
from plyground.executors import local_executor
from plyground.grid import GridBoard, Rules
from plyground.store import Database, change_settings, keep_tournament, list_tournaments

__all__ = ["ClassLadder", "RoundReport"]

EVENT = "class"
STATE = ".plyground"


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a bot: its number from 1, and its copy."""

    bot: str
    number: int
    digest: str
    folder: Path

    @property
    def name(self) -> str:
        """What it is called in the games."""
        return self.bot if self.number == 1 else f"{self.bot} ({self.number})"


@dataclass(frozen=True, slots=True)
class RoundReport:
    """What a run found in the folder, and how the ladder stands after it."""

    settings: ClassSettings
    standings: Standings
    present: tuple[str, ...]
    """The players of the last round, by their names in the games."""
    added: tuple[str, ...]
    resubmitted: tuple[str, ...]
    removed: tuple[str, ...]
    problems: dict[str, Remark]
    """What cannot play, with the reason."""


class ClassLadder:
    """The ladder of the class in a folder."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        if not self.folder.is_dir():
            raise MissingError(N_("there is no folder '{path}'"), path=str(folder))
        self.settings = read_class(self.folder)
        self._state = self.folder.resolve() / STATE

    def database(self) -> Database:
        """The database with all games of the class, whose event is `class`."""
        self._state.mkdir(exist_ok=True)
        return Database.open(str(self._state / "class.sqlite"))

    def play(
        self,
        rounds: int = 1,
        *,
        executor: Executor | None = None,
        observer: Callable[[Standings], None] | None = None,
        cancel: Cancel | None = None,
    ) -> RoundReport:
        """Takes over what has changed in the folder, and plays so many rounds: everybody meets everybody twice.

        Games that an interrupted run left are played first. With 0 rounds nothing is played.
        """
        bots, problems = read_roster(self.folder)
        for name in [name for name in bots if name in self.settings.house]:
            problems[bots.pop(name).path.name] = remark(N_("there is another bot called '{name}'"), name=name)
        with self.database() as database:
            known = self._known(database)
            if known is None and not rounds:
                raise MissingError(N_("no round has been played in '{path}' yet"), path=str(self.folder))
            before = () if known is None else known.stages[-1].players if known.stages else _names(known)
            current = {bot: self._current(entry) for bot, entry in bots.items()}
            new = [version for version in current.values() if known is None or version.name not in _names(known)]
            workers = local_executor() if executor is None else executor
            try:
                if rounds:
                    failed = self._failing(new, workers, cancel)
                    problems |= {version.bot: failed[version.name] for version in new if version.name in failed}
                    new = [version for version in new if version.name not in failed]
                    entrants = [self._entrant(version) for version in new]
                    present = [
                        *self.settings.house,
                        *(version.name for bot, version in current.items() if bot not in problems),
                    ]
                    settings = self._extended(database, known, entrants, rounds, present)
                    standings = run_tournament(
                        database, settings, executor=workers, force=True, observer=observer, cancel=cancel
                    )
                else:
                    assert known is not None
                    present = list(before)
                    standings = standings_of(database, known)
            finally:
                if executor is None:
                    workers.shutdown()
        playing = {_bot_of(name) for name in before}
        return RoundReport(
            self.settings,
            standings,
            tuple(present),
            added=tuple(version.bot for version in new if version.number == 1),
            resubmitted=tuple(version.bot for version in new if version.number > 1),
            removed=tuple(sorted(playing - set(bots) - set(self.settings.house))),
            problems=problems,
        )

    # Versions

    def _current(self, bot: Bot) -> Version:
        """The newest version of a bot; a changed one is copied as the next."""
        folder = self._state / "versions" / bot.name
        versions = sorted(self._versions(bot.name), key=lambda version: version.number)
        if versions and versions[-1].digest == bot.digest:
            return versions[-1]
        number = versions[-1].number + 1 if versions else 1
        part, target = folder / ".part", folder / f"{number}-{bot.digest}"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        if bot.path.is_dir():
            shutil.copytree(bot.path, part / bot.path.name, symlinks=True)
        else:
            shutil.copy(bot.path, part / bot.path.name)
        os.replace(part, target)
        return Version(bot.name, number, bot.digest, target)

    def _versions(self, bot: str) -> list[Version]:
        folder = self._state / "versions" / bot
        found = []
        for path in folder.iterdir() if folder.is_dir() else ():
            if match := re.fullmatch(r"(\d+)-([0-9a-f]{12})", path.name):
                found.append(Version(bot, int(match[1]), match[2], path))
        return found

    def _entrant(self, version: Version) -> Entrant:
        bots, _problems = read_roster(version.folder)
        file = version.folder / bots[version.bot].file
        options = {"time": f"{self.settings.time:g}", "memory": self.settings.memory}
        return Entrant(version.name, player_text(file, options))

    def _failing(self, versions: Sequence[Version], executor: Executor, cancel: Cancel | None) -> dict[str, Remark]:
        """The new versions that cannot make a move, and why."""
        boards = [GridBoard(Rules.parse(self.settings.rules))]
        players = {version.name: str(self._entrant(version).player) for version in versions}
        failed = failing_bots(players, boards, None, executor, cancel)
        template = N_("it cannot make a move: {reason}")
        return {
            # The page is for everybody: it names the bot, not where its copy lies.
            version.name: Remark(
                template,
                {"reason": failed[version.name]},
                {players[version.name]: version.bot, f"{version.folder}{os.sep}": ""},
            )
            for version in versions
            if version.name in failed
        }

    # The tournament

    def _known(self, database: Database) -> TournamentSettings | None:
        kept = next((one for one in list_tournaments(database) if one.name == EVENT), None)
        return None if kept is None else TournamentSettings.from_json(kept.settings)

    def _first(self, entrants: Sequence[Entrant], rounds: int) -> TournamentSettings:
        house = [Entrant(text) for text in self.settings.house]
        return TournamentSettings(
            EVENT,
            (*house, *entrants),
            rounds=rounds,
            rules=(self.settings.rules,),
            openings=Openings().kind,
            seed=self.settings.seed,
            anchor="random" if "random" in self.settings.house else None,
        )

    def _extended(
        self,
        database: Database,
        known: TournamentSettings | None,
        new: Sequence[Entrant],
        rounds: int,
        present: Sequence[str],
    ) -> TournamentSettings:
        if known is None:
            settings = self._first(new, rounds)
            keep_tournament(database, EVENT, settings.json())
            return settings
        house = [Entrant(text) for text in self.settings.house if text not in _names(known)]
        # The folder may have moved, and the file of the settings may have changed.
        located = replace(known, players=tuple(map(self._located, known.players)), rules=(self.settings.rules,))
        settings = extended(located, [*house, *new], rounds, present)
        change_settings(database, EVENT, known.json(), settings.json())
        return settings

    def _located(self, entrant: Entrant) -> Entrant:
        bot = _bot_of(entrant.name)
        version = next((one for one in self._versions(bot) if one.name == entrant.name), None)
        return entrant if version is None else self._entrant(version)


def _names(settings: TournamentSettings) -> tuple[str, ...]:
    return tuple(entrant.name for entrant in settings.players)


def _bot_of(name: str) -> str:
    """The bot of a version's name.

    >>> _bot_of("amy"), _bot_of("amy (2)")
    ('amy', 'amy')
    """
    return re.sub(r" \(\d+\)$", "", name)
