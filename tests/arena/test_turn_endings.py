"""Every ending of a turn, in a game of the arena."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from plyground import CFOUR, GridBoard, Limit, Outcome
from plyground.arena import GameTask, play_game
from plyground.arena.task import Stopped, stop_playing
from tests.misbehaving import ENDINGS, misbehaving_players, waiting
from tests.waiting import PATIENCE


@pytest.fixture(autouse=True)
def _players():
    with misbehaving_players():
        yield


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_turn_ends_in_an_arena_game(ending):
    expected = ENDINGS[ending]
    players = (expected.player, "misbehaving way=move")
    task = GameTask(
        id="g",
        start=GridBoard(CFOUR),
        opening=(1, 1),
        players=players,
        names=players,
        seeds=(1, 2),
        limit=Limit(time=0.1) if ending == "late" else None,
        run=f"endings {ending}",
    )
    if ending == "cancelled":
        with ThreadPoolExecutor(1) as pool:
            playing = pool.submit(play_game, task)
            assert waiting.wait(PATIENCE)
            stop_playing(task.run)
            with pytest.raises(Stopped):
                playing.result(PATIENCE)
        return
    record = play_game(task)
    assert record.game().outcome is record.outcome
    if ending == "move":
        assert len(record.moves) > 7
        return
    assert len(record.moves) == record.opening
    assert (record.outcome, record.termination) == (Outcome.SECOND_WINS, expected.termination)
    assert record.forfeit_seconds is not None
    if ending == "late":
        assert record.forfeit_seconds > 0.1
        assert record.reason.startswith("misbehaving way=wait answered after ")
        assert record.reason.endswith("; it had 0.1 s")
    else:
        assert record.reason == expected.reason
