"""Where compiled kernels are kept between processes.

Numba looks only at the file of the function itself when it decides whether a cached kernel is still good, so
an edit in another file would go unnoticed. The place therefore carries the package's version and a digest of
all kernel sources: a new version, or an edited helper, never meets an old cache. It lies in the user's cache
folder, so an installation that cannot be written to makes no difference; where even that folder is
closed, one in the common temporary folder takes its place, if it belongs to this user alone: whoever can write
there could plant code that we would run.
"""

from __future__ import annotations

import getpass
import hashlib
import os
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path

from plyground import paths
from plyground._version import __version__

__all__ = ["place", "prepare"]


@cache
def _digest() -> str:
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(str(source.relative_to(Path(__file__).parent)).encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def place() -> Path | None:
    """The folder for this version's kernels, ready to be written to; None if there is nowhere to write."""
    name = f"{__version__}-{_digest()}"
    common = Path(tempfile.gettempdir()) / f"plyground-{_user()}"
    for parent in (paths.cache_dir(), common):
        folder = parent / "kernels" / name
        try:
            if parent == common and not _is_private(paths.ready(common)):
                continue
            paths.ready(folder)
        except OSError:
            continue
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
    return None


def _is_private(folder: Path) -> bool:
    """Whether it is a folder of this user that nobody else can write to or read. Windows has one for each user."""
    if sys.platform == "win32":
        return True
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"


def prepare() -> None:
    """Tells Numba the place. Has to run before the first kernel is defined; NUMBA_CACHE_DIR wins if set."""
    import numba

    folder = place()
    if not numba.config.CACHE_DIR and folder is not None:
        numba.config.CACHE_DIR = str(folder)
