"""The bot's side of the Gomocup protocol: any player of ours in the programs that let such engines play."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from plyground._version import __version__
from plyground.board import Limit, Side, require_open
from plyground.bots.follower import Follower
from plyground.bots.gomocup import move_at, point_of, read_number, read_pair
from plyground.errors import N_, IllegalMoveError, NotationError, PlygroundError, UnsupportedError
from plyground.game import Player
from plyground.grid import Cell, GridBoard, Rules
from plyground.texts import tell

__all__ = ["serve_gomocup"]

_SPARE = 0.1
"""Seconds of a turn that are left unused, for the pipes and a slow driver; half of a shorter turn."""

_AT_ONCE = 0.03
"""Seconds for a move where the driver wants it as fast as possible (`timeout_turn 0`)."""

_TURNS_LEFT = 20
"""Of the time that is left for the game, a move gets this part."""

_OWN, _OTHER = 1, 2
"""Whose stone it is, in the lines of BOARD."""


def serve_gomocup(
    player: Player,
    source: TextIO,
    sink: TextIO,
    limit: Limit | None = None,
    warm_up: Callable[[GridBoard], None] | None = None,
) -> int:
    """Answers until END or the end of the input; returns the exit code.

    `limit` holds on top of what the driver allows. `warm_up` runs before the OK to START, so that the first move need
    not wait.
    """
    session = _Session(player, limit, warm_up)
    for line in source:
        words = line.strip()
        if words.upper() == "END":
            break
        try:
            answer = session.hear(words)
        except PlygroundError as error:
            answer = f"ERROR {' '.join(tell(error).split())}"
        if answer is not None:
            sink.write(f"{answer}\n")
            sink.flush()
    return 0


class _Session:
    """What the driver has said so far."""

    def __init__(self, player: Player, limit: Limit | None, warm_up: Callable[[GridBoard], None] | None) -> None:
        self.player = player
        self.limit = limit
        self.warm_up = warm_up
        self.follower = Follower(player)
        self.board: GridBoard | None = None
        self.lines: list[str] | None = None
        """The lines of a BOARD, until DONE ends it."""
        self.info: dict[str, int] = {}

    def hear(self, line: str) -> str | None:
        if self.lines is not None:
            if line.upper() != "DONE":
                self.lines.append(line)
                return None
            lines, self.lines = self.lines, None
            return self._move(self._set_up(lines))
        word, _space, rest = line.partition(" ")
        match word.upper():
            case "START":
                size = read_number(rest)
                return self._start(size, size)
            case "RECTSTART":
                columns, rows = read_pair(rest)
                return self._start(columns, rows)
            case "RESTART":
                self.board, self.follower = GridBoard(self._open_board().rules), Follower(self.player)
                return "OK"
            case "BEGIN":
                return self._move(GridBoard(self._open_board().rules))
            case "TURN":
                board = self._open_board()
                return self._move(board.move(board.rules.move_into(self._cell(rest))))
            case "BOARD":
                self._open_board()
                self.lines = []
            case "TAKEBACK":
                return self._take_back(rest)
            case "INFO":
                self._note(rest)
            case "ABOUT":
                return f'name="Plyground {self.player.name}", version="{__version__}"'
            case "":
                pass
            case _:
                return f"UNKNOWN {word[:80]}"
        return None

    def _start(self, columns: int, rows: int) -> str:
        self.board = None
        board = GridBoard(Rules(columns=columns, rows=rows, connect=5, gravity=False))
        self.player.check_board(board)
        if self.warm_up is not None:
            self.warm_up(board)
        self.board, self.follower = board, Follower(self.player)
        return "OK"

    def _open_board(self) -> GridBoard:
        if self.board is None:
            raise NotationError(N_("there is no board yet; START comes first, as in START 15"))
        return self.board

    def _cell(self, text: str) -> Cell:
        """A cell of the board, which may hold a stone."""
        rules = self._open_board().rules
        x, y = read_pair(text)
        if move_at(rules, x, y) is None:
            raise IllegalMoveError(
                N_("{x},{y} is outside the board of {columns}x{rows} cells; both count from 0"),
                x=x,
                y=y,
                columns=rules.columns,
                rows=rules.rows,
            )
        return x, rules.rows - 1 - y

    def _set_up(self, lines: list[str]) -> GridBoard:
        """The position that BOARD tells."""
        cells: dict[int, list[Cell]] = {_OWN: [], _OTHER: []}
        for line in filter(None, lines):
            point, _comma, whose = line.rpartition(",")
            side = read_number(whose)
            if side not in cells:
                raise NotationError(
                    N_("'{line}' should end in 1 for an own stone or 2 for the other side's"), line=line
                )
            cells[side].append(self._cell(point))
        # With as many stones as the other side, or more, we began.
        is_first = len(cells[_OWN]) >= len(cells[_OTHER])
        first, second = (cells[_OWN], cells[_OTHER]) if is_first else (cells[_OTHER], cells[_OWN])
        turn = Side.FIRST if is_first else Side.SECOND
        return GridBoard.setup(self._open_board().rules, first, second, turn)

    def _take_back(self, point: str) -> str:
        board = self._open_board()
        bit = board.rules.layout.bit(*self._cell(point))
        first, second = (board.stones(side) & ~bit for side in Side)
        if (first | second).bit_count() == board.count:
            raise IllegalMoveError(N_("there is no stone on {point} to take back"), point=point)
        self.board = GridBoard.from_stones(board.rules, first, second, board.turn.opposite)
        return "OK"

    def _note(self, text: str) -> None:
        """Keys that we do not know, or whose value is no number, are ignored, as the protocol wants it."""
        key, _space, value = text.partition(" ")
        if len(value) < 20 and value.strip().removeprefix("-").isdecimal():
            self.info[key.lower()] = int(value)

    def _move(self, board: GridBoard) -> str:
        if rule := self.info.get("rule", 0):
            raise UnsupportedError(
                N_("this player knows the rule 0 (freestyle: longer runs win, too), not the rule {rule}"), rule=rule
            )
        require_open(board.outcome)
        game = self.follower.see(board)
        move = self.player.decide(game, self._limit()).move
        self.board = board.move(move)
        return point_of(board.rules, move)

    def _limit(self) -> Limit | None:
        """The shortest of what the driver allows for the turn, a part of what is left, and our own limit."""
        seconds = [] if self.limit is None or self.limit.time is None else [self.limit.time]
        turn, left = self.info.get("timeout_turn"), self.info.get("time_left")
        if turn is not None:
            seconds.append(max(turn / 1000 - _SPARE, turn / 2000, _AT_ONCE))
        if left is not None and self.info.get("timeout_match") != 0:
            seconds.append(max(left / 1000 / _TURNS_LEFT, _AT_ONCE))
        return Limit(time=min(seconds)) if seconds else None
