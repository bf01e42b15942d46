"""Games of a damaged SQLite file: every row that can be reached by its number, without the indexes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnClause, Connection, Row, Table, literal_column, select
from sqlalchemy.exc import DBAPIError

from plyground.errors import N_, StoreError
from plyground.store.schema import games, moves

__all__ = ["salvaged_moves", "salvaged_rows"]

_ROWID: ColumnClause[int] = literal_column("rowid")


def salvaged_rows(
    connection: Connection, place: str, unreadable: Callable[[StoreError], None] | None = None
) -> list[Row[Any]]:
    """The rows of `games` that can be read; those that cannot are counted in one error."""
    found, lost = _rows(connection, games)
    if lost and unreadable is not None:
        unreadable(StoreError(N_("'{place}' is damaged: up to {count} games cannot be read"), place=place, count=lost))
    return found


def salvaged_moves(connection: Connection) -> dict[str, list[Row[Any]]]:
    """The moves that can be read, by game and in order."""
    played: dict[str, list[Row[Any]]] = defaultdict(list)
    for row in _rows(connection, moves)[0]:
        played[row.game].append(row)
    for those in played.values():
        those.sort(key=lambda row: row.ply)
    return played


def _rows(connection: Connection, table: Table) -> tuple[list[Row[Any]], int]:
    """The rows of a table that can be read, and how many numbers have none that can."""
    found: list[Row[Any]] = []
    lost = 0
    last = connection.execute(select(_ROWID).select_from(table).order_by(_ROWID.desc()).limit(1)).scalar() or 0
    for first in range(1, last + 1, 100):
        numbers = range(first, min(first + 100, last + 1))
        try:
            found += _between(connection, table, numbers)
        except DBAPIError:
            for number in numbers:
                try:
                    found += _between(connection, table, range(number, number + 1))
                except DBAPIError:
                    lost += 1
    return found, lost


def _between(connection: Connection, table: Table, numbers: range) -> Sequence[Row[Any]]:
    return connection.execute(select(table).where(numbers.start <= _ROWID, numbers.stop > _ROWID)).all()
