"""The connection-game family: rules, boards, notation, symmetry, evaluators and pictures."""

from plyground.grid.board import GridBoard
from plyground.grid.evaluators import (
    EVALUATORS,
    OPEN_LINES,
    OPEN_LINES_WEIGHTED,
    OUTCOME,
    POSITION,
    SEGMENTS,
    SEGMENTS_THOUSAND,
    OpenLines,
    OutcomeValue,
    PositionWindows,
    Segments,
)
from plyground.grid.layout import Cell
from plyground.grid.notation import (
    cell_text,
    game_at,
    moves_text,
    parse_board,
    parse_cell,
    parse_moves,
    parse_position,
    parse_rules,
    position_text,
    rules_name,
    rules_text,
)
from plyground.grid.rules import CFOUR, GOMOKU, PRESETS, TICTACTOE, Rules, random_rules
from plyground.grid.symmetry import Symmetry, canonical, images, symmetries

__all__ = [
    "CFOUR",
    "EVALUATORS",
    "GOMOKU",
    "OPEN_LINES",
    "OPEN_LINES_WEIGHTED",
    "OUTCOME",
    "POSITION",
    "PRESETS",
    "SEGMENTS",
    "SEGMENTS_THOUSAND",
    "TICTACTOE",
    "Cell",
    "GridBoard",
    "OpenLines",
    "OutcomeValue",
    "PositionWindows",
    "Rules",
    "Segments",
    "Symmetry",
    "canonical",
    "cell_text",
    "game_at",
    "images",
    "moves_text",
    "parse_board",
    "parse_cell",
    "parse_moves",
    "parse_position",
    "parse_rules",
    "position_text",
    "random_rules",
    "rules_name",
    "rules_text",
    "symmetries",
]
