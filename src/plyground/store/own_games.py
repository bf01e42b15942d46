"""The page's games in which the holder of a token has a seat, or has seated a computer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, or_, select

from plyground.board import Outcome, Side
from plyground.game import Termination
from plyground.grid import Rules
from plyground.store.database import Database
from plyground.store.live import LiveGame, Seat, hash_of, load
from plyground.store.schema import games, live, seats

__all__ = ["HeldGame", "games_against_people", "held_games"]

_MOST_AGAINST_PEOPLE = 50


@dataclass(frozen=True, slots=True)
class HeldGame:
    """A game in a list. `sides` are those of the token's holder; `turn` is the side to move."""

    id: str
    rules: Rules
    seats: tuple[Seat, Seat]
    sides: frozenset[Side]
    turn: Side
    plies: int
    outcome: Outcome
    termination: Termination | None
    changed: datetime


def held_games(database: Database, token: str, *, limit: int) -> list[HeldGame]:
    """The games of a token, the last changed first.

    A game without a move is left out, unless somebody was invited to it by a link: there is nothing to go on with.
    """
    held = hash_of(token)
    mine = select(seats.c.game).where(seats.c.token == held)
    linked = select(seats.c.game).where(seats.c.game == games.c.id, seats.c.kind == "link").exists()
    query = (
        select(games, live.c.changed)
        .join(live, live.c.game == games.c.id)
        .where(games.c.id.in_(mine), or_(games.c.plies > 0, linked))
        .order_by(live.c.changed.desc(), games.c.id)
        .limit(limit)
    )
    with database.reading() as connection:
        rows = connection.execute(query).all()
        ids = [row.id for row in rows]
        sitting = connection.execute(select(seats).where(seats.c.game.in_(ids)).order_by(seats.c.side)).all()
    seats_at: dict[str, list[Row[Any]]] = {}
    for seat in sitting:
        seats_at.setdefault(seat.game, []).append(seat)
    found = []
    for row in rows:
        here = seats_at[row.id]
        first, second = (Seat(seat.kind, seat.name, seat.player, seat.token is not None) for seat in here)
        begins = Side.SECOND if row.start.endswith(" o") else Side.FIRST
        found.append(
            HeldGame(
                id=row.id,
                rules=Rules.parse(row.rules),
                seats=(first, second),
                sides=frozenset(Side(seat.side) for seat in here if seat.token == held and seat.kind != "computer"),
                turn=begins if row.plies % 2 == 0 else begins.opposite,
                plies=row.plies,
                outcome=Outcome(row.outcome),
                termination=None if row.termination is None else Termination(row.termination),
                changed=row.changed,
            )
        )
    return found


def games_against_people(database: Database, token: str) -> list[LiveGame]:
    """The running games with at least one move in which another person has the other seat, the last changed first."""
    own = seats.alias()
    others = seats.alias()
    query = (
        select(games.c.id)
        .join(own, own.c.game == games.c.id)
        .join(others, others.c.game == games.c.id)
        .join(live, live.c.game == games.c.id)
        .where(own.c.token == hash_of(token), own.c.kind != "computer")
        .where(others.c.token != hash_of(token), others.c.kind != "computer")
        .where(games.c.outcome == Outcome.OPEN.value, games.c.plies > 0)
        .order_by(live.c.changed.desc())
        .limit(_MOST_AGAINST_PEOPLE)
    )
    with database.reading() as connection:
        ids = list(connection.execute(query).scalars())
    return [game for id in ids if (game := load(database, id)) is not None]
