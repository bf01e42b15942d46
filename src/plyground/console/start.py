"""Sets up a game from the options of the command line."""

from __future__ import annotations

from plyground.board import Side
from plyground.console.computer import Computer
from plyground.console.human import Human
from plyground.console.kept_games import KeptGames
from plyground.console.opponent import usual_opponent
from plyground.console.seating import ask_seats
from plyground.console.session import Session
from plyground.console.terminal import Terminal
from plyground.game import Game, Player
from plyground.grid import parse_rules
from plyground.players import seat

__all__ = ["choose_seats", "start_session"]


def choose_seats(
    console: Terminal,
    rules_text: str,
    first: str | None,
    second: str | None,
    by_lot: bool,
    seed: int | None,
    position: str,
) -> tuple[str | None, str | None, bool]:
    """Who plays, and whether lots are drawn: asked for at a terminal, if the command line says nothing about it."""
    if first is None and second is None and not by_lot and console.can_ask:
        # A bad position is refused before anything is asked, and a position may name its own rules.
        rules = Game.parse(position, parse_rules(rules_text, seed)).board.rules
        return ask_seats(console, rules, usual_opponent(rules))
    return first, second, by_lot


def start_session(
    console: Terminal,
    rules_text: str,
    first: str | None,
    second: str | None,
    by_lot: bool,
    seed: int | None,
    position: str,
    kept: KeptGames | None = None,
) -> Session:
    game = Game.parse(position, parse_rules(rules_text, seed))
    rules = game.board.rules
    # A user who names one player plays against it.
    if first is None:
        first = "human"
    if second is None:
        second = usual_opponent(rules) if first.split()[:1] == ["human"] else "human"

    def players(session: Session) -> tuple[Player, Player]:
        def human(name: str) -> Player:
            return Human(name, console, session.hint)

        pair = seat(first, second, by_lot=by_lot, humans=human, seed=seed)
        humans = [player for player in pair if isinstance(player, Human)]
        for side, player in zip(Side, pair, strict=True):
            if isinstance(player, Human):
                player.introduce(side, alone=len(humans) == 1)
        one, other = (
            player if isinstance(player, Human) else Computer(player, console, session.picture_while_thinking)
            for player in pair
        )
        return one, other

    return Session(console, game, players, seed, kept)
