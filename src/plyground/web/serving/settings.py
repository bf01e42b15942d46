"""`ServerSettings`: what a server is started with, and the limits that keep it fair and responsive."""

from __future__ import annotations

import dataclasses
import json
import os
from dataclasses import dataclass

from plyground.executors import cores

__all__ = ["VARIABLE", "ServerSettings"]

VARIABLE = "PLYGROUND_SERVE"
"""The environment variable that passes the settings to the worker processes of a server."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    database: str | None = None
    """The URL of the database; None is the file in the user's data folder."""
    host: str = "127.0.0.1"
    port: int = 0
    workers: int = 1
    public: tuple[str, ...] = ()
    """Names of the server besides its addresses, such as that of a proxy in front of it."""
    games: dict[str, str] = dataclasses.field(default_factory=dict)
    """Games of the owner's own, by name: each the file and class that `learn.load_game` reads."""
    preload: bool = True
    """Whether compiled code is loaded when the server starts, or when somebody needs it."""

    columns: int = 32
    rows: int = 32
    think_seconds: float = 10.0
    """The most time that a computer may take for a move."""
    table_mb: float = 128.0
    """The most memory for the table of a player that a visitor names."""
    searches: int = 4
    """How many searches of one visitor may run or wait; moves and analyses are counted apart."""
    move_threads: int = dataclasses.field(default_factory=lambda: max(2, cores()))
    analysis_threads: int = dataclasses.field(default_factory=lambda: max(1, cores() // 2))
    think_places: int = 32
    """How many searches that are seen at work may be in memory."""
    waiting: int = 200
    body_bytes: int = 32_768
    message_bytes: int = 32_768
    messages_per_second: float = 20.0
    message_burst: int = 100
    requests_per_second: float = 100.0
    """From one address, which may be that of a whole classroom."""
    request_burst: int = 1000
    games_per_minute: float = 30.0
    game_burst: int = 60
    """New games of one visitor."""
    connections: int = 24
    """Open WebSockets of one visitor."""
    all_connections: int = 4000
    idle_seconds: float = 20.0
    """After this long without a connection, a game leaves memory and its computers stop; the store still has it."""
    claim_seconds: float = 120.0
    """After this long away with the move, a player can be declared the loser by the other one."""

    def write(self) -> str:
        return json.dumps(dataclasses.asdict(self))

    @classmethod
    def from_environment(cls) -> ServerSettings:
        given = json.loads(os.environ.get(VARIABLE, "{}"))
        return cls(**(given | {"public": tuple(given.get("public", ()))}))
