"""No text that a user reads goes past the catalogue; and the search for such texts does find them."""

from __future__ import annotations

import ast
import functools

import pytest

from tests.texts.visible import careless_errors, visible_literals, words
from tools.catalogue import PACKAGE, error_classes

TALKING_ROOMS = ("console", "cli", "reproduce", "reviews", "web")
# The document of the server's interface, its metrics and the words of HTTP are for programmers and administrators,
# and in English like the reference.
DOCUMENTS = {PACKAGE / "web" / "serving" / f"{name}.py" for name in ("openapi", "health", "metrics", "protocols")}
TALKING = sorted({path for room in TALKING_ROOMS for path in (PACKAGE / room).rglob("*.py")} - DOCUMENTS)
ALL = sorted(PACKAGE.rglob("*.py"))
errors_of_ours = functools.cache(error_classes)  # not while tests are collected: it takes a second


def name(path):
    return path.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("path", TALKING, ids=name)
def test_every_visible_text_is_in_the_catalogue(path):
    assert visible_literals(path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", ALL, ids=name)
def test_every_error_can_be_told_in_every_language(path):
    findings = careless_errors(path.read_text("utf-8"), errors_of_ours())
    if name(path).startswith("kernels/"):
        # Kernels import nothing of ours; whoever calls them has checked what they get.
        findings = [finding for finding in findings if finding.rule != "not an error of ours"]
    if name(path) != "errors.py":
        assert findings == []


def test_the_error_classes_are_found():
    from plyground import errors

    here = {n for n, value in vars(errors).items() if isinstance(value, type) and issubclass(value, Exception)}
    assert here <= errors_of_ours().keys()


@pytest.mark.parametrize(
    "planted",
    [
        'click.echo("Your move")',
        'click.echo("Move")',
        'echo(f"{name} wins")',
        'print("bye", file=stream)',
        'click.secho("Oops", fg="red")',
        'click.prompt("Column")',
        'console.say("Wrong", "red")',
        'click.confirm("Really?")',
        'console.print("[bold]Winner[/bold]: {x}")',
        'console.print("won" if won else _("lost"))',
        'console.print("Moves: " + str(n))',
        'console.print("%d nodes" % n)',
        'console.print("{} nodes".format(n))',
        'Text("Red", style="red")',
        'text.append("thinks", "dim")',
        'table.add_row("value", str(v))',
        'table.add_column("Source")',
        'Table(title="Results")',
        'click.option("--depth", help="How deep")',
        'group.command(short_help="Play")',
        'raise ValueError("bad thing")',
        'raise UsageError("wrong")',
        'raise click.BadParameter("wrong")',
        'raise RulesError("bad {x}".format(x=1))',
        'sys.stdout.write("Hello")',
        'input("Your name: ")',
        'GREETING = "Welcome to the game"',
        'lines = ["first line here", _("second line here")]',
        'def f():\n    return "nobody has won"',
        '@click.command()\ndef play():\n    """Play a game."""',
        '@main.command("play")\ndef play():\n    """Play."""',
        'print("게임 시작")',
        'print("游戏")',
    ],
)
def test_planted_literals_are_caught(planted):
    ast.parse(planted)
    assert visible_literals(planted), planted


@pytest.mark.parametrize(
    "harmless",
    [
        'click.echo(_("Your move"))',
        'click.echo(say("{name} plays {move}", name=n, move=m))',
        'console.print(ngettext("{n} node", "{n} nodes", n).format(n=n))',
        'click.echo(f"{a}: {b}")',
        "console.say(f\"  {_('WRONG')}: {fault}\", 'red')",
        'click.echo(texts.say("{a} three", a=1))',
        'click.echo(f"[bold]{a}[/bold] -> {b}")',
        'click.echo("")',
        'print("---", 3, "|")',
        'click.secho(_("Oops"), fg="red")',
        'Text(_("Red"), style="bold red")',
        'Text(mark, "bold bright_yellow on blue")',
        'STYLE = "bold red on grey37"',
        'log.info("the search took %s", seconds)',
        'logging.getLogger("plyground")',
        'click.option("--depth", "depth", type=int, help=N_("How deep"))',
        '@click.command(help=N_("Play."))\ndef play():\n    """What the function promises."""',
        '"""A module about many things."""',
        'def f():\n    """A long story."""',
        'async def f():\n    """A long story."""',
        'if answer == "take back": pass',
        'QUERY = "select all rows"  # not shown',
        'click.echo("plyground")',
        'click.echo("--first")',
        'player = f"staged depth={depth}"',
        'board = "xx#xx.. o"',
        'COMMAND = "check-bot"',
        "raise SystemExit(2)",
    ],
)
def test_harmless_code_is_left_alone(harmless):
    ast.parse(harmless)
    assert visible_literals(harmless) == []


@pytest.mark.parametrize(
    ("planted", "rule"),
    [
        ('raise RulesError(f"bad {x}")', "neither"),
        ("raise RulesError(message)", "neither"),
        ('message = "bad"\nraise RulesError(message)', "neither"),
        ('message = N_("bad {x}")\nraise RulesError(message)', "no value for x"),
        ("def f(message):\n    raise RulesError(message)", "neither"),
        ('for t, v in (("bad {x}", 1),):\n    raise RulesError(t, x=v)', "neither"),
        ('raise RulesError(N_("bad") if x else worse)', "neither"),
        ('TABLE = {1: "bad"}\nraise RulesError(TABLE[1])', "neither"),
        ('raise RulesError(N_("bad") if x else "worse")', "neither"),
        ('TABLE = {1: "bad"}\nOTHER = N_("worse")\nraise RulesError(TABLE.get(x, OTHER))', "neither"),
        ('TABLE = {1: N_("bad")}\nraise RulesError(TABLE.get(x, other))', "neither"),
        ("raise RulesError()", "neither"),
        ('raise RulesError(_("bad {x}"), x=1)', "neither"),
        ('raise RulesError(N_("bad {x}"))', "no value for x"),
        ('raise RulesError("bad {x} {y.z}", x=1)', "no value for y"),
        ('raise ValueError("bad")', "not an error of ours"),
        ("raise RuntimeError", "not an error of ours"),
    ],
)
def test_planted_errors_are_caught(planted, rule):
    assert [rule in finding.rule for finding in careless_errors(planted, errors_of_ours())] == [True]


@pytest.mark.parametrize(
    "harmless",
    [
        'raise RulesError(N_("bad {x}"), x=1)',
        'raise RulesError("bad {x}", x=1)',
        'message = N_("bad") if x else N_("worse")\nraise RulesError(message)',
        'TABLE = {1: N_("bad"), 2: N_("worse")}\nraise RulesError(TABLE[x])',
        'TABLE = {1: N_("bad")}\nOTHER = N_("worse")\nraise RulesError(TABLE.get(x, OTHER))',
        'for t, v in ((N_("bad {x}"), 1), (N_("worse {x}"), 2)):\n    raise RulesError(t, x=v)',
        'raise RulesError(N_("bad {x}"), **values)',
        "raise RulesError(error.template, **error.values)",
        "raise NotImplementedError",
        "try:\n    raise ValueError(x)\nexcept (KeyError, ValueError):\n    pass",
        "raise",
    ],
)
def test_sound_errors_are_left_alone(harmless):
    assert careless_errors(harmless, errors_of_ours()) == []


def test_words_are_told_from_markup_and_code():
    assert words("[bold]{x}[/] --first out.csv a/b NO_COLOR 12 x") == []
    assert words("[bold]win[/] in {n} moves") == ["win", "in", "moves"]
