"""`plyground review`: every move of a game judged, with the value over the moves as a chart."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

import click

from plyground.board import Limit, Side
from plyground.cli.command import Command, Number, database_option, open_database, option
from plyground.cli.games import find_record, result_word, visible
from plyground.cli.games_import import lines_of
from plyground.cli.questions import shown_sentences, stoppable
from plyground.errors import N_, InputError, MissingError, PlygroundError, UnknownNameError
from plyground.game import Game
from plyground.grid import CFOUR, GridBoard, Rules, rules_name
from plyground.reviews import Review, ReviewProgress, SolverPool, review
from plyground.store import BadGame, GameRecord, read_games
from plyground.texts import _, say, tell

__all__ = ["command"]

_COLUMNS = re.compile(r"[0-9]*")
"""What is read as moves of Connect Four even without `--rules`."""
_WRITTEN = re.compile(r"[\s:]")
"""What the text of a game has, such as `cfour: 4453` or `1. 4 4`, and the id of a game hardly ever."""

Asked: TypeAlias = GameRecord | Game[GridBoard]


@click.command(
    cls=Command,
    help=N_(
        "Judge every move of a game by its exact value: best, good, inaccuracy or mistake, and what was better. GAME "
        "is the id of a game in the database, or its beginning; 'last' for the game that was played last; moves such "
        "as 4453 or 'tictactoe: b2 a1', with --rules for other boards than Connect Four; a file, as 'plyground games "
        "export' writes it or with the moves of a game in each line; or - for the same on standard input."
    ),
)
@click.argument("game")
@option(
    "--rules",
    metavar="RULES",
    help=N_("The rules of moves given as text: a preset or a size. Connect Four unless you say."),
)
@option("--json", "as_json", is_flag=True, help=N_("Answer as JSON, one object a game."))
@option(
    "--threads", type=Number(1, whole=True), metavar="N", help=N_("Threads; as many as there are cores unless you say.")
)
@option(
    "--time",
    "seconds",
    type=Number(),
    metavar="SECONDS",
    default=10,
    show_default=True,
    help=N_("For one position at most; moves before one that takes longer are not judged."),
)
@option(
    "--total",
    type=Number(),
    metavar="SECONDS",
    default=60,
    show_default=True,
    help=N_("For all positions of a game together."),
)
@option("--why", is_flag=True, help=N_("Say why each mistake is one; this takes some seconds for each."))
@database_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    game: str,
    rules: str | None,
    as_json: bool,
    threads: int | None,
    seconds: float,
    total: float,
    why: bool,
    database: str | None,
) -> None:
    from plyground.executors import cores

    solvers = SolverPool(threads=threads or cores())
    limit, whole = Limit(time=seconds), Limit(time=total)
    has_bad = False
    for number, asked in enumerate(_games(game, None if rules is None else Rules.parse(rules), database)):
        if isinstance(asked, BadGame):
            has_bad = True
            sentence = say("{file}, line {line}: {reason}", file=game, line=asked.line, reason=tell(asked.error))
            click.echo(f"plyground: {visible(sentence)}", err=True)
            continue
        with shown_sentences() as show, stoppable() as cancel:
            found = review(
                asked,
                limit=limit,
                whole=whole,
                cancel=cancel,
                watch=partial(_show_progress, show),
                solvers=solvers,
                why=why,
            )
        if as_json:
            click.echo(json.dumps(_about(asked) | found.json(), ensure_ascii=False))
        else:
            _show(asked, found, is_first=number == 0)
        sys.stdout.flush()
        if cancel.is_set():
            raise click.Abort
    if has_bad:
        ctx.exit(InputError.exit_code)


# Which games are meant


def _games(name: str, rules: Rules | None, database: str | None) -> Iterator[Asked | BadGame]:
    """The games that `name` stands for, and those of a file that cannot be read."""
    if name == "-" or (not _COLUMNS.fullmatch(name) and os.path.isfile(name)):
        with lines_of(Path(name)) as lines:
            yield from _games_in(name, list(lines), rules or CFOUR)
    elif name != "last" and (rules is not None or _COLUMNS.fullmatch(name)):
        yield Game.parse(name, rules or CFOUR)
    elif _WRITTEN.search(name):
        yield _written_game(name, database)
    else:
        yield _stored_game(name, database)


def _written_game(name: str, database: str | None) -> Asked:
    try:
        return Game.parse(name)
    except InputError as error:
        try:
            return _stored_game(name, database)
        except UnknownNameError:
            if ":" in name:
                raise error from None
            raise


def _games_in(name: str, lines: Sequence[str], rules: Rules) -> Iterator[Asked | BadGame]:
    """The games of a file: in our format, or else with the moves of a game in each line."""
    filled = [(number, line.strip(" \t\r\n\ufeff")) for number, line in enumerate(lines, start=1)]
    filled = [(number, line) for number, line in filled if line]
    if not filled:
        raise InputError(N_("there is no game in '{file}'"), file=name)
    if filled[0][1].startswith("["):
        yield from read_games(lines)
        return
    for number, line in filled:
        try:
            yield Game.parse(line, rules)
        except PlygroundError as error:
            yield BadGame(number, error)


def _stored_game(name: str, database: str | None) -> GameRecord:
    from plyground.store import last_game

    with open_database(database, create=False) as opened:
        if name != "last":
            try:
                return find_record(opened, name)
            except UnknownNameError as error:
                if error.values["ids"]:  # several games begin so
                    raise
                raise UnknownNameError(
                    N_(
                        "'{name}' is no game in '{place}', no file, and no moves; 'plyground games list' shows the "
                        "games; moves are columns, like 4453, or come with --rules"
                    ),
                    name=name,
                    place=opened.place,
                ) from None
        record = last_game(opened)
    if record is None:
        raise MissingError(
            N_("no game is kept in '{place}' that somebody played; 'plyground play' plays one"), place=opened.place
        )
    return record


# What is shown


def _show_progress(show: Callable[[str], None], progress: ReviewProgress) -> None:
    show(
        say(
            "{count} of {all} moves judged, {nodes} M nodes for the next",
            count=progress.done,
            all=progress.moves,
            nodes=f"{progress.nodes / 1e6:.1f}",
        )
    )


def _about(asked: Asked) -> dict[str, object]:
    if isinstance(asked, Game):
        return {"game": None, "first": None, "second": None}
    return {"game": asked.id, "first": asked.players[0], "second": asked.players[1]}


def _show(asked: Asked, found: Review, is_first: bool) -> None:
    from plyground.console import make_console, review_table, value_chart

    console = make_console()
    if not is_first:
        console.print()
    console.say(_title(asked, found), "bold")
    room = console.width
    if not console.is_terminal:
        console.width = 10_000  # a line a move for programs that read it
    if found.moves:
        console.print(review_table(found, console.glyphs, console.width))
        console.print()
        for line in value_chart(found, console.glyphs, room):
            console.print(line, soft_wrap=True)
        console.print()
    if not found.moves:
        console.say(found.summary)
        return
    for each, sentences in found.why({side: console.glyphs.stone(side, found.start) for side in Side}):
        console.say(f"{each.ply + 1}. {sentences[0]}", "bold")
        for sentence in sentences[1:]:
            console.say(f"   {sentence}")
        console.print()
    names = (_("first"), _("second")) if isinstance(asked, Game) else asked.players
    for side, name in zip(Side, names, strict=True):
        words = say("{label}: {words}", label=visible(name), words=found.tally(side).words)
        console.say(f"{console.glyphs.stone(side, found.start)} {words}")


def _title(asked: Asked, found: Review) -> str:
    rules = rules_name(found.start.rules)
    if isinstance(asked, Game):
        return rules
    first, second = (visible(player) for player in asked.players)
    return f"{visible(asked.id)}  {rules}  {first} – {second}  {result_word(asked.outcome, asked.termination)}"
