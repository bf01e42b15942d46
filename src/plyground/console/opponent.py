"""The default opponent: a decent player that answers within a few seconds."""

from __future__ import annotations

from plyground.grid import Rules

__all__ = ["usual_opponent"]


def usual_opponent(rules: Rules) -> str:
    """The text of a player that suits the board.

    The depths keep the slowest moves at a few seconds; `python -m tools.opponents` measures them.

    >>> usual_opponent(Rules.parse("cfour"))
    'staged'
    """
    if rules.cells <= 12:
        return "openlines"
    if rules.gravity:
        depth = 6 if rules.columns <= 9 else 5 if rules.columns <= 12 else 4 if rules.columns <= 16 else 2
    else:
        depth = 5 if rules.cells <= 25 else 4 if rules.cells <= 36 else 3 if rules.cells <= 64 else 2
        depth = 1 if rules.cells > 400 else depth
    return "staged" if depth == 6 else f"staged depth={depth}"
