"""The settings of Sphinx for this documentation. CONTRIBUTING.md has the command that builds it."""

import sys
from pathlib import Path

from sphinx.application import Sphinx

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
highlight_language = "none"  # of formulas, which are no Python
# A reference to another project could only be resolved with its site at hand.
nitpick_ignore_regex = [("py:.*", r"(?!ndcg_).*")]

html_theme = "furo"
pygments_dark_style = "github-dark"
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

INCLUDED = {
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "lessons/README.md": "lesson-format.md",
}
"""The pages in docs/extend/ that include a file from outside docs/."""


def link_included_files(app: Sphinx, path: Path, parent: str, texts: list[str]) -> None:
    """Let links between included files lead to the pages that include them."""
    for file, page in INCLUDED.items():
        texts[0] = texts[0].replace(f"]({file}", f"]({page}")


def setup(app: Sphinx) -> None:
    """Register the change to included files."""
    app.connect("include-read", link_included_files)
