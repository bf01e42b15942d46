"""Keep the catalogue of texts up to date with the code: `make texts`.

Collects every marked text from the sources into plyground.pot, carries the translations over into
each language's .po, compiles the .mo that the program reads, and names what is still untranslated.
`--check` changes nothing and exits 1 if something is missing or out of step. `--fill ko FILE` takes
what is untranslated from a JSON file of English -> translation, where it has it.

What counts as marked: the first argument of `_`, `N_` and `say`, the first two of `ngettext`, and
the template of one of our error classes: its first argument, unless its `__init__` says otherwise.
The page's modules mark theirs in the same way, with `_`, `say` and `ngettext`.
"""

from __future__ import annotations

import argparse
import ast
import gettext
import io
import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract as extract_from
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "plyground"
LOCALE = PACKAGE / "texts" / "locale"
TEMPLATE = LOCALE / "plyground.pot"
LANGUAGES = ("ko", "zh_CN")
HEADER = "# Plyground: the texts that a user reads.\n# Distributed under the MIT licence of Plyground."

# How many of the first arguments are texts.
MARKERS = {"_": 1, "N_": 1, "say": 1, "ngettext": 2}


@dataclass
class Source:
    """A text of the code: one form or two, and the files it stands in."""

    forms: tuple[str, ...]
    files: set[str] = field(default_factory=set)


class UnreadableTextError(Exception):
    """A marked text that is not a plain literal, so that nobody could translate it."""


def called(node: ast.Call) -> str:
    """The last name of what is called: `echo` for `click.echo(…)`."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def marker(node: ast.Call) -> str | None:
    """The name of the marker that is called, alone or as `texts.say`; not another object's method of that name."""
    if isinstance(node.func, ast.Attribute):
        owner = node.func.value
        return node.func.attr if isinstance(owner, ast.Name) and owner.id == "texts" else None
    return called(node) if called(node) in MARKERS else None


def error_classes(package: Path = PACKAGE) -> dict[str, int]:
    """Our error classes, of errors.py and derived from them elsewhere: by name, which argument is the template."""
    bases: dict[str, set[str]] = {}
    places: dict[str, int] = {}
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                names = {base.id for base in node.bases if isinstance(base, ast.Name)}
                bases.setdefault(node.name, set()).update(names)
                if (place := _template_place(node)) is not None:
                    places[node.name] = place
    ours = {"PlygroundError": 0}
    while grown := {
        name: places.get(name, max(ours[parent] for parent in parents & ours.keys()))
        for name, parents in bases.items()
        if name not in ours and parents & ours.keys()
    }:
        ours |= grown
    return ours


def _template_place(node: ast.ClassDef) -> int | None:
    """Where the class's own `__init__` has its `template` among the positional arguments."""
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            names = [argument.arg for argument in (*method.args.posonlyargs, *method.args.args)][1:]
            return names.index("template") if "template" in names else None
    return None


def marked(tree: ast.AST, errors: Mapping[str, int]) -> Iterator[tuple[ast.Call, tuple[str, ...]]]:
    """Every call that marks a text, with the text in its one or two forms."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = marker(node)
        if name in MARKERS:
            texts = [literal(argument) for argument in node.args[: MARKERS[name]]]
            if None not in texts and texts:
                yield node, tuple(text for text in texts if text is not None)
            elif any(isinstance(argument, ast.JoinedStr) for argument in node.args):
                raise UnreadableTextError(f'line {node.lineno}: {name}(f"…") cannot be translated')
        elif called(node) in errors:
            for argument in node.args[errors[called(node)] :][:1]:
                if (text := literal(argument)) is not None:
                    yield node, (text,)


def marked_in_page(path: Path) -> Iterator[tuple[str, ...]]:
    """The texts that a module of the page marks, each in its one or two forms."""
    # The extractor reads a template as one text, and would pass over what is marked inside.
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if re.search(r"\$\{[^`]*\b(_|say|ngettext)\(|\b(_|say|ngettext)\(`", line):
            raise UnreadableTextError(f"line {number}: a text inside a `template` cannot be collected")
    with path.open("rb") as stream:
        for _line, found, _comments, _context in extract_from(
            "javascript", stream, {"_": None, "say": None, "ngettext": (1, 2)}, options={"encoding": "utf-8"}
        ):
            yield (found,) if isinstance(found, str) else tuple(found)


def literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def extract(package: Path = PACKAGE) -> dict[str, Source]:
    """All texts of the code, by their first form, in the order of files and lines."""
    errors = error_classes(package)
    found: dict[str, Source] = {}
    for path in (*sorted(package.rglob("*.py")), *sorted(package.rglob("*.js"))):
        name = path.relative_to(package.parent.parent).as_posix()
        try:
            if path.suffix == ".js":
                texts = list(marked_in_page(path))
            else:
                calls = marked(ast.parse(path.read_text("utf-8")), errors)
                texts = [forms for _call, forms in sorted(calls, key=lambda pair: pair[0].lineno)]
        except UnreadableTextError as error:
            raise UnreadableTextError(f"{name}, {error}") from None
        for forms in texts:
            source = found.setdefault(forms[0], Source(forms))
            # The same words with a plural somewhere: the plural entry serves both.
            if len(forms) > len(source.forms):
                source.forms = forms
            source.files.add(name)
    found.pop("", None)
    return found


def _empty(language: str | None = None) -> Catalog:
    return Catalog(
        locale=language,
        header_comment=HEADER,
        project="plyground",
        version="texts",
        copyright_holder="The Plyground developers",
        msgid_bugs_address="-",
        last_translator="The Plyground developers",
        language_team=language or "en",
        charset="utf-8",
        fuzzy=False,
    )


def catalogue(sources: dict[str, Source]) -> Catalog:
    """The template. Files without line numbers: a moved line should not change six hundred others."""
    template = _empty()
    for source in sources.values():
        key = source.forms[0] if len(source.forms) == 1 else source.forms
        template.add(key, locations=[(name, 1) for name in sorted(source.files)])
    return template


def po_file(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "plyground.po"


def mo_file(language: str) -> Path:
    return po_file(language).with_suffix(".mo")


def read(path: Path, language: str | None = None) -> Catalog:
    with path.open("rb") as stream:
        return read_po(stream, locale=language, abort_invalid=True)


def key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def strings(message: Message) -> tuple[str, ...]:
    # A text that was never translated has no string at all until it is written and read back.
    string = message.string or ""
    return (string,) if isinstance(string, str) else tuple(string)


def untranslated(catalog: Catalog) -> list[str]:
    return [key(message) for message in catalog if message.id and not all(strings(message))]


def compiled(catalog: Catalog) -> dict[object, str]:
    """What the .mo of this catalogue says, as the program would read it, without the header."""
    stream = io.BytesIO()
    write_mo(stream, catalog)
    stream.seek(0)
    return spoken(stream)


def spoken(stream: io.BufferedIOBase) -> dict[object, str]:
    messages = dict(vars(gettext.GNUTranslations(stream))["_catalog"])
    messages.pop("", None)
    return messages


def update() -> dict[str, list[str]]:
    """Update the files from the code; returns what is untranslated, by language."""
    template = catalogue(extract())
    if TEMPLATE.exists():
        before = read(TEMPLATE)
        # A new date only for new texts, or every run would leave a change behind.
        if {message.id for message in before} == {message.id for message in template}:
            template.creation_date = before.creation_date
    _write(TEMPLATE, template)
    missing: dict[str, list[str]] = {}
    for language in LANGUAGES:
        path = po_file(language)
        if path.exists():
            catalog = read(path, language)
        else:
            catalog = _empty(language)
        catalog.update(template, no_fuzzy_matching=True)
        catalog.header_comment = HEADER
        catalog.fuzzy = False
        catalog.revision_date = template.creation_date
        catalog.last_translator = "The Plyground developers"
        catalog.language_team = language
        _write(path, catalog)
        # What a .po holds is only certain once it is read back: an empty plural comes and goes.
        catalog = read(path, language)
        with mo_file(language).open("wb") as stream:
            write_mo(stream, catalog)
        missing[language] = untranslated(catalog)
    return missing


def fill(language: str, translations: dict[str, str]) -> list[str]:
    """Fill in these translations where there are none yet; returns the texts that the code does not have."""
    catalog = read(po_file(language), language)
    entries = {key(message): message for message in catalog if message.id}
    for text in translations.keys() & set(untranslated(catalog)):
        message = entries[text]
        message.string = translations[text] if isinstance(message.id, str) else (translations[text],)
        message.flags.discard("fuzzy")
    _write(po_file(language), catalog)
    return sorted(translations.keys() - entries.keys())


def _write(path: Path, catalog: Catalog) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as stream:
        write_po(stream, catalog, width=110, ignore_obsolete=True, include_lineno=False, sort_output=False)


def faults() -> list[str]:
    """What is missing or wrong in the catalogue, one sentence each."""
    expected = {text: source.forms for text, source in extract().items()}
    found: list[str] = []
    for language in (None, *LANGUAGES):
        path = TEMPLATE if language is None else po_file(language)
        name = path.relative_to(LOCALE).as_posix()
        if not path.exists():
            found.append(f"{name}: is not there")
            continue
        catalog = read(path, language)
        here = {key(message): message.id for message in catalog if message.id}
        for text, forms in expected.items():
            if text not in here:
                found.append(f"{name}: missing: {text!r}")
            elif here[text] != (forms[0] if len(forms) == 1 else forms):
                found.append(f"{name}: other plural than in the code: {text!r}")
        found += [f"{name}: no longer in the code: {text!r}" for text in here if text not in expected]
        found += [f"{name}: obsolete: {text!r}" for text in catalog.obsolete]
        if language is not None:
            found += [f"{name}: fuzzy: {key(message)!r}" for message in catalog if message.id and message.fuzzy]
            found += [f"{name}: untranslated: {text!r}" for text in untranslated(catalog)]
            found += _placeholder_faults(name, catalog)
            found += _compiled_faults(language, catalog)
    return found


def _placeholder_faults(name: str, catalog: Catalog) -> Iterator[str]:
    from string import Formatter

    def fields(text: str) -> list[tuple[str, str, str]]:
        return sorted(
            (place, conversion or "", spec or "")
            for _before, place, spec, conversion in Formatter().parse(text)
            if place is not None
        )

    for message in catalog:
        if not message.id:
            continue
        # In the plural the number must be there; the languages we have know only that form.
        wanted = fields(message.id if isinstance(message.id, str) else message.id[-1])
        for string in strings(message):
            try:
                same = not string or fields(string) == wanted
            except ValueError:
                same = False
            if not same:
                yield f"{name}: other placeholders than {key(message)!r}: {string!r}"


def _compiled_faults(language: str, catalog: Catalog) -> Iterator[str]:
    path = mo_file(language)
    name = path.relative_to(LOCALE).as_posix()
    if not path.exists():
        yield f"{name}: is not there"
        return
    with path.open("rb") as stream:
        if spoken(stream) != compiled(catalog):
            yield f"{name}: differs from its .po"


def main() -> int:
    parser = argparse.ArgumentParser(description="Keep the catalogue of texts in step with the code.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if something is out of step")
    parser.add_argument("--fill", nargs=2, metavar=("LANGUAGE", "FILE"), help="take translations from a JSON file")
    arguments = parser.parse_args()
    if arguments.check:
        found = faults()
        print(*found, sep="\n") if found else print("the catalogue is complete")
        return 1 if found else 0
    missing = update()
    if arguments.fill:
        language, file = arguments.fill
        for stranger in fill(language, json.loads(Path(file).read_text("utf-8"))):
            print(f"{language}: not among the texts of the code, left out: {stranger!r}")
        missing = update()
    total = len([message for message in read(TEMPLATE) if message.id])
    for language, texts in missing.items():
        print(f"{language}: {total - len(texts)} of {total} texts translated")
    for text in dict.fromkeys(text for texts in missing.values() for text in texts):
        where = ", ".join(language for language, texts in missing.items() if text in texts)
        print(f"  untranslated in {where}: {text!r}")
    wrong = [fault for fault in faults() if "untranslated" not in fault]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except UnreadableTextError as unreadable:
        sys.exit(str(unreadable))
