"""What people call a game."""

from __future__ import annotations

import pytest

from plyground.grid import PRESETS, Rules, rules_title
from plyground.texts import languages, speaking


def test_games_have_names():
    assert rules_title("7x6 connect=4") == "Connect Four"
    assert rules_title("8x7 connect=5") == "8 × 7, 5 in a row"
    assert rules_title("5x5 connect=4 gravity=no blocked=a1,b2") == "5 × 5, 4 in a row, any free cell, 2 blocked cells"


@pytest.mark.parametrize("code", languages())
def test_every_preset_has_one(code):
    with speaking(code):
        for name, rules in PRESETS.items():
            assert rules_title(rules) not in (name, str(rules))
        assert "connect" not in rules_title(Rules(columns=4, rows=4, connect=3))
