"""Analysis and review on the page: the questions of a connection, and what the room `reviews` finds, as messages."""
