"""Tournaments on the page: the routes, the tables and ratings of tournaments in the database, and the runner of those
that were started from the page."""
