"""`plyground puzzles`: solve puzzles in the terminal; make a collection, check it, and let levels try it."""

from __future__ import annotations

import json
import random
import time
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.cli.command import Command, Commands, Number, Option, option, require_folder
from plyground.cli.questions import shown_sentences
from plyground.cli.workers import opened, worker_options
from plyground.errors import N_, InputError, MissingError, UnknownNameError
from plyground.texts import _, say, tell

if TYPE_CHECKING:
    from plyground.puzzlebook import MakerProgress, MakerSettings, Puzzle

__all__ = ["command"]

INTERRUPTED = 130
_RATING = 800
_BANDS = 5
_SEEDS = 1 << 32


class Puzzles(Commands):
    """A group that asks puzzles when no command is named."""

    def __init__(self) -> None:
        super().__init__(
            "puzzles",
            help=N_(
                "Solve puzzles: find the only winning move, save the draw, say who wins. Answers are proven and judged "
                "at once, with the reason; after a right one the next is harder, after a wrong one easier."
            ),
        )
        self.params[:0] = [
            Option(["--id"], metavar="ID", help=N_("This puzzle, and no other.")),
            Option(["--daily"], is_flag=True, help=N_("The puzzle of today, the same for everybody.")),
            Option(
                ["--kind"],
                metavar="KIND",
                help=N_("Only this kind: win, win-in, draw, poison, who or fours."),
            ),
            Option(["--board"], metavar="BOARD", help=N_("Only these boards: cfour, random or gomoku.")),
            Option(["--rating"], type=Number(), metavar="N", help=N_("How hard the first one is; 800 unless you say.")),
            Option(["--game"], metavar="GAME", help=N_("Puzzles from the mistakes of a game such as 4453.")),
            Option(["--json"], is_flag=True, help=N_("Print the puzzle as JSON, with its answer, without asking.")),
        ]
        self.callback = _ask_without_command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and _is_id(args[0]):
            args = ["--id", *args]
        return super().parse_args(ctx, args)


def _is_id(word: str) -> bool:
    """Whether a puzzle is called so: people write `plyground puzzles 2a6tzv`."""
    from plyground.puzzlebook import find_puzzle

    if word.startswith("-"):
        return False
    try:
        find_puzzle(word)
    except UnknownNameError:
        return False
    return True


def _ask_without_command(
    id: str | None,
    daily: bool,
    kind: str | None,
    board: str | None,
    rating: float | None,
    game: str | None,
    json: bool,
) -> None:
    if click.get_current_context().invoked_subcommand is not None:
        if id or daily or kind or board or rating is not None or game or json:
            raise InputError(N_("write options after the command: before it, they choose puzzles to solve"))
        return
    if sum((id is not None, daily, game is not None)) > 1:
        raise InputError(N_("--id, --daily and --game each name the puzzles; choose one"))
    if id is not None or daily or game is not None:
        if kind is not None or board is not None or rating is not None:
            raise InputError(
                N_("--kind, --board and --rating choose among all puzzles; leave them out with --id, --daily or --game")
            )
        _ask(_named(id, game), json)
        return
    from plyground.puzzlebook import next_puzzle

    wanted = _RATING if rating is None else rating
    if json:
        _ask([next_puzzle(wanted, kind=kind, board=board, seed=random.randrange(_SEEDS))], json)
        return
    from plyground.console import PuzzleSession, make_console

    session = PuzzleSession(make_console(), wanted)
    session.run(
        lambda target, seen: next_puzzle(target, kind=kind, board=board, without=seen, seed=random.randrange(_SEEDS))
    )


def _named(id: str | None, game: str | None) -> list[Puzzle]:
    from plyground.puzzlebook import daily_puzzle, find_puzzle, puzzles_from

    if id is not None:
        return [find_puzzle(id)]
    if game is None:
        return [daily_puzzle()]
    from plyground.reviews import review

    with shown_sentences() as show:
        show(_("looking for mistakes"))
        found = puzzles_from(review(game))
    if not found:
        click.echo(_("There is no mistake in this game that could be judged, so there are no puzzles in it."))
    return found


def _ask(chosen: list[Puzzle], as_json: bool) -> None:
    if as_json:
        for puzzle in chosen:
            click.echo(json.dumps(puzzle.json(), ensure_ascii=False))
        return
    from plyground.console import PuzzleSession, make_console

    PuzzleSession(make_console(), None).run_all(chosen)


command = Puzzles()


@command.command(
    "make",
    cls=Command,
    help=N_(
        "Make a collection of puzzles from games of our levels: every answer proven, no two alike up to symmetry, each "
        "tried by levels and rated. The same seed makes the same file. Stop it at any time: the same command goes on."
    ),
)
@option(
    "--seed",
    type=Number(whole=True),
    default=2026,
    show_default=True,
    metavar="N",
    help=N_("Start of the random numbers."),
)
@option(
    "--cfour",
    type=Number(whole=True),
    default=1000,
    show_default=True,
    metavar="N",
    help=N_("How many on the board of 7x6."),
)
@option(
    "--random",
    "other",
    type=Number(whole=True),
    default=200,
    show_default=True,
    metavar="N",
    help=N_("How many on random boards with blocked cells."),
)
@option(
    "--gomoku",
    type=Number(whole=True),
    default=200,
    show_default=True,
    metavar="N",
    help=N_("How many without gravity, won by fours."),
)
@option(
    "--positions",
    "files",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="FILE",
    help=N_(
        "A file of positions of 7x6, one a line, that are looked at before games are played; what follows a space is "
        "left out; may be repeated."
    ),
)
@option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("puzzles.jsonl"),
    show_default=True,
    metavar="FILE",
    help=N_("The file; its card is written beside it."),
)
@worker_options
@click.pass_context
def make(
    ctx: click.Context,
    seed: int,
    cfour: int,
    other: int,
    gomoku: int,
    files: tuple[Path, ...],
    out: Path,
    workers: int | None,
    where: str,
) -> None:
    from plyground.puzzlebook import MakerSettings, saved_games

    settings = MakerSettings(seed, cfour, other, gomoku, tuple(chain.from_iterable(map(_positions, files))))
    require_folder(out)
    try:
        _make(settings, out, where, workers)
    except OSError as error:
        raise MissingError(
            N_("{path} cannot be written: {reason}. What was found is kept, and the same command goes on from it"),
            path=out,
            reason=error.strerror or error,
        ) from error
    except KeyboardInterrupt:
        kept = f"{saved_games(out):,}"
        text = say("interrupted; {games} games are kept, and the same command goes on", games=kept)
        click.echo(f"plyground: {text}", err=True)
        ctx.exit(INTERRUPTED)


def _positions(file: Path) -> list[str]:
    """The first word of every line of a file, each checked to be a position."""
    from plyground.grid import CFOUR, parse_board

    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise MissingError(N_("the positions in {file} cannot be read: {reason}"), file=file, reason=reason) from error
    found = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            position = line.split()[0]
            try:
                parse_board(position, CFOUR)
            except InputError as error:
                raise InputError(
                    N_("{file}, line {number}: {reason}"), file=file, number=number, reason=tell(error)
                ) from error
            found.append(position)
    return found


def _make(settings: MakerSettings, out: Path, where: str, workers: int | None) -> None:
    from plyground.puzzlebook import card_path, make_puzzles

    began = time.monotonic()
    with opened(where, workers) as executor, shown_sentences() as show:

        def watch(progress: MakerProgress) -> None:
            show(
                say(
                    "{board}: {found} of {wanted} puzzles, {games} games, {seconds} s",
                    board=progress.board,
                    found=f"{progress.found:,}",
                    wanted=f"{progress.wanted:,}",
                    games=f"{progress.games:,}",
                    seconds=f"{progress.seconds:,.0f}",
                )
            )

        made = make_puzzles(settings, out, executor=executor, watch=watch)
    if made is None:
        return
    seconds = time.monotonic() - began
    click.echo(
        say(
            "{path}: {count} puzzles, {bytes} bytes, {seconds} s",
            path=out,
            count=f"{len(made.puzzles):,}",
            bytes=f"{out.stat().st_size:,}",
            seconds=f"{seconds:,.0f}",
        )
    )
    click.echo(say("card: {path}", path=card_path(out)))


@command.command(
    "check",
    cls=Command,
    help=N_(
        "Prove every puzzle of a collection anew, of the one that comes with Plyground unless a file is named: each "
        "has just the answers that it says, and no two are alike up to symmetry. The exit code is 1 if one is wrong."
    ),
)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@option("--sample", type=Number(1, whole=True), metavar="N", help=N_("Only so many, spread over all ratings."))
@worker_options
@click.pass_context
def check(ctx: click.Context, file: Path | None, sample: int | None, workers: int | None, where: str) -> None:
    from plyground.puzzlebook import check_puzzles

    chosen = _chosen(file, sample)
    began = time.monotonic()
    with opened(where, workers) as executor, shown_sentences() as show:
        faults = check_puzzles(chosen, executor=executor, watch=lambda done: show(_done(done, len(chosen))))
    for puzzle, fault in faults:
        click.echo(say("{label}: {words}", label=puzzle.id, words=fault))
    click.echo(
        say(
            "{count} puzzles proven anew in {seconds} s, {faults} wrong",
            count=f"{len(chosen):,}",
            seconds=f"{time.monotonic() - began:,.0f}",
            faults=len(faults),
        )
    )
    if faults:
        ctx.exit(1)


@command.command(
    "try",
    cls=Command,
    help=N_(
        "Let levels try the puzzles that are answered by a move, and show how many of them each solves, from the "
        "easiest fifth to the hardest: the share should fall."
    ),
)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@option("--levels", default="3,6,9", show_default=True, metavar="N,N", help=N_("The levels that try them, 3 to 9."))
@option(
    "--seed",
    type=Number(whole=True),
    default=1,
    show_default=True,
    metavar="N",
    help=N_("Start of the random numbers."),
)
@option("--sample", type=Number(1, whole=True), metavar="N", help=N_("Only so many, spread over all ratings."))
@option("--json", "as_json", is_flag=True, help=N_("Print the shares as JSON."))
@worker_options
def try_(
    file: Path | None, levels: str, seed: int, sample: int | None, as_json: bool, workers: int | None, where: str
) -> None:
    from plyground.puzzlebook import level_tries

    numbers = _numbers(levels)
    chosen = _chosen(file, sample)
    with opened(where, workers) as executor, shown_sentences() as show:
        found = level_tries(
            chosen, numbers, seed=seed, executor=executor, watch=lambda done: show(_done(done, len(chosen)))
        )
    rows = _shares(found, numbers)
    if as_json:
        click.echo(json.dumps(rows))
        return
    from plyground.tables import text_table

    head = [_("rating"), _("puzzles"), *(say("level {number}", number=number) for number in numbers)]
    table = [
        [
            f"{row['low']}–{row['high']}",
            str(row["puzzles"]),
            *(f"{100 * row['solved'][str(number)]:.0f} %" for number in numbers),
        ]
        for row in rows
    ]
    click.echo(text_table(head, table, right=range(1, 2 + len(numbers))))


def _chosen(file: Path | None, sample: int | None) -> list[Puzzle]:
    from plyground.puzzlebook import read_collection

    found = list(read_collection(file).puzzles)
    if sample is None or sample >= len(found):
        return found
    return [found[index * len(found) // sample] for index in range(sample)]


def _numbers(levels: str) -> list[int]:
    try:
        return [int(word) for word in levels.split(",")]
    except ValueError:
        raise InputError(
            N_("the levels are '{text}'; write their numbers with commas between them, like 3,6,9"), text=levels
        ) from None


def _shares(found: list[tuple[Puzzle, dict[int, bool]]], levels: list[int]) -> list[dict[str, Any]]:
    """For each fifth of the puzzles by rating, the share that each level solved."""
    rows: list[dict[str, Any]] = []
    for band in range(_BANDS):
        part = found[band * len(found) // _BANDS : (band + 1) * len(found) // _BANDS]
        if part:
            solved = {str(level): sum(tries[level] for _puzzle, tries in part) / len(part) for level in levels}
            ratings = [puzzle.rating for puzzle, _tries in part]
            rows.append({"low": min(ratings), "high": max(ratings), "puzzles": len(part), "solved": solved})
    return rows


def _done(done: int, count: int) -> str:
    return say("{done} of {count} puzzles", done=f"{done:,}", count=f"{count:,}")
