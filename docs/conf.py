"""How the manual is built: `make docs`, without the network."""

from __future__ import annotations

from ilk._version import __version__

project = "ilk"
author = "The ilk developers"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click"]
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "ilk"
html_copy_source = False
html_show_sourcelink = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"
autodoc_default_options = {"members": True, "show-inheritance": False}
nitpicky = False
exclude_patterns = ["_build"]
suppress_warnings = ["myst.xref_missing"]
