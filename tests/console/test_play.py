"""Games at the console through a pipe: what is typed, what is shown, what is left when somebody leaves."""

from __future__ import annotations

import re

import pytest

from plyground import CFOUR, Board, Game, GridBoard, Outcome, Player, Side
from plyground.board import Cancel, Decision, Limit
from plyground.console.human import COMMANDS, Human, command_for
from plyground.console.opponent import usual_opponent
from plyground.console.session import Session
from plyground.console.start import start_session
from plyground.console.terminal import Terminal, make_console
from plyground.errors import N_, PlayerError
from plyground.grid import Rules, parse_rules
from plyground.players import make_player
from plyground.texts import _, say, use_language
from tests.cli.running import LANGUAGES, process, run


def boards(text: str) -> list[str]:
    """The drawings in an output, without their frames and what stands beside them."""
    found = re.findall(r"(?:^ *\d+ │.*│.*\n)+", text, re.MULTILINE)
    return ["\n".join(line.rpartition("│")[0] for line in drawing.splitlines()) for drawing in found]


def stones(drawing: str) -> int:
    return drawing.count("●") + drawing.count("○")


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_a_game_is_played_won_and_announced():
    result = run("play", "--second", "human name=B", "--first", "human name=A", stdin=typed(*"1212121"))
    assert result.exit_code == 0, result.output
    assert "A wins." in result.stdout
    assert [stones(drawing) for drawing in boards(result.stdout)] == list(range(8))
    assert boards(result.stdout)[-1].count("[●]") == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_win_loss_and_draw_are_told_in_every_language(language):
    win = run("--lang", language, "play", "--position", "121212", "--second", "random", stdin="1\n")
    # The opponent has three in column 2 and it is not blocked.
    loss = run("--lang", language, "play", "--position", "121252", "--second", "staged", stdin="6\n")
    draw = run(
        "--lang", language, "play", "--rules", "tictactoe", "--position", "xox/xoo/ox. x", "--second", "random",
        stdin="c1\n",
    )  # fmt: skip
    use_language(language)
    try:
        sentences = (_("You win!"), say("You lose: {name} wins.", name="staged"), _("A draw: the board is full."))
    finally:
        use_language("en")
    for result, sentence in zip((win, loss, draw), sentences, strict=True):
        assert result.exit_code == 0, result.output
        assert sentence in result.stdout


def test_the_computer_tells_what_it_thought():
    result = run("play", "--second", "alphabeta depth=4", stdin=typed("4", "quit"))
    line = next(line for line in result.stdout.splitlines() if "plays" in line)
    decision = make_player("alphabeta depth=4").decide(Game(GridBoard.from_moves("4")))
    assert f"alphabeta depth=4 plays {decision.move + 1} (depth 4, {decision.nodes} nodes, " in line
    assert f"depth 4, {decision.nodes:,} nodes, " in line
    assert re.search(r"\d\.\d\d s", line)
    assert "expects " + " ".join(str(move + 1) for move in decision.line) in line


@pytest.mark.parametrize("mistake", ["9", "0", "44", "x", "1.5", "", "   ", "nonsense", "四", "\x00", "-1"])
def test_a_mistyped_move_leaves_the_game_as_it_was(mistake):
    result = run("play", "--second", "human", stdin=typed("4", mistake, "5", "quit"))
    assert result.exit_code == 0, result.output
    assert "--position 45" in result.stdout


def test_a_move_that_cannot_be_played_is_explained():
    full = run("play", "--second", "human", "--position", "444444", stdin=typed("4", "quit"))
    assert "column 4 is full" in full.stdout
    taken = run("play", "--rules", "tictactoe", "--second", "human", stdin=typed("b2", "b2", "d1", "9", "quit"))
    assert "cell b2 is taken" in taken.stdout
    assert "'d1' is no move: write a cell (a1-c3), or help" in taken.stdout
    assert "'9' is no move: write a cell (a1-c3), or help" in taken.stdout
    assert "--position b2" in taken.stdout
    blocked = run("play", "--rules", "3x3 connect=3 gravity=no blocked=b2", "--second", "human", stdin=typed("b2"))
    assert "cell b2 is blocked" in blocked.stdout


def test_undo_takes_back_to_the_humans_turn():
    result = run("play", "--second", "random seed=1", stdin=typed("4", "4", "undo", "undo", "undo", "quit"))
    assert result.stdout.count("2 moves were taken back.") == 2
    assert "There is no move of yours to take back." in result.stdout
    assert [stones(drawing) for drawing in boards(result.stdout)] == [0, 1, 2, 3, 4, 2, 0]


def test_undo_with_two_humans_takes_one_move_back():
    result = run("play", "--second", "human", stdin=typed("4", "3", "undo", "2", "quit"))
    assert "1 move was taken back." in result.stdout
    assert "--position 42" in result.stdout


def test_undo_before_the_own_first_move_is_refused():
    result = run("play", "--first", "staged", "--second", "human", stdin=typed("undo", "quit"))
    assert "There is no move of yours to take back." in result.stdout
    assert "--position 4" in result.stdout


def test_undo_after_the_end_goes_on():
    result = run("play", "--second", "human", "--position", "121212", stdin=typed("1", "undo", "3", "quit"))
    assert result.stdout.count("wins.") == 1
    assert "--position 1212123" in result.stdout


def test_restart_begins_where_the_game_began():
    result = run("play", "--second", "human", "--position", "44", stdin=typed("1", "2", "restart", "3", "quit"))
    assert "A new game." in result.stdout
    assert "--position 443" in result.stdout
    again = run("play", "--second", "human", "--position", "121212", stdin=typed("1", "restart", "2", "quit"))
    assert "--position 1212122" in again.stdout


def test_a_hint_names_a_best_move_and_its_source_and_leaves_the_game():
    for position, text in (
        ("121212", "column 1 wins in 1 (opening book)"),
        ("44", "column 4 wins in 20 (opening book)"),
    ):
        result = run("play", "--second", "random", "--position", position, stdin=typed("hint", "quit"))
        assert f"Hint: {text}" in result.stdout
        assert f"--position {position}" in result.stdout


MANY_PLAYOUTS = "uct playouts=1500 compiled=yes"


def test_a_player_speaks_of_wins_and_losses_and_not_of_its_evaluation():
    """Its own numbers, such as +999,793, mean nothing to a person."""
    wins = run("play", "--first", "alphabeta depth=4", "--second", "random seed=1", "--position", "11223")
    for out in (wins.stdout, run("play", "--first", "staged depth=2", "--second", MANY_PLAYOUTS).stdout):
        assert not re.search(r"value|[+-]\d", out)
    assert "sees a win in" in wins.stdout
    assert re.search(rf"{MANY_PLAYOUTS} plays \d \(scores \d+% in its playouts, ", out)
    assert re.search(rf"{MANY_PLAYOUTS} plays \d \(.*, expects \d", out)


def test_a_few_playouts_are_not_spoken_of():
    out = run("play", "--first", "level3", "--second", "level4").stdout
    reports = [line for line in out.splitlines() if "playouts" in line]
    assert reports
    assert not re.search(r"scores|expects", "".join(reports))


def test_help_lists_every_command_and_how_to_write_a_move():
    for word in ("help", "?"):
        out = run("play", stdin=typed(word, "quit")).stdout
        assert "A move is a column that is not full: 1-7." in out
        for command in ("hint", "undo", "restart", "help", "quit"):
            assert re.search(rf"^  {command} +\w", out, re.MULTILINE)
    cells = run("play", "--rules", "gomoku", stdin=typed("help", "quit")).stdout
    assert "a1-o15" in cells
    assert "5 in a row win" in cells


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_are_understood_in_english_and_in_the_language(language):
    use_language(language)
    try:
        for name, (text, _what) in COMMANDS.items():
            assert command_for(name.upper()) == command_for(_(text)) == name
        assert len({_(text) for text, _what in COMMANDS.values()}) == len(COMMANDS)
        assert command_for("?") == "help"
        assert command_for("4") is command_for("") is None
    finally:
        use_language("en")


def test_a_letter_that_is_a_column_is_a_move():
    result = run("play", "--rules", "32x3", "--second", "human", stdin=typed("q", "u", "r", "h", "quit"))
    assert "--position qurh" in result.stdout
    # Also when the column is full: nobody wants to leave the game by that.
    full = run("play", "--rules", "32x2", "--second", "human", stdin=typed("q", "q", "q", "1", "quit"))
    assert "column q is full" in full.stdout
    assert "--position qq1" in full.stdout
    assert run("play", "--second", "human", stdin=typed("4", "q")).exit_code == 0


def test_the_end_of_input_is_an_error_and_the_game_can_be_continued():
    result = run("play", "--second", "human", stdin=typed("4", "5"))
    assert result.exit_code == 3
    assert "standard input ended" in result.stderr
    command = next(line.strip() for line in result.stdout.splitlines() if line.startswith("  plyground play"))
    assert command == "plyground play --rules cfour --first human --second human --position 45"


def test_the_command_that_continues_a_game_continues_it():
    import shlex

    arguments = ["play", "--rules", "4x4 connect=3 gravity=no", "--second", "uct playouts=20", "--seed", "5"]
    first = run(*arguments, stdin=typed("b2", "quit"))
    line = next(line.strip() for line in first.stdout.splitlines() if line.startswith("  plyground play"))
    words = shlex.split(line)
    assert words[:2] == ["plyground", "play"]
    second = run(*words[1:], stdin="quit\n")
    assert boards(second.stdout)[0] == boards(first.stdout)[-1]
    # The start of a set-up is the set-up, so it is told by its rows.
    rows = run("play", "--rules", "tictactoe", "--position", ".../.x./... o", "--first", "human", "--second", "human",
               stdin=typed("a1", "quit"))  # fmt: skip
    assert '--position ".../.x./o.. x"' in rows.stdout


def test_two_computers_play_without_anybody_at_the_keyboard():
    result = run("play", "--first", "staged depth=2", "--second", "random", "--seed", "4")
    assert result.exit_code == 0
    assert "staged depth=2 wins." in result.stdout
    assert run("play", "--first", "random", "--second", "random", "--seed", "4").stdout.count("plays") >= 7


def test_the_lot_puts_the_human_on_both_sides():
    def human_begins(seed: int) -> bool:
        out = run("play", "--lot", "--second", "random", "--seed", str(seed), stdin="quit\n").stdout
        return "you" in out.splitlines()[2]

    drawn = [human_begins(seed) for seed in range(8)]
    assert set(drawn) == {True, False}
    assert drawn == [human_begins(seed) for seed in range(8)]


def test_a_named_computer_gets_a_human_opponent_and_the_other_way_round():
    out = run("play", "--first", "random", stdin="quit\n").stdout.splitlines()
    assert "random" in out[2]
    assert "you" in out[3]
    out = run("play", "--second", "random", stdin="quit\n").stdout.splitlines()
    assert "you" in out[2]
    assert "random" in out[3]


def test_random_rules_follow_the_seed():
    one, same, other = (run("play", "--rules", "random", "--seed", seed, stdin="quit\n").stdout for seed in "112")
    assert one == same != other
    assert parse_rules("random", 1) == parse_rules("random seed=1")


def test_a_given_position_can_be_taken_back_move_by_move():
    def stands_at(text: str, rules: str = "cfour") -> Game[GridBoard]:
        return start_session(make_console(), rules, None, None, False, None, text).game

    game = stands_at("4453")
    assert game.moves == (3, 3, 4, 2)
    assert stands_at(" 4453 ").board == game.board
    assert stands_at("o../.x./... x", "tictactoe").moves == ()


def test_a_position_that_is_over_is_announced():
    result = run("play", "--position", "1212121", "--second", "random")
    assert result.exit_code == 0
    assert "You win!" in result.stdout


def test_colours_only_on_a_terminal():
    plain = process("play", "--position", "44", stdin="quit\n")
    assert "\x1b" not in plain.stdout
    forced = process("play", "--position", "44", stdin="quit\n", env={"FORCE_COLOR": "1", "TERM": "xterm-256color"})
    assert "\x1b[" in forced.stdout
    both = process("play", "--position", "44", stdin="quit\n", env={"FORCE_COLOR": "1", "NO_COLOR": "1"})
    assert not re.search(r"\x1b\[[\d;]*(3[0-7]|38|9[0-7])", both.stdout)


def test_a_terminal_without_round_stones_gets_letters():
    out = process("play", "--position", "45", stdin="quit\n", env={"PYTHONIOENCODING": "ascii"}).stdout
    assert out.isascii()
    assert "1 | .  .  .  X (O) .  . |" in out


class Broken(Player):
    """A player that fails, or cheats."""

    def __init__(self, cheats: bool) -> None:
        self.name = "broken"
        self.identifier = Side.FIRST
        self.cheats = cheats

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        if self.cheats:
            return Decision(99)
        raise PlayerError(N_("the bot has left"))


@pytest.mark.parametrize("cheats", [True, False])
def test_a_player_that_fails_loses_and_the_reason_is_told(cheats, capsys):
    from plyground.console.computer import Computer

    console = make_console()
    session = Session(
        console,
        Game(GridBoard(CFOUR)),
        lambda session: (Computer(Broken(cheats), console), make_player("random")),
    )
    assert session.run() == 1
    assert session.game.outcome is Outcome.SECOND_WINS
    out = capsys.readouterr().out
    assert "broken failed to make a legal move and loses." in out
    assert ("the bot has left" in out) != cheats


def test_the_session_plays_by_the_loop_of_the_game(monkeypatch, capsys):
    """The human is a player like any other: `next_move` is the short form of the sources."""
    monkeypatch.setattr("builtins.input", lambda: "4")
    human = Human("human", Terminal(), lambda: None)
    assert human.next_move(GridBoard(CFOUR)) == 3
    human.introduce(Side.SECOND, alone=False)
    assert human.name == "second player"


@pytest.mark.parametrize(
    "text", ["cfour", "tictactoe", "gomoku", "random seed=1", "9x7 connect=5", "32x32", "32x32 gravity=no connect=5"]
)
def test_there_is_an_opponent_for_every_board(text):
    rules: Rules = parse_rules(text)
    make_player(usual_opponent(rules))
    session = start_session(make_console(), text, None, None, False, None, "")
    assert [type(player).__name__ for player in session.players] == ["Human", "Computer"]


def test_cells_of_tic_tac_toe_may_be_typed_as_numbers():
    """0 is the cell at the top left, 8 the one at the bottom right."""
    words = ("play", "--rules", "tictactoe", "--first", "human name=A", "--second", "human name=B")
    by_number = run(*words, stdin=typed("0", "4", "1", "8", "2"))
    by_name = run(*words, stdin=typed("a3", "b2", "b3", "c1", "c3"))
    assert "A wins." in by_number.stdout
    assert boards(by_number.stdout) == boards(by_name.stdout)
    again = run(*words, stdin=typed("4", "4", "9", "help", "quit"))
    assert "cell b2 is" in again.stdout
    assert "'9' is no move" in again.stdout
    assert "Or a number from 0 to 8" in again.stdout
    assert "'4' is no move" in run("play", "--rules", "gomoku", "--second", "human", stdin=typed("4", "quit")).stdout
