"""Boards without gravity: threat sequences, the search of `kernels.lines`, and what a look at a board shows."""

from plyground.engines.lines.search import LineSearch
from plyground.engines.lines.sequences import ThreatSearch, ThreatWin
from plyground.engines.lines.tables import has_lines
from plyground.engines.lines.view import LineChoice, LineView

__all__ = ["LineChoice", "LineSearch", "LineView", "ThreatSearch", "ThreatWin", "has_lines"]
