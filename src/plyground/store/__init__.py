"""The database: whole games, tournaments, and the page's games, which are committed move by move."""

from plyground.store.record import GameRecord, MoveRecord

__all__ = ["GameRecord", "MoveRecord"]
