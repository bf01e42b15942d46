"""What `make docs` adds to Sphinx: boards that are drawn, and the reference of the package and its commands."""
