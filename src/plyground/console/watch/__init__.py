"""Watching a search step by step. Everything shown comes from its events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy

if TYPE_CHECKING:
    from plyground.console.watch.viewer import watch

__all__ = ["watch"]

__getattr__ = lazy(__name__, viewer="watch")
