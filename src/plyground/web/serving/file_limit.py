"""How many connections this process can hold: each takes one of the files that the system lets it open."""

from __future__ import annotations

import contextlib

__all__ = ["connections_within_files"]

_WANTED = 65_536
_OTHER_FILES = 200
"""The database, its journal, the page, and what tournaments open."""


def connections_within_files(most: int) -> int:
    """Raises the limit of open files as far as it may be. Returns how many connections there can be, up to `most`."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return most
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED if hard == resource.RLIM_INFINITY else min(hard, _WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    if soft == resource.RLIM_INFINITY:
        return most
    return max(16, min(most, soft - _OTHER_FILES))
