"""Recorded searches, as the page gets them, and the page's modules in Node."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from plyground.board import Board, Event
from plyground.learn import choose_search
from plyground.web.serving.page_files import PAGE
from plyground.web.think.encoding import StepEncoder
from tests.waiting import CancelAfter


def recorded(search: str, board: Board, **options: Any) -> list[Event]:
    """All events of a search, in order."""
    events: list[Event] = []
    choose_search(search, board, **options).search(events.append, CancelAfter(10**9))
    return events


def on_the_wire(events: list[Event], board: Board) -> list[list[Any]]:
    """The events as the server sends them."""
    encoder = StepEncoder(board)
    return [encoder.encode(event) for event in events]


def sent(search: str, board: Board, **options: Any) -> list[list[Any]]:
    """All steps of a search, as the server sends them."""
    return on_the_wire(recorded(search, board, **options), board)


def run_in_node(script: str, given: object) -> Any:
    """What a script logs that reads `given`, and imports modules of the page from `PAGE`."""
    head = f"""
      const PAGE = {json.dumps(PAGE.as_uri())};
      let text = "";
      for await (const part of process.stdin) text += part;
      const given = JSON.parse(text);
    """
    ended = subprocess.run(
        ["node", "--input-type=module", "-e", head + script],
        input=json.dumps(given),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)
