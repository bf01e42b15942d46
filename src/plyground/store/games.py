"""Whole games in the database: added once under their id, searched, and read back as records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, func, or_, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite

from plyground.board import Outcome
from plyground.errors import N_, PlygroundError, RecordError, StoreError
from plyground.game import Termination
from plyground.grid import GridBoard, Rules, move_text, parse_move, parse_position, position_text, rules_text
from plyground.store.changes import notify
from plyground.store.database import Database
from plyground.store.record import GameRecord, MoveRecord
from plyground.store.salvage import salvaged_moves, salvaged_rows
from plyground.store.schema import games, live, moves

__all__ = [
    "GameFilter",
    "GameSummary",
    "add_game",
    "add_games",
    "count_games",
    "find_games",
    "get_game",
    "known_ids",
    "last_game",
    "summaries",
]

_INSERT_ONCE = {
    name: insert(games).on_conflict_do_nothing(index_elements=["id"])
    for name, insert in (("sqlite", sqlite.insert), ("postgresql", postgresql.insert))
}
_BATCH = 200  # games read in one transaction, so that the memory used does not grow with the database


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games to find. `player` is a part of a player's text in upper or lower case, `id` the start of an id."""

    id: str | None = None
    player: str | None = None
    event: str | None = None
    rules: Rules | None = None
    outcome: Outcome | None = None
    termination: Termination | None = None
    since: datetime | None = None
    until: datetime | None = None
    finished: bool = False

    def clauses(self) -> list[ColumnElement[bool]]:
        found: list[ColumnElement[bool]] = []
        if self.id is not None:
            found.append(games.c.id.startswith(self.id, autoescape=True))
        if self.player is not None:
            part = self.player
            found.append(or_(*(column.icontains(part, autoescape=True) for column in (games.c.first, games.c.second))))
        if self.event is not None:
            found.append(games.c.event == self.event)
        if self.rules is not None:
            found.append(games.c.rules == rules_text(self.rules))
        if self.outcome is not None:
            found.append(games.c.outcome == self.outcome.value)
        if self.termination is not None:
            found.append(games.c.termination == self.termination.value)
        if self.since is not None:
            found.append(games.c.began >= self.since)
        if self.until is not None:
            found.append(games.c.began < self.until)
        if self.finished:
            found.append(games.c.outcome != Outcome.OPEN.value)
        return found

    def fits(self, record: GameRecord) -> bool:
        """Whether a game matches, for games that no query finds."""
        return (
            (self.id is None or record.id.startswith(self.id))
            and (self.player is None or any(self.player.lower() in name.lower() for name in record.players))
            and (self.event is None or record.event == self.event)
            and (self.rules is None or record.rules == self.rules)
            and (self.outcome is None or record.outcome is self.outcome)
            and (self.termination is None or record.termination is self.termination)
            and (self.since is None or record.began >= self.since)
            and (self.until is None or record.began < self.until)
            and (not self.finished or record.outcome is not Outcome.OPEN)
        )


ALL = GameFilter()


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game without its moves: enough for a list, a cross table and ratings."""

    id: str
    rules: str
    players: tuple[str, str]
    outcome: Outcome
    termination: Termination | None
    reason: str
    opening: int
    plies: int
    event: str | None
    round: int | None
    began: datetime


def add_game(database: Database, record: GameRecord) -> bool:
    """Commits a whole game. Returns False if there is a game with this id already, which stays as it is."""
    return bool(add_games(database, [record]))


def add_games(database: Database, records: Iterable[GameRecord]) -> set[str]:
    """Commits several whole games in one transaction; returns the ids of those that were new."""
    # In sorted order: two processes that add the same games in different orders would wait for each other for ever.
    in_order = sorted(records, key=lambda record: record.id)
    with database.writing() as connection:
        return {record.id for record in in_order if insert_game(connection, record)}


def insert_game(connection: Connection, record: GameRecord) -> bool:
    # The values are passed beside the statement, so that it is compiled once and not for every game.
    statement = _INSERT_ONCE[connection.dialect.name]
    if connection.execute(statement, _game_values(record), execution_options={"preserve_rowcount": True}).rowcount == 0:
        return False
    if record.moves:
        rows = [move_values(record.id, record.rules, ply, move) for ply, move in enumerate(record.moves, start=1)]
        connection.execute(moves.insert(), rows)
    if record.event is not None:
        notify(connection, f"tournament {record.event}")
    return True


def _game_values(record: GameRecord) -> dict[str, object]:
    return {
        "id": record.id,
        "rules": rules_text(record.rules),
        "start": start_text(record.start),
        "first": record.players[0],
        "second": record.players[1],
        "outcome": record.outcome.value,
        "termination": None if record.termination is None else record.termination.value,
        "reason": record.reason,
        "opening": record.opening,
        "plies": len(record.moves),
        "event": record.event,
        "round": record.round,
        "seed": None if record.seed is None else str(record.seed),
        "limit": record.limit,
        "began": record.began,
        "version": record.version,
        "forfeit_seconds": record.forfeit_seconds,
    }


def start_text(start: GridBoard) -> str:
    """The text of the board that a game starts from: empty for the empty board, from which most games start."""
    return "" if start == GridBoard(start.rules) else position_text(start)


def move_values(game: str, rules: Rules, ply: int, record: MoveRecord) -> dict[str, object]:
    return {
        "game": game,
        "ply": ply,
        "move": move_text(rules, record.move),
        "seconds": record.seconds,
        "value": record.value,
        "nodes": record.nodes,
    }


def get_game(database: Database, id: str) -> GameRecord | None:
    """The game with this id, or None."""
    with database.reading() as connection:
        return next(iter(load_games(connection, select(games).where(games.c.id == id), database.place)), None)


def last_game(database: Database) -> GameRecord | None:
    """The game that somebody played last, at the console or on the page: one with moves, and of no tournament."""
    changed = func.coalesce(live.c.changed, games.c.began)
    query = (
        select(games)
        .outerjoin(live, live.c.game == games.c.id)
        .where(games.c.event.is_(None), games.c.plies > 0)
        .order_by(changed.desc(), games.c.id.desc())
        .limit(1)
    )
    with database.reading() as connection:
        return next(iter(load_games(connection, query, database.place)), None)


def find_games(
    database: Database,
    wanted: GameFilter = ALL,
    *,
    newest_first: bool = False,
    limit: int | None = None,
    unreadable: Callable[[StoreError], None] | None = None,
) -> Iterator[GameRecord]:
    """The games that match, in the order in which they began; read in small batches, so that others can write.

    A damaged game is passed to `unreadable` and left out. Without `unreadable` it ends the search with an error. Where
    the indexes of a SQLite file are damaged, `unreadable` also turns to its plain rows, in the order they were written.
    """
    given: set[str] = set()
    try:
        for record in _found_games(database, wanted, newest_first, limit, unreadable):
            if unreadable is not None:
                given.add(record.id)
            yield record
    except StoreError:
        if unreadable is None or not database.is_sqlite:
            raise
        for record in _salvaged(database, wanted, unreadable):
            if record.id not in given and (limit is None or len(given) < limit):
                given.add(record.id)
                yield record


def _salvaged(database: Database, wanted: GameFilter, unreadable: Callable[[StoreError], None]) -> Iterator[GameRecord]:
    rows: Sequence[Row[Any]] | None = None
    played: Mapping[str, list[Row[Any]]] | None = None
    try:
        with database.reading() as connection:
            rows = salvaged_rows(connection, database.place, unreadable)
            played = salvaged_moves(connection)
    except StoreError:
        # After a damaged page, SQLite may refuse to end the transaction, too.
        if rows is None or played is None:
            raise
    for row in rows:
        try:
            record = _record(row, played.get(row.id, []), database.place)
        except StoreError as error:
            unreadable(error)
            continue
        if wanted.fits(record):
            yield record


def _found_games(
    database: Database,
    wanted: GameFilter,
    newest_first: bool,
    limit: int | None,
    unreadable: Callable[[StoreError], None] | None,
) -> Iterator[GameRecord]:
    last: Row[Any] | None = None
    left = limit
    while left is None or left > 0:
        size = _BATCH if left is None else min(_BATCH, left)
        query = _ordered(select(games), wanted, newest_first, last).limit(size)
        try:
            with database.reading() as connection:
                rows = connection.execute(query).all()
                found: Iterable[GameRecord] = _records(connection, rows, database.place)
        except StoreError:
            if unreadable is None:
                raise
            with database.reading() as connection:
                rows = connection.execute(query).all()
            found = _readable(database, [row.id for row in rows], unreadable)
        yield from found
        if len(rows) < size:
            return
        last = rows[-1]
        left = None if left is None else left - size


def _readable(database: Database, ids: Iterable[str], unreadable: Callable[[StoreError], None]) -> Iterator[GameRecord]:
    for id in ids:
        try:
            record = get_game(database, id)
        except StoreError as error:
            unreadable(error)
            continue
        if record is not None:
            yield record


def summaries(
    database: Database, wanted: GameFilter = ALL, *, newest_first: bool = False, limit: int | None = None
) -> list[GameSummary]:
    """The games that match, without their moves."""
    with database.reading() as connection:
        rows = connection.execute(_ordered(select(games), wanted, newest_first, None).limit(limit)).all()
    return [
        GameSummary(
            id=row.id,
            rules=row.rules,
            players=(row.first, row.second),
            outcome=Outcome(row.outcome),
            termination=None if row.termination is None else Termination(row.termination),
            reason=row.reason,
            opening=row.opening,
            plies=row.plies,
            event=row.event,
            round=row.round,
            began=row.began,
        )
        for row in rows
    ]


def count_games(database: Database, wanted: GameFilter = ALL) -> int:
    with database.reading() as connection:
        return connection.execute(select(func.count()).select_from(games).where(*wanted.clauses())).scalar_one()


def known_ids(database: Database, event: str) -> set[str]:
    """The ids of an event's games: a resumed tournament does not play these again."""
    with database.reading() as connection:
        return set(connection.execute(select(games.c.id).where(games.c.event == event)).scalars())


def _ordered(query: Select[Any], wanted: GameFilter, newest_first: bool, last: Row[Any] | None) -> Select[Any]:
    key = tuple_(games.c.began, games.c.id)
    query = query.where(*wanted.clauses())
    if last is not None:
        after = tuple_(last.began, last.id, types=[games.c.began.type, games.c.id.type])
        query = query.where(key < after if newest_first else key > after)
    order = (games.c.began.desc(), games.c.id.desc()) if newest_first else (games.c.began, games.c.id)
    return query.order_by(*order)


def load_games(connection: Connection, query: Select[Any], place: str) -> list[GameRecord]:
    return _records(connection, connection.execute(query).all(), place)


def _records(connection: Connection, rows: Sequence[Row[Any]], place: str) -> list[GameRecord]:
    played: Mapping[str, list[Row[Any]]] = defaultdict(list)
    ids = [row.id for row in rows]
    for move in connection.execute(select(moves).where(moves.c.game.in_(ids)).order_by(moves.c.game, moves.c.ply)):
        played[move.game].append(move)
    return [_record(row, played[row.id], place) for row in rows]


def _record(row: Row[Any], played: Sequence[Row[Any]], place: str) -> GameRecord:
    try:
        if [move.ply for move in played] != list(range(1, row.plies + 1)):
            raise RecordError(N_("{found} of {plies} moves are there"), found=len(played), plies=row.plies)
        rules = Rules.parse(row.rules)
        return GameRecord(
            id=row.id,
            start=parse_start(row.start, rules),
            players=(row.first, row.second),
            moves=tuple(MoveRecord(parse_move(rules, m.move), m.seconds, m.value, m.nodes) for m in played),
            outcome=Outcome(row.outcome),
            termination=None if row.termination is None else Termination(row.termination),
            began=row.began,
            reason=row.reason,
            opening=row.opening,
            event=row.event,
            round=row.round,
            seed=None if row.seed is None else int(row.seed),
            limit=row.limit,
            version=row.version,
            forfeit_seconds=row.forfeit_seconds,
        )
    except (PlygroundError, ValueError) as error:
        # Plyground does not write such rows: another program did, or the file is damaged.
        raise StoreError(
            N_("game {id} in '{place}' cannot be read ({reason}); the others are not touched by that"),
            id=row.id,
            place=place,
            reason=error,
        ) from error


def parse_start(text: str, rules: Rules) -> GridBoard:
    return parse_position(text, rules) if text else GridBoard(rules)
