"""What the field knows about exact values, asked of the solver: outcomes of whole boards, and the first moves.

Always by search: the opening book would answer at once, and say nothing about the search.
"""

from __future__ import annotations

from plyground.errors import N_
from plyground.grid import CFOUR, GridBoard, Rules
from plyground.reproduce.measure import Measured, Setting, measures, measures_each
from plyground.solver import DEFAULT_TABLE_MB, Solver
from plyground.texts import say

_SIGNS = {1: "+", 0: "=", -1: "-"}
_LARGE = 42
"""Cells beyond which a board takes so many positions that a larger table is worth its memory."""
_LARGE_TABLE_MB = 2048


def solved(rules: Rules) -> tuple[str, int]:
    """Who wins from the empty board: `+` the first player, `-` the second, `=` nobody; and the nodes it took."""
    table_mb = _LARGE_TABLE_MB if rules.cells > _LARGE else DEFAULT_TABLE_MB
    solution = Solver(rules, book=False, table_mb=table_mb).solve(GridBoard(rules), weak=True, line=False)
    low = solution.value.low
    return _SIGNS[(low > 0) - (low < 0)], solution.nodes


@measures("tables.first-moves", N_("7x6: exact score of each first move"))
def first_moves(setting: Setting) -> Measured:
    analysis = Solver(CFOUR, book=False).analyse(GridBoard(CFOUR), line=False)
    scores = [analysis.scores[column] for column in range(CFOUR.columns)]
    return Measured(scores, say("{nodes} nodes", nodes=f"{analysis.nodes:,}"))


@measures_each(
    {
        "tables.mnk": N_("m,n,k games without gravity: outcomes"),
        "tables.height-4": N_("boards of height 4, widths 4 to 10: outcomes"),
        "tables.height-5": N_("boards of height 5, widths 4 to 8: outcomes"),
        "tables.height-6": N_("boards of height 6, widths 4 to 7: outcomes"),
        "tables.height-7": N_("boards of height 7, widths 4 to 6: outcomes"),
        "tables.height-8": N_("boards of height 8, widths 4 and 5: outcomes"),
        "tables.height-9": N_("boards of height 9 and 10, width 4: outcomes"),
        # These take hours. They stand alone, so that whoever stops in between keeps what was solved.
        "tables.11x4": N_("11x4: outcome"),
        "tables.9x5": N_("9x5: outcome"),
        "tables.10x5": N_("10x5: outcome"),
        "tables.8x6": N_("8x6: outcome"),
        "tables.9x6": N_("9x6: outcome"),
        "tables.7x7": N_("7x7: outcome"),
        "tables.8x7": N_("8x7: outcome"),
        "tables.6x8": N_("6x8: outcome"),
        "tables.7x8": N_("7x8: outcome"),
        "tables.8x8": N_("8x8: outcome"),
        "tables.5x9": N_("5x9: outcome"),
        "tables.6x9": N_("6x9: outcome"),
        "tables.5x10": N_("5x10: outcome"),
        "tables.4x11": N_("4x11: outcome"),
    }
)
def outcomes(setting: Setting) -> Measured:
    boards, signs, nodes = setting.given["rules"], "", 0
    for done, text in enumerate(boards, start=1):
        sign, more = solved(Rules.parse(text))
        signs += sign
        nodes += more
        setting.tick(done / len(boards))
    return Measured(signs, say("{nodes} nodes", nodes=f"{nodes:,}"))
