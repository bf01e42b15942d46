"""The atlases that come with the package: the files that `plyground atlas SIZE --out …` made, with their proofs."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from plyground.atlas.atlas import Atlas
from plyground.atlas.placements import Placement
from plyground.atlas.proof import parse_proof
from plyground.grid import Rules, parse_cell, rules_of

__all__ = ["proved_boards", "shipped_atlas", "shipped_rules"]


@lru_cache(maxsize=1)
def shipped_rules() -> tuple[Rules, ...]:
    """The boards of which an atlas is shipped, the smallest first."""
    names = [file.name for file in files("plyground.atlas").joinpath("shipped").iterdir()]
    sizes = [name.removesuffix(".tsv") for name in names if name.endswith(".tsv") and not name.endswith(".proof.tsv")]
    found = [Rules.parse(size) for size in sizes]
    return tuple(sorted(found, key=lambda rules: (rules.cells, rules.columns)))


def shipped_atlas(rules: Rules | str) -> Atlas | None:
    """The atlas of these rules; None if none is shipped.

    >>> shipped_atlas("4x4").entry(["a1"]).value.words
    'wins in 7'
    """
    rules = rules_of(rules)
    return _atlas(rules) if rules in shipped_rules() else None


@lru_cache(maxsize=8)
def _atlas(rules: Rules) -> Atlas:
    name = f"{rules.columns}x{rules.rows}.tsv"
    return Atlas.parse(files("plyground.atlas").joinpath("shipped", name).read_text("utf-8"), name)


@lru_cache(maxsize=8)
def proved_boards(rules: Rules) -> frozenset[Placement]:
    """The boards of the shipped atlas on which a second solver found the same."""
    file = files("plyground.atlas").joinpath("shipped", f"{rules.columns}x{rules.rows}.proof.tsv")
    if not file.is_file():
        return frozenset()
    proofs = parse_proof(file.read_text("utf-8"), file.name, _atlas(rules))
    return frozenset(
        () if proof.blocked == "-" else tuple(parse_cell(name, rules) for name in proof.blocked.split(","))
        for proof in proofs
    )
