"""Hold the rooms of the package apart: `python tools/rooms.py` exits 1 when an import breaks the contract.

The contract is the table `[tool.plyground.rooms]` in pyproject.toml. A room may import what its row
names and whatever those rooms may import; every other room is forbidden to it. import-linter wants
the modules of a contract to exist, so the contracts are written here, for the rooms that are there.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "plyground"
# Not rooms: the front door, which offers names of all rooms, and the version, which everybody may read.
NOT_ROOMS = {"__init__", "_version"}
# Rooms for whom the front door stands open; for the others it would be a way around the table.
GUESTS = {"console", "web", "reproduce", "cli", "__main__"}


def table(pyproject: Path = ROOT / "pyproject.toml") -> dict[str, list[str]]:
    """The table: room -> the rooms it names."""
    rooms: dict[str, list[str]] = tomllib.loads(pyproject.read_text("utf-8"))["tool"]["plyground"]["rooms"]
    return rooms


def existing(package: Path) -> set[str]:
    """The rooms that are there: modules and packages right under the package."""
    files = {path.stem for path in package.glob("*.py")}
    folders = {path.parent.name for path in package.glob("*/*.py")}
    return (files | folders) - NOT_ROOMS


def reachable(room: str, rooms: Mapping[str, Sequence[str]]) -> set[str]:
    """Everything that `room` may import, itself included."""
    seen: set[str] = set()
    todo = [room]
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo.extend(rooms[name])
    return seen


def contracts(rooms: Mapping[str, Sequence[str]], present: set[str]) -> str:
    """The contracts in import-linter's own format."""
    sections = [f"[importlinter]\nroot_package = {PACKAGE}\n"]
    for room in sorted(present):
        forbidden = sorted(present - reachable(room, rooms))
        if forbidden:
            sections.append(_forbid(f"{room} keeps to its row of the table", [room], forbidden))
    inside = sorted(present - GUESTS)
    if inside:
        sources = [line for room in inside for line in (f"{PACKAGE}.{room}", f"{PACKAGE}.{room}.**")]
        sections.append(
            f"[importlinter:contract:door]\nname = rooms do not import each other through the front door\n"
            f"type = forbidden\nallow_indirect_imports = True\nas_packages = False\n"
            f"source_modules =\n{_lines(sources)}forbidden_modules =\n{_lines([PACKAGE])}"
        )
    return "\n".join(sections)


def _forbid(name: str, sources: Sequence[str], forbidden: Sequence[str]) -> str:
    # Direct imports only: each room in between answers for its own.
    return (
        f"[importlinter:contract:{sources[0]}]\nname = {name}\n"
        f"type = forbidden\nallow_indirect_imports = True\n"
        f"source_modules =\n{_lines([f'{PACKAGE}.{room}' for room in sources])}"
        f"forbidden_modules =\n{_lines([f'{PACKAGE}.{room}' for room in forbidden])}"
    )


def _lines(names: Sequence[str]) -> str:
    return "".join(f"    {name}\n" for name in names)


def main(source: Path = ROOT / "src") -> int:
    rooms = table()
    present = existing(source / PACKAGE)
    if strangers := sorted(present - rooms.keys()):
        print(f"not in the table [tool.plyground.rooms] of pyproject.toml: {', '.join(strangers)}")
        return 1

    from importlinter.cli import lint_imports

    sys.path.insert(0, str(source))
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "contracts.ini"
        config.write_text(contracts(rooms, present), "utf-8")
        return int(lint_imports(config_filename=str(config), no_cache=True))


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
