"""The reference of the site, written into `docs/reference` when Sphinx starts: public names, commands, and changes.

What is public is what the README promises: the `__all__` of the rooms it names. Every name has its docstring, and an
example from the docstring or from `docs/examples/ROOM.md`, where a heading has the names that the example is for.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import itertools
import re
import types
from collections.abc import Iterator
from pathlib import Path

import click
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

__all__ = ["FACE", "examples_of", "has_example", "home_of", "promised_rooms", "public_names", "setup"]

ROOT = Path(__file__).resolve().parents[2]
FACE = "plyground"
EXAMPLES = ROOT / "docs" / "examples"


def promised_rooms() -> list[str]:
    """The modules whose names versioning promises, as the README lists them."""
    promise = (ROOT / "README.md").read_text("utf-8").partition("## What versioning promises")[2].partition("\n## ")[0]
    return list(dict.fromkeys(re.findall(r"`(plyground[.a-z]*?)(?:\.__all__)?`", promise)))


def public_names(room: str) -> list[str]:
    return sorted(importlib.import_module(room).__all__, key=str.lower)


def home_of(name: str) -> str | None:
    """The room that a name of the front door comes from."""
    wanted = getattr(importlib.import_module(FACE), name)
    for room in promised_rooms():
        found = importlib.import_module(room)
        if room != FACE and name in found.__all__ and getattr(found, name) is wanted:
            return room
    return None


def examples_of(room: str) -> dict[str, str]:
    """The examples of the room's page by name. One that shows several names stands with the first, to which the others
    refer."""
    path = EXAMPLES / f"{room}.md"
    if not path.exists():
        return {}
    sections = re.split(r"^## (.+)\n", path.read_text("utf-8"), flags=re.MULTILINE)[1:]
    examples: dict[str, str] = {}
    for heading, text in zip(sections[::2], sections[1::2], strict=True):
        first, *others = heading.split(", ")
        examples[first] = _block(text)
        examples |= dict.fromkeys(others, f"Shown with `{first}`.\n")
    return examples


def has_example(room: str, name: str) -> bool:
    documented = inspect.getdoc(getattr(importlib.import_module(room), name)) or ""
    return ">>> " in documented or name in examples_of(room)


def _heading(text: str, line: str) -> str:
    return f"{text}\n{line * len(text)}\n"


def _alias_of(room: str, name: str) -> str | None:
    """The other room that documents the same thing under the same name, if it comes from there."""
    found = getattr(importlib.import_module(room), name)
    home: str | None = ".".join(str(getattr(found, "__module__", "")).split(".")[:2])
    if home not in promised_rooms():  # a constant, or another name for something of Python's
        home = home_of(name) if name in importlib.import_module(FACE).__all__ else None
    if home is None or home == room:
        return None
    there = importlib.import_module(home)
    return home if name in there.__all__ and getattr(there, name) is found else None


def _constant_docstring(room: str, name: str) -> str:
    """What stands below the constant where it is set."""
    package = importlib.import_module(room)
    assert package.__file__ is not None
    path = Path(package.__file__)
    for file in sorted(path.parent.rglob("*.py")) if path.name == "__init__.py" else [path]:
        for statement, below in itertools.pairwise(ast.parse(file.read_text("utf-8")).body):
            targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                match below:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        return inspect.cleandoc(text)
    return ""


def _directive(room: str, name: str) -> str:
    found = getattr(importlib.import_module(room), name)
    home = _alias_of(room, name)
    if home is not None:
        return f"The same as :py:obj:`{home}.{name}`.\n"
    if isinstance(found, types.ModuleType):
        return f".. py:module:: {room}.{name}\n\n{(inspect.getdoc(found) or '').partition(chr(10))[0]}\n"
    if inspect.isclass(found):
        return f".. autoclass:: {room}.{name}\n   :members:\n"
    if inspect.isroutine(found):
        return f".. autofunction:: {room}.{name}\n"
    about = "".join(f"   {line}\n" if line else "\n" for line in _constant_docstring(room, name).splitlines())
    return f".. py:data:: {room}.{name}\n\n{about}"


def _block(text: str) -> str:
    """The examples of a page, which is Markdown, as a block of reStructuredText."""
    code = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    return ".. code-block:: pycon\n\n" + "".join(f"   {line}\n" if line else "\n" for line in code.splitlines())


def _room_page(room: str) -> str:
    module = importlib.import_module(room)
    parts = [_heading(room, "="), inspect.getdoc(module) or "", ""]
    examples = examples_of(room)
    for name in public_names(room):
        parts += [_heading(name, "-"), _directive(room, name)]
        if name in examples:
            parts.append(examples[name])
    return "\n".join(parts)


def _face_page() -> str:
    intro = "What most programs need. Each name is documented in the module that it comes from.\n"
    parts = [_heading(FACE, "="), intro]
    parts += [".. list-table::", "   :widths: 25 75", ""]
    face = importlib.import_module(FACE)
    for name in public_names(FACE):
        found = getattr(face, name)
        home = home_of(name)
        about = ""
        if isinstance(found, types.ModuleType):
            about, home = (inspect.getdoc(found) or "").partition("\n")[0], None
        elif name == "__version__":
            about = "The version of the package."
        elif home is not None:
            about = _constant_docstring(home, name) or inspect.getdoc(found) or ""
            about = about.partition("\n\n")[0].replace("\n", " ")
        link = f":py:obj:`{name} <{home}.{name}>`" if home else f"``{name}``"
        parts += [f"   * - {link}", f"     - {about}"]
    return "\n".join([*parts, ""])


def _commands(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    """Every command with its help, outer ones first."""
    yield context.command_path, command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _commands(inner, inner.context_class(inner, info_name=name, parent=context))


def _commands_page() -> str:
    from plyground.cli.program import main as program
    from plyground.texts import speaking

    parts = [_heading("Commands", "="), "Every command as its ``--help`` shows it.\n"]
    with speaking("en"):
        context = program.context_class(program, info_name="plyground", terminal_width=88, max_content_width=88)
        for path, text in _commands(program, context):
            parts += [_heading(path, "-"), ".. code-block:: text\n"]
            parts += [f"   {line}" if line else "" for line in text.splitlines()]
            parts.append("")
    return "\n".join(parts)


def _changes_page() -> str:
    """The changelog, whose links start from the folder above."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    return re.sub(r"\]\((?:docs/)([^)]+)\)", r"](../\1)", text)


def write(app: Sphinx) -> None:
    folder = Path(app.srcdir) / "reference"
    rooms = promised_rooms()
    pages = {f"{room}.rst": _face_page() if room == FACE else _room_page(room) for room in rooms}
    pages |= {"commands.rst": _commands_page(), "changes.md": _changes_page()}
    pages["index.rst"] = _heading("The library", "=") + "\n.. toctree::\n\n" + "".join(f"   {room}\n" for room in rooms)
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        path = folder / name
        # A page that stays as it is need not be read again.
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def stay_on_site(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Pages link to the README and the changelog as they lie in the project; the site has pages in their place."""
    text = re.sub(r"\]\(\.\./CHANGELOG\.md[^)]*\)", "](reference/changes.md)", source[0])
    source[0] = re.sub(r"\]\(\.\./README\.md[^)]*\)", "](index.md)", text)


def space_lists(_app: Sphinx, _what: str, _name: str, _found: object, _options: object, lines: list[str]) -> None:
    """Docstrings start a list right after a sentence, which reStructuredText would read on as one paragraph."""
    spaced: list[str] = []
    for line in lines:
        begins = line.lstrip().startswith("- ")
        if begins and spaced and spaced[-1] and not spaced[-1].lstrip().startswith("- ") and not _goes_on(spaced):
            spaced.append("")
        spaced.append(line)
    lines[:] = spaced


def _goes_on(lines: list[str]) -> bool:
    """Whether the last line belongs to an item of a list."""
    for line in reversed(lines):
        if line.lstrip().startswith("- "):
            return True
        if not line.startswith(" ") or not line:
            return False
    return False


def readable_defaults(
    _app: Sphinx, _what: str, _name: str, _found: object, _options: object, signature: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    """Sphinx splits a signature at every comma if a default, such as `<factory>` of a dataclass, is no Python."""
    return signature and re.sub(r"(= ?)<[^<>]*>", r"\1...", signature), returns


def setup(app: Sphinx) -> ExtensionMetadata:
    app.connect("builder-inited", write)
    app.connect("source-read", stay_on_site)
    app.connect("autodoc-process-docstring", space_lists)
    app.connect("autodoc-process-signature", readable_defaults)
    return {"parallel_read_safe": True}
