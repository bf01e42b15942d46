"""Hold the rooms of the package apart: `python tools/rooms.py` exits 1 when an import breaks the contract.

The contract is the table `[tool.plyground.rooms]` in pyproject.toml: a room imports just the rooms that its row names.
- import-linter forbids all others;
- a row that names a room which is never imported is a fault as well, so the table is as tight as the code;
- rooms meet at their faces: another room's `__init__`, or that of one of its folders, never a file inside;
- the table in docs/architecture.md is made from all this: `python tools/rooms.py --write` writes it again.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "plyground"
# Not rooms: the front door, which offers names of all rooms, and what every room may use.
NOT_ROOMS = {"__init__", "_lazy", "_version"}
# Rooms that may use the front door; for the others it would be a way around the table.
OUTER_ROOMS = {"console", "web", "reproduce", "cli", "__main__"}
TABLE = re.compile(r"(?<=<!-- rooms -->\n).*?(?=<!-- /rooms -->)", re.DOTALL)


def table(root: Path = ROOT) -> dict[str, list[str]]:
    """The table: room -> the rooms it names."""
    pyproject = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    rooms: dict[str, list[str]] = pyproject["tool"]["plyground"]["rooms"]
    return rooms


def existing(package: Path) -> set[str]:
    """The rooms that are there: modules and packages right under the package."""
    files = {path.stem for path in package.glob("*.py")}
    folders = {path.parent.name for path in package.glob("*/*.py")}
    return (files | folders) - NOT_ROOMS


def imports(package: Path) -> Iterator[tuple[Path, list[str], str | None]]:
    """Every import from our own package, wherever it stands in a file: the module, and the name taken from it."""
    for path in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            found: list[tuple[str, str | None]] = []
            if isinstance(node, ast.ImportFrom) and node.module == PACKAGE:  # a room, taken from the front door
                found = [(f"{PACKAGE}.{alias.name}", None) for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                found = [(node.module, alias.name) for alias in node.names]
            elif isinstance(node, ast.Import):
                found = [(alias.name, None) for alias in node.names]
            for module, name in found:
                parts = module.split(".")
                if parts[0] == PACKAGE and len(parts) > 1 and parts[1] in existing(package):
                    yield path, parts[1:], name


def is_face(package: Path, parts: Sequence[str], name: str | None) -> bool:
    """A room, or a folder of one; and not a file in it under the name of what is taken."""
    place = package.joinpath(*parts)
    if len(parts) > 1 and not (place / "__init__.py").exists():
        return False
    return name is None or not place.joinpath(f"{name}.py").exists() or name in _exported(place / "__init__.py")


@cache
def _exported(face: Path) -> set[str]:
    for node in ast.parse(face.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["__all__"]:
            return set(ast.literal_eval(node.value))
    return set()


def faults(package: Path, rooms: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """What import-linter does not see: grants that nobody uses, and files imported from inside a room."""
    used: dict[str, set[str]] = {room: set() for room in rooms}
    for path, parts, name in imports(package):
        place = path.relative_to(package)
        room, other = place.parts[0].removesuffix(".py"), parts[0]
        if room == other or room in NOT_ROOMS:
            continue
        used[room].add(other)
        if not is_face(package, parts, name):
            taken = ".".join([*parts, *([] if name is None else [name])])
            yield f"{place} imports {taken}: take it from the face of the room, {PACKAGE}.{other}"
    for room, row in rooms.items():
        for name in row:
            if name not in used[room]:
                yield f"{room} may import {name} and never does: take it out of its row in [tool.plyground.rooms]"


def contracts(rooms: Mapping[str, Sequence[str]], present: set[str]) -> str:
    """The contracts in import-linter's own format."""
    sections = [f"[importlinter]\nroot_package = {PACKAGE}\n"]
    for room in sorted(present):
        if forbidden := sorted(present - {room, *rooms[room]}):
            # Direct imports only: each room in between answers for its own.
            sections.append(
                f"[importlinter:contract:{room}]\nname = {room} keeps to its row of the table\n"
                f"type = forbidden\nallow_indirect_imports = True\n"
                f"source_modules =\n{_lines([room])}forbidden_modules =\n{_lines(forbidden)}"
            )
    if inside := sorted(present - OUTER_ROOMS):
        sources = [name for room in inside for name in (room, f"{room}.**")]
        sections.append(
            f"[importlinter:contract:door]\nname = rooms do not import each other through the front door\n"
            f"type = forbidden\nallow_indirect_imports = True\nas_packages = False\n"
            f"source_modules =\n{_lines(sources)}forbidden_modules =\n    {PACKAGE}\n"
        )
    return "\n".join(sections)


def _lines(rooms: Sequence[str]) -> str:
    return "".join(f"    {PACKAGE}.{room}\n" for room in rooms)


def table_text(package: Path, rooms: Mapping[str, Sequence[str]]) -> str:
    """The table of docs/architecture.md: what lives in a room is the first paragraph of its docstring."""
    lines = ["| room | what lives there | imports |", "|---|---|---|"]
    for room, row in rooms.items():
        if room.startswith("_"):
            continue
        source = package / room / "__init__.py"
        if not source.exists():
            source = package / f"{room}.py"
        docstring = ast.get_docstring(ast.parse(source.read_text("utf-8"))) or ""
        about = " ".join(docstring.partition("\n\n")[0].split())
        lines.append(f"| `{room}` | {about} | {', '.join(f'`{name}`' for name in row) or 'nothing of ours'} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", nargs="?", type=Path, default=ROOT, help="the project's folder")
    parser.add_argument("--write", action="store_true", help="write the table of docs/architecture.md")
    arguments = parser.parse_args()
    root: Path = arguments.root
    package = root / "src" / PACKAGE
    rooms = table(root)
    if strangers := sorted(existing(package) - rooms.keys()):
        print(f"not in the table [tool.plyground.rooms] of pyproject.toml: {', '.join(strangers)}")
        return 1

    document = root / "docs" / "architecture.md"
    text = document.read_text("utf-8")
    current = TABLE.sub(lambda _: table_text(package, rooms), text)
    if arguments.write:
        document.write_text(current, "utf-8")
        return 0

    from importlinter.cli import lint_imports

    sys.path.insert(0, str(package.parent))
    found = list(faults(package, rooms))
    if current != text:
        found.append("docs/architecture.md has another table than pyproject.toml: python tools/rooms.py --write")
    print(*found, sep="\n")
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "contracts.ini"
        config.write_text(contracts(rooms, existing(package)), "utf-8")
        broken = int(lint_imports(config_filename=str(config), no_cache=True))
    return 1 if found or broken else 0


if __name__ == "__main__":
    sys.exit(main())
