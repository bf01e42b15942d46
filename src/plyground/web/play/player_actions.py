"""What players do at a game: each action is checked against the game as it is now, and refused or carried out."""

from __future__ import annotations

from plyground.board import Move, Side
from plyground.errors import N_
from plyground.game import Forfeit, Termination
from plyground.grid import GridBoard, parse_move
from plyground.store import MoveRecord
from plyground.web.messages.refusals import Refusal
from plyground.web.play.connection import Connection
from plyground.web.play.game_session import GameSession

__all__ = ["claim", "decline", "hint_board", "name_player", "play", "rematch", "resign", "set_pace", "undo"]


async def play(session: GameSession, connection: Connection, ply: int, text: str, arrived: float | None = None) -> None:
    """`arrived` is the moment of the monotonic clock at which the move came: it may have to wait for its turn here."""
    async with session.changing():
        move = _move_of(session, connection, ply, text)
        if move is None:
            session.send_state(connection)
        else:
            await session.append(ply, MoveRecord(move, session.spent(arrived)))


def _move_of(session: GameSession, connection: Connection, ply: int, text: str) -> Move | None:
    """The move to play, or None if it was played already. Refuses moves that the connection may not make."""
    game = session.game
    if not connection.sides:
        raise Refusal("not_your_seat", 403, N_("you are watching this game; its seats are taken"))
    if ply != session.ply:
        if ply < session.ply and game.boards[ply].turn in connection.sides:
            played = game.board.move_name(game.moves[ply])
            if played == text:
                return None
        raise Refusal(
            "wrong_ply",
            409,
            N_("move {ply} cannot be played now: the game is at move {now}"),
            ply=ply + 1,
            now=session.ply + 1,
        )
    if game.is_over:
        raise Refusal("game_over", 409, N_("the game is over already; take a move back or start anew"))
    if game.turn not in connection.sides:
        raise Refusal("not_your_turn", 409, N_("it is not your turn"))
    move = parse_move(session.live.record.rules, text)
    game.check(move)
    return move


async def undo(session: GameSession, connection: Connection, ply: int) -> None:
    """Takes the last move back. Against a person elsewhere it asks, or agrees to what that person asked for."""
    async with session.changing():
        side = _side_of(session, connection)
        if ply != session.ply:
            raise Refusal("wrong_ply", 409, N_("the game is already at move {now}"), now=session.ply + 1)
        if session.has_remote_opponent(connection):
            if session.game.is_over:
                raise Refusal("not_allowed", 409, N_("the game is over; ask for a rematch"))
            if session.live.undo_offer is not side.opposite:
                _last_ply_of(session, side)
                await session.offer(undo=side)
                return
            side = side.opposite
        await session.take_back(_last_ply_of(session, None if len(connection.sides) == 2 else side))


def _last_ply_of(session: GameSession, side: Side | None) -> int:
    """The ply of the last move of `side`, or of either side if None."""
    boards = session.game.boards
    for ply in reversed(range(session.ply)):
        if side is None or boards[ply].turn is side:
            return ply
    raise Refusal("not_allowed", 409, N_("there is no move of yours to take back"))


async def resign(session: GameSession, connection: Connection) -> None:
    async with session.changing():
        side = _side_of(session, connection)
        _refuse_if_over(session)
        await session.end(Forfeit(side, Termination.RESIGNATION))


async def rematch(session: GameSession, connection: Connection) -> None:
    """Begins another game. Against a person elsewhere it asks, or agrees to what that person asked for."""
    async with session.changing():
        side = _side_of(session, connection)
        if not session.game.is_over:
            raise Refusal("not_allowed", 409, N_("a rematch is possible once the game is over"))
        asks = session.has_remote_opponent(connection) and session.live.rematch_offer is not side.opposite
        if session.live.rematch is None and asks:
            await session.offer(rematch=side)
        else:
            await session.begin_rematch()


async def decline(session: GameSession, connection: Connection) -> None:
    """Takes the offer away, whoever of the two made it."""
    async with session.changing():
        _side_of(session, connection)
        if session.live.undo_offer is None and session.live.rematch_offer is None:
            raise Refusal("not_allowed", 409, N_("there is no request to decline"))
        await session.offer()


async def claim(session: GameSession, connection: Connection) -> None:
    """Wins the game from somebody who is to move and has been away for too long."""
    async with session.changing():
        side = _side_of(session, connection)
        _refuse_if_over(session)
        if session.game.turn is side or not session.has_remote_opponent(connection) or session.claim_in != 0.0:
            raise Refusal(
                "not_allowed",
                409,
                N_("you can claim the win when it is the other's turn and they are away for {seconds} seconds"),
                seconds=round(session.claim_seconds),
            )
        await session.end(Forfeit(side.opposite, Termination.ABANDONMENT))


async def name_player(session: GameSession, connection: Connection, name: str) -> None:
    async with session.changing():
        side = _side_of(session, connection)
        _refuse_if_over(session)
        if len(connection.sides) == 2:
            raise Refusal("not_allowed", 409, N_("two people at one screen need no names"))
        await session.name_seat(side, name)


def set_pace(session: GameSession, connection: Connection, until: int | None, delay: float | None) -> None:
    """Pauses the computers, lets them go on, or changes their speed."""
    if not session.live.is_between_computers:
        raise Refusal("not_allowed", 409, N_("only a game between two computers can be paused"))
    if not connection.began_game:
        raise Refusal("not_allowed", 403, N_("only the person who started this game can pause it"))
    session.set_pace(session.pace.next(until, delay))


def hint_board(session: GameSession, connection: Connection) -> GridBoard:
    """The position to give a hint for. There are none against a person elsewhere, or out of turn."""
    _side_of(session, connection)
    if session.has_remote_opponent(connection):
        raise Refusal("not_allowed", 403, N_("there are no hints against another person"))
    _refuse_if_over(session)
    if session.game.turn not in connection.sides:
        raise Refusal("not_your_turn", 409, N_("it is not your turn"))
    return session.game.board


def _side_of(session: GameSession, connection: Connection) -> Side:
    """The side that a connection acts for: with both seats, the one to move."""
    if not connection.sides:
        raise Refusal("not_your_seat", 403, N_("you are watching this game; its seats are taken"))
    if len(connection.sides) == 1:
        return next(iter(connection.sides))
    return session.game.turn


def _refuse_if_over(session: GameSession) -> None:
    if session.game.is_over:
        raise Refusal("game_over", 409, N_("the game is over already"))
