"""`plyground games`: find games in the database, look at one, write them out as text, read them in."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

from plyground.board import Outcome
from plyground.cli.command import Command, Commands, Number, database_option, open_database, option
from plyground.cli.game_filters import filter_options, game_filter
from plyground.cli.games_upkeep import backup, delete, restore
from plyground.errors import N_, InputError, PlygroundError, UnknownNameError
from plyground.game import Termination
from plyground.grid import Rules, animate_svg, draw_svg, rules_name
from plyground.texts import _, fill, ngettext, retell, say, signed, tell

if TYPE_CHECKING:
    from plyground.store import Database, GameRecord, GameSummary

__all__ = ["command", "counted", "find_record", "result_word", "termination_word", "visible"]

F = TypeVar("F", bound=Callable[..., Any])

INTERRUPTED = 130
TOGETHER = 200
"""Games between two words of progress."""
JSON_VERSION = 1
STORE = 4


command = Commands("games", help=N_("Find, show, export, import, copy and delete games."))


@command.command("list", cls=Command, meant=("--player",), help=N_("List games, the newest first."))
@filter_options
@option("--limit", type=Number(1, whole=True), metavar="N", default=20, show_default=True, help=N_("At most so many."))
@option("--json", "as_json", is_flag=True, help=N_("Answer as JSON, one object a game."))
@database_option
def list_games(limit: int, as_json: bool, database: str | None, **wanted: Any) -> None:
    from plyground.store import count_games, summaries

    with open_database(database, create=False) as opened:
        asked = game_filter(**wanted)
        found = summaries(opened, asked, newest_first=True, limit=limit)
        if as_json:
            for game in found:
                click.echo(json.dumps(_summary_json(game), ensure_ascii=False))
            return
        count = len(found) if len(found) < limit else count_games(opened, asked)
    _show_list(found)
    if not found:
        _say_none(opened)
    elif count > len(found):
        click.echo(
            say("{shown} of {count} games; --limit shows more", shown=f"{len(found):,}", count=f"{count:,}"), err=True
        )


def _say_none(database: Database) -> None:
    click.echo(say("No games in '{place}' fit.", place=database.place), err=True)


def _show_list(found: Iterable[GameSummary]) -> None:
    from rich.table import Table
    from rich.text import Text

    from plyground.console import make_console

    console = make_console()
    rows = [
        (
            game.id,
            game.began.astimezone().strftime("%Y-%m-%d %H:%M"),
            rules_name(Rules.parse(game.rules)),
            *game.players,
            result_word(game.outcome, game.termination),
            str(game.plies),
            game.event or "",
        )
        for game in found
    ]
    if not rows:
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(_("game"), no_wrap=True)  # to be copied
    table.add_column(_("began"), min_width=len("2026-01-31"))
    for name in (_("rules"), _("first"), _("second"), _("result")):
        table.add_column(name, overflow="fold")
    table.add_column(_("moves"), justify="right")
    table.add_column(_("event"), overflow="fold", min_width=6)
    for row in rows:
        table.add_row(*(Text(visible(value)) for value in row))
    if not console.is_terminal:
        console.width = 10_000  # a line a game for programs that read it
    console.print(table)


def visible(text: str) -> str:
    """A name that is safe to show: control characters are written as escapes."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


def result_word(outcome: Outcome, termination: Termination | None) -> str:
    words = {
        Outcome.OPEN: _("open"),
        Outcome.FIRST_WINS: _("first wins"),
        Outcome.SECOND_WINS: _("second wins"),
        Outcome.DRAW: _("draw"),
    }
    if termination in (None, Termination.WIN, Termination.DRAW):
        return words[outcome]
    return say("{result} ({reason})", result=words[outcome], reason=termination_word(termination))


def termination_word(termination: Termination) -> str:
    return {
        Termination.WIN: _("win"),
        Termination.DRAW: _("draw"),
        Termination.RESIGNATION: _("resignation"),
        Termination.TIMEOUT: _("timeout"),
        Termination.ILLEGAL_MOVE: _("illegal move"),
        Termination.CRASH: _("crash"),
        Termination.ADJUDICATION: _("adjudication"),
        Termination.ABANDONMENT: _("player away"),
    }[termination]


def _summary_json(game: GameSummary) -> dict[str, object]:
    return {
        "version": JSON_VERSION,
        "id": game.id,
        "began": game.began.isoformat(),
        "rules": game.rules,
        "first": game.players[0],
        "second": game.players[1],
        "outcome": game.outcome.value,
        "termination": None if game.termination is None else game.termination.value,
        "moves": game.plies,
        "event": game.event,
        "round": game.round,
    }


@command.command(
    cls=Command, help=N_("Show a game: who played, every move with its time and value, and the board at the end.")
)
@click.argument("game", metavar="ID")
@option("--ply", type=Number(0, whole=True), metavar="NUMBER", help=N_("The board after so many moves."))
@option("--text", "as_text", is_flag=True, help=N_("As text, the way export writes it."))
@option("--svg", is_flag=True, help=N_("The board as a picture, to be sent to a file."))
@option("--animation", is_flag=True, help=N_("The game as an SVG picture that plays it, to be sent to a file."))
@database_option
def show(game: str, ply: int | None, as_text: bool, svg: bool, animation: bool, database: str | None) -> None:
    from plyground.store import game_text

    with open_database(database, create=False) as opened:
        record = find_record(opened, game)
    if as_text:
        click.echo(game_text(record), nl=False)
        return
    if ply is not None and ply > len(record.moves):
        raise InputError(N_("--ply is {ply}, but the game has {moves} moves"), ply=ply, moves=len(record.moves))
    if animation:
        click.echo(animate_svg(record.game().branch(ply)))
    elif svg:
        click.echo(draw_svg(record.game().boards[len(record.moves) if ply is None else ply]))
    else:
        _show_game(record, ply)


def find_record(database: Database, id: str) -> GameRecord:
    """The game of this id, or the only one whose id begins so."""
    from plyground.store import GameFilter, get_game, summaries

    record = get_game(database, id)
    if record is not None:
        return record
    found = summaries(database, GameFilter(id=id), limit=6) if id else []
    if len(found) == 1 and (only := get_game(database, found[0].id)) is not None:
        return only
    raise UnknownNameError(
        N_("several games begin with '{id}': {ids}; write more of it")
        if found
        else N_("there is no game '{id}' in '{place}'; 'plyground games list' shows what there is"),
        id=id,
        place=database.place,
        ids=", ".join([game.id for game in found[:5]] + (["…"] if len(found) > 5 else [])),
    )


def _show_game(record: GameRecord, ply: int | None) -> None:
    from rich.table import Table

    from plyground.board import Side
    from plyground.console import board_lines, make_console, seconds_text

    console = make_console()
    game = record.game()
    rows = [
        (_("game"), record.id),
        (_("began"), record.began.astimezone().strftime("%Y-%m-%d %H:%M:%S")),
        (_("rules"), rules_name(record.rules)),
        (_("first"), record.players[0]),
        (_("second"), record.players[1]),
        (_("result"), result_word(record.outcome, record.termination)),
        (_("reason"), retell(record.reason)),
        (_("event"), record.event or ""),
        (_("round"), "" if record.round is None else str(record.round)),
        (_("limit"), record.limit),
        (_("seed"), "" if record.seed is None else str(record.seed)),
        (_("moves"), record.moves_text),
    ]
    console.table([(name, visible(value)) for name, value in rows if value], indent=0)
    board = game.boards[len(record.moves) if ply is None else ply]
    console.print()
    for line in board_lines(board, console.glyphs, console.width):
        console.print(line, soft_wrap=True)
    if ply is not None or not record.moves:
        return
    console.print()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("", _("side"), _("move"), _("time"), _("value"), _("nodes")):
        table.add_column(name, justify="left" if name in (_("side"), _("move")) else "right")
    sides = {Side.FIRST: _("first"), Side.SECOND: _("second")}
    for number, (before, move) in enumerate(zip(game.boards, record.moves, strict=False), start=1):
        name = before.move_name(move.move)
        table.add_row(
            str(number),
            sides[before.turn],
            say("{move} (opening)", move=name) if number <= record.opening else name,
            seconds_text(move.seconds),
            "" if move.shown_value is None else signed(move.shown_value, console.glyphs.infinity),
            "" if move.nodes is None else f"{move.nodes:,}",
        )
    console.print(table)


@command.command(
    "export",
    cls=Command,
    help=N_("Write games as text to FILE, or to standard output: the oldest first. The format is documented."),
)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@filter_options
@option("--force", is_flag=True, help=N_("Overwrite a file that is there."))
@database_option
@click.pass_context
def export(ctx: click.Context, /, file: Path | None, force: bool, database: str | None, **wanted: Any) -> None:
    from plyground.cli.questions import shown_sentences
    from plyground.store import find_games, game_text

    count, bad = 0, 0

    def unreadable(error: PlygroundError) -> None:
        nonlocal bad
        bad += 1
        click.echo(f"plyground: {tell(error)}", err=True)

    with open_database(database, create=False) as opened, _written(file, force) as out, shown_sentences() as progress:
        asked = game_filter(**wanted)
        try:
            for record in find_games(opened, asked, unreadable=unreadable):
                out.write(game_text(record))
                count += 1
                if count % TOGETHER == 0:
                    progress(counted(count))
        except KeyboardInterrupt:
            click.echo("plyground: " + say("interrupted; {games} written", games=counted(count)), err=True)
            ctx.exit(INTERRUPTED)
    if not count:
        _say_none(opened)
    if file is not None:
        click.echo(f"{file}: {counted(count)}")
    if bad:
        ctx.exit(STORE)


def counted(count: int) -> str:
    return fill(ngettext("{count} game", "{count} games", count), count=f"{count:,}")


@contextmanager
def _written(file: Path | None, force: bool) -> Iterator[TextIO]:
    if file is None or str(file) == "-":
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(encoding="utf-8")  # the format's own, whatever the terminal's
        yield sys.stdout
        return
    try:
        with open(file, "w" if force else "x", encoding="utf-8", newline="\n") as out:
            yield out
    except FileExistsError:
        raise InputError(N_("'{file}' is there already; --force writes over it"), file=file) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(
            N_("'{file}' cannot be written: {reason}"), file=file, reason=error.strerror or error
        ) from error


@command.command(
    "import",
    cls=Command,
    help=N_(
        "Read games from text files ('-': standard input) into the database. A game that is there already changes "
        "nothing; one that cannot be read is named with its line, and the others are read. The exit code is 2 then."
    ),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@database_option
@click.pass_context
def import_games(ctx: click.Context, files: tuple[Path, ...], database: str | None) -> None:
    from plyground.cli.games_import import GameImport
    from plyground.cli.questions import shown_sentences

    with open_database(database) as opened, shown_sentences() as progress:
        importing = GameImport(opened, progress)
        try:
            for file in files:
                importing.read(file)
        except KeyboardInterrupt:
            click.echo("plyground: " + say("interrupted; what was read is kept"), err=True)
            importing.tell()
            ctx.exit(INTERRUPTED)
    importing.tell()
    if importing.bad:
        ctx.exit(InputError.exit_code)


for part in (backup, restore, delete):
    command.add_command(part)
