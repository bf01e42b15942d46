"""A submission at work: it is asked one call at a time, and every position that it looks at comes from here.

Nothing that its process writes is trusted. What it can influence are its own answers.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias

from plyground.board import Board, Move, Side, is_whole
from plyground.bots import BotLimits, BotProcess
from plyground.classroom.remark import Remark, remark
from plyground.errors import N_, InputError, MissingError, PlayerError, nearest
from plyground.grid import GridBoard, position_text, rules_name

__all__ = ["Answer", "Fault", "Submission", "call_text", "shown"]

STARTUP = 30.0
"""Seconds until the file is loaded: an interpreter starts, and modules may be imported. One that needs longer is not
started again."""

_MOST_FAILURES = 2  # lost processes, late answers and too much memory, after which nothing more is asked
_QUESTIONS_OF_TIME = 6  # what all answers together may take, as questions that use all their seconds
_PROCESSES = 16
_FILE_SIZE = 16  # MB
_LONGEST_VALUE = 120  # letters of an answer in a remark

Argument: TypeAlias = "Board | Side | float | list[float]"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call returned, and every position that it made: the moves that lead there from the board it was given."""

    value: Any
    paths: tuple[tuple[Move, ...], ...]
    changed: str | None
    """A board that is no longer what it was, if there is one."""

    @property
    def positions(self) -> int:
        """The positions that it looked at, the first included."""
        return len(self.paths) + 1


class Fault(Exception):
    """No answer came. `criterion` is what was broken, if it was a limit."""

    def __init__(self, told: Remark, criterion: str | None = None) -> None:
        super().__init__(told.template)
        self.told = told
        self.criterion = criterion


class Submission:
    """A Python file, or a folder with the file `name`, in a process of its own that is started when it is asked.

    The process gets a copy of the files. After a fault it is ended, and started again for the next call, until two were
    lost; then every call is a fault.
    """

    def __init__(self, path: Path, name: str, *, seconds: float, memory: int, hidden: Sequence[Path] = ()) -> None:
        if not path.exists():
            raise MissingError(N_("there is no file '{path}'"), path=str(path))
        if path.is_symlink():
            raise InputError(N_("'{path}' is a link; name the file itself"), path=str(path))
        if path.is_dir() and not (path / name).is_file():
            raise MissingError(N_("there is no file '{name}' in the folder '{path}'"), name=name, path=str(path))
        self.name = path.name
        self._path = path
        self._file = name if path.is_dir() else path.name
        self._seconds = seconds
        self._memory = memory
        self._hidden = tuple(str(file.resolve()) for file in hidden)
        self._folder: str | None = None
        self._process: BotProcess | None = None
        self._failures = 0
        self._used = 0.0  # seconds, for all answers
        self.is_over = False
        """Whether nothing more is asked."""

    def __enter__(self) -> Self:
        self._folder = tempfile.mkdtemp(prefix="plyground-submission-")
        inside = Path(self._folder, "files")
        if self._path.is_dir():
            shutil.copytree(self._path, inside, symlinks=True, copy_function=shutil.copyfile)
        else:
            inside.mkdir()
            shutil.copyfile(self._path, inside / self._path.name)
        # Where it runs as another user, that user has to reach the copy.
        os.chmod(self._folder, 0o755)
        for folder, _folders, files in os.walk(inside):
            os.chmod(folder, 0o755)
            for file in (Path(folder, name) for name in files):
                if not file.is_symlink():
                    file.chmod(0o644)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def ask(self, function: str, arguments: Sequence[Argument], most: int = 0) -> Answer:
        """Calls the function. `most` is how many positions it may look at before it is stopped."""
        if self.is_over:
            raise Fault(remark(N_("nothing more was asked after what happened before")))
        began = time.monotonic()
        try:
            process = self._started()
            self._nothing_more(process)
            process.allow(self._seconds)
            began = time.monotonic()
            return self._served(process, function, arguments, most)
        except PlayerError as error:
            self._count_failure()
            self._close()
            late = error.termination == "timeout"
            raise Fault(
                remark(N_("{call}: {reason}"), call=call_text(function, arguments), reason=error),
                "time" if late else None,
            ) from None
        except Fault as fault:
            if fault.criterion is not None:  # it is in the middle of the call
                self._close()
            raise
        finally:
            self._used += time.monotonic() - began
            if self._used > _QUESTIONS_OF_TIME * self._seconds:
                self.is_over = True

    def _count_failure(self) -> None:
        self._failures += 1
        if self._failures >= _MOST_FAILURES:
            self.is_over = True

    def _close(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None

    def _started(self) -> BotProcess:
        if self._process is not None:
            return self._process
        assert self._folder is not None
        limits = BotLimits(
            memory=self._memory,
            processes=_PROCESSES,
            file_size=_FILE_SIZE,
            closed=True,
            shown=(self._folder,),
            hidden=self._hidden,
        )
        file = os.path.join(os.path.realpath(self._folder), "files", self._file)
        command = [sys.executable, "-m", "plyground.classroom.submission_process", file]
        self._process = process = BotProcess(command, self.name, limits=limits)
        process.allow(STARTUP)
        process.send(_line({"load": True}))
        self.is_over = True  # unless it can be loaded
        message = self._read(process, time.monotonic() + STARTUP)
        if "raised" in message:
            raise Fault(_raised(remark(N_("the file cannot be loaded")), message))
        self.is_over = False
        return process

    def _served(self, process: BotProcess, function: str, arguments: Sequence[Argument], most: int) -> Answer:
        call = call_text(function, arguments)
        boards = [argument for argument in arguments if isinstance(argument, Board)]
        paths: list[tuple[Move, ...]] = [() for _ in boards]
        deadline = time.monotonic() + self._seconds
        process.send(_line({"function": function, "arguments": [_sent(argument) for argument in arguments]}))
        while True:
            message = self._read(process, deadline)
            if "move" not in message:
                break
            process.check_time(deadline)
            place, move = _asked(process, message["move"], boards)
            if len(boards) > most:
                told = remark(
                    N_("{call}: you looked at more than {count} positions and were stopped"), call=call, count=most
                )
                raise Fault(told, "nodes")
            boards.append(boards[place].move(move))
            paths.append((*paths[place], move))
            process.send(_line({"view": _view(len(boards) - 1, boards[-1])}))
        if "missing" in message:
            known = [str(name) for name in message["missing"]] if isinstance(message["missing"], list) else []
            near = nearest(function, known)
            raise Fault(
                remark(N_("there is no function '{name}' in the file; did you mean {near}?"), name=function, near=near)
                if near
                else remark(N_("there is no function '{name}' in the file"), name=function)
            )
        if "raised" in message:
            if message.get("kind") == "NotImplementedError":
                raise Fault(remark(N_("'{name}' is not written yet"), name=function))
            if message.get("kind") == "MemoryError":
                self._count_failure()
            raise Fault(_raised(remark(N_("{call} ended with an error"), call=call), message))
        if "answer" not in message:
            raise PlayerError(N_("{name} wrote something that is no answer"), name=self.name)
        changed = message.get("changed")
        return Answer(message["answer"], tuple(paths[1:]), None if changed is None else str(changed))

    def _read(self, process: BotProcess, deadline: float) -> dict[str, Any]:
        try:
            message = json.loads(process.read_line(deadline))
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise PlayerError(N_("{name} wrote something that is no answer"), name=self.name)
        return message

    def _nothing_more(self, process: BotProcess) -> None:
        """Refuses lines that came before the question: they are no answer to it."""
        if process.unread():
            raise PlayerError(N_("{name} wrote an answer before it was asked"), name=self.name)


def _asked(process: BotProcess, asked: object, boards: Sequence[Board]) -> tuple[int, Move]:
    """The board and the move that the process asks for; only a forged line can be wrong here."""
    if isinstance(asked, list) and len(asked) == 2 and all(is_whole(part) for part in asked):
        place, move = asked
        if 0 <= place < len(boards) and not boards[place].is_win and move in boards[place].legal_moves:
            return place, move
    raise PlayerError(N_("{name} wrote something that is no answer"), name=process.name)


def _line(message: dict[str, Any]) -> bytes:
    return (json.dumps(message) + "\n").encode()


def _sent(argument: Argument) -> Any:
    if isinstance(argument, Board):
        return {"board": _view(0, argument)}
    return {"side": argument.value} if isinstance(argument, Side) else argument


def _view(place: int, board: Board) -> dict[str, Any]:
    moves = [] if board.is_win else list(board.legal_moves)
    winner = board.winner
    return {
        "place": place,
        "turn": board.turn.value,
        "moves": moves,
        "names": [board.move_name(move) for move in moves],
        "win": board.is_win,
        "draw": board.is_draw,
        "winner": None if winner is None else winner.value,
        "value": board.evaluate(Side.FIRST),
        "text": str(board),
    }


def _raised(what: Remark, message: dict[str, Any]) -> Remark:
    error, line, source = (message.get(key) for key in ("raised", "line", "source"))
    if not is_whole(line):
        return remark(N_("{what}: {error}"), what=what, error=str(error)[:_LONGEST_VALUE])
    return remark(
        N_("{what}, line {line}: {error}\n    {source}"),
        what=what,
        line=line,
        error=str(error)[: 2 * _LONGEST_VALUE],
        source=str(source)[:_LONGEST_VALUE],
    )


# What is shown


def call_text(function: str, arguments: Sequence[Argument]) -> str:
    """A call as one would write it: `minimax([[3,12],[2,4]], 2, Side.FIRST)`."""
    return f"{function}({', '.join(shown(argument) for argument in arguments)})"


def shown(value: object) -> str:
    """A board, a side, a number, or what a submission returned, in one line."""
    if isinstance(value, GridBoard):
        return f"{rules_name(value.rules)} {position_text(value)}"
    if isinstance(value, Board):
        return str(value)
    if isinstance(value, Side):
        return f"Side.{value.name}"
    if isinstance(value, float) and math.isfinite(value) and value == int(value):
        return str(int(value))
    if isinstance(value, float):
        return f"{value:.6g}" if math.isfinite(value) else str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(shown, value))}]"[:_LONGEST_VALUE]
    if isinstance(value, dict):
        if "pairs" in value and isinstance(value["pairs"], list):
            pairs = (pair for pair in value["pairs"] if isinstance(pair, list) and len(pair) == 2)
            return f"{{{', '.join(f'{shown(key)}: {shown(part)}' for key, part in pairs)}}}"[:_LONGEST_VALUE]
        return str(value.get("other"))[:_LONGEST_VALUE]
    return str(value)[:_LONGEST_VALUE]
