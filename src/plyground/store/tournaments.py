"""Tournaments in the database: a name, and the settings that determine the schedule. The games of a tournament are
the `games` with its name as `event`; a resumed tournament plays those that are missing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite

from plyground._version import __version__
from plyground.board import Outcome
from plyground.errors import N_, ConflictError, InputError, UnknownNameError, nearest
from plyground.store.changes import notify
from plyground.store.database import Database
from plyground.store.record import LONGEST_NAME, now, plain_text
from plyground.store.schema import games, tournaments

__all__ = [
    "Tournament",
    "change_settings",
    "delete_tournament",
    "differences",
    "get_tournament",
    "keep_tournament",
    "list_tournaments",
    "set_state",
]


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament and how far it is. `state` is set by whoever runs it; `changed` is when it was last set."""

    name: str
    settings: Mapping[str, Any]
    state: str
    began: datetime
    changed: datetime
    version: str
    finished: int


def keep_tournament(database: Database, name: str, settings: Mapping[str, Any]) -> bool:
    """Saves a tournament's settings before its first game. Returns False if they are there already.

    Settings are anything that JSON can hold. Different settings under the same name are refused, because the games
    that were played followed from the old ones.
    """
    if not 0 < len(name) <= LONGEST_NAME or name != plain_text(name):
        raise InputError(
            N_("'{name}' cannot be the name of a tournament; it has to have 1 to {most} letters"),
            name=plain_text(name),
            most=LONGEST_NAME,
        )
    moment = now()
    insert = sqlite.insert if database.is_sqlite else postgresql.insert
    statement = insert(tournaments).values(
        name=name, settings=_canonical(settings), state="new", began=moment, changed=moment, version=__version__
    )
    with database.writing() as connection:
        added = connection.execute(
            statement.on_conflict_do_nothing(index_elements=["name"]), execution_options={"preserve_rowcount": True}
        )
        new = added.rowcount > 0
        kept = connection.execute(select(tournaments.c.settings).where(tournaments.c.name == name)).scalar_one()
        notify(connection, f"tournament {name}")
    changed = differences(json.loads(kept), json.loads(_canonical(settings)))
    if changed:
        raise InputError(
            N_("the tournament '{name}' began with other settings: {changes}; change them back, or give it a new name"),
            name=name,
            changes="; ".join(changed),
        )
    return new


def change_settings(database: Database, name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    """Replaces the settings of a tournament. Refuses it if they are no longer the old ones."""
    with database.writing() as connection:
        kept = connection.execute(select(tournaments.c.settings).where(tournaments.c.name == name)).scalar_one_or_none()
        if kept is None or differences(json.loads(kept), json.loads(_canonical(old))):
            raise ConflictError(N_("the tournament '{name}' was changed meanwhile; look at it again"), name=name)
        connection.execute(
            tournaments.update().where(tournaments.c.name == name).values(settings=_canonical(new), changed=now())
        )
        notify(connection, f"tournament {name}")


def delete_tournament(database: Database, name: str) -> int:
    """Removes a tournament with all its games, at once or not at all. Returns how many games there were."""
    get_tournament(database, name)  # names the nearest if there is none
    with database.writing() as connection:
        gone = connection.execute(
            delete(games).where(games.c.event == name), execution_options={"preserve_rowcount": True}
        )
        connection.execute(delete(tournaments).where(tournaments.c.name == name))
        notify(connection, f"tournament {name}")
    return gone.rowcount


def _canonical(settings: Mapping[str, Any]) -> str:
    return json.dumps(settings, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def differences(old: Mapping[str, Any], new: Mapping[str, Any], prefix: str = "") -> list[str]:
    """The keys that differ, as in `rounds: 2 → 3`.

    >>> differences({"rounds": 2, "time": {"move": 1}}, {"rounds": 3, "time": {"move": 1}})
    ['rounds: 2 → 3']
    """
    found = []
    for key in sorted(old.keys() | new.keys()):
        before, after = old.get(key), new.get(key)
        if isinstance(before, dict) and isinstance(after, dict):
            found += differences(before, after, f"{prefix}{key}.")
        elif before != after:
            texts = ("–" if value is None else json.dumps(value, ensure_ascii=False) for value in (before, after))
            found.append(f"{prefix}{key}: {' → '.join(texts)}")
    return found


def set_state(database: Database, name: str, state: str) -> None:
    """Sets the state of a tournament, such as running, stopped or finished; the caller chooses the word."""
    with database.writing() as connection:
        connection.execute(tournaments.update().where(tournaments.c.name == name).values(state=state, changed=now()))
        notify(connection, f"tournament {name}")


def get_tournament(database: Database, name: str) -> Tournament:
    """The tournament with this name. If there is none, the error names the nearest."""
    known = {found.name: found for found in list_tournaments(database)}
    if name in known:
        return known[name]
    near = nearest(name, known)
    raise UnknownNameError(
        N_("there is no tournament '{name}' in '{place}'; the nearest name is '{near}'")
        if near
        else N_("there is no tournament '{name}' in '{place}'; 'plyground tournament list' shows what there is"),
        name=name,
        near=near,
        place=database.place,
    )


def list_tournaments(database: Database) -> list[Tournament]:
    """All tournaments, the newest first."""
    finished = (
        select(func.count())
        .select_from(games)
        .where(games.c.event == tournaments.c.name, games.c.outcome != Outcome.OPEN.value)
        .scalar_subquery()
    )
    query = select(tournaments, finished.label("finished")).order_by(tournaments.c.began.desc(), tournaments.c.name)
    with database.reading() as connection:
        return [_tournament(row) for row in connection.execute(query)]


def _tournament(row: Row[Any]) -> Tournament:
    return Tournament(
        name=row.name,
        settings=json.loads(row.settings),
        state=row.state,
        began=row.began,
        changed=row.changed,
        version=row.version,
        finished=row.finished,
    )
