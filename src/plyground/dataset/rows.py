"""The rows of a data set, what is counted of them, and the data set as plain text, which needs no extra."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plyground.dataset.card import Card, PlyCounts, card_paths
from plyground.dataset.parts import write_whole
from plyground.dataset.scores import ILLEGAL, Scores
from plyground.dataset.settings import DatasetSettings
from plyground.errors import N_, InputError
from plyground.grid import GridBoard, Rules, position_text
from plyground.solver import Value, score_at_end

__all__ = ["Rows", "SolvedPosition", "file_sha256", "read_dataset", "write_rows"]


class Rows:
    """Makes the rows of a data set from its games and scores, and keeps their counts and their checksum."""

    def __init__(self, settings: DatasetSettings) -> None:
        self._rules = settings.rules
        self._digest = hashlib.sha256()
        self._counts = {ply: PlyCounts(ply) for ply in range(settings.plies[0], settings.plies[1] + 1)}

    def make(self, games: Sequence[str], scores: Scores) -> Iterator[tuple[dict[str, Any], bytes]]:
        """Every row without its scores, and the whole of it as bytes."""
        cells = self._rules.cells
        bests = np.max(scores, axis=1, initial=ILLEGAL).tolist()
        for game, best, values in zip(games, bests, scores, strict=True):
            board = GridBoard.from_moves(game, self._rules)
            row = {
                "position": position_text(board),
                "moves": game,
                "ply": board.count,
                "score": best,
                "plies": Value(best, best, board.count, cells).plies,
            }
            line = _row_bytes(row, values)
            self._digest.update(line)
            _count(self._counts[board.count], row, values, cells)
            yield row, line

    @property
    def sha256(self) -> str:
        """The checksum of the rows so far."""
        return self._digest.hexdigest()

    @property
    def counts(self) -> tuple[PlyCounts, ...]:
        return tuple(self._counts.values())


def write_rows(
    path: Path, settings: DatasetSettings, games: Sequence[str], scores: Scores
) -> tuple[str, tuple[PlyCounts, ...]]:
    """Writes the whole file or nothing; returns the checksum of the file, which is that of the rows, and counts."""
    rows = Rows(settings)
    with write_whole(path) as file:
        for _row, line in rows.make(games, scores):
            file.write(line)
    return rows.sha256, rows.counts


@dataclass(frozen=True, slots=True)
class SolvedPosition:
    """A row: a game that leads to the position, and the exact score of every move that can be played there."""

    moves: str
    scores: dict[int, int]


def read_dataset(path: Path) -> tuple[Card, list[SolvedPosition]]:
    """The card and the rows of a data set that was written as text."""
    place = card_paths(path)[0]
    try:
        card = Card.of_json(json.loads(place.read_text("utf-8")))
        rules = Rules.parse(card.settings["rules"])
        data = path.read_bytes()
    except OSError as error:
        raise InputError(
            N_("'{path}' cannot be read: {reason}"), path=error.filename or path, reason=error.strerror or error
        ) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(N_("{path} is no card of a data set"), path=place) from error
    if hashlib.sha256(data).hexdigest() != card.sha256:
        raise InputError(
            N_("{path} is not the file that its card describes: the checksum differs; make it again"), path=path
        )
    lines = data.decode().splitlines()
    return card, [_read_row(path, number, line, rules) for number, line in enumerate(lines, 1)]


def file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _read_row(path: Path, number: int, line: str, rules: Rules) -> SolvedPosition:
    fields = line.split("\t")
    values = fields[2].split(" ") if len(fields) == 3 else []
    try:
        scores = {move: int(value) for move, value in enumerate(values) if value != "-"}
    except ValueError:
        scores = {}
    if not scores or len(values) != rules.move_count:
        raise InputError(
            N_(
                "line {number} of {path} is no row of a data set of {rules}: position, moves and {count} scores, with "
                "tabs between"
            ),
            number=number,
            path=path,
            rules=rules,
            count=rules.move_count,
        )
    return SolvedPosition(fields[1], scores)


def _row_bytes(row: dict[str, Any], values: Scores) -> bytes:
    """A row as text and for the checksum: position, moves and scores, with `-` for moves that cannot be played."""
    scores = " ".join("-" if value == ILLEGAL else str(value) for value in values.tolist())
    return f"{row['position']}\t{row['moves']}\t{scores}\n".encode()


def _count(counts: PlyCounts, row: dict[str, Any], values: Scores, cells: int) -> None:
    score = row["score"]
    counts.positions += 1
    counts.won += score > 0
    counts.drawn += score == 0
    counts.lost += score < 0
    counts.at_once += score > 0 and score == score_at_end(cells, row["ply"] + 1)
    counts.single += bool(np.count_nonzero(values != ILLEGAL) > 1 and np.count_nonzero(values == score) == 1)
