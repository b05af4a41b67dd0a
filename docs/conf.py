"""The settings of Sphinx for this documentation. CONTRIBUTING.md has the command that builds it."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent)]

from ndcg_core.version import __version__  # noqa: E402

project = "NDCG, step by step"
author = "The contributors of NDCG, step by step"
project_copyright = "the contributors of NDCG, step by step. MIT licence"
version = release = __version__
language = "en"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "numpydoc",
    "sphinx_copybutton",
    "generated_tables",
]
exclude_patterns = ["build", "_ext", "_static"]
myst_heading_anchors = 3

# The API reference is made from docstrings, which name the types themselves.
autodoc_typehints = "none"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
numpydoc_show_class_members = False
numpydoc_validation_checks: set[str] = set()
default_role = "code"
# A reference to another project could only be resolved with its site at hand.
nitpick_ignore_regex = [("py:.*", r"(?!ndcg_).*")]

html_theme = "furo"
html_title = "NDCG, step by step"
html_static_path = ["_static"]
html_css_files = ["docs.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#0b62a4",
        "color-brand-content": "#0b62a4",
        "color-background-primary": "#fbfaf7",
        "color-background-secondary": "#f4f1e9",
        "color-foreground-primary": "#1c1b19",
    },
    "dark_css_variables": {
        "color-brand-primary": "#6bb6f0",
        "color-brand-content": "#6bb6f0",
        "color-background-primary": "#161513",
        "color-background-secondary": "#1f1e1b",
        "color-foreground-primary": "#f1eee7",
    },
}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
