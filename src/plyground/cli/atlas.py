"""`plyground atlas`: what blocking one or two cells of a board does."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.cli.command import Command, Number, option, require_folder, rules_given
from plyground.cli.durations import duration_text
from plyground.cli.kept_work import kept_work
from plyground.cli.questions import shown_sentences
from plyground.cli.workers import opened, worker_options
from plyground.errors import N_, InputError
from plyground.texts import _, fill, ngettext, say

if TYPE_CHECKING:
    from plyground.atlas import Atlas, AtlasProgress
    from plyground.grid import Rules

__all__ = ["command"]

WORTH_SAYING = 60.0
"""Seconds from which it is said beforehand how long the work will take."""
LARGE = 30
"""Cells from which a board of a game without an estimate may take days."""


@click.command(
    "atlas",
    cls=Command,
    help=N_(
        "Show what blocking a cell of a board does: who wins, how soon, and with which first moves. RULES is a size "
        "such as 7x6; without it, the sizes that come with Plyground are listed. Others are solved and kept in a "
        "file; stop it at any time: the same command goes on."
    ),
)
@click.argument("rules", metavar="[RULES]", required=False)
@option("--rules", "named", metavar="RULES", help=N_("A preset or a size: cfour, 9x7 connect=5."))
@option(
    "--blocked",
    type=Number(1, whole=True),
    default=1,
    show_default=True,
    metavar="N",
    help=N_("Up to so many blocked cells: 1 or 2."),
)
@option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=N_("Solve the boards, and keep them in this file, even if they come with Plyground."),
)
@option("--estimate", is_flag=True, help=N_("Only say how long the work will take."))
@option("--yes", is_flag=True, help=N_("Do not ask before work that takes days."))
@option(
    "--prove",
    is_flag=True,
    help=N_("Solve the boards with at most one blocked cell again, with a second solver that shares only the rules."),
)
@option("--boards", type=Number(1, whole=True), metavar="N", help=N_("With --prove: only so many boards."))
@option("--list", "listed", is_flag=True, help=N_("Print a table of all boards instead of the map."))
@option("--json", "as_json", is_flag=True, help=N_("Print JSON instead of a table."))
@option(
    "--picture",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=N_("Write the map as an SVG picture, too."),
)
@option(
    "--parquet",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=N_("Write the boards as Parquet with a card, too."),
)
@worker_options
@option("--table", type=Number(), metavar="MB", help=N_("Memory of each worker for learnt positions, in MB."))
@click.pass_context
def command(
    ctx: click.Context,
    rules: str | None,
    named: str | None,
    blocked: int,
    out: Path | None,
    estimate: bool,
    yes: bool,
    prove: bool,
    boards: int | None,
    listed: bool,
    as_json: bool,
    picture: Path | None,
    parquet: Path | None,
    workers: int | None,
    where: str,
    table: float | None,
) -> None:
    from plyground.atlas import TABLE_MB, atlas_rules, draw_map, placements, shipped_atlas, write_parquet
    from plyground.dataset import require_pyarrow

    if rules is None and named is None:
        _list_shipped(as_json)
        return
    board = atlas_rules(rules_given(rules, named))
    placements(board, blocked)  # refuses a number of blocked cells that is too large
    for file in (out, picture, parquet):
        if file is not None:
            require_folder(file)
    if parquet is not None:
        require_pyarrow()
    found = shipped_atlas(board)
    path = Path(f"atlas-{_size(board)}.tsv") if out is None else out
    if out is None and found is not None and found.blocked >= blocked and not estimate:
        atlas: Atlas | None = found
    else:
        run = _AtlasRun(board, blocked, path, where, workers, TABLE_MB if table is None else table)
        if estimate:
            click.echo(run.estimate() or _unknown(board))
            return
        if not yes:
            run.ask()
        with kept_work(ctx, path, run.interrupted):
            atlas = run.run()
    assert atlas is not None
    if prove:
        with kept_work(ctx, path, lambda: _("interrupted; what was proved is kept, and the same command goes on")):
            _prove(atlas, path, boards, where, workers)
        return
    if picture is not None:
        picture.write_text(draw_map(atlas), "utf-8")
    if parquet is not None:
        click.echo(say("card: {path}", path=write_parquet(atlas, parquet)), err=True)
    _show(atlas, listed, as_json)


class _AtlasRun:
    """Makes an atlas and shows its progress."""

    def __init__(
        self, rules: Rules, blocked: int, path: Path, where: str, workers: int | None, table_mb: float
    ) -> None:
        self.rules = rules
        self.blocked = blocked
        self.path = path
        self.where = where
        self.workers = workers
        self.table_mb = table_mb

    def saved(self) -> int:
        from plyground.atlas import saved_boards

        return saved_boards(self.rules, self.blocked, self.path, self.table_mb)

    def interrupted(self) -> str:
        return say("interrupted; {done} solved boards are kept, and the same command goes on", done=f"{self.saved():,}")

    def seconds(self) -> float | None:
        from plyground.atlas import expected_seconds
        from plyground.executors import cores

        return expected_seconds(self.rules, self.blocked, self.workers or cores(), self.saved())

    def estimate(self) -> str | None:
        """What is left to do, in a sentence; None if nothing is known."""
        from plyground.atlas import placements
        from plyground.executors import cores

        seconds = self.seconds()
        if seconds is None:
            return None
        boards = len(placements(self.rules, self.blocked)) - self.saved()
        return say(
            "{boards} boards of {rules} will take about {duration} with {workers} workers; that is a guess, good to a "
            "factor of a few.",
            boards=f"{boards:,}",
            rules=self.rules,
            duration=duration_text(seconds),
            workers=self.workers or cores(),
        )

    def ask(self) -> None:
        """Says how long it will take, if that is worth saying; asks before work of half a day and more."""
        from plyground.atlas import ASK_FROM

        seconds = self.seconds()
        if seconds is None and self.rules.cells < LARGE:
            return
        if seconds is not None and seconds < WORTH_SAYING:
            return
        text = self.estimate() or _unknown(self.rules)
        if seconds is not None and seconds < ASK_FROM:
            click.echo(text, err=True)
            return
        if not sys.stdin.isatty():
            raise InputError(N_("{estimate} Nobody can be asked here; --yes says that you want it"), estimate=text)
        click.confirm(say("{estimate} Begin?", estimate=text), abort=True)

    def run(self) -> Atlas | None:
        from plyground.atlas import make_atlas

        with opened(self.where, self.workers) as executor, shown_sentences() as show:
            return make_atlas(
                self.rules,
                self.blocked,
                self.path,
                executor=executor,
                table_mb=self.table_mb,
                watch=lambda progress: show(_sentence(progress)),
            )


def _prove(atlas: Atlas, path: Path, boards: int | None, where: str, workers: int | None) -> None:
    from plyground.atlas import proof_path, prove_atlas

    place = proof_path(path)
    with opened(where, workers) as executor, shown_sentences() as show:
        proofs = prove_atlas(
            atlas, place, boards=boards, executor=executor, watch=lambda progress: show(_sentence(progress))
        )
    assert proofs is not None
    click.echo(
        say(
            "{path}: both solvers agree on {count} boards; the second one took {nodes} nodes",
            path=place,
            count=f"{len(proofs):,}",
            nodes=f"{sum(proof.nodes for proof in proofs):,}",
        )
    )


def _sentence(progress: AtlasProgress) -> str:
    done = say(
        "{done} of {boards} boards, {nodes} M nodes, {seconds} s",
        done=f"{progress.done:,}",
        boards=f"{progress.boards:,}",
        nodes=f"{progress.nodes / 1e6:,.0f}",
        seconds=f"{progress.seconds:,.0f}",
    )
    left = progress.seconds_left
    return done if left is None else done + say(", about {left} left", left=duration_text(left))


def _unknown(rules: Rules) -> str:
    return say("Nothing is known about how long boards of {rules} take; it may be days.", rules=rules)


def _size(rules: Rules) -> str:
    """The size, and whatever differs from four in a row with gravity."""
    return str(rules).replace(" connect=4", "").replace(" ", "_")


def _show(atlas: Atlas, listed: bool, as_json: bool) -> None:
    from plyground.atlas import map_text

    if as_json:
        click.echo(json.dumps(atlas.json(), ensure_ascii=False, indent=2))
        return
    if listed:
        click.echo(_table(atlas))
    else:
        click.echo(map_text(atlas))
        click.echo()
        click.echo(
            _("+20: the first player wins in 20 if this cell is blocked; = a draw; -20: the second player wins.")
        )
    click.echo(say("Without blocked cells: {words}", words=next(iter(atlas)).value.words))
    for count in range(1, atlas.blocked + 1):
        counts = atlas.counts(count)
        click.echo(
            fill(
                ngettext(
                    "{count} blocked cell: the first player wins {won}, draws {drawn}, loses {lost}",
                    "{count} blocked cells: the first player wins {won}, draws {drawn}, loses {lost}",
                    count,
                ),
                count=count,
                won=f"{counts['win']:,}",
                drawn=f"{counts['draw']:,}",
                lost=f"{counts['loss']:,}",
            )
        )
    click.echo(say("{boards} boards, {nodes} nodes", boards=f"{len(atlas):,}", nodes=f"{atlas.nodes:,}"))


def _table(atlas: Atlas) -> str:
    from plyground.grid import GridBoard
    from plyground.tables import text_table

    rows = []
    for entry in atlas:
        row, start = entry.row(), GridBoard(entry.rules)
        best = _(", ").join(start.move_name(move) for move in entry.best)
        rows.append([row["blocked"], entry.value.words, str(row["plies"]), best, f"{entry.nodes:,}"])
    return text_table([_("blocked"), _("value"), _("plies"), _("best first moves"), _("nodes")], rows, right=(2, 4))


def _list_shipped(as_json: bool) -> None:
    from plyground.atlas import proved_boards, shipped_atlas, shipped_rules
    from plyground.tables import text_table

    rows, objects = [], []
    for rules in shipped_rules():
        atlas = shipped_atlas(rules)
        assert atlas is not None
        counts, proved = atlas.counts(1), len(proved_boards(rules))
        objects.append(
            {"rules": str(rules), "blocked": atlas.blocked, "boards": len(atlas), "proved": proved, **counts}
        )
        numbers = (atlas.blocked, len(atlas), counts["win"], counts["draw"], counts["loss"], proved)
        words = next(iter(atlas)).value.words
        rows.append([f"{rules.columns}x{rules.rows}", words, *(f"{number:,}" for number in numbers)])
    if as_json:
        click.echo(json.dumps(objects, indent=2))
        return
    heading = [
        _("size"),
        _("without blocked cells"),
        _("blocked cells, at most"),
        _("boards"),
        _("won"),
        _("drawn"),
        _("lost"),
        _("proved twice"),
    ]
    click.echo(text_table(heading, rows, right=range(2, 8)))
    click.echo(
        _("Won, drawn and lost: by the first player, with one blocked cell. 'plyground atlas 7x6' shows one of them.")
    )
