"""`plyground tournament report`: from a real tournament in a database to a page, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from plyground.arena.settings import TournamentSettings
from plyground.arena.tournaments import run_tournament
from plyground.executors import Here
from plyground.store.database import Database
from plyground.store.games import GameFilter, count_games
from tests.cli.running import LANGUAGES, run

FILE = {
    "players": ["random", {"name": "other", "player": "random"}, "winblock"],
    "rounds": 2,
    "rules": ["cfour", "tictactoe"],
    "anchor": "other",
    "anchor_elo": 500,
}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A tournament of twelve games, played here."""
    path = str(tmp_path_factory.mktemp("store") / "games.sqlite")
    with Database.open(path) as kept:
        run_tournament(kept, TournamentSettings.from_table(FILE, "cup"), executor=Here())
        assert count_games(kept, GameFilter(event="cup")) == 12
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_written_where_it_is_wanted(database: str, tmp_path: Path, language: str) -> None:
    out = tmp_path / "report.html"
    result = run("tournament", "report", "cup", "--database", database, "--out", str(out), "--lang", language)
    assert result.exit_code == 0, result.output
    assert str(out) in result.stdout
    page = out.read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert page.count('"id":"cup-') == 12


def test_a_page_is_named_after_the_tournament(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("tournament", "report", "cup", "--database", database).exit_code == 0
    assert (tmp_path / "cup-report.html").is_file()


def test_only_the_programs_own_file_is_written_over(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "mine.html"
    mine.write_text("mine", "utf-8")
    report = ("tournament", "report", "cup", "--database", database)
    refused = run(*report, "--out", "mine.html")
    assert refused.exit_code == 2
    assert "'mine.html' is there already; --force writes over it" in refused.stderr
    assert mine.read_text("utf-8") == "mine"
    assert run(*report, "--out", "mine.html", "--force").exit_code == 0
    assert "<!doctype html>" in mine.read_text("utf-8")
    for _time in range(2):
        assert run(*report).exit_code == 0, "a report on a running tournament is made again and again"


def test_tables_go_to_standard_output(database: str) -> None:
    told = json.loads(run("tournament", "report", "cup", "--database", database, "--format", "json").stdout)
    assert told["scheduled"] == len(told["games"]) == 12
    assert told["settings"]["anchor"] == "other"
    assert next(row["elo"] for row in told["ratings"] if row["player"] == "other") == 500
    text = run("tournament", "report", "cup", "--database", database, "--format", "csv", "--table", "ratings").stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["player"] for row in rows] == [row["player"] for row in told["ratings"]]
    games = run("tournament", "report", "cup", "--database", database, "--format", "csv").stdout
    assert len(games.splitlines()) == 13


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("cap",), 2, "the nearest name is 'cup'"),
        (("cup", "--format", "csv", "--table", "rates"), 2, "the nearest is ratings"),
        (("cup", "--format", "pdf"), 2, "html"),
        (("cup", "--out", "."), 2, "is a folder"),
        (("cup", "--out", "no/such/folder/report.html"), 3, "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said(database: str, arguments: tuple[str, ...], code: int, told: str) -> None:
    result = run("tournament", "report", *arguments, "--database", database)
    assert result.exit_code == code, result.output
    assert told in result.stderr
    assert "Traceback" not in result.output


def test_a_tournament_without_games_has_no_report(tmp_path: Path) -> None:
    from plyground.store.tournaments import keep_tournament

    path = str(tmp_path / "games.sqlite")
    with Database.open(path) as kept:
        keep_tournament(kept, "cup", TournamentSettings.from_table(FILE, "cup").json())
    result = run("tournament", "report", "cup", "--database", path)
    assert result.exit_code == 2
    assert "no finished game of 'cup'" in result.stderr
