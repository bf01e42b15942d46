"""Events come while a search runs."""

from __future__ import annotations

import pytest

from plyground import CFOUR, GridBoard, Limit
from plyground.board import Event
from plyground.grid import SEGMENTS
from plyground.search import UCT, alphabeta, flat_monte_carlo, minimax


def test_events_come_while_the_search_runs():
    """A listener may stop it: the learner who has seen enough."""

    class EnoughError(Exception):
        pass

    seen = []

    def listener(event: Event) -> None:
        seen.append(event)
        if len(seen) == 100:
            raise EnoughError

    for search in (
        lambda: minimax(GridBoard(CFOUR), 9, SEGMENTS, listener),
        lambda: alphabeta(GridBoard(CFOUR), 20, SEGMENTS, listener),
        lambda: flat_monte_carlo(GridBoard(CFOUR), 10**9, listener=listener),
        lambda: UCT().decide(GridBoard(CFOUR), Limit(playouts=10**9), listener),
    ):
        seen.clear()
        with pytest.raises(EnoughError):
            search()
        assert len(seen) == 100
