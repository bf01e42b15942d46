"""The driver's side of the Gomocup protocol: engines for five in a row as players. `gomocup_server` is the bot's."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from plyground.board import Cancel, Decision, Limit, Move, Side
from plyground.bots.gomocup import check_five, move_at, point_of, read_pair
from plyground.bots.player import STARTUP, BotPlayer
from plyground.bots.process import BotProcess
from plyground.bots.sandbox import BotLimits
from plyground.errors import N_, NotationError, PlayerError, UnsupportedError
from plyground.game import Game
from plyground.grid import GridBoard, Rules, bits

__all__ = ["GomocupPlayer"]

_UNLIMITED = 2**31 - 1
"""What the protocol says for the time that is left where a game has no clock."""

_USUAL_MEMORY = 350
"""MB that an engine is told to use unless `memory=` says otherwise: as much as at Gomocup."""

_MOST_MEMORY = 2047
"""MB: engines keep the number of bytes in 32 bits."""

# Lines that may come at any time. INFO has no answer, but some engines give one.
_REMARKS = ("MESSAGE", "DEBUG", "UNKNOWN", "OK")


PAUSE = 0.02
"""Seconds after a move in which nothing is said to an engine: some do not listen until their search has ended."""


@dataclass
class _Conversation:
    """What the engine in a process has been told."""

    process: BotProcess
    rules: Rules | None = None
    board: GridBoard | None = None
    """The position as the engine knows it, its own last move included."""
    times: tuple[int, int] | None = None
    answered: float = 0.0
    """When its last move came, by the monotonic clock."""


class GomocupPlayer(BotPlayer):
    """An engine that speaks the Gomocup protocol, such as `gomocup:./pbrain-mine`."""

    remark = (*(word.encode() for word in _REMARKS), b"\r", b"\n")

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        time: float | None = None,
        startup: float = STARTUP,
        environment: Mapping[str, str] | None = None,
        limits: BotLimits | None = None,
    ) -> None:
        super().__init__(name, command, time=time, startup=startup, environment=environment, limits=limits)
        most = (limits or BotLimits()).memory
        self._memory = _USUAL_MEMORY if most == BotLimits().memory else min(most, _MOST_MEMORY)
        self._conversation: _Conversation | None = None

    def check_rules(self, rules: Rules) -> None:
        check_five(rules)

    def begin(self, process: BotProcess, game: Game[GridBoard], deadline: float, cancel: Cancel | None) -> None:
        rules, known = game.start.rules, self._conversation
        if known is None or known.process is not process:
            known = self._conversation = _Conversation(process)
        if known.rules != rules or not self._is_ready(known, "RESTART", rules, deadline, cancel):
            size = f"START {rules.rows}" if rules.rows == rules.columns else f"RECTSTART {rules.columns},{rules.rows}"
            known.rules = None
            if not self._is_ready(known, size, rules, deadline, cancel):
                raise UnsupportedError(
                    N_("{name} does not play {rules}: it does not know the command '{command}'"),
                    name=self.name,
                    rules=rules,
                    command=size,
                )
            known.rules, known.times = rules, None
            _send(process, ["INFO rule 0", "INFO game_type 1", f"INFO max_memory {self._memory << 20}"])
            # INFO has no answer. The engine makes its tables now, and not on the clock of its first move.
            self._is_ready(known, "RESTART", rules, deadline, cancel)
        known.board = GridBoard(rules)

    def ask(
        self, process: BotProcess, game: Game[GridBoard], limit: Limit, deadline: float, cancel: Cancel | None
    ) -> Decision:
        known, board = self._conversation, game.board
        assert known is not None
        assert known.board is not None
        began = time.monotonic()
        time.sleep(max(0.0, known.answered + PAUSE - began))
        if not _follows(known.board, game) and known.board.count:
            # The engine has another game on its board.
            if not self._is_ready(known, "RESTART", board.rules, deadline, cancel):
                raise PlayerError(
                    N_("{name} does not know the command RESTART, without which it cannot be shown another position"),
                    name=self.name,
                )
            known.board = GridBoard(board.rules)
        _send(process, [*self._times(known, game, limit), *_position(known.board, game)])
        move = self._move(process, board, deadline, cancel)
        known.answered = time.monotonic()
        known.board = board.move(move)
        return Decision(move, line=(move,), seconds=time.monotonic() - began)

    def farewell(self) -> bytes:
        return b"END\r\n"

    def about(self, seconds: float = 5.0) -> str:
        """What the running engine says of itself, such as `name="Mine", version="1.0"`; empty if none is running."""
        process, known = self._process, self._conversation
        if process is None or known is None:
            return ""
        time.sleep(max(0.0, known.answered + PAUSE - time.monotonic()))
        _send(process, ["ABOUT"])
        process.allow(seconds)
        deadline = time.monotonic() + seconds
        while True:
            line = process.read_line(deadline).strip()
            match line.partition(" ")[0].upper():
                case "UNKNOWN" | "ERROR":
                    raise PlayerError(
                        N_("{name} does not know the command ABOUT, with which engines say their name"), name=self.name
                    )
                case "" | "MESSAGE" | "DEBUG" | "OK":
                    process.check_time(deadline)
                case _:
                    return "".join(letter for letter in line[:200] if letter.isprintable())

    def _times(self, known: _Conversation, game: Game[GridBoard], limit: Limit) -> Iterator[str]:
        """The time keys: those of the whole game if they have changed, and what is left before every move."""
        assert limit.time is not None
        times = _milliseconds(limit.time), 0 if game.clock is None else _milliseconds(game.clock.seconds)
        if times != known.times:
            known.times = times
            yield f"INFO timeout_turn {times[0]}"
            yield f"INFO timeout_match {times[1]}"
        left = game.time_left(game.turn)
        yield f"INFO time_left {_UNLIMITED if left is None else _milliseconds(left)}"

    def _is_ready(
        self, known: _Conversation, command: str, rules: Rules, deadline: float, cancel: Cancel | None
    ) -> bool:
        """Whether the engine says OK; False if it does not know the command."""
        _send(known.process, [command])
        while True:
            line = known.process.read_line(deadline, cancel).strip()
            match line.partition(" ")[0].upper():
                case "OK":
                    return True
                case "UNKNOWN":
                    return False
                case "ERROR":
                    raise UnsupportedError(
                        N_("{name} does not play {rules}: {reason}"),
                        name=self.name,
                        rules=rules,
                        reason=line[6:80].strip() or "-",
                    )
                case "" | "MESSAGE" | "DEBUG":
                    known.process.check_time(deadline, cancel)
                case _:
                    raise PlayerError(
                        N_("{name} should say {words}, and said {line}"),
                        name=self.name,
                        words="OK / ERROR",
                        line=ascii(line[:80]),
                    )

    def _move(self, process: BotProcess, board: GridBoard, deadline: float, cancel: Cancel | None) -> Move:
        while True:
            line = process.read_line(deadline, cancel).strip()
            word = line.partition(" ")[0].upper()
            if word == "ERROR" and not _is_unknown(line):
                raise PlayerError(
                    N_("{name} reports an error instead of a move: {line}"), name=self.name, line=ascii(line[6:86])
                )
            if line and word not in _REMARKS and word != "ERROR":
                break
            process.check_time(deadline, cancel)
        try:
            x, y = read_pair(line)
        except NotationError:
            raise PlayerError(
                N_("{name} answered {answer}, which is not a move"),
                name=self.name,
                answer=ascii(line[:230]),
                termination="illegal move",
            ) from None
        move = move_at(board.rules, x, y)
        if move is None or move not in board.legal_moves:
            raise PlayerError(
                N_("{name} answered {point}, which is outside the board of {columns}x{rows} cells")
                if move is None
                else N_("{name} answered {point}, where a stone lies already"),
                name=self.name,
                point=f"{x},{y}",
                columns=board.rules.columns,
                rows=board.rules.rows,
                termination="illegal move",
            )
        return move


def _milliseconds(seconds: float) -> int:
    return max(1, min(round(1000 * seconds), _UNLIMITED))


def _follows(known: GridBoard, game: Game[GridBoard]) -> bool:
    """Whether the game stands one move after what the engine knows."""
    return bool(game.moves) and game.moves[-1] in known.legal_moves and known.move(game.moves[-1]) == game.board


def _position(known: GridBoard, game: Game[GridBoard]) -> Iterator[str]:
    """The command that asks for a move, with what is new to the engine."""
    rules, board = game.board.rules, game.board
    if not board.count:
        yield "BEGIN"
    elif _follows(known, game):
        yield f"TURN {point_of(rules, game.moves[-1])}"
    else:
        yield "BOARD"
        for side, move in (*_stones(game.start), *_played(game)):
            yield f"{point_of(rules, move)},{1 if side is board.turn else 2}"
        yield "DONE"


def _stones(start: GridBoard) -> Iterator[tuple[Side, Move]]:
    """The stones of a start, by turns as far as possible: some engines count on that."""
    cells = [[(side, start.rules.layout.cell(bit)) for bit in bits(start.stones(side))] for side in Side]
    for stones in itertools.zip_longest(*cells):
        for stone in stones:
            if stone is not None:
                yield stone[0], start.rules.move_into(stone[1])


def _played(game: Game[GridBoard]) -> Iterator[tuple[Side, Move]]:
    side = game.start.turn
    for move in game.moves:
        yield side, move
        side = side.opposite


def _is_unknown(line: str) -> bool:
    """Whether an engine only says that it does not know a line: some have no UNKNOWN for it."""
    return line.partition(" ")[2].strip().lower().startswith("unknown command")


def _send(process: BotProcess, lines: Sequence[str]) -> None:
    process.send("".join(f"{line}\r\n" for line in lines).encode())
