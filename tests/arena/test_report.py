"""The report says what the games say; as a page, as JSON and as CSV, in every language, with any names."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from plyground.arena.forfeits import is_forfeit
from plyground.arena.ratings import rate, result_of
from plyground.arena.report import (
    Report,
    load_report,
    make_report,
    report_csv,
    report_json,
    report_page,
    report_tables,
)
from plyground.arena.report.tables import TABLES
from plyground.board import Outcome, Side
from plyground.errors import InputError, UnknownNameError
from plyground.game import Game, Termination
from plyground.grid import GridBoard
from plyground.store.database import Database
from plyground.store.games import add_games
from plyground.store.record import GameRecord, MoveRecord
from plyground.texts import use_language
from tests.arena.report_games import NAMES, mover, played
from tests.cli.running import LANGUAGES

GAMES = played(240)


@pytest.fixture(scope="module")
def report() -> Report:
    return make_report("cup", GAMES, settings={"rounds": 2, "rules": ["cfour"]}, scheduled=300, anchor="never won")


def points(record: GameRecord, side: int) -> float:
    return {Outcome.FIRST_WINS: (1, 0), Outcome.SECOND_WINS: (0, 1), Outcome.DRAW: (0.5, 0.5)}[record.outcome][side]


def test_the_games_are_of_all_kinds():
    # Only people abandon a game, and only on the page.
    assert {record.termination for record in GAMES} == set(Termination) - {Termination.ABANDONMENT}
    assert {record.start.turn for record in GAMES} == set(Side)


def test_every_number_is_that_of_the_games(report):
    tables = report_tables(report)
    for row in tables["ratings"]:
        got = [points(r, side) for r in GAMES for side in (0, 1) if r.players[side] == row["player"]]
        assert (row["games"], row["won"], row["drawn"], row["lost"]) == (
            len(got), got.count(1), got.count(0.5), got.count(0),
        )  # fmt: skip
        assert row["score"] == pytest.approx(sum(got) / len(got), abs=1e-6)
    assert len(tables["cross"]) == 20
    for row in tables["cross"]:
        got = [
            points(r, side)
            for r in GAMES
            for side in (0, 1)
            if (r.players[side], r.players[1 - side]) == (row["player"], row["opponent"])
        ]
        assert (row["won"], row["drawn"], row["lost"]) == (got.count(1), got.count(0.5), got.count(0))
    for row in tables["seats"]:
        side = ("first", "second").index(row["seat"])
        got = [points(r, side) for r in GAMES if r.players[side] == row["player"]]
        assert (row["won"], row["drawn"], row["lost"]) == (got.count(1), got.count(0.5), got.count(0))
    for row in tables["boards"]:
        got = [
            points(r, side)
            for r in GAMES
            for side in (0, 1)
            if r.players[side] == row["player"] and f"{r.rules.columns}x{r.rules.rows}" == row["board"]
        ]
        assert (row["won"], row["drawn"], row["lost"]) == (got.count(1), got.count(0.5), got.count(0))
    for row in tables["times"]:
        times = [
            move.seconds
            for r in GAMES
            for ply, move in enumerate(r.moves)
            if ply >= r.opening and mover(r, ply) == row["player"]
        ]
        times += [
            r.forfeit_seconds
            for r in GAMES
            if r.forfeit_seconds is not None
            and r.termination in (Termination.TIMEOUT, Termination.ILLEGAL_MOVE)
            and r.outcome.winner is not None
            and r.player(r.outcome.winner.opposite) == row["player"]
        ]
        assert row["moves"] == len(times)
        assert row["seconds"] == pytest.approx(sum(times), abs=1e-5)
        assert row["most"] == pytest.approx(max(times), abs=1e-6)
        assert sum(time <= row["middle"] for time in times) / len(times) == pytest.approx(0.5, abs=0.02)
        assert sum(time <= row["most_of_95"] for time in times) / len(times) == pytest.approx(0.95, abs=0.02)
    lost = [(r.players[1 - r.outcome.winner.value], r.termination) for r in GAMES if r.outcome.winner is not None]
    faults = {Termination.TIMEOUT, Termination.CRASH, Termination.ILLEGAL_MOVE, Termination.RESIGNATION}
    assert {(row["player"], row["termination"]): row["games"] for row in tables["forfeits"]} == {
        (name, kind.value): lost.count((name, kind)) for name, kind in set(lost) if kind in faults
    }
    for row in tables["forfeits"]:
        of_its_kind = [
            r.reason
            for r in GAMES
            if r.outcome.winner is not None
            and (r.player(r.outcome.winner.opposite), r.termination) == (row["player"], Termination(row["termination"]))
        ]
        assert row["reason"] == of_its_kind[0]
    assert [row["id"] for row in tables["games"]] == [record.id for record in GAMES]
    assert sum(board.games for board in report.boards) == len(GAMES)
    assert sum(board.won for board in report.boards) == sum(record.outcome is Outcome.FIRST_WINS for record in GAMES)


def test_a_player_that_always_timed_out_is_not_the_fastest():
    quick = [MoveRecord(3, 0.01), MoveRecord(2, 0.02)]
    game = Game(GridBoard("cfour"), [3, 2])
    game.end(Side.FIRST, Termination.TIMEOUT)
    games = [
        GameRecord.of(game, id=f"cup-{n}a", players=("slow", "quick"), moves=quick, opening=2, forfeit_seconds=3.5)
        for n in range(3)
    ]
    broken = Game(GridBoard("cfour"))
    broken.end(Side.FIRST, Termination.CRASH)
    games.append(GameRecord.of(broken, id="cup-9a", players=("broken", "quick"), moves=[], forfeit_seconds=0.0))
    report = make_report("cup", games)
    times = {row["player"]: row for row in report_tables(report)["times"]}
    assert (times["slow"]["moves"], times["slow"]["middle"], times["slow"]["seconds"]) == (3, 3.5, 10.5)
    assert (times["broken"]["moves"], times["broken"]["middle"]) == (0, None), "a crash is no quick move"
    told = outline(report_page(report)).texts
    assert told.count("–") >= 4, "no time where there was no turn"


def test_ratings_are_those_of_the_pool(report):
    told = rate([result_of(r.id, r.players, r.outcome, is_forfeit(r)) for r in GAMES], anchor="never won")
    assert report.ratings == told
    assert [player.name for player in report.players] == [rating.name for rating in told.players]


def test_many_sizes_are_told_in_groups():
    games = played(60, rules=tuple(f"{columns}x{rows}" for columns in (4, 5, 6, 7) for rows in (4, 5, 6)))
    report = make_report("cup", games)
    labels = [board.label for board in report.boards]
    assert len(labels) == 4
    spans = [tuple(int(number) for number in re.findall(r"\d+", label)) for label in labels]
    assert spans == sorted(spans)
    for (low, high), board in zip(spans, report.boards, strict=True):
        assert board.games == sum(low <= r.rules.columns * r.rules.rows <= high for r in games)


def test_open_games_do_not_count_and_none_is_an_error():
    from dataclasses import replace

    going_on = replace(GAMES[0], outcome=Outcome.OPEN, termination=None, moves=GAMES[0].moves[:2], opening=0)
    assert len(make_report("cup", [going_on, *GAMES[1:5]]).games) == 4
    with pytest.raises(InputError, match="no finished game of 'cup'"):
        make_report("cup", [going_on])


# JSON and CSV


def test_json_is_strict_and_whole(report):
    read = json.loads(json.dumps(report_json(report), allow_nan=False))
    assert set(TABLES) <= set(read)
    assert len(read["games"]) == 240
    assert read["scheduled"] == 300
    assert read["terminations"]["timeout"] == sum(record.termination is Termination.TIMEOUT for record in GAMES)


@pytest.mark.parametrize("table", TABLES)
def test_csv_reads_back(report, table):
    rows = list(csv.DictReader(io.StringIO(report_csv(report, table))))
    expected = report_tables(report)[table]
    assert rows == [{key: "" if value is None else str(value) for key, value in row.items()} for row in expected]


def test_csv_of_a_table_without_rows_has_its_columns():
    peaceful = make_report("cup", [r for r in GAMES if r.termination in (Termination.WIN, Termination.DRAW)])
    assert report_csv(peaceful, "forfeits") == "player,termination,games,reason\n"
    with pytest.raises(UnknownNameError, match="nearest is ratings"):
        report_csv(peaceful, "rating")


# The page


class Outline(HTMLParser):
    """Checks that elements are closed in order, and collects what matters."""

    VOID = frozenset({"meta", "input", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def outline(page: str) -> Outline:
    found = Outline()
    found.feed(page)
    found.close()
    assert found.open == []
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_needs_nothing_else(report, language):
    use_language(language)
    try:
        page = report_page(report)
    finally:
        use_language("en")
    found = outline(page)
    assert ("html", {"lang": language.replace("_", "-")}) in found.seen
    for tag, attributes in found.seen:
        assert tag not in {"link", "img", "iframe", "object", "embed", "base", "form", "a", "b"}
        assert not {"src", "href", "onclick", "onload"} & set(attributes)
    addresses = set(re.findall(r"\w+://[\w./]*", page))
    assert addresses == {"http://www.w3.org/2000/svg"}, "only the name of SVG, which nothing loads"
    policy = next(a["content"] for tag, a in found.seen if tag == "meta" and "content" in a and "http-equiv" in a)
    assert policy is not None
    assert policy.startswith("default-src 'none'")
    assert "url(" not in page
    assert "@import" not in page


def test_names_and_reasons_cannot_become_markup(report):
    found = outline(report_page(report))
    assert [tag for tag, _ in found.seen].count("script") == 2
    assert any("</script><b>bold</b>" in text for text in found.texts)


def test_the_page_carries_every_game(report):
    page = report_page(report)
    embedded = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert embedded
    data = json.loads(embedded[1])
    assert sorted(data["players"]) == sorted(NAMES)
    for told, record in zip(data["games"], GAMES, strict=True):
        rules = record.rules
        assert data["boards"][told["b"]]["text"] == str(rules)
        cells = [(number % rules.columns, number // rules.columns) for number in told["m"]]
        assert cells == [board.last_cell for board in record.game().boards[1:]]
        assert [data["players"][number] for number in told["p"]] == list(record.players)
        assert told["w"] == {Outcome.FIRST_WINS: 0, Outcome.SECOND_WINS: 1, Outcome.DRAW: 2}[record.outcome]


def test_an_unfinished_tournament_and_strangers_are_said(report):
    assert "240 of 300 games" in report_page(report)
    strangers = [r for r in GAMES if set(r.players) in ({NAMES[0], NAMES[2]}, {NAMES[3], NAMES[4]})]
    page = report_page(make_report("cup", strangers))
    assert "Some players never met" in page
    assert "Some players never met" not in report_page(report)


def test_colours_can_be_told_apart():
    """By contrast, as WCAG defines it: figures on their bars, and neighbouring bars for those who see no colours."""
    from importlib.resources import files

    styles = files("plyground.arena.report").joinpath("page.css").read_text("utf-8")
    light, dark = styles.split("prefers-color-scheme: dark", 1)
    base = dict(re.findall(r"--([\w-]+): #([0-9a-f]{6});", light))
    for look in (base, base | dict(re.findall(r"--([\w-]+): #([0-9a-f]{6});", dark.split("}")[0]))):
        for bar in ("won", "drawn", "lost"):
            assert contrast(look[bar], look[f"on-{bar}"]) >= 4.5
        for text in ("ink", "quiet", "accent"):
            assert contrast(look[text], look["paper"]) >= 4.5
        assert contrast(look["won"], look["drawn"]) >= 1.5
        assert contrast(look["drawn"], look["lost"]) >= 1.05
        assert contrast(look["first"], look["second"]) >= 2


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# From the database


def test_a_saved_match_has_a_report_too(tmp_path: Path):
    with Database.open(str(tmp_path / "games.sqlite")) as database:
        add_games(database, GAMES)
        found = load_report(database, "cup")
        assert len(found.games) == 240
        assert [record.id for record in found.games][:3] == ["cup-1a", "cup-1b", "cup-2a"]
        assert found.games[18].id == "cup-10a"
        with pytest.raises(UnknownNameError):
            load_report(database, "cap")
