"""Questions over `/ws/analysis`, and random positions to ask about."""

from __future__ import annotations

import itertools
import json
import random
import time
from typing import Any

from plyground.grid import GridBoard, Rules
from plyground.web.analysis.messages import (
    AskedPosition,
    MoveJudgement,
    MoveWorths,
    PositionWorth,
    QuestionRefused,
    ReviewEnd,
)
from plyground.web.analysis.reasons import Reason
from plyground.web.messages.base import Pong
from tests.waiting import PATIENCE
from tests.web.people import Person, Server, patient_socket

MESSAGES: dict[str, Any] = {
    "position": AskedPosition,
    "progress": MoveWorths,
    "analysis": MoveWorths,
    "valued": PositionWorth,
    "judged": MoveJudgement,
    "reviewed": ReviewEnd,
    "reason": Reason,
    "error": QuestionRefused,
    "pong": Pong,
}
LAST = ("analysis", "reviewed", "reason", "error")


class Asking:
    """A visitor's socket for questions. Every answer is checked against its schema."""

    def __init__(self, server: Server, person: Person | None = None, language: str = "en") -> None:
        headers = {"accept-language": language} | ({} if person is None else {"cookie": person.cookie})
        self._connecting = patient_socket(f"ws://{server.host}/ws/analysis", headers)
        self._numbers = itertools.count(1)

    def __enter__(self) -> Asking:
        self.socket = self._connecting.__enter__()
        return self

    def __exit__(self, *failure: Any) -> None:
        self._connecting.__exit__(*failure)

    def send(self, type: str, **fields: Any) -> int:
        number = next(self._numbers)
        self.socket.send(json.dumps({"type": type, "request": number, **fields}))
        return number

    def next(self, timeout: float = PATIENCE) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        MESSAGES[message["type"]].model_validate(message)
        return message

    def answers(self, number: int) -> list[dict[str, Any]]:
        """All answers to this question, to the last. No answer to another question may come in between."""
        heard: list[dict[str, Any]] = []
        ends = time.monotonic() + PATIENCE
        while not heard or heard[-1]["type"] not in LAST:
            message = self.next(ends - time.monotonic())
            if message["request"] == number:
                heard.append(message)
            else:
                assert message["request"] < number
                assert not heard, "an answer to a question that was dropped"
        return heard

    def ask(self, type: str, **fields: Any) -> list[dict[str, Any]]:
        return self.answers(self.send(type, **fields))


def random_board(rules: Rules, stones: int, draw: random.Random) -> GridBoard:
    """A position after `stones` random moves, in which the game is not over."""
    while True:
        board = GridBoard(rules)
        for _ply in range(stones):
            if not board.legal_moves:
                break
            board = board.move(draw.choice(board.legal_moves))
        if board.legal_moves:
            return board
