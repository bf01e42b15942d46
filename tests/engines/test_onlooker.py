"""Whoever looks on sees what a compiled search thinks so far, and changes nothing by it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plyground.board import Decision, Limit
from plyground.engines.alphabeta import alphabeta
from plyground.engines.champion import Champion
from plyground.engines.deepening import Deepening
from plyground.engines.flat import flat_monte_carlo
from plyground.engines.uct import UCT
from plyground.grid import GridBoard, Rules

BOARD = GridBoard(Rules(columns=12, rows=12, connect=4, blocked=frozenset({(5, 6)})))


class Watcher:
    def __init__(self) -> None:
        self.shown: list[Decision] = []

    def is_set(self) -> bool:
        return False

    def show(self, decision: Decision) -> None:
        self.shown.append(decision)


# Each with a fixed amount of work that takes some tenths of a second.
SEARCHES = {
    "uct": lambda cancel: UCT(seed=1).decide(BOARD, Limit(playouts=500_000), cancel),
    "flat": lambda cancel: flat_monte_carlo(BOARD, playouts=150_000, seed=1, cancel=cancel),
    "alphabeta": lambda cancel: alphabeta(BOARD, depth=9, cancel=cancel),
    "deepening": lambda cancel: Deepening().decide(BOARD, Limit(nodes=1_500_000), cancel),
    "champion": lambda cancel: Champion(threads=1, seed=1).decide(BOARD, Limit(playouts=80_000), cancel),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_thinking_is_seen_and_not_disturbed(name):
    search, watcher = SEARCHES[name], Watcher()
    alone = search(None)
    watched = search(watcher)
    assert replace(watched, seconds=0) == replace(alone, seconds=0)
    assert watched.seconds < 0.3 or watcher.shown
    for shown in watcher.shown:
        assert shown.move in BOARD.legal_moves
        assert set(shown.values) <= set(BOARD.legal_moves)
        assert not shown.exact
    playouts = [each.playouts for each in [*watcher.shown, watched]]
    assert playouts == sorted(playouts)
