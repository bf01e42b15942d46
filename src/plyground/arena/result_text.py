"""Results as people read them: lines for a terminal, and tables for a notebook."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from plyground.game import Termination
from plyground.tables import html_lines, html_table
from plyground.texts import _, fill, ngettext, retell, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plyground.arena.forfeits import Forfeits
    from plyground.arena.match_result import MatchResult
    from plyground.arena.plots import Results
    from plyground.arena.ratings import Ratings
    from plyground.arena.standings import Standings
    from plyground.store import GameRecord

__all__ = [
    "elo_text",
    "forfeit_lines",
    "match_facts",
    "match_html",
    "match_summary",
    "ratings_html",
    "ratings_notes",
    "ratings_summary",
    "ratings_table",
    "standings_html",
    "standings_summary",
    "unmet_groups",
]


def elo_text(elo: float) -> str:
    """An Elo difference with its sign; `+∞` where there is no bound."""
    return f"{round(elo):+d}" if math.isfinite(elo) else ("+∞" if elo > 0 else "-∞")


# Matches


def match_facts(result: MatchResult) -> list[str]:
    """The score, the Elo difference with its interval, and the state of the test, all of the same games.

    These are the games of whole pairs. As long as there is none, the score is that of all games.
    """
    standing = result.standing
    first, second = result.players
    counted = result.counted
    wins, draws, losses = tally = _tally(first, counted or result.records)
    lines = []
    if not result.played:
        lines.append(say("{first} - {second}: no game was played", first=first, second=second))
    else:
        lines.append(
            say(
                "{first} - {second}: {wins} won, {draws} drawn, {losses} lost, score {score} %",
                first=first,
                second=second,
                wins=wins,
                draws=draws,
                losses=losses,
                score=f"{100 * (wins + draws / 2) / sum(tally):.1f}",
            )
        )
    if counted and result.played > len(counted):
        more = result.played - len(counted)
        lines.append(
            fill(
                ngettext(
                    "{count} more game counts when its pair is complete.",
                    "{count} more games count when their pairs are complete.",
                    more,
                ),
                count=more,
            )
        )
    if standing.pairs and result.silent is None:
        lines.append(
            say(
                "Elo difference {elo} (95 %: {low} to {high}), likelihood that {first} is stronger {share} %",
                elo=elo_text(standing.elo),
                low=elo_text(standing.low),
                high=elo_text(standing.high),
                first=first,
                share=f"{100 * standing.superiority:.1f}",
            )
        )
    if (verdict := result.verdict) is not None and result.test is not None:
        lines.append(
            say(
                "test {test}: log likelihood ratio {llr}, decided at {lower} and {upper}",
                test=result.test,
                llr=f"{verdict.llr:+.2f}",
                lower=f"{verdict.lower:+.2f}",
                upper=f"{verdict.upper:+.2f}",
            )
        )
    return lines


def _tally(player: str, records: Sequence[GameRecord]) -> tuple[int, int, int]:
    """The games that the player won, drew and lost."""
    winners = [None if (winner := record.outcome.winner) is None else record.player(winner) for record in records]
    won, drawn = winners.count(player), winners.count(None)
    return won, drawn, len(records) - won - drawn


def _seats_and_times(result: MatchResult) -> list[str]:
    """The results of the first player by seat, and what both took for a move."""
    first, second = result.players
    seats = [[record for record in result.records if record.players[seat] == first] for seat in range(2)]
    lines = []
    if all(seats):
        told = [
            say("{wins} won, {draws} drawn, {losses} lost", wins=wins, draws=draws, losses=losses)
            for wins, draws, losses in (_tally(first, records) for records in seats)
        ]
        lines.append(
            say(
                "{first} moving first: {results}; moving second: {others}", first=first, results=told[0], others=told[1]
            )
        )
    means = [_seconds_a_move(name, result.records) for name in result.players]
    shown = [
        say("{name} {seconds} s", name=name, seconds=_plain_number(mean))
        for name, mean in zip((first, second), means, strict=True)
        if mean is not None
    ]
    if shown:
        lines.append(say("mean time for a move: {times}", times=", ".join(shown)))
    return lines


def _plain_number(value: float) -> str:
    """Three figures, without an exponent: 0.0000051."""
    return f"{float(f'{value:.3g}'):.9f}".rstrip("0").rstrip(".")


def _seconds_a_move(player: str, records: Sequence[GameRecord]) -> float | None:
    """The mean over all moves that the player chose, and over its turns that ended in a timeout."""
    seconds = []
    for record in records:
        side = record.start.turn
        for ply, move in enumerate(record.moves):
            if ply >= record.opening and record.player(side) == player:
                seconds.append(move.seconds)
            side = side.opposite
        if record.termination is Termination.TIMEOUT and record.player(side) == player:
            seconds += [] if record.forfeit_seconds is None else [record.forfeit_seconds]
    return sum(seconds) / len(seconds) if seconds else None


def match_summary(result: MatchResult) -> list[str]:
    """The facts, the verdict, the results by seat, the times, and the forfeits with the first reason."""
    lines = match_facts(result)
    if (verdict := result.verdict) is not None and result.test is not None:
        if verdict.accepted is None:
            lines.append(_("The games were not enough to decide the test."))
        else:
            lines.append(
                say(
                    "Decided after {games} games: {first} is stronger by {accepted} Elo rather than by {other}.",
                    games=result.played,
                    first=result.players[0],
                    accepted=f"{(result.test.elo0, result.test.elo1)[verdict.accepted]:g}",
                    other=f"{(result.test.elo1, result.test.elo0)[verdict.accepted]:g}",
                )
            )
    return lines + _seats_and_times(result) + forfeit_lines(result.forfeits)


def forfeit_lines(forfeits: Forfeits) -> list[str]:
    """How often each player lost by forfeit, by kind, each with the first reason."""
    lines = []
    for one in forfeits:
        lines.append(
            fill(
                ngettext("{player} lost {count} game: {how}", "{player} lost {count} games: {how}", one.games),
                player=one.player,
                count=one.games,
                how=_(one.termination.value),
            )
        )
        lines += [f"  {line}" for line in retell(one.reason).splitlines()]
    return lines


def match_html(result: MatchResult) -> str:
    scores = (result.wins, result.draws, result.losses), (result.losses, result.draws, result.wins)
    rows = [
        [name, *map(str, score), _share_text(share, result.played)]
        for name, score, share in zip(result.players, scores, (result.score, 1 - result.score), strict=True)
    ]
    head = [_("player"), _("won"), _("drawn"), _("lost"), _("score")]
    return html_table(head, rows, right=range(1, 5)) + html_lines(match_summary(result)[1:])


# Ratings and tournaments


def ratings_table(ratings: Ratings) -> list[str]:
    """Rank, name, rating, interval, games and score, in columns."""
    from rich.cells import cell_len, set_cell_size

    width = max(cell_len(rating.name) for rating in ratings.players)
    width = min(max(width, cell_len(_("player"))), 40)
    head = f"     {set_cell_size(_('player'), width)}  {_('Elo'):>6}  {_('95 %'):>15}  {_('games'):>6}  {_('score'):>7}"
    lines = [head]
    for rank, rating in enumerate(ratings.players, 1):
        interval = f"{elo_text(rating.low)} … {elo_text(rating.high)}"
        lines.append(
            f"{rank:>4} {set_cell_size(rating.name, width)}  {elo_text(rating.elo):>6}  {interval:>15}  "
            f"{rating.games:>6}  {_share_text(rating.score, rating.games, ''):>7}"
        )
    return lines


def ratings_summary(ratings: Ratings) -> list[str]:
    """The table, how many games were forfeits, and what the first move is worth."""
    return [*(line.rstrip() for line in ratings_table(ratings)), *ratings_notes(ratings)]


def ratings_notes(ratings: Ratings) -> list[str]:
    notes = []
    if ratings.forfeits:
        notes.append(
            fill(
                ngettext(
                    "{count} of the {games} games behind these ratings was lost by forfeit.",
                    "{count} of the {games} games behind these ratings were lost by forfeit.",
                    ratings.forfeits,
                ),
                count=f"{ratings.forfeits:,}",
                games=f"{ratings.games:,}",
            )
        )
    if not ratings.forfeits or ratings.forfeits < ratings.games:
        notes.append(say("The first move is worth {elo} Elo.", elo=elo_text(ratings.advantage)))
    return notes


def unmet_groups(ratings: Ratings) -> list[str]:
    """A warning if some ratings cannot be compared."""
    if ratings.is_connected:
        return []
    groups = " | ".join(", ".join(group) for group in ratings.groups)
    return [
        say("Warning: these groups have not met, so ratings of one say nothing about another: {groups}", groups=groups)
    ]


def ratings_html(ratings: Ratings) -> str:
    head = ["", _("player"), _("Elo"), _("95 %"), _("games"), _("score")]
    rows = [
        [
            str(rank),
            rating.name,
            elo_text(rating.elo),
            f"{elo_text(rating.low)} … {elo_text(rating.high)}",
            str(rating.games),
            _share_text(rating.score, rating.games),
        ]
        for rank, rating in enumerate(ratings.players, 1)
    ]
    return html_table(head, rows, right=(0, 2, 3, 4, 5)) + html_lines([*ratings_notes(ratings), *unmet_groups(ratings)])


def standings_summary(standings: Standings) -> list[str]:
    """How many games were played, the ratings if there are any, and the forfeits."""
    played = fill(
        ngettext("{name}: {count} of {wanted} game", "{name}: {count} of {wanted} games", standings.wanted),
        name=standings.settings.name,
        count=f"{standings.played:,}",
        wanted=f"{standings.wanted:,}",
    )
    if not standings.played:
        return [played]
    return [played, *ratings_summary(standings.ratings()), *forfeit_lines(standings.forfeits)]


def standings_html(standings: Standings) -> str:
    if not standings.played:
        return html_lines(standings_summary(standings))
    ratings, cross = standings.ratings(), standings.cross_table()
    names = [rating.name for rating in ratings.players]
    rows = [[name, *(_points(cross[name].get(other)) for other in names)] for name in names]
    return (
        html_lines(standings_summary(standings)[:1])
        + ratings_html(ratings)
        + html_lines(forfeit_lines(standings.forfeits))
        + html_lines([_("Cross table")])
        + html_table(["", *names], rows)
    )


def _share_text(share: float, games: int, space: str = " ") -> str:
    """A score in percent; without games there is none."""
    return f"{100 * share:.1f}{space}%" if games else "–"


def _points(results: Results | None) -> str:
    return "–" if results is None else f"{results.won + results.drawn / 2:g} / {results.games}"
