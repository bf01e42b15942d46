"""The routes that the page asks first: version, presets, levels, players, limits and texts; and reading a position."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from plyground._version import __version__
from plyground.errors import N_
from plyground.grid import PRESETS, rules_title
from plyground.texts import _, language, languages
from plyground.web.messages.base import PlayerText, Sent
from plyground.web.messages.players import (
    LevelInfo,
    NamedPlayer,
    PlayerInfo,
    level_infos,
    named_player,
    player_infos,
    players_that_need,
)
from plyground.web.messages.positions import PositionRequest, PositionState, position_state, read_board, read_rules
from plyground.web.messages.refusals import Refusal, of_field, problems
from plyground.web.serving.administrator import is_administrator
from plyground.web.serving.answers import json_answer
from plyground.web.serving.callers import caller_of
from plyground.web.serving.pages import PageFilesOf
from plyground.web.serving.server import addresses
from plyground.web.serving.services import Services, ServicesOf

__all__ = ["Meta", "router"]

router = APIRouter(prefix="/api", tags=["page"])

_GAMES = ("cfour", "tictactoe", "gomoku")  # in the order to offer them


class Preset(Sent):
    name: str
    label: str
    rules: str


class PageLimits(Sent):
    columns: int
    rows: int
    seconds: Annotated[float, Field(description="The most a search may take for a move.")]
    searches: Annotated[int, Field(description="Searches that one visitor may have running.")]
    message_bytes: int
    messages_per_second: float


class Meta(Sent):
    version: str
    language: str
    languages: dict[str, str]
    presets: list[Preset]
    levels: list[LevelInfo]
    players: list[PlayerInfo]
    games: Annotated[
        list[str], Field(description="Games that the server's owner has added, to see searches at work on.")
    ]
    limits: PageLimits
    kernels: Literal["compiling", "ready", "failed"]
    compiling: Annotated[
        list[str], Field(description="Levels and players whose code is still to be compiled: their first move waits.")
    ]
    network: Annotated[
        str | None, Field(description="The server's address for other machines; null if only its own can reach it.")
    ]
    arena: Annotated[bool, Field(description="Whether the visitor may start, stop and resume tournaments.")]


@router.get("/meta", response_model=Meta)
async def meta(connection: HTTPConnection, services: ServicesOf) -> Response:
    return await services.read(caller_of(connection), lambda: json_answer(_meta(connection, services)))


def _meta(connection: HTTPConnection, services: Services) -> Meta:
    settings = services.settings
    return Meta(
        version=__version__,
        language=language(),
        languages=dict(languages()),
        presets=[
            *(Preset(name=name, label=rules_title(name), rules=str(PRESETS[name])) for name in _GAMES),
            Preset(name="random", label=_("Random board with a blocked cell"), rules="random"),
        ],
        levels=level_infos(),
        players=player_infos(settings),
        games=list(services.games),
        limits=PageLimits(
            columns=settings.columns,
            rows=settings.rows,
            seconds=settings.think_seconds,
            searches=settings.searches,
            message_bytes=settings.message_bytes,
            messages_per_second=settings.messages_per_second,
        ),
        kernels=services.kernel_loader.state,
        compiling=players_that_need(services.kernel_loader.compiling),
        network=addresses(settings.host, settings.port)[1],
        arena=is_administrator(connection),
    )


@router.get("/player", responses=problems(422))
async def player(text: Annotated[PlayerText, Query()], connection: HTTPConnection, services: ServicesOf) -> NamedPlayer:
    """Reads the text of a player, and says what it is called."""
    return await services.read(caller_of(connection), lambda: named_player(text, services.settings))


@router.get("/texts/{code}", response_model=dict[str, str | list[str]], responses=problems(404))
async def texts(
    code: Annotated[str, Path(max_length=20)], connection: HTTPConnection, files: PageFilesOf, services: ServicesOf
) -> Response:
    """The texts of the page: each in English, with its translation, or the list of its plural forms."""
    if code not in languages():
        raise Refusal(
            "language",
            404,
            N_("there are no texts in the language '{name}'; known are {known}"),
            name=code,
            known=", ".join(languages()),
        )
    return await services.read(
        caller_of(connection), lambda: JSONResponse(files.texts[code], headers={"cache-control": "no-cache"})
    )


@router.post("/position", responses=problems(422))
async def position(request: PositionRequest, connection: HTTPConnection, services: ServicesOf) -> PositionState:
    """Reads a position and says what can be played. An error names its field and place."""

    def read() -> PositionState:
        with of_field("rules"):
            rules = read_rules(request.rules, services.settings)
        with of_field("position"):
            board = read_board(rules, request.position)
        return position_state(board)

    return await services.read(caller_of(connection), read)
