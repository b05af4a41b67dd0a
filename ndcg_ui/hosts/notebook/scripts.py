"""The scripts of exhibits in a notebook. Each is a widget that a page has once."""

import json
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import anywidget
import traitlets

from ndcg_ui.components.templates import render_templates
from ndcg_ui.exhibit.scripts import join_modules
from ndcg_ui.hosts import building

HERE = Path(__file__).parent
LOADER = (HERE / "loader.js").read_text("utf-8")


class Script(anywidget.AnyWidget):
    """A script as a widget, from which the scripts of other widgets import.

    anywidget sends a script with each widget. So the script of an exhibit has only a few lines, and
    imports everything else from this widget.
    """

    _esm = traitlets.Unicode().tag(sync=True)


@cache
def build_shared_script() -> str:
    """Return the script that all exhibits share, with their style and templates.

    In a checkout, outdated files are built first.
    """
    building.build_files_in_checkout()
    style = (building.BUILT_FOLDER / building.STYLE_FILE).read_text("utf-8")
    texts = {"STYLE": style, "TEMPLATES": str(render_templates())}
    constants = (f"const {name} = {json.dumps(text)};" for name, text in texts.items())
    return "\n".join((*constants, join_modules(HERE / "component.js").decode()))


def _read_plotly() -> str:
    # If a page has a module loader such as RequireJS, Plotly would register itself there instead of
    # defining a global. So the loader's names are hidden from it.
    from ndcg_ui.components.figure.base import (
        read_plotly_script,  # imported here: a board has no chart
    )

    begin = "(function (define, module, exports) {"
    end = "}).call(globalThis);\nexport default { initialize() {}, render() {} };"
    return f"{begin}\n{read_plotly_script().decode()}\n{end}"


SCRIPTS: Mapping[str, Callable[[], str]] = {
    "code": build_shared_script,
    "lab": lambda: join_modules(HERE / "lab.js").decode(),
    "plotly": _read_plotly,
}
"""The function that makes the text of each script."""
_shared: dict[str, Script] = {}


def is_in_marimo() -> bool:
    """Return True if this code runs in a marimo notebook."""
    marimo = sys.modules.get("marimo")
    return bool(marimo and marimo.running_in_notebook())


def get_script(name: str, own_scripts: dict[str, Script]) -> Script:
    """Return the widget of a script, and create it if none is open.

    own_scripts: the scripts of one exhibit, to which a new script is added in marimo. There,
        each exhibit has its own scripts, because a widget is closed with its cell, and one process
        may have several visitors. A page still loads each script only once.
    """
    known = own_scripts if is_in_marimo() else _shared
    if name not in known or known[name].comm is None:
        known[name] = Script(_esm=SCRIPTS[name]())
    return known[name]
