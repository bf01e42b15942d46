"""Searches over `/ws/think`, and what the library itself reports for the same search."""

from __future__ import annotations

import itertools
import json
import time
from typing import Any

from plyground.board import (
    Backup,
    Board,
    Cut,
    Deepen,
    Enter,
    Evaluate,
    Event,
    Expand,
    Leave,
    Lookup,
    Outcome,
    Playout,
    Select,
)
from plyground.grid import GridBoard
from plyground.learn import board_text
from plyground.web.messages.base import Pong
from plyground.web.think.messages import (
    DepthRows,
    EvaluationParts,
    SearchSteps,
    ThinkEnd,
    ThinkRefused,
    ThinkStart,
)
from tests.waiting import PATIENCE
from tests.web.people import Person, Server, patient_socket

MESSAGES: dict[str, Any] = {
    "thinking": ThinkStart,
    "steps": SearchSteps,
    "thought": ThinkEnd,
    "parts": EvaluationParts,
    "depths": DepthRows,
    "refused": ThinkRefused,
    "pong": Pong,
}


class Thinking:
    """A visitor's socket for searches. Every answer is checked against its schema."""

    def __init__(self, server: Server, person: Person | None = None, language: str = "en") -> None:
        headers = {"accept-language": language} | ({} if person is None else {"cookie": person.cookie})
        self._connecting = patient_socket(f"ws://{server.host}/ws/think", headers, max_size=None)
        self._numbers = itertools.count(1)

    def __enter__(self) -> Thinking:
        self.socket = self._connecting.__enter__()
        return self

    def __exit__(self, *failure: Any) -> None:
        self._connecting.__exit__(*failure)

    def send(self, type: str, **fields: Any) -> int:
        number = next(self._numbers)
        self.socket.send(json.dumps({"type": type, "request": number, **fields}))
        return number

    def more(self, number: int, to: int) -> None:
        self.socket.send(json.dumps({"type": "more", "request": number, "to": to}))

    def next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
        MESSAGES[message["type"]].model_validate(message)
        return message

    def refused(self, type: str = "think", **fields: Any) -> dict[str, Any]:
        """The refusal of a question, which is its only answer."""
        number = self.send(type, **fields)
        message = self.next()
        assert (message["type"], message["request"]) == ("refused", number)
        return message

    def think(self, first: int = 0, **fields: Any) -> Thought:
        """Asks for a search and reads all of its steps."""
        number = self.send("think", **fields, **{"from": first})
        start = self.next()
        assert (start["type"], start["request"]) == ("thinking", number), start
        events: list[list[Any]] = []
        ends = time.monotonic() + PATIENCE
        while (message := self.next())["type"] == "steps":
            assert time.monotonic() < ends
            assert (message["request"], message["from"]) == (number, first + len(events))
            events += message["events"]
            self.more(number, first + len(events))
        assert (message["type"], message["request"]) == ("thought", number), message
        return Thought(start, events, message)


class Thought:
    """A whole search, as it came."""

    def __init__(self, start: dict[str, Any], events: list[list[Any]], end: dict[str, Any]) -> None:
        self.start = start
        self.events = events
        self.end = end


OUTCOMES = [Outcome.OPEN, Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW]


def value_of(number: float | str | None) -> Any:
    return float(number) if isinstance(number, str) else number


class Decoder:
    """From arrays back to events: boards are played from the root, by the names of the moves."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.boards: dict[int, Board] = {}

    def events(self, steps: list[list[Any]]) -> list[Event]:
        return [getattr(self, step[0])(*step[1:]) for step in steps]

    def _join(self, node: int, parent: int | None, move: str | None, outcome: int) -> int | None:
        if parent is None or move is None:
            self.boards[node] = self.board
            return None
        above = self.boards[parent]
        number = above.parse_move(move)
        self.boards[node] = above.move(number)
        assert self.boards[node].outcome is OUTCOMES[outcome]
        return number

    def enter(self, node, parent, move, depth, maximizing, alpha, beta, outcome, legal=None, text=None) -> Enter:
        number = self._join(node, parent, move, outcome)
        board = self.boards[node]
        if depth == 0 or outcome:
            assert legal is None
        else:
            assert legal == [board.move_name(each) for each in board.legal_moves]
        assert text == (None if isinstance(board, GridBoard) else board_text(board))
        assert maximizing in (0, 1)
        return Enter(node, parent, number, board, depth, bool(maximizing), value_of(alpha), value_of(beta))

    def expand(self, node, parent, move, visits, total, outcome, text=None) -> Expand:
        number = self._join(node, parent, move, outcome)
        board = self.boards[node]
        assert text == (None if isinstance(board, GridBoard) else board_text(board))
        return Expand(node, parent, number, board, visits, total)

    def evaluate(self, node, value) -> Evaluate:
        return Evaluate(node, value_of(value))

    def leave(self, node, value) -> Leave:
        return Leave(node, value_of(value))

    def lookup(self, node, value, bound) -> Lookup:
        return Lookup(node, value_of(value), bound)

    def deepen(self, node, depth) -> Deepen:
        return Deepen(node, depth)

    def cut(self, node, alpha, beta, skipped) -> Cut:
        board = self.boards[node]
        return Cut(node, value_of(alpha), value_of(beta), tuple(board.parse_move(name) for name in skipped))

    def select(self, node, parent, move, score) -> Select:
        return Select(node, parent, self.boards[parent].parse_move(move), score)

    def playout(self, node, moves, value) -> Playout:
        board, numbers = self.boards[node], []
        for name in moves:
            numbers.append(board.parse_move(name))
            board = board.move(numbers[-1])
        assert board.outcome.is_over
        return Playout(node, tuple(numbers), value)

    def backup(self, node, value, visits, total) -> Backup:
        return Backup(node, value, visits, total)
