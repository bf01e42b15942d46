"""The tables, as queries use them. `migrations` creates them and upgrades older databases.

tournaments      name, settings
games            one row per game; `event` names the tournament or match
  └── moves      one row per ply, from 1
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    TypeDecorator,
)

__all__ = ["Moment", "games", "live", "metadata", "moves", "seats", "tournaments"]

metadata = MetaData()


class Moment(TypeDecorator[datetime]):
    """A time in UTC. SQLite has no time zones, so there it is written without one."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


tournaments = Table(
    "tournaments",
    metadata,
    Column("name", Text, primary_key=True),
    Column("settings", Text, nullable=False),  # JSON, canonical
    Column("state", Text, nullable=False),
    Column("began", Moment, nullable=False),
    Column("changed", Moment, nullable=False),
    Column("version", Text, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("rules", Text, nullable=False),
    Column("start", Text, nullable=False),  # a position; empty: the empty board
    Column("first", Text, nullable=False),
    Column("second", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("termination", Text),
    Column("reason", Text, nullable=False),
    Column("opening", Integer, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("event", Text),
    Column("round", BigInteger),
    Column("seed", Text),  # seeds are unsigned 64-bit numbers, integers of databases are signed
    Column("limit", Text, nullable=False),
    Column("began", Moment, nullable=False),
    Column("version", Text, nullable=False),
    Column("forfeit_seconds", Double),
    Index("games_began", "began", "id"),
    Index("games_event", "event"),
)

moves = Table(
    "moves",
    metadata,
    Column("game", Text, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("move", Text, nullable=False),  # in our notation
    Column("seconds", Double, nullable=False),
    Column("value", Double),
    Column("nodes", BigInteger),
)

live = Table(
    "live",
    metadata,
    Column("game", Text, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("changed", Moment, nullable=False),
    Column("clock_seconds", Double),
    Column("clock_increment", Double),
    Column("rematch", Text),  # the game that follows
    Column("holder", Text),  # the process that computes the computer's move,
    Column("held_until", Moment),  # which others may take over after this time
    Column("undo_offer", Integer),  # the side that asks to take its last move back: 0 the first player, 1 the second
    Column("rematch_offer", Integer),  # the side that asks to play again
    Index("live_changed", "changed"),
)

seats = Table(
    "seats",
    metadata,
    Column("game", Text, ForeignKey("live.game", ondelete="CASCADE"), primary_key=True),
    Column("side", Integer, primary_key=True),  # 0 the first player, 1 the second
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("player", Text, nullable=False),
    Column("invitation", Text),  # hash of the secret in a link; opening the link takes the seat
    Column("token", Text),  # hash of the token of whoever holds the seat, or seated a computer; none if it is free
    Index("seats_token", "token"),
)
