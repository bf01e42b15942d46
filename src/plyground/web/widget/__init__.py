"""The page's board and search tree as widgets for notebooks: Jupyter, VS Code and marimo (extra `notebook`).

The browser's part is the page's own modules, joined into one; nothing is fetched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy

if TYPE_CHECKING:
    from plyground.web.widget.board_widget import BoardWidget
    from plyground.web.widget.think_widget import ThinkWidget

__all__ = ["BoardWidget", "ThinkWidget"]

__getattr__ = lazy(__name__, board_widget="BoardWidget", think_widget="ThinkWidget")
