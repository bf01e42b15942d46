"""A program that reads lines and writes lines: plays in the middle, as far as there is room."""

import sys

COLUMNS = "123456789abcdefghijklmnopqrstuvw"
LETTERS = [*"abcdefghijklmnopqrstuvwxyz", "aa", "ab", "ac", "ad", "ae", "af"]

for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "game":
        gravity = "gravity=no" not in rest
        print("ready greedy", flush=True)
    elif word == "board":
        rows = rest.split()[0].split("/")  # from the top: x and o stones, . free, # blocked
    elif word == "go":
        middle = (len(rows[0]) - 1) / 2
        free = [(column, row) for row, cells in enumerate(rows) for column, cell in enumerate(cells) if cell == "."]
        column, row = min(free, key=lambda cell: abs(cell[0] - middle))
        print("move", COLUMNS[column] if gravity else f"{LETTERS[column]}{len(rows) - row}", flush=True)
    elif word == "quit":
        break
