"""The terminal: games with human and computer players, searches watched step by step, lessons and puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy

if TYPE_CHECKING:
    from plyground.console.kept_games import KeptGames
    from plyground.console.picture import board_lines
    from plyground.console.puzzle_session import PuzzleSession
    from plyground.console.review_picture import review_table, value_chart
    from plyground.console.start import choose_seats, start_session
    from plyground.console.terminal import make_console
    from plyground.console.words import seconds_text

__all__ = [
    "KeptGames",
    "PuzzleSession",
    "board_lines",
    "choose_seats",
    "make_console",
    "review_table",
    "seconds_text",
    "start_session",
    "value_chart",
]

__getattr__ = lazy(
    __name__,
    kept_games="KeptGames",
    picture="board_lines",
    puzzle_session="PuzzleSession",
    review_picture="review_table value_chart",
    start="choose_seats start_session",
    terminal="make_console",
    words="seconds_text",
)
