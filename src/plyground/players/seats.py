"""Who sits where: two players by their texts, or drawn by lot."""

from __future__ import annotations

import secrets

from plyground.board import SplitMix
from plyground.game import Player
from plyground.players.registry import Humans, make_player

__all__ = ["seat"]


def seat(
    first: str,
    second: str,
    *,
    by_lot: bool = False,
    humans: Humans | None = None,
    seed: int | None = None,
) -> tuple[Player, Player]:
    """The two players in the order in which they move.

    `by_lot` lets chance decide who begins; `seed` makes it, and every player whose text names no seed,
    repeatable.

    >>> [player.name for player in seat("minimax", "random")]
    ['minimax', 'random']
    """
    draw = SplitMix(secrets.randbits(64) if seed is None else seed)
    # Streams of their own: two players of the same kind should not draw the same numbers.
    seeds = [None, None] if seed is None else [draw.stream(place).next64() for place in range(2)]
    players = [make_player(text, humans=humans, seed=s) for text, s in zip((first, second), seeds, strict=True)]
    if by_lot and draw.below(2):
        players.reverse()
    return players[0], players[1]
