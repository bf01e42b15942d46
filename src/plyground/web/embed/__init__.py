"""Games and positions that other pages may show in a frame: read-only, without cookies, seats and WebSockets."""
