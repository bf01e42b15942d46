"""Watching a search step by step. Everything shown comes from its events."""
