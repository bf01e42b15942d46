"""Two players however they are given: who sits where, and a game between them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from contextlib import ExitStack
from typing import TypeVar

from plyground.board import Board, Cancel, Limit, SplitMix
from plyground.bots import BotPlayer
from plyground.errors import N_, InputError
from plyground.game import Game, Observer, Player
from plyground.game import play as play_loop
from plyground.players.conversion import AnyPlayer, as_player
from plyground.players.registry import Humans

__all__ = ["play", "seat"]

B_co = TypeVar("B_co", bound=Board, covariant=True)


def seat(
    first: AnyPlayer,
    second: AnyPlayer,
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
    players = [as_player(given, humans=humans, seed=s) for given, s in zip((first, second), seeds, strict=True)]
    if by_lot and draw.below(2):
        players.reverse()
    return players[0], players[1]


def play(
    game: Game[B_co],
    first: AnyPlayer,
    second: AnyPlayer,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    observers: Iterable[Observer] = (),
    *,
    strict: bool = False,
    seed: int | None = None,
) -> Game[B_co]:
    """Lets two players play `game` to its end; each is a name, a player or a function `board -> move`.

    Bots that are given by name end with the game. `seed` is that of `seat`, all else that of `plyground.game.play`.

    >>> from plyground import Game, GridBoard
    >>> from plyground.players import play
    >>> play(Game(GridBoard()), "alphabeta depth=2", lambda board: board.legal_moves[0]).winner.name
    'FIRST'
    """
    if not isinstance(game, Game):
        raise InputError(N_("{value} is no game; make one, such as Game(GridBoard())"), value=repr(game))
    with ExitStack() as stack:
        players = seat(first, second, seed=seed)
        for given, player in zip((first, second), players, strict=True):
            if isinstance(given, str) and isinstance(player, BotPlayer):
                stack.enter_context(player)
        return play_loop(game, *players, limit, cancel, observers, strict=strict)
