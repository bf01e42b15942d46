"""The bot's side of our line protocol: any player, on standard input and output."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, TextIO

from plyground.board import Board, Limit, Side
from plyground.errors import N_, InputError, NotationError, PlayerError, PlygroundError, UnsupportedError
from plyground.game import Game, Player
from plyground.grid import GridBoard, Rules, parse_moves, parse_position, parse_rules
from plyground.texts import tell

__all__ = ["own_streams", "serve", "serve_here"]


def own_streams() -> tuple[TextIO, TextIO]:
    """Standard input and output for the protocol alone.

    From here on, foreign code in this process prints to standard error and has nothing to read.
    """
    sys.stdout.flush()
    source = os.fdopen(os.dup(0), "r", encoding="utf-8", errors="replace", newline="\n")
    sink = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    os.dup2(2, 1)
    return source, sink


def serve_here(make: Callable[[], Player]) -> int:
    """`serve` on this process's own streams, for a runner: `make` may load foreign code."""
    source, sink = own_streams()
    try:
        return serve(make(), source, sink)
    except PlygroundError as error:
        print(tell(error), file=sys.stderr)
        return error.exit_code


def serve(
    player: Player,
    source: TextIO,
    sink: TextIO,
    limit: Limit | None = None,
    warm_up: Callable[[GridBoard], None] | None = None,
) -> int:
    """Answers until `quit` or the end of the input; returns the exit code.

    `limit` holds on top of what the driver allows. `warm_up` runs before `ready`, so that the first move need not wait.
    """
    session = _Session(player, limit, warm_up)
    for line in source:
        word, _space, rest = line.rstrip("\r\n").partition(" ")
        if word == "quit":
            break
        answer = session.hear(word, rest.strip())
        if answer is not None:
            sink.write(f"{answer}\n")
            sink.flush()
    return 0


class _Session:
    """What the driver has said so far. Unknown words are ignored: they are for newer bots."""

    def __init__(self, player: Player, limit: Limit | None, warm_up: Callable[[GridBoard], None] | None) -> None:
        self.player = player
        self.limit = limit
        self.warm_up = warm_up
        self.rules: Rules | None = None
        self.game: Game[GridBoard] | None = None
        self.start = ""
        self.moves = ""

    def hear(self, word: str, rest: str) -> str | None:
        match word:
            case "game":
                return self._new_game(rest)
            case "start":
                self.start = rest
            case "moves":
                self.moves = rest
            case "go":
                return self._go(rest)
        return None

    def _new_game(self, text: str) -> str:
        self.game, self.start, self.moves = None, "", ""
        try:
            known, self.rules = self.rules, parse_rules(text)
            # The side is not known yet; a player that refuses the rules does so here.
            self.player.new_game(Game[Board](GridBoard(self.rules)), Side.FIRST)
        except (InputError, UnsupportedError) as error:
            self.rules = None
            return f"sorry {' '.join(tell(error).split())}"
        if self.warm_up is not None and self.rules != known:
            self.warm_up(GridBoard(self.rules))
        return f"ready {self.player.name}"

    def _go(self, text: str) -> str:
        game = self._follow()
        try:
            decision = self.player.decide(game, _limit(text, self.limit))
        except PlayerError as error:
            if error.termination != "illegal move":
                raise
            return f"move - {' '.join(tell(error).split())}"  # instead of a move, the reason
        value = "" if decision.value is None else f" value={decision.value:g}"
        return f"move {game.board.move_name(decision.move)}{value}"

    def _follow(self) -> Game[GridBoard]:
        """The game that the driver describes; the same object as long as it only goes on, so that trees are kept."""
        if self.rules is None:
            raise NotationError(N_("the driver asks for a move before it names a game"))
        moves = tuple(parse_moves(self.rules, self.moves))
        start = parse_position(self.start, self.rules) if self.start else GridBoard(self.rules)
        known = self.game
        if known is not None and known.start == start and known.moves == moves[: len(known.moves)]:
            for move in moves[len(known.moves) :]:
                known.play(move)
            return known
        self.game = Game(start, moves)
        self.player.new_game(self.game, self.game.turn)
        return self.game


def _limit(text: str, own: Limit | None) -> Limit | None:
    """What the driver allows, with the shorter of the two times."""
    known: dict[str, Callable[[str], Any]] = {"time": float, "nodes": int, "depth": int, "playouts": int}
    given: dict[str, Any] = {}
    for option in text.split():
        name, _equals, value = option.partition("=")
        if name in known:
            try:
                given[name] = known[name](value)
            except ValueError:
                raise NotationError(N_("the driver's option '{option}' has no number"), option=option) from None
    if own is not None and own.time is not None:
        given["time"] = min(own.time, given.get("time", own.time))
    return Limit(**given) if given else None
