"""An atlas of blocked boards: what the empty board is worth with every placement of one or two blocked cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy
from plyground.atlas.atlas import TABLE_MB, Atlas, read_atlas
from plyground.atlas.entry import FIELDS, Entry, placement_text
from plyground.atlas.estimates import ASK_FROM, expected_nodes, expected_seconds
from plyground.atlas.maker import AtlasProgress, make_atlas, saved_boards
from plyground.atlas.picture import draw_map, map_text
from plyground.atlas.placements import MOST_BLOCKED, Placement, atlas_rules, placements
from plyground.atlas.proof import Proof, proof_path, prove_atlas, read_proof
from plyground.atlas.shipped import proved_boards, shipped_atlas, shipped_rules

if TYPE_CHECKING:
    from plyground.atlas.parquet import write_parquet
    from plyground.atlas.second_solver import SecondSolver

__all__ = [
    "ASK_FROM",
    "FIELDS",
    "MOST_BLOCKED",
    "TABLE_MB",
    "Atlas",
    "AtlasProgress",
    "Entry",
    "Placement",
    "Proof",
    "SecondSolver",
    "atlas_rules",
    "draw_map",
    "expected_nodes",
    "expected_seconds",
    "make_atlas",
    "map_text",
    "placement_text",
    "placements",
    "proof_path",
    "prove_atlas",
    "proved_boards",
    "read_atlas",
    "read_proof",
    "saved_boards",
    "shipped_atlas",
    "shipped_rules",
    "write_parquet",
]

__getattr__ = lazy(__name__, parquet="write_parquet", second_solver="SecondSolver")
