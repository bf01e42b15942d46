"""`ServerSettings`: what a server is started with, and the limits that keep it fair and responsive."""

from __future__ import annotations

import dataclasses
import ipaddress
import json
import os
import secrets
from dataclasses import dataclass

from plyground.executors import cores
from plyground.web.serving.memory import machine_mb

__all__ = ["VARIABLE", "ServerSettings", "is_loopback"]

VARIABLE = "PLYGROUND_SERVE"
"""The environment variable that passes the settings to the worker processes of a server."""

_PLACE_MB = 32  # what a search that is seen at work takes, with its tree and the steps that wait to be sent


@dataclass(frozen=True, slots=True)
class ServerSettings:
    database: str | None = None
    """The URL of the database; None is the file in the user's data folder."""
    host: str = "127.0.0.1"
    port: int = 0
    workers: int = 1
    public: tuple[str, ...] = ()
    """Names of the server besides its addresses, such as that of a proxy in front of it."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies in front of the server, whose word counts about where a request came from."""
    access_log: bool = False
    """Whether every request gets a line in the log."""
    json_log: bool = False
    metrics: bool = False
    """Whether `/metrics` shows what the server counts."""
    games: dict[str, str] = dataclasses.field(default_factory=dict)
    """Games of the owner's own, by name: each the file and class that `learn.load_game` reads."""
    admin_token: str = dataclasses.field(default_factory=lambda: secrets.token_urlsafe(24))
    """Who knows it may change the arena; it also signs the ids of tournament games. It has to outlive a restart."""
    forget_days: float | None = None
    """After so many days unchanged, games of the page are deleted that are unfinished or have no names; None: never."""
    preload: bool = True
    """Whether compiled code is loaded when the server starts, or when somebody needs it."""

    columns: int = 32
    rows: int = 32
    think_seconds: float = 10.0
    """The most time that a computer may take for a move."""
    table_mb: float = 128.0
    """The most memory for the table or the tree of a player that a visitor names."""
    search_mb: float = dataclasses.field(default_factory=lambda: max(1024.0, min(machine_mb() / 4, 1024.0 * cores())))
    """Memory for all searches: a half for those that run, a quarter for the players and solvers that are kept for the
    next move, and a quarter for searches that are seen at work."""
    search_threads: int = dataclasses.field(default_factory=lambda: max(1, cores() // 2))
    """The most threads of one computer player."""
    search_executor: str | None = None
    """Where computers think: None is in threads of the server, else a name that `executor_of` knows."""
    search_processes: int = dataclasses.field(default_factory=cores)
    """How many computers are meant to think at a time in other processes."""
    searches: int = 4
    """How many searches of one visitor may run or wait; moves and analyses are counted apart."""
    address_searches: int = 120
    """How many of one address, which may be that of a whole classroom."""
    move_threads: int = dataclasses.field(default_factory=lambda: max(2, cores()))
    analysis_threads: int = dataclasses.field(default_factory=lambda: max(1, cores() // 2))
    waiting: int = 1000
    body_bytes: int = 32_768
    message_bytes: int = 32_768
    messages_per_second: float = 20.0
    message_burst: int = 100
    pings_per_second: float = 1.0
    """Pings and pongs of one WebSocket, which count as messages, too."""
    ping_burst: int = 20
    calm_seconds: float = 10.0
    """For which nothing is read from a client that pings more often, before it is sent away."""
    address_messages_per_second: float = 80.0
    """Over all WebSockets of one address. More than that are not refused: they are read later."""
    address_state_bytes: float = 5e6
    """A second, for the states of games that one address is sent, and four times as much at once. Beyond that, states
    are sent later; whoever waits gets the newest one alone."""
    requests_per_second: float = 100.0
    """From one address."""
    request_burst: int = 1000
    refused_seconds: float = 5.0
    """After which a request too many is refused: so long its connection sends no further one."""
    games_per_minute: float = 30.0
    game_burst: int = 60
    """New games of one visitor, and of all in an address who send no cookie."""
    address_games_per_minute: float = 60.0
    address_game_burst: int = 600
    connections: int = 24
    """Open WebSockets of one visitor."""
    address_connections: int = 400
    all_connections: int = 4000
    network_share: int = 4
    """How many times as much as one address its whole network may have."""
    header_seconds: float = 10.0
    """For the head of a request to arrive."""
    body_seconds: float = 20.0
    send_seconds: float = 20.0
    """After this long, a client is cut off that does not read what it is sent."""
    close_seconds: float = 5.0
    """In which a client may still read why its connection ends."""
    address_sockets: int = 600
    """Connections of one address, for requests and WebSockets together."""
    all_sockets: int = 8000
    idle_seconds: float = 20.0
    """After this long without a connection, a game leaves memory and its computers stop; the store still has it."""
    claim_seconds: float = 120.0
    """After this long away with the move, a player can be declared the loser by the other one."""

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches the server: at a loopback address, without another name or a proxy."""
        return is_loopback(self.host) and not self.public and not self.proxies

    @property
    def think_places(self) -> int:
        """How many searches that are seen at work may be in memory."""
        return max(4, int(self.search_mb / 4 / _PLACE_MB))

    def for_worker(self) -> ServerSettings:
        """The settings of one of the workers. Each counts for itself, so the limits of an address and the memory for
        searches are divided by the number of workers: then they hold for all of them together. An address has no less
        at a worker than one visitor has."""
        if self.workers == 1:
            return self

        def share(limit: int, least: int) -> int:
            return max(least, limit // self.workers)

        return dataclasses.replace(
            self,
            requests_per_second=self.requests_per_second / self.workers,
            request_burst=share(self.request_burst, 1),
            address_messages_per_second=max(self.messages_per_second, self.address_messages_per_second / self.workers),
            address_state_bytes=self.address_state_bytes / self.workers,
            address_games_per_minute=self.address_games_per_minute / self.workers,
            address_game_burst=share(self.address_game_burst, self.game_burst),
            address_searches=share(self.address_searches, self.searches),
            address_connections=share(self.address_connections, self.connections),
            address_sockets=share(self.address_sockets, self.connections),
            search_mb=self.search_mb / self.workers,
            search_processes=share(self.search_processes, 1),
        )

    def write(self) -> str:
        return json.dumps(dataclasses.asdict(self))

    @classmethod
    def from_environment(cls) -> ServerSettings:
        given = json.loads(os.environ.get(VARIABLE, "{}"))
        return cls(**(given | {name: tuple(given.get(name, ())) for name in ("public", "proxies")}))


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
