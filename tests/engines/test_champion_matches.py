"""The file of `benchmarks/champion.py --against`: a run that was killed goes on where it was."""

from __future__ import annotations

from benchmarks.champion import Match, keep, kept_games, played
from plyground import Side


def test_games_are_read_back_also_after_a_torn_line(tmp_path):
    match = Match("today", "exploration=3", 1, False, "winblock", 0.01, 1000)
    other = Match("later", "", 1, False, "winblock", 0.01, 1000)
    records = [played(match, number) for number in range(2)]
    assert records[0].start == records[1].start
    assert [record.player(Side.FIRST) for record in records] == list(match.players)
    file = tmp_path / "results.jsonl"
    assert kept_games(file, Match) == {}
    keep(file, match, 0, records[0])
    with file.open("a", encoding="utf-8") as lines:
        lines.write('{"match": {"name": "to')
    keep(file, match, 1, records[1])
    keep(file, other, 7, records[0])
    assert kept_games(file, Match) == {match: dict(enumerate(records)), other: {7: records[0]}}
