"""Boards without gravity: threat sequences, and the search of `kernels.lines`."""

from plyground.engines.lines.search import LineSearch
from plyground.engines.lines.sequences import ThreatSearch, ThreatWin
from plyground.engines.lines.tables import has_lines

__all__ = ["LineSearch", "ThreatSearch", "ThreatWin", "has_lines"]
