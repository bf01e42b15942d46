"""The server of the page: games, analyses and searches over WebSockets, the rest over HTTP. `docs/web.md` has both.

Importing this package is cheap: FastAPI loads when the server starts.
"""

from plyground.web.serving.server import (
    addresses,
    background_server,
    bound,
    can_open_browser,
    check_proxies,
    inherited_socket,
    open_browser,
    serve,
    when_ready,
)
from plyground.web.serving.settings import ServerSettings

__all__ = [
    "ServerSettings",
    "addresses",
    "background_server",
    "bound",
    "can_open_browser",
    "check_proxies",
    "inherited_socket",
    "open_browser",
    "serve",
    "when_ready",
]
