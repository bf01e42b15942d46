"""Analysis and review on the page: the questions of a connection, the values of a position as they are proven, and the
judgement of a game move by move."""
