"""The connection-game family: rules, boards, notation, symmetry, evaluators and pictures."""

from plyground.grid.animation import animate_svg
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
from plyground.grid.layout import Cell, bits
from plyground.grid.notation import (
    Position,
    board_of,
    cell_text,
    column_text,
    is_rows,
    move_text,
    moves_text,
    parse_board,
    parse_cell,
    parse_move,
    parse_moves,
    parse_position,
    play_moves,
    position_text,
)
from plyground.grid.parts import Part, parts
from plyground.grid.pictures import column_label, draw_text, has_letters, winning_lines
from plyground.grid.reader import GameLine, read_position
from plyground.grid.rules import CFOUR, GOMOKU, PRESETS, TICTACTOE, Rules, random_rules, rules_of
from plyground.grid.rules_notation import parse_rules, rules_name, rules_text
from plyground.grid.stepping import step_html
from plyground.grid.svg import draw_svg
from plyground.grid.symmetry import Symmetry, canonical, images, symmetries
from plyground.grid.titles import rules_title

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
    "GameLine",
    "GridBoard",
    "OpenLines",
    "OutcomeValue",
    "Part",
    "Position",
    "PositionWindows",
    "Rules",
    "Segments",
    "Symmetry",
    "animate_svg",
    "bits",
    "board_of",
    "canonical",
    "cell_text",
    "column_label",
    "column_text",
    "draw_svg",
    "draw_text",
    "has_letters",
    "images",
    "is_rows",
    "move_text",
    "moves_text",
    "parse_board",
    "parse_cell",
    "parse_move",
    "parse_moves",
    "parse_position",
    "parse_rules",
    "parts",
    "play_moves",
    "position_text",
    "random_rules",
    "read_position",
    "rules_name",
    "rules_of",
    "rules_text",
    "rules_title",
    "step_html",
    "symmetries",
    "winning_lines",
]
