"""The players that a request may name, and how the page learns of them.

Only built-in players can be named from a page. A bot's text names a program or a file of this machine, so it is never
taken from a request. Options that cost memory or time are bounded.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal

from pydantic import Field

from plyground.errors import N_
from plyground.players import (
    Choice,
    Flag,
    Number,
    Option,
    PlayerKind,
    Span,
    Whole,
    allowed_text,
    player_kinds,
    player_name,
    player_text,
    value_name,
)
from plyground.texts import _
from plyground.web.messages.base import Sent
from plyground.web.messages.refusals import Refusal
from plyground.web.serving.settings import ServerSettings

__all__ = [
    "LevelInfo",
    "NamedPlayer",
    "OptionInfo",
    "PlayerInfo",
    "allowed_player",
    "kind_of",
    "level_infos",
    "named_player",
    "player_infos",
    "players_that_need",
]


class LevelInfo(Sent):
    number: int
    name: str
    title: Annotated[str, Field(description="What to call it, in the language of the request.")]
    label: str
    player: Annotated[str, Field(description="The text to name as the player of a seat.")]
    elo: Annotated[dict[str, float], Field(description="Measured rating by preset.")] = Field(default_factory=dict)
    error: Annotated[dict[str, float], Field(description="Half of the 95 % interval, by preset.")] = Field(
        default_factory=dict
    )
    basis: Annotated[str, Field(description="What the rating rests on, where that needs saying.")] = ""
    left_out: Annotated[
        list[str], Field(description="Presets on which it plays like a stronger level, so it is not offered.")
    ] = Field(default_factory=list)


class OptionInfo(Sent):
    name: str
    label: Annotated[str, Field(description="What to call it, in the language of the request.")]
    kind: Literal["whole", "number", "choice", "flag", "span", "words"]
    description: str
    allowed: str
    default: str | None
    choices: list[str] = Field(default_factory=list)
    choice_labels: Annotated[list[str], Field(description="What to call each of the choices.")] = Field(
        default_factory=list
    )
    range: Annotated[str, Field(description="The numbers that it takes, in words.")] = ""
    least: float | None = None
    most: float | None = None


class NamedPlayer(Sent):
    """A player that can be named in a request."""

    player: Annotated[str, Field(description="Its text, in its canonical form.")]
    name: Annotated[str, Field(description="What to call it, in the language of the request.")]


class PlayerInfo(Sent):
    name: str
    title: Annotated[str, Field(description="What to call it, in the language of the request.")]
    description: str
    options: list[OptionInfo]


def kind_of(canonical: str) -> PlayerKind:
    """The kind of a player, from its canonical text."""
    name = canonical.split(maxsplit=1)[0]
    return next(kind for kind in player_kinds() if name == kind.name or name in kind.aliases)


def allowed_player(text: str, settings: ServerSettings) -> str:
    """The canonical text of a player that may be named in a request."""
    # No built-in player has a colon in its text: refuse it before anything else reads it.
    if ":" in text or any(not char.isprintable() for char in text):
        raise Refusal(
            "not_allowed",
            422,
            N_("'{player}' cannot be played from the page: bots are for the command line; here there are {known}"),
            player=text,
            known=_known(),
        )
    canonical = player_text(text)
    words = canonical.split()[1:]
    if not _is_offered(kind_of(canonical)):
        raise Refusal(
            "not_allowed",
            422,
            N_("'{player}' is not a computer player; there are {known}"),
            player=text,
            known=_known(),
        )
    given = dict(word.split("=", 1) for word in words)
    for option, most in _bounds(settings).items():
        if option in given and float(given[option]) > most:
            raise Refusal(
                "not_allowed",
                422,
                N_("the option {name} is {value}; on the page it may be {most} at most"),
                name=option,
                value=given[option],
                most=f"{most:g}",
            )
    return canonical


def named_player(text: str, settings: ServerSettings) -> NamedPlayer:
    canonical = allowed_player(text, settings)
    return NamedPlayer(player=canonical, name=player_name(canonical))


# The page has one process for all games, and a pause of its own before the moves of computers.
_NOT_OFFERED = ("workers", "think")


def _is_offered(kind: PlayerKind) -> bool:
    return kind.build is not None and not kind.takes_rest


def _bounds(settings: ServerSettings) -> dict[str, float]:
    memory, seconds = settings.table_mb, settings.think_seconds
    # No request starts processes.
    return {"time": seconds, "table": memory, "memory": memory, "threads": settings.search_threads, "workers": 1}


def _known() -> str:
    return ", ".join(kind.name for kind in player_kinds() if _is_offered(kind))


_KINDS: dict[type[Option], Literal["whole", "number", "choice", "flag", "span"]] = {
    Whole: "whole",
    Number: "number",
    Choice: "choice",
    Flag: "flag",
    Span: "span",
}


def _option_info(option: Option, bounds: dict[str, float]) -> OptionInfo:
    info = OptionInfo(
        name=option.name,
        label=_(option.label),
        kind=_KINDS.get(type(option), "words"),
        description=_(option.description),
        allowed=option.allowed,
        default=None if option.default is None else option.show(option.default),
    )
    if isinstance(option, Choice):
        info.choices = list(option.choices)
    elif isinstance(option, Flag):
        info.choices = ["yes", "no"]
    elif isinstance(option, Whole):
        info.choices = list(option.names)
        named = {number: name for name, number in option.names.items()}
        info.default = named.get(option.default, info.default)
    info.choice_labels = [value_name(option, option.parse(choice)) for choice in info.choices]
    if isinstance(option, Whole | Number):
        info.least = option.least
        info.most = min(option.most, bounds.get(option.name, option.most))
        info.range = allowed_text(option, bounds.get(option.name))
    return info


def player_infos(settings: ServerSettings) -> list[PlayerInfo]:
    """Every player that can be named from the page, in the language in use."""
    bounds = _bounds(settings)
    return [
        PlayerInfo(
            name=kind.name,
            title=_(kind.title) or kind.name,
            description=_(kind.description),
            options=[_option_info(option, bounds) for option in kind.options if option.name not in _NOT_OFFERED],
        )
        for kind in player_kinds()
        if _is_offered(kind)
    ]


def players_that_need(kernels: Collection[str]) -> list[str]:
    """The levels and kinds of players that use one of these kernels, which are named as the players are."""
    from plyground.players import LEVELS

    kinds = [kind.name for kind in player_kinds() if kind.name in kernels]
    return [*kinds, *(level.text for level in LEVELS if level.player.split()[0] in kernels)]


def level_infos() -> list[LevelInfo]:
    """The levels, with the ratings that were measured."""
    from plyground.players import LEVELS, levels_for, measured

    ratings = measured()["elo"]
    return [
        LevelInfo(
            number=level.number,
            name=level.name,
            title=player_name(level.text),
            label=_(level.name),
            player=level.text,
            elo={board: found[level.text][0] for board, found in ratings.items() if level.text in found},
            error={
                board: (found[level.text][2] - found[level.text][1]) / 2
                for board, found in ratings.items()
                if level.text in found
            },
            basis=_(level.basis) if level.basis else "",
            left_out=[board for board in ratings if level not in levels_for(board)],
        )
        for level in LEVELS
    ]
