"""Players as a caller gives them: by name, as objects, or as plain functions."""

from __future__ import annotations

from typing import TypeAlias, cast

from plyground.errors import N_, InputError
from plyground.game import Player
from plyground.players.function_player import FunctionPlayer, PlayerFunction
from plyground.players.registry import Humans, make_player, player_text

__all__ = ["AnyPlayer", "as_player", "text_or_player"]

AnyPlayer: TypeAlias = str | Player | PlayerFunction
"""A player's text, such as `uct playouts=500`; a player; or a function `board -> move`."""


def as_player(
    what: AnyPlayer, *, humans: Humans | None = None, seed: int | None = None, threads: int | None = None
) -> Player:
    """The player that is meant. The other arguments are those of `make_player`, for a player by name.

    >>> as_player("minimax depth=3").name, as_player(max).name
    ('minimax depth=3', 'max')
    """
    found = text_or_player(what)
    return make_player(found, humans=humans, seed=seed, threads=threads) if isinstance(found, str) else found


def text_or_player(what: AnyPlayer) -> str | Player:
    """The canonical text of a player by name, of which each game gets a new one; else the player itself."""
    if isinstance(what, str):
        return player_text(what)
    if isinstance(what, type):
        raise InputError(
            N_("{value} is a class, no player; give a player of it: {name}(…)"), value=what, name=what.__name__
        )
    # A subclass is known at once; looking at the shape of another takes longer than some games.
    if Player in type(what).__mro__ or isinstance(what, Player):
        if not isinstance(getattr(what, "name", None), str):
            raise InputError(N_("the player {value} has no name; set its attribute `name` to a text"), value=repr(what))
        return cast(Player, what)
    if callable(what):
        return FunctionPlayer(what)
    raise InputError(
        N_("{value} is no player; give a name such as 'uct', a Player, or a function board -> move"), value=repr(what)
    )
