"""The bots that lie in the folder of a class. Nothing of theirs is run here."""

from __future__ import annotations

import ast
import hashlib
import os
import shlex
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from plyground.classroom.remark import Remark, remark
from plyground.errors import N_

__all__ = ["Bot", "player_text", "read_roster"]

_STEMS = ("bot", "main", "submission")
"""What the file of a bot is called that is a folder."""

_NOT_BOTS = (".html", ".toml", ".md", ".txt", ".csv", ".zip", ".json")
_LARGEST_SOURCE = 1 << 20
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Bot:
    """A file or folder, and the file in it that runs. The digest changes with any of its files."""

    name: str
    path: Path
    file: str
    """Relative to the folder that `path` is in."""
    digest: str


def read_roster(folder: Path) -> tuple[dict[str, Bot], dict[str, Remark]]:
    """The bots by their names, and what cannot play with the reason."""
    bots: dict[str, Bot] = {}
    problems: dict[str, Remark] = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "_")) or path.suffix in _NOT_BOTS:
            continue
        name = path.name if path.is_dir() else path.stem
        file = _main_file(path)
        if path.is_symlink():
            problems[path.name] = remark(N_("it is a link; put the file itself here"))
        elif not name.isprintable() or len(name) > _LONGEST_NAME or "(" in name:
            problems[ascii(path.name)] = remark(
                N_("its name has to be of {most} letters at most, without brackets"), most=_LONGEST_NAME
            )
        elif name in bots:
            problems[path.name] = remark(N_("there is another bot called '{name}'"), name=name)
        elif file is None:
            problems[path.name] = remark(
                N_(
                    "it is no bot: that is a Python file, a library (.so), a program that may be executed, or a folder "
                    "with one of these called bot, main or submission"
                )
            )
        else:
            bots[name] = Bot(name, path, file, _digest(path))
    return bots, problems


def _main_file(path: Path) -> str | None:
    if not path.is_dir():
        return path.name if _runs(path) else None
    inside = [file for file in sorted(path.iterdir()) if file.stem in _STEMS and not file.is_dir() and _runs(file)]
    return f"{path.name}/{inside[0].name}" if len(inside) == 1 else None


def _runs(file: Path) -> bool:
    return file.suffix in (".py", ".so") or os.access(file, os.X_OK)


def _digest(path: Path) -> str:
    found = hashlib.sha256()
    for name, file in _files(path):
        content = os.readlink(file).encode() if file.is_symlink() else file.read_bytes()
        for part in (name.encode(), content):
            found.update(len(part).to_bytes(8) + part)
    return found.hexdigest()[:12]


def _files(path: Path) -> Iterator[tuple[str, Path]]:
    if not path.is_dir():
        yield path.name, path
        return
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(one for one in folders if one != "__pycache__")
        for name in sorted(names):
            file = Path(folder, name)
            if file.is_symlink() or file.is_file():
                yield file.relative_to(path).as_posix(), file


def player_text(file: Path, options: Mapping[str, object]) -> str:
    """The player that a file is: by its ending, and by what a Python file defines.

    `choose(board)` makes a function, `agent(observation, configuration)` an agent of Kaggle; any other Python file is a
    program that speaks the line protocol.
    """
    given = "".join(f"{name}={value} " for name, value in options.items())
    if file.suffix == ".so":
        return f"so:{given}{file}"
    if file.suffix != ".py":
        return f"cmd:{given}{shlex.quote(str(file))}"
    defined = _defined(file)
    if "choose" in defined:
        return f"python:{given}{file}:choose"
    if "agent" in defined or "my_agent" in defined:
        return f"kaggle:{given}{file}"
    return f"cmd:{given}{shlex.join([sys.executable, str(file)])}"


def _defined(file: Path) -> set[str]:
    """The functions and names at the top of a file; none of a file that Python cannot read."""
    try:
        if file.stat().st_size > _LARGEST_SOURCE:
            return set()
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    found = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found
