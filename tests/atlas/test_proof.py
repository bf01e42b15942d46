"""The second solver is right by the rules alone, and a proof that contradicts its atlas stops everything."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import pytest

from plyground.atlas import Atlas, Entry, SecondSolver, make_atlas, proof_path, prove_atlas, read_proof
from plyground.board import Side
from plyground.errors import InputError, PlygroundError, UnsupportedError
from plyground.grid import GridBoard, Rules

SMALL = "4x4 connect=3"


@cache
def forced(board: GridBoard, side: Side, stones: int) -> bool:
    """By the rules: can `side` complete a run with at most so many stones on the board?"""
    if board.is_win:
        return board.winner is side
    if board.count >= stones or not board.legal_moves:
        return False
    return (any if board.turn is side else all)(forced(board.move(move), side, stones) for move in board.legal_moves)


@pytest.mark.parametrize(
    "rules",
    ["3x3 connect=3", "4x3 connect=3", "3x4 connect=3 blocked=b1", "4x3 connect=3 blocked=b2,d1", "3x3 connect=2"],
)
def test_it_finds_what_the_rules_say(rules: str) -> None:
    board = GridBoard(Rules.parse(rules))
    solver = SecondSolver(board.rules, table_mb=0.01)
    for side in Side:
        for stones in range(board.rules.cells + 1):
            assert solver.can_force(side, stones) == forced(board, side, stones), (side, stones)
    assert solver.nodes > 0


def test_a_small_table_changes_nothing() -> None:
    rules = Rules.parse("5x4 connect=4 blocked=c2")
    answers = {
        table: [SecondSolver(rules, table).can_force(side, rules.cells) for side in Side] for table in (0.0001, 16)
    }
    assert answers[0.0001] == answers[16]


@pytest.mark.parametrize("rules", ["tictactoe", "9x7"])
def test_what_it_does_not_take(rules: str) -> None:
    with pytest.raises(UnsupportedError, match="second solver"):
        SecondSolver(Rules.parse(rules))


@pytest.fixture(scope="module")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Atlas:
    found = make_atlas(SMALL, 1, tmp_path_factory.mktemp("atlas") / "atlas.tsv", table_mb=1)
    assert found is not None
    return found


def test_a_stopped_proof_goes_on(atlas: Atlas, tmp_path: Path) -> None:
    path, other = tmp_path / "stopped.proof.tsv", tmp_path / "whole.proof.tsv"
    assert proof_path(tmp_path / "stopped.tsv") == path
    assert prove_atlas(atlas, path, watch=lambda progress: progress.solved == 2) is None
    seen: list[int] = []
    proofs = prove_atlas(atlas, path, watch=lambda progress: seen.append(progress.done))
    assert seen[0] == 3
    assert proofs is not None
    assert len(proofs) == len(atlas) == 9
    prove_atlas(atlas, other)
    assert path.read_bytes() == other.read_bytes()
    assert read_proof(path, atlas) == proofs


def test_few_boards_have_the_rarest_outcome_first(atlas: Atlas, tmp_path: Path) -> None:
    path = tmp_path / "few.proof.tsv"
    proofs = prove_atlas(atlas, path, boards=2)
    assert proofs is not None
    assert len(proofs) == 2
    assert len(prove_atlas(atlas, path, boards=4) or []) == 4


def test_a_disagreement_stops_it(atlas: Atlas, tmp_path: Path) -> None:
    path = tmp_path / "atlas.proof.tsv"
    prove_atlas(atlas, path)
    first = next(iter(atlas))
    wrong = Entry(first.rules, dict.fromkeys(first.scores, 0), first.nodes)
    lying = Atlas(atlas.rules, atlas.blocked, atlas.table_mb, {**atlas.entries, (): wrong})
    assert wrong.value.score != first.value.score
    with pytest.raises(PlygroundError, match="the solvers disagree about 4x4 connect=3"):
        read_proof(path, lying)
    with pytest.raises(PlygroundError, match="the solvers disagree"):
        prove_atlas(lying, tmp_path / "other.proof.tsv")


def test_a_damaged_proof_is_refused(atlas: Atlas, tmp_path: Path) -> None:
    path = tmp_path / "atlas.proof.tsv"
    prove_atlas(atlas, path, boards=1)
    content = path.read_text("utf-8")
    path.write_text(content.replace("\t", " ", 1), "utf-8")
    with pytest.raises(InputError, match="damaged"):
        read_proof(path, atlas)
    body = content.rpartition("# sha256 ")[0].replace("connect=3", "connect=4", 1)
    path.write_text(f"{body}# sha256 {hashlib.sha256(body.encode()).hexdigest()}\n", "utf-8")
    with pytest.raises(InputError, match="damaged"):
        read_proof(path, atlas)
