"""Games to learn with: Nim, a tree typed as numbers, and games of one's own from a Python file."""

from plyground.learn.games.nim import Nim
from plyground.learn.games.number_tree import NumberTree
from plyground.learn.games.own import load_game, named_bugs
from plyground.learn.games.reading import board_text, read_board, read_teaching_board

__all__ = ["Nim", "NumberTree", "board_text", "load_game", "named_bugs", "read_board", "read_teaching_board"]
