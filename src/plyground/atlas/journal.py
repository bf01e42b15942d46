"""An unfinished atlas on disk: a file beside the future one, to which every solved board adds a line.

A line is a line of the atlas with a checksum behind it. One that was cut off by a kill, or damaged, does not count:
its board is solved again. The proofs of the second solver are kept in the same way.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from plyground.errors import N_, InputError

__all__ = ["Journal", "journal_path"]


def journal_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.part")


class Journal:
    """The lines of unfinished work for `path`. `head` says what work it is; a journal of other work is refused."""

    def __init__(self, path: Path, head: Sequence[str]) -> None:
        self.path = journal_path(path)
        self._head = "".join(f"{line}\n" for line in head)
        self._lines: list[str] = []
        before = self.path.read_bytes() if self.path.exists() else b""
        begun = self._head.encode()
        if before and not before.startswith(begun[: len(before)]):
            raise InputError(
                N_("{path} was begun with other settings; use the same, name another --out, or delete it"),
                path=self.path,
            )
        for line in before[len(begun) :].decode(errors="replace").splitlines():
            content, _tab, checksum = line.rpartition("\t")
            if checksum == _checksum(content):
                self._lines.append(content)

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def start(self) -> None:
        """Writes what is whole anew, so that new lines follow a whole one."""
        fresh = self.path.with_name(f"{self.path.name}.new")
        with fresh.open("w", encoding="utf-8", newline="\n") as file:
            file.write(self._head + "".join(map(_checked, self._lines)))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.path)

    def add(self, line: str) -> None:
        self._lines.append(line)
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(_checked(line))
            file.flush()
            os.fsync(file.fileno())

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)


def _checked(line: str) -> str:
    return f"{line}\t{_checksum(line)}\n"


def _checksum(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()[:16]
