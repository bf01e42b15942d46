"""Solved data sets: positions with the exact value of every move, as Parquet with a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy
from plyground.dataset.card import Card
from plyground.dataset.maker import DatasetProgress, make_dataset
from plyground.dataset.parts import saved_positions
from plyground.dataset.positions import Drawn, draw
from plyground.dataset.settings import PLAYS, DatasetSettings, parse_plies

if TYPE_CHECKING:
    from plyground.dataset.maker import TABLE_MB, card_paths

__all__ = [
    "PLAYS",
    "TABLE_MB",
    "Card",
    "DatasetProgress",
    "DatasetSettings",
    "Drawn",
    "card_paths",
    "draw",
    "make_dataset",
    "parse_plies",
    "saved_positions",
]

__getattr__ = lazy(__name__, maker="TABLE_MB card_paths")
