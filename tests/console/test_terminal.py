"""The console on a real terminal: keys, colours, Ctrl-C, the end of input, and what a screen of 80x24 shows."""

from __future__ import annotations

import re
from functools import partial

import pytest

from plyground.texts import say, use_language
from tests.cli.running import LANGUAGES
from tests.cli.terminal import Terminal

pytestmark = pytest.mark.needs("tmux")


def spoken(language: str, *templates: str, **values: object) -> list[str]:
    use_language(language)
    try:
        return [say(template, **values) for template in templates]
    finally:
        use_language("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_in_each_language(language):
    """Typed in the language, from a mistake over hint, undo and restart to the win."""
    prompt, mistake, anew, win = spoken(
        language,
        "Your move ({moves}, or help):",
        "'{text}' is no move: write a column ({moves}), or help",
        "A new game.",
        "You win!",
        moves="1-7",
        text="zz",
    )
    hint, undo, restart, helping, leaving = spoken(language, "hint", "undo", "restart", "help", "quit")
    (source,) = spoken(language, "opening book")
    # The opponent's numbers: never in column 1 during these moves.
    with Terminal(f'--lang {language} play --second "random seed=11"') as terminal:
        terminal.wait(prompt)
        terminal.line("zz")
        terminal.wait(mistake)
        terminal.line(helping)
        terminal.wait(f"  {undo}")
        terminal.line("1")
        terminal.wait("○ random")
        terminal.line(hint)
        terminal.wait(source)
        terminal.line(undo)
        terminal.wait(lambda screen: not re.search(r"│\(●\)", screen.rpartition("╭")[2]))
        terminal.line(restart)
        terminal.wait(anew)
        for _move in range(4):
            terminal.wait(lambda screen: screen.rstrip().endswith(prompt) or win in screen)
            if win in terminal.screen():
                break
            terminal.line("1")
            terminal.wait(lambda screen: not screen.rstrip().endswith(f"{prompt} 1"))
        terminal.wait(win)
        terminal.line(leaving)
        terminal.wait("code=0")


def test_colours_on_a_screen_and_none_with_no_color():
    with Terminal("play --position 45 --second human") as terminal:
        terminal.wait("your move")
        assert re.search(r"\x1b\[[\d;]*38;[25];", terminal.screen(colours=True))
    with Terminal("play --position 45 --second human", env={"NO_COLOR": "1"}) as terminal:
        screen = terminal.wait("your move")
        assert "(○)" in screen
        assert not re.search(r"\x1b\[[\d;]*(?:3[0-8]|4[0-8]|9[0-7])[\d;]*m", terminal.screen(colours=True))


def test_ctrl_c_while_the_computer_thinks_ends_with_the_moves():
    with Terminal('play --position 44 --second "minimax depth=20"') as terminal:
        terminal.wait("Your move")
        terminal.line("3")
        screen = terminal.wait("minimax depth=20 is thinking")
        # The human's own stone is on the board meanwhile.
        assert "(●)" in screen
        terminal.wait(lambda screen: bool(re.search(r"\(Ctrl-C stops\) [1-9]\.\d\d s", screen)))
        terminal.keys("C-c")
        screen = terminal.wait("code=130")
        assert "plyground: interrupted" in screen
        assert "--position 443" in terminal.history()
        assert "Traceback" not in terminal.history()


def test_ctrl_c_gives_up_a_hint_but_not_the_game():
    # On this board the champion thinks for seconds.
    with Terminal('play --rules "19x19 gravity=no connect=5" --second random --position "j10 c3"') as terminal:
        terminal.wait("Your move")
        terminal.line("hint")
        terminal.wait("Looking for a hint")
        terminal.keys("C-c")
        terminal.wait("No hint then.")
        terminal.line("quit")
        terminal.wait("code=0")
        assert '--position "j10 c3"' in terminal.history()


def test_ctrl_c_at_the_prompt():
    with Terminal("play --position 44 --second human") as terminal:
        terminal.wait("your move")
        terminal.keys("C-c")
        terminal.wait("code=130")
        assert "--position 44" in terminal.history()


def test_the_end_of_input_at_the_prompt():
    with Terminal("play --position 44 --second human") as terminal:
        terminal.wait("your move")
        terminal.keys("C-d")
        screen = terminal.wait("code=3")
        assert "standard input ended" in screen
        assert "--position 44" in terminal.history()


@pytest.mark.parametrize(("language", "size"), [("en", (80, 24)), ("ko", (120, 40)), ("zh_CN", (80, 24))])
def test_watching_by_keys(language, size):
    columns, rows = size
    with Terminal(f"--lang {language} watch --position 44556 --depth 3", columns, rows) as terminal:

        def at(step: int) -> str:
            (text,) = spoken(language, "step {step}", step=f"{step:,}")

            # The screen may be read while it is being drawn: the keys come last.
            def drawn(screen: str) -> bool:
                lines = screen.splitlines()
                return lines[0].endswith(text) and "[q]" in lines[-1]

            return terminal.wait(drawn)

        first = at(1).splitlines()
        assert first[0].startswith("alphabeta depth=3  cfour")
        assert len(first) == rows
        terminal.keys("Space")
        at(2)
        terminal.keys("Enter")
        at(3)
        terminal.keys("n", "Right")
        at(5)
        terminal.keys("b", "Left")
        at(3)
        # The next node is a leaf; skipping leads to the moment when it is left.
        (worth,) = spoken(language, "{move} is worth {value}.", move="1 → 1 → 1", value="|")
        terminal.keys("s")
        at(6)
        terminal.wait(f"\n{worth.partition('|')[0]}")
        terminal.keys("e")
        (over,) = spoken(language, "The search is over and plays {move} ({thought}).", move="3", thought="|")
        terminal.wait(over.partition("|")[0])
        terminal.keys("q")
        # The shell has its terminal back as it was.
        screen = terminal.wait("icanon")
        assert "code=0" in screen
        assert "-icanon" not in screen


def test_a_dumb_terminal_gets_the_tree_as_text():
    with Terminal(
        "watch alphabeta --rules tictactoe --position 'b2 a1 c3' --depth 1", env={"TERM": "dumb"}
    ) as terminal:
        terminal.wait("code=0")
        screen = terminal.history()
        assert "The search is over and plays" in screen
        assert "[space]" not in screen


def is_drawn_after(heading: str, screen: str) -> bool:
    """Whether the screen shows another step, whole: the keys come last."""
    lines = screen.splitlines()
    return lines[0] != heading and "[q]" in lines[-1]


def test_watching_a_cut_come_about():
    with Terminal("watch --position 44556 --depth 6 --pace 0") as terminal:  # it lasts longer than the test
        terminal.wait(lambda screen: " cut" in screen)
        terminal.keys("r")
        screen = terminal.wait(lambda screen: "[r] run" in screen)
        for _step in range(400):
            if re.search(r"^Cut: beta \S+ ≤ alpha", screen, re.MULTILINE):
                break
            heading = screen.splitlines()[0]
            terminal.keys("Space")
            screen = terminal.wait(partial(is_drawn_after, heading))
        else:
            pytest.fail("no cut was shown")
        assert "never looked at" in screen
        assert re.search(r"\d+ nodes, \d+ evaluated, \d+ cuts?, \d+ moves? never looked at", screen)
        terminal.keys("q")
        terminal.wait("code=0")


def test_the_pace_can_be_changed_and_the_screen_resized():
    with Terminal("watch uct --position 44556 --playouts 500 --pace 0.05") as terminal:
        terminal.wait(lambda screen: "[r] stop" in screen)
        terminal.keys("+")
        terminal.wait("pace 0 s")
        terminal.keys("-", "-", "-")
        terminal.wait("pace 0.2 s")
        terminal.keys("r")
        terminal.wait("[r] run")
        terminal.resize(120, 40)
        terminal.wait(lambda screen: len(screen.splitlines()) == 40 and "[q] quit" in screen.splitlines()[-1])
        terminal.keys("q")
        terminal.wait("code=0")


def test_ctrl_c_while_watching():
    with Terminal("watch minimax --depth 9") as terminal:
        terminal.wait("[q] quit")
        terminal.keys("C-c")
        screen = terminal.wait("icanon")
        assert "code=130" in screen
        assert "-icanon" not in screen
        assert "plyground: interrupted" in screen
