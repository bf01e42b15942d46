"""`plyground watch`: a textbook search, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plyground.cli.command import Command, Number, option
from plyground.errors import N_, InputError

if TYPE_CHECKING:
    from plyground.board import Board

__all__ = ["command"]

_WORTH_WATCHING = "4433"
"""Where nobody names a position: three in a row with both ends free win, and alpha-beta sees it with half the nodes."""


@click.command(
    cls=Command,
    meant=("--position",),
    help=N_(
        "Watch a textbook search think about a position: minimax, alphabeta, deepening, montecarlo or uct. In a "
        "terminal, the space bar goes one step ahead and the last line lists the other keys; the screen shows the "
        "board at the current node, alpha and beta (or visits and means), the tree around it, and why something was "
        "cut. With --plain, or where the output is no terminal, the whole tree is printed as text."
    ),
)
@click.argument("search", metavar="[SEARCH]", default="alphabeta")
@option(
    "--rules",
    "rules_text",
    metavar="RULES",
    default="cfour",
    show_default=True,
    help=N_('The game: cfour, tictactoe, gomoku, random, or a size with options, like "9x7 connect=5".'),
)
@option(
    "--position",
    metavar="POSITION",
    default="",
    help=N_(
        'Where to begin: moves played, like 4453 or "cfour: 4453"; rows from the top and who moves, like '
        '"o../.x./... x"; heaps of Nim, like "nim 3 4 5"; or a tree of numbers, like "[[3,12,8],[2,4,6]]". '
        "Without it and without rules: a game of Connect Four that is about to be won."
    ),
)
@option(
    "--game",
    metavar="FILE:NAME",
    help=N_("A game of your own: a Python file and the class in it, like mygame.py:Game. The file is run."),
)
@option(
    "--depth",
    type=Number(1, whole=True),
    metavar="N",
    help=N_("Plies that minimax, alphabeta and deepening look ahead. If not given: 3, or all of a tree of numbers."),
)
@option(
    "--evaluator",
    metavar="NAME",
    help=N_(
        "How minimax, alphabeta and deepening judge a leaf: outcome, segments, segments1000, position, openlines, "
        "openlines2; the game's own way if not given."
    ),
)
@option(
    "--order",
    metavar="NAME",
    help=N_(
        "In which order minimax, alphabeta and deepening try the moves: legal, centre, reversed or evaluated; "
        "legal if not given."
    ),
)
@option("--table", is_flag=True, help=N_("Let alphabeta or deepening remember positions in a transposition table."))
@option(
    "--playouts",
    type=Number(1, whole=True),
    metavar="N",
    help=N_("Random games: for each move with montecarlo (5 if not given), in all with uct (40 if not given)."),
)
@option(
    "--seed",
    type=Number(whole=True),
    metavar="N",
    default=0,
    show_default=True,
    help=N_("Start of the random numbers."),
)
@option("--c", "exploration", type=Number(), metavar="C", help=N_("How much uct explores (0.7 if not given)."))
@option("--step", type=Number(0, whole=True), metavar="N", help=N_("Begin after so many steps."))
@option("--pace", type=Number(), metavar="SECONDS", help=N_("Go on by itself, with so many seconds between two steps."))
@option("--plain", is_flag=True, help=N_("Print the whole tree as text."))
@click.pass_context
def command(
    ctx: click.Context,
    search: str,
    rules_text: str,
    position: str,
    game: str | None,
    depth: int | None,
    evaluator: str | None,
    order: str | None,
    table: bool,
    playouts: int | None,
    seed: int,
    exploration: float | None,
    step: int | None,
    pace: float | None,
    plain: bool,
) -> None:
    from plyground.console import make_console
    from plyground.console.watch import watch
    from plyground.learn import choose_search, named_bugs

    _refuse_what_is_not_taken(ctx, search, draws_rules=rules_text.split()[:1] == ["random"])
    if game is None:
        has_place = any(_is_given(ctx, name) for name in ("rules_text", "position"))
        board = _board(position if has_place else _WORTH_WATCHING, rules_text, seed)
    elif _is_given(ctx, "rules_text"):
        raise InputError(N_("--game {game} has rules of its own; leave out --rules"), game=game)
    else:
        board = _own_game(game, position)
    with named_bugs(board):
        chosen = choose_search(
            search,
            board,
            depth=depth,
            evaluator=evaluator,
            order=order,
            table=table,
            playouts=playouts,
            seed=seed,
            c=exploration,
        )
    watch(make_console(), chosen, pace, plain, step)


def _board(position: str, rules_text: str, seed: int) -> Board:
    from plyground.grid import parse_rules
    from plyground.learn import read_board

    return read_board(position, parse_rules(rules_text, seed))


def _own_game(game: str, position: str) -> Board:
    """The start of a game of one's own, or where the moves of `position` lead."""
    from plyground.learn import load_game, named_bugs

    board = load_game(game)
    with named_bugs(board):
        for name in position.split():
            board = board.move(board.parse_move(name))
    return board


def _is_given(ctx: click.Context, name: str) -> bool:
    return ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def _refuse_what_is_not_taken(ctx: click.Context, search: str, draws_rules: bool) -> None:
    """Refuses an option of another search. `--seed` also draws the board of random rules, whatever the search."""
    from plyground.learn import SEARCHES

    taken = SEARCHES.get(search)
    if taken is None:
        return  # an unknown search has its own sentence
    for param in ctx.command.params:
        name = param.opts[0].removeprefix("--")
        takers = [other for other, options in SEARCHES.items() if name in options]
        if _is_given(ctx, param.name or "") and takers and name not in taken and not (name == "seed" and draws_rules):
            raise InputError(
                N_("{search} takes no --{name}; it is for {takers}. {search} takes {taken}"),
                search=search,
                name=name,
                takers=", ".join(takers),
                taken=", ".join(f"--{option}" for option in taken),
            )
