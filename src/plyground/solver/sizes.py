"""Which boards fit the kernels, and which tables fit into memory."""

from __future__ import annotations

import os

from plyground.board import is_number
from plyground.errors import N_, LimitError, UnsupportedError
from plyground.grid import Rules, rules_of

__all__ = ["DEFAULT_TABLE_MB", "check_memory", "check_size", "is_solvable"]

DEFAULT_TABLE_MB = 256
_MOST_BITS = {True: 128, False: 64}


def is_solvable(rules: Rules | str) -> bool:
    """Whether there is a kernel that takes boards of this size."""
    rules = rules_of(rules)
    return rules.columns * (rules.rows + 1) <= _MOST_BITS[rules.gravity]


def check_size(rules: Rules | str) -> None:
    """Refuses boards that are too large for the kernels."""
    rules = rules_of(rules)
    if not is_solvable(rules):
        raise UnsupportedError(
            N_(
                "a board of {rules} is too large to solve: with gravity, columns x (rows + 1) has to be at most "
                "{most}, here it is {bits}; 'analyse' gives an estimate"
            )
            if rules.gravity
            else N_(
                "a board of {rules} is too large to solve: without gravity, columns x (rows + 1) has to be at most "
                "{most}, here it is {bits}; 'analyse' gives an estimate"
            ),
            rules=rules,
            bits=rules.columns * (rules.rows + 1),
            most=_MOST_BITS[rules.gravity],
        )


def check_memory(table_mb: float) -> None:
    """Refuses tables larger than the memory, before the system starts to swap or kills the process."""
    if not (is_number(table_mb) and table_mb > 0):
        raise LimitError(N_("a table of {value} MB; it has to be more than 0 MB"), value=repr(table_mb))
    room = _memory_mb()
    if room is not None and table_mb > room:
        raise LimitError(
            N_("a table of {value} MB is larger than this machine's memory of {room} MB; {usual} MB are usual"),
            value=f"{table_mb:g}",
            room=int(room),
            usual=DEFAULT_TABLE_MB,
        )


def _memory_mb() -> float | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20
    except (AttributeError, OSError, ValueError):
        return None
