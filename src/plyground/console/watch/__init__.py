"""A search watched while it thinks. Everything shown comes from its events alone."""
