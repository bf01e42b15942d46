"""What a search is allowed (`Limit`) and what it answers (`Decision`)."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Any, Protocol, runtime_checkable

from plyground.board.abstract import Move
from plyground.errors import N_, LimitError


class Cancel(Protocol):
    """Anything that can be asked whether to stop; `threading.Event` is one."""

    def is_set(self) -> bool: ...


@runtime_checkable
class Onlooker(Cancel, Protocol):
    """A cancel that is also shown, now and then, what a search thinks so far, by the engines that can say."""

    def show(self, decision: Decision) -> None: ...


def is_whole(value: object) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Limit:
    """How much a search may use. `None` means no limit of that kind.

    >>> Limit(time=0.5, depth=6)
    Limit(time=0.5, nodes=None, depth=6, playouts=None)
    """

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    playouts: int | None = None

    def __post_init__(self) -> None:
        if self.time is not None and not (is_number(self.time) and self.time > 0 and math.isfinite(self.time)):
            raise LimitError(N_("the time is {value} seconds; it has to be a number above 0"), value=repr(self.time))
        for template, value, least in (
            (N_("the number of nodes is {value}; it has to be a whole number, 1 or more"), self.nodes, 1),
            (N_("the depth is {value}; it has to be a whole number, 0 or more"), self.depth, 0),
            (N_("the number of playouts is {value}; it has to be a whole number, 1 or more"), self.playouts, 1),
        ):
            if value is not None and not (is_whole(value) and value >= least):
                raise LimitError(template, value=repr(value))

    @property
    def named(self) -> dict[str, float]:
        """What is limited, by name.

        >>> Limit(time=0.5, depth=6).named
        {'time': 0.5, 'depth': 6}
        """
        values = {"time": self.time, "nodes": self.nodes, "depth": self.depth, "playouts": self.playouts}
        return {name: value for name, value in values.items() if value is not None}

    def only(self, names: Collection[str]) -> Limit:
        """The limits of these names, without the others.

        >>> Limit(time=0.5, depth=6).only(("time", "nodes"))
        Limit(time=0.5, nodes=None, depth=None, playouts=None)
        """
        kept: dict[str, Any] = {name: value for name, value in self.named.items() if name in names}
        return Limit(**kept)


DEFAULT_TIME = Limit(time=1.0)
"""For a search by time, where nobody names a limit."""

DEFAULT_PLAYOUTS = Limit(playouts=1000)
"""For a search by playouts, where nobody names a limit."""


def tightest(own: Limit | None, given: Limit | None, takes: Collection[str] | None = None) -> Limit | None:
    """What both limits allow, of the kinds that a search `takes` (None: all); None if there are none.

    >>> tightest(Limit(time=2, nodes=100), Limit(time=1, depth=6), ("time", "nodes"))
    Limit(time=1, nodes=100, depth=None, playouts=None)
    """
    named: dict[str, Any] = {}
    for limit in (own, given):
        require_limit(limit)
        for name, value in ({} if limit is None else limit.named).items():
            if takes is None or name in takes:
                named[name] = min(value, named.get(name, value))
    return None if own is None and given is None else Limit(**named)


def require_limit(limit: object) -> None:
    """Refuses what is neither a limit nor None."""
    if limit is not None and not isinstance(limit, Limit):
        raise LimitError(N_("the limit is {value}; it has to be a Limit, such as Limit(time=1)"), value=repr(limit))


def limit_or_default(limit: Limit | None, default: Limit, ends: Collection[str]) -> Limit:
    """`limit` if it names one of the `ends` that stop the search; else `default`."""
    require_limit(limit)
    return default if limit is None or limit.named.keys().isdisjoint(ends) else limit


def check_limit(limit: Limit | None, takes: Collection[str], search: str) -> None:
    """Refuses a limit that names something else than the search `takes`: it would have no effect."""
    require_limit(limit)
    for name, value in ({} if limit is None else limit.named).items():
        if name not in takes:
            raise LimitError(
                N_("{search} takes no {name}, and the limit says {name}={value}; it takes {known}"),
                search=search,
                name=name,
                value=value,
                known=", ".join(takes),
            )


@dataclass(frozen=True, slots=True)
class Decision:
    """What a search or player chose, and what it knows about the choice.

    `value` and `values` are seen from the side to move. `values` holds only moves whose value the
    search established: alpha-beta leaves out those it refuted by a bound. `line` is the expected
    continuation, `move` first. A Monte Carlo search fills `visits` and `playouts`.
    `complete` is False when a limit or a cancel ended the search early, `exact` is True when
    `value` is the game's proven value and not an estimate.
    """

    move: Move
    value: float | None = None
    values: Mapping[Move, float] = field(default_factory=dict)
    visits: Mapping[Move, int] = field(default_factory=dict)
    line: tuple[Move, ...] = ()
    nodes: int = 0
    playouts: int = 0
    depth: int | None = None
    seconds: float = 0.0
    complete: bool = True
    exact: bool = False
    note: str = ""

    def _repr_html_(self) -> str:
        """A row for every move that the search looked at, as the board numbers it; the chosen one is bold."""
        from plyground.tables import BOLD, html_table
        from plyground.texts import _, say

        values = {self.move: self.value, **self.values}
        rows = [
            [
                str(move),
                "" if (value := values.get(move)) is None else f"{round(value, 3):,}",
                f"{self.visits[move]:,}" if move in self.visits else "",
                " ".join(map(str, self.line)) if move == self.move else "",
            ]
            for move in dict.fromkeys((*values, *self.visits))
        ]
        effort = say("{nodes} nodes, {seconds} s", nodes=f"{self.nodes:,}", seconds=f"{self.seconds:.2f}")
        head = [_("move"), _("value"), _("visits"), _("line")]
        return html_table(head, rows, right=(0, 1, 2), styles={0: BOLD}, caption=effort)
