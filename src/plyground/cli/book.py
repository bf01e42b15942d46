"""`plyground book`: what the opening book holds, whether it is right, and a new one."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from plyground.cli.command import Command, Commands, Number, option, require_folder, rules_given
from plyground.cli.questions import shown_sentences
from plyground.cli.workers import opened, worker_options
from plyground.errors import N_, InputError, MissingError
from plyground.grid import GridBoard, Rules, board_of, position_text
from plyground.texts import _, say

if TYPE_CHECKING:
    from plyground.solver import Book, BuildProgress, Counts, LayerCheck

__all__ = ["command"]

F = TypeVar("F", bound=Callable[..., Any])

NOT_SO = 1
INTERRUPTED = 130
DEEPEST = 8
BETWEEN = 4
"""Layers that are left out before the deepest: looking ahead so far is a matter of milliseconds."""


command = Commands("book", help=N_("Look into an opening book, check it, or build one."))


BOOKS = ("--rules", "--file")
"""The options that name a book."""


def book_options(function: F) -> F:
    for decorate in (
        option(
            "--file",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help=N_("A certain book, instead of the one for the rules."),
        ),
        option(
            "--rules",
            metavar="RULES",
            default="cfour",
            show_default=True,
            help=N_("A preset or a size: cfour, 9x7 connect=5."),
        ),
    ):
        function = decorate(function)
    return function


@command.command(
    "info",
    cls=Command,
    meant=BOOKS,
    help=N_("Show what a book holds: path, version, rules, layers, counts."),
)
@book_options
def info(rules: str, file: Path | None) -> None:
    from rich.table import Table

    from plyground.console import make_console

    book = _book(rules, file)
    console = make_console()
    facts = Table(box=None, pad_edge=False, show_header=False)
    facts.add_row(_("path"), str(book.path))
    facts.add_row(_("rules"), str(book.rules))
    facts.add_row(_("version"), str(book.version))
    facts.add_row(_("size"), say("{count} bytes, and the checksum is right", count=f"{book.size:,}"))
    console.print(facts, soft_wrap=True)
    console.print()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in (_("stones"), _("positions"), _("won"), _("drawn"), _("lost"), _("bits each"), _("bytes")):
        table.add_column(name, justify="right")
    for stones, layer in sorted(book.layers.items()):
        table.add_row(
            str(stones), *(f"{count:,}" for count in _counts(book, stones)), str(layer.bits), f"{layer.bytes:,}"
        )
    console.print(table)
    console.say(_("Open positions, a mirror image counted once, won and lost for the first player."))


@command.command(
    "lookup", cls=Command, help=N_("Say what a book knows about POSITION. The exit code is 1 for nothing.")
)
@click.argument("position", default="")
@book_options
@click.pass_context
def lookup(ctx: click.Context, position: str, rules: str, file: Path | None) -> None:
    from plyground.solver import Value

    book = _book(rules, file)
    board = board_of(position, book.rules)
    click.echo(f"{board}\n")
    score = book.score(board)
    if score is None:
        click.echo(_not_told(book, board))
        ctx.exit(NOT_SO)
    value = Value(score, score, board.count, book.rules.cells)
    click.echo((f"{score:+d}  " if score else "0  ") + value.words)


@command.command(
    "verify",
    cls=Command,
    meant=BOOKS,
    help=N_(
        "Solve a random sample of each layer again, without the book, and compare. The exit code is 1 if anything "
        "differs. Positions with few stones take long, a minute each on 7x6; the deepest layer comes first."
    ),
)
@book_options
@option(
    "--sample",
    type=Number(1, whole=True),
    default=20,
    show_default=True,
    metavar="N",
    help=N_("Positions of each layer."),
)
@option(
    "--seed",
    type=Number(whole=True),
    default=0,
    show_default=True,
    metavar="N",
    help=N_("Start of the random numbers."),
)
@option(
    "--layer",
    "layers",
    type=Number(whole=True),
    multiple=True,
    metavar="STONES",
    help=N_("Only this layer. Can be given more than once."),
)
@worker_options
@click.pass_context
def verify(
    ctx: click.Context,
    rules: str,
    file: Path | None,
    sample: int,
    seed: int,
    layers: tuple[int, ...],
    workers: int | None,
    where: str,
) -> None:
    from plyground.solver import verify_book

    book = _book(rules, file)
    for stones in layers:
        if stones not in book.layers:
            raise InputError(
                N_("the book has no layer of {stones} stones; it has {known}"),
                stones=stones,
                known=", ".join(str(known) for known in sorted(book.layers)),
            )
    wrong = 0
    with opened(where, workers) as pool, shown_sentences() as show:
        began = time.monotonic()
        for check in verify_book(book, sample=sample, seed=seed, layers=layers or None, executor=pool):
            seconds = time.monotonic() - began
            if not check.is_done:
                show(_check_sentence(check, seconds))
            else:
                click.echo(_check_sentence(check, seconds))
                for difference in check.differences:
                    click.echo(
                        say(
                            "  WRONG: {position} is {solved}, the book says {stored}",
                            position=position_text(difference.board),
                            solved=difference.solved,
                            stored=difference.stored,
                        )
                    )
                wrong += len(check.differences)
                began = time.monotonic()
    if wrong:
        ctx.exit(NOT_SO)


@command.command(
    "build",
    cls=Command,
    help=N_(
        "Build a book for RULES on the CPU. It is found by itself afterwards, unless --out puts it elsewhere. A build "
        "that was interrupted goes on where it stopped. For 7x6 there is a book already; larger ones are work for a "
        "GPU, with tools/book/build.py of the source code."
    ),
)
@click.argument("rules", metavar="[RULES]", required=False)
@option("--rules", "named", metavar="RULES", help=N_("A preset or a size: cfour, 9x7 connect=5."))
@option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=N_("The file; otherwise it is put where books are looked for."),
)
@option(
    "--deepest",
    type=Number(whole=True),
    metavar="STONES",
    help=N_("The layer that is solved; 8 unless you say."),
)
@option(
    "--through",
    type=Number(whole=True),
    metavar="STONES",
    help=N_("All layers up to this one are kept as well; 4 less than the deepest unless you say."),
)
@worker_options
@click.pass_context
def build(
    ctx: click.Context,
    rules: str | None,
    named: str | None,
    out: Path | None,
    deepest: int | None,
    through: int | None,
    workers: int | None,
    where: str,
) -> None:
    from plyground.solver import book_folders, book_name, build_book, check_rules

    parsed = Rules.parse(rules_given(rules, named))
    check_rules(parsed)
    stones = min(DEEPEST, parsed.cells) if deepest is None else deepest
    path = book_folders()[0] / book_name(parsed) if out is None else out
    if path.exists() and not path.is_file():
        raise InputError(N_("{path} is no file that a book could replace"), path=path)
    if out is not None:
        require_folder(out)
    last: BuildProgress | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with opened(where, workers) as pool, shown_sentences() as show:

            def watch(progress: BuildProgress) -> None:
                nonlocal last
                last = progress
                show(_build_sentence(progress))

            counts = build_book(
                parsed,
                path,
                deepest=stones,
                through=max(0, stones - BETWEEN) if through is None else through,
                executor=pool,
                watch=watch,
            )
    except OSError as error:
        raise MissingError(
            N_(
                "{path} cannot be written: {reason}. What was saved before is kept, and the same command goes on "
                "from it"
            ),
            path=path,
            reason=error.strerror or error,
        ) from error
    except KeyboardInterrupt:
        solved = 0 if last is None else last.solved
        click.echo(
            "plyground: "
            + say(
                "interrupted; {solved} solved positions are kept, and the same command goes on", solved=f"{solved:,}"
            ),
            err=True,
        )
        ctx.exit(INTERRUPTED)
    _show_counts(counts)
    click.echo(say("{path}: {count} bytes", path=path, count=f"{path.stat().st_size:,}"))


def _book(rules: str, file: Path | None) -> Book:
    from plyground.solver import Book, find_book

    if file is not None:
        return Book(file)
    parsed = Rules.parse(rules)
    found = find_book(parsed)
    if found is None:
        raise MissingError(
            N_("there is no opening book for {rules}; 'plyground book build \"{rules}\"' makes one"), rules=parsed
        )
    return found


def _not_told(book: Book, board: GridBoard) -> str:
    if board.is_win:
        return _("The game is over; books are about open games.")
    if board.count > book.deepest:
        return say("The book does not decide this position: it ends at {stones} stones.", stones=book.deepest)
    return _("The book does not decide this position: no game leads there.")


def _check_sentence(check: LayerCheck, seconds: float) -> str:
    return say(
        "{stones} stones: {checked} of a sample of {sample} from {positions} positions solved again, {wrong} differ, "
        "{seconds} s",
        stones=check.stones,
        checked=check.checked,
        sample=check.sample,
        positions=f"{check.positions:,}",
        wrong=len(check.differences),
        seconds=f"{seconds:.1f}",
    )


def _build_sentence(progress: BuildProgress) -> str:
    done = say(
        "{solved} of {positions} positions, {speed} a second",
        solved=f"{progress.solved:,}",
        positions=f"{progress.positions:,}",
        speed=f"{progress.positions_per_second:,.0f}",
    )
    left = progress.seconds_left
    return done if left is None else done + say(", about {seconds} s left", seconds=f"{left:,.0f}")


def _counts(book: Book, stones: int) -> tuple[int, int, int, int]:
    """Positions of a layer, and how many are won, drawn and lost for the first player."""
    import numpy as np

    from plyground.solver import UNREACHED

    scores = book.layer_scores(stones)
    scores = scores[scores != UNREACHED]
    better, worse = int(np.count_nonzero(scores > 0)), int(np.count_nonzero(scores < 0))
    if stones % 2:
        better, worse = worse, better
    return len(scores), better, len(scores) - better - worse, worse


def _show_counts(counts: list[Counts]) -> None:
    from rich.table import Table

    from plyground.console import make_console

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in (_("stones"), _("won"), _("drawn"), _("lost"), _("all"), _("of these finished")):
        table.add_column(name, justify="right")
    for found in counts:
        numbers = (found.won, found.drawn, found.lost, found.all, found.finished)
        table.add_row(str(found.stones), *(f"{number:,}" for number in numbers))
    console = make_console()
    console.print(table)
    console.say(_("All positions, mirror images counted, won and lost for the first player."))
