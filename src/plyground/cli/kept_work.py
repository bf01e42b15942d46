"""Long work that is kept as it goes: Ctrl-C and a full disk leave what was done, and say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from plyground.errors import N_, MissingError

__all__ = ["kept_work"]

INTERRUPTED = 130


@contextmanager
def kept_work(ctx: click.Context, path: Path, interrupted: Callable[[], str]) -> Iterator[None]:
    """For work whose result goes to `path`. `interrupted` says, in the user's language, what Ctrl-C leaves."""
    try:
        yield
    except OSError as error:
        raise MissingError(
            N_(
                "{path} cannot be written: {reason}. What was solved before is kept, and the same command goes on "
                "from it"
            ),
            path=path,
            reason=error.strerror or error,
        ) from error
    except KeyboardInterrupt:
        click.echo(f"plyground: {interrupted()}", err=True)
        ctx.exit(INTERRUPTED)
