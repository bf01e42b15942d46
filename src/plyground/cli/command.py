"""Commands and options whose texts come from the catalogue, translated when they are shown.

click keeps the texts that a command is declared with, long before the language is known; so ours are
declared in English (`N_`) and translated in the methods that format them.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from plyground.errors import N_
from plyground.texts import _

__all__ = ["Command", "Option", "option", "shared_options"]

F = TypeVar("F", bound=Callable[..., Any])


class Option(click.Option):
    """An option with a help text of the catalogue."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        told = copy.copy(self)
        told.help = _(self.help or "")
        return super(Option, told).get_help_record(ctx)


def option(*names: str, **settings: Any) -> Callable[[F], F]:
    """`click.option`, with `help=N_(…)`."""
    return click.option(*names, cls=Option, **settings)


def shared_options() -> list[click.Parameter]:
    """What every command takes, before and after its name. `Program.main` has read the language already."""

    def show_help(ctx: click.Context, _param: click.Parameter, asked: bool) -> None:
        if asked and not ctx.resilient_parsing:
            click.echo(ctx.get_help())
            ctx.exit()

    return [
        Option(
            ["--lang"],
            metavar="CODE",
            expose_value=False,
            help=N_("The language of all texts: en, ko or zh_CN. Otherwise the locale decides."),
        ),
        Option(
            ["-v", "--verbose"],
            count=True,
            expose_value=False,
            is_eager=True,
            callback=_log,
            help=N_("Log what happens to standard error; twice: in detail."),
        ),
        Option(
            ["-h", "--help"],
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=show_help,
            help=N_("Show this message and exit."),
        ),
    ]


def _log(_ctx: click.Context, _param: click.Parameter, count: int) -> None:
    if not count:
        return
    import logging

    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")  # not shown
    logging.getLogger("plyground").setLevel(logging.INFO if count == 1 else logging.DEBUG)


class Command(click.Command):
    """A command with help texts of the catalogue and the options that all commands share."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **{**settings, "add_help_option": False})
        self.params += shared_options()

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with translated_help(self):
            super().format_help_text(ctx, formatter)


@contextmanager
def translated_help(command: click.Command) -> Iterator[None]:
    """While it lasts, the command's help is in the user's language."""
    english, command.help = command.help, _(command.help or "")
    try:
        yield
    finally:
        command.help = english
