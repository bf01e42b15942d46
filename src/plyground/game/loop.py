"""The loop that lets two players play, and one round of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from plyground.board import Board, Cancel, Decision, Limit, Side
from plyground.errors import N_, InputError, PlayerError, PlygroundError
from plyground.game.game import Forfeit, Game, Termination
from plyground.game.player import Player
from plyground.game.turn import Turn, crash_of, take_turn

__all__ = ["Observer", "Played", "play", "seat_player", "step"]

B_co = TypeVar("B_co", bound=Board, covariant=True)


@dataclass(frozen=True, slots=True)
class Played:
    """One move, for observers: who played it, from which board, what was decided, and how long it took."""

    game: Game[Board]
    player: Player
    side: Side
    before: Board
    decision: Decision
    seconds: float


Observer: TypeAlias = Callable[[Played], None]


def step(
    game: Game[B_co],
    players: Mapping[Side, Player],
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    observers: Iterable[Observer] = (),
    *,
    strict: bool = False,
) -> Turn:
    """Lets the side to move take its turn, and applies it: the move is played, or the game ends with the forfeit.

    With a clock, a side that has used up its time loses, and its move is not played.
    """
    turn = take_turn(game, players[game.turn], limit, cancel, strict=strict)
    if turn.is_cancelled:
        return turn
    game.spend(turn.side, turn.seconds)
    if game.forfeit is not None:
        return replace(turn, decision=None, forfeit=_on_time(game, turn))
    if turn.decision is None:
        game.forfeit = turn.forfeit
        return turn
    game.play(turn.decision.move)
    for observer in observers:
        observer(Played(game, turn.player, turn.side, turn.before, turn.decision, turn.seconds))
    return turn


def play(
    game: Game[B_co],
    first: Player,
    second: Player,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    observers: Iterable[Observer] = (),
    *,
    strict: bool = False,
) -> Game[B_co]:
    """The loop: asks, applies, reports, until the game is over or `cancel` is set.

    It starts from wherever `game` stands, so a game can be interrupted and continued. `game.forfeit` says why a player
    lost that failed; `strict` is that of `take_turn`.
    """
    players = {Side.FIRST: first, Side.SECOND: second}
    for player in players.values():
        if Player not in type(player).__mro__ and not isinstance(player, Player):  # quick for subclasses
            raise InputError(
                N_("{value} is no Player; plyground.play also takes names and functions"), value=repr(player)
            )
    watching = tuple(observers)
    for side, player in players.items():
        if not game.is_over:
            seat_player(game, side, player)
    while not game.is_over and not (cancel is not None and cancel.is_set()):
        step(game, players, limit, cancel, watching, strict=strict)
    return game


def seat_player(game: Game[B_co], side: Side, player: Player) -> None:
    """Lets `player` play `side`. A player that fails when it is told of the game forfeits it."""
    try:
        game.seat(side, player)
    except PlayerError as error:
        game.forfeit = crash_of(side, error)
    except PlygroundError:
        raise  # a board that the player does not know
    except Exception as error:
        game.forfeit = crash_of(side, error)


def _on_time(game: Game[B_co], turn: Turn) -> Forfeit:
    assert game.clock is not None
    used_up = PlayerError(
        N_("{name} has used up the {seconds:g} s on its clock"), name=turn.player.name, seconds=game.clock.seconds
    )
    game.forfeit = Forfeit(turn.side, Termination.TIMEOUT, used_up)
    return game.forfeit
