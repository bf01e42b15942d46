"""The page's games: every move is committed before it is acknowledged, and can be sent twice without harm.

A game has a number, `seq`, that grows by one with every change. So a reader can ask for a state that is newer than
the one it has seen (`load(…, since=seq)`); `store.changes` notifies it of changes under the topic `game ID`.
All functions block and may be called from several threads and processes at once.
"""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection, or_, select

from plyground.board import Outcome, Side
from plyground.errors import N_, ConflictError
from plyground.game import Clock, Game, Termination
from plyground.grid import GridBoard, move_text
from plyground.store.database import Database
from plyground.store.games import insert_game, load_games, move_values
from plyground.store.live_rows import count_change, live_row
from plyground.store.record import GameRecord, MoveRecord, now, plain_text
from plyground.store.schema import games, live, moves, seats
from plyground.store.seats import (
    Seat,
    begun_by,
    claim,
    hash_of,
    hold_seat,
    invite,
    invited,
    name_seat,
    pass_on_seat,
    read_seats,
    seats_of,
    sides_of,
)

__all__ = [
    "LiveGame",
    "Seat",
    "append",
    "begun_by",
    "claim",
    "create",
    "end",
    "hash_of",
    "hold",
    "invite",
    "invited",
    "load",
    "name_seat",
    "offer",
    "open_games",
    "release",
    "rematch",
    "seats_of",
    "seqs",
    "sides_of",
    "undo",
]


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game on the page as it was at change number `seq`."""

    seq: int
    record: GameRecord
    seats: tuple[Seat, Seat]
    clock: Clock | None
    changed: datetime
    rematch: str | None
    game: Game[GridBoard] = field(compare=False, repr=False)
    """The game of the record, with its clock. Several threads may read it, so play on a `branch` of it."""
    undo_offer: Side | None = None
    """The side that asks to take its last move back."""
    rematch_offer: Side | None = None
    """The side that asks to play again."""

    @property
    def id(self) -> str:
        return self.record.id

    def seat(self, side: Side) -> Seat:
        return self.seats[side.value]

    @property
    def is_between_computers(self) -> bool:
        return all(seat.kind == "computer" for seat in self.seats)


def create(
    database: Database,
    start: GridBoard,
    seats: tuple[Seat, Seat],
    *,
    clock: Clock | None = None,
    owner: str | None = None,
) -> LiveGame:
    """A new game with free seats. Its id cannot be guessed; anybody who knows it may watch.

    `owner` is the token of whoever begins the game. The seats of computers keep its hash; see `begun_by`.
    """
    with database.writing() as connection:
        game = _create(connection, start, seats, clock, database.place)
        if owner is not None:
            for side in Side:
                if game.seat(side).kind == "computer":
                    hold_seat(connection, game.id, side, owner)
        return game


def _create(
    connection: Connection, start: GridBoard, chosen: tuple[Seat, Seat], clock: Clock | None, place: str
) -> LiveGame:
    game: Game[GridBoard] = Game(start)
    record = GameRecord.of(
        game,
        id=secrets.token_hex(10),
        players=(chosen[0].shown, chosen[1].shown),
        limit="" if clock is None else f"clock={clock.seconds:g}+{clock.increment:g}",
    )
    insert_game(connection, record)
    connection.execute(
        live.insert().values(
            game=record.id,
            seq=1,
            changed=now(),
            clock_seconds=None if clock is None else clock.seconds,
            clock_increment=None if clock is None else clock.increment,
        )
    )
    connection.execute(
        seats.insert(),
        [
            {
                "game": record.id,
                "side": side.value,
                "kind": seat.kind,
                "name": plain_text(seat.name),
                "player": plain_text(seat.player),
            }
            for side, seat in zip(Side, chosen, strict=True)
        ],
    )
    return _load(connection, record.id, place)


def load(database: Database, id: str, *, since: int | None = None, known: LiveGame | None = None) -> LiveGame | None:
    """The game as it is now, or None if nothing happened since change number `since`.

    A caller that has an earlier state in memory passes it as `known`: only the moves after it are replayed.
    """
    with database.reading() as connection:
        if since is not None and live_row(connection, id).seq <= since:
            return None
        return _load(connection, id, database.place, known)


def seqs(database: Database, ids: Iterable[str]) -> dict[str, int]:
    """The number of the last change of each game; unknown games are left out."""
    query = select(live.c.game, live.c.seq).where(live.c.game.in_(list(ids)))
    with database.reading() as connection:
        return {row.game: row.seq for row in connection.execute(query)}


def open_games(database: Database, *, since: datetime) -> list[str]:
    """The ids of unfinished games that changed after `since`, the latest first: a new server continues these."""
    query = (
        select(live.c.game)
        .join(games, games.c.id == live.c.game)
        .where(games.c.outcome == Outcome.OPEN.value, live.c.changed >= since)
        .order_by(live.c.changed.desc())
    )
    with database.reading() as connection:
        return list(connection.execute(query).scalars())


def append(
    database: Database,
    id: str,
    ply: int,
    move: MoveRecord,
    *,
    after: int | None = None,
    known: LiveGame | None = None,
) -> LiveGame:
    """Plays `move` as ply number `ply` (from 1) and commits it; the same move sent again changes nothing.

    Refuses (`ConflictError`) a different move at a ply that was played, a ply that is not the next one, and, if `after`
    is given, any game that changed after that number: a computer's move must not follow a takeback by the human.
    If this move uses up the clock of its side, that side loses on time and the move is not played. A caller that has
    the game in memory passes it as `known`: it is read again only if it has changed, and not replayed from its start.
    """
    with database.writing() as connection:
        before = _locked(connection, id, database.place, known)
        played = before.record.moves
        if 1 <= ply <= len(played):
            if played[ply - 1].move == move.move:
                return before
            raise ConflictError(
                N_("move {ply} was {played} and not {move}; take it back first"),
                ply=ply,
                played=move_text(before.record.rules, played[ply - 1].move),
                move=move_text(before.record.rules, move.move),
            )
        if ply != len(played) + 1:
            raise ConflictError(
                N_("move {ply} cannot come now: the next is number {next}"), ply=ply, next=len(played) + 1
            )
        _check_unchanged(before, after)
        before.game.check(move.move)  # the clock does not run for a move that cannot be played
        game = before.game.branch()
        game.spend(game.turn, move.seconds)
        if game.termination is not Termination.TIMEOUT:
            game.play(move.move)
            connection.execute(moves.insert().values(move_values(id, before.record.rules, ply, move)))
            played = (*played, move)
        return _changed(connection, before, game, played)


def undo(database: Database, id: str, ply: int, *, after: int | None = None, known: LiveGame | None = None) -> LiveGame:
    """Takes back the moves from number `ply` on, and a forfeit. If they were taken back already, nothing changes."""
    with database.writing() as connection:
        before = _locked(connection, id, database.place, known)
        if not 1 <= ply <= len(before.record.moves):
            return before
        _check_unchanged(before, after)
        connection.execute(moves.delete().where(moves.c.game == id, moves.c.ply >= ply))
        return _changed(connection, before, before.game.branch(ply - 1), before.record.moves[: ply - 1])


def end(
    database: Database,
    id: str,
    loser: Side | None,
    termination: Termination,
    *,
    reason: str = "",
    after: int | None = None,
    known: LiveGame | None = None,
) -> LiveGame:
    """Ends the game off the board: `loser` resigned, ran out of time, … A second call changes nothing.

    Refuses (`ConflictError`), if `after` is given, any game that changed after that number: who moved meanwhile has not
    run out of time.
    """
    with database.writing() as connection:
        before = _locked(connection, id, database.place, known)
        outcome = Outcome.DRAW if loser is None else Outcome.win_of(loser.opposite)
        if (before.record.outcome, before.record.termination) == (outcome, termination):
            return before
        if before.game.is_over:
            raise ConflictError(N_("the game is over already"))
        _check_unchanged(before, after)
        game = before.game.branch()
        game.end(loser, termination)
        return _changed(connection, before, game, before.record.moves, reason)


def rematch(database: Database, id: str) -> LiveGame:
    """The game that follows this one, with the same board, people and tokens, and the seats swapped. Made only once."""
    with database.writing() as connection:
        before = _locked(connection, id, database.place)
        if before.rematch is not None:
            return _load(connection, before.rematch, database.place)
        first, second = before.seats
        new = _create(connection, before.record.start, (second, first), before.clock, database.place)
        for side in Side:
            pass_on_seat(connection, id, side, new.id)
        connection.execute(live.update().where(live.c.game == id).values(rematch=new.id))
        count_change(connection, id)
        return _load(connection, new.id, database.place)


def offer(
    database: Database,
    id: str,
    *,
    undo: Side | None = None,
    rematch: Side | None = None,
    after: int | None = None,
    known: LiveGame | None = None,
) -> LiveGame:
    """Keeps what a side asks the other for, in place of all that was asked for before; without sides, nothing is.

    The clocks go on: `changed` stays as it is. Refuses (`ConflictError`), if `after` is given, any game that changed
    after that number.
    """
    with database.writing() as connection:
        before = _locked(connection, id, database.place, known)
        if (before.undo_offer, before.rematch_offer) == (undo, rematch):
            return before
        _check_unchanged(before, after)
        values = {"undo_offer": undo, "rematch_offer": rematch}
        written = {name: None if side is None else side.value for name, side in values.items()}
        count_change(connection, id, before.changed, **written)
        return replace(before, seq=before.seq + 1, undo_offer=undo, rematch_offer=rematch)


def hold(database: Database, id: str, holder: str, seconds: float) -> bool:
    """Reserves the computer's move for one of several servers: True if `holder` has it, for the next `seconds`."""
    moment = now()
    free = or_(live.c.holder.is_(None), live.c.holder == holder, live.c.held_until < moment)
    statement = live.update().where(live.c.game == id, free)
    with database.writing() as connection:
        held = connection.execute(statement.values(holder=holder, held_until=moment + timedelta(seconds=seconds)))
        return held.rowcount == 1


def release(database: Database, id: str, holder: str) -> None:
    """Releases what `hold` reserved."""
    with database.writing() as connection:
        connection.execute(
            live.update().where(live.c.game == id, live.c.holder == holder).values(holder=None, held_until=None)
        )


def _locked(connection: Connection, id: str, place: str, known: LiveGame | None = None) -> LiveGame:
    """The game, locked against other writers until this transaction ends."""
    row = live_row(connection, id, lock=True)
    return known if known is not None and known.seq == row.seq else _load(connection, id, place, known)


def _load(connection: Connection, id: str, place: str, known: LiveGame | None = None) -> LiveGame:
    row = live_row(connection, id)
    (record,) = load_games(connection, select(games).where(games.c.id == id), place)
    seated = read_seats(connection, id)
    assert seated is not None
    clock = None if row.clock_seconds is None else Clock(row.clock_seconds, row.clock_increment)
    game = record.game(None if known is None else _common(known, record))
    game.clock = clock
    undo_offer, rematch_offer = (
        None if value is None else Side(value) for value in (row.undo_offer, row.rematch_offer)
    )
    return LiveGame(row.seq, record, seated, clock, row.changed, row.rematch, game, undo_offer, rematch_offer)


def _common(known: LiveGame, record: GameRecord) -> Game[GridBoard]:
    """The moves that a game has in common with its state at another time."""
    pairs = zip(known.record.moves, record.moves, strict=False)
    game = known.game.branch(sum(1 for _pair in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs)))
    game.clock = None  # what is in a record was in time
    return game


def _check_unchanged(before: LiveGame, after: int | None) -> None:
    if after is not None and before.seq != after:
        raise ConflictError(N_("the game went on meanwhile"))


def _changed(
    connection: Connection, before: LiveGame, game: Game[GridBoard], played: tuple[MoveRecord, ...], reason: str = ""
) -> LiveGame:
    reason = plain_text(reason)
    connection.execute(
        games.update()
        .where(games.c.id == before.id)
        .values(
            plies=len(played),
            outcome=game.outcome.value,
            termination=None if game.termination is None else game.termination.value,
            reason=reason,
        )
    )
    record = replace(before.record, moves=played, outcome=game.outcome, termination=game.termination, reason=reason)
    # A change of the game answers the offers before it.
    changed = count_change(connection, before.id, undo_offer=None, rematch_offer=None)
    return replace(
        before,
        seq=before.seq + 1,
        record=record,
        changed=changed,
        game=game,
        undo_offer=None,
        rematch_offer=None,
    )
