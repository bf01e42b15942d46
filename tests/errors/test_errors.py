"""One small hierarchy; every sentence has its values; errors survive the way to another process."""

from __future__ import annotations

import ast
import inspect
import pickle
import re
import string
from pathlib import Path

import pytest

import plyground
from plyground import errors
from plyground.errors import InputError, NotationError, PlygroundError, nearest
from plyground.texts import tell

CLASSES = [
    value
    for name in errors.__all__
    if inspect.isclass(value := getattr(errors, name)) and issubclass(value, PlygroundError)
]
ROOMS = Path(plyground.__file__).parent


def test_the_drawing_in_the_docstring_is_the_hierarchy():
    assert errors.__doc__ is not None
    drawn: dict[str, str | None] = {}
    path: list[str] = []
    for line in errors.__doc__.splitlines():
        found = re.match(r"    ([│├└─ ]*)(\w+Error)\b", line)
        if found:
            depth = len(found[1]) // 4
            path[depth:] = [found[2]]
            drawn[found[2]] = path[depth - 1] if depth else None
    real = {
        kind.__name__: next((base.__name__ for base in kind.__bases__ if issubclass(base, PlygroundError)), None)
        for kind in CLASSES
    }
    assert drawn == real


def test_exit_codes_follow_the_drawing():
    for kind in CLASSES:
        code = 2 if issubclass(kind, InputError) else None
        if code is None:
            code = 3 if issubclass(kind, (errors.UnsupportedError, errors.MissingError)) else 1
            code = 4 if issubclass(kind, errors.StoreError) else code
        assert kind.exit_code == code


def test_bad_input_is_a_value_error_too():
    assert issubclass(InputError, ValueError)


@pytest.mark.parametrize("kind", CLASSES)
def test_errors_say_their_values_and_survive_pickling(kind):
    inner = NotationError("'{move}' at place {place} of '{text}'", move="8", place=3, text="448")
    error = kind("cannot play {name} because {reason}", name="a {brace}", reason=inner, template="kept")
    said = "cannot play a {brace} because '8' at place 3 of '448'"
    assert str(error) == said
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is kind
    assert str(copy) == said
    assert (copy.template, copy.values["name"]) == (error.template, "a {brace}")


def test_a_long_text_is_quoted_without_its_middle_and_kept_whole():
    text = "4" * 100 + "x" * 5000 + "7" * 100
    outer = errors.IllegalMoveError("{reason}", reason=NotationError("'{text}' is no game", text=text))
    assert str(outer) == tell(outer) == f"'{'4' * 40} … {'7' * 40}' is no game"
    assert pickle.loads(pickle.dumps(outer)).values["reason"].text == text
    assert str(NotationError("'{text}'", text="4" * 100)) == f"'{'4' * 100}'"


def test_the_place_is_an_index_for_programs():
    error = NotationError("'{move}' at place {place} of '{text}'", move="8", place=3, text="448")
    assert (error.text, error.place) == ("448", 2)
    bare = NotationError("the rules are empty")
    assert (bare.text, bare.place) == ("", None)
    assert errors.IllegalMoveError("place {place} of '{text}': full", place=7, text="1111111").place == 6


def raises() -> list[tuple[str, ast.Call]]:
    """Every call in the package that makes one of our errors."""
    names = {kind.__name__ for kind in CLASSES}
    found = []
    for path in sorted(ROOMS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                found.append((f"{path.relative_to(ROOMS)}:{node.lineno}", node))
    return found


def literals(node: ast.expr) -> list[str]:
    """The templates that an argument can be: a text in N_(), or one of two."""
    if isinstance(node, ast.IfExp):
        return literals(node.body) + literals(node.orelse)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_":
        (text,) = node.args
        assert isinstance(text, ast.Constant)
        return [str(text.value)]
    return []


def test_no_sentence_lacks_a_value():
    checked = 0
    for place, call in raises():
        if not call.args or any(keyword.arg is None for keyword in call.keywords):
            continue
        given = {keyword.arg for keyword in call.keywords}
        for template in literals(call.args[0]):
            asked = {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}
            assert asked <= given, f"{place}: '{template}' asks for {asked - given}"
            checked += 1
    assert checked > 40


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("minmax", "minimax"),
        ("MINIMAX", "minimax"),
        ("alpha", "alphabeta"),
        ("rnd", "random"),
        ("tictacto", "tictactoe"),
        ("random-mover", "random"),
        ("xyzzy", None),
        ("", None),
        ("dominate", None),
        ("rank", None),
    ],
)
def test_the_nearest_name(name, expected):
    assert nearest(name, ["minimax", "alphabeta", "random", "tictactoe"]) == expected
