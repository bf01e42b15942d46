"""The seats of the page's games: who plays a side, who holds it, and links to a free one.

A seat belongs to whoever has its token. The database keeps only hashes of tokens and of the secrets in links.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, select

from plyground.board import Side
from plyground.errors import N_, ConflictError, RecordError, UnknownNameError
from plyground.store.database import Database
from plyground.store.live_rows import count_change, live_row
from plyground.store.record import plain_text
from plyground.store.schema import games, seats

__all__ = [
    "Seat",
    "begun_by",
    "claim",
    "hash_of",
    "hold_seat",
    "invite",
    "invited",
    "name_seat",
    "pass_on_seat",
    "read_seats",
    "seats_of",
    "sides_of",
]

KINDS = ("human", "link", "computer")


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a side: a human at this page, the person who opens a link, or a computer player named by its text."""

    kind: str
    name: str = ""
    player: str = ""
    taken: bool = False
    """Whether somebody holds the seat's token. Filled in when a game is read."""
    holder: str | None = field(default=None, compare=False, repr=False)
    """The hash of that token."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise RecordError(N_("a seat is '{kind}'; it has to be human, link or computer"), kind=self.kind)

    @property
    def shown(self) -> str:
        """The name of the player in the game's record."""
        return self.player or self.name or self.kind

    def is_held_by(self, token: str) -> bool:
        """Whether the holder of this token may play here."""
        return self.kind != "computer" and self.holder == hash_of(token)


def invite(database: Database, id: str, side: Side) -> str:
    """A secret for a link to `side`: the first who shows it gets the seat. A new secret replaces the last one."""
    secret = secrets.token_urlsafe(18)
    with database.writing() as connection:
        seat = _seat(connection, id, side)
        if seat.token is not None:
            raise ConflictError(N_("somebody sits there already"))
        connection.execute(_seat_of(id, side).values(invitation=hash_of(secret)))
    return secret


def claim(
    database: Database,
    id: str,
    side: Side,
    *,
    invitation: str | None = None,
    name: str | None = None,
    token: str | None = None,
) -> str:
    """Takes a free seat and returns the token that proves it; only a hash of the token is kept. A seat that was offered
    by a link (`invite`) needs the secret of that link. A caller that has a `token` already keeps it; claiming the same
    seat twice is allowed."""
    token = token or secrets.token_urlsafe(18)
    with database.writing() as connection:
        live_row(connection, id, lock=True)
        seat = _seat(connection, id, side)
        if seat.token == hash_of(token):
            return token
        if seat.kind == "computer" or seat.token is not None:
            raise ConflictError(N_("somebody sits there already"))
        if seat.invitation is not None and (invitation is None or hash_of(invitation) != seat.invitation):
            raise ConflictError(N_("this seat is for whoever has its link"))
        connection.execute(_seat_of(id, side).values(token=hash_of(token)))
        if name is not None:
            _name_seat(connection, id, side, Seat(seat.kind, plain_text(name)))
        count_change(connection, id)
    return token


def name_seat(database: Database, id: str, side: Side, name: str) -> None:
    """Gives the person of a seat another name. The clocks go on: `changed` stays as it is."""
    with database.writing() as connection:
        changed = live_row(connection, id, lock=True).changed
        _name_seat(connection, id, side, Seat(_seat(connection, id, side).kind, plain_text(name)))
        count_change(connection, id, changed)


def _name_seat(connection: Connection, id: str, side: Side, seat: Seat) -> None:
    connection.execute(_seat_of(id, side).values(name=seat.name))
    column = games.c.first if side is Side.FIRST else games.c.second
    connection.execute(games.update().where(games.c.id == id).values({column: seat.shown}))


def invited(database: Database, id: str, invitation: str) -> Side | None:
    """The side whose link has this secret."""
    query = select(seats.c.side).where(seats.c.game == id, seats.c.invitation == hash_of(invitation))
    with database.reading() as connection:
        side = connection.execute(query).scalar()
    return None if side is None else Side(side)


def sides_of(database: Database, id: str, tokens: Iterable[str]) -> frozenset[Side]:
    """The sides that the holder of these tokens may play."""
    hashes = {hash_of(token) for token in tokens}
    with database.reading() as connection:
        query = select(seats.c.side, seats.c.token).where(seats.c.game == id, seats.c.kind != "computer")
        return frozenset(Side(row.side) for row in connection.execute(query) if row.token in hashes)


def seats_of(database: Database, id: str) -> tuple[Seat, Seat] | None:
    """The seats of a game; None if it was not played on the page."""
    with database.reading() as connection:
        return read_seats(connection, id)


def begun_by(database: Database, id: str, token: str) -> bool:
    """Whether the holder of this token began a game in which a computer plays."""
    query = select(seats.c.side).where(seats.c.game == id, seats.c.kind == "computer", seats.c.token == hash_of(token))
    with database.reading() as connection:
        return connection.execute(query).first() is not None


def read_seats(connection: Connection, id: str) -> tuple[Seat, Seat] | None:
    rows = connection.execute(select(seats).where(seats.c.game == id).order_by(seats.c.side)).all()
    if not rows:
        return None
    first, second = (Seat(row.kind, row.name, row.player, row.token is not None, row.token) for row in rows)
    return first, second


def hold_seat(connection: Connection, id: str, side: Side, token: str) -> None:
    """Gives a seat to whoever has this token."""
    connection.execute(_seat_of(id, side).values(token=hash_of(token)))


def pass_on_seat(connection: Connection, id: str, side: Side, following: str) -> None:
    """Gives the other seat of the game `following` to whoever holds this one, with the link to it."""
    held = _seat(connection, id, side)
    values = {"token": held.token, "invitation": held.invitation}
    connection.execute(_seat_of(following, side.opposite).values(values))


def _seat(connection: Connection, id: str, side: Side) -> Row[Any]:
    query = select(seats).where(seats.c.game == id, seats.c.side == side.value).with_for_update()
    row = connection.execute(query).one_or_none()
    if row is None:
        raise UnknownNameError(N_("there is no game '{id}'"), id=id)
    return row


def _seat_of(id: str, side: Side) -> Any:
    return seats.update().where(seats.c.game == id, seats.c.side == side.value)


def hash_of(secret: str) -> str:
    """What the database keeps of a token or of the secret in a link."""
    # The secrets are long and random, so a fast hash is as safe as a slow one.
    return hashlib.sha256(secret.encode()).hexdigest()
