"""Alpha-beta over segments: the textbook's twin, and a stronger one that deepens step by step."""

__all__ = ["deepening", "search"]
