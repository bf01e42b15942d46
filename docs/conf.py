"""How `make docs` builds the site: the pages of this folder, and a reference made from the package itself.

Sphinx, because it has made Python's own documentation for fifteen years and will be kept; Furo for its looks, MyST to
read the pages as Markdown. Material for MkDocs is at its end, and its successor Zensical, at version 0.0.74, has no
settled way yet to make a reference from docstrings.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from plyground import __version__  # noqa: E402

project = "Plyground"
author = "The Plyground developers"
copyright = author
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "tools.site.boards", "tools.site.reference"]
exclude_patterns = ["deploy", "examples", "pictures"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
default_role = "code"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
autodoc_inherit_docstrings = False
python_use_unqualified_type_names = True
toc_object_entries = False
python_maximum_signature_line_length = 100
# The language of some blocks is the console's, or none at all.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = "Plyground"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
