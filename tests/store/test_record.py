"""A record is a value that can be replayed, and that cannot say what did not happen."""

from __future__ import annotations

import math
import pickle
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from plyground import CFOUR, TICTACTOE, Decision, Game, GridBoard, Outcome, Side, Termination
from plyground.errors import RecordError
from plyground.store import GameRecord, MoveRecord
from tests.store.records import records
from tests.strategies import examples

BEGAN = datetime(2026, 1, 2, tzinfo=UTC)
WON = GameRecord.of(Game(GridBoard(CFOUR), [3, 2, 3, 2, 3, 2, 3]), id="won", players=("a", "b"), began=BEGAN)
OPEN = GameRecord.of(Game(GridBoard(TICTACTOE), [4, 0]), id="open", players=("a", "b"), began=BEGAN)


@examples(60)
@given(records())
def test_a_record_replays_and_crosses_processes(record: GameRecord) -> None:
    game = record.game()
    assert (game.outcome, game.termination) == (record.outcome, record.termination)
    assert game.moves == tuple(move.move for move in record.moves)
    assert sum(game.seconds.values()) == pytest.approx(sum(move.seconds for move in record.moves))
    assert pickle.loads(pickle.dumps(record)) == record


@pytest.mark.parametrize(
    ("record", "changes", "said"),
    [
        (WON, {"outcome": Outcome.SECOND_WINS}, "its moves make it 'first wins'"),
        (WON, {"outcome": Outcome.OPEN, "termination": None}, "its moves make it 'first wins'"),
        (WON, {"termination": Termination.TIMEOUT}, "ends as 'first wins' by 'timeout'"),
        (WON, {"moves": (*WON.moves, MoveRecord(0))}, "move 8 of game won cannot be played"),
        (WON, {"moves": WON.moves[:-1]}, "its moves make it 'open'"),
        (OPEN, {"moves": (MoveRecord(4), MoveRecord(4))}, "move 2 of game open cannot be played"),
        (OPEN, {"outcome": Outcome.DRAW, "termination": Termination.DRAW}, "its moves make it 'open'"),
        (OPEN, {"outcome": Outcome.FIRST_WINS, "termination": Termination.WIN}, "its moves make it 'open'"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(record: GameRecord, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(RecordError, match=said):
        replace(record, **changes).game()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"outcome": Outcome.OPEN}, "one is missing"),
        ({"termination": None}, "one is missing"),
        ({"opening": 8}, "the opening cannot be 8"),
        ({"opening": -1}, "the opening cannot be -1"),
        ({"id": ""}, "1 to 200"),
        ({"event": "x" * 201}, "1 to 200"),
        ({"round": -1}, "of round -1"),
        ({"began": datetime(2026, 1, 2)}, "no time zone"),
    ],
)
def test_a_record_does_not_contradict_itself(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(RecordError, match=said):
        replace(WON, **changes)


@pytest.mark.parametrize("values", [(0, -1.0), (0, math.inf), (0, math.nan), (0, 0.0, 0.0, -1), (0, 0.0, 0.0, 2**63)])
def test_a_move_takes_time_and_nodes_from_0_on(values: tuple[Any, ...]) -> None:
    with pytest.raises(RecordError, match="0 or more"):
        MoveRecord(*values)


def test_numbers_are_pythons_own() -> None:
    move = MoveRecord(np.int64(3), np.float32(0.5), np.float64(-0.0), np.uint64(7))  # type: ignore[arg-type]
    assert [type(value) for value in (move.move, move.seconds, move.value, move.nodes)] == [int, float, float, int]
    assert (str(move.value), MoveRecord(0, value=math.nan).value) == ("0.0", None)


def test_a_decision_leaves_what_it_knows() -> None:
    assert MoveRecord.of(Decision(3, value=1.0, nodes=5), 0.5) == MoveRecord(3, 0.5, 1.0, 5)
    assert MoveRecord.of(Decision(3, playouts=9), 0.5).nodes == 9
    assert MoveRecord.of(Decision(3), 0.5).nodes is None


def test_times_are_kept_in_utc_and_texts_without_what_no_database_keeps() -> None:
    east = datetime(2026, 1, 2, 9, tzinfo=timezone(timedelta(hours=9)))
    record = replace(WON, began=east, players=("a\0", "b\ud800"), reason="\0")
    assert (record.began.tzinfo, record.began) == (UTC, BEGAN)
    assert (record.players, record.reason) == (("a\ufffd", "b\ufffd"), "\ufffd")


def test_players_by_side() -> None:
    assert [WON.player(side) for side in Side] == ["a", "b"]
    assert WON.moves_text == "4343434"


@pytest.mark.parametrize(
    ("decision", "value"),
    [
        (Decision(3, 0.25, nodes=900), 0.25),
        (Decision(3, 0.25, playouts=900), 0.25),
        (Decision(3, 1.0, nodes=900, exact=True), 1.0),
        (Decision(3, 1.0, exact=True), None),
        (Decision(3, math.inf, nodes=1), None),
        (Decision(3, 0.25), 0.25),
    ],
    ids=["searched", "played out", "proven", "from the book", "at sight", "a bot's"],
)
def test_a_move_without_a_search_has_no_value(decision, value):
    assert MoveRecord.of(decision, 0.1).value == value
