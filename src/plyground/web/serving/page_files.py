"""`PageFiles`: the page as the server sends it, joined and compressed once.

The address of every file carries a hash of all of them, so a browser keeps a file for good and asks for the document
alone, by its ETag. A document and its files are always of one version. When a source on the disk changes, the next
document is made of the new sources: nothing has to be built or restarted. The files of the version before are gone
then; a page that is still open finds that out, and loads itself again (`frame/new-version.js`).
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import threading
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from plyground.texts import languages
from plyground.web.serving.joiner import ADDRESS, join
from plyground.web.serving.page_texts import page_texts

__all__ = ["PAGE", "PageFiles"]

PAGE = Path(str(files("plyground.web") / "page"))

_DOCUMENTS = ("index.html", "docs/docs.html", "embed/embed.html")
_IMAGES = ("icon.svg",)

# Set here, because the system's own table of types differs from one machine to the next.
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
_REFERENCE = re.compile(rf"(?<=[\"'`]){ADDRESS}")


@dataclass(frozen=True)
class _File:
    content: bytes
    compressed: bytes


@dataclass(frozen=True)
class _Version:
    sources: object
    """What the sources looked like on the disk."""
    hash: str
    files: dict[str, _File]
    texts: dict[str, dict[str, str | list[str]]]


class PageFiles:
    def __init__(self, folder: Path = PAGE) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._version = self._made(self._sources())

    @property
    def texts(self) -> dict[str, dict[str, str | list[str]]]:
        """The page's texts, by language."""
        return self._version.texts

    def document(self, request: Request, name: str = "index.html", status: int = 200) -> Response:
        version = self._current()
        etag = f'"{version.hash}"'
        headers = {"cache-control": "no-cache", "etag": etag}
        if status == 200 and etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return _response(request, name, version.files[name], headers, status)

    def html(self, name: str) -> str:
        """The text of a document that is filled in before it is sent."""
        return self._current().files[name].content.decode()

    def is_current(self, hash: str) -> bool:
        """Whether this is the version that was served last: then its files can be had without a look at the sources."""
        return hash == self._version.hash

    def file(self, request: Request, hash: str, name: str) -> Response:
        version = self._version
        if hash != version.hash:
            version = self._current()  # another worker may have sent the document of a newer version
        if hash != version.hash or name not in version.files or name in _DOCUMENTS:
            raise HTTPException(404)
        headers = {"cache-control": "public, max-age=31536000, immutable"}  # not shown
        return _response(request, name, version.files[name], headers)

    def icon(self, request: Request) -> Response:
        return _response(request, "icon.svg", self._version.files["icon.svg"], {})

    def _current(self) -> _Version:
        """The version of the sources as they are now."""
        with self._lock:
            sources = self._sources()
            if sources != self._version.sources:
                self._version = self._made(sources)
            return self._version

    def _sources(self) -> object:
        return [
            (path, stat.st_mtime_ns, stat.st_size)
            for path in sorted(self._folder.rglob("*.*"))
            for stat in [path.stat()]
        ]

    def _made(self, sources: object) -> _Version:
        made = {name: (self._folder / name).read_text("utf-8") for name in _IMAGES}
        for name in _DOCUMENTS:
            joined = join(self._folder, name)
            made |= {name: joined.html, **joined.files}
        modules = {name: text for name, text in made.items() if name.endswith(".js")}
        texts = {code: page_texts(code, *modules.values()) for code in languages()}
        made |= {name: _json(found) for name, found in _text_files(modules).items()}
        hash = hashlib.sha256(json.dumps(made, sort_keys=True).encode()).hexdigest()[:16]
        contents = {name: _REFERENCE.sub(f"{ADDRESS}{hash}/", text).encode() for name, text in made.items()}
        kept = {name: _File(content, gzip.compress(content, mtime=0)) for name, content in contents.items()}
        return _Version(sources, hash, kept, texts)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _text_files(modules: dict[str, str]) -> dict[str, dict[str, str | list[str]]]:
    """By name: the texts of the modules that a document loads at first, and of each view those that it adds."""
    first = {f"{Path(name).stem}.js" for name in _DOCUMENTS}
    found = {}
    for code in languages():
        at_first = page_texts(code, *(text for name, text in modules.items() if name in first))
        found[f"texts-{code}.json"] = at_first
        for name in modules.keys() - first:
            added = page_texts(code, modules[name])
            found[f"texts-{code}-{Path(name).stem}.json"] = {
                text: translation for text, translation in added.items() if text not in at_first
            }
    return found


def _response(request: Request, name: str, file: _File, headers: dict[str, str], status: int = 200) -> Response:
    headers = {**headers, "content-type": _TYPES[Path(name).suffix], "vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.content, status, headers)
    return Response(file.compressed, status, {**headers, "content-encoding": "gzip"})
