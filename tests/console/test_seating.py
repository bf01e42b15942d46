"""Who plays is asked at a terminal, where the command line does not say."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from plyground.console.opponent import usual_opponent
from plyground.console.terminal import Terminal
from plyground.grid import Rules
from tests.cli.running import LANGUAGES, run
from tests.cli.terminal import Terminal as Screen

USUAL = usual_opponent(Rules.parse("tictactoe"))


@pytest.fixture(autouse=True)
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Terminal, "can_ask", property(lambda console: True))


def seats(*answers: str, options: tuple[str, ...] = ()) -> str:
    """The command line that goes on with the game, after these answers, a move, and leaving."""
    lines = "".join(f"{answer}\n" for answer in (*answers, "b2", "quit"))
    result = run("play", "--rules", "tictactoe", "--no-save", *options, stdin=lines)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(
    ("answers", "first", "second"),
    [
        (("", "", ""), "human", USUAL),
        (("computer", "4", "you"), "human", "level4"),
        (("computer", "level3", "you"), "human", "level3"),
        (("c", "random", "y"), "human", "random"),
        (("", "random", "opponent"), "random", "human"),
        (("human",), "human", "human"),
        (("h",), "human", "human"),
    ],
)
def test_answers_become_the_seats(answers: tuple[str, ...], first: str, second: str) -> None:
    shown = seats(*answers)
    assert f"--first {first} --second {second} " in shown.replace('"', "").replace(" depth=", "_depth=")


def test_lots_may_be_drawn() -> None:
    shown = [seats("", "random", "lot", options=("--seed", str(seed))) for seed in range(8)]
    assert {"--first human --second random" in text for text in shown} == {True, False}


def test_an_answer_that_cannot_be_used_is_asked_again() -> None:
    shown = seats("robot", "", "level11", "minmax", "2", "nobody", "you")
    assert "'robot' is none of them: computer, human, link." in shown
    assert "there is no player 'level11'" in shown
    assert "did you mean minimax?" in shown
    assert "'nobody' is none of them: you, opponent, lot." in shown
    assert "--first human --second level2" in shown


@pytest.mark.parametrize(
    ("rules", "offered", "refused"),
    [("tictactoe", "1, 2, 4, 7, 10", "3"), ("cfour", "1-10", "11"), ("5x4", "1-10", "0")],
)
def test_only_the_levels_that_differ_are_offered(rules: str, offered: str, refused: str) -> None:
    result = run("play", "--rules", rules, "--no-save", stdin=f"\n{refused}\n10\n\nquit\n")
    assert f"Its strength ({offered}, or a player" in result.stdout
    assert f"'{refused}' is none of them: {offered}." in result.stdout
    assert result.exit_code == 0


@pytest.mark.parametrize("options", [("--second", "random"), ("--first", "human"), ("--lot", "--second", "random")])
def test_nothing_is_asked_when_somebody_is_named(options: tuple[str, ...]) -> None:
    assert "Your opponent" not in run("play", "--rules", "tictactoe", "--no-save", *options, stdin="quit\n").stdout


def test_nothing_is_asked_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Terminal, "can_ask", property(lambda console: False))
    assert "Your opponent" not in run("play", "--no-save", stdin="quit\n").stdout


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_questions_are_in_the_users_language(language: str) -> None:
    result = run("--lang", language, "play", "--rules", "tictactoe", "--no-save", stdin="\n\n\nquit\n")
    assert result.exit_code == 0
    assert "opponent" not in result.stdout.replace("plyground", "")


@pytest.mark.needs("tmux")
def test_three_times_enter_begins_the_usual_game() -> None:
    with Screen("play --rules tictactoe --no-save") as screen:
        for question in ("Your opponent (computer, human, link) [computer]:", "Its strength", "Who starts"):
            screen.wait(question)
            screen.keys("Enter")
        screen.wait("Your move (a1-c3")


@pytest.mark.parametrize(
    ("answers", "seated"),
    [
        (("link", "you"), ("human", "link", False)),
        (("l", "opponent"), ("link", "human", False)),
        (("link", "lot"), ("human", "link", True)),
    ],
)
def test_a_link_is_offered_for_somebody_elsewhere(
    answers: tuple[str, ...], seated: tuple[str, str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[object, ...]] = []

    def start(_console: object, _address: str, _rules: str, *seats: object) -> SimpleNamespace:
        started.append(seats[:3])
        return SimpleNamespace(run=lambda: 0)

    monkeypatch.setattr("plyground.console.link.start_game", start)
    monkeypatch.setattr("plyground.cli.play._server", lambda host, port: nullcontext(("http://127.0.0.1:1", None)))
    result = run("play", "--rules", "tictactoe", "--no-save", stdin="".join(f"{answer}\n" for answer in answers))
    assert result.exit_code == 0, result.output
    assert "Its strength" not in result.stdout
    assert started == [seated]


def test_a_bad_position_is_refused_before_anything_is_asked() -> None:
    result = run("play", "--rules", "tictactoe", "--position", "zz", stdin="")
    assert result.exit_code == 2
    assert "Your opponent" not in result.stdout
