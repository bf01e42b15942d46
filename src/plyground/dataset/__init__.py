"""Solved data sets: positions with the exact value of every move, as Parquet with a card."""

from plyground.dataset.card import Card
from plyground.dataset.maker import DatasetProgress, make_dataset
from plyground.dataset.parts import saved_positions
from plyground.dataset.positions import Drawn, draw
from plyground.dataset.settings import PLAYS, DatasetSettings, parse_plies

__all__ = [
    "PLAYS",
    "Card",
    "DatasetProgress",
    "DatasetSettings",
    "Drawn",
    "draw",
    "make_dataset",
    "parse_plies",
    "saved_positions",
]
