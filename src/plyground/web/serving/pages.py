"""The files of the page, and the addresses of its views, which all serve the same document."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

__all__ = ["PAGE", "PageFiles", "document", "router"]

PAGE = Path(str(files("plyground.web") / "page"))

# Set here, because the system's own table of types differs from one machine to the next.
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class PageFiles(StaticFiles):
    """Serves files with the right types. A browser checks by ETag, each time, whether its copy is still good."""

    def file_response(self, full_path: Any, stat_result: Any, scope: Scope, status_code: int = 200) -> Response:
        kind = _TYPES.get(Path(str(full_path)).suffix)
        if kind is None:
            raise HTTPException(404)
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["content-type"] = kind
        response.headers["cache-control"] = "no-cache"
        return response


def document(status: int = 200) -> Response:
    return FileResponse(PAGE / "index.html", status_code=status, headers={"content-type": _TYPES[".html"]})


router = APIRouter(include_in_schema=False)


@router.api_route("/", methods=["GET", "HEAD"])
@router.api_route("/new", methods=["GET", "HEAD"])
@router.api_route("/game/{game}", methods=["GET", "HEAD"])
@router.api_route("/analyse", methods=["GET", "HEAD"])
@router.api_route("/review/{game}", methods=["GET", "HEAD"])
@router.api_route("/arena", methods=["GET", "HEAD"])
@router.api_route("/arena/{name}", methods=["GET", "HEAD"])
def page() -> Response:
    """The page reads the address and shows the view."""
    return document()


@router.api_route("/favicon.ico", methods=["GET", "HEAD"])
def icon() -> Response:
    return FileResponse(PAGE / "icon.svg", headers={"content-type": _TYPES[".svg"]})


@router.api_route("/api/docs", methods=["GET", "HEAD"])
def documentation() -> Response:
    return FileResponse(PAGE / "docs" / "docs.html", headers={"content-type": _TYPES[".html"]})
