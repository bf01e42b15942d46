"""The game in the terminal and its human, and the stage on which a search is watched."""
