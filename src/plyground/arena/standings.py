"""How a tournament stands."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from plyground.arena.forfeits import Forfeits, is_forfeit
from plyground.arena.plots import Results
from plyground.arena.ratings import Ratings, rate, result_of
from plyground.arena.result_text import standings_html, standings_summary, unmet_groups
from plyground.arena.schedule import game_count
from plyground.arena.settings import TournamentSettings
from plyground.board import Outcome
from plyground.store import Database, GameFilter, GameRecord, GameSummary, get_tournament, summaries

__all__ = ["Standings", "settings_of", "standings_of"]


@dataclass
class Standings:
    """A tournament's results so far: the outcome and the players of every game by its id. They print as a table."""

    settings: TournamentSettings
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    players: dict[str, tuple[str, str]] = field(default_factory=dict)
    forfeits: Forfeits = field(default_factory=Forfeits)
    forfeited: set[str] = field(default_factory=set, repr=False)
    """The ids of the games that were lost by forfeit."""
    records: list[GameRecord] = field(default_factory=list, repr=False)
    """The games in the order of the schedule, as `tournament` returns them; a long run leaves them in the database."""

    @property
    def played(self) -> int:
        return len(self.outcomes)

    @property
    def wanted(self) -> int:
        return game_count(self.settings)

    def add(self, game: GameRecord | GameSummary) -> None:
        """Counts a game that has ended, once."""
        if not game.outcome.is_over or game.id in self.outcomes:
            return
        if is_forfeit(game):
            self.forfeited.add(game.id)
            self.forfeits.add(game)
        self.players[game.id] = game.players
        self.outcomes[game.id] = game.outcome

    def ratings(self) -> Ratings:
        """The ratings after the games so far. Another thread may add games at the same time."""
        return rate(
            [
                result_of(id, self.players[id], outcome, id in self.forfeited)
                for id, outcome in list(self.outcomes.items())
            ],
            players=[entrant.name for entrant in self.settings.players],
            anchor=self.settings.anchor,
            anchor_elo=self.settings.anchor_elo,
        )

    def cross_table(self) -> dict[str, dict[str, Results]]:
        """The results of each player against each opponent that it has met."""
        points: defaultdict[str, defaultdict[str, Counter[float]]] = defaultdict(lambda: defaultdict(Counter))
        for id, outcome in list(self.outcomes.items()):
            first, second = self.players[id]
            score = result_of(id, (first, second), outcome).score
            points[first][second][score] += 1
            points[second][first][1 - score] += 1
        names = dict.fromkeys([*(entrant.name for entrant in self.settings.players), *points])
        return {
            name: {other: Results(other, tally[1.0], tally[0.5], tally[0.0]) for other, tally in points[name].items()}
            for name in names
        }

    def __str__(self) -> str:
        lines = standings_summary(self)
        return "\n".join([*lines, *unmet_groups(self.ratings())] if self.played else lines)

    def _repr_html_(self) -> str:
        return standings_html(self)


def settings_of(database: Database, name: str) -> TournamentSettings:
    """The settings of a tournament in the database."""
    return TournamentSettings.from_json(get_tournament(database, name).settings)


def standings_of(database: Database, settings: TournamentSettings) -> Standings:
    """The results of a tournament in the database."""
    found = Standings(settings)
    for game in summaries(database, GameFilter(event=settings.name)):
        found.add(game)
    return found
