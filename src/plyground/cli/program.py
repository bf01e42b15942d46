"""The program `plyground`: its commands, its language, and its exit codes.

A new command is a module here with a `command` in it, and a row in `COMMANDS`.
"""

from __future__ import annotations

import errno
import importlib
import keyword
import logging
import os
import signal
import sys
import threading
from _thread import interrupt_main
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TextIO

import click

from plyground import __version__
from plyground.cli.command import Context, Option, shared_options, translated_help, unknown_command
from plyground.errors import N_, MissingError, PlygroundError, nearest
from plyground.texts import _, say, tell, use_language

__all__ = ["COMMANDS", "main"]

log = logging.getLogger(__name__)

COMMANDS: Mapping[str, str] = {
    "play": N_("Play a game in the terminal."),
    "serve": N_("Play, analyse and review in a browser."),
    "watch": N_("Watch a search think, step by step."),
    "learn": N_("Learn how searches think: lessons and exercises that are judged at once."),
    "puzzles": N_("Solve puzzles whose answers are proven, make a collection, or check one."),
    "solve": N_("Say who wins a position, in how many moves, and how."),
    "analyse": N_("Give every move of a position its exact value."),
    "explain": N_("Say why a position or a move wins, draws or loses."),
    "review": N_("Judge every move of a game, and say what was better."),
    "book": N_("Look into an opening book, check it, or build one."),
    "dataset": N_("Make a data set: positions with the exact value of every move."),
    "benchmark": N_("Score players on positions with exact values: best moves, and mean regret."),
    "atlas": N_("Show what blocking a cell of a board does."),
    "match": N_("Let two players play a match, with error bars."),
    "tournament": N_("Run tournaments that can be stopped at any moment and resumed."),
    "games": N_("Find, show, export and import games."),
    "assignment": N_("Write a ready assignment: a file for students, and one for their teacher."),
    "grade": N_("Mark what students hand in, with the step where it went wrong."),
    "class": N_("Play a round of the ladder of a class: every file in a folder is a bot."),
    "players": N_("List the players that can be named."),
    "levels": N_("List the ten levels, or measure how far apart they stand."),
    "bot": N_("Offer a player as a bot on standard input and output."),
    "check-bot": N_("Play a bot through a conformance run and say what is wrong with it."),
    "reproduce": N_("Measure every published result again."),
    "warm-up": N_("Compile the solver and the fast searches now, not when first needed."),
    "doctor": N_("Show versions, folders, and what is missing."),
}
"""Each command with its line in the list. The module `plyground.cli.<name>`, with `_` for `-` and
after a keyword, has it as `command`."""

INTERRUPTED = 130
BROKEN_PIPE = 141
BUG = 70

_MOMENT = 0.05
"""Seconds, long enough for a callback to end."""

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""A full disk, a quota, and a limit on the size of files: no fault of ours."""


class Program(click.Group):
    """The group of all commands; they are imported when they run, not when they are listed."""

    context_class = Context

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        module = importlib.import_module(f"plyground.cli.{name}{'_' if keyword.iskeyword(name) else ''}")
        command: click.Command = module.command
        command.name = cmd_name
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            near = self._inside_a_group(ctx, args[0]) or nearest(args[0], COMMANDS)
            raise unknown_command(args[0], COMMANDS, near)
        return super().resolve_command(ctx, args)

    def _inside_a_group(self, ctx: click.Context, name: str) -> str | None:
        """`book lookup` for `lookup`."""
        for outer in COMMANDS:
            command = self.get_command(ctx, outer)
            if isinstance(command, click.Group) and name in command.commands:
                return f"{outer} {name}"
        return None

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        with _pipes_kept_from_click():
            return super().make_context(*arguments, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        with _pipes_kept_from_click():
            return super().invoke(ctx)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with translated_help(self):
            super().format_help_text(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(text)) for name, text in COMMANDS.items()])

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Runs a command line and ends the process with its exit code (docs/exit-codes.md)."""
        arguments = sys.argv[1:] if args is None else list(args)
        _open_what_is_closed()
        for stream in (sys.stdout, sys.stderr):
            # A letter that the terminal lacks becomes a question mark instead of an error.
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        code = self._run(arguments, prog_name or "plyground", complete_var, extra)
        if standalone_mode:
            sys.exit(code)
        return code

    def _run(self, arguments: list[str], prog_name: str, complete_var: str | None, extra: dict[str, Any]) -> int:
        def run() -> int:
            result = click.Group.main(self, arguments, prog_name, complete_var, standalone_mode=False, **extra)
            # `ctx.exit(code)` returns the code; a command that returns nothing succeeded.
            return result if isinstance(result, int) else 0

        try:
            language = _choose_language(arguments)
        except PlygroundError as error:
            return _complain(tell(error), error.exit_code)
        with click_speaks(language), _interrupts_kept():
            return _ended(run)


class _ReaderLeft(Exception):
    """A broken pipe as click does not know it."""


@contextmanager
def _pipes_kept_from_click() -> Iterator[None]:
    """click would end the program with code 1 if a pipe breaks."""
    try:
        yield
    except BrokenPipeError as error:
        raise _ReaderLeft from error


@contextmanager
def _interrupts_kept() -> Iterator[None]:
    """Python only prints what is raised in a callback of its own, such as an import has: a Ctrl-C there comes again."""
    before = sys.unraisablehook

    def hook(unraisable: Any) -> None:
        if not isinstance(unraisable.exc_value, KeyboardInterrupt):
            before(unraisable)
            return
        again = threading.Timer(_MOMENT, _interrupt)
        again.daemon = True
        again.start()

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before


def _interrupt() -> None:
    """What Ctrl-C does, from a thread. A real signal also ends a wait of the main thread; not every system has it."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        interrupt_main()


def _open_what_is_closed() -> None:
    """Replaces standard streams that were closed before we started (`<&-`), for which Python has no object."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for good


def _choose_language(arguments: Sequence[str]) -> str:
    """Finds `--lang` anywhere on the command line: the first error already has to be in that language."""
    asked = None
    words = iter(arguments)
    for word in words:
        if word == "--":
            break
        if word == "--lang":
            asked = next(words, None)
        elif word.startswith("--lang="):
            asked = word.partition("=")[2]
    try:
        return use_language(asked)
    except PlygroundError:
        # An error about the language itself is in the language of the locale.
        with suppress(PlygroundError):
            use_language(None if asked is not None else "en")
        raise


@contextmanager
def click_speaks(language: str) -> Iterator[None]:
    """click looks its own texts up with the standard library's gettext, which asks the environment."""
    import gettext

    from plyground.texts import DOMAIN, LOCALE

    before = os.environ.get("LANGUAGE")
    domain = gettext.textdomain()
    gettext.bindtextdomain(DOMAIN, LOCALE)
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before


def _ended(run: Callable[[], int]) -> int:
    """Runs; however it ends, there is an exit code, and a sentence on standard error if something went wrong."""
    try:
        code = run()
        sys.stdout.flush()
        return code
    except PlygroundError as error:
        log.info("ended by an error", exc_info=True)
        return _complain(tell(error), error.exit_code)
    except click.UsageError as error:
        hint = ""
        if error.ctx is not None:
            hint = " " + say("Try '{command} --help'.", command=error.ctx.command_path)
        if isinstance(error, click.NoSuchOption) and error.possibilities:
            # click would also name an option with half of the letters in common.
            near = nearest(error.option_name, error.possibilities)
            error = click.NoSuchOption(error.option_name, possibilities=[near] if near else None, ctx=error.ctx)
        return _complain(_sentence(error.format_message()) + hint, error.exit_code)
    except click.ClickException as error:
        return _complain(_sentence(error.format_message()), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        return _complain(_("interrupted"), INTERRUPTED)
    except (BrokenPipeError, _ReaderLeft):
        # The reader of our output has gone (`| head`).
        _lead_nowhere(sys.stdout)
        return BROKEN_PIPE
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _FULL:
            log.info("ended by a full disk", exc_info=True)
            place = error.filename or _("standard output")
            return _complain(
                say("{place} cannot be written: {reason}", place=place, reason=error.strerror or error),
                MissingError.exit_code,
            )
        log.info("ended by a fault of ours", exc_info=True)
        return _complain(
            say(
                "this is a fault in Plyground itself ({kind}: {reason}); run it again with -v for the details",
                kind=type(error).__name__,
                reason=error,
            ),
            BUG,
        )


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "?)", "!", "。", "？", "？）")) else say("{sentence}.", sentence=text)


def _complain(text: str, code: int) -> int:
    try:
        sys.stdout.flush()
    except OSError:
        _lead_nowhere(sys.stdout)
    try:
        click.echo(f"plyground: {text}", err=True)
    except OSError:
        _lead_nowhere(sys.stderr)
    return code


def _lead_nowhere(stream: TextIO) -> None:
    """What could not be written is dropped; otherwise the interpreter would complain when it flushes at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _show_version(ctx: click.Context, _param: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        click.echo(f"plyground {__version__}")
        ctx.exit()


def _help_without_command() -> None:
    ctx = click.get_current_context()
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


main = Program(
    "plyground",
    callback=_help_without_command,
    invoke_without_command=True,
    help=N_(
        "Adversarial search in connection games: tic-tac-toe, Connect Four, and every board between them. "
        "'plyground play' starts a game in the terminal, 'plyground serve' opens the page."
    ),
    params=[
        Option(
            ["--version"],
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_show_version,
            help=N_("Show the version and exit."),
        ),
        *shared_options(),
    ],
    add_help_option=False,
)
