"""Exact values: solve, analyse, best lines."""

from plyground.solver.compilation import on_compiling
from plyground.solver.results import Analysis, Progress, Solution
from plyground.solver.solver import Solver, check_size, is_solvable
from plyground.solver.values import Value

__all__ = ["Analysis", "Progress", "Solution", "Solver", "Value", "check_size", "is_solvable", "on_compiling"]
