"""The names of players and games that the page shows, in the visitor's language."""

from __future__ import annotations

from plyground.board import Side
from plyground.errors import PlygroundError
from plyground.grid import rules_title
from plyground.players import player_name
from plyground.store import Seat
from plyground.texts import _

__all__ = ["game_title", "recorded_name", "seat_name", "seat_names"]

_NAMELESS = ("human", "link")  # what a record has for a person who gave no name


def seat_name(seat: Seat) -> str:
    """Empty for a person who gave no name."""
    return seat.name or (player_name(seat.player) if seat.player else "")


def seat_names(seats: tuple[Seat, Seat], sides: frozenset[Side]) -> tuple[str, str]:
    """The names of both seats for a visitor who holds `sides`: with one of them, that one is "You"."""
    nameless = _("Your friend") if len(sides) == 1 else ""
    first, second = (
        _("You") if sides == {side} else seat_name(seat) or nameless for side, seat in zip(Side, seats, strict=True)
    )
    return first, second


def recorded_name(text: str) -> str:
    """The name of a player in a record; empty for a person who gave none."""
    return "" if text in _NAMELESS else player_name(text)


def game_title(rules: str) -> str:
    """The name of a game by the text of its rules, which for tournaments may draw boards by lot."""
    if rules.split()[:1] == ["random"]:
        return _("Random boards")
    try:
        return rules_title(rules)
    except PlygroundError:
        return rules
