"""Watching a search step by step. Everything shown comes from its events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy

if TYPE_CHECKING:
    from plyground.console.watch.query import chosen_search, watch_command, watch_query
    from plyground.console.watch.viewer import watch

__all__ = ["chosen_search", "watch", "watch_command", "watch_query"]

__getattr__ = lazy(__name__, query="chosen_search watch_command watch_query", viewer="watch")
