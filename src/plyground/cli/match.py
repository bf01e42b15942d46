"""`plyground match`: many games between two players, and the result with its interval."""

from __future__ import annotations

import contextlib
import json
import math
from typing import TYPE_CHECKING, Any

import click

from plyground.cli.command import Command, Number, open_database, option
from plyground.cli.scoreboard import (
    Speed,
    bar,
    forfeits_json,
    limit_of,
    limit_options,
    running_games,
    running_options,
    shown,
)
from plyground.cli.workers import opened
from plyground.errors import N_, InputError, PlayerError
from plyground.texts import say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Executor

    from plyground.arena import MatchResult
    from plyground.store import GameRecord

__all__ = ["command"]

INTERRUPTED = 130
GAMES = 100


@click.command(
    cls=Command,
    meant=("--games",),
    help=N_(
        "Let two players play a match: every opening twice with the seats swapped, everything random from the seed. "
        "A and B are players' texts, like 'uct playouts=500', level5 or cmd:./mybot. Shows the score, the Elo "
        "difference with its 95 % interval, and how likely it is that A is stronger."
    ),
)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@option(
    "--games",
    type=Number(2, whole=True),
    metavar="N",
    help=N_(
        "Games to play: 100 unless you say; two for every opening with --openings each or balanced; the most with "
        "--sprt."
    ),
)
@option(
    "--rules",
    metavar="RULES",
    default="cfour",
    show_default=True,
    help=N_("A preset or a size: cfour, 9x7 connect=5; random is a new board for each pair."),
)
@limit_options
@option("--seed", type=Number(whole=True), default=0, show_default=True, metavar="N", help=N_("Start of all chance."))
@option(
    "--openings",
    "kind",
    default="random",
    show_default=True,
    metavar="KIND",
    help=N_(
        "How games begin: none, random moves, drawn: random moves after which the solver proves a draw, each: every "
        "first move in turn, or balanced: from a list for boards without gravity, such as gomoku."
    ),
)
@option("--plies", type=Number(whole=True), metavar="N", help=N_("Moves of an opening; four, fewer on small boards."))
@option("--adjudicate", is_flag=True, help=N_("End games whose result the solver proves."))
@option(
    "--sprt",
    nargs=2,
    metavar="elo0=X elo1=Y",
    help=N_("Stop as soon as it is clear whether A is stronger by elo1 rather than by elo0."),
)
@option(
    "--alpha",
    type=Number(),
    metavar="SHARE",
    default=0.05,
    show_default=True,
    help=N_("How often --sprt may accept elo1 wrongly."),
)
@option(
    "--beta",
    type=Number(),
    metavar="SHARE",
    default=0.05,
    show_default=True,
    help=N_("How often --sprt may accept elo0 wrongly."),
)
@option("--save", metavar="NAME", help=N_("Keep the games in the database under this name."))
@running_options
@option("--json", "as_json", is_flag=True, help=N_("Print the result as JSON."))
@click.pass_context
def command(
    ctx: click.Context,
    first: str,
    second: str,
    games: int | None,
    rules: str,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    playouts: int | None,
    seed: int,
    kind: str,
    plies: int | None,
    adjudicate: bool,
    sprt: tuple[str, str] | None,
    alpha: float,
    beta: float,
    save: str | None,
    workers: int | None,
    where: str,
    database: str | None,
    as_json: bool,
) -> None:
    from plyground.arena import SPRT, MatchResult, Openings, check_match, forfeit_lines, match
    from plyground.cli.questions import stoppable

    test = SPRT.parse(" ".join([*sprt, f"alpha={alpha}", f"beta={beta}"])) if sprt else None
    limit, openings = limit_of(seconds, nodes, depth, playouts), Openings(kind, plies)
    games = games or openings.games_on(rules) or GAMES
    check_match(first, second, games, rules, openings, adjudicate)
    if database and save is None:
        raise InputError(
            N_("--database '{place}' has nothing to keep; name the games with --save NAME"), place=database
        )
    speed = Speed()
    latest = MatchResult((first, second), games, test)
    with contextlib.ExitStack() as stack:
        keep = stack.enter_context(_kept(save, database)) if save is not None else None
        executor = stack.enter_context(opened(where, workers))
        cancel = stack.enter_context(stoppable())
        display = stack.enter_context(shown(lambda: _lines(latest, speed, executor), fold=True))

        def observe(records: Sequence[GameRecord], result: MatchResult) -> None:
            nonlocal latest
            latest = result
            if keep is not None:
                keep(records)
            display.changed()

        result = match(
            first,
            second,
            games=games,
            rules=rules,
            seed=seed,
            limit=limit,
            openings=openings,
            adjudicate=adjudicate,
            sprt=test,
            executor=executor,
            event=save,
            observer=observe,
            cancel=cancel,
        )
        stopped = cancel.is_set()
    if as_json:
        click.echo(json.dumps(_json(result, rules, seed), ensure_ascii=False))
    elif result.silent is None:
        click.echo(str(result))
        if kind == "each":
            for line in _by_first_move(result):
                click.echo(line)
        elif kind == "balanced":
            for line in _by_opening(result):
                click.echo(line)
    if stopped:
        click.echo(say("interrupted; {played} of {wanted} games", played=result.played, wanted=games), err=True)
        ctx.exit(INTERRUPTED)
    if result.silent is not None:
        click.echo("\n".join(forfeit_lines(result.forfeits)), err=True)
        raise PlayerError(
            N_("'{player}' failed before its first answer in every game, so the match has no result"),
            player=result.silent,
        )


def _by_first_move(result: MatchResult) -> list[str]:
    """What became of every first move, for the player who made it."""
    from plyground.board import Outcome
    from plyground.grid import GridBoard

    outcomes: dict[str, list[Outcome]] = {}
    for record in sorted(result.records, key=lambda record: record.moves[0].move):
        name = GridBoard(record.rules).move_name(record.moves[0].move)
        outcomes.setdefault(name, []).append(record.outcome)
    return [
        say(
            "first move {move}: the first player won {won}, drew {drawn}, lost {lost}",
            move=move,
            won=found.count(Outcome.FIRST_WINS),
            drawn=found.count(Outcome.DRAW),
            lost=found.count(Outcome.SECOND_WINS),
        )
        for move, found in outcomes.items()
    ]


def _by_opening(result: MatchResult) -> list[str]:
    """How the first player of the match did in every opening."""
    from plyground.grid import moves_text

    ours, scores = result.players[0], dict[str, list[float]]()
    for record in result.records:
        winner = record.outcome.winner
        opening = moves_text(record.rules, [move.move for move in record.moves[: record.opening]])
        score = 0.5 if winner is None else float(record.player(winner) == ours)
        scores.setdefault(opening, []).append(score)
    return [
        say(
            "opening {moves}: {player} won {won}, drew {drawn}, lost {lost}",
            moves=moves,
            player=ours,
            won=found.count(1.0),
            drawn=found.count(0.5),
            lost=found.count(0.0),
        )
        for moves, found in scores.items()
    ]


@contextlib.contextmanager
def _kept(name: str, url: str | None) -> Any:
    """Where the games of a saved match go; a name can be used once, as a game is kept once under its id."""
    from plyground.arena import check_name
    from plyground.store import add_games, known_ids

    check_name(name)
    with open_database(url) as database:
        if known_ids(database, name):
            raise InputError(
                N_("there are games of '{name}' in '{place}' already; choose another name"),
                name=name,
                place=database.place,
            )
        yield lambda records: add_games(database, records)


def _lines(result: MatchResult, speed: Speed, executor: Executor) -> list[str]:
    from plyground.arena import match_facts

    lines = [f"{bar(result.played, result.games)} {speed.text(result.played, result.games)}"]
    if speed.is_slow(result.played):
        lines += running_games(executor)
    return lines + match_facts(result) if result.played else lines


def _json(result: MatchResult, rules: str, seed: int) -> dict[str, Any]:
    standing, verdict = result.standing, result.verdict

    def number(value: float) -> float | None:
        return round(value, 3) if math.isfinite(value) else None

    return {
        "players": result.players,
        "rules": rules,
        "seed": seed,
        "games": result.played,
        "wins": result.wins,
        "draws": result.draws,
        "losses": result.losses,
        "score": round(result.score, 6) if result.played else None,
        "pairs": result.pairs,
        "elo": number(standing.elo) if standing.pairs else None,
        "elo_low": number(standing.low),
        "elo_high": number(standing.high),
        "superiority": round(standing.superiority, 6) if standing.pairs else None,
        "sprt": None
        if verdict is None
        else {"test": str(result.test), "llr": round(verdict.llr, 4), "accepted": verdict.accepted},
        "faults": forfeits_json(result.forfeits),
    }
