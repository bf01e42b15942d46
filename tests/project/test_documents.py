"""The documents of the project say what is true: links lead somewhere, examples run, tables match the code."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

import plyground
from plyground import __version__, errors
from plyground.players import registry
from tools import rooms

ROOT = Path(__file__).resolve().parents[2]


def tracked() -> list[Path]:
    """The files of the project: those in git, or those of an unpacked source archive."""
    try:
        listing = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        found = [ROOT / name for name in listing.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        made = ("build", "dist", "__pycache__")
        found = [
            path
            for path in ROOT.rglob("*")
            if not any(part.startswith(".") or part in made for part in path.relative_to(ROOT).parts)
        ]
    return sorted(path for path in found if path.is_file())


FILES = tracked()
DOCUMENTS = [path for path in FILES if path.suffix == ".md"]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def without_code(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(path: Path) -> set[str]:
    """The places in a document that a link can name, as GitHub makes them from the headings."""
    headings = re.findall(r"^#+ +(.+?) *$", without_code(path.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(path: Path, text: str) -> list[str]:
    broken = []
    for target in re.findall(r"\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)", without_code(text)):
        if re.match(r"[a-z]+:", target):
            continue
        file, _hash, anchor = target.partition("#")
        there = (path.parent / file).resolve() if file else path
        if not there.exists() or (anchor and anchor not in anchors(there)):
            broken.append(target)
    return broken


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_links_lead_somewhere(path):
    assert broken_links(path, path.read_text("utf-8")) == []


def test_a_broken_link_is_noticed():
    text = "[a](README.md) [b](nowhere.md) [c](README.md#no-such-heading) ![d](x.svg) [e](https://example.org)"
    assert broken_links(ROOT / "README.md", text) == ["nowhere.md", "README.md#no-such-heading", "x.svg"]


# A page that builds up a program in pieces is run by a test of its own.
RUN_ELSEWHERE = {"docs/write-your-own-game.md": "tests/examples/test_nim.py"}


@pytest.mark.parametrize(("page", "test"), RUN_ELSEWHERE.items())
def test_pages_in_pieces_have_their_test(page, test):
    assert Path(page).name in (ROOT / test).read_text("utf-8")


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if name(path) not in RUN_ELSEWHERE], ids=name)
def test_examples_run(path, monkeypatch):
    """Every `>>>` in a document; the README must have some."""
    # A kind of player that an example registers must not be there for other tests.
    monkeypatch.setattr(registry, "_KINDS", dict(registry._KINDS))
    monkeypatch.setattr(registry, "_registered", set(registry._registered))
    # The fence that ends an example must not be taken for the end of its output.
    text = re.sub(r"^```.*$", "", path.read_text("utf-8"), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, name(path), str(path), 0)
    report: list[str] = []
    result = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert not result.failed, "".join(report)
    if path == ROOT / "README.md":
        assert result.attempted >= 5


MODULES = [path for path in FILES if path.is_relative_to(ROOT / "src") and path.suffix == ".py"]
WITH_EXAMPLES = [path for path in MODULES if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=name)
def test_examples_in_docstrings_run(path):
    parts = path.relative_to(ROOT / "src").with_suffix("").parts
    module = importlib.import_module(".".join(parts).removesuffix(".__init__"))
    # An example may use the exported names without importing them.
    result = doctest.testmod(module, extraglobs={n: getattr(plyground, n) for n in plyground.__all__})
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize("path", FILES, ids=name)
def test_no_file_knows_where_it_was_written(path):
    """A folder of somebody's machine means nothing on any other."""
    content = path.read_bytes()
    assert not re.findall(rb"(?<![\w.~$}])/(?:home|root|Users)/[A-Za-z0-9_.-]+", content)


def test_the_exit_codes_are_those_of_the_code():
    table = (ROOT / "docs" / "exit-codes.md").read_text("utf-8")
    documented = {int(code) for code in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)}
    of_errors = {
        cls.exit_code
        for _name, cls in inspect.getmembers(errors, inspect.isclass)
        if issubclass(cls, errors.PlygroundError)
    }
    from plyground.cli import program

    assert documented == {0, program.BUG, program.INTERRUPTED, program.BROKEN_PIPE} | of_errors


def test_the_version_is_the_same_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "version" in project["dynamic"]
    assert re.search(rf"^version: {re.escape(__version__)}$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert "## [Unreleased]" in changes
    assert f"## [{__version__}]" in changes


def test_every_page_can_be_found_from_the_readme():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [path.name for path in (ROOT / "docs").glob("*.md") if f"docs/{path.name}" not in readme] == []


def test_the_page_about_the_rooms_names_them_all():
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    named = {
        room for line in page.splitlines() for room in re.findall(r"`(\w+)`", line.split("|")[1] if "|" in line else "")
    }
    assert named == rooms.existing(ROOT / "src" / "plyground") - {"__main__"}
