"""What every part sends and receives: the base classes of all messages, refusals, close codes, positions, and the
players that a request may name. The messages of a single part lie in that part's own `messages` module."""
