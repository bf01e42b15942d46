"""A game at the console, from the first board to the result."""

from __future__ import annotations

import logging
from collections.abc import Callable

from rich.console import RenderableType
from rich.text import Text

from plyground.board import Board, Side
from plyground.console.computer import wait_for
from plyground.console.continuation import continuation
from plyground.console.game_picture import game_picture
from plyground.console.human import COMMANDS, Human, Quit, Restart, Undo, command_for, read_line
from plyground.console.kept_games import KeptGames
from plyground.console.picture import stone
from plyground.console.terminal import BAD, GOOD, Terminal
from plyground.console.words import thought
from plyground.errors import ClosedInputError, PlygroundError
from plyground.game import Game, Played, Player, Termination, play
from plyground.grid import GridBoard, rules_name
from plyground.reviews import expected_result, hint
from plyground.texts import _, fill, ngettext, say, tell

__all__ = ["Session"]

_log = logging.getLogger(__name__)

_FAILURES = (Termination.CRASH, Termination.ILLEGAL_MOVE, Termination.TIMEOUT)


class Session:
    """One game: its moves, undo and restart, its end, and how to continue it later.

    `make_players` gets this session: a human asks it for a hint, a computer for the picture to show meanwhile. `kept`
    keeps the games in the database; None keeps none.
    """

    def __init__(
        self,
        console: Terminal,
        game: Game[GridBoard],
        make_players: Callable[[Session], tuple[Player, Player]],
        seed: int | None = None,
        kept: KeptGames | None = None,
    ) -> None:
        self.console = console
        self.game = game
        self._given = game.moves
        self._seed = seed
        self._kept = kept
        self.players = make_players(self)
        self._shown: Board | None = None
        """The position that is on the screen."""

    @property
    def seats(self) -> dict[Side, Player]:
        return dict(zip(Side, self.players, strict=True))

    @property
    def humans(self) -> int:
        return sum(isinstance(player, Human) for player in self.players)

    def _is_human(self, side: Side) -> bool:
        return isinstance(self.seats[side], Human)

    def run(self) -> int:
        """Plays until somebody quits or the game is over; an interrupted game leaves its moves on the screen.

        Returns the exit code: 1 when a player failed to move.
        """
        self._begin()
        observers = [self._report] if self._kept is None else [self._report, self._kept.note]
        try:
            while True:
                try:
                    play(self.game, *self.players, observers=observers)
                    self._announce_end()
                    self._keep()
                    if not self.humans or not self._ask_after_the_end():
                        return int(self.game.termination in _FAILURES)
                except Undo:
                    self._take_back()
                except Restart:
                    self._keep()
                    self._restart()
        except Quit:
            self._say_how_to_go_on()
            self._keep()
            return 0
        except (KeyboardInterrupt, PlygroundError):
            self._say_how_to_go_on()
            self._keep()
            raise

    # The board

    def picture(self) -> RenderableType:
        """The board, and beside it who plays and what was played."""
        return game_picture(self.console, self.game, [player.name for player in self.players])

    def show(self) -> None:
        self._shown = self.game.board
        self.console.print(self.picture())

    def picture_while_thinking(self) -> RenderableType | None:
        """The board with the human's move on it, unless it is on the screen already or does not fit."""
        fits = self.game.board.rules.rows + 5 <= self.console.height
        return self.picture() if self.console.is_terminal and fits and self._shown != self.game.board else None

    # What happens

    def _begin(self) -> None:
        rules = self.game.board.rules
        self.console.print(Text.assemble((say("Plyground: {rules}", rules=rules_name(rules)), "bold")))
        _log.info("%s: %s", rules, " - ".join(_text(player) for player in self.players))
        for side, player in zip(Side, self.players, strict=True):
            player.new_game(self.game, side)
        if self._kept is not None:
            self._kept.begin(self.game)
        self.show()

    def _report(self, played: Played) -> None:
        """Observes the loop: announces a computer's move with what it thought, and shows the board."""
        _log.info("%s after %.3f s: %s", _text(played.player), played.seconds, played.decision)  # not shown
        human = isinstance(played.player, Human)
        if not human:
            line = Text.assemble(stone(played.side, played.before, self.console.glyphs), " ")
            name = played.before.move_name(played.decision.move)
            line.append(say("{name} plays {move}", name=played.player.name, move=name), "bold")
            details = thought(
                played.before, played.decision, played.seconds, expected_result(played.before, played.decision)
            )
            line.append(say(" ({words})", words=details), "dim")
            self.console.print(line, soft_wrap=not self.console.is_terminal)
        next_is_human = played.game.is_over or self._is_human(played.game.turn)
        # On a screen the human's own move is shown while the computer thinks about it.
        if not human or next_is_human or not self.console.is_terminal:
            self.show()

    def hint(self) -> None:
        """A best move, and who says so; Ctrl-C gives up the hint, not the game."""
        try:
            found = wait_for(
                lambda stop: hint(self.game, cancel=stop), self.console, _("Looking for a hint (Ctrl-C stops)")
            )
        except KeyboardInterrupt:
            self.console.say(_("No hint then."))
            return
        except PlygroundError as error:
            self.console.say(tell(error), BAD)
            return
        self.console.say(say("Hint: {hint}", hint=found), GOOD)

    def _take_back(self) -> None:
        """Back to the last position in which a human was to move."""
        turns = [board.turn for board in self.game.boards[:-1]]
        back = next((n for n, turn in enumerate(reversed(turns), 1) if self._is_human(turn)), None)
        if back is None:
            self.console.say(_("There is no move of yours to take back."), BAD)
            return
        for _move in range(back):
            self.game.undo()
        self.console.say(
            fill(ngettext("{count} move was taken back.", "{count} moves were taken back.", back), count=back)
        )
        self.show()

    def _restart(self) -> None:
        self.game = Game(self.game.start, self._given)
        self.console.say(_("A new game."))
        self._begin()

    def _announce_end(self) -> None:
        game = self.game
        winner = game.winner
        if winner is None:
            self.console.say(_("A draw: the board is full."), "bold")
            return
        loser = self.seats[winner.opposite]
        if game.termination in _FAILURES:
            self.console.say(say("{name} failed to make a legal move and loses.", name=loser.name), BAD)
            if game.forfeit is not None and game.forfeit.error is not None:
                self.console.say(tell(game.forfeit.error), BAD)
        elif self.humans == 1 and self._is_human(winner):
            self.console.say(_("You win!"), GOOD)
        elif self.humans == 1:
            self.console.say(say("You lose: {name} wins.", name=self.seats[winner].name), "bold")
        else:
            line = Text.assemble(stone(winner, game.board, self.console.glyphs), " ")
            line.append(say("{name} wins.", name=self.seats[winner].name), "bold")
            self.console.print(line)

    def _ask_after_the_end(self) -> bool:
        """Raises what the human chooses; False to end."""
        choices = _(", ").join(_(COMMANDS[name][0]) for name in ("restart", "undo", "quit"))
        while True:
            try:
                answer = read_line(self.console, Text(say("What now ({choices})?", choices=choices)))
            except ClosedInputError:
                # The game is over, so nothing is lost.
                return False
            match command_for(answer):
                case "restart":
                    raise Restart
                case "undo":
                    raise Undo
                case "quit":
                    return False
            if not answer.strip():
                return False

    def _keep(self) -> None:
        if self._kept is None:
            return
        first, second = (_record_name(player) for player in self.players)
        if self._kept.keep(self.game, (first, second), self._seed):
            self.console.say(_("The game is kept; 'plyground review last' judges its moves."), "dim")

    def _say_how_to_go_on(self) -> None:
        """The command line that continues this game, where there is something to continue."""
        game = self.game
        if game.is_over or not game.moves:
            return
        self.console.say(_("To go on with this game:"))
        self.console.print(f"  {self.continuation()}", soft_wrap=True, style="bold")

    def continuation(self) -> str:
        return continuation(self.game, (_text(self.players[0]), _text(self.players[1])), self._seed)


def _text(player: Player) -> str:
    """The player as the command line names it."""
    return player.text if isinstance(player, Human) else player.name


def _record_name(player: Player) -> str:
    """The player as the record of a game names it."""
    return player.name if isinstance(player, Human) and player.text != "human" else _text(player)
