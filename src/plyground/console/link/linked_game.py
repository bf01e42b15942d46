"""`LinkedGame`: a served game, followed and played at the console. The server decides; this shows and asks."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from queue import Empty, Queue
from typing import Any
from urllib.parse import urlsplit

from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from plyground.board import Side
from plyground.console.continuation import continuation
from plyground.console.game_picture import game_picture
from plyground.console.human import command_for, move_prompt, read_move, show_help
from plyground.console.kept_games import KeptGames
from plyground.console.link.connection import Back, GameConnection, Gone, Lost, Message
from plyground.console.link.keyboard import Keyboard, Typed
from plyground.console.link.server import GameServer
from plyground.console.link.state import SeatState, ServedState, with_presence
from plyground.console.picture import stone
from plyground.console.terminal import BAD, GOOD, Terminal
from plyground.errors import N_, ClosedInputError, NotationError, PlygroundError
from plyground.game import Termination
from plyground.grid import move_text, rules_name
from plyground.store import GameRecord, MoveRecord, now
from plyground.texts import _, fill, ngettext, say, tell

__all__ = ["LinkedGame"]

COMMANDS = {
    "undo": (N_("undo"), N_("ask to take your last move back, or agree when you are asked")),
    "decline": (N_("decline"), N_("refuse what you are asked for")),
    "claim": (N_("claim win"), N_("win the game if your opponent is to move and has been away for too long")),
    "resign": (N_("resign"), N_("give the game up")),
    "rematch": (N_("rematch"), N_("after the end: ask for another game with the seats swapped, or agree to one")),
    "help": (N_("help"), N_("show this list")),
    "quit": (N_("quit"), N_("leave the game")),
}
"""What can be typed instead of a move: the name, its translatable word, and what it does."""

_ALONE = N_("The link works on this computer alone; --second link --host 0.0.0.0 opens the game to your network.")
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""Hosts of a link that nobody else can reach."""

Event = Message | Lost | Back | Gone | Typed


class LinkedGame:
    """`link` is shown while nobody has taken the other seat. `way_back` is the command that comes back to the own seat;
    None where the server ends with this game. `kept` keeps the games in the database; None keeps none."""

    def __init__(
        self,
        console: Terminal,
        server: GameServer,
        game: str,
        *,
        link: str = "",
        way_back: str | None = None,
        kept: KeptGames | None = None,
    ) -> None:
        self.console = console
        self._server = server
        self._link = link
        self._way_back = way_back
        self._kept = kept
        self._events: Queue[Event] = Queue()
        self._game = game
        self._connection = GameConnection(server, game, self._events.put)
        self._lines: deque[str | None] = deque()
        self._state: ServedState | None = None
        self._content: Mapping[str, Any] | None = None
        """The message of that state."""
        self._began = now()
        self._sent: tuple[int, str] | None = None
        """The move that was sent and that no state contains yet."""
        self._awaits_answer = False
        self._is_prompted = False
        """Whether the cursor stands behind a prompt."""
        self._has_left = False
        self._is_opponent_away = False
        self._is_kept = False

    def run(self) -> int:
        """Plays until the player leaves; Ctrl-C and a lost server leave, too. Returns the exit code."""
        Keyboard(self._events.put)
        try:
            while not self._has_left:
                self._prompt()
                self._handle(self._next_event())
                while self._lines and self._takes_lines and not self._has_left:
                    self._obey(self._lines.popleft())
        except (KeyboardInterrupt, PlygroundError) as error:
            self._end_prompt()
            self._say_how_to_go_on(
                is_gone=isinstance(error, PlygroundError) and not isinstance(error, ClosedInputError)
            )
            raise
        else:
            self._say_how_to_go_on()
            return 0
        finally:
            self._keep()
            self._connection.close()

    def _next_event(self) -> Event:
        while True:
            try:
                # With a timeout, because on Windows Ctrl-C does not interrupt a wait without one.
                return self._events.get(timeout=0.5)
            except Empty:
                pass

    # Asking

    @property
    def _takes_lines(self) -> bool:
        """A terminal may say something at any time. From a pipe, the next line is for the next question."""
        state = self._state
        if state is None or self._awaits_answer:
            return False
        return self.console.can_ask or (state.opponent.taken and (state.is_own_turn or state.game.is_over))

    def _prompt(self) -> None:
        state = self._state
        if self._is_prompted or state is None or self._awaits_answer or not state.opponent.taken:
            return
        if state.game.is_over:
            choices = _(", ").join(_(COMMANDS[name][0]) for name in ("rematch", "quit"))
            prompt = Text(say("What now ({choices})?", choices=choices))
        elif state.is_own_turn:
            prompt = move_prompt(self.console, state.game.board)
        else:
            choices = _(", ").join(_(COMMANDS[name][0]) for name in ("undo", "resign", "quit"))
            prompt = Text.assemble(stone(state.game.turn, state.game.board, self.console.glyphs), " ")
            prompt.append(say("{name} is to move ({choices}, or help):", name=self._name(), choices=choices), "dim")
        self.console.print(prompt, end=" ")
        self._is_prompted = True

    def _end_prompt(self) -> None:
        """Clears the line of the prompt, or ends it where nothing can be cleared."""
        if not self._is_prompted:
            return
        self._is_prompted = False
        if self.console.can_ask and not self.console.is_dumb_terminal:
            self.console.control(Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2)))
        else:
            self.console.print()

    def _obey(self, line: str | None) -> None:
        """Does what a line says: a move, or a command."""
        state = self._state
        assert state is not None
        if line is None:
            self._end_of_input(state)
            return
        if not self.console.can_ask:
            # In a file or a pipe the typed line would be missing.
            self.console.print(line, soft_wrap=True)
        self._is_prompted = False  # Enter has ended its line
        answer = line.strip()
        if not answer:
            self._has_left = state.game.is_over
            return
        command = command_for(answer, COMMANDS)
        if not state.opponent.taken and command != "quit":
            self._say(_("Nobody has opened the link yet; 'quit' leaves."), BAD)
            return
        try:
            move = move_text(state.game.start.rules, read_move(state.game.board, answer.lower()))
        except NotationError as error:
            if command is None:
                self._say(tell(error), BAD)
            else:
                self._command(command, state)
        except PlygroundError as error:
            self._say(tell(error), BAD)
        else:
            self._sent = (state.ply, move)
            self._send(type="move", ply=state.ply, move=move)

    def _command(self, command: str, state: ServedState) -> None:
        match command:
            case "undo":
                self._send(type="undo", ply=state.ply)
            case "resign" | "rematch" | "decline" | "claim":
                self._send(type=command)
            case "quit":
                self._has_left = True
            case _:
                show_help(self.console, state.game.board, COMMANDS)

    def _end_of_input(self, state: ServedState) -> None:
        if not state.game.is_over:
            raise ClosedInputError(
                N_("standard input ended while an answer was needed; give more input, or play in a terminal")
            )
        self._has_left = True  # nothing is lost

    def _send(self, **message: object) -> None:
        self._awaits_answer = True
        # A move is sent again when the connection is back.
        if not self._connection.send(**message) and self._sent is None:
            self._awaits_answer = False
            self._say(_("There is no connection to the server right now."), BAD)

    # What happens

    def _handle(self, event: Event) -> None:
        match event:
            case Typed(line):
                self._lines.append(line)
            case Message(content) if content.get("type") == "state":
                self._receive(content)
            case Message(content) if content.get("type") == "presence" and self._content is not None:
                self._receive(with_presence(self._content, content))
            case Message(content) if content.get("type") == "error":
                self._awaits_answer = False
                self._sent = None
                self._say(str(content.get("text", "")), BAD)
            case Lost():
                self._say(_("Connection lost. Trying again…"), BAD)
            case Back():
                self._say(_("Connected again."))
                if self._sent is not None:
                    # The server plays a move once, however often it gets it.
                    self._send(type="move", ply=self._sent[0], move=self._sent[1])
            case Gone(error):
                raise error

    def _receive(self, content: Mapping[str, Any]) -> None:
        state = ServedState.read(content)
        if state is None:
            raise self._server.stranger()
        self._content = content
        self._show(state)

    def _show(self, state: ServedState) -> None:
        """Shows what is new in a state."""
        if state.id != self._game:
            return  # it was on its way when the rematch began
        before, self._state = self._state, state
        if self._sent is None or state.ply != self._sent[0] or state.game.is_over:
            self._awaits_answer = False
            self._sent = None
        if state.rematch is not None:
            self._follow(state.rematch)
        elif before is None:
            self._begin(state)
        else:
            self._show_presence(before, state)
            self._show_moves(before, state)
            self._show_offers(before, state)
            if state.game.is_over and not before.game.is_over:
                self._announce_end(state)
                self._keep()

    def _begin(self, state: ServedState) -> None:
        self._end_prompt()
        self._began = now()
        self._is_kept = self._is_opponent_away = False
        self.console.print(Text(say("Plyground: {rules}", rules=rules_name(state.game.start.rules)), "bold"))
        if state.opponent.taken:
            if state.game.moves:
                self._show_last_move(state)  # in a rematch, the opponent may have been here first
            self._show_board(state)
            self._show_offers(None, state)
            if state.game.is_over:
                self._announce_end(state)
            return
        self.console.say(_("Send this link to your opponent; it opens in a browser:"))
        self.console.print(f"  {self._link}", soft_wrap=True, style="bold")
        self.console.say(_("Or this command, for a terminal:"))
        self.console.print(f'  plyground play --join "{self._link}"', soft_wrap=True, style="bold")  # not shown
        if urlsplit(self._link).hostname in _LOOPBACK:
            self.console.say(_(_ALONE), "dim")
        self.console.say(_("Waiting for your opponent (Ctrl-C ends it)."), "dim")

    def _follow(self, game: str) -> None:
        """Goes on to the rematch."""
        self._keep()
        self._connection.close()
        self._say(_("A new game."))
        self._state = self._content = None
        self._game = game
        self._connection = GameConnection(self._server, game, self._events.put)

    def _show_presence(self, before: ServedState, state: ServedState) -> None:
        was, opponent = before.opponent, state.opponent
        if opponent.taken and not was.taken:
            self._say(say("{name} is here; the game begins.", name=self._name()), GOOD)
            self._show_board(state)
        if was.connected and not opponent.connected:
            self._is_opponent_away = True
            self._say(say("{name} has left.", name=self._name()), BAD)
            if state.claim_in is not None and not state.is_own_turn:
                seconds = round(state.claim_in)
                self._say(say("'claim' wins the game if nobody is back in {seconds} s.", seconds=seconds))
        elif self._is_opponent_away and opponent.connected:
            self._is_opponent_away = False
            self._say(say("{name} is back.", name=self._name()))

    def _show_moves(self, before: ServedState, state: ServedState) -> None:
        if state.game.moves == before.game.moves:
            return
        taken_back = before.ply - state.ply
        if taken_back > 0:
            text = ngettext("{count} move was taken back.", "{count} moves were taken back.", taken_back)
            self._say(fill(text, count=taken_back))
        else:
            if before.undo_offer is state.side and state.game.boards[-2].turn is not state.side:
                self._say(say("{name} does not agree to take the move back.", name=self._name()))
            self._show_last_move(state)
        self._show_board(state)

    def _show_last_move(self, state: ServedState) -> None:
        """Unless it is the player's own."""
        last = state.game.boards[-2]
        if last.turn is state.side:
            return
        line = Text.assemble(stone(last.turn, last, self.console.glyphs), " ")
        line.append(say("{name} plays {move}", name=self._name(), move=last.move_name(state.game.moves[-1])), "bold")
        self._end_prompt()
        self.console.print(line)

    def _show_offers(self, before: ServedState | None, state: ServedState) -> None:
        if state.undo_offer is not (before and before.undo_offer):
            if state.undo_offer is None:
                if before is not None and before.undo_offer is state.side and before.game.moves == state.game.moves:
                    self._say(say("{name} does not agree to take the move back.", name=self._name()))
            elif state.undo_offer is state.side:
                self._say(say("{name} is asked whether you may take your last move back.", name=self._name()))
            else:
                text = say("{name} asks to take a move back: 'undo' agrees, 'decline' declines.", name=self._name())
                self._say(text, "bold")
        if state.rematch_offer is not (before and before.rematch_offer):
            if state.rematch_offer is None:
                if before is not None and before.rematch_offer is state.side:
                    self._say(say("{name} declined.", name=self._name()))
            elif state.rematch_offer is state.side:
                self._say(say("{name} is asked for a rematch.", name=self._name()))
            else:
                text = say("{name} asks for a rematch: 'rematch' agrees, 'decline' declines.", name=self._name())
                self._say(text, "bold")

    def _show_board(self, state: ServedState) -> None:
        self._end_prompt()
        names = [_("you") if side is state.side else self._name() for side in Side]
        if state.clocks is not None:
            names = [f"{name} {_clock(left)}" for name, left in zip(names, state.clocks, strict=True)]
        self.console.print(game_picture(self.console, state.game, names))

    def _announce_end(self, state: ServedState) -> None:
        game, name = state.game, self._name()
        if game.winner is None:
            self._say(_("A draw: the board is full."), "bold")
            return
        has_won = game.winner is state.side
        if game.termination is Termination.RESIGNATION:
            self._say(say("{name} resigned.", name=name) if has_won else _("You resigned."), "bold")
        elif game.termination is Termination.TIMEOUT:
            self._say(say("{name} ran out of time.", name=name) if has_won else _("You ran out of time."), "bold")
        elif game.termination is Termination.ABANDONMENT:
            self._say(_("You claimed the game.") if has_won else say("{name} claimed the game.", name=name), "bold")
        self._say(*((_("You win!"), GOOD) if has_won else (_("You lose."), "bold")))

    def _name(self) -> str:
        assert self._state is not None
        return self._state.opponent.name or _("Your opponent")

    def _say(self, text: str, style: str | None = None) -> None:
        self._end_prompt()
        self.console.say(text, style)

    # Leaving

    def _keep(self) -> None:
        """Keeps the game as it stands. Both players may share a database, so they name the game alike."""
        state = self._state
        if self._kept is None or self._is_kept or state is None or not state.game.moves:
            return
        self._is_kept = True
        game = state.game
        record = GameRecord.of(
            game,
            id=state.id if game.is_over else f"{state.id}-{state.ply}",
            players=(_record_name(state.seats[0]), _record_name(state.seats[1])),
            moves=[MoveRecord(move, seconds) for move, seconds in zip(game.moves, state.seconds, strict=True)],
            began=self._began,
        )
        if self._kept.keep_record(record):
            self._say(_("The game is kept; 'plyground review last' judges its moves."), "dim")

    def _say_how_to_go_on(self, is_gone: bool = False) -> None:
        state = self._state
        if state is None or state.game.is_over or not state.opponent.taken:
            return
        if self._way_back is not None and not is_gone:
            self._say(_("To come back to this game:"))
            command = self._way_back
        elif state.game.moves:
            self._say(_("To go on with this game:"))
            seats = ("human", "link") if state.side is Side.FIRST else ("link", "human")
            command = continuation(state.game, seats)
        else:
            return
        self.console.print(f"  {command}", soft_wrap=True, style="bold")


def _record_name(seat: SeatState) -> str:
    return seat.name or seat.kind


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
