"""The modules and styles of the page, joined for the browser."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from plyground.errors import UnsupportedError
from plyground.web.serving.joiner import join
from plyground.web.serving.page_files import PAGE, PageFiles
from tests.web.people import running, serving_page, unverified

DOCUMENT = """<head>
    <link rel="stylesheet" href="/page/frame/base.css">
    <link rel="stylesheet" href="/page/view/view.css" disabled>
    <link rel="stylesheet" href="/page/frame/more.css">
    <link rel="modulepreload" href="/page/play/play.js">
    <script type="module" src="/page/frame/start.js" blocking="render"></script>
</head>
"""
SOURCES = {
    "index.html": DOCUMENT,
    "frame/base.css": "a { color: red }\n",
    "frame/more.css": "b { color: red }\n",
    "view/view.css": "i { color: red }\n",
    "frame/start.js": 'import { kept } from "./kept.js";\n'
    'export const VIEWS = [() => import("../play/play.js"), () => import("../view/view.js"),\n'
    '  () => import("../last/x.js")];\n'
    "export const seen = kept();\n",
    "frame/kept.js": "// Kept.\n/**\n * One. **\n */\nconst value = /** @type {number} */ (1); // **\n"
    'export function kept() {\n  return value;\n}\nconsole.log("kept", kept());\n',
    "play/play.js": 'import { seen } from "../frame/start.js";\nconst value = 2;\nconsole.log("play", seen + value);\n',
    "view/view.js": 'import {\n  kept as first,\n} from "../frame/kept.js";\nimport { both } from "../text/both.js";\n'
    'export class View {}\nconsole.log("view", first() + both);\n',
    "last/x.js": 'import "../text/both.js";\nexport async function open() {}\nconsole.log("last");\n',
    "text/both.js": 'export const both = 5;\nconsole.log("both");\n',
}


def written(folder: Path, **changed: str) -> Path:
    for name, text in (SOURCES | {name.replace("__", "/") + ".js": text for name, text in changed.items()}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def test_what_is_needed_at_once_is_one_file_and_every_view_another(tmp_path):
    joined = join(written(tmp_path), "index.html")
    assert set(joined.files) == {"index.css", "view.css", "index.js", "view.js", "last.js"}
    assert re.findall(r"^// (\S+)$", joined.files["index.js"], re.MULTILINE) == [
        "frame/kept.js",
        "frame/start.js",
        "play/play.js",
        "text/both.js",  # two views share it
    ]
    assert re.findall(r"^// (\S+)$", joined.files["view.js"], re.MULTILINE) == ["view/view.js"]
    assert re.findall(r"\w(?= \{ color)", joined.files["index.css"]) == ["a", "b"]
    assert "Kept." not in joined.files["index.js"]  # comments cost time
    assert "const value = /** @type {number} */ (1); // **\nfunction kept" in joined.files["index.js"]
    assert re.findall(r'"(/page/[^"]+)"( disabled)?', joined.html) == [
        ("/page/index.css", ""),
        ("/page/view.css", " disabled"),
        ("/page/index.js", ""),
    ]


@pytest.mark.needs("node")
def test_joined_modules_run_as_the_modules_themselves_do(tmp_path):
    joined = join(written(tmp_path), "index.html")
    for name, text in joined.files.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    run = "const {VIEWS} = %s; for (const view of VIEWS) console.log(Object.keys(await view()).join());"

    def said(module: str) -> list[str]:
        code = run % module
        ended = subprocess.run(
            ["node", "--input-type=module", "-e", code], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return sorted(ended.stdout.splitlines())

    assert said('(await import("./index.js")).frame_start') == said('await import("./frame/start.js")')


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"frame__kept": "export let value = 1;\n"}, r"frame/kept.js .*export let value = 1;"),
        ({"frame__kept": "export default 1;\n"}, r"frame/kept.js .*export default 1;"),
        ({"frame__kept": 'import all from "x";\n'}, r"frame/kept.js .*import all from"),
        ({"frame__kept": "await 1;\nexport const kept = 1;\n"}, r"frame/kept.js .*await 1;"),
        ({"frame__kept": "export const other = 1;\n"}, r"frame/start.js imports kept, which frame/kept.js does not"),
        (
            {
                "frame__kept": 'import "../text/both.js";\nexport const kept = 1;\n',
                "text__both": 'import "../frame/kept.js";\n',
            },
            r"\(frame/kept.js → text/both.js → frame/kept.js\)",
        ),
    ],
)
def test_what_cannot_be_joined_names_the_file(tmp_path, changed, said):
    with pytest.raises(UnsupportedError, match=said):
        join(written(tmp_path, **changed), "index.html")


def test_every_module_of_the_page_is_joined_and_nothing_is_imported_from_a_source():
    joined = [join(PAGE, path.relative_to(PAGE).as_posix()) for path in PAGE.rglob("*.html")]
    for document in joined:
        named = set(re.findall(r'"/page/([^"]+)"', document.html)) - {"icon.svg"}
        assert named <= set(document.files), "a document names what was not joined"
    texts = "".join(text for document in joined for text in document.files.values())
    sources = {path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*") if path.suffix in (".js", ".css")}
    assert set(re.findall(r"^(?:// |/\* )(\S+\.(?:js|css))(?: \*/)?$", texts, re.MULTILINE)) == sources
    code = re.sub(r"/\*.*?\*/", "", texts, flags=re.DOTALL)
    assert set(re.findall(r'\bimport\("([^"]+)"\)', code)) <= {f"./{name}" for each in joined for name in each.files}


@pytest.fixture
def copied(tmp_path):
    return Path(shutil.copytree(PAGE, tmp_path / "page"))


def hash_of(html: str) -> str:
    (found,) = set(re.findall(r"/page/([0-9a-f]{16})/", html))
    return str(found)


def test_a_changed_source_changes_every_address_and_needs_no_restart(tmp_path, copied):
    """And the files of the version before are gone."""
    with (
        running(tmp_path, str(tmp_path / "x.sqlite"), settings={}, first=serving_page(copied)) as server,
        unverified(server.url) as http,
    ):
        before = http.get("/")
        module = f"/page/{hash_of(before.text)}/index.js"
        assert "A new sentence" not in http.get(module).text
        assert http.get("/", headers={"if-none-match": before.headers["etag"]}).status_code == 304
        with (copied / "text" / "numbers.js").open("a") as source:
            source.write('console.debug("A new sentence");\n')
        after = http.get("/", headers={"if-none-match": before.headers["etag"]})
        assert after.status_code == 200
        assert hash_of(after.text) != hash_of(before.text)
        assert "A new sentence" in http.get(f"/page/{hash_of(after.text)}/index.js").text
        assert http.get(module).status_code == 404


def test_the_same_sources_have_the_same_addresses_in_every_process(copied):
    assert PageFiles(copied)._version.hash == PageFiles(PAGE)._version.hash


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("index.js", "text/javascript; charset=utf-8"),
        ("analysis.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml"),
        ("texts-ko.json", "application/json"),
    ],
)
def test_files_are_compressed_and_kept_for_good(server, name, kind):
    address = f"/page/{hash_of(server.get('/').text)}/{name}"
    plain = server.get(address, headers={"accept-encoding": "identity"})
    small = server.get(address, headers={"accept-encoding": "gzip, br"})
    for answer in (plain, small):
        assert answer.status_code == 200
        assert answer.headers["content-type"] == kind
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["vary"] == "accept-encoding"
        assert "set-cookie" not in answer.headers
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < int(plain.headers["content-length"])
    assert small.content == plain.content


def test_a_document_is_checked_each_time(server):
    first = server.get("/")
    assert first.headers["cache-control"] == "no-cache"
    again = server.get("/", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    address = f"/page/{hash_of(first.text)}"
    assert server.request("HEAD", "/").status_code == 200
    for name in ("index.html", "docs.html", "frame/router.js", "../serving/app.py"):
        assert server.get(f"{address}/{name}").status_code == 404
