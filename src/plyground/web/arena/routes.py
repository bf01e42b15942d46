"""Tournaments on the page: tables and ratings while they grow, their games, and new ones among our own players."""

from __future__ import annotations

import logging
import math
import secrets
from collections import Counter
from collections.abc import Awaitable
from typing import Annotated, TypeAlias, TypeVar, cast, get_args

from fastapi import APIRouter, Path, Query
from starlette.requests import HTTPConnection

from plyground.arena.budget import budget_of, check_players
from plyground.arena.plots import ratings_plot
from plyground.arena.schedule import game_count
from plyground.arena.settings import Entrant, check_name
from plyground.arena.settings import Settings as TournamentSettings
from plyground.arena.tournament import FINISHED, RUNNING, STOPPED, standings_of
from plyground.board import Side
from plyground.errors import N_, InputError, PlygroundError, UnknownNameError
from plyground.executors import cores
from plyground.game import Game
from plyground.grid import GridBoard, Rules, position_text
from plyground.grid.notation import move_text
from plyground.players import make_player
from plyground.store.database import Database
from plyground.store.games import GameFilter, GameSummary, get_game, summaries
from plyground.store.record import GameRecord, now
from plyground.store.tournaments import Tournament, get_tournament, keep_tournament, list_tournaments
from plyground.texts import language, tell
from plyground.web.arena.messages import (
    NewTournament,
    Record,
    Standing,
    StateName,
    StoredGame,
    StoredMove,
    TournamentGame,
    TournamentState,
    TournamentSummary,
)
from plyground.web.arena.tournament_runner import STOPPING, Organizer
from plyground.web.messages.positions import read_rules, rules_name
from plyground.web.messages.refusals import Refusal, of_field, problems
from plyground.web.play.computers import allowed_player
from plyground.web.serving.services import Services, ServicesOf, Visitor
from plyground.web.serving.settings import Settings

__all__ = ["Arena", "router"]

T = TypeVar("T")

log = logging.getLogger(__name__)
router = APIRouter(tags=["arena"])

MOST_GAMES = 400
_MOST_LISTED = 500
_MOST_STATES = 50
_DEAD = 60.0
"""Seconds without a game after which whoever ran a tournament is taken to be gone; a second one does no harm."""

_PRINTED = r"^[^\x00-\x1f]*$"  # no database looks for a NUL
TournamentName: TypeAlias = Annotated[str, Path(min_length=1, max_length=60, pattern=_PRINTED)]
PlayerName: TypeAlias = Annotated[str | None, Query(max_length=200, pattern=_PRINTED)]


class Arena:
    """What the routes of this module share. Its methods ask the database, so they block."""

    def __init__(self, services: Services) -> None:
        self.database = services.database
        self.organizer = Organizer(services.database)
        self._elsewhere = services.settings.workers > 1
        """Another process of this server may run a tournament that was started from the page."""
        self._states: dict[tuple[str, str], TournamentState] = {}
        """The newest by name and language: with thousands of games, tables and ratings take a moment."""

    def all(self) -> list[TournamentSummary]:
        found = []
        for tournament in list_tournaments(self.database):
            try:
                found.append(self.summary(tournament))
            except PlygroundError as error:
                # Another version wrote it; the others can be shown all the same.
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
        is_running = tournament.state in (RUNNING, STOPPING)
        is_ours = self.organizer.running == tournament.name
        idle = self._idle(tournament) if is_running else None
        is_dead = idle is not None and idle > _DEAD and not is_ours
        problem = self.organizer.problems.get(tournament.name)
        return TournamentSummary(
            name=tournament.name,
            state=cast(StateName, tournament.state if tournament.state in get_args(StateName) else STOPPED),
            format=settings.format,
            rules=list(settings.rules),
            players=[entrant.name for entrant in settings.players],
            played=tournament.finished,
            wanted=game_count(settings),
            began=tournament.began,
            changed=tournament.changed,
            can_stop=is_ours or (self._elsewhere and is_running and not is_dead),
            can_go_on=tournament.state != FINISHED
            and (not is_running or is_dead)
            and not is_ours
            and all(":" not in entrant.player for entrant in settings.players),
            idle=None if idle is None else round(idle, 1),
            problem=tell(problem) if isinstance(problem, PlygroundError) else str(problem or ""),
        )

    def _idle(self, tournament: Tournament) -> float:
        newest = summaries(self.database, GameFilter(event=tournament.name), newest_first=True, limit=1)
        return (now() - max([tournament.changed, *(game.began for game in newest)])).total_seconds()

    def keep(self, settings: TournamentSettings) -> None:
        """Begins a new tournament."""
        if any(found.name == settings.name for found in list_tournaments(self.database)):
            template = N_("there is a tournament '{name}' already; choose another name")
            raise Refusal("taken", 409, template, name=settings.name)
        keep_tournament(self.database, settings.name, settings.json())
        self.organizer.start(settings)

    def close(self) -> None:
        self.organizer.close()


def _arena(connection: HTTPConnection) -> Arena:
    return cast(Arena, connection.app.state.arena)


@router.get("/api/tournaments")
async def tournaments(connection: HTTPConnection, services: ServicesOf) -> list[TournamentSummary]:
    """All tournaments of the database, the newest first."""
    return await services.stored(_arena(connection).all)


@router.get("/api/tournaments/{name}", responses=problems(404, 422))
async def tournament(name: TournamentName, connection: HTTPConnection, services: ServicesOf) -> TournamentState:
    """How a tournament stands: the cross table and the ratings of the games played so far."""
    return await _found(services.stored(_arena(connection).state, name))


@router.get("/api/tournaments/{name}/games", responses=problems(404, 422))
async def games(
    name: TournamentName,
    services: ServicesOf,
    player: PlayerName = None,
    opponent: PlayerName = None,
    offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=_MOST_LISTED)] = 50,
) -> list[TournamentGame]:
    """Games of a tournament, the newest first; those of one player, or of two against each other."""

    def find() -> list[GameSummary]:
        get_tournament(services.database, name)
        wanted = {each for each in (player, opponent) if each is not None}
        filtered = GameFilter(event=name, player=player, finished=True)
        fit = [
            game for game in summaries(services.database, filtered, newest_first=True) if wanted <= set(game.players)
        ]
        return fit[offset : offset + limit]

    return [
        TournamentGame(
            id=game.id,
            round=game.round,
            players=game.players,
            outcome=game.outcome.value,
            termination=None if game.termination is None else game.termination.value,
            plies=game.plies,
            began=game.began,
        )
        for game in await _found(services.stored(find))
    ]


@router.post("/api/tournaments", status_code=201, responses=problems(409, 422))
async def start(
    wanted: NewTournament, connection: HTTPConnection, services: ServicesOf, _visitor: Visitor
) -> TournamentState:
    """Starts a tournament among built-in players. It runs until it is finished or stopped, whoever looks."""
    arena = _arena(connection)
    settings = await services.stored(_settings, wanted, services.settings)  # it makes the players, to see if it can
    if arena.organizer.running is not None:
        arena.organizer.start(settings)  # which refuses it
    with of_field("name"):
        await services.stored(arena.keep, settings)
    return await services.stored(arena.state, settings.name)


@router.post("/api/tournaments/{name}/resume", responses=problems(404, 409, 422))
async def resume(
    name: TournamentName, connection: HTTPConnection, services: ServicesOf, _visitor: Visitor
) -> TournamentState:
    """Goes on with a tournament that was stopped."""
    arena = _arena(connection)

    def again() -> TournamentState:
        settings = TournamentSettings.from_json(get_tournament(services.database, name).settings)
        for entrant in settings.players:
            allowed_player(entrant.player, services.settings)
        arena.organizer.start(settings)
        return arena.state(name)

    return await _found(services.stored(again))


@router.post("/api/tournaments/{name}/stop", responses=problems(404, 422))
async def stop(
    name: TournamentName, connection: HTTPConnection, services: ServicesOf, _visitor: Visitor
) -> TournamentState:
    """Stops a tournament that was started from the page; the games played stay, and it can go on later."""
    arena = _arena(connection)
    await _found(services.stored(arena.organizer.stop, name))
    return await _found(services.stored(arena.state, name))


@router.get("/api/records/{id}", responses=problems(404, 422))
async def record(
    id: Annotated[str, Path(min_length=1, max_length=100, pattern=_PRINTED)], services: ServicesOf
) -> StoredGame:
    """A game with its moves, wherever it was played."""
    found = await services.stored(get_game, services.database, id)
    if found is None:
        raise Refusal("not_found", 404, N_("there is no game '{id}'"), id=id)
    return _stored(found)


# Reading and writing


async def _found(work: Awaitable[T]) -> T:
    """An unknown tournament is a 404."""
    try:
        return await work
    except UnknownNameError as error:
        # The database's own sentence names its place, which is nothing for visitors.
        name = error.values.get("name")
        raise Refusal("not_found", 404, N_("there is no tournament '{name}'"), name=name) from None


def _settings(wanted: NewTournament, server: Settings) -> TournamentSettings:
    with of_field("rules"):
        drawn = wanted.rules == "random"  # a board for each pair
        board = GridBoard(Rules(columns=12, rows=12, connect=4) if drawn else read_rules(wanted.rules, server))
        rules = wanted.rules if drawn else rules_name(board.rules)
    with of_field("players"):
        players = tuple(Entrant(text, text) for text in (allowed_player(text, server) for text in wanted.players))
    with of_field("name"):
        check_name(wanted.name)
    with of_field("players"):
        settings = TournamentSettings(
            wanted.name, players, rounds=wanted.rounds, rules=(rules,), time=wanted.seconds, seed=secrets.randbits(31)
        )
        check_players([each.player for each in players], settings.limit, budget_of(None, max(1, cores() - 1)))
        for entrant in players:
            make_player(entrant.player).new_game(Game(board), board.turn)  # refuses a board that it cannot play
    if (count := game_count(settings)) > MOST_GAMES:
        with of_field("rounds"):
            raise InputError(
                N_("that makes {count} games; from the page there can be {most}: take fewer rounds or players"),
                count=count,
                most=MOST_GAMES,
            )
    return settings


def _state(database: Database, tournament: Tournament, summary: TournamentSummary) -> TournamentState:
    settings = TournamentSettings.from_json(tournament.settings)
    standings = standings_of(database, settings)
    ratings = standings.ratings()
    texts = {entrant.name: entrant.player for entrant in settings.players}
    results: Counter[tuple[str, str, str]] = Counter()
    for id, outcome in standings.outcomes.items():
        first, second = standings.players[id]
        winner = outcome.winner
        if winner is None:
            results[first, second, "drawn"] += 1
            results[second, first, "drawn"] += 1
        else:
            better, worse = (first, second) if winner is Side.FIRST else (second, first)
            results[better, worse, "won"] += 1
            results[worse, better, "lost"] += 1
    names = [rating.name for rating in ratings.players]

    def against(name: str, other: str) -> Record | None:
        if name == other:
            return None
        return Record(**{word: results[name, other, word] for word in ("won", "drawn", "lost")})

    return TournamentState(
        **summary.model_dump(),
        standings=[
            Standing(
                name=rating.name,
                player=texts.get(rating.name, rating.name),
                elo=round(rating.elo, 3),
                low=_finite(rating.low),
                high=_finite(rating.high),
                games=rating.games,
                score=round(rating.score, 4),
                against=[against(rating.name, other) for other in names],
            )
            for rating in ratings.players
        ],
        advantage=round(ratings.advantage, 1),
        connected=ratings.is_connected,
        plot=ratings_plot([rating for rating in ratings.players if rating.games]) if standings.played else "",
    )


def _finite(value: float) -> float | None:
    return round(value, 1) if math.isfinite(value) else None


def _stored(record: GameRecord) -> StoredGame:
    rules = record.rules
    return StoredGame(
        id=record.id,
        rules=rules_name(rules),
        start=position_text(record.start),
        moves=record.moves_text,
        played=[
            StoredMove(
                move=move_text(rules, move.move), seconds=move.seconds, value=_bounded(move.value), nodes=move.nodes
            )
            for move in record.moves
        ],
        opening=record.opening,
        players=record.players,
        outcome=record.outcome.value,
        termination=None if record.termination is None else record.termination.value,
        reason=record.reason,
        event=record.event,
        round=record.round,
        began=record.began,
    )


def _bounded(value: float | None) -> float | None:
    # JSON has no infinity; searches mean a certain win by it.
    return None if value is None else max(-1e12, min(1e12, value))
