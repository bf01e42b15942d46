"""The addresses of the page's views, which all serve the same document, and of the files that it loads."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from plyground.web.serving.callers import caller_of
from plyground.web.serving.page_files import PageFiles
from plyground.web.serving.services import ServicesOf

__all__ = ["PageFilesOf", "page_files_of", "router"]


def page_files_of(request: Request) -> PageFiles:
    return cast(PageFiles, request.app.state.page_files)


async def _page_files(request: Request) -> PageFiles:
    return page_files_of(request)


PageFilesOf = Annotated[PageFiles, Depends(_page_files)]

router = APIRouter(include_in_schema=False)


@router.api_route("/", methods=["GET", "HEAD"])
@router.api_route("/new", methods=["GET", "HEAD"])
@router.api_route("/games", methods=["GET", "HEAD"])
@router.api_route("/game/{game}", methods=["GET", "HEAD"])
@router.api_route("/analyse", methods=["GET", "HEAD"])
@router.api_route("/review/{game}", methods=["GET", "HEAD"])
@router.api_route("/arena", methods=["GET", "HEAD"])
@router.api_route("/arena/{name}", methods=["GET", "HEAD"])
@router.api_route("/help", methods=["GET", "HEAD"])
@router.api_route("/think", methods=["GET", "HEAD"])
@router.api_route("/learn", methods=["GET", "HEAD"])
@router.api_route("/learn/{lesson}", methods=["GET", "HEAD"])
@router.api_route("/learn/{lesson}/sheet", methods=["GET", "HEAD"])
@router.api_route("/atlas", methods=["GET", "HEAD"])
@router.api_route("/puzzle", methods=["GET", "HEAD"])
@router.api_route("/puzzle/{id}", methods=["GET", "HEAD"])
async def page(request: Request, files: PageFilesOf, services: ServicesOf) -> Response:
    """The page reads the address and shows the view."""
    return await services.read(caller_of(request), lambda: files.document(request))


@router.api_route("/page/{hash}/{name}", methods=["GET", "HEAD"])
async def file(hash: str, name: str, request: Request, files: PageFilesOf, services: ServicesOf) -> Response:
    if files.is_current(hash):
        return files.file(request, hash, name)
    return await services.read(caller_of(request), lambda: files.file(request, hash, name))


@router.api_route("/favicon.ico", methods=["GET", "HEAD"])
async def icon(request: Request, files: PageFilesOf) -> Response:
    return files.icon(request)


@router.api_route("/api/docs", methods=["GET", "HEAD"])
async def documentation(request: Request, files: PageFilesOf, services: ServicesOf) -> Response:
    return await services.read(caller_of(request), lambda: files.document(request, "docs/docs.html"))
