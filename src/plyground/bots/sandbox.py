"""What a bot may use: memory, processes, file sizes, environment variables, and the view that bubblewrap gives it.

Memory, processes and file sizes are limited by the supervisor on every POSIX system. Where bubblewrap (`bwrap`) is
installed and may make namespaces, a bot has no network, sees no process but its own, and cannot write below the
home folder. A bot that is `closed` sees neither the home folder nor temporary files, and can write nowhere else.
"""

from __future__ import annotations

import fnmatch
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["VARIABLES", "BotLimits", "clean_environment", "closed_by", "sandbox_program", "sandboxed", "user_of"]

VARIABLES = "PLYGROUND_BOT_VARIABLES"
"""The environment variable that names further ones which bots get, separated by commas: `API_KEY,CUDA_*`."""

# What programs need to find their files, libraries and language. Nothing here is a secret on an ordinary machine.
_PASSED = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "LC_*", "TZ", "TMPDIR", "TMP", "TEMP"),
    *("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"),
    *("PYTHONPATH", "PYTHONHOME", "PYTHONUTF8", "PYTHONIOENCODING", "PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV"),
    *("PLYGROUND_HOME", "PLYGROUND_LANG", "NUMBA_*", "OMP_NUM_THREADS", "JAVA_HOME"),
    # Windows programs do not start without these.
    *("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA"),
)

_NO_USERS = range(61184, 65520)
"""User numbers that systems give to nobody for good."""

_PACKAGE = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class BotLimits:
    """What a bot may use, with all the processes that it starts."""

    memory: int = 4096
    """MB"""
    processes: int = 256
    file_size: int = 1024
    """MB of each file that it writes"""
    sandbox: bool = True
    """Whether bubblewrap is used where it works."""
    closed: bool = False
    """Whether it should see neither the home folder nor temporary files, and write nowhere; `closed_by` says whether
    that can be had here."""
    shown: tuple[str, ...] = ()
    """Folders that a closed bot sees all the same, and cannot write to."""
    hidden: tuple[str, ...] = ()
    """Files that a closed bot does not see."""


def clean_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The variables of `environ` that a bot gets: not the passwords and keys of whoever starts it."""
    named = [name.strip() for name in environ.get(VARIABLES, "").split(",")]
    passed = [*_PASSED, *filter(None, named)]
    return {name: value for name, value in environ.items() if any(fnmatch.fnmatchcase(name, form) for form in passed)}


def sandboxed(command: Sequence[str], limits: BotLimits) -> list[str]:
    """The command, inside a sandbox where there is one and the limits ask for it."""
    program = sandbox_program() if limits.sandbox else None
    if program is None or (limits.closed and closed_by() != "bubblewrap"):
        return list(command)
    return [*(_closed_prefix(program, limits) if limits.closed else _prefix(program)), *command]


@cache
def sandbox_program() -> str | None:
    """The path of bubblewrap; None where it is missing or the system does not let it make namespaces."""
    program = shutil.which("bwrap") if sys.platform == "linux" else None
    return program if program is not None and _works([*_prefix(program), "true"]) else None


@cache
def closed_by() -> str | None:
    """What closes a bot in on this machine: `bubblewrap`; `user`, a user of its own, where the driver is root; or None.

    Each is tried out: both need to reach the interpreter and this package.
    """
    ours = [sys.executable, "-c", "import plyground.bots"]
    program = sandbox_program()
    if program is not None and _works([*_closed_prefix(program, BotLimits(closed=True)), *ours]):
        return "bubblewrap"
    if sys.platform != "win32" and os.geteuid() == 0 and _works(ours, user=_NO_USERS[0]):
        return "user"
    return None


def user_of(limits: BotLimits) -> int:
    """The number of the user that a bot has to become; 0 if it stays the driver's."""
    if not (limits.closed and closed_by() == "user"):
        return 0
    return _NO_USERS[int.from_bytes(os.urandom(4)) % len(_NO_USERS)]


def _works(command: Sequence[str], user: int | None = None) -> bool:
    become: dict[str, Any] = {} if user is None else {"user": user, "group": user, "extra_groups": []}
    environment = clean_environment(os.environ)
    try:
        tried = subprocess.run(command, env=environment, capture_output=True, timeout=60, check=False, **become)
    except (OSError, subprocess.SubprocessError):
        return False
    return tried.returncode == 0


def _prefix(program: str) -> list[str]:
    home = str(Path.home())
    closed = ["--ro-bind", home, home] if home != "/" and os.path.isdir(home) else []
    return [
        *(program, "--dev-bind", "/", "/", *closed, "--proc", "/proc"),
        *("--unshare-net", "--unshare-pid", "--die-with-parent", "--"),
    ]


def _closed_prefix(program: str, limits: BotLimits) -> list[str]:
    emptied = {str(Path.home().resolve()), os.path.realpath(tempfile.gettempdir()), "/tmp", "/var/tmp"} - {"/"}
    needed = {sys.prefix, sys.base_prefix, str(_PACKAGE), *limits.shown}
    options = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    for folder in sorted(emptied):
        if os.path.isdir(folder):
            options += ["--tmpfs", folder]
    for folder in sorted(map(os.path.realpath, needed)):
        options += ["--ro-bind", folder, folder]
    for file in limits.hidden:
        if os.path.isfile(file):
            options += ["--ro-bind", os.devnull, os.path.realpath(file)]
    return [
        *(program, *options, "--unshare-net", "--unshare-pid", "--unshare-ipc", "--cap-drop", "ALL"),
        *("--die-with-parent", "--"),
    ]
