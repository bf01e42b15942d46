"""Commands and options whose texts come from the catalogue, translated when they are shown.

click stores the texts of a command before the language is known. So ours are declared in English (`N_`) and
translated by the methods that format them.
"""

from __future__ import annotations

import copy
import math
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from plyground import __version__
from plyground.errors import N_, InputError, LimitError, UnknownNameError, nearest
from plyground.texts import _, say

__all__ = [
    "Command",
    "Commands",
    "Context",
    "Number",
    "Option",
    "database_option",
    "open_database",
    "option",
    "require_folder",
    "rules_given",
    "shared_options",
    "unknown_command",
]

F = TypeVar("F", bound=Callable[..., Any])


class Option(click.Option):
    """An option with a help text of the catalogue. `aliases` are older names of it, which the help leaves out."""

    def __init__(self, names: Sequence[str], /, *, aliases: Sequence[str] = (), **settings: Any) -> None:
        super().__init__(names, **settings)
        self._names = self.opts
        self.opts = [*self.opts, *aliases]

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        translated = copy.copy(self)
        translated.opts = self._names
        translated.help = _(self.help or "")
        return super(Option, translated).get_help_record(ctx)


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
            help=N_("Log to standard error; give it twice for more detail."),
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
    import platform

    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")  # not shown
    logging.getLogger("plyground").setLevel(logging.INFO if count == 1 else logging.DEBUG)
    logging.getLogger(__name__).info("plyground %s, Python %s", __version__, platform.python_version())  # not shown


class Formatter(click.HelpFormatter):
    """Folds lines by width: click counts Korean and Chinese letters as one column each, but they take two."""

    def write_text(self, text: str) -> None:
        if text.isascii():
            super().write_text(text)
            return
        room = max(self.width - self.current_indent, 11)
        for paragraph in text.split("\n\n"):
            for line in _folded(" ".join(paragraph.split()), room):
                self.write(f"{'':>{self.current_indent}}{line}\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        rows = list(rows)
        if all(text.isascii() for _name, text in rows):
            super().write_dl(rows, col_max, col_spacing)
            return
        first = min(max(len(name) for name, _text in rows), col_max) + col_spacing
        room = max(self.width - first - self.current_indent - 2, 10)
        for name, text in rows:
            self.write(f"{'':>{self.current_indent}}{name}")
            lines = _folded(text, room)
            if len(name) > first - col_spacing:
                self.write(f"\n{'':>{first + self.current_indent}}")
            else:
                self.write(" " * (first - len(name)))
            self.write(f"\n{'':>{first + self.current_indent}}".join(lines) + "\n")


def _folded(text: str, room: int) -> list[str]:
    from rich.console import Console
    from rich.text import Text

    return [line.plain.rstrip() for line in Text(text).wrap(Console(width=room), room)]


class Context(click.Context):
    formatter_class = Formatter


if TYPE_CHECKING:
    from plyground.store import Database

    _NumberType = click.ParamType[float]
else:
    # Generic only in newer versions of click.
    _NumberType = click.ParamType


class Number(_NumberType):
    """A number from `least` on; anything else is refused with our message."""

    name = "number"

    def __init__(self, least: int = 0, whole: bool = False) -> None:
        self.least = least
        self.whole = whole

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float | int:
        try:
            number = int(value) if self.whole else float(value)
        except ValueError:
            number = None
        if number is None or not math.isfinite(number) or number < self.least:
            name = param.opts[0] if param is not None else ""
            if self.whole:
                raise LimitError(
                    N_("{name} is '{value}'; it has to be a whole number, {least} or more"),
                    name=name,
                    value=value,
                    least=self.least,
                )
            raise LimitError(
                N_("{name} is '{value}'; it has to be a number, {least} or more"),
                name=name,
                value=value,
                least=self.least,
            )
        return number


class Command(click.Command):
    """A command with help texts of the catalogue and the options that all commands share.

    `meant` are the options of which people leave out the name: `plyground bot random` for `bot --player random`.
    """

    context_class = Context

    def __init__(self, *arguments: Any, meant: Sequence[str] = (), **settings: Any) -> None:
        super().__init__(*arguments, **{**settings, "add_help_option": False})
        self.params += shared_options()
        self._meant = meant

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.allow_extra_args = bool(self._meant)
        extra = super().parse_args(ctx, args)
        if extra and self._meant and not ctx.resilient_parsing:
            raise InputError(
                N_("'{argument}' is an argument too many; did you mean {options}? Try '{command} --help'."),
                argument=extra[0],
                options=", ".join(f"{name} {shlex.quote(extra[0])}" for name in self._meant),
                command=ctx.command_path,
            )
        return extra

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with translated_help(self):
            super().format_help_text(ctx, formatter)


class Commands(click.Group):
    """A command that is a group of commands; alone, it shows its help."""

    context_class = Context

    def __init__(self, name: str, *, help: str) -> None:
        super().__init__(
            name,
            callback=_help_without_command,
            invoke_without_command=True,
            help=help,
            params=shared_options(),
            add_help_option=False,
        )

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with translated_help(self):
            super().format_help_text(ctx, formatter)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            raise unknown_command(args[0], self.commands, nearest(args[0], self.commands))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(command.help or "")) for name, command in self.commands.items()])


def unknown_command(name: str, known: Iterable[str], near: str | None) -> UnknownNameError:
    return UnknownNameError(
        N_("there is no command '{name}'; did you mean {near}? The commands are {known}")
        if near
        else N_("there is no command '{name}'; the commands are {known}"),
        name=name,
        near=near,
        known=", ".join(known),
    )


def _help_without_command() -> None:
    ctx = click.get_current_context()
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def rules_given(argument: str | None, named: str | None) -> str:
    """The rules of a command that takes them as an argument too: `dataset cfour`, or `dataset --rules cfour`."""
    if argument is not None and named is not None:
        raise InputError(
            N_("the rules are given twice, as '{argument}' and as --rules '{named}'; leave one of them out"),
            argument=argument,
            named=named,
        )
    rules = named if argument is None else argument
    if rules is None:
        raise InputError(
            N_("no rules are given; name a preset or a size, like --rules cfour or --rules '9x7 connect=5'")
        )
    return rules


def database_option(function: F) -> F:
    """Where games are kept; the command gets `database`, for `open_database`."""
    return option(
        "--database",
        metavar="URL",
        help=N_("A file, or postgresql://… for a server; PLYGROUND_DATABASE names another than your own file."),
    )(function)


def open_database(url: str | None, *, create: bool = True) -> Database:
    """Opens what `--database` names. A file that was not there is announced, as its name may be mistyped.

    A command that only reads passes `create=False`: there is nothing to read in a new file.
    """
    from plyground.store import Database

    database = Database.open(url, create=create)
    if database.is_new:
        click.echo("plyground: " + say("'{place}' is a new database", place=database.place), err=True)
    return database


def require_folder(file: Path) -> None:
    """Refuses a file to be written in a folder that is not there: its name may be mistyped."""
    folder = file.absolute().parent
    if not folder.exists():
        raise InputError(
            N_("there is no folder '{folder}' for '{file}'; make it, or name another place"),
            folder=folder,
            file=file,
        )


@contextmanager
def translated_help(command: click.Command) -> Iterator[None]:
    """While it lasts, the command's help is in the user's language."""
    english, command.help = command.help, _(command.help or "")
    try:
        yield
    finally:
        command.help = english
