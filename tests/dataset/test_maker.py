"""A data set is right, whole, and the same however it was made: in how many pieces, by whom, after which ends."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet
import pytest

from plyground.dataset import DatasetProgress, DatasetSettings, card_paths, make_dataset, read_dataset
from plyground.dataset.card import Card, PlyCounts
from plyground.dataset.parts import read_json, write_json
from plyground.errors import InputError
from plyground.executors import local_executor
from plyground.grid import CFOUR, GridBoard, Rules
from plyground.texts import use_language
from tests.dataset.oracle import Oracle
from tests.executors.lost_workers import DiesOnce, kills
from tests.naive import of_board
from tests.waiting import PATIENCE, wait_until

SETTINGS = DatasetSettings(CFOUR, 120, (20, 30), seed=3)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made here, in one go."""
    path: Path = tmp_path_factory.mktemp("data") / "plain.parquet"
    make_dataset(SETTINGS, path)
    return path


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize(
    "rules",
    ["tictactoe", "4x3 connect=3", "3x4 connect=3 blocked=b1", "3x3 connect=3 gravity=no blocked=a1"],
)
def test_values_are_those_of_the_naive_rules(rules: str, tmp_path: Path) -> None:
    parsed = Rules.parse(rules)
    make_dataset(DatasetSettings(parsed, 150, (2, parsed.cells - 1), seed=1), tmp_path / "data.parquet")
    oracle = Oracle()
    rows = pyarrow.parquet.read_table(tmp_path / "data.parquet").to_pylist()
    assert len(rows) > 50
    for row in rows:
        naive = of_board(GridBoard.parse(row["position"], parsed))
        scores = oracle.scores(naive)
        assert [scores.get(move) for move in range(len(row["scores"]))] == row["scores"]
        assert row["score"] == max(scores.values())
        assert row["ply"] == naive.count()
        assert GridBoard.from_moves(row["moves"], parsed) == GridBoard.parse(row["position"], parsed)


def test_plies_lead_to_the_end_of_best_play(made: Path) -> None:
    from plyground.solver import Solver

    solver = Solver(CFOUR, threads=1, table_mb=16)
    for row in pyarrow.parquet.read_table(made).slice(0, 25).to_pylist():
        solution = solver.solve(GridBoard.parse(row["position"]))
        assert (row["score"], row["plies"]) == (solution.score, len(solution.line))


def test_the_card_tells_the_truth(made: Path) -> None:
    card = json.loads(card_paths(made)[0].read_text("utf-8"))
    table = pyarrow.parquet.read_table(made)
    rows = table.to_pylist()
    assert card["sha256"] == sha256(made)
    assert card["bytes"] == made.stat().st_size
    assert card["positions"] == len(rows) == 120
    assert set(card["columns"]) == set(table.column_names)
    assert card["settings"] == SETTINGS.json()
    assert json.loads(table.schema.metadata[b"plyground"])["settings"] == SETTINGS.json()
    for counts in card["counts"]:
        here = [row for row in rows if row["ply"] == counts["ply"]]
        assert counts["positions"] == len(here)
        assert counts["won"] == sum(row["score"] > 0 for row in here)
        assert counts["drawn"] == sum(row["score"] == 0 for row in here)
        assert counts["lost"] == sum(row["score"] < 0 for row in here)
        assert counts["at_once"] == sum(row["plies"] == 1 and row["score"] > 0 for row in here)
        legal = [[score for score in row["scores"] if score is not None] for row in here]
        assert counts["single"] == sum(len(scores) > 1 and scores.count(max(scores)) == 1 for scores in legal)
    text = "".join(
        f"{row['position']}\t{row['moves']}\t{' '.join('-' if s is None else str(s) for s in row['scores'])}\n"
        for row in rows
    )
    assert card["rows_sha256"] == hashlib.sha256(text.encode()).hexdigest()
    page = card_paths(made)[1].read_text("utf-8")
    for fact in ("7x6 connect=4", "120", "20..30", "mixed", card["sha256"], card["rows_sha256"], card["plyground"]):
        assert fact in page


def test_scores_are_nullable_integers_and_nothing_else_is_null(made: Path) -> None:
    table = pyarrow.parquet.read_table(made)
    scores = table.schema.field("scores").type
    assert scores.value_field.nullable
    assert (scores.value_type, scores.list_size) == (pyarrow.int8(), 7)
    assert {name for name in table.column_names if table.schema.field(name).nullable} == set()
    full = [row for row in table.to_pylist() if None in row["scores"]]
    assert full, "no column was full in any position"
    for row in full:
        board = GridBoard.parse(row["position"])
        assert [move for move, score in enumerate(row["scores"]) if score is not None] == list(board.legal_moves)
        assert all(-21 <= score <= 21 for score in row["scores"] if score is not None)


@pytest.mark.parametrize("language", ["en", "ko", "zh_CN"])
def test_the_card_can_be_read_by_a_hub_and_loads_what_it_says(
    made: Path, tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import yaml  # type: ignore[import-untyped]

    content = read_json(card_paths(made)[0])
    assert content is not None
    use_language(language)
    try:
        page = Card.of_json(content).markdown()
    finally:
        use_language("en")
    _empty, header, body = page.split("---\n", 2)
    about = yaml.safe_load(header)
    assert about["license"] == "mit"
    assert about["size_categories"] == ["n<1K"]
    assert about["configs"] == [
        {"config_name": "default", "data_files": [{"split": "train", "path": "plain.parquet"}]},
    ]
    monkeypatch.chdir(made.parent)
    snippet = body.partition("```python\n")[2].partition("```")[0]
    loaded: dict[str, list[dict[str, object]]] = {}
    exec(snippet, {}, loaded)
    assert len(loaded["rows"]) == 120
    assert content["license"] == "MIT"
    assert content["citation"] in body
    assert body.count("{") == body.count("}")
    assert ("Use and limits" in body) == (language == "en")


@pytest.mark.parametrize(("positions", "size"), [(1, "n<1K"), (1000, "n<1K"), (1001, "1K<n<10K"), (10**6, "100K<n<1M")])
def test_hubs_know_the_size_by_its_class(made: Path, positions: int, size: str) -> None:
    content = read_json(card_paths(made)[0])
    assert content is not None
    card = replace(Card.of_json(content), counts=(PlyCounts(8, positions),))
    assert f"size_categories:\n- {size}\n" in card.header()


def test_an_older_data_set_is_recognised(made: Path, tmp_path: Path) -> None:
    """Its card has no licence, no citation and no name of the file."""
    path = tmp_path / "plain.parquet"
    shutil.copy(made, path)
    content = read_json(card_paths(made)[0])
    assert content is not None
    older = {name: value for name, value in content.items() if name not in ("license", "citation", "file")}
    write_json(card_paths(path)[0], older)
    before = sha256(path)
    card = make_dataset(SETTINGS, path)
    assert card is not None
    assert (card.positions, card.file, sha256(path)) == (120, "plain.parquet", before)
    write_json(card_paths(path)[0], {**older, "format": 99})
    with pytest.raises(InputError, match=r"another version of Plyground \(format 99, now 1\)"):
        make_dataset(SETTINGS, path)


def test_nothing_is_left_beside_file_and_card(made: Path) -> None:
    assert {path.name for path in made.parent.iterdir()} == {made.name, *(path.name for path in card_paths(made))}


@pytest.mark.parametrize("workers", [1, 2])
def test_the_workers_do_not_matter(made: Path, tmp_path: Path, workers: int) -> None:
    with local_executor(workers) as executor:
        make_dataset(SETTINGS, tmp_path / "other.parquet", executor=executor)
    assert sha256(tmp_path / "other.parquet") == sha256(made)


def test_threads_of_one_process_have_solvers_of_their_own(made: Path, tmp_path: Path) -> None:
    """As workers of a cluster do that have several threads."""
    with ThreadPoolExecutor(3) as executor:
        make_dataset(SETTINGS, tmp_path / "other.parquet", executor=executor)
    assert sha256(tmp_path / "other.parquet") == sha256(made)


def test_interruptions_do_not_matter(made: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.parquet"
    seen: list[int] = []

    def stop_soon(progress: DatasetProgress) -> bool:
        seen.append(progress.done)
        return progress.solved > 10

    while make_dataset(SETTINGS, path, watch=stop_soon) is None:
        pass
    assert sha256(path) == sha256(made)
    assert seen == sorted(seen), "something was solved again"
    assert len(seen) > 3


@kills
def test_a_dead_worker_costs_nothing_but_time(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fragile = DiesOnce("plyground.dataset.maker", "solve_games", tmp_path)
    fragile.replace(monkeypatch)
    with local_executor(2) as executor:
        make_dataset(SETTINGS, tmp_path / "other.parquet", executor=executor)
    assert fragile.has_died
    assert sha256(tmp_path / "other.parquet") == sha256(made)


def test_a_damaged_piece_is_solved_again(made: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.parquet"
    make_dataset(SETTINGS, path, watch=lambda progress: progress.solved > 60)
    chunks = sorted((tmp_path / "other.parquet.parts").glob("*.npy"))
    chunks[0].write_bytes(b"")
    chunks[1].write_bytes(chunks[1].read_bytes()[:-3])
    (tmp_path / "other.parquet.parts" / "scores-00000000-00000400.npy").write_bytes(chunks[2].read_bytes())
    make_dataset(SETTINGS, path)
    assert sha256(path) == sha256(made)


DRIVER = """
import os, signal, sys
from pathlib import Path
from plyground.dataset import DatasetSettings, make_dataset
from plyground.executors import local_executor
from plyground.grid import CFOUR
if __name__ == "__main__":
    settings = DatasetSettings(CFOUR, int(sys.argv[2]), (20, 30), seed=3)
    most = int(sys.argv[3]) if len(sys.argv) > 3 else 10**9

    def die(progress):
        if progress.solved >= most:
            os.kill(os.getpid(), signal.SIGKILL)

    make_dataset(settings, Path(sys.argv[1]), executor=local_executor(2), watch=die)
"""


def solved_rows(path: Path) -> list[int]:
    """The rows whose values are kept while a data set is unfinished, in the order of their pieces."""
    pieces = path.with_name(f"{path.name}.parts").glob("scores*.npy")
    return [row for piece in pieces for row in range(*map(int, piece.stem.split("-")[1:]))]


@pytest.mark.soak
def test_kill_ten_times_at_random_moments(tmp_path: Path) -> None:
    source = random.Random(5)
    path, driver = tmp_path / "killed.parquet", tmp_path / "driver.py"
    driver.write_text(DRIVER, "utf-8")
    for _kill in range(10):
        # By what is solved, not by time: ten times this is less than the whole, on a fast machine, too.
        wanted = len(solved_rows(path)) + source.randrange(0, 300)

        def is_solved(wanted: int = wanted) -> bool:
            return len(solved_rows(path)) >= wanted

        process = subprocess.Popen([sys.executable, str(driver), str(path), "4000"])
        assert wait_until(is_solved)
        process.kill()
        assert process.wait(PATIENCE) == -signal.SIGKILL, "it was done before it could be killed"
    subprocess.run([sys.executable, str(driver), str(path), "4000"], check=True)
    make_dataset(DatasetSettings(CFOUR, 4000, (20, 30), seed=3), tmp_path / "plain.parquet")
    assert sha256(path) == sha256(tmp_path / "plain.parquet")


def test_kill_and_go_on(made: Path, tmp_path: Path) -> None:
    """Killed with SIGKILL again and again; what was finished is never touched again."""
    path, driver = tmp_path / "other.parquet", tmp_path / "driver.py"
    driver.write_text(DRIVER, "utf-8")
    finished: dict[str, tuple[int, bytes]] = {}
    for solved in (3, 10, 20):
        ended = subprocess.run([sys.executable, str(driver), str(path), "120", str(solved)], check=False)
        assert ended.returncode == -signal.SIGKILL
        chunks = list((tmp_path / "other.parquet.parts").glob("scores*.npy"))
        now = {chunk.name: (chunk.stat().st_mtime_ns, chunk.read_bytes()) for chunk in chunks}
        assert {name: now[name] for name in finished} == finished
        rows = solved_rows(path)
        assert len(rows) == len(set(rows)) > len(finished), "solved twice, or not at all"
        finished = now
    make_dataset(SETTINGS, path)
    assert sha256(path) == sha256(made)


def test_other_settings_are_refused_while_unfinished_and_after(made: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.parquet"
    make_dataset(SETTINGS, path, watch=lambda progress: True)
    with pytest.raises(InputError, match=r"begun with other settings \(seed 3 → 4\)"):
        make_dataset(DatasetSettings(CFOUR, 120, (20, 30), seed=4), path)
    with pytest.raises(InputError, match=r"made with other settings \(positions 120 → 121, plies 20..30 → 15..30\)"):
        make_dataset(DatasetSettings(CFOUR, 121, (15, 30), seed=3), made)


def test_a_finished_one_is_left_as_it_is(made: Path) -> None:
    before = made.stat().st_mtime_ns
    card = make_dataset(SETTINGS, made)
    assert card is not None
    assert card.sha256 == sha256(made)
    assert made.stat().st_mtime_ns == before


def test_a_foreign_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "thesis.parquet"
    path.write_text("mine")
    with pytest.raises(InputError, match="no card of ours"):
        make_dataset(SETTINGS, path)
    assert path.read_text() == "mine"


def test_the_estimate_encloses_the_truth() -> None:
    """By simulation: positions that take very different times, of which a sample is measured."""
    source = random.Random(4)
    hits = 0
    for _ in range(300):
        times = [source.expovariate(1.0) ** 2 for _ in range(5000)]
        progress = DatasetProgress(5000, workers=2)
        progress.add(times[:200])
        left = progress.seconds_left
        assert left is not None
        hits += left[1] <= sum(times[200:]) / 2 <= left[2]
    assert hits / 300 > 0.85


def test_the_whole_is_estimated_after_a_sample() -> None:
    progress = DatasetProgress(1000, workers=2, done=500)
    assert (progress.is_sampled, progress.seconds_left) == (False, None)
    progress.add([0.1] * 200)
    assert progress.is_sampled
    assert progress.seconds_left == pytest.approx((15.0, 15.0, 15.0))
    slow = DatasetProgress(1000, workers=2)
    slow.add([30.0])
    assert slow.is_sampled


def test_as_text_it_has_the_same_rows_and_needs_no_extra(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    path = tmp_path / "plain.tsv"
    card = make_dataset(SETTINGS, path)
    assert card is not None
    assert make_dataset(SETTINGS, path) == card, "it was there already"
    whole = read_json(card_paths(made)[0])
    assert whole is not None
    assert card.sha256 == card.rows_sha256 == sha256(path) == whole["rows_sha256"]
    assert list(card.json()["columns"]) == ["position", "moves", "scores"]
    assert '"plain.tsv"' in card_paths(path)[1].read_text("utf-8")
    found, rows = read_dataset(path)
    assert found == card
    monkeypatch.undo()
    for row, stored in zip(rows, pyarrow.parquet.read_table(made).to_pylist(), strict=True):
        assert row.moves == stored["moves"]
        assert row.scores == {move: score for move, score in enumerate(stored["scores"]) if score is not None}
