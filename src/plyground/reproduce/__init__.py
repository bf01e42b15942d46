"""Every published result of the sources, measured again by our own code and compared.

`published.toml` holds what was published; the modules of the parts hold one small function for each value;
`run` brings the two together.
"""

from plyground.reproduce import facts as _facts
from plyground.reproduce import part_a as _part_a
from plyground.reproduce import part_b as _part_b
from plyground.reproduce import part_c as _part_c
from plyground.reproduce.measure import MEASURES, Measure, Measured, Setting
from plyground.reproduce.published import PARTS, Kind, Published, published
from plyground.reproduce.report import as_json, line, summary, table
from plyground.reproduce.run import Result, Verdict, agreed, chosen, measure, run

__all__ = [
    "MEASURES",
    "PARTS",
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
    "line",
    "measure",
    "published",
    "run",
    "summary",
    "table",
]
