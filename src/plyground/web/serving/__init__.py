"""The server itself: its process, settings and application, the middleware that every request passes, the files of the
page, and the services that all parts share (the database, the search threads, the limits)."""
