"""What is no player, number or setting is named in a sentence, before a game is played."""

from __future__ import annotations

import math
from typing import Any

import pytest

import plyground.arena
from plyground.arena import (
    match,
    tournament,
)
from plyground.errors import InputError, PlygroundError
from plyground.executors import Here
from plyground.players import StagedPlayer


def leftmost(board):
    return board.legal_moves[0]


def two(**how: object) -> object:
    return match("random", "random", **({"games": 2, "executor": Here()} | how))  # type: ignore[arg-type]


def cup(**how: object) -> object:
    return tournament(**({"players": ["random", "winblock"], "executor": Here()} | how))  # type: ignore[arg-type]


arena: Any = plyground.arena
"""Without its types, to be asked for what they forbid."""


@pytest.mark.parametrize(
    ("ask", "complaint"),
    [
        (
            lambda: arena.match(5, "random"),
            "5 is no player; give a name such as 'uct', a Player, or a function",
        ),
        (lambda: arena.match("random", None), "None is no player"),
        (lambda: arena.match(StagedPlayer, "random"), r"is a class, no player; give a player of it: StagedPlayer\(…\)"),
        (lambda: two(games="ten"), "games is 'ten'; it has to be 2, 4, 6"),
        (lambda: two(games=2.0), "games is 2.0"),
        (lambda: two(games=True), "games is True"),
        (lambda: two(rules=5), 'rules is 5; it has to be "cfour"'),
        (lambda: two(rules=None), "rules is None"),
        (lambda: two(seed="x"), "seed is 'x'; it has to be 0, 1, 2"),
        (lambda: two(limit=5), r"limit is 5; it has to be Limit\(time=0.5\)"),
        (lambda: two(openings="drawn"), r"openings is 'drawn'; it has to be Openings\('drawn'\)"),
        (lambda: two(sprt=3), r"sprt is 3; it has to be SPRT\(0, 30\)"),
        (lambda: two(executor="local"), r"executor is 'local'; it has to be Here\(\)"),
        (lambda: two(concurrency="2"), "concurrency is '2'; it has to be 1, 2, 3"),
        (lambda: two(event=5), "event is 5"),
        (lambda: two(adjudicate="yes"), "adjudicate is 'yes'"),
        (lambda: arena.Openings(3), "kind is 3; it has to be none, random, drawn"),
        (lambda: arena.Openings(plies="x"), "plies is 'x'; it has to be 0, 1, 2"),
        (lambda: arena.SPRT("a", "b"), "elo0 is 'a'; it has to be 0.5"),
        (lambda: arena.SPRT(0, 30, alpha=None), "alpha is None"),
        (lambda: arena.Entrant(5), "name is 5"),
        (lambda: arena.Entrant("mine", 5), "5 is no player"),
        (lambda: arena.check_name(5), "name is 5"),
        (lambda: arena.TournamentSettings("cup", ("a", "b")), "there is no player 'a'"),
        (lambda: arena.TournamentSettings("cup", (1, 2)), "1 is no player"),
        (lambda: arena.TournamentSettings("cup", "ab"), "players is 'ab'; it has to be"),
        (lambda: arena.TournamentSettings(5, ("random", "uct")), "name is 5"),
        (lambda: arena.tournament("uct"), r"players is 'uct'; it has to be \[\"level3\", \"random\"\]"),
        (lambda: arena.tournament(5), "players is 5"),
        (lambda: arena.tournament(["uct"]), "the number of players is 1; a tournament needs 2"),
        (
            lambda: arena.tournament([leftmost, leftmost]),
            r"two players are called .* Entrant\(\"old\", …\)",
        ),
        (lambda: cup(rounds="x"), "rounds is 'x'; it has to be 1, 2, 3"),
        (lambda: cup(pairs=0), "pairs is 0; it has to be 1, 2, 3"),
        (lambda: cup(rules=5), "rules is 5"),
        (lambda: cup(rules=[5]), "rules is 5"),
        (lambda: cup(limit=5), "limit is 5"),
        (lambda: cup(openings=5), "openings is 5"),
        (lambda: cup(format=5), "format is 5"),
        (lambda: cup(seed=-1), "seed is -1"),
        (lambda: cup(anchor=5), "anchor is 5"),
        (lambda: cup(anchor_elo="x"), "anchor_elo is 'x'"),
        (lambda: cup(anchor_elo=math.nan), "anchor_elo is nan"),
        (lambda: cup(anchor_elo=-math.inf), "anchor_elo is -inf"),
        (lambda: arena.rate([], players=["a", "b"], anchor_elo=math.nan), "anchor_elo is nan"),
        (lambda: cup(adjudicate=1), "adjudicate is 1"),
        (lambda: cup(name=5), "name is 5"),
        (lambda: cup(name="cup", database=5), "database is 5"),
        (lambda: cup(database="games"), "a tournament that is kept in a database needs a name"),
        (lambda: cup(executor=5), "executor is 5"),
    ],
)
def test_a_wrong_type_is_named_in_a_sentence(ask, complaint):
    with pytest.raises(PlygroundError, match=complaint) as caught:
        ask()
    assert isinstance(caught.value, InputError)
