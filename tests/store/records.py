"""Game records for Hypothesis: any rules and set-up, any end, any text that a name could be."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from hypothesis import strategies as st

from plyground import Game, GridBoard, Outcome, Side, Termination
from plyground.store import GameRecord, MoveRecord
from tests.strategies import games, rules, setups

FORFEITS = [t for t in Termination if t not in (Termination.WIN, Termination.DRAW)]

texts = st.text(max_size=30) | st.sampled_from(
    ['"', "\\", "]", '[Game "x"]', "a\nb", "\r\n\u2028", "\0", "\ud800", "名"]
)
names = st.text(min_size=1, max_size=30)
seconds = st.floats(0, 1e9) | st.just(0.0)
values = st.none() | st.floats(allow_nan=False) | st.integers(-50, 50).map(float)
moments = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(UTC))


@st.composite
def records(draw: Any, largest: int = 32) -> GameRecord:
    start: GridBoard
    if draw(st.booleans()):
        start, moves = draw(games(rules(largest)))
    else:
        start, moves = GridBoard.setup(*draw(setups(rules(largest)))), []
        board = start
        while board.legal_moves and len(moves) < 5:
            moves.append(draw(st.sampled_from(board.legal_moves)))
            board = board.move(moves[-1])
    game = Game(start, moves)
    if not game.is_over and draw(st.booleans()):
        loser = draw(st.sampled_from([*Side, None]))
        game.end(loser, draw(st.sampled_from(FORFEITS)))
    return GameRecord.of(
        game,
        id=draw(names),
        players=(draw(texts), draw(texts)),
        moves=[
            MoveRecord(move, draw(seconds), draw(values), draw(st.none() | st.integers(0, 2**63 - 1))) for move in moves
        ],
        began=draw(moments),
        reason=draw(texts) if game.outcome is not Outcome.OPEN else "",
        opening=draw(st.integers(0, len(moves))),
        event=draw(st.none() | names),
        round=draw(st.none() | st.integers(0, 2**63 - 1)),
        seed=draw(st.none() | st.integers(0, 2**64 - 1)),
        limit=draw(texts),
        forfeit_seconds=draw(st.none() | seconds) if game.forfeit is not None else None,
    )
