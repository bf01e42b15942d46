"""Games as text, as `plyground games export` writes them. `docs/games-format.md` defines the format.

An empty line ends a game. Reading is strict; after a game that cannot be read, it goes on with the next one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from plyground.board import Outcome
from plyground.errors import N_, PlygroundError, RecordError, nearest
from plyground.game import Termination
from plyground.grid import GridBoard, Rules, move_text, parse_move, parse_position, position_text, rules_text
from plyground.store.record import GameRecord, MoveRecord

__all__ = ["BadGame", "game_text", "parse_game", "read_games"]

_FIRST = "Game"
_KEYS = (
    _FIRST,
    "Rules",
    "Start",
    "First",
    "Second",
    "Result",
    "Termination",
    "Reason",
    "ForfeitSeconds",
    "Opening",
    "Event",
    "Round",
    "Seed",
    "Limit",
    "Began",
    "Version",
)
_NEEDED = (_FIRST, "Rules", "First", "Second", "Result", "Began", "Version")

_HEADER = re.compile(r'\[([A-Za-z]+) (".*")\]')
_UNKNOWN = "-"
_WHOLE = re.compile(r"-?[0-9]{1,40}", re.ASCII)
_NUMBER = re.compile(r"-?(?:inf|[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]{1,3})?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class BadGame:
    """A game that could not be read: the number of the line with the fault, from 1, and what is wrong."""

    line: int
    error: PlygroundError


def game_text(record: GameRecord) -> str:
    """The text of a game, with a line end after every line and an empty line after the last.

    >>> from datetime import UTC, datetime
    >>> from plyground import CFOUR, Game, GridBoard
    >>> game = Game(GridBoard(CFOUR)).play(3)
    >>> began = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    >>> print(game_text(GameRecord.of(game, id="g1", players=("human", "random"), began=began)), end="")
    [Game "g1"]
    [Rules "7x6 connect=4"]
    [First "human"]
    [Second "random"]
    [Result "open"]
    [Began "2026-01-02T03:04:05+00:00"]
    [Version "0.1.0"]
    4 0 - -
    <BLANKLINE>
    """
    start = "" if record.start == GridBoard(record.rules) else position_text(record.start)
    values = {
        _FIRST: record.id,
        "Rules": rules_text(record.rules),
        "Start": start or None,
        "First": record.players[0],
        "Second": record.players[1],
        "Result": record.outcome.value,
        "Termination": None if record.termination is None else record.termination.value,
        "Reason": record.reason or None,
        "ForfeitSeconds": None if record.forfeit_seconds is None else _number_text(record.forfeit_seconds),
        "Opening": str(record.opening) if record.opening else None,
        "Event": record.event,
        "Round": None if record.round is None else str(record.round),
        "Seed": None if record.seed is None else str(record.seed),
        "Limit": record.limit or None,
        "Began": record.began.isoformat(),
        "Version": record.version,
    }
    lines = [f"[{key} {json.dumps(value, ensure_ascii=False)}]" for key, value in values.items() if value is not None]
    lines += [_move_line(record.rules, move) for move in record.moves]
    return "\n".join(lines) + "\n\n"


def _move_line(rules: Rules, move: MoveRecord) -> str:
    value = _UNKNOWN if move.value is None else _number_text(move.value)
    nodes = _UNKNOWN if move.nodes is None else str(move.nodes)
    return f"{move_text(rules, move.move)} {_number_text(move.seconds)} {value} {nodes}"


def _number_text(number: float) -> str:
    """The shortest text that is read back as the same number."""
    return repr(number).removesuffix(".0")


def parse_game(text: str) -> GameRecord:
    """The one game in `text`."""
    found = list(read_games(text.split("\n")))
    if len(found) != 1:
        raise RecordError(N_("the text holds {count} games; it should be one"), count=len(found))
    (game,) = found
    if isinstance(game, BadGame):
        raise RecordError(N_("line {line}: {reason}"), line=game.line, reason=game.error) from game.error
    return game


def read_games(lines: Iterable[str]) -> Iterator[GameRecord | BadGame]:
    """Every game in the lines of a text, checked by replaying it; for a game that cannot be read, what is wrong."""
    block: list[str] = []
    number = 0
    for number, line in enumerate(lines, start=1):
        line = line.rstrip("\r\n")
        if number == 1:
            line = line.removeprefix("\ufeff")
        if block and (not line or line.startswith(f"[{_FIRST} ")):
            yield _read(block, number - len(block))
            block = []
        if line:
            block.append(line)
    if block:
        yield _read(block, number + 1 - len(block))


def _read(block: list[str], began: int) -> GameRecord | BadGame:
    reader = _Reader(block)
    try:
        return reader.game()
    except PlygroundError as error:
        return BadGame(began + reader.line, error)


class _Reader:
    """Reads one game. `line` is the number of the current line, from 0, for error messages."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._headers: dict[str, str] = {}
        self._places: dict[str, int] = {}
        self.line = 0

    def game(self) -> GameRecord:
        moves = self._read_headers()
        rules = Rules.parse(self._value("Rules"))
        start = self._value("Start")
        values: dict[str, Any] = {
            "id": self._value(_FIRST),
            "start": parse_position(start, rules) if start else GridBoard(rules),
            "players": (self._value("First"), self._value("Second")),
            "outcome": Outcome(self._one_of("Result", [outcome.value for outcome in Outcome])),
            "termination": self._termination(),
            "reason": self._value("Reason"),
            "forfeit_seconds": self._number(self._value("ForfeitSeconds"))
            if "ForfeitSeconds" in self._headers
            else None,
            "opening": self._whole("Opening") or 0,
            "event": self._value("Event") if "Event" in self._headers else None,
            "round": self._whole("Round"),
            "seed": self._whole("Seed"),
            "limit": self._value("Limit"),
            "began": self._moment(),
            "version": self._value("Version"),
            "moves": tuple(self._moves(rules, moves)),
        }
        self.line = 0  # errors from here on concern the whole game
        record = GameRecord(**values)
        try:
            record.game()
        except RecordError as error:
            ply = error.values.get("ply")
            self.line = moves + ply - 1 if isinstance(ply, int) else 0
            raise
        return record

    def _read_headers(self) -> int:
        """Reads the lines in brackets; returns the number of the first line with a move."""
        if not self._lines[0].startswith(f"[{_FIRST} "):
            raise RecordError(N_('this is no game: a game begins with a line like [Game "name"]'))
        for number, line in enumerate(self._lines):
            if not line.startswith("["):
                break
            self.line = number
            key, value = self._header(line)
            if key in self._headers:
                raise RecordError(N_("'{key}' stands here a second time; once is enough"), key=key)
            self._headers[key] = value
            self._places[key] = number
        self.line = 0
        for key in _NEEDED:
            if key not in self._headers:
                raise RecordError(N_("the game has no line for '{key}'"), key=key)
        return len(self._headers)

    def _header(self, line: str) -> tuple[str, str]:
        match = _HEADER.fullmatch(line)
        try:
            key, value = ("", None) if match is None else (match[1], json.loads(match[2]))
        except ValueError:
            value = None
        if value is None:
            raise RecordError(N_("'{line}' cannot be read; it should look like [First \"name\"]"), line=line)
        if key not in _KEYS:
            near = nearest(key, _KEYS)
            raise RecordError(
                N_("'{key}' is not known here; the nearest is '{near}', all are {known}")
                if near
                else N_("'{key}' is not known here; known are {known}"),
                key=key,
                near=near,
                known=", ".join(_KEYS),
            )
        return key, value

    def _value(self, key: str) -> str:
        """The value of a line in brackets, empty if it is missing. `line` then points at it."""
        self.line = self._places.get(key, 0)
        return self._headers.get(key, "")

    def _one_of(self, key: str, known: list[str]) -> str:
        value = self._value(key)
        if value not in known:
            raise RecordError(
                N_("{key} is '{value}'; it has to be one of {known}"), key=key, value=value, known=", ".join(known)
            )
        return value

    def _termination(self) -> Termination | None:
        if "Termination" not in self._headers:
            return None
        return Termination(self._one_of("Termination", [termination.value for termination in Termination]))

    def _whole(self, key: str) -> int | None:
        if key not in self._headers:
            return None
        value = self._value(key)
        if not _WHOLE.fullmatch(value):
            raise RecordError(N_("{key} is '{value}'; it has to be a whole number"), key=key, value=value)
        return int(value)

    def _moment(self) -> datetime:
        value = self._value("Began")
        try:
            moment = datetime.fromisoformat(value)
            if moment.tzinfo is not None:
                return moment.astimezone(UTC)
        except (ValueError, OverflowError):
            pass
        raise RecordError(
            N_("Began is '{value}'; it has to be a time with its zone, like 2026-01-31T12:00:00+00:00"), value=value
        )

    def _moves(self, rules: Rules, first: int) -> Iterator[MoveRecord]:
        for number, line in enumerate(self._lines[first:], start=first):
            self.line = number
            words = line.split(" ")
            if len(words) != 4:
                raise RecordError(
                    N_("'{line}' is no move; write the move, its seconds, value and nodes, or - for what is not known"),
                    line=line,
                )
            move, seconds, value, nodes = words
            yield MoveRecord(
                parse_move(rules, move),
                self._number(seconds),
                None if value == _UNKNOWN else self._number(value),
                None if nodes == _UNKNOWN else self._count(nodes),
            )

    def _number(self, text: str) -> float:
        if not _NUMBER.fullmatch(text):
            raise RecordError(N_("'{text}' is not a number"), text=text)
        return float(text)

    def _count(self, text: str) -> int:
        if not _WHOLE.fullmatch(text):
            raise RecordError(N_("'{text}' is not a whole number"), text=text)
        return int(text)
