"""The process that runs a submission: `python -m plyground.classroom.submission_process FILE`.

`submission` is the other side. It sends one call at a time and serves the boards: a board here knows one position, and
asks for the one after a move. So this process never holds more of a question than the submission has looked at, and
positions are counted where the submission cannot reach.
"""

from __future__ import annotations

import json
import numbers
import os
import runpy
import sys
import traceback
from collections.abc import Sequence
from typing import Any, Self, TextIO

from plyground.board import Board, Move, Side
from plyground.bots import own_streams
from plyground.errors import N_, IllegalMoveError

_LONGEST = 300  # letters of a text that is sent back
_MOST_PARTS = 400  # of a list that is sent back
_LARGEST = 1 << 53

_SEARCHES = (
    "search",
    "engines",
    "solver",
    "players",
    "chapter",
    "kernels",
    "learn",
    "reviews",
    "arena",
    "explanations",
)
"""The rooms that could answer in the place of the submission."""


class _NoSearches:
    """Refuses to import the searches of Plyground: the assignment is to write one."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.startswith("plyground.") and name.split(".")[1] in _SEARCHES:
            raise ImportError(f"{name} cannot be imported here: the assignment is to write the search yourself")


class _Wire:
    """The lines to the other side and back."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        self._source = source
        self._sink = sink
        self.made: list[tuple[ServedBoard, tuple[object, ...]]] = []
        """The boards of this call, each as it was made."""

    def send(self, message: dict[str, Any]) -> None:
        self._sink.write(json.dumps(message) + "\n")
        self._sink.flush()

    def receive(self) -> dict[str, Any] | None:
        line = self._source.readline()
        return json.loads(line) if line else None


class ServedBoard(Board):
    """A board whose other positions are on the other side of the wire."""

    __slots__ = ("_is_draw", "_is_win", "_moves", "_names", "_place", "_text", "_turn", "_value", "_winner", "_wire")

    def __init__(self, wire: _Wire, view: dict[str, Any]) -> None:
        self._wire = wire
        self._place: int = view["place"]
        self._turn = Side(view["turn"])
        self._moves: list[Move] = view["moves"]
        self._names: dict[Move, str] = dict(zip(self._moves, view["names"], strict=True))
        self._is_win: bool = view["win"]
        self._is_draw: bool = view["draw"]
        self._winner = None if view["winner"] is None else Side(view["winner"])
        self._value: float = view["value"]
        self._text: str = view["text"]
        wire.made.append((self, self.state))

    @property
    def state(self) -> tuple[object, ...]:
        """What a search must leave as it is."""
        return (self._place, self._turn, tuple(self._moves), self._is_win, self._is_draw, self._winner, self._value)

    @property
    def turn(self) -> Side:
        return self._turn

    @property
    def legal_moves(self) -> Sequence[Move]:
        return self._moves

    @property
    def is_win(self) -> bool:
        return self._is_win

    @property
    def is_draw(self) -> bool:
        return self._is_draw

    @property
    def winner(self) -> Side | None:
        return self._winner

    def move(self, move: Move, /) -> Self:
        if move not in self._names or self._is_win:
            raise IllegalMoveError(
                N_("{move} is no legal move here; the legal moves are {legal}"),
                move=repr(move)[:40],
                legal=" ".join(map(str, self._names)) or "-",
            )
        self._wire.send({"move": [self._place, int(move)]})
        answer = self._wire.receive()
        if answer is None:
            raise SystemExit(0)
        return type(self)(self._wire, answer["view"])

    def evaluate(self, side: Side, /) -> float:
        return self._value if side is Side.FIRST else -self._value

    def move_name(self, move: Move) -> str:
        return self._names.get(move, str(move))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ServedBoard) and (self._text, self._turn) == (other._text, other._turn)

    def __hash__(self) -> int:
        return hash((self._text, self._turn))

    def __str__(self) -> str:
        return self._text


def main(path: str) -> int:
    wire = _Wire(*own_streams())
    sys.meta_path.insert(0, _NoSearches())
    sys.path.insert(0, os.path.dirname(path))
    names: dict[str, Any] = {}
    while (message := wire.receive()) is not None:
        try:
            if message.get("load"):
                names = runpy.run_path(path, run_name="submission")
                wire.send({"loaded": True})
            else:
                wire.send(_called(wire, names, message["function"], message["arguments"]))
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            wire.send(_raised(error, path))
    return 0


def _called(wire: _Wire, names: dict[str, Any], function: str, arguments: list[Any]) -> dict[str, Any]:
    if not callable(names.get(function)):
        known = [name for name, value in names.items() if callable(value) and not name.startswith("_")]
        return {"missing": known[:20]}
    wire.made.clear()
    given = names[function](*(_argument(wire, argument) for argument in arguments))
    changed = next((board for board, state in wire.made if board.state != state), None)
    return {"answer": plain(given), "changed": None if changed is None else str(changed)[:_LONGEST]}


def _argument(wire: _Wire, argument: Any) -> Any:
    if isinstance(argument, dict):
        return ServedBoard(wire, argument["board"]) if "board" in argument else Side(argument["side"])
    return argument


def plain(value: Any, depth: int = 0) -> Any:
    """An answer as JSON can hold it: numbers, lists, dictionaries as lists of pairs; anything else as its text."""
    if isinstance(value, bool):
        return {"other": repr(value)}
    if isinstance(value, numbers.Real):
        number = int(value) if isinstance(value, numbers.Integral) else float(value)
        if abs(number) < _LARGEST or number in (float("inf"), float("-inf")):
            return number
    elif isinstance(value, list | tuple) and depth < 3 and len(value) <= _MOST_PARTS:
        return [plain(part, depth + 1) for part in value]
    elif isinstance(value, dict) and depth < 3 and len(value) <= _MOST_PARTS:
        return {"pairs": [[plain(key, depth + 1), plain(part, depth + 1)] for key, part in value.items()]}
    return {"other": repr(value)[:_LONGEST]}


def _raised(error: BaseException, path: str) -> dict[str, Any]:
    if isinstance(error, SyntaxError) and error.filename == path:
        line: int | None = error.lineno
    else:
        frames = traceback.extract_tb(error.__traceback__)
        line = next((frame.lineno for frame in reversed(frames) if frame.filename == path), None)
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            source = "" if line is None else file.read().splitlines()[line - 1].strip()
    except (OSError, IndexError):
        source = ""
    text = "".join(traceback.format_exception_only(error)).strip().splitlines()
    return {
        "raised": (text[-1] if text else type(error).__name__)[:_LONGEST],
        "kind": type(error).__name__,
        "line": line,
        "source": source[:_LONGEST],
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
