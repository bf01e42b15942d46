"""Running the server: its socket, its workers, its address, and the browser that opens it."""

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
from collections.abc import Callable

from plyground.errors import N_, InputError, MissingError, PlygroundError
from plyground.web.serving.settings import VARIABLE, Settings

__all__ = [
    "addresses",
    "bound",
    "can_open_browser",
    "follow_parent",
    "is_loopback",
    "open_browser",
    "serve",
    "when_ready",
]

_READY_WITHIN = 60.0
_GRACE = 2  # seconds for connections to end when the server is stopped; the page comes back by itself


def is_loopback(host: str) -> bool:
    """Can only this machine reach it?"""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def bound(host: str, port: int) -> socket.socket:
    """A socket for the server; whoever has the port already is reason to name a free one."""
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
            # A server that was just ended may be started again at once; on Windows it would share the port instead.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        # Another server that listens there is noticed by some systems only now.
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise _cannot_bind(error, host, port) from None
    listening.set_inheritable(True)
    return listening


def _cannot_bind(error: OSError, host: str, port: int) -> PlygroundError:
    if error.errno == errno.EADDRINUSE:
        free = _free_port(host, port)
        return MissingError(
            N_("port {port} is in use by another program; {free} is free: plyground serve --port {free}"),
            port=port,
            free=free,
        )
    if error.errno == errno.EACCES:
        return InputError(
            N_("port {port} may not be used by this user; those from 1024 on may: plyground serve --port {free}"),
            port=port,
            free=_free_port(host, 1024),
        )
    return InputError(
        N_("the server cannot be at {host}, port {port}: {reason}"), host=host, port=port, reason=error.strerror
    )


def _free_port(host: str, after: int) -> int:
    """A port that nobody uses now, near the one that was wanted if there is one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in [*range(after + 1, min(after + 20, 65536)), 0]:
        with socket.socket(family) as probe, contextlib.suppress(OSError):
            probe.bind((host, port))
            return int(probe.getsockname()[1])
    return 0


def addresses(host: str, port: int) -> tuple[str, str | None]:
    """The address to open on this machine, and the one to send to others, if they can reach it."""
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
    """The address of this machine in its network: the one it would speak to others from. Nothing is sent."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _url(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


def serve(settings: Settings, listening: socket.socket) -> None:
    """Serves until it is told to end: Ctrl-C, or SIGTERM."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    os.environ[VARIABLE] = settings.write()
    config = uvicorn.Config(
        "plyground.web.serving.app:app_of_environment",
        factory=True,
        workers=settings.workers,
        log_config=None,
        log_level="warning",
        access_log=False,
        lifespan="on",
        # A client must not choose the address that it is counted under.
        proxy_headers=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_GRACE,
    )
    if settings.workers > 1:
        Multiprocess(config, sockets=[listening]).run()
        return
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


def follow_parent() -> None:
    """Ends this worker when the process that started it is gone, even by kill -9: the port has to become free."""
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
    """A browser with a window: one in the terminal would take it away from the server."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_browser(url: str) -> bool:
    try:
        return webbrowser.open(url)
    except webbrowser.Error:
        return False
