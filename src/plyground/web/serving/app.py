"""The application: its routers, middleware and error handlers. `plyground serve` runs it.

A new part of the server is a module with a `router`, and a line in `create_app`.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from plyground._version import __version__
from plyground.errors import N_, PlygroundError
from plyground.texts import say
from plyground.web.analysis import routes as analysis_routes
from plyground.web.arena import routes as arena_routes
from plyground.web.arena.tournaments import Tournaments
from plyground.web.atlas import routes as atlas_routes
from plyground.web.embed import routes as embed_routes
from plyground.web.exports import routes as export_routes
from plyground.web.learn import routes as learn_routes
from plyground.web.messages.refusals import FieldError, Problem, Refusal, problem_of, problems, status_of
from plyground.web.play import routes as play_routes
from plyground.web.play.forgetting import keep_forgetting
from plyground.web.puzzles import routes as puzzle_routes
from plyground.web.serving import administrator, health, meta, openapi, pages
from plyground.web.serving.callers import caller_of
from plyground.web.serving.middleware import RequestMiddleware
from plyground.web.serving.page_files import PageFiles
from plyground.web.serving.server import follow_parent
from plyground.web.serving.services import Services, services_of
from plyground.web.serving.settings import ServerSettings
from plyground.web.think import routes as think_routes

__all__ = ["app_of_environment", "create_app"]

log = logging.getLogger(__name__)


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """Drops asyncio's warning for every message that was sent to a client who had just left."""
    return record.msg != "socket.send() raised exception."


logging.getLogger("asyncio").addFilter(_is_worth_logging)

# The statuses that the middleware and the database may give to any request.
_ALWAYS = problems(400, 403, 413, 421, 422, 429, 500, 503)


def create_app(settings: ServerSettings | None = None) -> FastAPI:
    settings = settings or ServerSettings()

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        if settings.workers > 1:
            follow_parent()
        # Textbook searches hold the interpreter's lock; the event loop gets it back within this time.
        sys.setswitchinterval(0.0002)
        services = app.state.services = Services(settings)
        services.kernel_loader.start()
        app.state.tournaments = Tournaments(services)
        app.state.games = play_routes.Games(services)
        await app.state.games.lobby.open()
        forgetting = asyncio.create_task(keep_forgetting(services))
        try:
            yield
        finally:
            forgetting.cancel()
            await app.state.games.lobby.close()
            app.state.tournaments.close()
            services.close()

    app = FastAPI(
        title="Plyground",
        version=__version__,
        summary="Connection games: play, analyse, review, and pit players against each other.",  # not shown
        openapi_url=None,  # FastAPI would write it anew for every request
        docs_url=None,  # FastAPI's own pages load scripts from other sites
        redoc_url=None,
        lifespan=running,
        responses=_ALWAYS,
    )
    for part in (
        meta,
        administrator,
        play_routes,
        analysis_routes,
        think_routes,
        arena_routes,
        learn_routes,
        atlas_routes,
        puzzle_routes,
        export_routes,
        embed_routes,
        health,
        openapi,
        pages,
    ):
        app.include_router(part.router)
    app.state.page_files = PageFiles()
    openapi.describe(app)
    app.add_middleware(RequestMiddleware, settings=settings)
    app.add_exception_handler(PlygroundError, _refused)
    app.add_exception_handler(FieldError, _refused)
    app.add_exception_handler(RequestValidationError, _misread)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _failed)
    return app


def app_of_environment() -> FastAPI:
    """For the worker processes of a server, which get their settings from an environment variable."""
    return create_app(ServerSettings.from_environment())


def _response(status: int, problem: Problem) -> Response:
    return JSONResponse(problem.model_dump(), status)


async def _refused(request: Request, error: Exception) -> Response:
    field = None
    if isinstance(error, FieldError):
        field, error = error.field, error.error
    assert isinstance(error, PlygroundError)
    status = status_of(error)
    if status >= 500:
        log.warning("%s", error)  # not shown
    problem = problem_of(error, field)
    request.app.state.services.metrics.refusals[problem.code] += 1
    return _response(status, problem)


async def _misread(_request: Request, error: Exception) -> Response:
    """A body that does not fit its model."""
    assert isinstance(error, RequestValidationError)
    first: dict[str, Any] = error.errors()[0]
    # The first part is `body` or `query`, not a field. Numbers are the places of items or of broken JSON.
    field = ".".join(str(part) for part in first["loc"][1:])
    text = say("{field}: {reason}", field=field or "-", reason=first["msg"])
    return _response(422, Problem(code="input", text=text, field=field or None))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, PlygroundError):  # the body was refused while it was read
        return await _refused(request, error.__cause__)
    path = request.url.path
    if error.status_code == 404 and not path.startswith(("/api/", "/page/", "/ws/")) and _wants_html(request):
        files, services = pages.page_files_of(request), services_of(request)
        return await services.read(caller_of(request), lambda: files.document(request, status=404))
    refusal = Refusal(
        "http",
        error.status_code,
        N_("there is nothing at {path}") if error.status_code == 404 else N_("{method} {path} cannot be done"),
        method=request.method,
        path=path,
    )
    response = _response(error.status_code, problem_of(refusal))
    response.headers.update(error.headers or {})
    return response


def _wants_html(request: Request) -> bool:
    return request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")


async def _failed(_request: Request, error: Exception) -> Response:
    log.error("a request failed", exc_info=error)  # not shown
    return _response(
        500,
        Problem(code="fault", text=say("this is a fault in Plyground itself ({kind})", kind=type(error).__name__)),
    )
