"""Exact values: solve, analyse, best lines."""

from plyground.solver.compilation import on_compiling
from plyground.solver.results import Analysis, Progress, Solution
from plyground.solver.solver import Solver
from plyground.solver.values import Value

__all__ = ["Analysis", "Progress", "Solution", "Solver", "Value", "on_compiling"]
