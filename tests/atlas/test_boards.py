"""Which boards an atlas has, and its file: whole, the same every time, and refused when it is damaged."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from plyground.atlas import Atlas, Entry, make_atlas, placements, read_atlas, shipped_atlas
from plyground.errors import InputError, PlygroundError
from plyground.grid import GridBoard, Rules
from plyground.solver import Solver

SMALL = "4x3 connect=3"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("atlas") / "small.tsv"
    make_atlas(SMALL, 2, path, table_mb=1)
    return path


@pytest.mark.parametrize(("rules", "one", "two"), [("7x6", 24, 447), ("6x6", 18, 324), ("3x3 gravity=no", 3, 8)])
def test_so_many_boards_differ_up_to_symmetry(rules: str, one: int, two: int) -> None:
    found = placements(rules, 2)
    assert [len([cells for cells in found if len(cells) == count]) for count in range(3)] == [1, one, two]


@pytest.mark.parametrize("rules", ["4x3", "5x4", "4x4 gravity=no"])
def test_every_placement_has_one_image_in_the_list(rules: str) -> None:
    board = Rules.parse(rules)
    kept = set(placements(board, 2))
    flips = [(False, True), (False,)] if board.gravity else [(False, True), (False, True)]
    for cells in combinations([(c, r) for c in range(board.columns) for r in range(board.rows)], 2):
        images = {
            tuple(sorted(image))
            for turned in ((False,) if board.gravity else (False, True))
            for mirror in flips[0]
            for upside in flips[1]
            for image in [[_moved(board, cell, turned, mirror, upside) for cell in cells]]
        }
        assert len(images & kept) == 1


def _moved(board: Rules, cell: tuple[int, int], turned: bool, mirror: bool, upside: bool) -> tuple[int, int]:
    column, row = (cell[1], cell[0]) if turned else cell
    return board.columns - 1 - column if mirror else column, board.rows - 1 - row if upside else row


def test_every_value_is_that_of_the_solver(made: Path) -> None:
    atlas = read_atlas(made)
    cells = [(column, row) for column in range(4) for row in range(3)]
    for blocked in [(), *combinations(cells, 1), *combinations(cells, 2)]:
        rules = Rules(columns=4, rows=3, connect=3, blocked=blocked)
        entry = atlas.entry(blocked)
        assert entry is not None
        assert entry.rules == rules
        analysis = Solver(rules, threads=1, table_mb=1, book=False).analyse(GridBoard(rules), line=False)
        wanted = analysis.moves if len(blocked) < 2 else analysis.best
        assert list(entry.scores.items()) == [(move, analysis.scores[move]) for move in wanted]
        assert entry.best == analysis.best
        assert (entry.value.words, entry.value.plies) == (analysis.value.words, analysis.value.plies)


def test_what_is_written_is_read_again(made: Path) -> None:
    atlas = read_atlas(made)
    assert atlas.text() == made.read_text("utf-8")
    assert sum(sum(atlas.counts(count).values()) for count in (0, 1, 2)) == 1 + 12 + 66
    assert len(atlas.around()) == 12
    assert len(atlas.around(["a1"])) == 11
    assert atlas.around(["a1", "b1"]) == {}
    assert atlas.entry(["a1", "b1", "c1"]) is None
    assert {row["blocked"] for row in atlas.json()["boards"]} >= {"-", "a1", "a1,b1"}


def test_a_line_that_contradicts_itself_is_none() -> None:
    rules = Rules.parse(SMALL)
    entry = Entry(rules, {0: 0, 1: 2, 2: 2, 3: 0}, 7)
    assert entry.line() == "-\twin\t2\t9\t2 3\t1:0 2:2 3:2 4:0\t7"
    assert Entry.of_line(rules, entry.line()) == entry
    for wrong in (
        "",
        entry.line().replace("win", "draw"),
        entry.line().replace("2 3", "2"),
        entry.line().replace("-\t", "z9\t"),
        entry.line().replace("1:0", "1:x"),
        entry.line() + "\t1",
    ):
        assert Entry.of_line(rules, wrong) is None


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "bytes"])
def test_a_damaged_file_is_refused(damage: str, made: Path, tmp_path: Path) -> None:
    content = made.read_bytes()
    path = tmp_path / "damaged.tsv"
    path.write_bytes(
        {
            "cut": content[: len(content) // 2],
            "changed": content.replace(b"win", b"won", 1),
            "empty": b"",
            "bytes": b"\xff\xfe" + content,
        }[damage]
    )
    with pytest.raises(InputError, match=r"damaged\.tsv"):
        read_atlas(path)
    with pytest.raises(InputError, match=r"damaged\.tsv"):
        make_atlas(SMALL, 2, path, table_mb=1)


def test_another_format_is_named(made: Path) -> None:
    import hashlib

    content = made.read_text("utf-8").rpartition("# sha256 ")[0].replace("atlas 1", "atlas 9", 1)
    text = f"{content}# sha256 {hashlib.sha256(content.encode()).hexdigest()}\n"
    with pytest.raises(InputError, match="not an atlas of format 1"):
        Atlas.parse(text, "new.tsv")


@pytest.mark.parametrize(
    ("rules", "blocked", "said"),
    [
        ("7x6 blocked=a1", 1, "leave them out"),
        ("7x6", 3, "from 1 to 2"),
        ("7x6", 0, "from 1 to 2"),
        ("20x20", 1, "too large to solve"),
    ],
)
def test_what_an_atlas_cannot_have(rules: str, blocked: int, said: str) -> None:
    with pytest.raises(PlygroundError, match=said):
        placements(rules, blocked)


def test_no_atlas_is_shipped_of_every_size() -> None:
    assert shipped_atlas("12x12") is None
