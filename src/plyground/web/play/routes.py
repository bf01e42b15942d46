"""The routes of games: made and joined over HTTP, played and watched over a WebSocket each."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Annotated, cast

from fastapi import APIRouter, Path, Query, WebSocket
from pydantic import ValidationError
from starlette.requests import HTTPConnection
from starlette.responses import Response

from plyground.board import Cancel, Outcome, Side
from plyground.errors import N_, ConflictError, PlygroundError, StoreError, UnknownNameError
from plyground.game import Clock
from plyground.grid import GridBoard, rules_title
from plyground.reviews import hint, percent_text
from plyground.solver import check_size
from plyground.store import held_games
from plyground.store import live as store
from plyground.texts import _, say
from plyground.web.messages.base import Ping, Pong
from plyground.web.messages.close_codes import BAD_MESSAGES, NOT_FOUND, TOO_FAST, TOO_MANY, UNAVAILABLE
from plyground.web.messages.names import seat_names
from plyground.web.messages.players import allowed_player
from plyground.web.messages.positions import place_of, read_board, read_rules, side_name
from plyground.web.messages.refusals import Refusal, of_field, problems
from plyground.web.play import player_actions
from plyground.web.play.connection import Connection
from plyground.web.play.fair_play import check_fair_play
from plyground.web.play.game_session import GameSession
from plyground.web.play.game_state import clocks_of, game_state
from plyground.web.play.lobby import Lobby
from plyground.web.play.messages import (
    Action,
    Claim,
    CreatedGame,
    Decline,
    ErrorMessage,
    GameState,
    Hint,
    HintAnswer,
    Join,
    Links,
    NamePlayer,
    NewGame,
    OwnGame,
    PlayMove,
    Rematch,
    Resign,
    SeatRequest,
    SetPace,
    Undo,
    client_message,
    error_message,
)
from plyground.web.play.store_threads import StoreThreads
from plyground.web.serving.answers import json_answer
from plyground.web.serving.callers import Caller, caller_of
from plyground.web.serving.rates import CallerRates, Rate
from plyground.web.serving.services import SOLVER_MB, Services, ServicesOf, Visitor, services_of
from plyground.web.serving.settings import ServerSettings

__all__ = ["GameId", "Games", "games_of", "router"]

router = APIRouter(tags=["games"])

GameId = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]

_MOST_LISTED = 500
_MOST_BAD = 20  # messages that cannot be read; then the connection is closed


class Games:
    """What the routes of this module share."""

    def __init__(self, services: Services) -> None:
        settings = services.settings
        self.stored = StoreThreads(services)
        self.lobby = Lobby(self.stored, services)
        address = Rate(settings.address_games_per_minute / 60, settings.address_game_burst)
        self._new_games = CallerRates(
            Rate(settings.games_per_minute / 60, settings.game_burst),
            address,
            address.times(settings.network_share),
        )

    def count_new_game(self, caller: Caller) -> None:
        """Refuses it if there are too many."""
        if not self._new_games.take(caller):
            raise Refusal("too_fast", 429, N_("too many new games; wait a moment"))


def games_of(connection: HTTPConnection) -> Games:
    return cast(Games, connection.app.state.games)


# Over HTTP


@router.post("/api/games", status_code=201, responses=problems(422))
async def create(wanted: NewGame, connection: HTTPConnection, services: ServicesOf, visitor: Visitor) -> CreatedGame:
    """Makes a game. Its human seats belong to the visitor; for each `link` seat there is a link to send."""
    games = games_of(connection)
    games.count_new_game(caller_of(connection))
    with of_field("rules"):
        rules = read_rules(wanted.rules, services.settings)
    with of_field("position"):
        start = read_board(rules, wanted.position)
        if start.outcome is not Outcome.OPEN:
            raise Refusal("input", 422, N_("the game is over in this position already; choose another"))
    seats = []
    for field, seat in (("first", wanted.first), ("second", wanted.second)):
        with of_field(f"{field}.player"):
            seats.append(_seat(seat, start, services.settings))
    if wanted.lot and secrets.randbelow(2):
        seats.reverse()
    clock = None if wanted.clock is None else Clock(wanted.clock.seconds, wanted.clock.increment)
    you, links = [], {}
    async with services.store_turns.of(caller_of(connection).address):
        live = await games.stored(store.create, start, (seats[0], seats[1]), clock=clock, owner=visitor)
        for side, seated in zip(Side, seats, strict=True):
            if seated.kind == "human":
                await games.stored(store.claim, live.id, side, token=visitor)
                you.append(side_name(side))
            elif seated.kind == "link":
                secret = await games.stored(store.invite, live.id, side)
                links[side_name(side)] = f"/game/{live.id}#join={secret}"
    return CreatedGame(id=live.id, you=you, links=Links.model_validate({"watch": f"/game/{live.id}", **links}))


def _seat(seat: SeatRequest, start: GridBoard, settings: ServerSettings) -> store.Seat:
    name = _tidy(seat.name)
    if seat.kind != "computer":
        if seat.player is not None:
            raise Refusal("input", 422, N_("only a computer has a player; leave it out for people"))
        return store.Seat(seat.kind, name)
    if seat.player is None:
        raise Refusal("input", 422, N_("no computer player is named; name one, like level3"))
    player = allowed_player(seat.player, settings)
    if player.split()[0] == "solver":
        check_size(start.rules)  # refuse it now, not at its first move
    return store.Seat("computer", name, player)


@router.get("/api/games", response_model=list[OwnGame], responses=problems(422))
async def own_games(
    connection: HTTPConnection,
    services: ServicesOf,
    visitor: Visitor,
    limit: Annotated[int, Query(ge=1, le=_MOST_LISTED)] = 50,
) -> Response:
    """The games in which the visitor has a seat, or whose computers they seated, the last changed first."""

    def listed() -> Response:
        return json_answer(
            [
                OwnGame(
                    id=game.id,
                    title=rules_title(game.rules),
                    connect=game.rules.connect,
                    gravity=game.rules.gravity,
                    names=seat_names(game.seats, game.sides),
                    you=[side_name(side) for side in Side if side in game.sides],
                    turn=side_name(game.turn),
                    plies=game.plies,
                    outcome=game.outcome.value,
                    changed=game.changed,
                )
                for game in held_games(services.database, visitor, limit=limit)
            ]
        )

    return await services.look_up(caller_of(connection), listed)


@router.get("/api/games/{id}", response_model=GameState, responses=problems(404, 422))
async def look(id: GameId, connection: HTTPConnection, services: ServicesOf, visitor: Visitor) -> Response:
    """The game as it is now."""
    caller, database = caller_of(connection), services.database

    def looked() -> Response:
        live = store.load(database, id)
        assert live is not None
        return json_answer(game_state(live, sides=sides, clocks=clocks_of(live, 0.0, None)))

    with _unknown_as_404():
        sides = await services.look_up(caller, lambda: store.sides_of(database, id, [visitor]))
        session = games_of(connection).lobby.find(id)
        if session is None:
            return await services.look_up(caller, looked)
        state = session.state(sides)
        return await services.read(caller, lambda: json_answer(state))


@router.post("/api/games/{id}/join", responses=problems(403, 404, 409, 422))
async def join(id: GameId, wanted: Join, connection: HTTPConnection, visitor: Visitor) -> CreatedGame:
    """Takes the seat of a link, for the first who shows its secret, and again for the visitor who has it already."""
    games = games_of(connection)
    if not await games.stored(store.seqs, [id]):
        raise Refusal("not_found", 404, N_("there is no game '{id}'"), id=id)
    side = await games.stored(store.invited, id, wanted.token)
    if side is None:
        raise Refusal("bad_link", 403, N_("this link is not for this game; ask for a new one"))
    name = _tidy(wanted.name) or None
    try:
        await games.stored(store.claim, id, side, invitation=wanted.token, name=name, token=visitor)
    except ConflictError:
        raise Refusal("taken", 409, N_("somebody has taken this seat already; you can watch the game")) from None
    sides = await games.stored(store.sides_of, id, [visitor])
    session = games.lobby.find(id)
    if session is not None:
        await session.refresh()
    you = [side_name(each) for each in Side if each in sides]
    return CreatedGame(id=id, you=you, links=Links(watch=f"/game/{id}"))


def _tidy(name: str) -> str:
    """A name as it is kept: in one line, and without characters that would turn the text around it."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())


class _unknown_as_404:
    """In the block, an unknown game is answered with 404."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, UnknownNameError):
            raise Refusal("not_found", 404, error.template, **error.values) from None


# Over WebSocket


@router.websocket("/ws/games/{id}")
async def connect(
    socket: WebSocket,
    id: str,
    since: Annotated[int | None, Query(ge=0)] = None,
    natural: Annotated[bool, Query(description="Computers take 1 to 2 seconds for a move.")] = True,
    until: Annotated[int | None, Query(ge=0)] = None,
    delay: Annotated[float | None, Query(ge=0, le=60)] = None,
) -> None:
    games, services = games_of(socket), services_of(socket)
    caller = caller_of(socket)
    connection = Connection(
        socket,
        socket.scope["state"]["visitor"],
        caller,
        natural=natural,
        state_bytes=services.state_bytes_of(caller),
    )
    pace = None if until is None and delay is None else (until, delay)
    await socket.accept()
    sending = asyncio.create_task(connection.send_queued())
    session: GameSession | None = None
    try:
        with services.connections.one_more(connection.caller) as is_allowed:
            if is_allowed:
                session = await _enter(games.lobby, id, connection, since, pace)
            else:
                connection.close(TOO_MANY, _("too many connections"))
            if session is None:
                await sending
                return
            receiving = asyncio.create_task(_receive(session, connection, services, games))
            done, _pending = await asyncio.wait({receiving, sending}, return_when=asyncio.FIRST_COMPLETED)
            receiving.cancel()
            for task in done:
                task.result()
    finally:
        sending.cancel()
        if session is not None:
            games.lobby.leave(session, connection)


async def _enter(
    lobby: Lobby,
    id: str,
    connection: Connection,
    since: int | None,
    pace: tuple[int | None, float | None] | None,
) -> GameSession | None:
    """The session of the game, or None after sending the reason."""
    try:
        return await lobby.enter(id, connection, since, pace)
    except UnknownNameError as error:
        connection.send(error_message(error, "not_found"))
        connection.close(NOT_FOUND, "no such game")  # not shown
    except StoreError as error:
        connection.send(error_message(error))
        connection.close(UNAVAILABLE, "the database is away")  # not shown
    return None


async def _receive(session: GameSession, connection: Connection, services: Services, games: Games) -> None:
    """Reads the messages of the client, until the connection ends."""
    messages = services.messages_of(connection.socket)
    bad = 0
    hinting: asyncio.Task[None] | None = None
    try:
        while (message := await connection.socket.receive())["type"] == "websocket.receive":
            arrived = time.monotonic()
            if not messages.take():
                connection.send(error_message(Refusal("too_fast", 429, N_("too many messages; slow down"))))
                connection.close(TOO_FAST, _("too many messages"))
                return await _until_closed(connection)
            await services.wait_to_read(connection.caller)
            try:
                read = client_message.validate_json(message.get("text") or message.get("bytes") or b"")
            except ValidationError as error:
                bad += 1
                connection.send(_unreadable(error))
                if bad == _MOST_BAD:
                    connection.close(BAD_MESSAGES, _("too many messages that cannot be read"))
                    return await _until_closed(connection)
                continue
            if isinstance(read, Ping):
                connection.send(Pong())
            elif isinstance(read, Hint):
                if hinting is None or hinting.done():
                    hinting = asyncio.create_task(_hint(session, connection, services))
            else:
                async with services.store_turns.of(connection.caller.address):
                    await _apply(session, connection, read, arrived, games)
    finally:
        if hinting is not None:
            hinting.cancel()


async def _until_closed(connection: Connection) -> None:
    while (await connection.socket.receive())["type"] == "websocket.receive":
        pass


def _unreadable(error: ValidationError) -> ErrorMessage:
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"]) or "-"
    return ErrorMessage(code="bad_message", text=say("{field}: {reason}", field=place, reason=first["msg"]))


async def _apply(session: GameSession, connection: Connection, read: Action, arrived: float, games: Games) -> None:
    try:
        match read:
            case PlayMove():
                await player_actions.play(session, connection, read.ply, read.move, arrived)
            case Undo():
                await player_actions.undo(session, connection, read.ply)
            case Resign():
                await player_actions.resign(session, connection)
            case Rematch():
                if session.live.rematch is None:
                    games.count_new_game(connection.caller)
                await player_actions.rematch(session, connection)
            case SetPace():
                player_actions.set_pace(session, connection, read.until, read.delay)
            case Decline():
                await player_actions.decline(session, connection)
            case Claim():
                await player_actions.claim(session, connection)
            case NamePlayer():
                await player_actions.name_player(session, connection, _tidy(read.name))
    except PlygroundError as error:
        connection.send(error_message(error))
        # The client may have an old state of the game.
        session.send_state(connection)


async def _hint(session: GameSession, connection: Connection, services: Services) -> None:
    try:
        board, ply = player_actions.hint_board(session, connection), session.ply
        await check_fair_play(services, connection.caller, connection.visitor, board)
        answer = await services.moves.run(
            connection.caller, lambda cancel: _hint_answer(services, board, ply, cancel), SOLVER_MB
        )
    except PlygroundError as error:
        connection.send(error_message(error))
    else:
        connection.send(answer)


def _hint_answer(services: Services, board: GridBoard, ply: int, cancel: Cancel) -> HintAnswer:
    found = hint(board, cancel=cancel, solvers=services.solvers)
    place, value = place_of(board, found.move), found.value
    words = percent_text(found.chance) if found.chance is not None else _("looks best")
    return HintAnswer(
        ply=ply,
        move=place.move,
        cell=place.cell,
        words=words if value is None else value.words,
        text=str(found),
        source=found.source,
        exact=value is not None,
        outcome=None if value is None else value.outcome,
        score=None if value is None or value.weak else value.score,
        line=[place],
    )
