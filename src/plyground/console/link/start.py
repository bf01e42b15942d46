"""Starts a linked game on a server that runs for it, or joins a game by its link."""

from __future__ import annotations

import secrets
from urllib.parse import urljoin

from plyground.board import SplitMix
from plyground.console.human import Human
from plyground.console.kept_games import KeptGames
from plyground.console.link import is_link
from plyground.console.link.invitation import Invitation, new_visitor
from plyground.console.link.linked_game import LinkedGame
from plyground.console.link.server import GameServer
from plyground.console.terminal import Terminal
from plyground.errors import N_, InputError
from plyground.grid import board_of, parse_rules, position_text, rules_text
from plyground.players import make_player

__all__ = ["join_game", "start_game"]


def start_game(
    console: Terminal,
    address: str,
    rules_given: str,
    first: str | None,
    second: str | None,
    by_lot: bool,
    seed: int | None,
    position: str,
    kept: KeptGames | None = None,
    public_address: str | None = None,
) -> LinkedGame:
    """A new game on the server at `address`; the links to its other seat name `public_address`, if others need that."""
    start = board_of(position, parse_rules(rules_given, seed))
    seats = [_seat(console, text) for text in (first or "human", second or "human")]
    if [seat["kind"] for seat in seats].count("link") != 1:
        raise InputError(N_("both seats are a link; one has to be yours: --first human --second link"))
    if by_lot and SplitMix(secrets.randbits(64) if seed is None else seed).below(2):
        seats.reverse()
    server = GameServer(address.rstrip("/"), new_visitor())
    made = server.create(
        rules=rules_text(start.rules),
        position=position_text(start),
        **dict(zip(("first", "second"), seats, strict=True)),
    )
    path = made["links"]["first"] or made["links"]["second"]
    return LinkedGame(console, server, made["id"], link=urljoin(public_address or address, path), kept=kept)


def _seat(console: Terminal, text: str) -> dict[str, str]:
    if is_link(text):
        return {"kind": "link"}
    player = make_player(text, humans=lambda name: Human(name, console, lambda: None))
    if not isinstance(player, Human):
        raise InputError(
            N_("'{player}' cannot play against a link here; one seat is a link, the other yours: human"), player=text
        )
    return {"kind": "human", "name": "" if player.text == "human" else player.name}


def join_game(console: Terminal, link: str, kept: KeptGames | None = None, name: str = "") -> LinkedGame:
    """Takes the seat of a link under this name."""
    invitation = Invitation.parse(link)
    server = GameServer(invitation.server, invitation.visitor())
    joined = server.join(invitation.game, invitation.secret, name)
    if "id" not in joined:
        raise server.stranger()
    return LinkedGame(
        console,
        server,
        invitation.game,
        way_back=f'plyground play --join "{invitation.link}"',  # not shown
        kept=kept,
    )
