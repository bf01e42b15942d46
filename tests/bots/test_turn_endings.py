"""Every ending of a turn, in a trial of check-bot."""

from __future__ import annotations

import pytest

from plyground import Side
from plyground.bots import run_trial
from plyground.bots.conformance import Trial
from tests.misbehaving import ENDINGS, Misbehaving

TRIAL = Trial("the usual board", "cfour", Side.FIRST)


class Interrupted(Misbehaving):
    """The user presses Ctrl-C during its turn."""

    def wait(self, *_asked):
        raise KeyboardInterrupt


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_turn_ends_in_a_trial(ending):
    expected = ENDINGS[ending]
    if ending == "cancelled":
        # Nobody can cancel a turn here: Ctrl-C ends the run with all its trials.
        with pytest.raises(KeyboardInterrupt):
            run_trial(Interrupted(expected.player, expected.way), TRIAL)
        return
    report = run_trial(Misbehaving(expected.player, expected.way), TRIAL, seconds=0.1 if ending == "late" else None)
    assert report.declined is None
    assert (report.moves > 0) == (ending == "move")
    fault = "" if report.fault is None else str(report.fault)
    match ending:
        case "move" | "resigned":
            assert fault == "", "a bot may resign"
        case "illegal":
            assert fault.startswith(f"{expected.reason}; the position is ")
            assert fault.endswith("where the legal moves are 1 2 3 4 5 6 7")
        case "late":
            assert fault.startswith("misbehaving way=wait answered after ")
        case _:
            assert fault == expected.reason


def test_a_board_that_the_bot_declines_is_no_fault():
    report = run_trial(Misbehaving("misbehaving", "decline"), TRIAL)
    assert (report.fault, str(report.declined)) == (None, "this player plays on Sundays alone")
