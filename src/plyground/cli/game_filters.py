"""The options that say which games are meant."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

import click

from plyground.board import Outcome
from plyground.cli.command import option
from plyground.errors import N_, InputError
from plyground.game import Termination
from plyground.grid import Rules

if TYPE_CHECKING:
    from plyground.store import GameFilter

__all__ = ["filter_options", "game_filter"]

F = TypeVar("F", bound=Callable[..., Any])

_RESULTS = {"first": Outcome.FIRST_WINS, "second": Outcome.SECOND_WINS, "draw": Outcome.DRAW, "open": Outcome.OPEN}


def filter_options(function: F) -> F:
    """Which games are meant; the command gets them as the `wanted` options."""
    for decorate in reversed(
        (
            option("--player", metavar="TEXT", help=N_("Games of a player whose text has this in it.")),
            option("--event", metavar="NAME", help=N_("Games of a tournament or match.")),
            option("--rules", metavar="RULES", help=N_("Games under these rules: a preset or a size.")),
            option("--result", type=click.Choice(list(_RESULTS)), help=N_("Games that ended so.")),
            option(
                "--termination",
                type=click.Choice([termination.value for termination in Termination]),
                help=N_("Games that ended for this reason."),
            ),
            option("--since", metavar="TIME", help=N_("Games that began then or later: 2026-01-31, or with a time.")),
            option("--until", metavar="TIME", help=N_("Games that began before.")),
        )
    ):
        function = decorate(function)
    return function


def game_filter(
    player: str | None,
    event: str | None,
    rules: str | None,
    result: str | None,
    termination: str | None,
    since: str | None,
    until: str | None,
) -> GameFilter:
    from plyground.store import GameFilter

    return GameFilter(
        player=player,
        event=event,
        rules=None if rules is None else Rules.parse(rules),
        outcome=None if result is None else _RESULTS[result],
        termination=None if termination is None else Termination(termination),
        since=_moment("--since", since),
        until=_moment("--until", until),
    )


def _moment(name: str, text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
        # Without a zone it is local time.
        return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise InputError(
            N_("{name} is '{value}'; it has to be a day or a time, like 2026-01-31 or 2026-01-31T18:30"),
            name=name,
            value=text,
        ) from None
