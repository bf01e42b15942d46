"""The shipped sets are what their cards say, small enough to ship, and exact."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from plyground.benchmark import SETS, benchmark_set, sets
from plyground.dataset import DatasetSettings, card_paths, make_dataset, parse_plies
from plyground.dataset.positions import draw_ply
from plyground.errors import InputError, UnknownNameError
from plyground.grid import GridBoard, Rules, canonical
from plyground.solver import Solver
from tests.dataset.oracle import Oracle
from tests.naive import of_board

FOLDER = Path(sets.__file__).parent / "data"


def settings_of(name: str) -> DatasetSettings:
    """The settings on the card."""
    settings = benchmark_set(name).card.settings
    return DatasetSettings(
        Rules.parse(settings["rules"]),
        settings["positions"],
        parse_plies(settings["plies"]),
        settings["seed"],
        settings["play"],
    )


def test_all_of_them_are_small_enough_to_ship() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 2_000_000
    assert {path.name for path in FOLDER.glob("*.tsv")} == {f"{name}.tsv" for name in SETS}


@pytest.mark.parametrize("name", SETS)
def test_a_set_is_what_its_card_says(name: str) -> None:
    chosen = benchmark_set(name)
    card = chosen.card
    assert (card.name, card.file, card.sha256) == (name, f"{name}.tsv", card.rows_sha256)
    assert len(chosen.positions) == card.positions
    low, high = parse_plies(card.settings["plies"])
    different = set()
    for row in chosen.positions:
        board = GridBoard.from_moves(row.moves, chosen.rules)
        assert low <= board.count <= high
        assert row.scores.keys() == set(board.legal_moves)
        different.add(canonical(board))
    assert len(different) == card.positions, "no two are images of each other"
    assert f"# {name}" in (FOLDER / f"{name}.card.md").read_text("utf-8")


def test_the_values_are_those_of_the_solver() -> None:
    """The latest of a fair sample; `make soak` makes every set again."""
    for name in ("cfour-v1", "blocked-v1"):
        chosen = benchmark_set(name)
        solver = Solver(chosen.rules, threads=1, table_mb=4)
        for row in sorted(chosen.positions[:200], key=lambda row: -len(row.moves))[:40]:
            board = GridBoard.from_moves(row.moves, chosen.rules)
            values = solver.analyse(board, line=False).moves
            assert row.scores == {move: value.low for move, value in values.items()}


def test_the_values_are_those_of_the_naive_rules() -> None:
    chosen, oracle = benchmark_set("tictactoe-v1"), Oracle()
    for row in sorted(chosen.positions, key=lambda row: -len(row.moves))[:150]:
        assert row.scores == oracle.scores(of_board(GridBoard.from_moves(row.moves, chosen.rules)))


def test_the_settings_on_the_card_draw_the_same_positions() -> None:
    ply = 12
    games = {row.moves for row in benchmark_set("blocked-v1").positions if len(row.moves) == ply}
    assert set(draw_ply(settings_of("blocked-v1"), ply, len(games)).games) == games


@pytest.mark.soak
@pytest.mark.parametrize("name", SETS)
def test_the_command_on_the_card_makes_the_same_file(name: str, tmp_path: Path) -> None:
    card = make_dataset(settings_of(name), tmp_path / f"{name}.tsv")
    assert card is not None
    assert (tmp_path / f"{name}.tsv").read_bytes() == (FOLDER / f"{name}.tsv").read_bytes()


def test_a_set_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    made = make_dataset(DatasetSettings(Rules.parse("4x3 connect=3"), 20, (2, 6)), path)
    chosen = benchmark_set(path)
    assert made is not None
    assert (chosen.name, len(chosen.positions), chosen.card) == ("mine", 20, made)
    assert benchmark_set(str(path)).positions == chosen.positions


def test_what_is_no_set_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="did you mean cfour-v1"):
        benchmark_set("cfour-v11")
    with pytest.raises(UnknownNameError, match="there are cfour-v1, "):
        benchmark_set("something else")
    with pytest.raises(InputError, match="has to be a name or a file"):
        benchmark_set(5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"none\.card\.json' cannot be read"):
        benchmark_set(tmp_path / "none.tsv")
    path = tmp_path / "copy.tsv"
    shipped = FOLDER / "tictactoe-v1.tsv"
    shutil.copy(shipped, path)
    shutil.copy(card_paths(shipped)[0], card_paths(path)[0])
    content = path.read_bytes()
    path.write_bytes(content.replace(b"1", b"2", 1))
    with pytest.raises(InputError, match="the checksum differs"):
        benchmark_set(path)
    card_paths(path)[0].write_text("[]", "utf-8")
    with pytest.raises(InputError, match="is no card of a data set"):
        benchmark_set(path)
    card = json.loads(card_paths(shipped)[0].read_text("utf-8"))
    path.write_bytes(b"no\trow\n")
    card["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    card_paths(path)[0].write_text(json.dumps(card), "utf-8")
    with pytest.raises(InputError, match=r"line 1 of .* is no row of a data set"):
        benchmark_set(path)
