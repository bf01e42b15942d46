"""`plyground doctor`: versions, folders, what bots may do, and what is missing for which extra.

Asks the installed packages' records and imports none of them, so that it works when one is broken.
"""

from __future__ import annotations

import importlib.metadata as metadata
import platform
import re
import sys

import click

from plyground import __version__
from plyground.cli.command import Command
from plyground.errors import N_
from plyground.texts import _, language, languages, say

__all__ = ["command"]

_REQUIREMENT = re.compile(r"^\s*([A-Za-z0-9._-]+)(?:\[[^\]]*\])?\s*([^;]*?)\s*(?:;(.*))?$")
_EXTRA = re.compile(r"""extra\s*==\s*['"]([^'"]+)['"]""")


@click.command(
    cls=Command,
    help=N_(
        "Show versions, the folders that Plyground uses, the terminal, what bots may do, "
        "and what is missing for which extra."
    ),
)
def command() -> None:
    from plyground import paths
    from plyground.console import make_console

    console = make_console()

    def show(title: str, rows: list[tuple[str, str]]) -> None:
        console.print(title, style="bold")
        console.table(rows)

    show(
        _("Versions"),
        [
            ("plyground", __version__),
            ("Python", f"{platform.python_version()} ({sys.executable})"),
            (_("system"), platform.platform()),
            *((name, installed(name) or _("missing")) for name in needed()[""]),
        ],
    )
    show(
        _("Folders"),
        [
            (_("config"), _folder(paths.config_dir())),
            (_("data"), _folder(paths.data_dir())),
            (_("cache"), _folder(paths.cache_dir())),
        ],
    )
    code = language()
    show(
        _("Terminal"),
        [
            (_("language"), f"{code} ({languages()[code]})"),
            (_("encoding"), console.encoding),
            (_("size"), f"{console.width}x{console.height}" if console.is_terminal else _("not a terminal")),
            (_("colours"), str(console.color_system or _("none"))),
        ],
    )
    show(_("Bots"), bot_protection())
    extras = {name: packages for name, packages in needed().items() if name and name != "dev"}
    show(_("Extras"), [(name, extra_state(name, packages)) for name, packages in extras.items()])


def bot_protection() -> list[tuple[str, str]]:
    """What keeps a bot from doing harm on this system, and what does not."""
    from plyground.bots import BotLimits, sandbox_program

    limits = BotLimits()
    watched, posix = sys.platform == "linux", sys.platform != "win32"
    open_here = _("not limited on this system")
    if sandbox_program() is not None:
        network, home = _("closed by bubblewrap"), _("read-only by bubblewrap")
    elif watched:
        network = home = _("open: bubblewrap (the program bwrap) is missing or not allowed here")
    else:
        network = home = open_here
    return [
        (_("environment"), _("only what programs need; no passwords or keys")),
        (_("memory"), say("{count} MB", count=limits.memory) if watched else open_here),
        (_("processes"), say("{count} at once", count=limits.processes) if watched else open_here),
        (_("size of a file"), say("{count} MB", count=limits.file_size) if posix else open_here),
        (_("network"), network),
        (_("home folder"), home),
    ]


def _folder(path: object) -> str:
    from pathlib import Path

    return str(path) if Path(str(path)).exists() else say("{path} (not made yet)", path=path)


def needed() -> dict[str, list[str]]:
    """The packages of the base installation under the empty name, and those of each extra."""
    found: dict[str, list[str]] = {"": []}
    try:
        requirements = metadata.requires("plyground") or []
    except metadata.PackageNotFoundError:
        requirements = []
    for text in requirements:
        match = _REQUIREMENT.match(text)
        if match is None:
            continue
        extra = _EXTRA.search(match[3] or "")
        found.setdefault(extra[1] if extra else "", []).append(match[1])
    return found


def installed(name: str) -> str | None:
    """The version of a package; None if it is not there."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def extra_state(name: str, packages: list[str]) -> str:
    missing = [package for package in packages if installed(package) is None]
    if not missing:
        return ", ".join(f"{package} {installed(package)}" for package in packages)
    return say(
        "missing: {packages}; install with: {command}",
        packages=", ".join(missing),
        command=f'pip install "plyground[{name}]"',
    )
