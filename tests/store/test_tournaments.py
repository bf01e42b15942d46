"""Tournaments: settings that stay, states, and how many games are done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plyground.errors import InputError, UnknownNameError
from plyground.store.database import Database
from plyground.store.games import add_games
from plyground.store.tournaments import get_tournament, keep_tournament, list_tournaments, set_state
from tests.store.test_games import some_games

SETTINGS = {"players": ["a", "b"], "rounds": 2, "limit": {"time": 0.5}, "note": "Zoë"}


def test_settings_are_kept_once(database: Database) -> None:
    assert keep_tournament(database, "cup", SETTINGS)
    assert not keep_tournament(database, "cup", dict(reversed(SETTINGS.items())))
    found = get_tournament(database, "cup")
    assert (found.settings, found.state, found.finished) == (SETTINGS, "new", 0)


def test_changed_settings_are_refused_by_name(database: Database) -> None:
    keep_tournament(database, "cup", SETTINGS)
    changed = {"players": ["a", "c"], "rounds": 2, "limit": {"time": 1.0}, "seed": 7}
    with pytest.raises(InputError) as caught:
        keep_tournament(database, "cup", changed)
    assert caught.value.values["changes"] == (
        'limit.time: 0.5 → 1.0; note: "Zoë" → –; players: ["a", "b"] → ["a", "c"]; seed: – → 7'
    )
    assert get_tournament(database, "cup").settings == SETTINGS


def test_finished_games_are_counted_and_the_state_is_told(database: Database) -> None:
    keep_tournament(database, "cup", SETTINGS)
    keep_tournament(database, "late", {})
    games = [replace(game, event="cup") for game in some_games(30)]
    add_games(database, games)
    before = get_tournament(database, "cup")
    set_state(database, "cup", "running")
    after = get_tournament(database, "cup")
    assert after.finished == sum(game.outcome.is_over for game in games)
    assert (before.state, after.state, after.changed >= before.changed) == ("new", "running", True)
    assert [found.name for found in list_tournaments(database)] == ["late", "cup"]


def test_an_unknown_name_names_the_nearest(database: Database) -> None:
    with pytest.raises(UnknownNameError, match="there is no tournament 'cap' in"):
        get_tournament(database, "cap")
    keep_tournament(database, "cup", SETTINGS)
    with pytest.raises(UnknownNameError, match="the nearest name is 'cup'"):
        get_tournament(database, "cap")


@pytest.mark.parametrize("name", ["", "x" * 201, "a\0b"])
def test_a_name_has_to_be_one(database: Database, name: str) -> None:
    with pytest.raises(InputError, match="cannot be the name"):
        keep_tournament(database, name, {})
