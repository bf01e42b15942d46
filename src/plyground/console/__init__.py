"""The game in the terminal, with its human and computer players, and searches watched step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy

if TYPE_CHECKING:
    from plyground.console.picture import board_lines
    from plyground.console.start import start_session
    from plyground.console.terminal import make_console
    from plyground.console.words import seconds_text, signed

__all__ = ["board_lines", "make_console", "seconds_text", "signed", "start_session"]

__getattr__ = lazy(
    __name__, picture="board_lines", start="start_session", terminal="make_console", words="seconds_text signed"
)
