"""The QR codes of the page, made by its own module in Node and read back by a reader of the tests."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from plyground.web.serving.page_files import PAGE
from tests.web.qr_reader import read_qr

pytestmark = pytest.mark.needs("node")

SCRIPT = """
import {{ correction, qrCode }} from {module};
const read = await new Promise((done) => {{
  let text = "";
  process.stdin.on("data", (part) => (text += part)).on("end", () => done(JSON.parse(text)));
}});
console.log(JSON.stringify(read.texts.map(qrCode).concat([correction(read.block, 10)])));
"""


def made(texts: list[str], block: tuple[int, ...] = (0,)) -> list[Any]:
    """The codes of the texts, and after them the correction of a block."""
    script = SCRIPT.format(module=json.dumps((PAGE / "qr" / "qr-code.js").as_uri()))
    given = json.dumps({"texts": texts, "block": block})
    ended = subprocess.run(
        ["node", "--input-type=module", "-e", script], input=given, capture_output=True, encoding="utf-8", check=True
    )
    return list(json.loads(ended.stdout))


def test_texts_of_every_length_are_read_back():
    link = "http://192.168.178.123:7642/game/7d0a6e0d8f1c4b2a9e35#join=Qx3sAbCdEfGhIjKlMnOpQrSt"
    texts = ["", link, "게임 棋 ♟", *((link * 3)[:length] for length in range(1, 214, 4)), (link * 3)[:213]]
    codes = made(texts)[:-1]
    assert [read_qr(code) for code in codes] == texts
    assert {len(code) for code in codes} == {17 + 4 * version for version in range(1, 11)}
    assert len(codes[1]) == 17 + 4 * 5  # what a link usually takes


def test_the_smallest_code_is_chosen():
    limits = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]
    codes = iter(made(["x" * length for most in limits for length in (most, most + 1)]))
    for most, fits, needs_more in zip(limits, codes, codes, strict=False):
        assert read_qr(fits) == "x" * most
        assert needs_more is None if most == 213 else len(needs_more) == len(fits) + 4


def test_the_correction_of_a_known_block():
    """The example of many textbooks: HELLO WORLD in version 1, level M."""
    block = (32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17)
    assert made([], block) == [[196, 35, 39, 119, 235, 215, 231, 226, 93, 23]]
