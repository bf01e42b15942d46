"""Every published result of the sources, measured again by our own code and compared.

`published.toml` holds what was published; the modules of the parts hold one small function for each value;
`run` brings the two together.
"""

from plyground.reproduce import estimates, facts, part_a, part_b, part_c, part_d, part_e, tables  # noqa: F401 - they register
from plyground.reproduce.measure import MEASURES, Measure, Measured, Setting
from plyground.reproduce.published import Kind, Published, parts, published
from plyground.reproduce.report import as_json, line, summary, table
from plyground.reproduce.run import Result, Verdict, agreed, chosen, measure, run

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
    "line",
    "measure",
    "parts",
    "published",
    "run",
    "summary",
    "table",
]
