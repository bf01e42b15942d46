"""The addresses of files: of a game of the database, for everybody who knows its id, and of a position by its text."""

from __future__ import annotations

import re
import secrets
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response

from plyground.game import Game
from plyground.grid import GridBoard, animate_svg, draw_svg
from plyground.store import GameRecord, game_text
from plyground.web.arena.routes import RecordId, find_record
from plyground.web.messages.positions import GameRequest, read_game
from plyground.web.messages.refusals import problems
from plyground.web.serving.callers import caller_of
from plyground.web.serving.services import ServicesOf

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["files"])

# The server reads addresses of up to 16 kB; a character takes up to three bytes there, if it is one of ASCII.
_ASCII = r"^[\t\n\r -~]*$"
AskedRules = Annotated[str, Query(max_length=1_000, pattern=_ASCII)]
AskedPosition = Annotated[str, Query(max_length=3_000, pattern=_ASCII, description="In any form of the notation.")]
AskedMoves = Annotated[str, Query(max_length=1_000, pattern=_ASCII, description="Played from the position.")]
Ply = Annotated[int | None, Query(ge=0, le=100_000, description="The board after so many moves; else the last.")]


class SvgResponse(Response):
    media_type = "image/svg+xml"


def _file(response: type[Response], content: str, name: str) -> Response:
    return response(content, headers={"content-disposition": f'attachment; filename="{name}"'})


# A game of the database


@router.get("/records/{id}/picture.svg", response_class=SvgResponse, responses=problems(404, 422))
async def record_picture(id: RecordId, connection: HTTPConnection, services: ServicesOf, ply: Ply = None) -> Response:
    """The board as a picture."""
    record = await find_record(id, connection, services)

    def drawn() -> Response:
        boards = record.game().boards
        at = len(boards) - 1 if ply is None else min(ply, len(boards) - 1)
        return _file(SvgResponse, draw_svg(boards[at]), f"{_name(id)}{'' if ply is None else f'-{at}'}.svg")

    return await services.read(caller_of(connection), drawn)


@router.get("/records/{id}/animation.svg", response_class=SvgResponse, responses=problems(404, 422))
async def record_animation(id: RecordId, connection: HTTPConnection, services: ServicesOf) -> Response:
    """The game as a picture that plays it, again and again."""
    record = await find_record(id, connection, services)
    drawn = await services.read(caller_of(connection), lambda: animate_svg(record.game()))
    return _file(SvgResponse, drawn, f"{_name(id)}-animated.svg")


@router.get("/records/{id}/game.txt", response_class=PlainTextResponse, responses=problems(404, 422))
async def record_text(id: RecordId, connection: HTTPConnection, services: ServicesOf) -> Response:
    """The game in the format that `plyground games import` reads."""
    record = await find_record(id, connection, services)
    written = await services.read(caller_of(connection), lambda: game_text(record))
    return _file(PlainTextResponse, written, f"{_name(id)}.txt")


def _name(id: str) -> str:
    return "plyground-" + re.sub("[^A-Za-z0-9_-]+", "-", id)


# A position by its text


async def _asked_game(
    connection: HTTPConnection,
    services: ServicesOf,
    rules: AskedRules = "cfour",
    position: AskedPosition = "",
    moves: AskedMoves = "",
) -> Game[GridBoard]:
    asked = GameRequest(rules=rules, position=position, moves=moves)
    return await services.read(caller_of(connection), lambda: read_game(asked, services.settings))


AskedGame = Annotated[Game[GridBoard], Depends(_asked_game)]


@router.get("/position/picture.svg", response_class=SvgResponse, responses=problems(422))
async def position_picture(game: AskedGame, connection: HTTPConnection, services: ServicesOf) -> Response:
    """A position as a picture."""
    drawn = await services.read(caller_of(connection), lambda: draw_svg(game))
    return _file(SvgResponse, drawn, "plyground-position.svg")


@router.get("/position/animation.svg", response_class=SvgResponse, responses=problems(422))
async def position_animation(game: AskedGame, connection: HTTPConnection, services: ServicesOf) -> Response:
    """The moves as a picture that plays them, again and again."""
    drawn = await services.read(caller_of(connection), lambda: animate_svg(game))
    return _file(SvgResponse, drawn, "plyground-position-animated.svg")


@router.get("/position/game.txt", response_class=PlainTextResponse, responses=problems(422))
async def position_text(game: AskedGame, connection: HTTPConnection, services: ServicesOf) -> Response:
    """The moves as a game of nobody, in the format that `plyground games import` reads."""
    record = GameRecord.of(game, id=f"position-{secrets.token_hex(10)}", players=("-", "-"))
    written = await services.read(caller_of(connection), lambda: game_text(record))
    return _file(PlainTextResponse, written, "plyground-position.txt")
