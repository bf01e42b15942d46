"""The atlases in the package: known values agree, the commands make them again, and the second solver agrees."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from plyground.atlas import (
    SecondSolver,
    expected_nodes,
    make_atlas,
    prove_atlas,
    proved_boards,
    read_proof,
    shipped_atlas,
    shipped_rules,
)
from plyground.board import Side
from plyground.grid import CFOUR, Rules
from plyground.reproduce import published
from tools import atlas as document

FOLDER = Path(str(files("plyground.atlas"))) / "shipped"
SIGNS = {"win": "+", "draw": "=", "loss": "-"}
KNOWN = {
    Rules.parse(text): sign
    for entry in published()
    if entry.part == "tables" and "rules" in entry.given
    for text, sign in zip(entry.given["rules"], entry.value, strict=True)
}
SIZES = shipped_rules()


def size(rules: Rules) -> str:
    return f"{rules.columns}x{rules.rows}"


@pytest.mark.parametrize("rules", [rules for rules in SIZES if rules in KNOWN], ids=size)
def test_boards_without_blocked_cells_have_their_published_outcome(rules: Rules) -> None:
    atlas = shipped_atlas(rules)
    assert atlas is not None
    outcome = next(iter(atlas)).value.outcome
    assert outcome is not None
    assert SIGNS[outcome] == KNOWN[rules]


@pytest.mark.skipif(CFOUR not in SIZES, reason="7x6 is not shipped yet")
def test_the_field_knows_the_first_moves_of_7x6() -> None:
    atlas = shipped_atlas("7x6")
    assert atlas is not None
    assert list(next(iter(atlas)).scores.values()) == [-2, -1, 0, 1, 0, -1, -2]


@pytest.mark.skipif(CFOUR not in SIZES, reason="7x6 is not shipped yet")
def test_one_cell_of_7x6_makes_a_draw() -> None:
    atlas = shipped_atlas("7x6")
    assert atlas is not None
    assert atlas.counts(1) == {"win": 41, "draw": 1, "loss": 0}
    entry = atlas.entry(["d2"])
    assert entry is not None
    assert entry.value.outcome == "draw"


def test_they_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 200_000


def again(rules: Rules, tmp_path: Path) -> None:
    atlas = shipped_atlas(rules)
    assert atlas is not None
    path = tmp_path / "again.tsv"
    made = make_atlas(rules, atlas.blocked, path)
    assert made is not None
    assert path.read_bytes() == (FOLDER / f"{size(rules)}.tsv").read_bytes()


@pytest.mark.parametrize("rules", [rules for rules in SIZES if rules.cells <= 20], ids=size)
def test_the_small_ones_are_made_again_byte_for_byte(rules: Rules, tmp_path: Path) -> None:
    again(rules, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("rules", [rules for rules in SIZES if 20 < rules.cells <= 35], ids=size)
def test_larger_ones_are_made_again_byte_for_byte(rules: Rules, tmp_path: Path) -> None:
    again(rules, tmp_path)


@pytest.mark.parametrize("rules", SIZES, ids=size)
def test_the_solvers_agree_on_every_board_that_both_did(rules: Rules) -> None:
    atlas = shipped_atlas(rules)
    assert atlas is not None
    path = FOLDER / f"{size(rules)}.proof.tsv"
    proofs = read_proof(path, atlas) if path.exists() else []
    assert len(proved_boards(rules)) == len(proofs)
    if proofs and rules.cells <= 36:
        assert len(proofs) == sum(len(entry.blocked) <= 1 for entry in atlas)


@pytest.mark.parametrize("rules", [rules for rules in SIZES if rules.cells <= 16], ids=size)
def test_the_smallest_are_proved_again_byte_for_byte(rules: Rules, tmp_path: Path) -> None:
    atlas = shipped_atlas(rules)
    assert atlas is not None
    prove_atlas(atlas, tmp_path / "again.proof.tsv")
    assert (tmp_path / "again.proof.tsv").read_bytes() == (FOLDER / f"{size(rules)}.proof.tsv").read_bytes()


def test_a_known_draw_is_one_for_the_second_solver() -> None:
    solver = SecondSolver(Rules.parse("5x4"), table_mb=8)
    assert not any(solver.can_force(side, 20) for side in Side)


@pytest.mark.parametrize("rules", [rules for rules in SIZES if rules.cells >= 24], ids=size)
def test_the_estimate_is_good_to_a_factor(rules: Rules) -> None:
    atlas, expected = shipped_atlas(rules), expected_nodes(rules)
    assert atlas is not None
    assert expected is not None
    few = [entry.nodes for entry in atlas if len(entry.blocked) <= 1]
    assert 1 / 5 < expected / (sum(few) / len(few)) < 5


def test_the_document_says_what_is_shipped() -> None:
    assert document.page() == document.PAGE.read_text("utf-8"), "python tools/atlas.py --write"
    assert document.picture() == document.PICTURE.read_text("utf-8"), "python tools/atlas.py --write"
