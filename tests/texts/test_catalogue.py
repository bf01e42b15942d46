"""The catalogue is complete in every language; and each way of being incomplete is noticed."""

from __future__ import annotations

import ast
import functools
import shutil

import pytest

from plyground import texts
from tools import catalogue

extracted = functools.cache(catalogue.extract)


def test_the_catalogue_is_complete(monkeypatch):
    monkeypatch.setattr(catalogue, "extract", extracted)
    assert catalogue.faults() == []


def test_every_language_has_a_catalogue():
    assert set(texts.languages()) == {"en", *catalogue.LANGUAGES}


def test_a_second_run_changes_nothing(tmp_path, monkeypatch):
    _copy(tmp_path, monkeypatch)
    catalogue.update()
    before = {path: path.read_bytes() for path in catalogue.LOCALE.rglob("*.*o*")}
    assert len(before) == 1 + 2 * len(catalogue.LANGUAGES)
    catalogue.update()
    assert [path.name for path in before if path.read_bytes() != before[path]] == []


def _copy(tmp_path, monkeypatch):
    """A copy of the files that a test may spoil. The code is read once for all of them."""
    monkeypatch.setattr(catalogue, "extract", extracted)
    locale = tmp_path / "locale"
    shutil.copytree(catalogue.LOCALE, locale)
    monkeypatch.setattr(catalogue, "LOCALE", locale)
    monkeypatch.setattr(catalogue, "TEMPLATE", locale / "plyground.pot")


MESSAGE = "the number of workers is {value}; it has to be 1 or more"


def _entry(text: str) -> tuple[str, str]:
    """The entry of MESSAGE in a .po file, and its translation."""
    block = next(block for block in text.split("\n\n") if f'msgid "{MESSAGE}"' in block)
    return block, block.partition('msgstr "')[2].rstrip().rstrip('"')


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda block, words: "", "missing: "),
        (lambda block, words: block.replace("#, ", "#, fuzzy, "), "fuzzy: "),
        (lambda block, words: block.replace(words, ""), "untranslated: "),
        (lambda block, words: block.replace(words, words.replace("{value}", "{wert}")), "other placeholders"),
        (lambda block, words: block.replace(words, words.replace("{value}", "")), "other placeholders"),
        (lambda block, words: block.replace(words, words + "{value}"), "other placeholders"),
        (lambda block, words: block.replace(words, words + "{"), "other placeholders"),
        (lambda block, words: block.replace(words, words + "!"), "differs from its .po"),
        (lambda block, words: block + '\n\nmsgid "gone"\nmsgstr "gone"', "no longer in the code: "),
        (lambda block, words: block + '\n\n#~ msgid "gone"\n#~ msgstr "gone"', "obsolete: "),
    ],
)
@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_a_fault_is_noticed(tmp_path, monkeypatch, language, change, complaint):
    _copy(tmp_path, monkeypatch)
    monkeypatch.setattr(catalogue, "LANGUAGES", (language,))
    path = catalogue.po_file(language)
    text = path.read_text("utf-8")
    block, words = _entry(text)
    assert "{value}" in words
    path.write_text(text.replace(block, change(block, words)), "utf-8")
    assert any(complaint in fault and fault.startswith(language) for fault in catalogue.faults())


def test_a_stale_compiled_file_is_noticed(tmp_path, monkeypatch):
    _copy(tmp_path, monkeypatch)
    shutil.copy(catalogue.mo_file("ko"), catalogue.mo_file("zh_CN"))
    assert "zh_CN/LC_MESSAGES/plyground.mo: differs from its .po" in catalogue.faults()


def test_a_new_text_is_noticed(tmp_path, monkeypatch):
    sources = dict(extracted())
    sources["a text nobody has translated"] = catalogue.Source(("a text nobody has translated",))
    monkeypatch.setattr(catalogue, "extract", lambda: sources)
    missing = [fault for fault in catalogue.faults() if "a text nobody has translated" in fault]
    assert len(missing) == 1 + len(catalogue.LANGUAGES)


def test_all_ways_to_mark_a_text_are_collected(tmp_path):
    package = tmp_path / "src" / "plyground"
    package.mkdir(parents=True)
    (package / "errors.py").write_text("class PlygroundError(Exception): ...\nclass OddError(PlygroundError): ...\n")
    (package / "room.py").write_text(
        '_("one")\nN_("two" " parts")\nngettext("{n} stone", "{n} stones", n)\nsay("{a} three", a=1)\n'
        'raise OddError("four {x}", x=1)\nraise errors.OddError("five")\n_(variable)\nother("not this")\n'
        'class OwnError(OddError): ...\nraise OwnError("six")\n'
        "class Coded(OddError):\n    def __init__(self, code, template, /, **values): ...\n"
        'raise Coded("not_this", "seven")\nclass Later(Coded): ...\nraise Later("nor_this", "eight {x}", x=1)\n'
    )
    found = catalogue.extract(package)
    assert {source.forms for source in found.values()} == {
        ("one",),
        ("two parts",),
        ("{n} stone", "{n} stones"),
        ("{a} three",),
        ("four {x}",),
        ("five",),
        ("six",),
        ("seven",),
        ("eight {x}",),
    }
    assert found["one"].files == {"src/plyground/room.py"}


def test_a_text_with_values_inside_cannot_be_marked():
    with pytest.raises(catalogue.UnreadableTextError, match="line 1"):
        list(catalogue.marked(ast.parse('_(f"hello {name}")'), {}))
