"""The routes of the arena: tournaments and their games, and starting, stopping and resuming a tournament."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable
from dataclasses import replace
from typing import Annotated, TypeAlias, TypeVar, cast

from fastapi import APIRouter, Path, Query
from starlette.requests import HTTPConnection
from starlette.responses import Response

from plyground.arena import Entrant, TournamentSettings, capacity_of, check_name, check_players, game_count
from plyground.errors import N_, InputError, PlygroundError, UnknownNameError
from plyground.executors import cores
from plyground.game import Game
from plyground.grid import GridBoard, Rules, move_text, position_text, rules_name
from plyground.players import make_player
from plyground.store import Database, GameFilter, GameRecord, get_game, get_tournament, live, summaries
from plyground.texts import retell
from plyground.web.arena.messages import (
    NewTournament,
    StoredGame,
    StoredMove,
    TournamentGame,
    TournamentState,
    TournamentSummary,
)
from plyground.web.arena.public import PublicNames, public_reason, signed_id, unsigned_id
from plyground.web.arena.tournaments import Tournaments
from plyground.web.messages.base import finite
from plyground.web.messages.names import recorded_name, seat_names
from plyground.web.messages.players import allowed_player
from plyground.web.messages.positions import position_state, read_rules
from plyground.web.messages.refusals import Refusal, of_field, problems
from plyground.web.serving.administrator import Administrator, is_administrator
from plyground.web.serving.answers import json_answer
from plyground.web.serving.callers import caller_of
from plyground.web.serving.services import Services, ServicesOf, Visitor
from plyground.web.serving.settings import ServerSettings

__all__ = ["RecordId", "find_record", "router"]

T = TypeVar("T")
Summary = TypeVar("Summary", bound=TournamentSummary)

router = APIRouter(tags=["arena"])

MOST_GAMES = 400
_MOST_LISTED = 500

_PRINTED = r"^[^\x00-\x1f]*$"  # databases refuse a NUL
TournamentName: TypeAlias = Annotated[str, Path(min_length=1, max_length=60, pattern=_PRINTED)]
RecordId: TypeAlias = Annotated[str, Path(min_length=1, max_length=100, pattern=_PRINTED)]
PlayerName: TypeAlias = Annotated[str | None, Query(max_length=200, pattern=_PRINTED)]


def _tournaments(connection: HTTPConnection) -> Tournaments:
    return cast(Tournaments, connection.app.state.tournaments)


@router.get("/api/tournaments", response_model=list[TournamentSummary])
async def tournaments(connection: HTTPConnection, services: ServicesOf) -> Response:
    """All tournaments of the database, the newest first."""
    known = _tournaments(connection)

    def listed() -> Response:
        return json_answer([_for_visitor(connection, each) for each in known.all()])

    return await services.look_up(caller_of(connection), listed)


@router.get("/api/tournaments/{name}", response_model=TournamentState, responses=problems(404, 422))
async def tournament(name: TournamentName, connection: HTTPConnection, services: ServicesOf) -> Response:
    """How a tournament stands: the cross table and the ratings of the games played so far."""
    known = _tournaments(connection)

    def looked() -> Response:
        return json_answer(_for_visitor(connection, known.state(name)))

    return await _found(services.look_up(caller_of(connection), looked))


@router.get("/api/tournaments/{name}/games", response_model=list[TournamentGame], responses=problems(404, 422))
async def games(
    name: TournamentName,
    connection: HTTPConnection,
    services: ServicesOf,
    player: PlayerName = None,
    opponent: PlayerName = None,
    offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=_MOST_LISTED)] = 50,
) -> Response:
    """Games of a tournament, the newest first; those of one player, or of two against each other."""

    def listed() -> Response:
        settings = TournamentSettings.from_json(get_tournament(services.database, name).settings)
        public = PublicNames(entrant.name for entrant in settings.players)
        wanted = {public.recorded(each) for each in (player, opponent) if each is not None}
        first = None if player is None else public.recorded(player)
        filtered = GameFilter(event=name, player=first, finished=True)
        fit = [
            game for game in summaries(services.database, filtered, newest_first=True) if wanted <= set(game.players)
        ]
        return json_answer(
            [
                TournamentGame(
                    id=signed_id(services.settings, game.id),
                    round=game.round,
                    players=public.pair(game.players),
                    names=(recorded_name(game.players[0]), recorded_name(game.players[1])),
                    outcome=game.outcome.value,
                    termination=None if game.termination is None else game.termination.value,
                    plies=game.plies,
                    began=game.began,
                )
                for game in fit[offset : offset + limit]
            ]
        )

    return await _found(services.look_up(caller_of(connection), listed))


@router.post("/api/tournaments", status_code=201, responses=problems(403, 409, 422))
async def start(
    wanted: NewTournament, connection: HTTPConnection, services: ServicesOf, _visitor: Visitor, _may: Administrator
) -> TournamentState:
    """Starts a tournament among built-in players. It runs until it is finished or stopped."""
    tournaments = _tournaments(connection)
    settings = await services.stored(_settings, wanted, services.settings)  # makes the players, which takes a moment
    if tournaments.runner.running is not None:
        tournaments.runner.start(settings)  # raises the refusal
    with of_field("name"):
        await services.stored(tournaments.add, settings)
    return await services.stored(tournaments.state, settings.name)


@router.post("/api/tournaments/{name}/resume", responses=problems(403, 404, 409, 422))
async def resume(
    name: TournamentName, connection: HTTPConnection, services: ServicesOf, _visitor: Visitor, _may: Administrator
) -> TournamentState:
    """Goes on with a tournament that was stopped."""
    tournaments = _tournaments(connection)

    def start_again() -> TournamentState:
        settings = TournamentSettings.from_json(get_tournament(services.database, name).settings)
        for entrant in settings.players:
            allowed_player(entrant.text, services.settings)
        tournaments.runner.start(settings)
        return tournaments.state(name)

    return await _found(services.stored(start_again))


@router.post("/api/tournaments/{name}/stop", responses=problems(403, 404, 409, 422))
async def stop(
    name: TournamentName, connection: HTTPConnection, services: ServicesOf, _visitor: Visitor, _may: Administrator
) -> TournamentState:
    """Stops a tournament that was started from the page. Its games stay, and it can go on later."""
    tournaments = _tournaments(connection)
    await _found(services.stored(tournaments.runner.stop, name))
    return await _found(services.stored(tournaments.state, name))


@router.get("/api/records/{id}", response_model=StoredGame, responses=problems(404, 422))
async def record(id: RecordId, connection: HTTPConnection, services: ServicesOf) -> Response:
    """A game with its moves, wherever it was played."""
    found = await find_record(id, connection, services)
    visitor = connection.scope["state"]["visitor"]

    def looked() -> Response:
        seats = live.seats_of(services.database, id)
        if seats is None:
            names = (recorded_name(found.players[0]), recorded_name(found.players[1]))
            return json_answer(_stored(found, names, None))
        sides = live.sides_of(services.database, id, [] if visitor is None else [visitor])
        return json_answer(_stored(found, seat_names(seats, sides), f"/game/{id}"))

    return await services.look_up(caller_of(connection), looked)


async def find_record(id: str, connection: HTTPConnection, services: Services) -> GameRecord:
    """A game as everybody may know it: one of the page by its own id, which is random, or one of a tournament by the
    signed one that the list of its games has."""

    def find() -> GameRecord | None:
        database = services.database
        if (unsigned := unsigned_id(services.settings, id)) is None:
            return None if live.seats_of(database, id) is None else get_game(database, id)
        record = get_game(database, unsigned)
        return None if record is None else _public(record, _entrants(database, record.event), id)

    found = await services.look_up(caller_of(connection), find)
    if found is None:
        raise Refusal("not_found", 404, N_("there is no game '{id}'"), id=id)
    return found


def _entrants(database: Database, event: str | None) -> tuple[Entrant, ...]:
    if event is None:
        return ()
    try:
        return TournamentSettings.from_json(get_tournament(database, event).settings).players
    except PlygroundError:
        return ()  # it was removed, or another version wrote it


def _public(record: GameRecord, players: tuple[Entrant, ...], id: str) -> GameRecord:
    public = PublicNames(entrant.name for entrant in players)
    reason = public_reason(record.reason, [*record.players, *(entrant.text for entrant in players)])
    return replace(record, id=id, players=public.pair(record.players), reason=reason)


def _for_visitor(connection: HTTPConnection, summary: Summary) -> Summary:
    if is_administrator(connection):
        return summary
    return summary.model_copy(update={"can_stop": False, "can_go_on": False})


# Reading and writing


async def _found(work: Awaitable[T]) -> T:
    """Answers an unknown tournament with 404."""
    try:
        return await work
    except UnknownNameError as error:
        # The database's own sentence says where it lies, which visitors need not know.
        name = error.values.get("name")
        raise Refusal("not_found", 404, N_("there is no tournament '{name}'"), name=name) from None


def _settings(wanted: NewTournament, server: ServerSettings) -> TournamentSettings:
    with of_field("rules"):
        drawn = wanted.rules == "random"  # another board for each pair of games
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
        check_players([each.text for each in players], settings.limit, capacity_of(None, max(1, cores() - 1)))
        for entrant in players:
            make_player(entrant.text).new_game(
                Game(board), board.turn
            )  # raises an error for a board that it cannot play
    if (count := game_count(settings)) > MOST_GAMES:
        with of_field("rounds"):
            raise InputError(
                N_("that makes {count} games; the page allows {most}: choose fewer rounds or players"),
                count=count,
                most=MOST_GAMES,
            )
    return settings


def _stored(record: GameRecord, names: tuple[str, str], address: str | None) -> StoredGame:
    rules = record.rules
    boards = [record.start]
    for played in record.moves:
        boards.append(boards[-1].move(played.move))
    return StoredGame(
        id=record.id,
        rules=rules_name(rules),
        start=position_text(record.start),
        moves=record.moves_text,
        played=[
            StoredMove(
                move=move_text(rules, move.move), seconds=move.seconds, value=finite(move.value), nodes=move.nodes
            )
            for move in record.moves
        ],
        board=position_state(boards[-1], boards),
        opening=record.opening,
        players=record.players,
        names=names,
        address=address,
        outcome=record.outcome.value,
        termination=None if record.termination is None else record.termination.value,
        reason=retell(record.reason),
        event=record.event,
        round=record.round,
        began=record.began,
    )
