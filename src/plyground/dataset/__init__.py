"""Solved data sets: positions with the exact value of every move, as Parquet with a card."""

from plyground.dataset.card import Card
from plyground.dataset.drawing import Drawn, draw
from plyground.dataset.making import MakingProgress, make_dataset
from plyground.dataset.settings import PLAYS, Settings, parse_plies

__all__ = ["PLAYS", "Card", "Drawn", "MakingProgress", "Settings", "draw", "make_dataset", "parse_plies"]
