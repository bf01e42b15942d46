"""Lessons and exercises at the terminal: figures as text, answers as they are typed, and the command."""

from __future__ import annotations

import json
import re
import shlex

import pytest
from rich.cells import cell_len

from plyground.console.learn.answers import answer_of, option_lines
from plyground.console.learn.figures import figure_lines, side_names
from plyground.console.learn.search_figure import search_figure
from plyground.console.terminal import glyphs_for
from plyground.console.watch import watch_command
from plyground.learn import EXERCISES, LESSONS, Ask, Guess, ShowTree, exercise, lesson_exercises
from plyground.texts import _, speaking, use_language
from tests.cli.running import LANGUAGES, run
from tests.cli.terminal import Terminal as Screen

GLYPHS = glyphs_for("utf-8")
LESSON_IDS = [lesson.id for lesson in LESSONS]


def typed(answer: object) -> str:
    """An answer as a reader would type it."""
    return (" ".join(map(str, answer)) or "-") if isinstance(answer, list) else str(answer)


def nodes_of(tree):
    yield tree
    for child in tree["children"]:
        yield from nodes_of(child)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", EXERCISES)
def test_every_figure_is_drawn_within_the_width(kind, language):
    use_language(language)
    try:
        for seed in range(3):
            for difficulty in (1, 2, 3):
                figure = exercise(kind, seed, difficulty, names=side_names()).figure
                for encoding in ("utf-8", "ascii"):
                    lines = figure_lines(figure, 80, glyphs_for(encoding))
                    assert lines
                    assert figure["type"] == "code" or max(cell_len(line.plain) for line in lines) <= 80
    finally:
        use_language("en")


@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_a_tree_shows_every_node_with_its_number(difficulty):
    for seed in range(20):
        tree = exercise("minimax-value", seed, difficulty).figure["tree"]
        drawn = "\n".join(line.plain for line in figure_lines({"type": "tree", "tree": tree}, 200, GLYPHS))
        words = drawn.split()
        for node in nodes_of(tree):
            assert words.count(node["name"]) == 1
        leaves = [str(node["value"]) for node in nodes_of(tree) if not node["children"]]
        assert sorted(word for word in words if re.fullmatch(r"-?\d+", word)) == sorted(leaves)
        # An outline, where the tree is wider than the terminal, has all of them as well.
        narrow = "\n".join(line.plain for line in figure_lines({"type": "tree", "tree": tree}, 20, GLYPHS)).split()
        assert sorted(_without_branches(narrow)) == sorted(_without_branches(words))


def _without_branches(words: list[str]) -> list[str]:
    return [word for word in words if not set(word) <= set("┌┬┐┴┼│─")]


def test_branches_meet_their_nodes():
    tree = {
        "name": "A",
        "maximizing": True,
        "value": None,
        "asked": True,
        "children": [
            {
                "name": "B",
                "maximizing": False,
                "value": 2,
                "alpha": "-inf",
                "beta": 12,
                "children": [
                    {"name": name, "maximizing": True, "value": value, "asked": value is None, "children": []}
                    for name, value in (("a", 3), ("b", -12), ("c", None))
                ],
            },
            {"name": "d", "maximizing": False, "value": 0.5, "children": []},
        ],
    }
    assert [line.plain for line in figure_lines({"type": "tree", "tree": tree}, 80, GLYPHS)] == [
        "        A",
        "      ▲max",
        "        ?",
        "    ┌───┴────┐",
        "    B        d",
        "  ▼min     0.50",
        "  α -∞",
        "  β 12",
        "    2",
        "┌───┼───┐",
        "a   b   c",
        "3  -12  ?",
    ]


def test_boards_show_marks_letters_and_whose_stones_are_whose():
    board = {"type": "board", "rules": "cfour", "position": "44", "marks": ["b2", {"cells": ["d1"]}]}
    lines = [line.plain for line in figure_lines(board, 80, GLYPHS)]
    assert lines[5:] == [
        "2 │ · <·> · (○) ·  ·  · │",
        "1 │ ·  ·  · <●> ·  ·  · │",
        "  ╰─────────────────────╯",
        "    1  2  3  4  5  6  7",
        "    a  b  c  d  e  f  g",
        "● Yellow  ○ Red  to move: ●  < > marked",
    ]
    table = {"type": "table", "head": ["move", "n"], "rows": [["a1", 12], ["b2", None]]}
    code = {"type": "code", "lines": ["if x:", "    return"]}
    both = figure_lines({"type": "several", "figures": [table, code]}, 80, GLYPHS)
    assert [line.plain for line in both] == ["move   n", "a1    12", "b2", "", " 1  if x:", " 2      return"]


def test_the_search_of_a_lesson_is_drawn_as_far_as_it_has_got():
    query = {"search": "alphabeta", "depth": 2, "position": "[[3,12,8],[2,4,6]]"}

    def drawn(**more: object) -> list[str]:
        return [line.plain for line in figure_lines(search_figure({**query, **more}), 80, GLYPHS)]

    assert drawn() == [
        "      ▲max",
        "   ┌────┴────┐",
        " ▼min      ▼min",
        "┌──┴┬──┐  ┌──┼──┐",
        "3  12  8  2  4  6",
    ]
    later = "\n".join(drawn(step=12))
    assert "α 3" in later
    nim = drawn(position="nim 1 2")
    assert [word for word in " ".join(nim).split() if ":" in word] == [
        "1:1",
        "2:1",
        "2:2",
        "2:1",
        "2:2",
        "1:1",
        "2:1",
        "1:1",
    ]
    board = drawn(position="b2 a1", rules="tictactoe", depth=9)
    assert board[-1] == "to move: X"  # its tree is too large
    assert drawn(position="nim 9 9", depth=4) == [" 1  9 9"]


@pytest.mark.parametrize("name", LESSON_IDS)
def test_every_tree_of_a_lesson_fits(name):
    lesson = next(each for each in LESSONS if each.id == name)
    for step in lesson.steps:
        for shown in (step, step.figure if isinstance(step, Guess) else None):
            if isinstance(shown, ShowTree):
                lines = figure_lines(search_figure(shown.query), 80, GLYPHS)
                assert 2 < len(lines) <= 24
                assert max(line.cell_len for line in lines) <= 80


def test_typed_lines_are_read_as_answers():
    several = {"type": "several", "options": ["a", "b", "q"]}
    assert (answer_of(several, "a, b"), answer_of(several, "-")) == ("a, b", [])
    long = {"type": "choice", "options": ["the left one", "the right one"]}
    assert option_lines(long) == ["  a  the left one", "  b  the right one"]
    assert answer_of(long, "B") == "the right one"
    assert answer_of(long, "the left one") == "the left one"
    assert answer_of(long, "c") == "c"
    assert answer_of({**long, "type": "order"}, "b a") == ["the right one", "the left one"]
    # Options that are hard to type on some keyboards have letters, too.
    assert answer_of({"type": "choice", "options": ["黑胜", "白胜"]}, "a") == "黑胜"


@pytest.mark.parametrize("kind", EXERCISES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_solution_can_be_typed_in_every_language(kind, language):
    for seed in (1, 2):
        shown = run("learn", kind, "--seed", str(seed), "--json", "--solution", "--lang", language)
        solution = json.loads(shown.stdout)["solution"]
        result = run("learn", kind, "--seed", str(seed), "--lang", language, stdin=f"\n?\n{typed(solution)}\n")
        assert result.exit_code == 0, result.stdout + result.stderr


def test_a_wrong_answer_says_the_slip_and_may_be_tried_again():
    made = exercise("minimax-value", 3)
    stdin = f"abc\n{-made.solution}\n?\n{made.solution}\n"
    result = run("learn", "minimax-value", "--seed", "3", stdin=stdin)
    assert result.exit_code == 0, result.stderr
    assert "the answer 'abc' is not a number; write one like -3" in result.stdout
    assert "A slip of the sign. " in result.stdout
    assert made.hint in result.stdout
    assert "Right. " in result.stdout
    command = re.search("The search to watch: plyground (.*)", result.stdout)
    assert command is not None
    watched = run(*shlex.split(command[1]), "--plain")
    assert watched.exit_code == 0, watched.stderr
    assert f"{made.solution:+}" in watched.stdout


def test_the_command_to_watch_has_every_option():
    query = {"search": "alphabeta", "depth": 2, "order": "centre", "table": 1, "rules": "tictactoe", "position": "b2"}
    assert watch_command(query) == (
        "plyground watch alphabeta --rules tictactoe --position b2 --depth 2 --order centre --table"
    )
    uct = {"search": "uct", "playouts": 9, "seed": 0, "c": 1.5, "position": "nim 1 2", "step": 4, "depth": 3}
    assert watch_command(uct) == "plyground watch uct --position 'nim 1 2' --playouts 9 --seed 0 --c 1.5 --step 4"


def test_leaving_and_giving_up():
    assert run("learn", "node-count", "--seed", "3", stdin="q\n").exit_code == 0
    solved = run("learn", "node-count", "--seed", "3", stdin="!\n")
    assert exercise("node-count", 3).reason in solved.stdout
    ended = run("learn", "node-count", "--seed", "3", stdin="1\n")
    assert ended.exit_code == 3
    assert "standard input ended" in ended.stderr


def test_without_a_seed_one_question_follows_another():
    result = run("learn", "minimax-value", stdin="!\n!\n!\nq\n")
    assert result.exit_code == 0
    assert result.stdout.count("What is node ") == 4
    assert "Right at the first try: 0 of 3." in result.stdout


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", LESSON_IDS)
def test_every_lesson_runs_with_all_answers_right(name, language):
    lesson = next(each for each in LESSONS if each.id == name)
    answers = []
    with speaking(language):
        groups = iter(lesson_exercises(lesson, 7, names=side_names()))
        for step in lesson.steps:
            if isinstance(step, Guess):
                answers.append(_(step.choices[step.right]))
            elif isinstance(step, Ask):
                answers += [typed(made.solution) for made in next(groups)]
    result = run("learn", name, "--seed", "7", "--lang", language, stdin="".join(f"{each}\n" for each in answers))
    assert result.exit_code == 0, result.stdout[-2000:] + result.stderr
    if language == "en":
        assert f"Right at the first try: {len(answers)} of {len(answers)}." in result.stdout


@pytest.mark.parametrize("name", LESSON_IDS)
def test_a_lesson_as_a_sheet_and_as_json(name):
    sheet = run("learn", name, "--seed", "7", "--plain")
    assert sheet.exit_code == 0, sheet.stderr
    questions = re.findall(r"^Question (\d+)$", sheet.stdout, re.MULTILINE)
    assert questions == [str(number) for number in range(1, len(questions) + 1)]
    assert f"\n{len(questions)}. " in sheet.stdout.partition("\nSolutions\n")[2]
    assert sheet.stdout == run("learn", name, "--seed", "7", "--plain").stdout
    content = json.loads(run("learn", name, "--seed", "7", "--json").stdout)
    assert (content["id"], content["seed"]) == (name, 7)
    assert "solution" not in json.dumps(content["steps"][-2])


def test_the_list():
    out = run("learn").stdout
    assert all(f"  {lesson.id} " in out for lesson in LESSONS)
    assert all(f"  {kind} " in out for kind in EXERCISES)
    listed = json.loads(run("learn", "--json").stdout)
    assert [each["id"] for each in listed["lessons"]] == LESSON_IDS
    assert [each["kind"] for each in listed["exercises"]] == list(EXERCISES)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["minmax"], "there is no lesson and no exercise 'minmax'; did you mean minimax"),
        (["zzz"], "there is no lesson and no exercise 'zzz'; 'plyground learn' lists them"),
        (["minimax-value", "--difficulty", "4"], "the difficulty of an exercise is 4; it has to be 1, 2 or 3"),
        (["minimax-value", "--seed", "-1"], "--seed is '-1'; it has to be a whole number, 0 or more"),
        (["minimax-value", "--seed", "x"], "--seed is 'x'; it has to be a whole number, 0 or more"),
        (["minimax-value", "--plain", "--json"], "--plain and --json are two forms of the output; choose one"),
        (["minimax-value", "--solution"], "--solution is for --plain and --json"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(arguments, said):
    result = run("learn", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


@pytest.mark.needs("tmux")
def test_an_exercise_in_a_terminal():
    made = exercise("alphabeta-cuts", 3)
    with Screen("learn alphabeta-cuts --seed 3", rows=40) as screen:
        screen.wait("Answer (")
        screen.line(typed(made.solution))
        screen.wait("w: watch the search")
        screen.line("w")
        screen.wait("[space] next")
        screen.keys("q")
        screen.wait("w: watch the search")
        screen.keys("Enter")
        screen.wait("code=0")


@pytest.mark.needs("tmux")
def test_ctrl_c_leaves_a_lesson_cleanly():
    with Screen("learn lines --seed 1", rows=40) as screen:
        screen.wait("Answer (")
        screen.keys("C-c")
        shown = screen.wait(lambda text: "code=130" in text and "icanon" in text)
        assert "Traceback" not in shown
        assert "-icanon" not in shown
