"""Lessons and exercises at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy

if TYPE_CHECKING:
    from plyground.console.learn.figures import side_names
    from plyground.console.learn.session import LearnSession

__all__ = ["LearnSession", "side_names"]

__getattr__ = lazy(__name__, figures="side_names", session="LearnSession")
