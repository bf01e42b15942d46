"""`plyground bot`: one of our players as a bot on standard input and output."""

from __future__ import annotations

import click

from plyground.cli.command import Command, Number, option
from plyground.errors import N_

__all__ = ["command"]

PROTOCOLS = ("lines", "text", "gomocup")


@click.command(
    cls=Command,
    meant=("--player",),
    help=N_(
        "Offer one of our players as a bot that reads standard input and writes standard output. The protocol 'lines' "
        "is our own, 'text' is the one of gravity-four strategies, and 'gomocup' that of engines for five in a row. "
        "docs/bot-protocols.md describes them."
    ),
)
@option(
    "--player",
    metavar="PLAYER",
    help=N_(
        'Who plays: a name and options, like "uct time=1"; see plyground players. Otherwise it is uct, and the '
        "champion with 'gomocup'."
    ),
)
@option(
    "--protocol",
    type=click.Choice(PROTOCOLS),
    default="lines",
    show_default=True,
    help=N_("What is spoken."),
)
@option(
    "--time",
    "seconds",
    type=Number(),
    metavar="SECONDS",
    help=N_("The most for a move. With 'text', which names no time, 2.6 if not given."),
)
@option(
    "--seed",
    type=Number(whole=True),
    metavar="N",
    help=N_("Start of the random numbers, for players that draw some."),
)
@click.pass_context
def command(ctx: click.Context, player: str | None, protocol: str, seconds: float | None, seed: int | None) -> None:
    from contextlib import suppress

    from plyground.board import Limit, Side
    from plyground.bots import JUDGE_SECONDS, SPARE_SECONDS, own_streams, serve, serve_gomocup, serve_text
    from plyground.errors import PlygroundError
    from plyground.game import Game
    from plyground.grid import GridBoard
    from plyground.players import make_player

    limit = None if seconds is None else Limit(time=seconds)
    usual = "champion" if protocol == "gomocup" else "uct"
    named = usual if player is None else player
    chosen = make_player(named, seed=seed)

    def warm_up(board: GridBoard) -> None:
        """Loads and compiles with a second player, so that the one that plays has not drawn any random numbers yet."""
        again = make_player(named, seed=seed)
        with suppress(PlygroundError):
            again.new_game(Game(board), Side.FIRST)
            again.decide(Game(board), Limit(time=0.02))

    source, sink = own_streams()
    if protocol == "lines":
        ctx.exit(serve(chosen, source, sink, limit, warm_up))
    if protocol == "gomocup":
        ctx.exit(serve_gomocup(chosen, source, sink, limit, warm_up))
    limit = limit or Limit(time=JUDGE_SECONDS - SPARE_SECONDS)
    ctx.exit(serve_text(chosen, source.buffer, sink.buffer, limit, warm_up))
