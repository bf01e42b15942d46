"""Where compiled kernels are kept between processes.

Numba looks only at the file of the function itself when it decides whether a cached kernel is still good, so
an edit in another file would go unnoticed. The place therefore carries the package's version and a digest of
all kernel sources: a new version, or an edited helper, never meets an old cache. It lies in the user's cache
folder, so an installation that cannot be written to makes no difference; where even that folder is
closed, a temporary one takes its place.
"""

from __future__ import annotations

import getpass
import hashlib
import os
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
    for parent in (paths.cache_dir() / "kernels", Path(tempfile.gettempdir()) / f"plyground-{_user()}" / "kernels"):
        folder = parent / name
        try:
            paths.ready(folder)
        except OSError:
            continue
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
    return None


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
