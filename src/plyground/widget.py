"""Widgets for notebooks: `BoardWidget` to play on and step through, `ThinkWidget` to see a search think.

They work in Jupyter, VS Code and marimo, and need the extra `notebook`: pip install 'plyground[notebook]'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plyground.web.widget import BoardWidget, ThinkWidget

__all__ = ["BoardWidget", "ThinkWidget"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from plyground.web import widget

        return getattr(widget, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
