"""The database: games that are never lost, tournaments, and the page's games, committed move by move."""

from plyground.store.record import GameRecord, MoveRecord

__all__ = ["GameRecord", "MoveRecord"]
