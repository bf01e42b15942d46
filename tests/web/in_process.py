"""A server in this process, for tests of single answers: without a port and without a process of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import httpx

from plyground.web.serving.app import create_app
from plyground.web.serving.settings import ServerSettings
from tests.waiting import PATIENCE

T = TypeVar("T")


class InProcess:
    def __init__(self, loop: asyncio.AbstractEventLoop, http: httpx.AsyncClient) -> None:
        self._loop = loop
        self._http = http
        self.cookies = http.cookies

    def get(self, path: str, **more: Any) -> httpx.Response:
        return _result(self._loop, self._http.get(path, **more))

    def post(self, path: str, **more: Any) -> httpx.Response:
        return _result(self._loop, self._http.post(path, **more))


def _result(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE)


@contextmanager
def in_process(settings: ServerSettings) -> Iterator[InProcess]:
    app = create_app(settings)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    http = httpx.AsyncClient(
        transport=httpx.ASGITransport(app),
        base_url="http://127.0.0.1",
        headers={"origin": "http://127.0.0.1"},
        timeout=PATIENCE,
    )
    lifespan = app.router.lifespan_context(app)
    try:
        _result(loop, lifespan.__aenter__())
        try:
            yield InProcess(loop, http)
        finally:
            _result(loop, http.aclose())
            _result(loop, lifespan.__aexit__(None, None, None))
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE)
        loop.close()
