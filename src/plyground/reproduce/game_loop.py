"""The loop that lets two players play, the interface that every player satisfies, and who starts."""

from __future__ import annotations

from dataclasses import dataclass, field

from plyground.board import Board, Cancel, Decision, Limit, Move, Side
from plyground.errors import N_
from plyground.game import Game, Played, Player, Termination, play
from plyground.grid import CFOUR, GridBoard, Rules
from plyground.players import make_player, player_kinds, seat
from plyground.reproduce.measure import Measured, Setting, measures
from plyground.texts import say


@dataclass
class Scripted(Player):
    """Plays a fixed list of moves, and records when it was asked."""

    name: str
    script: list[Move]
    record: list[str]
    identifier: Side = field(default=Side.FIRST)

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        self.record.append(f"ask {self.name}")
        return Decision(self.script.pop(0))


@measures("A.loop", N_("the loop asks each player in turn, applies and shows the move, and stops at the win"))
def loop(setting: Setting) -> Measured:
    record: list[str] = []

    def show(played: Played) -> None:
        # An observer sees the move applied already, and the board before it unchanged.
        applied = played.before.move(played.decision.move) == played.game.board
        record.append(f"show {played.player.name}" if applied else "unapplied")

    moves: list[Move] = list(setting.given["moves"])
    red, yellow = Scripted("red", moves[::2], record), Scripted("yellow", moves[1::2], record)
    game = play(Game(GridBoard(CFOUR)), red, yellow, observers=[show])
    turns = ["red", "yellow"] * len(moves)
    expected = [f"{step} {name}" for name in turns[: len(moves)] for step in ("ask", "show")]
    ok = record == expected and game.winner is Side.FIRST and red.identifier is Side.FIRST
    ok = ok and yellow.identifier is Side.SECOND and not red.script and not yellow.script
    return Measured(ok, say("{count} moves", count=len(game.moves)))


@measures("A.interface", N_("every computer player satisfies the one interface, and plays through the same loop"))
def interface(setting: Setting) -> Measured:
    kinds = [kind for kind in player_kinds() if kind.build is not None and not kind.takes_rest]
    good = 0
    for kind in kinds:
        text = f"{kind.name} depth=2" if any(option.name == "depth" for option in kind.options) else kind.name
        own: object = make_player(text, seed=1)
        if isinstance(own, Player):
            game = Game(GridBoard(Rules.parse(setting.given["rules"])))
            # Some would think for seconds if they were let.
            play(game, own, make_player("random"), Limit(time=0.1))
            good += own.identifier is Side.FIRST and game.termination in (Termination.WIN, Termination.DRAW)
    return Measured(good == len(kinds), say("{count} kinds of players", count=len(kinds)))


@measures("E.starts-by-lot", N_("who starts is drawn at random"))
def starts_by_lot(setting: Setting) -> Measured:
    count = setting.given["games"]
    first = sum(seat("openlines", "random", by_lot=True, seed=seed)[0].name == "openlines" for seed in range(count))
    # Four standard deviations around the half.
    fair = abs(first - count / 2) < 2 * count**0.5
    return Measured(fair, say("the computer starts {first} of {count} games", first=first, count=count))
