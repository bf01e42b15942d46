"""The row that a game on the page has besides its record: its change number, its clock, offers and its rematch."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, select

from plyground.errors import N_, UnknownNameError
from plyground.store.changes import notify
from plyground.store.record import now
from plyground.store.schema import live

__all__ = ["count_change", "live_row"]


def live_row(connection: Connection, id: str, *, lock: bool = False) -> Row[Any]:
    """The row of a game; with `lock`, no other transaction changes the game until this one ends."""
    query = select(live).where(live.c.game == id)
    # PostgreSQL refuses a NUL in a text with an error of its own.
    row = None if "\0" in id else connection.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise UnknownNameError(N_("there is no game '{id}'"), id=id)
    return row


def count_change(connection: Connection, id: str, moment: datetime | None = None, **values: object) -> datetime:
    """Gives the game its next change number, and these values of its row, and tells everybody who follows it."""
    moment = moment or now()
    connection.execute(live.update().where(live.c.game == id).values(seq=live.c.seq + 1, changed=moment, **values))
    notify(connection, f"game {id}")
    return moment
