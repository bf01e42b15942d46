"""The atlas of blocked boards on the page: its routes and their messages."""
