"""A board with its moves as a document of its own: the picture is part of it, and every step is a plain link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import urlencode

from plyground.board import Side
from plyground.game import Termination
from plyground.grid import GridBoard, draw_svg
from plyground.store import LiveGame
from plyground.texts import _, language, say
from plyground.web.play.game_state import game_state

__all__ = ["Embedded", "board_html", "board_text", "embedded_game", "filled", "message_html"]

_TAGS = {"en": "en", "ko": "ko", "zh_CN": "zh-Hans"}


@dataclass(frozen=True)
class Embedded:
    """What a document shows: boards to step through, and what is said of them."""

    title: str
    """Who plays; empty for a position."""
    boards: Sequence[GridBoard]
    ending: str
    """What is said below the last board."""
    address: str
    """Of the page with seats, analysis and all the rest."""
    running: bool = False


def embedded_game(live: LiveGame) -> Embedded:
    game, players = live.game, game_state(live).players
    first, second = (
        seat.name or _side_name(game.board, side)
        for side, seat in zip(Side, (players.first, players.second), strict=True)
    )
    return Embedded(f"{first} – {second}", game.boards, _ending(live), f"/game/{live.id}", not game.is_over)


def _ending(live: LiveGame) -> str:
    game = live.game
    if game.winner is None:
        return _("Draw") if game.is_over else board_text(game.board)
    wins = say("{side} wins", side=_side_name(game.board, game.winner))
    loser = _side_name(game.board, game.winner.opposite)
    match game.termination:
        case Termination.RESIGNATION:
            return f"{wins} · {say('{side} resigned', side=loser)}"
        case Termination.TIMEOUT:
            return f"{wins} · {say('{side} ran out of time', side=loser)}"
        case Termination.ABANDONMENT:
            return f"{wins} · {say('{side} left the game', side=loser)}"
    return wins


def board_text(board: GridBoard) -> str:
    """Who has won, or who moves."""
    if board.winner is not None:
        return say("{side} wins", side=_side_name(board, board.winner))
    return _("Draw") if board.is_draw else say("{side} to move", side=_side_name(board, board.turn))


def _side_name(board: GridBoard, side: Side) -> str:
    """As the picture draws its stones: three in a row without gravity is played with X and O."""
    if not board.rules.gravity and board.rules.connect <= 3:
        return "X" if side is Side.FIRST else "O"
    return _("Yellow") if side is Side.FIRST else _("Red")


def board_html(shown: Embedded, ply: int | None, query: dict[str, str]) -> str:
    """The board after `ply` moves, or the last one; `query` is kept in the links to the others."""
    last = len(shown.boards) - 1
    at = last if ply is None else min(ply, last)
    text = shown.ending if at == last else board_text(shown.boards[at])
    if last:
        text = f"{say('Move {ply} of {all}', ply=at, all=last)} · {text}"
    live = shown.running and ply is None

    def step(rel: str, sign: str, label: str, to: int | None, possible: bool) -> str:
        words = f'rel="{rel}" title="{escape(label)}" aria-label="{escape(label)}"'
        if not possible:
            return f'<a {words} aria-disabled="true">{sign}</a>'
        # The last board has no number, so that a running game goes on there.
        parameters = query if to is None else {**query, "ply": str(to)}
        return f'<a {words} href="?{escape(urlencode(parameters))}">{sign}</a>'

    steps = (
        step("first", "«", _("To the start"), 0, at > 0),
        step("prev", "‹", _("Back"), at - 1, at > 0),
        step("next", "›", _("Forward"), at + 1 if at + 1 < last else None, at < last),
        step("last", "»", _("To the end"), None, at < last),
    )
    parts = [
        draw_svg(shown.boards[at]),
        f"<h1>{escape(shown.title)}</h1>" if shown.title else "",
        f'<p role="status">{escape(text)}</p>',
        f'<nav aria-label="{escape(_("Moves"))}">{"".join(steps)}</nav>' if last else "",
        f'<p><a href="{escape(shown.address)}" target="_blank" rel="noopener">{_("Open in Plyground")}</a></p>',
    ]
    return f"<main{' data-running' if live else ''}>{''.join(parts)}</main>"


def message_html(text: str) -> str:
    return f'<main><p role="alert">{escape(text)}</p></main>'


def filled(document: str, title: str, main: str) -> str:
    """The empty document with its content, in the language in use."""
    return (
        document.replace('<html lang="en">', f'<html lang="{_TAGS[language()]}">')
        .replace("<title>Plyground</title>", f"<title>{escape(title)} · Plyground</title>")
        .replace("<main></main>", main)
    )
