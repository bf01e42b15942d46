"""`plyground benchmark`: how far players stay behind the best moves, on positions with exact values."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from plyground.cli.command import Command, Number, option
from plyground.cli.questions import shown_sentences
from plyground.errors import N_
from plyground.texts import say

if TYPE_CHECKING:
    from plyground.benchmark import BenchmarkSet

__all__ = ["command"]


@click.command(
    cls=Command,
    help=N_(
        "Score players on positions whose moves have all an exact value: the share of best moves, the share that keeps "
        "the result, and the mean regret, which is the best score minus that of the move. A PLAYER is a text such as "
        "'uct playouts=500', level5, cmd:./mybot or python:policy.py:choose. Without one, the sets of positions are "
        "listed."
    ),
)
@click.argument("players", metavar="[PLAYER]...", nargs=-1)
@option(
    "--set",
    "name",
    metavar="NAME",
    help=N_("The positions: cfour-v1 unless you say, another shipped set, or a file .tsv that 'dataset' made."),
)
@option(
    "--positions",
    type=Number(1, whole=True),
    metavar="N",
    help=N_("Only the first so many; they are in random order."),
)
@option("--seed", type=Number(whole=True), default=0, show_default=True, metavar="N", help=N_("Start of all chance."))
@option("--json", "as_json", is_flag=True, help=N_("Print the result as JSON."))
def command(players: tuple[str, ...], name: str | None, positions: int | None, seed: int, as_json: bool) -> None:
    from plyground.benchmark import SETS, benchmark_set, score_policy, score_table, uniform_score
    from plyground.players import player_text

    chosen = benchmark_set(name or SETS[0])
    if not players:
        _list([chosen] if name else [benchmark_set(known) for known in SETS], as_json)
        return
    texts = [player_text(text) for text in players]
    scores = [uniform_score(chosen, positions=positions)]
    with shown_sentences() as show:
        for text in texts:
            count = min(positions or len(chosen.positions), len(chosen.positions))

            def watch(done: int, text: str = text, count: int = count) -> None:
                show(
                    say(
                        "{player}: {done} of {positions} positions",
                        player=text,
                        done=f"{done:,}",
                        positions=f"{count:,}",
                    )
                )

            scores.append(score_policy(text, chosen, positions=positions, seed=seed, watch=watch))
    if as_json:
        content = {"set": chosen.name, "rules": str(chosen.rules), "scores": [score.json() for score in scores]}
        click.echo(json.dumps(content, ensure_ascii=False, indent=2))
        return
    click.echo(
        say(
            "{set}: {positions} positions of {rules}; the intervals are of 95 %",
            set=chosen.name,
            positions=f"{scores[0].positions:,}",
            rules=chosen.rules,
        )
    )
    click.echo(score_table(scores))


def _list(sets: list[BenchmarkSet], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps([found.card.json() for found in sets], ensure_ascii=False, indent=2))
        return
    for found in sets:
        click.echo(
            say(
                "{set}: {positions} positions of {rules} with {plies} stones",
                set=found.name,
                positions=f"{len(found.positions):,}",
                rules=found.rules,
                plies=found.card.settings["plies"],
            )
        )
