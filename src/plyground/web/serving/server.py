"""The process of the server: its socket, address and workers, and the browser that opens the page."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import signal
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from plyground.errors import N_, InputError, MissingError, PlygroundError
from plyground.web.serving.settings import VARIABLE, ServerSettings, is_loopback

if TYPE_CHECKING:
    import uvicorn

__all__ = [
    "addresses",
    "background_server",
    "bound",
    "can_open_browser",
    "check_proxies",
    "follow_parent",
    "inherited_socket",
    "open_browser",
    "serve",
    "when_ready",
]

_FIRST_INHERITED = 3  # the file that systemd's sockets begin with
_WAITING = 2048  # connections that the system holds until the server takes them
_ACCEPTED_AT_ONCE = 8
_READY_WITHIN = 60.0
_GRACE = 2  # seconds for connections to end when the server stops; pages reconnect by themselves


def bound(host: str, port: int, command: str = "plyground serve") -> socket.socket:
    """A listening socket for the server. If the port is taken, the error names a free one for `command`."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise InputError(
            N_("there is no address '{host}' ({reason}); use 127.0.0.1 for this machine, 0.0.0.0 for the network"),
            host=host,
            reason=getattr(error, "strerror", None) or error,
        ) from None
    family, kind, protocol, _name, address = found[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":
            # So that a server can be restarted at once. On Windows the option would let two servers share the port.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        # Some systems notice only here that another server listens on the port.
        listening.listen(_WAITING)
    except OSError as error:
        listening.close()
        raise _cannot_bind(error, host, port, command) from None
    listening.set_inheritable(True)
    return listening


def inherited_socket() -> socket.socket | None:
    """The listening socket with which systemd has started this process, if it has. It stays open while the server is
    restarted, so nobody is refused meanwhile."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or os.environ.get("LISTEN_FDS", "0") == "0":
        return None
    listening = socket.socket(fileno=_FIRST_INHERITED)
    listening.set_inheritable(True)
    return listening


def _cannot_bind(error: OSError, host: str, port: int, command: str) -> PlygroundError:
    if error.errno == errno.EADDRINUSE:
        free = _free_port(host, port)
        return MissingError(
            N_("port {port} is in use by another program; {free} is free: {command} --port {free}"),
            port=port,
            free=free,
            command=command,
        )
    if error.errno == errno.EACCES:
        return InputError(
            N_("port {port} may not be used by this user; those from 1024 on may: {command} --port {free}"),
            port=port,
            free=_free_port(host, 1024),
            command=command,
        )
    return InputError(
        N_("the server cannot listen on {host}, port {port}: {reason}"), host=host, port=port, reason=error.strerror
    )


def _free_port(host: str, after: int) -> int:
    """A free port, just after `after` if there is one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in [*range(after + 1, min(after + 20, 65536)), 0]:
        with socket.socket(family) as probe, contextlib.suppress(OSError):
            probe.bind((host, port))
            return int(probe.getsockname()[1])
    return 0


def check_proxies(texts: Iterable[str]) -> None:
    """Refuses what is no address or network of a proxy."""
    from plyground.web.serving.proxies import Proxies

    Proxies(texts)


def addresses(host: str, port: int) -> tuple[str, str | None]:
    """The address to open on this machine, and the one to send to others, or None if they cannot reach it."""
    if is_loopback(host):
        return _url(host, port), None
    try:
        everywhere = ipaddress.ip_address(host).is_unspecified
    except ValueError:
        everywhere = False
    if not everywhere:
        return _url(host, port), _url(host, port)
    outside = _own_address(socket.AF_INET6 if ":" in host else socket.AF_INET)
    return _url("localhost", port), _url(outside or socket.gethostname(), port)


def _own_address(family: socket.AddressFamily) -> str | None:
    """The address of this machine in its network. Connecting a datagram socket reveals it, and sends nothing."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _url(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


def serve(settings: ServerSettings, listening: socket.socket) -> None:
    """Serves until Ctrl-C or SIGTERM."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    settings = settings.for_worker()
    os.environ[VARIABLE] = settings.write()
    config = _config(
        settings,
        "plyground.web.serving.app:app_of_environment",
        factory=True,
        workers=settings.workers,
        has_own_log=True,
    )
    if settings.workers > 1:
        Multiprocess(config, sockets=[listening]).run()
        return

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            listening.listen(_WAITING)  # for connections that wait; asyncio takes as many at once as it was told

    # A thousand connections that are accepted at once would keep everybody else waiting.
    config.backlog = _ACCEPTED_AT_ONCE
    with contextlib.suppress(KeyboardInterrupt):
        Server(config).run(sockets=[listening])


@contextlib.contextmanager
def background_server(settings: ServerSettings, listening: socket.socket) -> Iterator[None]:
    """Serves in a thread of this process while the block runs."""
    import uvicorn

    from plyground.web.serving.app import create_app

    server = uvicorn.Server(_config(settings, create_app(settings)))
    thread = threading.Thread(target=server.run, args=([listening],), name="server", daemon=True)
    thread.start()
    try:
        while not server.started:
            thread.join(0.02)
            if not thread.is_alive():
                raise MissingError(N_("the server could not be started; -v shows why"))
        yield
    finally:
        server.should_exit = True
        thread.join(2 * _GRACE)


def _config(settings: ServerSettings, app: Any, *, has_own_log: bool = False, **more: Any) -> uvicorn.Config:
    from plyground.web.serving.protocols import HttpProtocol, ServerConfig, SocketProtocol

    config = ServerConfig(
        app,
        log_config=None,
        log_level="warning",
        access_log=False,
        lifespan="on",
        # With proxy headers, a client could choose the address that its requests are counted under.
        proxy_headers=False,
        server_header=False,
        http=HttpProtocol,
        ws=SocketProtocol,
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_GRACE,
        **more,
    )
    config.settings = settings
    config.has_own_log = has_own_log
    return config


def follow_parent() -> None:
    """Ends this worker when its parent process is gone, even by kill -9, so that the port becomes free."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(2 * _GRACE)
        os.kill(os.getpid(), signal.SIGKILL)

    if sys.platform != "win32":
        threading.Thread(target=watch, name="follow-parent", daemon=True).start()


def when_ready(url: str, then: Callable[[], None]) -> None:
    """Calls `then`, in a thread, as soon as the server answers."""

    def ask() -> None:
        ends = time.monotonic() + _READY_WITHIN
        while time.monotonic() < ends:
            try:
                with urllib.request.urlopen(f"{url}api/meta", timeout=_READY_WITHIN):
                    then()
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)

    threading.Thread(target=ask, name="when-ready", daemon=True).start()


def can_open_browser() -> bool:
    """Whether a browser with a window can be opened; one in the terminal would take the server's place there."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_browser(url: str) -> bool:
    try:
        return webbrowser.open(url)
    except webbrowser.Error:
        return False
