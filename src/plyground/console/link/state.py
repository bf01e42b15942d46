"""`ServedState`: the state of a game as its server sends it, read for one of the players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyground.board import Outcome, Side
from plyground.errors import PlygroundError
from plyground.game import Game, Termination
from plyground.grid import GridBoard, parse_board, parse_move, parse_rules

__all__ = ["SeatState", "ServedState", "with_presence"]

_SIDES = {"first": Side.FIRST, "second": Side.SECOND}


@dataclass(frozen=True, slots=True)
class SeatState:
    kind: str
    name: str
    taken: bool
    connected: bool


@dataclass(frozen=True, slots=True)
class ServedState:
    """`side` is the one that this player has."""

    id: str
    game: Game[GridBoard]
    seconds: tuple[float, ...]
    """How long each move took."""
    seats: tuple[SeatState, SeatState]
    side: Side
    clocks: tuple[float, float] | None
    undo_offer: Side | None
    rematch_offer: Side | None
    claim_in: float | None
    """Seconds until the game may be claimed from the side to move, which is away; None while it may not."""
    rematch: str | None

    @property
    def ply(self) -> int:
        return len(self.game.moves)

    @property
    def is_own_turn(self) -> bool:
        return not self.game.is_over and self.game.turn is self.side

    @property
    def opponent(self) -> SeatState:
        return self.seats[self.side.opposite.value]

    @classmethod
    def read(cls, message: Mapping[str, Any]) -> ServedState | None:
        """None for a message that is no such state, or that gives this player no seat."""
        try:
            clocks = message["clocks"]
            first, second = (
                SeatState(seat["kind"], seat["name"], seat["taken"], seat["connected"])
                for seat in (message["players"]["first"], message["players"]["second"])
            )
            return cls(
                id=message["id"],
                game=_game(message),
                seconds=tuple(float(move["seconds"]) for move in message["moves"]),
                seats=(first, second),
                side=_SIDES[message["you"][0]],
                clocks=None if clocks is None else (float(clocks["first"]), float(clocks["second"])),
                undo_offer=_SIDES.get(message["undo_offer"]),
                rematch_offer=_SIDES.get(message["rematch_offer"]),
                claim_in=message.get("claim_in"),
                rematch=message["rematch"],
            )
        except (LookupError, TypeError, ValueError, PlygroundError):
            return None


def with_presence(state: Mapping[str, Any], presence: Mapping[str, Any]) -> dict[str, Any]:
    """A message with the state of a game, after a message that says who is here now."""
    players = {
        side: {**seat, "connected": side in presence["connected"]} for side, seat in dict(state["players"]).items()
    }
    return {**state, "players": players, "claim_in": presence["claim_in"]}


def _game(message: Mapping[str, Any]) -> Game[GridBoard]:
    rules = parse_rules(message["rules"])
    game = Game(parse_board(message["start"], rules), [parse_move(rules, move["move"]) for move in message["moves"]])
    if message["termination"] is not None and not game.is_over:
        winner = Outcome(message["outcome"]).winner
        game.end(None if winner is None else winner.opposite, Termination(message["termination"]))
    return game
