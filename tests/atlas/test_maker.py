"""An atlas is the same however it was made: by whom, in how many pieces, after which ends."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from plyground.atlas import AtlasProgress, make_atlas, placements, saved_boards
from plyground.atlas.journal import journal_path
from plyground.errors import InputError

SMALL = "4x4 connect=3"


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("atlas") / "plain.tsv"
    assert make_atlas(SMALL, 1, path, table_mb=1) is not None
    assert not journal_path(path).exists()
    return path.read_bytes()


def test_a_stopped_run_goes_on(plain: bytes, tmp_path: Path) -> None:
    path = tmp_path / "some folder" / "stopped.tsv"
    path.parent.mkdir()
    seen: list[int] = []

    def stop(progress: AtlasProgress) -> bool:
        seen.append(progress.solved)
        return progress.solved == 3

    assert make_atlas(SMALL, 1, path, table_mb=1, watch=stop) is None
    assert not path.exists()
    assert saved_boards(SMALL, 1, path, 1) == 3
    seen.clear()
    assert make_atlas(SMALL, 1, path, table_mb=1, watch=lambda progress: seen.append(progress.done)) is not None
    assert seen[0] == 4, "nothing is solved twice"
    assert path.read_bytes() == plain
    assert saved_boards(SMALL, 1, path, 1) == len(placements(SMALL, 1)) == 9


@pytest.mark.parametrize("damage", ["cut", "changed"])
def test_a_damaged_line_is_solved_again(damage: str, plain: bytes, tmp_path: Path) -> None:
    path = tmp_path / "atlas.tsv"
    make_atlas(SMALL, 1, path, table_mb=1, watch=lambda progress: progress.solved == 4)
    journal = journal_path(path)
    content = journal.read_bytes()
    journal.write_bytes(content[:-5] if damage == "cut" else content.replace(b"win", b"draw", 1))
    assert saved_boards(SMALL, 1, path, 1) == 3
    assert make_atlas(SMALL, 1, path, table_mb=1) is not None
    assert path.read_bytes() == plain


def test_an_executor_makes_the_same(plain: bytes, tmp_path: Path) -> None:
    path = tmp_path / "atlas.tsv"
    with ThreadPoolExecutor(2) as executor:
        make_atlas(SMALL, 1, path, executor=executor, table_mb=1)
    assert path.read_bytes() == plain


def test_a_second_cell_extends_the_file(plain: bytes, tmp_path: Path) -> None:
    path = tmp_path / "atlas.tsv"
    path.write_bytes(plain)
    solved: list[int] = []
    atlas = make_atlas(SMALL, 2, path, table_mb=1, watch=lambda progress: solved.append(progress.solved))
    assert atlas is not None
    assert solved[-1] == len(placements(SMALL, 2)) - 9
    other = tmp_path / "other.tsv"
    make_atlas(SMALL, 2, other, table_mb=1)
    assert other.read_bytes() == path.read_bytes()
    with pytest.raises(InputError, match="other settings"):
        make_atlas(SMALL, 1, path, table_mb=1)


def test_other_settings_are_refused(plain: bytes, tmp_path: Path) -> None:
    path = tmp_path / "atlas.tsv"
    path.write_bytes(plain)
    for rules, table_mb in (("5x4 connect=3", 1), (SMALL, 2)):
        with pytest.raises(InputError, match="other settings"):
            make_atlas(rules, 1, path, table_mb=table_mb)
    path.unlink()
    make_atlas(SMALL, 1, path, table_mb=1, watch=lambda progress: True)
    with pytest.raises(InputError, match="begun with other settings"):
        make_atlas(SMALL, 2, path, table_mb=1)
