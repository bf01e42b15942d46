"""What a search does, step by step, as values.

The stream alone is enough to redraw the tree: every node gets a number when it is entered, and
names its parent and the move that led to it. Depth-first searches report `Enter`, `Evaluate`, `Cut`
and `Leave`, with a table also `Lookup`, and iterative deepening `Deepen`; Monte Carlo searches `Select`,
`Expand`, `Playout` and `Backup`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from plyground.board.abstract import Board, Move


@dataclass(frozen=True, slots=True)
class Enter:
    """A node is entered. A root has no parent and no move; the first one has number 0."""

    node: int
    parent: int | None
    move: Move | None
    board: Board
    depth: int
    """Plies still to search below this node."""
    maximizing: bool
    alpha: float | None = None
    beta: float | None = None


@dataclass(frozen=True, slots=True)
class Evaluate:
    """A leaf is evaluated for the side that the search works for."""

    node: int
    value: float


@dataclass(frozen=True, slots=True)
class Cut:
    """The rest of a node's moves cannot matter: beta <= alpha. `skipped` were never looked at."""

    node: int
    alpha: float
    beta: float
    skipped: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Leave:
    """A node's value is known.

    Under alpha-beta it is exact only between the alpha and beta that the node was entered with; at or
    below alpha it is an upper bound, at or above beta a lower one.
    """

    node: int
    value: float


Bound: TypeAlias = Literal["exact", "lower", "upper"]
"""What a value in a table says about the true one: the same, at least this much, or at most."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """The table knows enough about the position, so nothing below the node is searched. A `Leave` follows."""

    node: int
    value: float
    bound: Bound


@dataclass(frozen=True, slots=True)
class Deepen:
    """Iterative deepening starts again from a new root, `depth` plies deep."""

    node: int
    """The number that the root will have."""
    depth: int


@dataclass(frozen=True, slots=True)
class Select:
    """A Monte Carlo descent goes from `parent` to its child `node`."""

    node: int
    parent: int
    move: Move
    score: float
    """The upper confidence bound that won."""


@dataclass(frozen=True, slots=True)
class Expand:
    """A node joins the tree. The root is expanded first, without parent and move.

    A search that kept its tree from the last move reports what it kept first, with its counts.
    """

    node: int
    parent: int | None
    move: Move | None
    board: Board
    visits: int = 0
    total: float = 0.0


@dataclass(frozen=True, slots=True)
class Playout:
    """A random game from `node` to the end. `value` is the result for the side that moved into `node`."""

    node: int
    moves: tuple[Move, ...]
    value: float


@dataclass(frozen=True, slots=True)
class Backup:
    """A result was added to a node; `visits` and `total` are its counts afterwards."""

    node: int
    value: float
    visits: int
    total: float


Event: TypeAlias = Deepen | Enter | Evaluate | Lookup | Cut | Leave | Select | Expand | Playout | Backup
Listener: TypeAlias = Callable[[Event], None]
