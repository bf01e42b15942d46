"""The puzzles of one game: found, proven and tried by levels. A game's number decides all of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from plyground.board import Limit, SplitMix
from plyground.engines import ThreatSearch
from plyground.grid import CFOUR, GOMOKU, GridBoard, Rules, moves_text, parse_board, position_text
from plyground.puzzlebook.fours import fours_of, question_by_fours
from plyground.puzzlebook.games import fours_game, level_game, rules_for
from plyground.puzzlebook.proving import new_solver
from plyground.puzzlebook.puzzle import BOARDS, Puzzle, PuzzleKind
from plyground.puzzlebook.questions import Question, is_quiet, questions_of
from plyground.puzzlebook.shapes import id_of
from plyground.puzzlebook.tries import RATING_LEVELS, can_try, solves
from plyground.solver import Solver

__all__ = ["puzzles_of_game", "puzzles_of_position"]

_EARLIEST = 8
"""Stones on the board. Before that, the solver takes long, and the opening book knows the answers."""
_NODES = Limit(nodes=150_000)
"""For the analysis of one position; those before a harder one are harder still."""
_APART = 3
"""Plies between two puzzles of one game."""
_LONGEST_FOURS_GAME = 60
_FOUR_NODES = Limit(nodes=100_000)

# Those that are rarer in games choose first.
_ORDER = (PuzzleKind.DRAW, PuzzleKind.POISON, PuzzleKind.WIN, PuzzleKind.WIN_IN, PuzzleKind.WHO)


def puzzles_of_game(board: str, seed: int, number: int, wanted: Collection[PuzzleKind]) -> list[Puzzle]:
    """At most one puzzle of each kind that is wanted, from the game of this number."""
    random = SplitMix(seed).stream(1 + BOARDS.index(board)).stream(number)
    if board == "gomoku":
        return _by_fours(random)
    return _by_solver(rules_for(board, random), random, wanted)


def puzzles_of_position(position: str, seed: int, number: int, wanted: Collection[PuzzleKind]) -> list[Puzzle]:
    """The puzzle of a position of 7x6, if it is good for one: of the rarest kind that is wanted."""
    board = parse_board(position, CFOUR)
    if board.outcome.is_over or not is_quiet(board):
        return []
    solver = new_solver(CFOUR)
    analysis = solver.analyse(board, limit=_NODES, line=False)
    if not analysis.is_exact:
        return []
    asked = {question.kind: question for question in questions_of(board, analysis.moves)}
    random = SplitMix(seed).stream(1 + len(BOARDS)).stream(number)
    for kind in _ORDER:
        if kind in wanted and kind in asked:
            puzzle = _tried(asked[kind], board, position, solver, random)
            return [] if puzzle is None else [puzzle]
    return []


def _by_solver(rules: Rules, random: SplitMix, wanted: Collection[PuzzleKind]) -> list[Puzzle]:
    game = level_game(rules, random)
    solver = new_solver(rules)
    asked: dict[PuzzleKind, list[tuple[int, Question]]] = {}
    for ply in reversed(range(_EARLIEST, len(game.moves))):
        board = game.boards[ply]
        if not is_quiet(board):
            continue
        analysis = solver.analyse(board, limit=_NODES, line=False)
        if not analysis.is_exact:
            break
        for question in questions_of(board, analysis.moves):
            asked.setdefault(question.kind, []).append((ply, question))
    taken: list[int] = []
    found = []
    for kind in _ORDER:
        apart = [each for each in asked.get(kind, ()) if all(abs(each[0] - ply) >= _APART for ply in taken)]
        if kind not in wanted or not apart:
            continue
        # The earlier of two: most positions near the end of a game are easy.
        ply, question = min((apart[random.below(len(apart))] for _draw in range(2)), key=lambda each: each[0])
        puzzle = _tried(question, game.boards[ply], moves_text(rules, game.moves[:ply]), solver, random)
        if puzzle is not None:
            found.append(puzzle)
            taken.append(ply)
    return found


def _tried(question: Question, board: GridBoard, moves: str, solver: Solver, random: SplitMix) -> Puzzle | None:
    """The puzzle with what it takes; None for one that asks why, but has no short reason."""
    solver.clear()  # what was learnt before would save it nodes
    nodes = solver.solve(board, line=False).nodes
    puzzle = Puzzle(
        id_of(board), question.kind, board.rules, moves, question.answers, length=question.length, nodes=nodes
    )
    reason = puzzle.reason(limit=Limit(), solver=solver)
    if question.kind is PuzzleKind.WHO and not reason.proofs:
        return None
    tries = {level: solves(level, puzzle, random.next64() >> 1) for level in RATING_LEVELS} if can_try(puzzle) else {}
    return replace(
        puzzle,
        decisions=reason.decisions,
        tried=tuple(tries),
        missed=tuple(level for level, right in tries.items() if not right),
    )


def _by_fours(random: SplitMix) -> list[Puzzle]:
    """The first position of a game in which a puzzle is found."""
    search = ThreatSearch(GOMOKU)
    for board in fours_game(random):
        if board.outcome.is_over or board.count > _LONGEST_FOURS_GAME:
            return []
        found = question_by_fours(board, search)
        if found is None:
            continue
        # A search that has not seen other positions, so that its nodes depend on this one alone.
        win = ThreatSearch(GOMOKU).find(board, _FOUR_NODES)
        nodes = (0 if win is None else win.nodes) * len(fours_of(board))
        text = position_text(board)
        return [Puzzle(id_of(board), found.kind, GOMOKU, text, found.answers, 0, found.length, nodes)]
    return []
