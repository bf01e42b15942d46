"""Lessons and exercises on the page: the routes, their messages, and the small trees that lessons show."""
