"""What a bot may use: memory, processes, file sizes, environment variables, and the view that bubblewrap gives it.

Memory, processes and file sizes are limited by the supervisor on every POSIX system. Where bubblewrap (`bwrap`) is
installed and may make namespaces, a bot has no network, sees no process but its own, and cannot write below the
home folder.
"""

from __future__ import annotations

import fnmatch
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["VARIABLES", "BotLimits", "clean_environment", "sandbox_program", "sandboxed"]

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


def clean_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The variables of `environ` that a bot gets: not the passwords and keys of whoever starts it."""
    named = [name.strip() for name in environ.get(VARIABLES, "").split(",")]
    passed = [*_PASSED, *filter(None, named)]
    return {name: value for name, value in environ.items() if any(fnmatch.fnmatchcase(name, form) for form in passed)}


def sandboxed(command: Sequence[str], limits: BotLimits) -> list[str]:
    """The command, inside a sandbox where there is one and the limits ask for it."""
    program = sandbox_program() if limits.sandbox else None
    return list(command) if program is None else [*_prefix(program), *command]


@cache
def sandbox_program() -> str | None:
    """The path of bubblewrap; None where it is missing or the system does not let it make namespaces."""
    program = shutil.which("bwrap") if sys.platform == "linux" else None
    if program is None:
        return None
    try:
        tried = subprocess.run([*_prefix(program), "true"], capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return program if tried.returncode == 0 else None


def _prefix(program: str) -> list[str]:
    home = str(Path.home())
    closed = ["--ro-bind", home, home] if home != "/" and os.path.isdir(home) else []
    return [
        *(program, "--dev-bind", "/", "/", *closed, "--proc", "/proc"),
        *("--unshare-net", "--unshare-pid", "--die-with-parent", "--"),
    ]
