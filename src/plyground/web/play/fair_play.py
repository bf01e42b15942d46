"""No solver for a player of a running game against a person.

A visitor who sits in such a game gets no analysis, review or hint about its positions: those that led to the current
one, and those that can still follow. What counts are the stones, not the order in which they were played, and a mirror
image is the same position. The position that the game began with may be asked about. A game counts from its first move,
so that a link that somebody opened and forgot has no effect.

This stops an honest player's mistake, not a cheat: the visitor is known by a cookie, and there are other browsers.
"""

from __future__ import annotations

from plyground.board import Side
from plyground.errors import N_
from plyground.game import Game
from plyground.grid import GridBoard, images
from plyground.store import games_against_people
from plyground.web.messages.refusals import Refusal
from plyground.web.serving.callers import Caller
from plyground.web.serving.services import Services

__all__ = ["check_fair_play"]


async def check_fair_play(services: Services, caller: Caller, visitor: str | None, asked: GridBoard) -> None:
    """Refuses a question about this position while the visitor plays it against a person."""
    if visitor is None:
        return

    def is_refused() -> bool:
        return any(_is_about(asked, live.game) for live in games_against_people(services.database, visitor))

    if await services.look_up(caller, is_refused):
        raise Refusal(
            "not_allowed",
            403,
            N_("you are playing this position against another person; it can be analysed when that game is over"),
        )


def _is_about(asked: GridBoard, game: Game[GridBoard]) -> bool:
    if asked.rules != game.start.rules:
        return False
    return any(
        _contains(image, game.board)
        or (_contains(game.board, image) and _contains(image, game.start) and not _contains(game.start, image))
        for image in images(asked)
    )


def _contains(board: GridBoard, other: GridBoard) -> bool:
    """Whether all stones of `other` are on `board`, too."""
    return all(other.stones(side) & ~board.stones(side) == 0 for side in Side)
