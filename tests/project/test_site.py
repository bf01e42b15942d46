"""The documentation site is built without a warning, and its reference leaves nothing out."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.test_surface import EXPORTED

ROOT = Path(__file__).resolve().parents[2]
reference = pytest.importorskip("tools.site.reference", reason="needs the extra docs (Sphinx)")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Built from a copy of the pages, so that a build by hand is left alone."""
    folder = tmp_path_factory.mktemp("site")
    ended = subprocess.run(
        [
            *(sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", "--builder", "html"),
            *("--doctree-dir", folder / "doctrees", ROOT / "docs", folder / "html"),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert not ended.stderr.strip()
    return folder / "html"


def test_the_front_page_shows_boards_and_all_four_parts(site):
    page = (site / "index.html").read_text("utf-8")
    assert page.count("<svg") > 1
    assert all(part in page for part in ("Tutorials", "How to", "Reference", "Explanation"))


def test_nothing_is_fetched_from_elsewhere(site):
    fetched = re.compile(r"<(?:script|img|link|iframe)[^>]*(?:src|href)=\"(https?:[^\"]*)", re.IGNORECASE)
    found = {address for page in site.rglob("*.html") for address in fetched.findall(page.read_text("utf-8"))}
    assert not found


def test_every_link_within_the_site_leads_somewhere(site):
    broken = []
    for page in site.rglob("*.html"):
        for target in re.findall(r'<a [^>]*href="([^"#:]+)(?:#[^"]*)?"', page.read_text("utf-8")):
            if not (page.parent / target).exists():
                broken.append((page.name, target))
    assert not broken


def test_the_search_knows_the_reference(site):
    index = (site / "searchindex.js").read_text("utf-8")
    assert "reference/plyground.solver" in index
    assert "zugzwang" in index


@pytest.mark.parametrize("room", EXPORTED)
def test_every_public_name_is_in_the_reference(site, room):
    page = (site / "reference" / f"{room}.html").read_text("utf-8")
    missing = [name for name in EXPORTED[room].split() if f">{name}<" not in page and f'"{room}.{name}"' not in page]
    assert not missing


@pytest.mark.parametrize("room", [room for room in EXPORTED if room != "plyground"])
def test_every_public_name_has_an_example(room):
    names = EXPORTED[room].split()
    assert set(reference.examples_of(room)) <= set(names)
    assert [name for name in names if not reference.has_example(room, name)] == []


def test_what_the_front_door_offers_is_documented_in_a_room():
    constants = {"__version__", "learn"}
    assert [
        name for name in EXPORTED["plyground"].split() if name not in constants and not reference.home_of(name)
    ] == []
