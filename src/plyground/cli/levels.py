"""`plyground levels`: the ten levels, and how far apart they stand."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.cli.command import Command, Commands, Number, Option, option
from plyground.cli.scoreboard import Speed, bar, running_games, shown
from plyground.cli.workers import opened, worker_options
from plyground.errors import N_, InputError
from plyground.grid import parse_rules, rules_name
from plyground.texts import _, say

if TYPE_CHECKING:
    from plyground.arena import Ladder, Rung
    from plyground.players import Level

__all__ = ["command"]

INTERRUPTED = 130


class Levels(Commands):
    """A group that lists the levels when no command is named."""

    def __init__(self) -> None:
        super().__init__("levels", help=N_("List the ten levels, or measure how far apart they stand."))
        self.params.insert(
            0, Option(["--rules"], metavar="RULES", help=N_("Only the levels that differ on this board."))
        )
        self.callback = _list_without_command


def _list_without_command(rules: str | None) -> None:
    if click.get_current_context().invoked_subcommand is None:
        _list(rules)
    elif rules is not None:
        raise InputError(N_("write --rules after 'measure': before it, it asks for the list of a board"))


def _list(rules: str | None) -> None:
    from plyground.console import make_console
    from plyground.players import ALIKE, LEVELS, levels_for, measured, measured_board, plays_by_lines

    console = make_console()
    # Without gravity other recipes play, which have a list of their own.
    elo = {board: found for board, found in measured()["elo"].items() if not plays_by_lines(parse_rules(board))}
    shown, by_lines = levels_for(None), False
    if rules is not None:
        by_lines = plays_by_lines(parse_rules(rules))
        board = measured_board(parse_rules(rules))
        shown = levels_for(board)
        elo = {} if board is None else {board: measured()["elo"][board]}
    table = [[_("level"), _("name"), *(f"Elo {board}" for board in elo), _("recipe")]]
    for level in shown:
        ratings = [f"{elo[board][level.text][0]:+d}" if level.text in elo[board] else "" for board in elo]
        table.append([level.text, _(level.name), *ratings, _recipe(level, by_lines)])
    for line in _columns(table):
        console.say(line)
    console.say("")
    for level in shown:
        if level.basis and elo:
            console.say(say("{level}: {remark}.", level=level.text, remark=_(level.basis)))
    for board in elo:
        offered = levels_for(board)
        if len(offered) < len(LEVELS):
            console.say(
                say(
                    "On {board}, levels less than {elo} Elo apart play alike; those that differ are {levels}.",
                    board=board,
                    elo=ALIKE,
                    levels=", ".join(level.text for level in offered),
                )
            )
    console.say(
        say(
            "From level{number} on a win in one move is always taken and a loss in one always blocked.",
            number=1 + max(level.number for level in LEVELS if not (level.wins and level.blocks)),
        )
    )
    if rules is None:
        console.say(
            _("On Gomoku and other large boards without gravity they play otherwise: plyground levels --rules gomoku")
        )
    if elo:
        console.say(_("Elo is counted from the random mover; 'plyground levels measure' plays the games again."))
    else:
        console.say(
            say(
                "The levels were not measured on this board; this plays the games: "
                "plyground levels measure --rules {rules}",
                rules=shlex.quote(rules or ""),
            )
        )


def _recipe(level: Level, by_lines: bool) -> str:
    """How a level plays: on larger boards without gravity, or on all others."""
    if by_lines and level.lines is not None:
        return level.lines.words
    recipe = level.player
    if level.wins and not level.blocks:
        recipe += ", " + _("takes every win in one move")
    if level.errors:
        recipe += ", " + say("{share} % of the moves at random", share=f"{100 * level.errors:g}")
    return recipe


command = Levels()


@command.command(
    "measure",
    cls=Command,
    help=N_(
        "Let each level play the one below on pairs of equal boards with the seats swapped, the first one also a "
        "random mover and a player that sees wins and blocks and no more, and print Elo with 95 % intervals. Ctrl-C "
        "keeps what was played; the same command goes on from there."
    ),
)
@option("--games", type=Number(2, whole=True), default=200, show_default=True, metavar="N", help=N_("Games of a rung."))
@option(
    "--rules",
    "boards",
    multiple=True,
    metavar="RULES",
    help=N_("A board to play on; can be given again. Without any: cfour, tictactoe and random boards."),
)
@option("--levels", "span", default="1..10", show_default=True, metavar="A..B", help=N_("Only these levels."))
@option(
    "--time",
    "seconds",
    type=Number(),
    metavar="SECONDS",
    help=N_("At most so long a move: a lower bound for the highest level, in less time."),
)
@option("--seed", type=Number(whole=True), default=0, show_default=True, metavar="N", help=N_("Start of all chance."))
@worker_options
@option(
    "--out",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    default=Path("levels.json"),
    show_default=True,
    help=N_("Keep the results there, and go on from what it holds."),
)
@click.pass_context
def measure(
    ctx: click.Context,
    games: int,
    boards: tuple[str, ...],
    span: str,
    seconds: float | None,
    seed: int,
    workers: int | None,
    where: str,
    file: Path,
) -> None:
    from plyground.arena import BOARDS
    from plyground.cli.questions import stoppable

    if games % 2:
        raise InputError(N_("{games} games; it has to be an even number, as every board is played twice"), games=games)
    numbers = _numbers(span)
    # One name for one board, by which its ratings are found again.
    named = [board if board in BOARDS else rules_name(parse_rules(board)) for board in boards]
    ladder = _ladder(file, seed, seconds)
    ladder.note_command(f"plyground {shlex.join(sys.argv[1:])}")
    batch, speed = ("", 0, 0), Speed()

    def watch(rung: Rung, played: int, wanted: int) -> None:
        nonlocal batch, speed
        if not played:
            speed = Speed()
        batch = f"{rung.board}: {rung.upper} - {rung.lower}", played, wanted

    def lines() -> list[str]:
        title, played, wanted = batch
        if not wanted:
            return []
        line = f"{title} {bar(played, wanted)} {speed.text(played, wanted)}"
        return [line, *(running_games(executor) if speed.is_slow(played) else [])]

    def news(rung: Rung) -> None:
        ladder.save(file)
        display.keep(_rung_text(rung))

    click.echo(_("Each line is what is known so far."), err=True)
    with opened(where, workers) as executor, stoppable() as cancel, shown(lines) as display:
        ladder.measure(games, named or BOARDS, numbers, executor=executor, cancel=cancel, news=news, watch=watch)
        stopped = cancel.is_set()
    for line in ladder_lines(ladder):
        click.echo(line)
    if stopped:
        click.echo(say("interrupted; '{file}' keeps what was played", file=file), err=True)
        ctx.exit(INTERRUPTED)


def _numbers(span: str) -> list[int]:
    from plyground.players import LEVELS

    low, dots, high = span.partition("..")
    try:
        first, last = int(low), int(high if dots else low)
    except ValueError:
        first, last = 1, 0
    if not 1 <= first <= last <= len(LEVELS):
        raise InputError(
            N_("--levels is '{value}'; it has to be like 3..5, within 1..{most}"), value=span, most=len(LEVELS)
        )
    return list(range(first, last + 1))


def _ladder(file: Path, seed: int, seconds: float | None) -> Ladder:
    from plyground import __version__
    from plyground.arena import Ladder
    from plyground.board import Limit

    limit = None if seconds is None else Limit(time=seconds)
    if not file.exists():
        if not file.resolve().parent.is_dir():
            raise InputError(N_("there is no folder '{folder}' for the results"), folder=file.resolve().parent)
        return Ladder(seed, limit, __version__)
    ladder = Ladder.load(file)
    if (ladder.seed, ladder.limit, ladder.version) != (seed, limit, __version__):
        raise InputError(
            N_("'{file}' holds games of another seed, time or version; name another file with --out"), file=file
        )
    return ladder


def _rung_text(rung: Rung) -> str:
    from plyground.arena import elo_text

    standing = rung.standing
    faults = "".join(f", {fault} {count}" for fault, count in rung.faults.items())
    return (
        say(
            "{board}: {upper} - {lower}: {games} games, {score} %, Elo {elo} (95 %: {low} to {high})",
            board=rung.board,
            upper=rung.upper,
            lower=rung.lower,
            games=rung.games,
            score=f"{100 * standing.score:.1f}",
            elo=elo_text(standing.elo),
            low=elo_text(standing.low),
            high=elo_text(standing.high),
        )
        + faults
    )


def ladder_lines(ladder: Ladder) -> list[str]:
    """The result for people: every rung, then the Elo of everybody on each board."""
    from plyground.arena import elo_text

    lines = [_rung_text(rung) for board in ladder.boards for rung in ladder.rungs if rung.board == board and rung.pairs]
    for board in ladder.boards:
        ratings = ladder.ratings(board)
        if ratings is None:
            continue
        table = [[board, "Elo", _("95 %"), _("games"), _("score")]]
        for rating in ratings.players:
            interval = (
                ""
                if rating.name == ratings.anchor
                else say("{low} to {high}", low=elo_text(rating.low), high=elo_text(rating.high))
            )
            table.append(
                [rating.name, elo_text(rating.elo), interval, str(rating.games), f"{100 * rating.score:.1f} %"]
            )
        lines += ["", *_columns(table)]
    return lines


def _columns(table: list[list[str]]) -> list[str]:
    from rich.cells import cell_len

    widths = [max(cell_len(row[k]) for row in table) for k in range(len(table[0]))]
    return [
        "  ".join(cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]
