"""Looking for processes that should be gone."""

from __future__ import annotations

import os
from pathlib import Path


def alive(pid: int) -> bool:
    """Whether the process runs; one that is dead and not collected yet does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0]
    except (OSError, IndexError):
        return False
    return state not in (b"Z", b"X")


def noted(path: Path) -> list[int]:
    return [int(line) for line in path.read_text("ascii").split()] if path.exists() else []


def children(pid: int) -> list[int]:
    """The processes that this one started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_bytes().rpartition(b")")[2].split()[1]) == pid:
                found.append(int(path.parent.name))
        except (OSError, IndexError):
            continue
    return found


def cpu_seconds(pid: int) -> float:
    """The work that a process has done: unlike a clock, it does not depend on what else runs on the machine."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
