"""`KeptGames`: the games of a session at the console, kept in the database as they end and as they are left."""

from __future__ import annotations

import secrets
import sys

from plyground.board import Move
from plyground.errors import PlygroundError
from plyground.game import Game, Played, Termination
from plyground.grid import GridBoard
from plyground.store import GameRecord, MoveRecord, now
from plyground.texts import say

__all__ = ["KeptGames"]

_WAITING = 5.0  # seconds for a database that another program has locked; the user waits meanwhile


class KeptGames:
    """Keeps whole games. A database that cannot be used is reported once, and the session goes on."""

    def __init__(self, url: str | None = None) -> None:
        self._url = url
        self._known: tuple[tuple[Move, ...], Termination | None] = ((), None)
        self._moves: list[MoveRecord] = []
        self._began = now()
        self._has_failed = False

    def begin(self, game: Game[GridBoard]) -> None:
        """A game starts, perhaps with moves that were given."""
        self._known = (game.moves, None)
        self._moves = [MoveRecord(move) for move in game.moves]
        self._began = now()

    def note(self, played: Played) -> None:
        """Observes the loop: what is kept of a move besides the move itself."""
        # After an undo the move takes the place of the one that was taken back.
        self._moves[len(played.game.moves) - 1 :] = [MoveRecord.of(played.decision, played.seconds)]

    def keep(self, game: Game[GridBoard], players: tuple[str, str], seed: int | None = None) -> bool:
        """Keeps the game as it stands, unless it is in the database already, or nothing was played."""
        moves, termination = self._known
        if game.moves == moves[: len(game.moves)] and game.termination in (None, termination):
            return False
        record = GameRecord.of(
            game,
            id=f"play-{secrets.token_hex(5)}",
            players=players,
            moves=self._moves[: len(game.moves)],
            began=self._began,
            reason="" if game.forfeit is None else game.forfeit.reason,
            seed=seed,
        )
        # Whatever becomes of this attempt, the same moves are not kept twice. After an undo it is another game.
        self._known = (game.moves, game.termination)
        self._began = now()
        return self.keep_record(record)

    def keep_record(self, record: GameRecord) -> bool:
        """Keeps a game, unless there is one with its id; False if the database cannot be used."""
        try:
            self._store(record)
        except PlygroundError as error:
            self._warn(error)
            return False
        return True

    def _store(self, record: GameRecord) -> None:
        from plyground.store import Database, add_games

        with Database.open(self._url, waiting=_WAITING) as database:
            if database.is_new:
                place = say("'{place}' is a new database", place=database.place)
                print(f"plyground: {place}", file=sys.stderr, flush=True)
            add_games(database, [record])

    def _warn(self, error: PlygroundError) -> None:
        if not self._has_failed:
            self._has_failed = True
            print("plyground: " + say("the game is not kept: {reason}", reason=error), file=sys.stderr, flush=True)
