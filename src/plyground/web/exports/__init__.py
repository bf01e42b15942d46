"""Games and positions as files: pictures, animations, and texts that `plyground games import` reads."""
