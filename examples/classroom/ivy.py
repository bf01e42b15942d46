"""An agent in the form of Kaggle's ConnectX: the open column next to the middle."""

from typing import Any


def agent(observation: Any, configuration: Any) -> int:
    middle = (configuration.columns - 1) / 2
    # The first row of the board is the top one: a column is open while its top cell is free.
    free = [column for column in range(configuration.columns) if observation.board[column] == 0]
    return min(free, key=lambda column: abs(column - middle))
