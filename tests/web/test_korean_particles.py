"""Korean particles: the page chooses the same forms as the library, in every text that gets values."""

from __future__ import annotations

import ast
from itertools import product
from pathlib import Path

import pytest

import plyground
from plyground.texts import fill, ngettext, speaking
from plyground.texts.korean import with_particles
from tests.web.think_runs import run_in_node

PARTICLES = ("은(는)", "이(가)", "을(를)", "와(과)", "(으)로", "(이)라")
WORDS = (
    *("노랑", "빨강", "돌", "알파", "값", "무승부", "갈", "힣", "가"),
    *(str(number) for number in range(31)),
    *("0.25", "−3", "-10", "1,000", "∞", "−∞", "▲", "", " "),
    *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    *("X", "c4", "a1", "Max", "Min", "UCT", "UCB1", "HTML", "minimax", "alpha", "stockfish", "bot", "il", "YELLOW"),
    *("uct(c=1)", "“c4”", "'minimax'", "(3)", "f(x)", "b2 → a1", "열 4", "mcts…"),
)

SCRIPT = """
  const { withParticles } = await import(`${PAGE}/text/korean.js`);
  console.log(JSON.stringify(given.map(withParticles)));
"""


@pytest.mark.needs("node")
def test_the_page_chooses_the_forms_of_the_library():
    texts = [f"{word}{particle} 둡니다." for word, particle in product(WORDS, PARTICLES)]
    texts += [" ".join(f"{word}{particle}" for word in WORDS) for particle in PARTICLES]
    assert run_in_node(SCRIPT, texts) == [with_particles(text) for text in texts]


def test_counted_texts_get_the_right_form():
    one, many = "{depth} ply ahead, {move} is best, with {value}.", "{depth} plies ahead, {move} is best, with {value}."
    with speaking("ko"):
        for move, said in (("c4", "c4가"), ("b1", "b1이")):
            assert said in fill(ngettext(one, many, 3), depth=3, move=move, value="+1")


def test_no_translated_template_is_filled_in_another_way():
    """`str.format` would leave both forms of a particle."""
    found = []
    for path in Path(plyground.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name("_" | "ngettext")), attr="format")):
                    found.append(f"{path.name}:{node.lineno}")
    assert found == []
