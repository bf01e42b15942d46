"""Players that end their turn in every way there is, and what has to become of it: one table for console, arena, page
and check-bot, each of which has a `test_turn_endings.py`."""

from __future__ import annotations

import _thread
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from plyground import Board, Decision, Game, Limit, Player, Side, Termination
from plyground.board import Cancel
from plyground.errors import PlayerError, UnsupportedError
from plyground.players import Choice, PlayerKind, register, registry
from tests.waiting import PATIENCE

waiting = threading.Event()
"""Set when a player has begun to wait for its cancel."""


@dataclass(frozen=True)
class Ending:
    """How a turn ends: the player that ends it so, and the end of its game; None where the game goes on."""

    way: str
    termination: Termination | None = None
    reason: str = ""

    @property
    def player(self) -> str:
        return f"misbehaving way={self.way}"


ENDINGS = {
    "move": Ending("move"),
    "illegal": Ending(
        "illegal",
        Termination.ILLEGAL_MOVE,
        "misbehaving way=illegal made an illegal move: "
        "there is no column 100; the columns run from 1 to 7, as moves from 0 to 6",
    ),
    "late": Ending("wait", Termination.TIMEOUT),
    "crashed": Ending("crash", Termination.CRASH, "ZeroDivisionError: division by zero"),
    "crashed with nonsense": Ending(
        "nonsense", Termination.CRASH, "misbehaving way=nonsense answered four, which is no decision"
    ),
    "cancelled": Ending("wait"),
    "resigned": Ending("resign", Termination.RESIGNATION, "misbehaving way=resign resigned"),
}
"""Every ending has a test in every place. Some need more than such a player there:

- late: on the page time limits are no rule, but a clock is; the console has no rule about time either, but a bot keeps
  its time itself, so there a bot is late; arena and check-bot are strict about their limits.
- cancelled: on the page by a takeback, at the console by Ctrl-C, in the arena by the end of the run. A trial of
  check-bot cannot be cancelled: Ctrl-C passes through it and ends the whole run.
"""


WAYS = ("move", "illegal", "crash", "nonsense", "resign", "decline", "wait", "tire", "interrupt", "rude")


class Misbehaving(Player):
    """Ends its turns in the way that it is named for."""

    def __init__(self, name: str, way: str) -> None:
        self.name = name
        self.identifier = Side.FIRST
        self._way = way

    def new_game(self, game: Game[Board], side: Side) -> None:
        if self._way == "rude":
            raise ValueError("not today")

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        return getattr(self, self._way)(game, cancel)  # type: ignore[no-any-return]  # and some answer nonsense

    def move(self, game: Game[Board], _cancel: Cancel | None) -> Decision:
        return Decision(game.board.legal_moves[0])

    def illegal(self, _game: Game[Board], _cancel: Cancel | None) -> Decision:
        return Decision(99)

    def crash(self, _game: Game[Board], _cancel: Cancel | None) -> Decision:
        raise ZeroDivisionError("division by zero")

    def nonsense(self, _game: Game[Board], _cancel: Cancel | None) -> str:
        return "four"

    def resign(self, _game: Game[Board], _cancel: Cancel | None) -> Decision:
        raise PlayerError("{name} resigned", name=self.name, termination="resignation")

    def decline(self, _game: Game[Board], _cancel: Cancel | None) -> Decision:
        raise UnsupportedError("this player plays on Sundays alone")

    def wait(self, game: Game[Board], cancel: Cancel | None) -> Decision:
        """Waits to be cancelled, except in answer to column 4."""
        if game.last_move == 3:
            return self.move(game, cancel)
        assert cancel is not None
        waiting.set()
        ends = time.monotonic() + PATIENCE
        while not cancel.is_set():
            assert time.monotonic() < ends, "nobody cancelled the turn"
            time.sleep(0.001)
        return Decision(game.board.legal_moves[0], complete=False)

    def tire(self, game: Game[Board], cancel: Cancel | None) -> Decision:
        """Waits to be cancelled, except in the first two moves, which no clock counts."""
        return self.move(game, cancel) if len(game.moves) < 2 else self.wait(game, cancel)

    def interrupt(self, game: Game[Board], cancel: Cancel | None) -> Decision:
        """Presses Ctrl-C, and waits to be cancelled."""
        _thread.interrupt_main()
        return self.wait(game, cancel)


def register_misbehaving() -> None:
    way = Choice("way", "", "how its turns end", choices=WAYS)
    register(PlayerKind("misbehaving", "", (way,), lambda name, values: Misbehaving(name, values["way"])))


@contextmanager
def misbehaving_players() -> Iterator[None]:
    """The players can be named in the block."""
    waiting.clear()
    register_misbehaving()
    try:
        yield
    finally:
        del registry._KINDS["misbehaving"]
