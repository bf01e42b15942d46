"""Games on the page: the routes to make, join and play them, a connection for each open page, a session for each game
in progress, the turns of the computers, and the messages of a game."""
