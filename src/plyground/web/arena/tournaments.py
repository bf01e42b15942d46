"""`Tournaments`: how the tournaments of the database stand, and the runner of those started from the page."""

from __future__ import annotations

import logging
import math
from dataclasses import replace
from typing import cast, get_args

from plyground.arena import (
    FINISHED,
    RUNNING,
    SERVED,
    STOPPED,
    Results,
    TournamentSettings,
    game_count,
    ratings_plot,
    standings_of,
)
from plyground.errors import N_, PlygroundError
from plyground.players import public_text
from plyground.store import (
    Database,
    GameFilter,
    Tournament,
    get_tournament,
    keep_tournament,
    list_tournaments,
    now,
    summaries,
)
from plyground.texts import language
from plyground.web.arena.messages import (
    ForfeitRow,
    PairRecord,
    StandingRow,
    StateName,
    TournamentState,
    TournamentSummary,
)
from plyground.web.arena.public import PublicNames, public_reason
from plyground.web.arena.tournament_runner import STOPPING, TournamentRunner
from plyground.web.messages.names import game_title, recorded_name
from plyground.web.messages.refusals import Refusal, sentence_of
from plyground.web.serving.services import Services

__all__ = ["Tournaments"]

log = logging.getLogger(__name__)

_MOST_STATES = 50
_ABANDONED_SECONDS = 60.0
"""After this long without a game, the process of a tournament is taken to be gone; a second one does no harm."""


class Tournaments:
    """The tournaments of the database. The methods read the database, so they block."""

    def __init__(self, services: Services) -> None:
        self.database = services.database
        self.runner = TournamentRunner(services.database)
        self._has_other_workers = services.settings.workers > 1
        """Whether another process of this server may run a tournament that was started from the page."""
        self._states: dict[tuple[str, str], TournamentState] = {}
        """The newest state by name and language, since tables and ratings of thousands of games take a moment."""

    def all(self) -> list[TournamentSummary]:
        found = []
        for tournament in list_tournaments(self.database):
            try:
                found.append(self.summary(tournament))
            except PlygroundError as error:
                # Another version wrote it. The others can still be shown.
                log.info("the tournament '%s' cannot be read: %s", tournament.name, error)  # not shown
        return found

    def state(self, name: str) -> TournamentState:
        tournament = get_tournament(self.database, name)
        summary = self.summary(tournament)
        known = self._states.get((name, language()))
        if known is None or known.played != summary.played:
            known = _state(self.database, tournament, summary)
            if len(self._states) > _MOST_STATES:
                self._states.clear()
            self._states[name, language()] = known
        return known.model_copy(update=summary.model_dump())

    def summary(self, tournament: Tournament) -> TournamentSummary:
        settings = TournamentSettings.from_json(tournament.settings)
        is_running = tournament.state in (RUNNING, SERVED, STOPPING)
        is_ours = self.runner.running == tournament.name
        idle = self._idle(tournament) if is_running else None
        is_abandoned = idle is not None and idle > _ABANDONED_SECONDS and not is_ours
        problem = self.runner.problems.get(tournament.name)
        public = PublicNames(entrant.name for entrant in settings.players)
        return TournamentSummary(
            name=tournament.name,
            state=_state_name(tournament.state),
            format=settings.format,
            rules=list(settings.rules),
            titles=[game_title(rules) for rules in settings.rules],
            players=[public.shown(entrant.name) for entrant in settings.players],
            names=[recorded_name(entrant.name) for entrant in settings.players],
            played=tournament.finished,
            wanted=game_count(settings),
            began=tournament.began,
            changed=tournament.changed,
            can_stop=is_ours
            or (self._has_other_workers and tournament.state in (SERVED, STOPPING) and not is_abandoned),
            can_go_on=tournament.state != FINISHED
            and (not is_running or is_abandoned)
            and not is_ours
            and all(":" not in entrant.text for entrant in settings.players),
            idle=None if idle is None else round(idle, 1),
            problem=sentence_of(problem) if isinstance(problem, PlygroundError) else str(problem or ""),
        )

    def _idle(self, tournament: Tournament) -> float:
        newest = summaries(self.database, GameFilter(event=tournament.name), newest_first=True, limit=1)
        return (now() - max([tournament.changed, *(game.began for game in newest)])).total_seconds()

    def add(self, settings: TournamentSettings) -> None:
        """Stores a new tournament and starts it."""
        if any(found.name == settings.name for found in list_tournaments(self.database)):
            template = N_("there is a tournament '{name}' already; choose another name")
            raise Refusal("taken", 409, template, name=settings.name)
        keep_tournament(self.database, settings.name, settings.json())
        self.runner.start(settings)

    def close(self) -> None:
        self.runner.close()


def _state(database: Database, tournament: Tournament, summary: TournamentSummary) -> TournamentState:
    settings = TournamentSettings.from_json(tournament.settings)
    standings = standings_of(database, settings)
    ratings = standings.ratings()
    texts = {entrant.name: entrant.text for entrant in settings.players}
    public = PublicNames(entrant.name for entrant in settings.players)
    names = [rating.name for rating in ratings.players]
    cross = standings.cross_table()

    def against(name: str, other: str) -> PairRecord | None:
        if name == other:
            return None
        met = cross[name].get(other, Results(other, 0, 0, 0))
        return PairRecord(won=met.won, drawn=met.drawn, lost=met.lost)

    return TournamentState(
        **summary.model_dump(),
        standings=[
            StandingRow(
                name=public.shown(rating.name),
                label=recorded_name(rating.name),
                player=public_text(texts.get(rating.name, rating.name)),
                elo=round(rating.elo, 3),
                low=_rounded(rating.low),
                high=_rounded(rating.high),
                games=rating.games,
                score=round(rating.score, 4),
                against=[against(rating.name, other) for other in names],
            )
            for rating in ratings.players
        ],
        forfeits=[
            ForfeitRow(
                player=public.shown(one.player),
                label=recorded_name(one.player),
                termination=one.termination.value,
                games=one.games,
                reason=public_reason(one.reason, [one.player, texts.get(one.player, one.player)]),
            )
            for one in standings.forfeits
        ],
        forfeited=ratings.forfeits,
        advantage=round(ratings.advantage, 1),
        connected=ratings.is_connected,
        plot=ratings_plot(
            [replace(rating, name=recorded_name(rating.name)) for rating in ratings.players if rating.games]
        )
        if standings.played
        else "",
    )


def _state_name(state: str) -> StateName:
    if state == SERVED:
        return "running"
    return cast(StateName, state if state in get_args(StateName) else STOPPED)


def _rounded(value: float) -> float | None:
    return round(value, 1) if math.isfinite(value) else None
