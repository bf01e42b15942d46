"""Searches seen at work on the page: the steps of a textbook search, streamed in pieces that the page asks for."""
