"""The exact search: values of positions, proven. `solving` is its door."""
