"""`Settings`: what a server is started with, and the limits that keep it fair and alive."""

from __future__ import annotations

import dataclasses
import json
import os
from dataclasses import dataclass

from plyground.executors import cores

__all__ = ["VARIABLE", "Settings"]

VARIABLE = "PLYGROUND_SERVE"
"""How the settings reach the worker processes of one server."""


@dataclass(frozen=True, slots=True)
class Settings:
    database: str | None = None
    """The URL of the database; None is the file in the user's data folder."""
    host: str = "127.0.0.1"
    port: int = 0
    workers: int = 1
    public: tuple[str, ...] = ()
    """Names under which the server may be reached besides its addresses, as a proxy in front of it is."""

    columns: int = 32
    rows: int = 32
    think_seconds: float = 10.0
    """The most that a computer takes for a move on the page."""
    table_mb: float = 128.0
    """The most memory that a player named by a visitor gets for its table."""
    searches: int = 4
    """Searches of one visitor that may run or wait, moves and analyses each."""
    move_threads: int = dataclasses.field(default_factory=lambda: max(2, cores()))
    analysis_threads: int = dataclasses.field(default_factory=lambda: max(1, cores() // 2))
    waiting: int = 200
    body_bytes: int = 32_768
    message_bytes: int = 32_768
    messages_per_second: float = 20.0
    message_burst: int = 100
    requests_per_second: float = 100.0
    """Of one address, which may be that of a whole classroom."""
    request_burst: int = 1000
    games_per_minute: float = 30.0
    game_burst: int = 60
    """New games of one visitor."""
    connections: int = 24
    """Open WebSockets of one visitor."""
    all_connections: int = 4000
    idle_seconds: float = 20.0
    """After so long without anybody at a game, its computers stop thinking and it leaves memory; the store has it."""

    def write(self) -> str:
        return json.dumps(dataclasses.asdict(self))

    @classmethod
    def from_environment(cls) -> Settings:
        given = json.loads(os.environ.get(VARIABLE, "{}"))
        return cls(**(given | {"public": tuple(given.get("public", ()))}))
