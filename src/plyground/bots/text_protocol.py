"""The text form of gravity-four strategies, on standard input and output: the driver's side and the bot's.

A game begins with one line, `rows columns noX noY`; each turn is one line, `lastX lastY top… board…` (`judge` explains
the numbers). The answer is `x y`, preceded by its length as four bytes, the highest first. The game
ends with the input.
"""

from __future__ import annotations

import contextlib
import os
import select
import time
from collections import deque
from collections.abc import Callable
from typing import BinaryIO, TypeAlias

from plyground.board import Cancel, Decision, Limit, Side
from plyground.bots import judge
from plyground.bots.follower import Follower
from plyground.bots.player import BotPlayer
from plyground.bots.process import BotProcess
from plyground.errors import N_, NotationError, PlayerError
from plyground.game import Game, Player
from plyground.grid import GridBoard, Rules

__all__ = ["SPARE_SECONDS", "TextPlayer", "WarmUp", "serve_text"]

_LONGEST_ANSWER = 64

SPARE_SECONDS = 0.4
"""Seconds of the time that our players leave unused, for the start, the pipes and a slow judge."""


class TextPlayer(BotPlayer):
    """A command that speaks the text form, such as `text:./strategy`. The protocol has one game for a process."""

    fresh = True
    told_time = False
    usual_sizes = judge.SIZES

    def check_rules(self, rules: Rules) -> None:
        judge.check_rules(rules)

    def begin(self, process: BotProcess, game: Game[GridBoard], deadline: float, cancel: Cancel | None) -> None:
        rules = game.start.rules
        process.send(_line(rules.rows, rules.columns, *judge.blocked_of(rules)))

    def ask(
        self, process: BotProcess, game: Game[GridBoard], limit: Limit, deadline: float, cancel: Cancel | None
    ) -> Decision:
        turn = judge.turn_of(game.board)
        began = time.monotonic()
        process.send(_line(*turn.last, *turn.top, *turn.board))
        length = int.from_bytes(process.read_bytes(4, deadline, cancel), "big")
        if not 3 <= length <= _LONGEST_ANSWER:
            raise PlayerError(
                N_("{name} announced an answer of {length} bytes; it should be one of 3 to {longest}"),
                name=self.name,
                length=length,
                longest=_LONGEST_ANSWER,
            )
        answer = process.read_bytes(length, deadline, cancel)
        try:
            x, y = (int(word) for word in answer.decode("ascii").split())
        except ValueError:
            raise PlayerError(
                N_("{name} answered {answer}, which is not a row and a column"),
                name=self.name,
                answer=ascii(answer.decode("utf-8", "replace")),
                termination="illegal move",
            ) from None
        move = judge.move_of(self.name, game.board, x, y)
        return Decision(move, line=(move,), seconds=time.monotonic() - began)


def _line(*numbers: int) -> bytes:
    return (" ".join(map(str, numbers)) + "\n").encode()


WarmUp: TypeAlias = Callable[[GridBoard], None]
"""Makes everything ready that the first move on such a board would otherwise wait for."""


def serve_text(
    player: Player, source: BinaryIO, sink: BinaryIO, limit: Limit | None = None, warm_up: WarmUp | None = None
) -> int:
    """Plays one game as a strategy; returns the exit code.

    A judge that sends the first turn at once lets the clock run while we start: that time is taken off the first move.
    """
    numbers = _Numbers(source.fileno())
    follower = Follower(player)
    began = time.monotonic() - process_age() if numbers.waiting else None
    try:
        rules = _rules(numbers.take(4))
    except EOFError:
        return 0
    began = time.monotonic() if began is None else began
    if warm_up is not None:
        warm_up(GridBoard(rules))
    late = time.monotonic() - began if numbers.waiting else 0.0
    while True:
        try:
            turn = numbers.take(2 + rules.columns + rules.columns * rules.rows)
        except EOFError:
            return 0  # between two turns: the game is over
        # What `top` says follows from the board.
        game = follower.see(_with_last(judge.read_turn(rules, turn[2 + rules.columns :]), turn[:2]))
        board, move = game.board, player.decide(game, _less(limit, late)).move
        late = 0.0
        x, y = judge.point_of(board, move)
        game.play(move)
        answer = f"{x} {y}".encode()
        sink.write(len(answer).to_bytes(4, "big") + answer)
        sink.flush()


def _less(limit: Limit | None, late: float) -> Limit | None:
    if limit is None or limit.time is None or not late:
        return limit
    return Limit(max(limit.time - late, 0.1), limit.nodes, limit.depth, limit.playouts)


def process_age() -> float:
    """Seconds since this process was started; 0 where the system does not say."""
    try:
        with open("/proc/self/stat", "rb") as file:
            ticks = int(file.read().rpartition(b")")[2].split()[19])
        return max(0.0, time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK"))
    except (OSError, AttributeError, ValueError, IndexError):
        return 0.0


def _rules(numbers: tuple[int, ...]) -> Rules:
    rows, columns, x, y = numbers
    return judge.rules_of(rows, columns, x, y)


def _with_last(board: GridBoard, last: tuple[int, ...]) -> GridBoard:
    """The same position with its newest stone known, if the judge names one."""
    rules = board.rules
    x, y = last
    if not (0 <= x < rules.rows and 0 <= y < rules.columns):
        return board
    number = rules.layout.bit(*judge.cell_of(rules.rows, x, y)).bit_length() - 1
    return GridBoard.from_stones(rules, board.stones(Side.FIRST), board.stones(Side.SECOND), board.turn, number)


class _Numbers:
    """Whole numbers as they arrive, separated by any white space; never waits for more than it needs."""

    def __init__(self, place: int) -> None:
        self._place = place
        self._found: deque[int] = deque()
        self._rest = b""

    @property
    def waiting(self) -> bool:
        """Whether there is input that was not taken yet."""
        with contextlib.suppress(OSError):  # not every system can ask a pipe
            return bool(self._found or self._rest or select.select([self._place], [], [], 0)[0])
        return False

    def take(self, count: int) -> tuple[int, ...]:
        """So many numbers; EOFError if the input ended before the first of them."""
        while len(self._found) < count:
            chunk = os.read(self._place, 1 << 16)
            words = (self._rest + chunk).split()
            # The last word is complete only when something follows it.
            self._rest = words.pop() if words and chunk and not chunk[-1:].isspace() else b""
            self._found.extend(map(_number, words))
            if not chunk and len(self._found) < count:
                if self._found:
                    raise NotationError(N_("the input ended in the middle of a turn"))
                raise EOFError
        return tuple(self._found.popleft() for _place in range(count))


def _number(word: bytes) -> int:
    try:
        return int(word)
    except ValueError:
        raise NotationError(N_("'{word}' is not a whole number"), word=word[:40].decode("utf-8", "replace")) from None
