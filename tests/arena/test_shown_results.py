"""Results as they print and as a notebook shows them: the same words that the commands use."""

from __future__ import annotations

from xml.etree import ElementTree

from plyground.arena import (
    SPRT,
    MatchResult,
    match,
    rate,
    tournament,
)
from plyground.executors import Here
from plyground.texts import speaking
from tests.cli.running import run


def leftmost(board):
    return board.legal_moves[0]


def test_a_match_prints_what_the_command_prints():
    words = "match", "winblock", "random", "--games", "6", "--rules", "tictactoe", "--workers", "1"
    test = SPRT(0, 400)
    for more, how in (((), {}), (("--sprt", "elo0=0", "elo1=400"), {"sprt": test})):
        result = match("winblock", "random", games=6, rules="tictactoe", executor=Here(), **how)  # type: ignore[arg-type]
        told = [text.partition("mean time")[0] for text in (str(result), run(*words, *more).stdout.rstrip())]
        assert told[0] == told[1]
    assert str(MatchResult(("a", "b"), 2)) == "a - b: no game was played"


def test_standings_print_what_the_command_prints(tmp_path):
    place = str(tmp_path / "games.sqlite")
    standings = tournament(["winblock", "random"], pairs=2, name="cup", database=place, executor=Here())
    head, *table = run("tournament", "status", "cup", "--database", place).stdout.splitlines()
    assert str(standings).splitlines() == ["cup: 4 of 4 games", *table]
    assert str(standings.ratings()).splitlines() == table
    assert head == "cup: 4 of 4 games, finished"


def test_ratings_that_cannot_be_compared_say_so():
    ratings = rate([], players=["a", "b"])
    assert str(ratings).splitlines()[-1].startswith("Warning: these groups have not met")
    assert "Warning: these groups have not met" in ratings._repr_html_()


def test_results_show_themselves_in_a_notebook():
    def crashing(board):
        raise ValueError("<b>bold</b>")

    result = match(crashing, "random", games=2)
    shown = result._repr_html_()
    assert shown.startswith("<table>")
    rows = [[cell.text for cell in row] for row in ElementTree.fromstring(f"<div>{shown}</div>").iter("tr")]
    assert rows[1] == ["crashing", "0", "0", "2", "0.0 %"]
    assert "ValueError: &lt;b&gt;bold&lt;/b&gt;" in shown
    standings = tournament([leftmost, "random"], rules="tictactoe")
    assert "<p>Cross table</p><table>" in standings._repr_html_()
    assert standings.ratings()._repr_html_() in standings._repr_html_()
    with speaking("ko"):
        assert "player</th>" not in result._repr_html_()
        assert "won" not in str(result)
    empty = type(standings)(standings.settings)
    assert empty._repr_html_() == "<p>tournament: 0 of 2 games</p>"
    assert str(empty) == "tournament: 0 of 2 games"
