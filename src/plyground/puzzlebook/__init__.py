"""Puzzles: positions with a question whose answer is proven, the collection that comes with them, and its maker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy
from plyground.puzzlebook.collection import Collection, daily_puzzle, find_puzzle, next_puzzle, puzzles, read_collection
from plyground.puzzlebook.puzzle import BOARDS, Puzzle, PuzzleKind

if TYPE_CHECKING:
    from plyground.puzzlebook.maker import MakerProgress, MakerSettings, card_path, make_puzzles
    from plyground.puzzlebook.mistakes import puzzle_at, puzzles_from
    from plyground.puzzlebook.parts import saved_games
    from plyground.puzzlebook.proving import check_puzzles
    from plyground.puzzlebook.tries import level_tries

__all__ = [
    "BOARDS",
    "Collection",
    "MakerProgress",
    "MakerSettings",
    "Puzzle",
    "PuzzleKind",
    "card_path",
    "check_puzzles",
    "daily_puzzle",
    "find_puzzle",
    "level_tries",
    "make_puzzles",
    "next_puzzle",
    "puzzle_at",
    "puzzles",
    "puzzles_from",
    "read_collection",
    "saved_games",
]

__getattr__ = lazy(
    __name__,
    maker="MakerProgress MakerSettings card_path make_puzzles",
    mistakes="puzzle_at puzzles_from",
    parts="saved_games",
    proving="check_puzzles",
    tries="level_tries",
)
