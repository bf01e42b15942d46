"""The standings of a class as one page that needs nothing else: for a web server, or for an attachment."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape

from plyground.arena import Rating, rate, ratings_plot, result_of
from plyground.classroom.class_ladder import EVENT, RoundReport
from plyground.store import Database, GameFilter, GameSummary, summaries
from plyground.texts import _, fill, language, ngettext, say

__all__ = ["Place", "places", "standings_page"]

_STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #22252a; --quiet: #5d636d; --line: #dedad1;
  --accent: #2b5d8f; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1d21; --ink: #e6e3dc; --quiet: #a3a8b0; --line: #3a3d44;
  --accent: #8ab4e0; } }
body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto;
  max-width: 60rem; padding: 0 1rem; }
h1 { margin-bottom: 0; } .quiet { color: var(--quiet); }
table { border-collapse: collapse; width: 100%; } .wide { overflow-x: auto; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .6rem; text-align: right; white-space: nowrap; }
th.name, td.name { max-width: 16rem; overflow: hidden; text-align: left; text-overflow: ellipsis; }
@media (max-width: 40rem) { .more { display: none; } th.name, td.name { max-width: 8rem; } }
a { color: var(--accent); } svg { height: auto; max-width: 30rem; width: 100%; }
pre { overflow-x: auto; white-space: pre-wrap; }
"""


_KINDS = {1: ' class="name"', 3: ' class="more"', 4: ' class="more"'}  # of columns


class Place:
    """A row of the standings: a player of the last round, and where it stood before that round."""

    def __init__(self, number: int, rating: Rating, before: int | None) -> None:
        self.number = number
        self.rating = rating
        self.before = before

    @property
    def name(self) -> str:
        return self.rating.name

    @property
    def change(self) -> str:
        """Places won or lost, as an arrow and a number."""
        if self.before is None:
            return _("new")
        won = self.before - self.number
        return "–" if not won else f"▲ {won}" if won > 0 else f"▼ {-won}"


def places(database: Database, report: RoundReport) -> list[Place]:
    """The players of the last round, the strongest first."""
    games = [game for game in summaries(database, GameFilter(event=EVENT)) if game.outcome.is_over]
    last = max((game.round or 0 for game in games), default=0)
    now = [rating for rating in report.standings.ratings().players if rating.games and rating.name in report.present]
    then = {
        rating.name: number
        for number, rating in enumerate(_ranked([game for game in games if (game.round or 0) < last], report), start=1)
    }
    return [Place(number, rating, then.get(rating.name)) for number, rating in enumerate(now, start=1)]


def _ranked(games: Sequence[GameSummary], report: RoundReport) -> list[Rating]:
    """The ratings after these games of those who play now."""
    results = [result_of(game.id, game.players, game.outcome) for game in games]
    names = {name for game in games for name in game.players}
    if not names:
        return []
    anchor = report.standings.settings.anchor
    rated = rate(results, anchor=anchor if anchor in names else None)
    return [rating for rating in rated.players if rating.name in report.present]


def standings_page(report: RoundReport, rows: Sequence[Place], moment: datetime, games_page: str | None = None) -> str:
    """The page, in the language in use. `games_page` is the address of a report with all games."""
    e = escape
    settings, standings = report.settings, report.standings
    played = fill(ngettext("{count} game", "{count} games", standings.played), count=f"{standings.played:,}")
    facts = [
        say("round {number}", number=standings.settings.rounds),
        played,
        settings.rules,
        f"{moment:%Y-%m-%d %H:%M}",
    ]
    head = ["#", _("player"), "Elo", "95 %", _("games"), _("score"), _("place")]
    body = "".join(
        f'<tr><td>{row.number}</td><td class="name" title="{e(row.name)}">{e(row.name)}</td>'
        f"<td>{row.rating.elo:z.0f}</td>"
        f'<td class="more">{_end(row.rating.low)} – {_end(row.rating.high)}</td>'
        f'<td class="more">{row.rating.games:,}</td>'
        f"<td>{100 * row.rating.score:.0f} %</td><td>{e(row.change)}</td></tr>"
        for row in rows
    )
    heads = "".join(f'<th scope="col"{_KINDS.get(place, "")}>{e(text)}</th>' for place, text in enumerate(head))
    problems = "".join(
        f"<li><b>{e(name)}</b>: <pre>{e(told.text)}</pre></li>" for name, told in report.problems.items()
    )
    below = f"<h2>{e(_('Not playing'))}</h2><ul>{problems}</ul>" if problems else ""
    link = "" if games_page is None else f'<p><a href="{e(games_page)}">{e(_("All games, to replay"))}</a></p>'
    plot = ratings_plot([row.rating for row in rows]) if rows else ""
    note = _("Elo 0 is a player that moves at random; with 95 % confidence a rating lies in the interval.")
    return (
        f'<!doctype html>\n<html lang="{language().replace("_", "-")}"><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{e(settings.title)}</title><style>{_STYLE}</style></head><body>"
        f'<header><h1>{e(settings.title)}</h1><p class="quiet">{e(" · ".join(facts))}</p></header><main>'
        f'<div class="wide" tabindex="0"><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'
        f'<p class="quiet">{e(note)}</p>{plot}{link}{below}</main></body></html>\n'
    )


def _end(elo: float) -> str:
    return f"{elo:z.0f}" if abs(elo) < 1e6 else ("∞" if elo > 0 else "-∞")
