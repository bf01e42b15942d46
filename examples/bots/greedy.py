"""A bot in twenty lines: plays in the middle, as far as there is room. `plyground check-bot "cmd:python greedy.py"`"""

import sys

for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "game":
        gravity = "gravity=no" not in rest
        print("ready greedy", flush=True)
    elif word == "board":
        rows = rest.split()[0].split("/")  # from the top: x and o stones, . free, # blocked
    elif word == "go":
        middle = (len(rows[0]) - 1) / 2
        free = [(column, row) for row, line in enumerate(rows) for column, cell in enumerate(line) if cell == "."]
        column, row = min(free, key=lambda cell: abs(cell[0] - middle))
        if gravity:
            print("move", "123456789abcdefghijklmnopqrstuvw"[column], flush=True)
        else:
            letters = "abcdefghijklmnopqrstuvwxyz"[column] if column < 26 else "a" + "abcdef"[column - 26]
            print("move", f"{letters}{len(rows) - row}", flush=True)
    elif word == "quit":
        break
