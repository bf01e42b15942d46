"""Solved data sets: positions with the exact value of every move, as Parquet or text with a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy
from plyground.dataset.card import Card, card_paths
from plyground.dataset.maker import DatasetProgress, make_dataset
from plyground.dataset.parts import saved_positions, write_json, write_whole
from plyground.dataset.positions import Drawn, draw
from plyground.dataset.rows import SolvedPosition, file_sha256, read_dataset
from plyground.dataset.settings import PLAYS, DatasetSettings, parse_plies

if TYPE_CHECKING:
    from plyground.dataset.maker import TABLE_MB
    from plyground.dataset.parquet import require_pyarrow

__all__ = [
    "PLAYS",
    "TABLE_MB",
    "Card",
    "DatasetProgress",
    "DatasetSettings",
    "Drawn",
    "SolvedPosition",
    "card_paths",
    "draw",
    "file_sha256",
    "make_dataset",
    "parse_plies",
    "read_dataset",
    "require_pyarrow",
    "saved_positions",
    "write_json",
    "write_whole",
]

__getattr__ = lazy(__name__, maker="TABLE_MB", parquet="require_pyarrow")
