"""A game of the store as the state that its players and watchers get."""

from __future__ import annotations

from functools import lru_cache

from plyground.board import Side
from plyground.game import Termination
from plyground.grid import move_text
from plyground.store import LiveGame, MoveRecord, Seat
from plyground.web.messages.base import Cell, SideName
from plyground.web.messages.names import seat_name
from plyground.web.messages.positions import position_state, side_name, start_text
from plyground.web.play.messages import Clocks, GameState, PaceState, PlayedMove, Seats, SeatState
from plyground.web.play.pace import NATURAL_PACE, Pace

__all__ = ["clocks_of", "game_state"]


def game_state(
    live: LiveGame,
    *,
    sides: frozenset[Side] = frozenset(),
    connected: frozenset[Side] = frozenset(),
    clocks: Clocks | None = None,
    pace: Pace = NATURAL_PACE,
    claim_in: float | None = None,
) -> GameState:
    game, rules, boards = live.game, live.record.rules, live.game.boards
    position = position_state(game.board, boards)
    moves = []
    for ply, record in enumerate(live.record.moves):
        cell = boards[ply + 1].last_cell
        assert cell is not None
        moves.append(_played(ply, record, move_text(rules, record.move), cell, side_name(boards[ply].turn)))
    fields = dict(position)
    if game.is_over:
        fields["legal"] = []
    return GameState.model_construct(
        **fields
        | {
            "seq": live.seq,
            "id": live.id,
            "start": start_text(game.start),
            "ply": len(game.moves),
            "moves": moves,
            "outcome": game.outcome.value,
            "termination": None if game.termination is None else game.termination.value,
            "reason": live.record.reason,
            "players": Seats.model_construct(
                first=_seat(live.seat(Side.FIRST), Side.FIRST in connected),
                second=_seat(live.seat(Side.SECOND), Side.SECOND in connected),
            ),
            "you": [side_name(side) for side in Side if side in sides],
            "clocks": clocks,
            "pace": PaceState(until=pace.until, delay=pace.delay) if live.is_between_computers else None,
            "undo_offer": None if live.undo_offer is None else side_name(live.undo_offer),
            "rematch_offer": None if live.rematch_offer is None else side_name(live.rematch_offer),
            "claim_in": None if claim_in is None else round(claim_in, 1),
            "rematch": live.rematch,
            "missed": 0,
        }
    )


@lru_cache(1 << 16)
def _played(ply: int, record: MoveRecord, move: str, cell: Cell, side: SideName) -> PlayedMove:
    """Cached, because the next state repeats all the moves of this one."""
    return PlayedMove.model_construct(
        ply=ply,
        move=move,
        cell=cell,
        side=side,
        seconds=round(record.seconds, 3),
        value=record.value,
        nodes=record.nodes,
    )


def _seat(seat: Seat, connected: bool) -> SeatState:
    computer = seat.kind == "computer"
    return SeatState.model_construct(
        kind=seat.kind,
        name=seat_name(seat),
        player=seat.player or None,
        taken=computer or seat.taken,
        connected=computer or connected,
    )


def clocks_of(live: LiveGame, elapsed: float, running: Side | None) -> Clocks | None:
    """What the clocks show now, `elapsed` seconds into the running side's turn."""
    if live.clock is None:
        return None
    game = live.game
    left = {side: game.time_left(side) or 0.0 for side in Side}
    if running is not None:
        left[running] -= elapsed
    if game.termination is Termination.TIMEOUT and game.winner is not None:
        left[game.winner.opposite] = 0.0
    return Clocks(
        first=round(max(0.0, left[Side.FIRST]), 3),
        second=round(max(0.0, left[Side.SECOND]), 3),
        increment=live.clock.increment,
        running=None if running is None else side_name(running),
    )
