"""`plyground dataset`: what it prints, how it is stopped, and what it says when it cannot."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet
import pytest

from plyground.grid import CFOUR
from plyground.solver import Solver
from tests.cli.running import LANGUAGES, process, run
from tests.waiting import PATIENCE, wait_until

SMALL = ("cfour", "--positions", "60", "--plies", "20..30", "--workers", "1")


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    """So that no test meets the notice that kernels are being compiled."""
    Solver(CFOUR, threads=1, table_mb=1).get_ready()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_how_long_it_will_take_and_what_it_made(language: str, tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    asked = ("cfour", "--positions", "500", "--plies", "28..30", "--workers", "1", "--out", str(path))
    result = run("dataset", *asked, "--lang", language)
    assert result.exit_code == 0, result.output
    sample, made, card = result.stdout.splitlines()
    # Korean writes its words right after a number, so that no border of words is there.
    assert len(re.findall(r"(?<![\d.])[1-9]\d\d(?![\d.]\d)", sample)) >= 2
    assert str(path) in made
    assert str(tmp_path / "data.card.md") in card
    assert pyarrow.parquet.read_table(path).num_rows == 500
    again = run("dataset", *asked, "--lang", language)
    assert again.stdout.splitlines() == [made, card], "it was there already"


def test_the_estimate_alone(tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    result = run("dataset", "cfour", "--positions", "1000", "--plies", "24..30", "--out", str(path), "--estimate")
    assert result.exit_code == 0
    assert re.fullmatch(
        r"A sample of [2-9]\d\d positions took [\d.]+ ms each\. "
        r"The other [1-8]\d\d will take about \d+ s with \d+ workers \(\d+ s to \d+ s\)\.\n",
        result.stdout,
    )
    assert not path.exists()
    assert list((tmp_path / "data.parquet.parts").glob("scores*.npy")), "what was measured is kept"


def test_an_estimate_of_few_says_how_long_they_took(tmp_path: Path) -> None:
    out = str(tmp_path / "data.parquet")
    result = run("dataset", "tictactoe", "--positions", "20", "--out", out, "--estimate", "--workers", "1")
    assert result.exit_code == 0
    assert re.fullmatch(r"A sample of 20 positions took [\d.]+ ms each\.\n", result.stdout)


def test_fewer_than_asked_for_is_said(tmp_path: Path) -> None:
    result = run("dataset", "tictactoe", "--plies", "0..1", "--out", str(tmp_path / "data.parquet"), "--workers", "1")
    assert result.exit_code == 0
    assert "4 positions" in result.stdout
    assert "100,000 were asked for; drawing games found no more that differ." in result.stdout


def test_the_file_is_named_by_itself(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "plyground", "dataset", "4x3 connect=3", "--positions", "9", "--workers", "1"],
        cwd=tmp_path,
        check=True,
    )
    assert done.returncode == 0
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".json", ".md", ".parquet"]
    assert (tmp_path / "4x3_connect=3-9.parquet").is_file()


def test_ctrl_c_keeps_what_was_done(tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    asked = ("dataset", "cfour", "--positions", "3000", "--plies", "14..24", "--out", str(path), "--workers", "2")
    running = subprocess.Popen(
        [sys.executable, "-m", "plyground", *asked],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"},
    )
    parts = tmp_path / "data.parquet.parts"
    assert wait_until(lambda: len(list(parts.glob("scores*.npy"))) > 3)
    running.send_signal(signal.SIGINT)
    _out, told = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    kept = re.search(r"interrupted; ([\d,]+) solved positions are kept, and the same command goes on", told)
    assert kept, told
    assert int(kept[1].replace(",", "")) == sum(
        int(chunk.stem.split("-")[2]) - int(chunk.stem.split("-")[1]) for chunk in parts.glob("scores*.npy")
    )


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("cfuor",), 2, "cfour"),
        (("cfour", "--plies", "8-30"), 2, "like 8..30"),
        (("cfour", "--plies", "8..42"), 2, "within 0 to 41"),
        (("cfour", "--positions", "0"), 2, "--positions is '0'"),
        (("cfour", "--play", "wild"), 2, "random, careful, mixed"),
        (("20x20",), 3, "too large to solve"),
        (("cfour", "--executor", "slurm"), 2, "local, dask or dask://host:8786"),
        (("2x2 connect=2 gravity=no", "--plies", "3"), 2, "games are over before"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...], code: int, told: str, tmp_path: Path) -> None:
    result = run("dataset", *arguments, "--out", str(tmp_path / "data.parquet"))
    assert result.exit_code == code, result.output
    assert told in result.stderr
    assert not (tmp_path / "data.parquet").exists()


def test_a_changed_resume_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "data.parquet")
    assert run("dataset", *SMALL, "--out", path).exit_code == 0
    result = run("dataset", *SMALL, "--out", path, "--seed", "1")
    assert result.exit_code == 2
    assert "seed 0 → 1" in result.stderr


def test_a_place_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("dataset", *SMALL, "--out", str(tmp_path / "file" / "data.parquet"))
    assert result.exit_code == 3
    assert "cannot be written" in result.stderr


def test_a_full_disk_keeps_what_was_done(tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    few = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    few += f"resource.setrlimit(resource.RLIMIT_FSIZE, (2000, {resource.RLIM_INFINITY})); "
    code = few + "from plyground.cli import main; main()"
    asked = [*SMALL, "--positions", "150", "--out", str(path)]
    # The list of games alone is larger than a file may be here.
    full = subprocess.run([sys.executable, "-c", code, "dataset", *asked], capture_output=True, text=True, check=False)
    assert full.returncode == 3, full.stderr
    assert "cannot be written: File too large" in full.stderr
    assert not path.exists()
    assert run("dataset", *asked).exit_code == 0


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    code = "import sys; sys.modules['pyarrow'] = None; from plyground.cli import main; main()"
    result = subprocess.run(
        [sys.executable, "-c", code, "dataset", *SMALL, "--out", str(tmp_path / "data.parquet")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 3
    assert "pip install 'plyground[data]'" in result.stderr
    assert not list(tmp_path.iterdir())


def test_help_is_light() -> None:
    code = "import sys; from plyground.cli import main; main(standalone_mode=False); print('numba' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code, "dataset", "--help"], capture_output=True, text=True, check=True
    )
    assert result.stdout.splitlines()[-1] == "False"
    assert "8..30" in result.stdout


@pytest.mark.soak
def test_dask_makes_the_same(tmp_path: Path) -> None:
    checksums = []
    for executor in ("local", "dask"):
        path = tmp_path / f"{executor}.parquet"
        result = process("dataset", *SMALL, "--executor", executor, "--out", str(path))
        assert result.returncode == 0, result.stderr
        checksums.append(json.loads((tmp_path / f"{executor}.card.json").read_text("utf-8"))["sha256"])
    assert checksums[0] == checksums[1]
