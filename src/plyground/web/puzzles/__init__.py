"""Puzzles over HTTP. The answer stays on the server until one was given."""
