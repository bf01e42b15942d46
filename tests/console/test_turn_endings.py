"""Every ending of a turn, in `plyground play`."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from plyground import Termination
from tests.cli.running import run
from tests.misbehaving import ENDINGS, misbehaving_players

HOSTILE = Path(__file__).parents[1] / "bots" / "hostile.py"
# The console has no rule about time; a bot keeps its time itself.
LATE = "cmd:time=0.2 " + shlex.join([sys.executable, str(HOSTILE), "hangs"])


@pytest.fixture(autouse=True)
def _players():
    with misbehaving_players():
        yield


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_turn_ends_at_the_console(ending):
    expected = ENDINGS[ending]
    player = {"late": LATE, "cancelled": "misbehaving way=interrupt"}.get(ending, expected.player)
    result = run("play", "--first", player, "--second", "human", "--position", "17", stdin="quit\n")
    said = " ".join(result.stdout.split())
    if ending == "move":
        assert "misbehaving way=move plays 1" in said
        assert "--position 171" in said
        assert result.exit_code == 0
    elif ending == "cancelled":
        # Ctrl-C cancels the turn, and the game can be continued.
        assert "To go on with this game:" in said
        assert "--position 17" in said
        assert "loses" not in said
        assert result.exit_code == 130
    elif expected.termination is Termination.RESIGNATION:
        assert "You win!" in said
        assert result.exit_code == 0
    else:
        assert "failed to make a legal move and loses." in said
        assert (expected.reason or "had not answered after") in said
        assert result.exit_code == 1


def test_a_human_resigns_at_the_console():
    result = run("play", "--first", "human", "--second", "misbehaving way=move", stdin="resign\n")
    assert "You lose: misbehaving way=move wins." in result.stdout
    assert result.exit_code == 0
