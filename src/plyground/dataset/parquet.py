"""The Parquet file of solved positions. Needs the extra `data`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from plyground._version import __version__
from plyground.dataset.card import FORMAT, PlyCounts
from plyground.dataset.parts import write_whole
from plyground.dataset.rows import Rows
from plyground.dataset.scores import ILLEGAL, Scores
from plyground.dataset.settings import DatasetSettings
from plyground.errors import N_, MissingExtraError

__all__ = ["require_pyarrow", "write_parquet"]

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
    made = Rows(settings)
    with write_whole(path) as file, arrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for start in range(0, max(len(games), 1), _ROW_GROUP):
            group = scores[start : start + _ROW_GROUP]
            rows = [row for row, _line in made.make(games[start : start + _ROW_GROUP], group)]
            flat = group.reshape(-1)
            columns = [arrow.array([row[name] for row in rows], schema.field(name).type) for name in schema.names[:-1]]
            columns.append(
                arrow.FixedSizeListArray.from_arrays(arrow.array(flat, mask=flat == ILLEGAL), scores.shape[1])
            )
            writer.write_table(arrow.Table.from_arrays(columns, schema=schema))
    return made.sha256, made.counts
