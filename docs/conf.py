"""How the manual is built: `make docs`, without the network."""

from __future__ import annotations

import sys
from pathlib import Path

from ilk._version import __version__

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "ilk"
author = "The ilk developers"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click", "docstrings", "command_help"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build", "_ext"]
suppress_warnings = [
    "myst.xref_missing"
]  # pages of results that are not made yet; tests/docs checks the rest

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_class_signature = "mixed"
autodoc_type_aliases = {"Value": "Value", "Where": "Where", "Progress": "Progress"}
autodoc_default_options = {"members": True}
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"

smartquotes = False

html_theme = "furo"
html_title = "ilk"
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_static_path = ["_static"]
html_css_files = ["manual.css"]
