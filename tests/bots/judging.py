"""Games judged by the naive rules, move by move."""

from __future__ import annotations

from plyground import Game, GridBoard, Limit, Played, Player, Rules, Side, Termination, play
from plyground.board import SplitMix
from tests import naive


def judged(bot: Player, other: Player, rules: Rules, side: Side, limit: Limit | None = None) -> Game[GridBoard]:
    """Plays a game; the naive rules find every move legal and the end right."""
    board = naive.of_rules(rules)

    def judge(played: Played) -> None:
        nonlocal board
        assert board.outcome() == "open"
        assert played.decision.move in board.legal_moves(), (str(rules), board.position_text(), played.decision.move)
        board = board.play(played.decision.move)

    players = (bot, other) if side is Side.FIRST else (other, bot)
    game = play(Game(GridBoard(rules)), *players, limit, observers=[judge])
    assert game.termination in (Termination.WIN, Termination.DRAW), (game.termination, str(rules), game.moves)
    assert game.outcome.value == board.outcome()
    return game


def family_rules(draw: SplitMix) -> Rules:
    """Any game of the family, mostly small."""
    columns, rows = 1 + draw.below(9), 1 + draw.below(9)
    if draw.below(30) == 0:
        columns = 10 + draw.below(23)
    blocked = {(draw.below(columns), draw.below(rows)) for _ in range(draw.below(4))}
    if len(blocked) == columns * rows:
        blocked.clear()
    return Rules(columns=columns, rows=rows, connect=2 + draw.below(4), gravity=draw.below(3) > 0, blocked=blocked)


def judge_rules(draw: SplitMix) -> Rules:
    """The world of strategies: 9..12 x 9..12, one blocked cell, often on an edge; now and then none."""
    columns, rows = 9 + draw.below(4), 9 + draw.below(4)
    row = (0, rows - 1, draw.below(rows))[draw.below(3)]
    blocked = [(draw.below(columns), row)] if draw.below(8) else []
    return Rules(columns=columns, rows=rows, connect=4, blocked=blocked)


def falling_rules(draw: SplitMix) -> Rules:
    """ConnectX: gravity and nothing blocked."""
    return Rules(columns=2 + draw.below(9), rows=2 + draw.below(9), connect=2 + draw.below(4))


def five_rules(draw: SplitMix) -> Rules:
    """What the Gomocup protocol knows, on boards of any shape."""
    return Rules(columns=3 + draw.below(13), rows=3 + draw.below(13), connect=5, gravity=False)
