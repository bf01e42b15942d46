"""The report for programs: tables of plain rows, all together as JSON or one by one as CSV.

The names of tables and columns are the same in every language and do not change: `docs/report.md` describes them.
"""

from __future__ import annotations

import csv
import io
import math
from typing import Any, TypeAlias

from plyground._version import __version__
from plyground.arena.plots import Results
from plyground.arena.report.facts import Report
from plyground.board import Side
from plyground.errors import N_, UnknownNameError, nearest
from plyground.store import GameRecord

__all__ = ["FORMAT", "TABLES", "report_csv", "report_json", "report_tables"]

FORMAT = 1
"""Goes up when a table or column changes its meaning or goes away."""

TABLES = ("ratings", "cross", "seats", "boards", "times", "forfeits", "games")

Row: TypeAlias = dict[str, Any]


def report_tables(report: Report) -> dict[str, list[Row]]:
    """Every table of the report. A number that does not exist, such as the end of an open interval, is None."""
    players = report.players
    return {
        "ratings": [
            {
                "player": player.name,
                "elo": _number(player.rating.elo),
                "low": _number(player.rating.low),
                "high": _number(player.rating.high),
                **_counts(player.total),
            }
            for player in players
        ],
        "cross": [
            {"player": player.name, "opponent": opponent, **_counts(results)}
            for player in players
            for opponent, results in player.opponents.items()
        ],
        "seats": [
            {"player": player.name, "seat": side.name.lower(), **_counts(player.seats[side])}
            for player in players
            for side in Side
        ],
        "boards": [
            {"player": player.name, "board": board, **_counts(results)}
            for player in players
            for board, results in player.boards.items()
        ],
        "times": [
            {
                "player": player.name,
                "moves": player.moves,
                "seconds": round(player.seconds, 6),
                "middle": round(player.time.middle, 6) if player.moves else None,
                "most_of_95": round(player.time.high, 6) if player.moves else None,
                "most": round(player.time.most, 6) if player.moves else None,
            }
            for player in players
        ],
        "forfeits": [
            {
                "player": player.name,
                "termination": termination.value,
                "games": count,
                "reason": player.reasons[termination],
            }
            for player in players
            for termination, count in player.faults.items()
        ],
        "games": [_game(record) for record in report.games],
    }


def report_json(report: Report) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "plyground": __version__,
        "name": report.name,
        "settings": dict(report.settings),
        "scheduled": report.scheduled,
        "first_move_elo": _number(report.ratings.advantage),
        "connected": report.ratings.is_connected,
        "terminations": {termination.value: count for termination, count in report.terminations.items()},
        **report_tables(report),
    }


def report_csv(report: Report, table: str = "games") -> str:
    """One table as CSV, with a line of column names; a cell without a value is empty."""
    if table not in TABLES:
        near = nearest(table, TABLES)
        raise UnknownNameError(
            N_("there is no table '{name}' in a report; the nearest is {near}, all are {known}")
            if near
            else N_("there is no table '{name}' in a report; the tables are {known}"),
            name=table,
            near=near,
            known=", ".join(TABLES),
        )
    rows = report_tables(report)[table]
    text = io.StringIO()
    columns = list(rows[0]) if rows else _EMPTY[table]
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({column: _plain_cell(value) for column, value in row.items()} for row in rows)
    return text.getvalue()


def _plain_cell(value: object) -> object:
    """A text that a spreadsheet would take for a formula gets an apostrophe, which makes it a text there."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value


_EMPTY = {"forfeits": ["player", "termination", "games", "reason"]}
"""The columns of tables that may have no rows. All other tables have rows, since a report has games."""


def _counts(results: Results) -> Row:
    return {
        "games": results.games,
        "won": results.won,
        "drawn": results.drawn,
        "lost": results.lost,
        "score": round(results.score, 6) if results.games else None,
    }


def _game(record: GameRecord) -> Row:
    spent = {Side.FIRST: 0.0, Side.SECOND: 0.0}
    side = record.start.turn
    for move in record.moves:
        spent[side] += move.seconds
        side = side.opposite
    if record.outcome.winner is not None and record.forfeit_seconds is not None:
        spent[record.outcome.winner.opposite] += record.forfeit_seconds
    return {
        "id": record.id,
        "round": record.round,
        "first": record.players[0],
        "second": record.players[1],
        "rules": str(record.rules),
        "outcome": record.outcome.value,
        "termination": "" if record.termination is None else record.termination.value,
        "reason": record.reason,
        "plies": len(record.moves),
        "opening": record.opening,
        "seconds_first": round(spent[Side.FIRST], 6),
        "seconds_second": round(spent[Side.SECOND], 6),
        "moves": record.moves_text,
        "began": record.began.isoformat(),
    }


def _number(value: float) -> float | None:
    return round(value, 3) if math.isfinite(value) else None
