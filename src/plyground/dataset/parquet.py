"""The Parquet file of solved positions, whose rows are counted while it is written. Needs the extra `data`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from plyground._version import __version__
from plyground.dataset.card import FORMAT, PlyCounts
from plyground.dataset.parts import write_whole
from plyground.dataset.scores import ILLEGAL, Scores
from plyground.dataset.settings import DatasetSettings
from plyground.errors import N_, MissingExtraError
from plyground.grid import GridBoard, position_text
from plyground.solver import Value, score_at_end

__all__ = ["file_sha256", "require_pyarrow", "write_parquet"]

_ROW_GROUP = 1 << 16


def require_pyarrow() -> ModuleType:
    """Fails if pyarrow is missing: before hours of work, not after."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError(
            N_("writing a data set needs the extra '{extra}': pip install 'plyground[{extra}]'"), extra="data"
        ) from None
    arrow: ModuleType = pyarrow
    return arrow


def write_parquet(
    path: Path, settings: DatasetSettings, games: Sequence[str], scores: Scores
) -> tuple[str, tuple[PlyCounts, ...]]:
    """Writes the whole file or nothing; returns the checksum of the rows, and their counts."""
    arrow = require_pyarrow()
    schema = arrow.schema(
        [
            arrow.field("position", arrow.string(), nullable=False),
            arrow.field("moves", arrow.string(), nullable=False),
            arrow.field("ply", arrow.int16(), nullable=False),
            arrow.field("score", arrow.int8(), nullable=False),
            arrow.field("plies", arrow.int16(), nullable=False),
            # A move that cannot be played has no score: null, not a number that could be taken for one.
            arrow.field("scores", arrow.list_(arrow.int8(), scores.shape[1]), nullable=False),
        ],
        metadata={"plyground": json.dumps({"format": FORMAT, "version": __version__, "settings": settings.json()})},
    )
    digest = hashlib.sha256()
    counts = {ply: PlyCounts(ply) for ply in range(settings.plies[0], settings.plies[1] + 1)}
    with write_whole(path) as file, arrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for start in range(0, max(len(games), 1), _ROW_GROUP):
            group = scores[start : start + _ROW_GROUP]
            rows = list(_rows(settings, games[start : start + _ROW_GROUP], group))
            for row, values in zip(rows, group, strict=True):
                digest.update(row_bytes(row, values))
                _count(counts[row["ply"]], row, values, settings.rules.cells)
            flat = group.reshape(-1)
            columns = [arrow.array([row[name] for row in rows], schema.field(name).type) for name in schema.names[:-1]]
            columns.append(
                arrow.FixedSizeListArray.from_arrays(arrow.array(flat, mask=flat == ILLEGAL), scores.shape[1])
            )
            writer.write_table(arrow.Table.from_arrays(columns, schema=schema))
    return digest.hexdigest(), tuple(counts.values())


def row_bytes(row: dict[str, Any], values: Scores) -> bytes:
    """A row for the checksum: position, moves and scores, with `-` for moves that cannot be played."""
    scores = " ".join("-" if value == ILLEGAL else str(value) for value in values.tolist())
    return f"{row['position']}\t{row['moves']}\t{scores}\n".encode()


def file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _rows(settings: DatasetSettings, games: Sequence[str], scores: Scores) -> Iterator[dict[str, Any]]:
    cells = settings.rules.cells
    for game, best in zip(games, np.max(scores, axis=1, initial=ILLEGAL).tolist(), strict=True):
        board = GridBoard.from_moves(game, settings.rules)
        yield {
            "position": position_text(board),
            "moves": game,
            "ply": board.count,
            "score": best,
            "plies": Value(best, best, board.count, cells).plies,
        }


def _count(counts: PlyCounts, row: dict[str, Any], values: Scores, cells: int) -> None:
    score = row["score"]
    counts.positions += 1
    counts.won += score > 0
    counts.drawn += score == 0
    counts.lost += score < 0
    counts.at_once += score > 0 and score == score_at_end(cells, row["ply"] + 1)
    counts.single += bool(np.count_nonzero(values != ILLEGAL) > 1 and np.count_nonzero(values == score) == 1)
