"""A game against somebody at another terminal or at a browser, through a served game: one terminal starts the game, the
other joins it by its link. Both talk to the server as the page does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy

if TYPE_CHECKING:
    from plyground.console.link.start import join_game, start_game

__all__ = ["is_link", "join_game", "start_game"]

__getattr__ = lazy(__name__, start="join_game start_game")


def is_link(text: str | None) -> bool:
    """Whether the text of a seat stands for somebody elsewhere."""
    return text is not None and text.strip().lower() == "link"
