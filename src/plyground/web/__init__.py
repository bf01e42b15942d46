"""The server of the page: games over WebSocket, the rest over HTTP. `docs/web.md` describes both."""
