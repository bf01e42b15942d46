"""`Exchange`: one request or WebSocket with its number, which the log and the metrics name it by."""

from __future__ import annotations

import secrets
import time

from starlette.types import Scope

from plyground.web.serving.logs import ACCESS_LOG, request_id
from plyground.web.serving.metrics import Metrics
from plyground.web.serving.proxies import Came

__all__ = ["Exchange"]


class Exchange:
    """While the block runs, lines of the log carry its number. At the end it is counted, and logged if wanted."""

    def __init__(self, scope: Scope, came: Came) -> None:
        self.id = secrets.token_hex(6)
        self.came = came
        self.path: str = scope["path"]
        self.status = 101 if scope["type"] == "websocket" else 500
        """Of the answer, once there is one."""
        self._method: str = scope.get("method", "WEBSOCKET")
        services = getattr(scope["app"].state, "services", None)
        self._metrics: Metrics | None = None if services is None else services.metrics
        self._began = time.perf_counter()

    def __enter__(self) -> None:
        request_id.set(self.id)

    def __exit__(self, *_failure: object) -> None:
        if self._metrics is not None:
            self._metrics.requests[self.status] += 1
        if ACCESS_LOG.isEnabledFor(20):
            milliseconds = round(1000 * (time.perf_counter() - self._began), 1)
            fields = {"address": self.came.host, "method": self._method, "path": self.path, "status": self.status}
            ACCESS_LOG.info(
                "%s %s %s %d %.1f ms",  # not shown
                *fields.values(),
                milliseconds,
                extra={"fields": fields | {"milliseconds": milliseconds}},
            )

    def refuse(self, code: str) -> None:
        if self._metrics is not None:
            self._metrics.refusals[code] += 1
