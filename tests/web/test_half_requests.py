"""Requests that never come to their end, more connections than files, and logs that do not grow with them."""

from __future__ import annotations

import contextlib
import json
import logging
import socket
from collections.abc import Iterator

import pytest

from plyground.web.serving import file_limit
from plyground.web.serving.logs import LineFormatter, RepeatCounter, request_id
from tests.waiting import PATIENCE
from tests.web.people import Person, Server, running

ATTACKER = "127.0.0.2"


def few_files(count: int) -> str:
    return f"import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, ({count}, {count}))\n"


def half_sent(server: Server, text: str = "GET / HTTP/1.1\r\nHost: x\r\n") -> socket.socket:
    raw = socket.create_connection(("127.0.0.1", server.port), PATIENCE, source_address=(ATTACKER, 0))
    with contextlib.suppress(OSError):
        raw.sendall(text.encode())
    return raw


def answer(raw: socket.socket) -> bytes:
    """All that comes until the server closes the connection."""
    got = b""
    with contextlib.suppress(OSError):
        while piece := raw.recv(4096):
            got += piece
    return got


def flood(server: Server, count: int) -> tuple[int, int]:
    """Holds so many requests open that are half sent, and lets somebody else play; how many were refused and ended."""
    with contextlib.ExitStack() as held:
        sockets = [held.enter_context(half_sent(server)) for _time in range(count)]
        with Person(server) as anna, anna.sit(anna.new_game()["id"]) as chair:
            chair.first()
            for move in "4455":
                chair.play(move)
        answers = [answer(raw) for raw in sockets]
    assert server.log.stat().st_size < 20_000
    return sum(b" 503 " in got for got in answers), sum(b" 408 " in got for got in answers)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("hasty")
    # Long enough for whoever sends a whole request on a busy machine.
    limits = {"header_seconds": 3.0, "body_seconds": 3.0}
    with running(home, str(home / "games.sqlite"), settings=limits, first=few_files(300)) as started:
        yield started


def test_half_sent_requests_stop_nobody(hasty):
    refused, _ended = flood(hasty, 400)
    assert refused >= 1, "one address has half of the connections at most"
    assert "raise its limit of open files" in hasty.faults


@pytest.mark.parametrize("length", [70_000, 200_000, 2_000_000])
def test_a_head_that_is_too_long_is_answered_and_the_answer_can_be_read(hasty, length):
    """The answer is on its way before the request has come whole; to close then would take it from the client."""
    for _time in range(10):
        with socket.create_connection(("127.0.0.1", hasty.port), PATIENCE) as raw:
            raw.sendall(b"GET /api/puzzles/next?without=" + b"x" * length + b" HTTP/1.1\r\nHost: x\r\n\r\n")
            got = b""
            while piece := raw.recv(4096):
                got += piece
        assert got.startswith(b"HTTP/1.1 400 Bad Request\r\n")
        assert got.endswith(b"\r\n\r\nInvalid HTTP request received.")


def test_a_request_has_to_come_in_time(hasty):
    head = f"POST /api/games HTTP/1.1\r\nHost: {hasty.host}\r\nContent-Type: application/json\r\n"
    whole = f"GET /healthz HTTP/1.1\r\nHost: {hasty.host}\r\n\r\n"
    texts = ("", "GET / HT", head, head + "Content-Length: 50\r\n\r\n{", whole + "GET /hea")
    with contextlib.ExitStack() as held:
        *unanswered, later = [answer(raw) for raw in [held.enter_context(half_sent(hasty, text)) for text in texts]]
    for got in unanswered:
        assert got.startswith(b"HTTP/1.1 408 ")
    assert later.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 408 " in later


@pytest.mark.soak
def test_a_thousand_half_sent_requests(tmp_path):
    with running(tmp_path, str(tmp_path / "games.sqlite"), settings={}, first=few_files(1024)) as server:
        refused, ended = flood(server, 1500)
        assert refused + ended == 1500


@pytest.mark.parametrize(
    ("limits", "wanted", "held"),
    [((1024, 4096), 8000, 3896), ((1024, 1024), 8000, 824), ((8192, -1), 8000, 8000), ((-1, -1), 8000, 8000)],
)
def test_the_limit_of_files_is_raised(monkeypatch, limits, wanted, held):
    resource = pytest.importorskip("resource")
    raised = []
    monkeypatch.setattr(resource, "getrlimit", lambda _which: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda _which, pair: raised.append(pair))
    assert file_limit.connections_within_files(wanted) == held
    if limits == (1024, 4096):
        assert raised == [(4096, 4096)]


@pytest.fixture
def lines() -> Iterator[tuple[logging.Logger, list[str], RepeatCounter]]:
    written: list[str] = []
    counter = RepeatCounter()

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(self.format(record))

    logger, handler = logging.getLogger("tests.lines"), Kept()
    logger.propagate = False
    handler.addFilter(counter)
    handler.setFormatter(LineFormatter())
    logger.addHandler(handler)
    yield logger, written, counter
    logger.removeHandler(handler)


def test_repeated_lines_are_counted(lines):
    logger, written, counter = lines
    for _time in range(1000):
        logger.warning("the same %s", "line")
    logger.warning("another")
    for key in list(counter._seen):
        counter.write_count(key)
    assert [line.split("] ")[1] for line in written] == [
        "the same line",
        "another",
        "the same %s … 999 more such lines",
    ]


def test_a_line_has_its_time_level_and_request(lines):
    logger, written, _counter = lines
    request_id.set("abc123")
    logger.error("what %s sent", "a\nb")
    moment, level, name, rest = written[0].split(" ", 3)
    assert moment.endswith("Z")
    assert (level, name, rest) == ("ERROR", "tests.lines", "[abc123] what a\\nb sent")
    logger.handlers[0].setFormatter(LineFormatter(as_json=True))
    try:
        raise ValueError
    except ValueError:
        logger.exception("failed")
    fields = json.loads(written[1])
    assert fields["request"] == "abc123"
    assert (fields["level"], fields["message"]) == ("ERROR", "failed")
    assert "ValueError" in fields["trace"]
