"""The addresses for whoever runs the server: whether it lives, whether it is ready, and what it counts."""

from __future__ import annotations

import asyncio
from typing import cast

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from plyground.errors import N_, PlygroundError
from plyground.store import live
from plyground.web.messages.refusals import Refusal
from plyground.web.serving.services import ServicesOf

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_PATIENCE = 5.0


@router.api_route("/healthz", methods=["GET", "HEAD"])
async def alive() -> Response:
    """Answers as long as the process does."""
    return PlainTextResponse("ok\n")


@router.api_route("/readyz", methods=["GET", "HEAD"])
async def ready(services: ServicesOf) -> Response:
    """Whether visitors can be sent here: the database answers, and the compiled code is loaded."""
    database = "ok"
    try:
        async with asyncio.timeout(_PATIENCE):
            await services.stored(live.seqs, services.database, [])
    except (PlygroundError, TimeoutError):
        database = "away"
    kernels = services.kernel_loader.state
    is_ready = database == "ok" and kernels == "ready"
    return JSONResponse({"database": database, "kernels": kernels}, 200 if is_ready else 503)


@router.api_route("/metrics", methods=["GET", "HEAD"])
async def metrics(request: Request, services: ServicesOf) -> Response:
    """This process in numbers; with several workers, whichever answers."""
    if not services.settings.metrics:
        raise Refusal("not_found", 404, N_("this server shows no metrics; --metrics turns them on"))
    pools = {
        "moves": services.moves,
        "analyses": services.analyses,
        "readings": services.readings,
        "lookups": services.lookups,
    }
    games = cast(int, request.app.state.games.lobby.open_count)
    gauges: dict[str, tuple[str, dict[str, float]]] = {
        "searches_running": ("Searches at work.", {_pool(name): pool.running for name, pool in pools.items()}),
        "searches_waiting": ("Searches in the queue.", {_pool(name): pool.queued for name, pool in pools.items()}),
        "searches_refused_total": ("Searches refused.", {_pool(name): pool.refused for name, pool in pools.items()}),
        "search_memory_bytes": ("Memory counted for searches that run.", {"": services.memory.taken * 2**20}),
        "websockets": ("Open WebSockets.", {"": services.connections.total}),
        "games_open": ("Games in memory.", {"": games}),
    }
    return PlainTextResponse(services.metrics.text(gauges), media_type="text/plain; version=0.0.4")


def _pool(name: str) -> str:
    return f'{{pool="{name}"}}'
