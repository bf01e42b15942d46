"""An unfinished data set on disk: a folder beside the future file, which stays usable after a kill at any moment.

    cfour.parquet.parts/
        settings.json             the settings of the data set; a resume with other settings is refused
        games.txt                 the counts of the drawing, and the positions, one game per line
        scores-00000000-00000016.npy …    the scores of the positions from one number up to another

Every file is written under another name, flushed to the disk and then renamed; all but the settings end with a
checksum. Workers write nothing. Scores that are damaged are made again.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

import numpy as np

from plyground.dataset.positions import Drawn
from plyground.dataset.scores import Scores
from plyground.dataset.settings import DatasetSettings
from plyground.errors import N_, InputError

__all__ = ["Parts", "parts_folder", "read_json", "saved_positions", "write_json", "write_whole"]

_CHUNK = re.compile(r"scores-(\d{8,})-(\d{8,})\.npy")


class Parts:
    """The finished parts of the data set at `path`."""

    def __init__(self, settings: DatasetSettings, path: Path) -> None:
        self.settings = settings
        self.folder = parts_folder(path)
        self._settings = self.folder / "settings.json"
        self._games = self.folder / "games.txt"
        before = read_json(self._settings)
        if before is not None and (changes := settings.changes(before)):
            raise InputError(
                N_(
                    "{path} was begun with other settings ({changes}); use the same, name another --out, or delete "
                    "the folder {folder}"
                ),
                path=path,
                changes=changes,
                folder=self.folder,
            )
        # Written whole before anything else, so without it nobody knows what the rest was made with.
        if before is None and (self._settings.exists() or self._games.exists()):
            raise InputError(
                N_("{file} is damaged or missing; delete the folder {folder} and begin the data set again"),
                file=self._settings,
                folder=self.folder,
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        if before is None:
            write_json(self._settings, settings.json())

    def drawn(self, draw: Callable[[], Drawn]) -> Drawn:
        """The positions: those that were saved, else drawn now and saved."""
        if self._games.is_file():
            content = _checked(self._games.read_bytes())
            if content is None:
                raise InputError(
                    N_(
                        "{file} is damaged: its checksum does not fit; delete the folder {folder} and begin the data "
                        "set again"
                    ),
                    file=self._games,
                    folder=self.folder,
                )
            first, *games = content.decode().split("\n")
            return Drawn(games, **json.loads(first))
        drawn = draw()
        counts = {name: value for name, value in asdict(drawn).items() if name != "games"}
        with write_whole(self._games) as file:
            file.write(_with_checksum("\n".join([json.dumps(counts), *drawn.games]).encode()))
        return drawn

    def put(self, start: int, scores: Scores) -> None:
        """Saves the scores of the positions from number `start` on."""
        with write_whole(self.folder / f"scores-{start:08}-{start + len(scores):08}.npy") as file:
            content = io.BytesIO()
            np.save(content, scores)
            file.write(_with_checksum(content.getvalue()))

    def chunks(self, positions: int) -> Iterator[tuple[int, Scores]]:
        """The saved chunks: the number of the first position, and the scores. Damaged chunks are left out."""
        width = self.settings.rules.move_count
        for path in sorted(self.folder.iterdir()):
            found = _CHUNK.fullmatch(path.name)
            if found is None:
                continue
            start, end = int(found[1]), int(found[2])
            try:
                content = _checked(path.read_bytes())
                if content is None:
                    continue
                scores = np.load(io.BytesIO(content))
            except (OSError, ValueError, EOFError):
                continue
            if scores.shape == (end - start, width) and scores.dtype == np.int8 and end <= positions:
                yield start, scores

    def remove(self) -> None:
        shutil.rmtree(self.folder)


def _with_checksum(content: bytes) -> bytes:
    return content + b"\n" + hashlib.sha256(content).hexdigest().encode()


def _checked(data: bytes) -> bytes | None:
    """What `_with_checksum` was given; None if a byte is missing or another."""
    content, _newline, checksum = data.rpartition(b"\n")
    return content if hashlib.sha256(content).hexdigest().encode() == checksum else None


def saved_positions(path: Path) -> int:
    """How many positions of the unfinished data set at `path` have been saved with their scores."""
    folder = parts_folder(path)
    found = map(_CHUNK.fullmatch, os.listdir(folder) if folder.is_dir() else ())
    return sum(int(chunk[2]) - int(chunk[1]) for chunk in found if chunk is not None)


def parts_folder(path: Path) -> Path:
    return path.with_name(path.name + ".parts")


@contextmanager
def write_whole(path: Path) -> Iterator[IO[bytes]]:
    """Opens a file that is written as a whole or not at all; after an error the old one is still there.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "file"
    >>> with write_whole(path) as file:
    ...     print(file.write(b"whole"), path.exists())
    5 False
    >>> path.read_bytes()
    b'whole'
    """
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with fresh.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def write_json(path: Path, content: dict[str, Any]) -> None:
    with write_whole(path) as file:
        file.write(json.dumps(content, ensure_ascii=False, indent=2).encode() + b"\n")


def read_json(path: Path) -> dict[str, Any] | None:
    """The JSON object in the file; None if there is none."""
    try:
        content = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return content if isinstance(content, dict) else None
