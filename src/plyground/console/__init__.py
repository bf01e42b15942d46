"""The game in the terminal, with its human and computer players, and searches watched step by step."""
