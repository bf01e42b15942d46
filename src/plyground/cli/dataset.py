"""`plyground dataset`: positions with the exact value of every move, as a Parquet file with a card."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.cli.command import Command, Number, option, require_folder, rules_given
from plyground.cli.durations import duration_text
from plyground.cli.kept_work import kept_work
from plyground.cli.questions import shown_sentences
from plyground.cli.workers import opened, worker_options
from plyground.errors import N_
from plyground.texts import fill, ngettext, say

if TYPE_CHECKING:
    from plyground.dataset import Card, DatasetProgress, DatasetSettings

__all__ = ["command"]


@click.command(
    "dataset",
    cls=Command,
    help=N_(
        "Draw positions of RULES (a preset or a size: cfour, 9x7 connect=5), give every move its exact value, and "
        "write them as Parquet with a card. A sample is measured first, and how long the whole will take is said. "
        "Stop it at any time: the same command goes on."
    ),
)
@click.argument("rules", metavar="[RULES]", required=False)
@option("--rules", "named", metavar="RULES", help=N_("A preset or a size: cfour, 9x7 connect=5."))
@option(
    "--positions",
    type=Number(1, whole=True),
    default=100_000,
    show_default=True,
    metavar="N",
    help=N_("How many, no two of them images of each other."),
)
@option("--plies", metavar="LOW..HIGH", help=N_("Stones on the board, such as 8..30; all unless you say."))
@option(
    "--play",
    default="mixed",
    show_default=True,
    metavar="WAY",
    help=N_("The games that positions are taken from: random, careful (wins and blocks are seen) or mixed."),
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
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=N_("The file, plain text if its name ends in .tsv; named after rules and number unless you say."),
)
@option("--estimate", is_flag=True, help=N_("Only measure the sample and say how long the whole will take."))
@worker_options
@option(
    "--threads",
    type=Number(1, whole=True),
    default=1,
    show_default=True,
    metavar="N",
    help=N_("Threads of each worker: more for a few hard positions."),
)
@option("--table", type=Number(), metavar="MB", help=N_("Memory of each worker for learnt positions, in MB."))
@click.pass_context
def command(
    ctx: click.Context,
    rules: str | None,
    named: str | None,
    positions: int,
    plies: str | None,
    play: str,
    seed: int,
    out: Path | None,
    estimate: bool,
    workers: int | None,
    where: str,
    threads: int,
    table: float | None,
) -> None:
    from plyground.dataset import DatasetSettings, parse_plies
    from plyground.grid import Rules

    rules = rules_given(rules, named)
    parsed = Rules.parse(rules)
    span = (0, parsed.cells - 1) if plies is None else parse_plies(plies)
    settings = DatasetSettings(parsed, positions, span, seed, play)
    path = Path(f"{rules.replace(' ', '_')}-{positions}.parquet") if out is None else out
    require_folder(path)
    run = _DatasetRun(settings, path, estimate, where, workers, threads, table)
    with kept_work(ctx, path, lambda: _interrupted(path)):
        card = run.run()
    if card is not None:
        _show(card, settings, path)


def _interrupted(path: Path) -> str:
    from plyground.dataset import saved_positions

    return say(
        "interrupted; {done} solved positions are kept, and the same command goes on", done=f"{saved_positions(path):,}"
    )


class _DatasetRun:
    """Makes the data set and shows its progress."""

    def __init__(
        self,
        settings: DatasetSettings,
        path: Path,
        estimate: bool,
        where: str,
        workers: int | None,
        threads: int,
        table: float | None,
    ) -> None:
        self.settings = settings
        self.path = path
        self.estimate = estimate
        self.where = where
        self.workers = workers
        self.threads = threads
        self.table = table
        self._estimated = False

    def run(self) -> Card | None:
        from plyground.dataset import TABLE_MB, make_dataset

        with opened(self.where, self.workers) as executor, shown_sentences() as show:

            def watch(progress: DatasetProgress) -> bool:
                if progress.is_sampled and not self._estimated:
                    self._estimated = True
                    if progress.solved and (self.estimate or progress.done < progress.positions):
                        show("")
                        click.echo(_estimate(progress))
                    if self.estimate:
                        return True
                show(_sentence(progress))
                return False

            def drawing(found: int) -> None:
                show(
                    say(
                        "drawing positions: {found} of {positions}",
                        found=f"{found:,}",
                        positions=f"{self.settings.positions:,}",
                    )
                )

            return make_dataset(
                self.settings,
                self.path,
                executor=executor,
                threads=self.threads,
                table_mb=TABLE_MB if self.table is None else self.table,
                watch=watch,
                watch_drawing=drawing,
            )


def _estimate(progress: DatasetProgress) -> str:
    sample = fill(
        ngettext(
            "A sample of {count} position took {each} ms.",
            "A sample of {count} positions took {each} ms each.",
            progress.solved,
        ),
        count=progress.solved,
        each=f"{1000 * progress.spent / progress.solved:,.1f}",
    )
    left = progress.seconds_left
    if left is None or progress.done == progress.positions:  # the sample was all that there is
        return sample
    likely, least, most = (duration_text(seconds) for seconds in left)
    return f"{sample} " + say(
        "The other {rest} will take about {likely} with {workers} workers ({least} to {most}).",
        rest=f"{progress.positions - progress.done:,}",
        likely=likely,
        workers=progress.workers,
        least=least,
        most=most,
    )


def _sentence(progress: DatasetProgress) -> str:
    done = say(
        "{done} of {positions} positions, {seconds} s",
        done=f"{progress.done:,}",
        positions=f"{progress.positions:,}",
        seconds=f"{progress.seconds:,.0f}",
    )
    left = progress.seconds_left
    return done if left is None else done + say(", about {left} left", left=duration_text(left[0]))


def _show(card: Card, settings: DatasetSettings, path: Path) -> None:
    from plyground.dataset import card_paths

    won, drawn, lost = (sum(getattr(counts, name) for counts in card.counts) for name in ("won", "drawn", "lost"))
    click.echo(
        say(
            "{path}: {positions} positions, {won} won, {drawn} drawn, {lost} lost for the side to move; {bytes} bytes",
            path=path,
            positions=f"{card.positions:,}",
            won=f"{won:,}",
            drawn=f"{drawn:,}",
            lost=f"{lost:,}",
            bytes=f"{card.bytes:,}",
        )
    )
    if card.positions < settings.positions:
        click.echo(
            say(
                "{asked} were asked for; drawing games found no more that differ.",
                asked=f"{settings.positions:,}",
            )
        )
    click.echo(say("card: {path}", path=card_paths(path)[1]))
