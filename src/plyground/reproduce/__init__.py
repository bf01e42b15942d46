"""Every published result of the sources, measured again by our own code and compared.

`published.toml` holds what the sources say, row by row. The modules hold the functions that measure it, by subject;
`run` compares the two.
"""

from plyground.reproduce import (  # noqa: F401 - they register what they measure
    boards,
    counts,
    estimates,
    evaluations,
    exact_values,
    flat_monte_carlo,
    game_loop,
    minimax,
    self_play,
    staged,
    tictactoe,
    uct,
)
from plyground.reproduce.measure import MEASURES, Measure, Measured, Setting
from plyground.reproduce.published import Kind, Published, parts, published
from plyground.reproduce.report import as_json, line, summary, table
from plyground.reproduce.run import Result, Verdict, agreed, chosen, left_out, measure, run

__all__ = [
    "MEASURES",
    "Kind",
    "Measure",
    "Measured",
    "Published",
    "Result",
    "Setting",
    "Verdict",
    "agreed",
    "as_json",
    "chosen",
    "left_out",
    "line",
    "measure",
    "parts",
    "published",
    "report",
    "run",
    "summary",
    "table",
]
