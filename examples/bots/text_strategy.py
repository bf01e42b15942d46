"""A gravity-four strategy that reads and writes text: drops its stone in the fullest open column.

plyground check-bot "text:python text_strategy.py"
"""

import sys

rows, columns, _no_x, _no_y = map(int, sys.stdin.readline().split())
for line in sys.stdin:
    numbers = list(map(int, line.split()))  # lastX lastY, then top for each column, then the board from the top left
    top = numbers[2 : 2 + columns]
    column = min((y for y in range(columns) if top[y] > 0), key=lambda y: (top[y], y))
    answer = f"{top[column] - 1} {column}".encode()
    sys.stdout.buffer.write(len(answer).to_bytes(4, "big") + answer)
    sys.stdout.buffer.flush()
