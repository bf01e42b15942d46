"""The driver's side of our line protocol, which `docs/bot-protocols.md` defines; `line_server` is the bot's side."""

from __future__ import annotations

import math
import time

from plyground.board import Cancel, Decision, Limit
from plyground.bots.player import BotPlayer
from plyground.bots.process import BotProcess, Quoted
from plyground.errors import N_, InputError, PlayerError, UnsupportedError
from plyground.game import Game
from plyground.grid import GridBoard, Rules, moves_text, parse_moves, position_text, rules_text

__all__ = ["VERSION", "LinePlayer", "limit_text"]

VERSION = 1
"""Of the protocol. It grows when an old bot would misunderstand a driver; new words and options do not count."""


class LinePlayer(BotPlayer):
    """A command that speaks the line protocol, such as `cmd:./mybot --fast`."""

    remark = b"info"

    def begin(self, process: BotProcess, game: Game[GridBoard], deadline: float, cancel: Cancel | None) -> None:
        rules = game.start.rules
        lines = [f"plyground {VERSION}", f"game {rules_text(rules)}"]
        process.send(_packed(lines))
        word, rest = self._answer(process, ("ready", "sorry"), deadline, cancel)
        if word == "sorry":
            raise UnsupportedError(
                N_("{name} does not play {rules}: {reason}"), name=self.name, rules=rules, reason=rest or "-"
            )

    def ask(
        self, process: BotProcess, game: Game[GridBoard], limit: Limit, deadline: float, cancel: Cancel | None
    ) -> Decision:
        rules = game.start.rules
        lines = []
        if game.start != GridBoard(rules):
            lines.append(f"start {position_text(game.start)}")
        lines += [
            f"moves {moves_text(rules, game.moves)}".rstrip(),
            f"board {position_text(game.board)}",
            f"go {limit_text(limit)}",
        ]
        began = time.monotonic()
        process.send(_packed(lines))
        word, rest = self._answer(process, ("move", "resign"), deadline, cancel)
        if word == "resign":
            raise PlayerError(N_("{name} resigned"), name=self.name, termination="resignation")
        return self._decision(rules, rest, time.monotonic() - began)

    def farewell(self) -> bytes:
        return b"quit\n"

    def _answer(
        self, process: BotProcess, words: tuple[str, ...], deadline: float, cancel: Cancel | None
    ) -> tuple[str, str]:
        """The next line that is not a remark: its first word, which has to be one of `words`, and the rest."""
        while True:
            line = process.read_line(deadline, cancel)
            word, _space, rest = line.partition(" ")
            if word in words:
                return word, rest.strip()
            if word != "info":
                raise PlayerError(
                    N_("{name} should say {words}, and said {line}"),
                    name=self.name,
                    words=" / ".join(words),
                    line=ascii(line[:80]),
                )
            process.check_time(deadline, cancel)

    def _decision(self, rules: Rules, answer: str, seconds: float) -> Decision:
        text, *options = answer.split() or [""]
        if text == "-" and options:
            # One of our runners: instead of a move, the whole reason.
            told = "".join(letter for letter in " ".join(options) if letter.isprintable())
            raise PlayerError(N_("{reason}"), reason=Quoted(told), termination="illegal move")
        try:
            (move,) = parse_moves(rules, text)
        except (InputError, ValueError):
            raise PlayerError(
                N_("{name} answered {answer}, which is not a move"),
                name=self.name,
                answer=ascii(answer[:230]),
                termination="illegal move",
            ) from None
        value = None
        for option in options:
            name, _equals, number = option.partition("=")
            if name == "value":
                try:
                    value = float(number)
                except ValueError:
                    value = math.nan
                if math.isnan(value):
                    raise PlayerError(
                        N_("{name} gave its move the value {value}, which is not a number"),
                        name=self.name,
                        value=ascii(number[:40]),
                    )
        return Decision(move, value, line=(move,), seconds=seconds)


def limit_text(limit: Limit) -> str:
    """A limit as `go` carries it: `time=1.5 depth=4`.

    >>> limit_text(Limit(1.5, depth=4))
    'time=1.5 depth=4'
    """
    return " ".join(f"{name}={_short(value)}" for name, value in limit.named.items())


def _short(value: float) -> str:
    # Never with an exponent, which a small bot would not read; and never zero.
    return str(value) if isinstance(value, int) else f"{max(value, 1e-3):.3f}".rstrip("0").rstrip(".")


def _packed(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
