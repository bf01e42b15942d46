"""What the field knows about exact values, asked of the solver: outcomes of whole boards, and the first moves."""

from __future__ import annotations

from plyground.errors import N_, MissingError
from plyground.grid import CFOUR, GridBoard, Rules
from plyground.reproduce.measure import Measured, Setting, measures
from plyground.texts import say

_SIGNS = {1: "+", 0: "=", -1: "-"}


def outcome(rules: Rules) -> str:
    """`+` where the first player wins from the empty board, `=` for a draw, `-` where the second wins."""
    try:
        from plyground.solver import Solver
    except ImportError:
        raise MissingError(N_("needs the solver")) from None
    low = Solver(rules).solve(GridBoard(rules), weak=True, line=False).value.low
    return _SIGNS[(low > 0) - (low < 0)]


def _outcomes(setting: Setting) -> Measured:
    boards, signs = setting.given["rules"], ""
    for done, text in enumerate(boards, start=1):
        signs += outcome(Rules.parse(text))
        setting.tick(done / len(boards))
    return Measured(signs, say("{count} boards", count=len(boards)))


@measures("tables.first-moves", N_("7x6: exact score of each first move"))
def first_moves(setting: Setting) -> Measured:
    try:
        from plyground.solver import Solver
    except ImportError:
        raise MissingError(N_("needs the solver")) from None
    analysis = Solver(CFOUR).analyse(GridBoard(CFOUR), line=False)
    return Measured([analysis.scores[column] for column in range(7)])


@measures("tables.mnk", N_("m,n,k games without gravity: outcomes"))
def mnk(setting: Setting) -> Measured:
    return _outcomes(setting)


@measures("tables.height-4", N_("boards of height 4, widths 4 to 10: outcomes"))
def height_4(setting: Setting) -> Measured:
    return _outcomes(setting)


@measures("tables.height-5", N_("boards of height 5, widths 4 to 8: outcomes"))
def height_5(setting: Setting) -> Measured:
    return _outcomes(setting)


@measures("tables.height-6", N_("boards of height 6, widths 4 to 7: outcomes"))
def height_6(setting: Setting) -> Measured:
    return _outcomes(setting)


@measures("tables.height-7", N_("boards of height 7, widths 4 to 6: outcomes"))
def height_7(setting: Setting) -> Measured:
    return _outcomes(setting)


@measures("tables.height-8", N_("boards of height 8, widths 4 and 5: outcomes"))
def height_8(setting: Setting) -> Measured:
    return _outcomes(setting)


@measures("tables.height-9", N_("boards of height 9 and 10, width 4: outcomes"))
def height_9(setting: Setting) -> Measured:
    return _outcomes(setting)


@measures("tables.more-than-42-cells", N_("boards of more than 42 cells: outcomes"))
def more_than_42_cells(setting: Setting) -> Measured:
    return _outcomes(setting)
