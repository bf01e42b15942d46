"""The human as a player: a prompt that repeats until the move is legal.

Undo, restart and quit are not moves. They leave the game's loop as exceptions; the session handles them and
starts the loop again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from rich.text import Text

from plyground.board import Board, Cancel, Decision, Limit, Move, Side
from plyground.console.terminal import BAD, Terminal, stone_style
from plyground.errors import N_, ClosedInputError, NotationError, PlayerError, PlygroundError
from plyground.game import Game, Player
from plyground.grid import GridBoard, Rules, cell_text, column_text, parse_move
from plyground.texts import _, say, tell

__all__ = [
    "COMMANDS",
    "Control",
    "Human",
    "Quit",
    "Restart",
    "Undo",
    "command_for",
    "move_prompt",
    "read_line",
    "read_move",
    "show_help",
]


class Control(BaseException):
    """The human asks for something other than a move. Like Ctrl-C it is no failure, so the game's loop lets it pass."""


class Undo(Control):
    pass


class Restart(Control):
    pass


class Quit(Control):
    pass


COMMANDS = {
    "hint": (N_("hint"), N_("a best move, from the opening book, the solver or the champion")),
    "undo": (N_("undo"), N_("take your last move back")),
    "restart": (N_("restart"), N_("start the game again")),
    "resign": (N_("resign"), N_("give the game up")),
    "help": (N_("help"), N_("show this list")),
    "quit": (N_("quit"), N_("leave; the moves are shown, so that you can continue later")),
}
"""What can be typed instead of a move: the name, its translatable word, and what it does."""


def command_for(answer: str, commands: Mapping[str, tuple[str, str]] = COMMANDS) -> str | None:
    """The command that the answer names, in English or in the language in use; one letter is enough in English."""
    word = answer.strip().casefold()
    if word == "?":
        return "help"
    for name, (text, _what) in commands.items():
        # One letter never resigns: "r" restarts.
        if word in (name, _(text).casefold()) or (word == name[0] and name != "resign"):
            return name
    return None


def read_line(console: Terminal, prompt: Text) -> str:
    """Asks on the console and reads a line from standard input; the end of the input is one of our errors."""
    console.print(prompt, end=" ")
    try:
        line = input()
    except EOFError:
        console.print()
        raise ClosedInputError(
            N_("standard input ended while an answer was needed; give more input, or play in a terminal")
        ) from None
    except UnicodeDecodeError:
        line = "\N{REPLACEMENT CHARACTER}"
    if not console.can_ask:
        # In a file or a pipe the typed line would be missing.
        console.print(line, soft_wrap=True)
    return line


class Human(Player):
    """A human at the keyboard. `hint` and `help` are answered at the prompt and do not change the game."""

    keeps_time = True

    def __init__(self, name: str, console: Terminal, hint: Callable[[], None]) -> None:
        self.name = name
        self.identifier = Side.FIRST
        self.text = "human" if name == "human" else f"human name={name}"
        """How the command line names this player."""
        self._console = console
        self._hint = hint
        self._alone = True

    def introduce(self, side: Side, alone: bool) -> None:
        """Gives a human without a name one: with two of them, the prompt has to say whose turn it is."""
        self._alone = alone
        if self.text == "human":
            self.name = _("you") if alone else _("first player") if side is Side.FIRST else _("second player")

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        while True:
            prompt = move_prompt(self._console, game.board, None if self._alone else self.name)
            answer = read_line(self._console, prompt).strip()
            if not answer:
                continue
            try:
                return Decision(read_move(game.board, answer.lower()))
            except NotationError as error:
                # A letter that is a column of this board was meant as one, full or not; only then a command.
                if (command := command_for(answer)) is not None:
                    self._obey(command, game)
                else:
                    self._refuse(error)
            except PlygroundError as error:
                self._refuse(error)

    def _refuse(self, error: PlygroundError) -> None:
        self._console.say(tell(error), BAD)

    def _obey(self, command: str, game: Game[Board]) -> None:
        match command:
            case "undo":
                raise Undo
            case "restart":
                raise Restart
            case "quit":
                raise Quit
            case "resign":
                raise PlayerError(N_("{name} resigned"), name=self.name, termination="resignation")
            case "hint":
                self._hint()
            case _:
                show_help(self._console, game.board)


def move_prompt(console: Terminal, board: Board, name: str | None = None) -> Text:
    """Asks for a move; `name` says whose, where there is more than one human."""
    prompt = Text.assemble((console.glyphs.stone(board.turn, board), stone_style(board.turn)), " ")
    moves = moves_hint(board)
    if name is not None:
        return prompt.append(say("{name}, your move ({moves}, or help):", name=name, moves=moves))
    return prompt.append(say("Your move ({moves}, or help):", moves=moves))


def read_move(board: Board, answer: str) -> Move:
    """The legal move that was typed, or an error that says what is wrong with it."""
    if isinstance(board, GridBoard):
        if _has_numbered_cells(board.rules) and re.fullmatch("[0-8]", answer):
            row, column = divmod(int(answer), 3)
            answer = cell_text((column, 2 - row))
        try:
            move = parse_move(board.rules, answer)
        except NotationError:
            # For a single move the place in the text says nothing.
            raise NotationError(
                N_("'{text}' is no move: write a column ({moves}), or help")
                if board.rules.gravity
                else N_("'{text}' is no move: write a cell ({moves}), or help"),
                text=answer,
                moves=moves_hint(board),
            ) from None
        board.move(move)  # refuses what cannot be played, with its reason
        return move
    return board.parse_move(answer)


def _has_numbered_cells(rules: Rules) -> bool:
    """Whether a cell may also be typed as a number, as programs for tic-tac-toe number them."""
    return (rules.columns, rules.rows, rules.gravity) == (3, 3, False)


def moves_hint(board: Board) -> str:
    """What a move looks like on this board: `1-7`, or `a1-c3`."""
    if not isinstance(board, GridBoard):
        return " ".join(board.move_name(move) for move in board.legal_moves)
    rules = board.rules
    if rules.gravity:
        return f"1-{column_text(rules.columns - 1)}"
    return f"{cell_text((0, 0))}-{cell_text((rules.columns - 1, rules.rows - 1))}"


def show_help(console: Terminal, board: Board, commands: Mapping[str, tuple[str, str]] = COMMANDS) -> None:
    """The commands, and how a move is written here."""
    if isinstance(board, GridBoard) and not board.rules.gravity:
        console.say(say("A move is a free cell, column letter and row number: {moves}.", moves=moves_hint(board)))
        if _has_numbered_cells(board.rules):
            console.say(_("Or a number from 0 to 8, row by row from the top left."))
    else:
        console.say(say("A move is a column that is not full: {moves}.", moves=moves_hint(board)))
    if isinstance(board, GridBoard):
        console.say(say("{connect} in a row win, in any direction.", connect=board.rules.connect))
    rows = []
    for name, (text, what) in commands.items():
        shown = _(text)
        rows.append((Text(name if shown == name else _(", ").join([shown, name]), "bold"), _(what)))
    console.table(rows)
