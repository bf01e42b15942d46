"""An unfinished collection on disk: a folder beside the future file, which stays usable after a kill at any moment."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from plyground.errors import N_, InputError
from plyground.puzzlebook.puzzle import Puzzle

__all__ = ["Parts", "parts_folder", "saved_games", "write_whole"]

_SETTINGS, _GAMES = "settings.json", "games.jsonl"


def parts_folder(path: Path) -> Path:
    return path.with_name(f"{path.name}.parts")


def saved_games(path: Path) -> int:
    """The games of the unfinished collection at `path` that are kept."""
    file = parts_folder(path) / _GAMES
    return file.read_bytes().count(b"\n") if file.exists() else 0


class Parts:
    """The games that are done, one a line. A line that was not written to its end is left out, and made again."""

    def __init__(self, settings: Mapping[str, Any], path: Path) -> None:
        self.games: dict[tuple[str, int], list[Puzzle]] = {}
        self._folder = parts_folder(path)
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._folder / _SETTINGS
        if file.exists() and (before := _json_of(file.read_text("utf-8"))) != settings:
            raise InputError(
                N_("{path} was begun with other settings ({before}); use the same, or delete the folder {folder}"),
                path=path,
                before=", ".join(f"{name} {value}" for name, value in before.items()),
                folder=self._folder,
            )
        write_whole(file, json.dumps(settings))
        games = self._folder / _GAMES
        if games.exists():
            for line in games.read_text("utf-8", errors="replace").splitlines():
                self._read(line)
        write_whole(games, "".join(_line(*key, puzzles) for key, puzzles in self.games.items()))
        self._file = games.open("a", encoding="utf-8")

    def _read(self, line: str) -> None:
        content = _json_of(line)
        try:
            puzzles = [Puzzle.of_json(each) for each in content["puzzles"]]
            self.games[str(content["board"]), int(content["game"])] = puzzles
        except (KeyError, TypeError, ValueError):
            pass

    def put(self, board: str, number: int, puzzles: list[Puzzle]) -> None:
        self.games[board, number] = puzzles
        self._file.write(_line(board, number, puzzles))
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def remove(self) -> None:
        shutil.rmtree(self._folder)


def _line(board: str, number: int, puzzles: Iterable[Puzzle]) -> str:
    content = {"board": board, "game": number, "puzzles": [puzzle.json() for puzzle in puzzles]}
    return json.dumps(content) + "\n"


def _json_of(text: str) -> dict[str, Any]:
    try:
        content = json.loads(text)
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}


def write_whole(path: Path, text: str) -> None:
    """Writes a file as a whole or not at all; after an error the old one is still there."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with fresh.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
