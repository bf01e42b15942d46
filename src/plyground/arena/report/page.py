"""The report as one self-contained page without a framework: plots, tables and every game.

Without its script the page still shows everything but the games. Names come from foreign bots, so every text is
escaped, and the page forbids loading anything.
"""

from __future__ import annotations

from importlib.resources import files

from plyground._version import __version__
from plyground.arena.plots import Results, histogram, ratings_plot, results_plot, spread_plot
from plyground.arena.report.facts import Report
from plyground.arena.report.pieces import SELF, Cell, Name, Share, Wrapped, columns, e, seconds_text, section, table
from plyground.arena.report.replay import TERMINATIONS, games_data, games_section
from plyground.arena.result_text import ratings_notes
from plyground.board import Side
from plyground.game import Termination
from plyground.texts import _, fill, language, ngettext, retell, say

__all__ = ["report_page"]


def report_page(report: Report) -> str:
    """The whole page, in the language in use."""
    title = say("{name}: report", name=report.name)
    here = files(__package__)
    parts = [
        section(_("Ratings"), columns(ratings_plot(report.ratings.players), _ratings_table(report))),
        section(_("Cross table"), _cross_table(report)),
        section(
            _("Seats and boards"),
            columns(results_plot(_first_movers(report), _("Results of whoever moved first")), _seats_table(report)),
            _boards_table(report),
        ),
        section(
            _("Length of games"),
            columns(histogram(report.lengths, _("plies"), _("Length of games")), _ends_table(report)),
        ),
        section(
            _("Time and forfeits"),
            columns(
                spread_plot([player.time for player in report.players if player.moves], "s", _("Time for a move")),
                _times_table(report),
            ),
            _forfeits(report),
        ),
        games_section(report),
    ]
    return (
        f'<!doctype html>\n<html lang="{language().replace("_", "-")}"><head><meta charset="utf-8">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{e(title)}</title>"
        f"<style>{here.joinpath('page.css').read_text('utf-8')}</style></head><body>"
        f"{_head(report)}<main>{''.join(parts)}</main>"
        f'<script type="application/json" id="data">{games_data(report)}</script>'
        f"<script>{here.joinpath('page.js').read_text('utf-8')}</script></body></html>\n"
    )


def _head(report: Report) -> str:
    games = len(report.games)
    count = fill(ngettext("{games} game", "{games} games", games), games=f"{games:,}")
    if report.scheduled is not None and report.scheduled != games:
        count = say("{games} of {scheduled} games", games=f"{games:,}", scheduled=f"{report.scheduled:,}")
    rules = list(dict.fromkeys(str(record.rules) for record in report.games))
    began = [record.began for record in report.games]
    days = list(dict.fromkeys(f"{day:%Y-%m-%d}" for day in (min(began), max(began))))
    players = len(report.players)
    facts = [
        count,
        fill(ngettext("{players} player", "{players} players", players), players=players),
        rules[0]
        if len(rules) == 1
        else fill(ngettext("{count} board", "{count} boards", len(rules)), count=len(rules)),
        " – ".join(days),
        f"Plyground {__version__}",
    ]
    warning = ""
    if not report.ratings.is_connected:
        groups = "; ".join(", ".join(group) for group in report.ratings.groups)
        reason = say(
            "Some players never met, not even through common opponents: ratings of different groups cannot be compared."
        )
        warning = f'<p class="warning" role="note">{e(reason)} {e(groups)}</p>'
    settings = ""
    if report.settings:
        rows = "".join(f"<dt>{e(key)}</dt><dd>{e(_setting(value))}</dd>" for key, value in report.settings.items())
        settings = f'<details class="small"><summary>{e(_("Settings"))}</summary><dl>{rows}</dl></details>'
    return f'<header><h1>{e(report.name)}</h1><p class="quiet">{e(" · ".join(facts))}</p>{settings}{warning}</header>'


def _setting(value: object) -> str:
    if isinstance(value, list):
        return "\n".join(_setting(part) for part in value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_setting(part)}" for key, part in value.items() if part is not None)
    return "–" if value is None else str(value)


def _ratings_table(report: Report) -> str:
    rows: list[list[Cell]] = [
        [
            str(place),
            Name(player.name),
            f"{player.rating.elo:z.0f}",
            Share(player.total),
            f"{player.total.games:,}",
            f"{player.total.won:,}",
            f"{player.total.drawn:,}",
            f"{player.total.lost:,}",
        ]
        for place, player in enumerate(report.players, start=1)
    ]
    note = " ".join([_("The bars are 95 % intervals."), *ratings_notes(report.ratings)])
    head = ["#", Name(_("player")), "Elo", _("score"), _("games"), _("won"), _("drawn"), _("lost")]
    return table(head, rows) + f'<p class="quiet small">{e(note)}</p>'


def _cross_table(report: Report) -> str:
    head: list[Cell] = [_("player"), *(str(place) for place in range(1, len(report.players) + 1))]
    rows: list[list[Cell]] = []
    for place, player in enumerate(report.players, start=1):
        row: list[Cell] = [Name(f"{place}  {player.name}")]
        for opponent in report.players:
            if opponent is player:
                row.append(SELF)
            else:
                row.append(Share(player.opponents.get(opponent.name), points=True))
        rows.append(row)
    note = _("Points of the player in the row against the one in the column, of so many games.")
    return table(head, rows, "cross") + f'<p class="quiet small">{e(note)}</p>'


def _first_movers(report: Report) -> list[Results]:
    whole = Results(
        _("all boards"),
        sum(board.won for board in report.boards),
        sum(board.drawn for board in report.boards),
        sum(board.lost for board in report.boards),
    )
    return [whole, *report.boards] if len(report.boards) > 1 else list(report.boards)


def _seats_table(report: Report) -> str:
    rows: list[list[Cell]] = [
        [Name(player.name), *(Share(player.seats[side]) for side in Side)] for player in report.players
    ]
    note = _("The bars show how whoever moved first did, the table how each player did when it moved first and second.")
    return table([Name(_("player")), _("first"), _("second")], rows) + f'<p class="quiet small">{e(note)}</p>'


def _boards_table(report: Report) -> str:
    if len(report.boards) < 2:
        return ""
    rows: list[list[Cell]] = [
        [Name(player.name), *(Share(player.boards.get(board.label)) for board in report.boards)]
        for player in report.players
    ]
    heading = f"<h3>{e(_('Score by board size'))}</h3>"
    return heading + table([Name(_("player")), *(board.label for board in report.boards)], rows, "cross")


def _ends_table(report: Report) -> str:
    lengths = sorted(report.lengths)
    rows: list[list[Cell]] = [
        [Name(_(TERMINATIONS[termination])), f"{count:,}", f"{100 * count / len(lengths):.1f} %"]
        for termination, count in sorted(report.terminations.items(), key=lambda item: -item[1])
    ]
    note = say(
        "Half of the games were over after {middle} plies, the shortest after {least}, the longest after {most}.",
        middle=lengths[len(lengths) // 2],
        least=lengths[0],
        most=lengths[-1],
    )
    return table([Name(_("end")), _("games"), _("share")], rows) + f'<p class="quiet small">{e(note)}</p>'


def _times_table(report: Report) -> str:
    rows: list[list[Cell]] = [
        [
            Name(player.name),
            f"{player.moves:,}",
            *(
                seconds_text(seconds) if player.moves else "–"
                for seconds in (player.seconds, player.time.middle, player.time.high, player.time.most)
            ),
        ]
        for player in report.players
    ]
    head: list[Cell] = [Name(_("player")), _("moves"), _("time in all"), _("middle"), "95 %", _("longest")]
    note = _(
        "Dots are the middle value, bars hold nine of ten moves, strokes mark the longest. Openings do not count, "
        "turns that ended in a timeout or an illegal move do."
    )
    return table(head, rows) + f'<p class="quiet small">{e(note)}</p>'


def _forfeits(report: Report) -> str:
    if not report.has_forfeits:
        return f"<p>{e(_('No game was lost by a forfeit.'))}</p>"
    rows: list[list[Cell]] = [
        [
            Name(player.name),
            Name(_(TERMINATIONS[kind])),
            f"{player.faults[kind]:,}",
            Wrapped(retell(player.reasons[kind])),
        ]
        for player in report.players
        for kind in Termination
        if kind in player.faults
    ]
    heading = f"<h3>{e(_('Games lost by forfeit'))}</h3>"
    return heading + table(
        [Name(_("player")), Name(_("end")), _("games"), Wrapped(_("what happened the first time"))], rows
    )
