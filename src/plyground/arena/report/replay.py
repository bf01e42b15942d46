"""The games of the report: the part of the page that lists and replays them, and the data for its script."""

from __future__ import annotations

import json
from typing import Any

from plyground.arena.report.facts import Report
from plyground.arena.report.pieces import e
from plyground.board import Side
from plyground.game import Termination
from plyground.grid import Rules, has_letters, winning_lines
from plyground.store import GameRecord
from plyground.texts import N_, _, retell

__all__ = ["TERMINATIONS", "games_data", "games_section"]

_MOST_WITH_FIGURES = 5_000
"""With up to so many games the page holds the time and value of every move; with more it would become too large."""

TERMINATIONS = {
    Termination.WIN: N_("win"),
    Termination.DRAW: N_("draw"),
    Termination.RESIGNATION: N_("resignation"),
    Termination.TIMEOUT: N_("timeout"),
    Termination.ILLEGAL_MOVE: N_("illegal move"),
    Termination.CRASH: N_("crash"),
    Termination.ADJUDICATION: N_("adjudication"),
    Termination.ABANDONMENT: N_("player away"),
}


def games_section(report: Report) -> str:
    players = [(str(index), player.name) for index, player in enumerate(report.players)]
    ends = [
        (str(index), _(TERMINATIONS[kind])) for index, kind in enumerate(Termination) if kind in report.terminations
    ]
    results = [("0", _("first player won")), ("1", _("second player won")), ("drawn", _("draw"))]
    filters = "".join(
        f'<label>{e(label)}<select id="{name}"><option value="">{e(_("all"))}</option>'
        + "".join(f'<option value="{value}">{e(text)}</option>' for value, text in options)
        + "</select></label>"
        for name, label, options in (
            ("player", _("player"), players),
            ("opponent", _("opponent"), players),
            ("result", _("result"), results),
            ("end", _("end"), ends),
        )
    )
    buttons = "".join(
        f'<button type="button" id="{name}" title="{e(label)}" aria-label="{e(label)}">'
        f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{path}"/></svg></button>'
        for name, label, path in (
            ("to-start", _("to the start"), "M4 3h3v18H4zM20 3v18L8 12z"),
            ("back", _("one move back"), "M16 3L7 12l9 9 2-2-7-7 7-7z"),
            ("run", _("play"), "M5 3l14 9L5 21z"),
            ("forward", _("one move on"), "M8 3l9 9-9 9-2-2 7-7-7-7z"),
            ("to-end", _("to the end"), "M17 3h3v18h-3zM4 3l12 9L4 21z"),
        )
    )
    head = [
        ("left", _("game")),
        ("left", _("result")),
        ("name", _("first")),
        ("name", _("second")),
        ("left rare", _("end")),
        ("rare", _("plies")),
        ("left rare", _("board")),
    ]
    return (
        f"<section><h2>{e(_('Games'))}</h2>"
        f"<noscript><p>{e(_('The games need the script of this page.'))}</p></noscript>"
        '<div id="games" hidden><div id="replay" hidden tabindex="-1"><div><div id="board"></div>'
        f'<div id="controls">{buttons}<input type="range" id="place" min="0" value="0" aria-label="{e(_("ply"))}">'
        '</div></div><div><div id="seats"></div><p id="result-text"></p>'
        '<p id="now" class="quiet" aria-live="polite"></p>'
        '<ol id="moves"></ol><p id="about" class="quiet small"></p></div></div>'
        f'<div class="filters">{filters}</div><p id="found" class="quiet small"></p>'
        '<div id="list" class="wide" tabindex="0"><table><thead><tr>'
        + "".join(f'<th scope="col" class="{kind}">{e(text)}</th>' for kind, text in head)
        + '</tr></thead><tbody id="rows"></tbody></table></div>'
        f'<p><button type="button" id="more">{e(_("more games"))}</button></p></div></section>'
    )


def games_data(report: Report) -> str:
    """All games as JSON that is safe inside an HTML page."""
    players = {player.name: index for index, player in enumerate(report.players)}
    boards: dict[Rules, int] = {}
    figures = len(report.games) <= _MOST_WITH_FIGURES
    games = [_game(record, players, boards.setdefault(record.rules, len(boards)), figures) for record in report.games]
    content = {
        "players": list(players),
        "boards": [_board(rules) for rules in boards],
        "terminations": [_(TERMINATIONS[kind]) for kind in Termination],
        "games": games,
        "texts": {
            "first_won": _("first player won"),
            "second_won": _("second player won"),
            "drawn": _("draw"),
            "won": _("won"),
            "lost": _("lost"),
            "found": _("{found} of {all} games"),
            "start": _("start position"),
            "move": _("{ply}. {player}: {move}"),
            "opening": _("opening"),
            "value": _("value {value}"),
            "round": _("round {round}"),
            "play": _("play"),
            "pause": _("pause"),
        },
    }
    # "<" could end the element around it, so it is written as a JSON escape.
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _board(rules: Rules) -> dict[str, Any]:
    return {
        "text": str(rules),
        "c": rules.columns,
        "r": rules.rows,
        "g": rules.gravity,
        "l": has_letters(rules),
        "x": [column + row * rules.columns for column, row in sorted(rules.blocked)],
    }


def _game(record: GameRecord, players: dict[str, int], board: int, figures: bool) -> dict[str, Any]:
    """A game as the script reads it; cells are numbered row by row from the bottom left."""
    game = record.game()
    columns = record.rules.columns

    def number(cell: tuple[int, int] | None) -> int:
        assert cell is not None
        return cell[0] + cell[1] * columns

    layout = record.rules.layout
    plain: dict[str, Any] = {
        "id": record.id,
        "n": record.round,
        "p": [players[name] for name in record.players],
        "b": board,
        "s": [sorted(number(cell) for cell in layout.cells(record.start.stones(side))) for side in Side],
        "f": record.start.turn.value,
        "o": record.opening,
        "m": [number(position.last_cell) for position in game.boards[1:]],
        "w": 2 if record.outcome.winner is None else record.outcome.winner.value,
        "t": list(Termination).index(record.termination) if record.termination is not None else 0,
        "r": retell(record.reason),
        "l": [[number(start), number(end)] for start, end in winning_lines(game.board)],
    }
    if figures:
        plain["ms"] = [float(f"{1000 * move.seconds:.3g}") for move in record.moves]
        values = [None if move.shown_value is None else _value(move.shown_value) for move in record.moves]
        if any(value is not None for value in values):
            plain["v"] = values
    return plain


def _value(value: float) -> str:
    # JSON has no infinities, which searches use for won games.
    return f"{value:.4g}".replace("inf", "∞").replace("-", "−")
