"""What students might hand in: right, wrong in one way each, and hostile in one way each."""

from __future__ import annotations

MINIMAX = """
def minimax(board, depth, side):
    if depth == 0 or board.is_win or board.is_draw:
        return board.evaluate(side)
    values = [minimax(board.move(move), depth - 1, side) for move in board.legal_moves]
    return max(values) if board.turn is side else min(values)


def best_move(board, depth):
    return max(board.legal_moves, key=lambda move: minimax(board.move(move), depth - 1, board.turn))
"""

ALPHABETA = """
def alphabeta(board, depth, side, alpha, beta):
    if depth == 0 or board.is_win or board.is_draw:
        return board.evaluate(side), 1
    count = 1
    best = float("-inf") if board.turn is side else float("inf")
    for move in board.legal_moves:
        value, more = alphabeta(board.move(move), depth - 1, side, alpha, beta)
        count += more
        if board.turn is side:
            best = max(best, value)
            alpha = max(alpha, value)
        else:
            best = min(best, value)
            beta = min(beta, value)
        if beta <= alpha:
            break
    return best, count
"""

UCT = """
import math
import random


def ucb1(total, visits, parent_visits, c):
    return total / visits + c * math.sqrt(2 * math.log(parent_visits) / visits)


def backup(visits, totals, result):
    visits, totals = [n + 1 for n in visits], list(totals)
    for place in reversed(range(len(totals))):
        totals[place] += result
        result = -result
    return visits, totals


class Node:
    def __init__(self, board):
        self.board, self.visits, self.total = board, 0, 0
        over = board.is_win or board.is_draw
        self.untried, self.children = [] if over else list(board.legal_moves), {}


def uct(board, playouts, seed):
    chance, root = random.Random(seed), Node(board)
    for _ in range(playouts):
        path = [root]
        while not path[-1].untried and path[-1].children:
            parent = path[-1]
            path.append(max(parent.children.values(), key=lambda n: ucb1(n.total, n.visits, parent.visits, 0.7)))
        if path[-1].untried:
            move = path[-1].untried.pop(0)
            path[-1].children[move] = Node(path[-1].board.move(move))
            path.append(path[-1].children[move])
        end = path[-1].board
        mover = end.turn.opposite
        while not (end.is_win or end.is_draw):
            end = end.move(chance.choice(end.legal_moves))
        result = 0 if end.winner is None else 1 if end.winner is mover else -1
        visits, totals = backup([n.visits for n in path], [n.total for n in path], result)
        for node, count, total in zip(path, visits, totals):
            node.visits, node.total = count, total
    return {move: child.visits for move, child in root.children.items()}
"""

RIGHT = {"minimax": MINIMAX, "alphabeta": ALPHABETA, "uct": UCT}

# (assignment, the criterion that suffers, what is replaced, by what, words of the feedback)
WRONG: dict[str, tuple[str, str, str, str, str]] = {
    "always the highest": (
        "minimax",
        "trees",
        "max(values) if board.turn is side else min(values)",
        "max(values)",
        "Highest and lowest are mixed up",
    ),
    "one ply short": ("minimax", "trees", "depth == 0", "depth <= 1", "without looking ahead"),
    "the wrong sign": (
        "minimax",
        "trees",
        "return board.evaluate(side)",
        "return -board.evaluate(side)",
        "The search ends there, so it should return board.evaluate(side)",
    ),
    "the last move only": (
        "minimax",
        "trees",
        "return max(values) if board.turn is side else min(values)",
        "return values[-1]",
        "The step that goes wrong is minimax(",
    ),
    "the worst move": (
        "minimax",
        "moves",
        "return max(board.legal_moves",
        "return min(board.legal_moves",
        "should return",
    ),
    "every position twice": (
        "minimax",
        "nodes",
        "    values = [",
        "    values = [minimax(board.move(move), depth - 1, side) for move in board.legal_moves]\n    values = [",
        "are enough",
    ),
    "a changed board": (
        "minimax",
        "unchanged",
        "for move in board.legal_moves]",
        "for move in list(board.legal_moves)]\n    board.legal_moves.sort(reverse=True)",
        "changed a board",
    ),
    "no number": (
        "minimax",
        "trees",
        "return max(values) if",
        "return 'x' if",
        "should return a number; you returned 'x'",
    ),
    "an error": ("minimax", "boards", "    values = [", "    1 / 0\n    values = [", "line 5: ZeroDivisionError"),
    "a misspelt name": ("minimax", "moves", "def best_move", "def best_moves", "did you mean best_moves?"),
    "no file to load": (
        "minimax",
        "trees",
        "def minimax(board",
        "def minimax(board:",
        "the file cannot be loaded, line",
    ),
    "no cuts": ("alphabeta", "nodes", "beta <= alpha", "False", "A cut is missing after the moves"),
    "cuts too early": ("alphabeta", "trees", "beta <= alpha", "beta <= alpha + 30", "A cut comes too early after"),
    "no count": ("alphabeta", "counting", "count += more", "count += 1", "positions, the first included"),
    "no pair": (
        "alphabeta",
        "trees",
        "return best, count",
        "return (best, count) if depth == 1 else best",
        "should return a pair",
    ),
    "no window": (
        "alphabeta",
        "windows",
        "    count = 1\n",
        '    count = 1\n    alpha, beta = float("-inf"), float("inf")\n    if depth == 2:\n        return 99, 1\n',
        "the value",
    ),
    "no square root": (
        "uct",
        "ucb1",
        "math.sqrt(2 * math.log(parent_visits) / visits)",
        "2 * math.log(parent_visits) / visits",
        "The square root is missing",
    ),
    "the same sign": ("uct", "backup", "result = -result", "pass", "the sign changes with every step up"),
    "no playouts": ("uct", "visits", "range(playouts)", "range(playouts // 2)", "add up to 150"),
    "no dictionary": ("uct", "choice", "return {move: child.visits", "return [move for move", "a dictionary"),
}


def wrong(name: str) -> str:
    kind, _criterion, before, after, _words = WRONG[name]
    text = RIGHT[kind]
    assert before in text
    if name == "no dictionary":
        before, after = text[text.index("    return {move") :], "    return list(root.children)\n"
    return text.replace(before, after)


def hostile(way: str, target: str = "") -> str:
    """A submission for `minimax` that does this when it is asked. `target` is a file or folder."""
    ways = {
        "loops": "while True: pass",
        "sleeps": "import time; time.sleep(1000)",
        "takes memory": "x = [b'x' * (1 << 20) for _ in range(1 << 20)]",
        "exits": "import sys; sys.exit(0)",
        "exits at once": "import os; os._exit(0)",
        "kills itself": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
        "prints results": 'print(\'{"score": 100, "tests": []}\'); print(\'{"answer": 1}\')',
        "prints without end": "import sys\n    for _ in range(2000): print('x' * 10000); sys.stderr.write('y' * 10000)",
        "forges answers": (
            "import os\n    for place in range(3, 30):\n        try: os.write(place, b'{\"answer\": 0}\\n' * 3)\n"
            "        except OSError: pass"
        ),
        "forges moves": (
            "import os\n    for place in range(3, 30):\n        try: os.write(place, b'{\"move\": [5, 99]}\\n')\n"
            "        except OSError: pass"
        ),
        "forks": "import os, time\n    for _ in range(6): os.fork()\n    time.sleep(600)",
        "reads": f"raise Exception(open({target!r}).read())",
        "deletes": f"import shutil; shutil.rmtree({target!r}, ignore_errors=True)",
        "writes": f"open({target!r} + '/written', 'w').write('x')",
        "recurses": "return minimax(board, depth, side)",
        "returns a giant": "return 10 ** 100000",
        "returns nonsense": "return object()",
    }
    return f"def minimax(board, depth, side):\n    {ways[way]}\n    return 0\n\n\nbest_move = minimax\n"


HOSTILE = (
    *("loops", "sleeps", "takes memory", "exits", "exits at once", "kills itself", "prints results", "forges answers"),
    *("prints without end", "forges moves", "forks", "recurses", "returns a giant", "returns nonsense"),
)
