"""What people read instead of a player's text, in every language."""

from __future__ import annotations

import re

import pytest

from plyground.players import LEVELS, Choice, Whole, allowed_text, player_kinds, player_name, value_name
from plyground.texts import languages, speaking

IDENTIFIER = re.compile(r"[=_|]|\.\.|level\d")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("level7", "Level 7"),
        ("level 7", "Level 7"),
        ("grandmaster", "Level 10"),
        ("uct compiled=yes", "Monte Carlo (UCT), compiled"),
        ("alphabeta depth=4 evaluator=openlines", "Alpha-beta, depth 4, judges by open lines"),
        ("alphabeta depth=6", "Alpha-beta"),
        ("staged depth=8", "Staged player, very strong"),
        ("staged depth=3 centre=no", "Staged player, depth 3, begins anywhere"),
        ("champion exact=no", "Champion, without book and solver"),
        ("human name=Ann", "Ann"),
        ("cmd:time=2 ./bots/mybot.py --fast", "mybot"),
        ("Ann and Bert", "Ann and Bert"),
        ("", ""),
    ],
)
def test_a_player_has_a_name(text, name):
    assert player_name(text) == name


def test_names_are_in_the_language_in_use():
    for code, name in {
        "ko": "몬테카를로(UCT), 컴파일됨",
        "zh_CN": "蒙特卡洛（UCT），编译版",
        "en": "Monte Carlo (UCT), compiled",
    }.items():
        with speaking(code):
            assert player_name("uct compiled=yes") == name


@pytest.mark.parametrize("code", languages())
def test_every_player_and_option_has_words_for_people(code):
    with speaking(code):
        names = [player_name(level.text) for level in LEVELS]
        for kind in player_kinds():
            if kind.takes_rest or kind.build is None:
                continue
            assert kind.title, kind.name
            names.append(player_name(kind.name))
            for option in kind.options:
                assert option.label, (kind.name, option.name)
                assert option.phrase or option.name == "number", (kind.name, option.name)
                words = list(option.choices) if isinstance(option, Choice) else []
                words += list(option.names) if isinstance(option, Whole) else []
                for word in words:
                    assert value_name(option, option.parse(word)) != "", word
                    assert word in option.value_labels, (kind.name, option.name, word)
                    names.append(player_name(f"{kind.name} {option.name}={word}"))
                names.append(allowed_text(option))
    assert [name for name in names if IDENTIFIER.search(name)] == []


def test_a_lower_limit_of_the_caller_counts():
    depth = next(kind for kind in player_kinds() if kind.name == "minimax").options[0]
    assert allowed_text(depth) == "1 to 512"
    assert allowed_text(depth, most=9.0) == "1 to 9"
