"""The page's modules joined into one, and its styles confined to a widget, which is one module and one sheet."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import PurePosixPath

__all__ = ["joined_modules", "joined_styles", "sources"]

_HERE = PurePosixPath("widget")
_IMPORT = re.compile(r"^import (?:\{([^}]*)\} from )?\"([^\"]+)\";\n", re.MULTILINE)  # not shown
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const)\b)", re.MULTILINE)  # not shown
_EXPORTED = re.compile(r"^export (?:async )?(?:function|class|const) (\w+)", re.MULTILINE)  # not shown

# Several notebooks in one browser tab bring the same elements.
_ONCE = (
    "const defineOnce = (name, made) => customElements.get(name) ?? customElements.define(name, made);\n"  # not shown
)


@cache
def _text(path: PurePosixPath) -> str:
    found = files("plyground.web")
    for part in path.parts:
        found = found / part
    return found.read_text("utf-8")


def _resolved(path: PurePosixPath) -> PurePosixPath:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return PurePosixPath(*parts)


def sources(entry: str) -> list[PurePosixPath]:
    """The modules that a widget's own module needs, each after those that it imports itself."""
    order: list[PurePosixPath] = []

    def visit(path: PurePosixPath, above: tuple[PurePosixPath, ...]) -> None:
        assert path not in above, path  # no two modules of the page import each other
        if path in order:
            return
        for _names, target in _IMPORT.findall(_text(path)):
            visit(_resolved(path.parent / target), (*above, path))
        order.append(path)

    visit(_HERE / entry, ())
    return order


def joined_modules(entry: str) -> str:
    """One module: each of the page's is a function that returns what it exports."""
    order = sources(entry)
    names = {path: f"module{number}" for number, path in enumerate(order)}
    parts = [_ONCE]
    for path in order:
        text = _text(path)

        def imported(found: re.Match[str], path: PurePosixPath = path) -> str:
            home = names[_resolved(path.parent / found[2])]
            return f"const {{{found[1].replace(' as ', ': ')}}} = {home};\n" if found[1] else ""  # not shown

        exported = _EXPORTED.findall(text)
        code = _EXPORT.sub("", _IMPORT.sub(imported, text)).replace("customElements.define(", "defineOnce(")
        parts.append(
            f"const {names[path]} = (() => {{\n{code}\nreturn {{ {', '.join(exported)} }};\n}})();\n"
        )  # not shown
    return "".join(parts) + f"export default {{ render: {names[order[-1]]}.render }};\n"  # not shown


def joined_styles(*pages: str) -> str:
    """The page's styles within `.plyground-widget`, so that the notebook around it keeps its own."""
    sheets = [_text(PurePosixPath("page", page)) for page in pages]
    sheets.append(_text(_HERE / "widget.css"))
    text = "\n".join(sheets).replace(":root", "&")
    return f".plyground-widget {{\n{text}\n}}\n"
