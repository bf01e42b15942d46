"""Joins the modules and styles that a document of the page names, so that the page costs few requests.

The sources stay plain ES modules that need no tool. A document lists what it loads:

- its styles, and the module that starts it, which are joined into one file each;
- by `modulepreload`, modules that are imported on demand but belong to the first load;
- by `disabled`, the styles of a view, which the router enables when it opens the view.

What is only imported on demand, by `import("…")`, is a *view*, named after its folder: its modules and its disabled
styles are one file each. A module that two views share goes with the first load.

In a joined file every module is a function of its own. So two modules may use the same name, and the browser's console
can be searched for the name of a file:

    // browser/storage.js
    const browser_storage = (() => {
    …
    return { remember, remembered };
    })();

An exported name is a function, a class or a constant, and modules do not import each other in a circle. Then values
that are read once, when the importing module starts, are those that ES modules would see.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from plyground.errors import N_, UnsupportedError

__all__ = ["ADDRESS", "JoinedDocument", "join"]

ADDRESS = "/page/"
"""Where the server has the files of the page."""

_IMPORT = re.compile(r'^import\s+(?:\{(?P<names>[^}]*)\}\s+from\s+)?"(?P<path>[^"]+)";', re.MULTILINE)
_ON_DEMAND = re.compile(r'(?P<before>=> |await |return )import\("(?P<path>[^"]+)"\)')  # not shown
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*? |class |const )(?P<name>\w+))", re.MULTILINE)  # not shown
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/)[ \t]*\n", re.MULTILINE)  # on lines of its own
_NOT_JOINED = re.compile(r"^(?:import|export|await)\b.*", re.MULTILINE)

_STYLE = re.compile(rf'[ \t]*<link rel="stylesheet" href="{ADDRESS}(?P<path>[^"]+)"(?P<disabled>\sdisabled)?>\n')
_PRELOAD = re.compile(rf'[ \t]*<link rel="modulepreload" href="{ADDRESS}(?P<path>[^"]+)">\n')
_SCRIPT = re.compile(rf'(?<=<script type="module" src="{ADDRESS})(?P<path>[^"]+)')


@dataclass(frozen=True)
class JoinedDocument:
    html: str
    files: dict[str, str]
    """By name, such as `index.js`. A document names them as `/page/index.js`."""


@dataclass(frozen=True)
class _Module:
    path: str
    source: str

    @property
    def name(self) -> str:
        """Of the constant that holds its exports."""
        return re.sub(r"\W", "_", self.path.removesuffix(".js"))

    @property
    def folder(self) -> str:
        return posixpath.dirname(self.path)

    def resolved(self, path: str) -> str:
        return posixpath.normpath(posixpath.join(self.folder, path))

    @cached_property
    def imports(self) -> list[str]:
        return [self.resolved(found["path"]) for found in _IMPORT.finditer(self.source)]

    @cached_property
    def on_demand(self) -> list[str]:
        return [self.resolved(found["path"]) for found in _ON_DEMAND.finditer(self.source)]

    @cached_property
    def exports(self) -> list[str]:
        return [found["name"] for found in _EXPORT.finditer(self.source)]


class _Modules:
    """The modules of a folder, read when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[str, _Module] = {}

    def __getitem__(self, path: str) -> _Module:
        if path not in self._read:
            self._read[path] = _Module(path, (self._folder / path).read_text("utf-8"))
        return self._read[path]

    def in_order(self, paths: Iterable[str]) -> list[str]:
        """These modules and all that they import, each after what it imports itself."""
        order: dict[str, None] = {}

        def visit(path: str, importing: tuple[str, ...]) -> None:
            if path in importing:
                raise UnsupportedError(
                    N_("modules of the page import each other in a circle ({files}); move what they share to a third"),
                    files=" → ".join((*importing[importing.index(path) :], path)),
                )
            if path not in order:
                for imported in self[path].imports:
                    visit(imported, (*importing, path))
                order[path] = None

        for path in paths:
            visit(path, ())
        return list(order)

    def wrapped(self, path: str, on_demand: Callable[[str], str]) -> str:
        """A module as a function, called at once, without its comments."""
        module = self[path]

        def import_as_constant(found: re.Match[str]) -> str:
            if found["names"] is None:
                return ""
            imported = self[module.resolved(found["path"])]
            for name in re.findall(r"(\w+)(?: as \w+)?", found["names"]):
                if name not in imported.exports:
                    raise UnsupportedError(
                        N_("{file} imports {name}, which {imported} does not export"),
                        file=path,
                        name=name,
                        imported=imported.path,
                    )
            return f"const {{{found['names'].replace(' as ', ': ')}}} = {imported.name};"

        body = _IMPORT.sub(import_as_constant, module.source)
        body = _ON_DEMAND.sub(lambda found: found["before"] + on_demand(module.resolved(found["path"])), body)
        body = _COMMENT.sub("", _EXPORT.sub("", body))
        left = _NOT_JOINED.search(body)
        if left is not None:
            raise UnsupportedError(
                N_("{file} cannot be joined at '{line}'; import {{names}}, and export a function, class or const"),
                file=path,
                line=left[0],
            )
        exports = ", ".join(module.exports)
        return f"// {path}\nconst {module.name} = (() => {{\n{body.rstrip()}\nreturn {{ {exports} }};\n}})();\n"


def join(folder: Path, document: str) -> JoinedDocument:
    """Joins what the document, a file of the folder, names."""
    html = (folder / document).read_text("utf-8")
    stem = posixpath.basename(document).removesuffix(".html")
    files: dict[str, str] = {}

    styles: dict[str, list[str]] = defaultdict(list)

    def joined_style(found: re.Match[str]) -> str:
        disabled = found["disabled"] or ""
        name = f"{posixpath.dirname(found['path']) if disabled else stem}.css"
        styles[name].append(f"/* {found['path']} */\n{(folder / found['path']).read_text('utf-8')}")
        first = len(styles[name]) == 1
        return f'    <link rel="stylesheet" href="{ADDRESS}{name}"{disabled}>\n' if first else ""

    html = _STYLE.sub(joined_style, html)
    files.update({name: "".join(parts) for name, parts in styles.items()})

    started = [found["path"] for found in _SCRIPT.finditer(html)]
    preloaded = [found["path"] for found in _PRELOAD.finditer(html)]
    if started:
        files.update(_joined_modules(_Modules(folder), stem, [*started, *preloaded]))
        html = _SCRIPT.sub(f"{stem}.js", _PRELOAD.sub("", html))
    return JoinedDocument(html, files)


def _joined_modules(modules: _Modules, stem: str, first: list[str]) -> dict[str, str]:
    start, views = _divided(modules, first)

    def on_demand(path: str) -> str:
        if path in start:
            return f"Promise.resolve({modules[path].name})"
        return f'import("./{modules[path].folder}.js").then((view) => view.{modules[path].name})'

    def written(paths: Iterable[str]) -> str:
        return "\n".join(modules.wrapped(path, on_demand) for path in paths)

    names = ", ".join(modules[path].name for path in start)
    files = {f"{stem}.js": f"{written(start)}\nexport {{ {names} }};\n"}
    for view, paths in views.items():
        own = ", ".join(modules[path].name for path in paths)
        files[f"{view}.js"] = f'import {{ {names} }} from "./{stem}.js";\n\n{written(paths)}\nexport {{ {own} }};\n'
    return files


def _divided(modules: _Modules, first: list[str]) -> tuple[list[str], dict[str, list[str]]]:
    """The modules of the first load, and those of each view, in the order in which they have to run."""
    start = modules.in_order(first)
    entries: dict[str, list[str]] = {}
    views: dict[str, list[str]] = {}
    looked_at: set[str] = set()
    waiting = list(start)
    while waiting:
        path = waiting.pop(0)
        if path in looked_at:
            continue
        looked_at.add(path)
        for entry in modules[path].on_demand:
            if entry not in start:
                view = modules[entry].folder
                entries.setdefault(view, []).append(entry)
                views[view] = modules.in_order(entries[view])
                waiting.extend(views[view])
    shared = [path for path in looked_at if path not in start and sum(path in paths for paths in views.values()) > 1]
    start = modules.in_order([*first, *sorted(shared)])
    return start, {view: [path for path in paths if path not in start] for view, paths in views.items()}
