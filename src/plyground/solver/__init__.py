"""Exact values: `solve`, `analyse`, best lines, opening books."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy
from plyground.kernels import announced_to, on_compiling
from plyground.solver.kept_solvers import analyse, solve
from plyground.solver.results import (
    BOOK,
    JSON_VERSION,
    SEARCH,
    Analysis,
    Progress,
    Solution,
    balance_remark,
    is_balanced,
)
from plyground.solver.sizes import DEFAULT_TABLE_MB, check_size, is_solvable
from plyground.solver.solver import Solver
from plyground.solver.values import Value, score_at_end, worst_and_best

if TYPE_CHECKING:
    from plyground.solver.book import Book, book_folders, book_name, find_book
    from plyground.solver.book_builder import BuildProgress, build_book
    from plyground.solver.book_check import LayerCheck, verify_book
    from plyground.solver.layers import UNREACHED, Counts
    from plyground.solver.position_index import check_rules

__all__ = [
    "BOOK",
    "DEFAULT_TABLE_MB",
    "JSON_VERSION",
    "SEARCH",
    "UNREACHED",
    "Analysis",
    "Book",
    "BuildProgress",
    "Counts",
    "LayerCheck",
    "Progress",
    "Solution",
    "Solver",
    "Value",
    "analyse",
    "announced_to",
    "balance_remark",
    "book_folders",
    "book_name",
    "build_book",
    "check_rules",
    "check_size",
    "find_book",
    "is_balanced",
    "is_solvable",
    "on_compiling",
    "score_at_end",
    "solve",
    "verify_book",
    "worst_and_best",
]

__getattr__ = lazy(
    __name__,
    book="Book book_folders book_name find_book",
    book_builder="BuildProgress build_book",
    book_check="LayerCheck verify_book",
    layers="Counts UNREACHED",
    position_index="check_rules",
)
