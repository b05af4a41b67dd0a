"""The files that Streamlit sends for our components: joined scripts and a scoped style.

The files are built with the package, so that the components work in any Streamlit app without our
routes. A checkout builds them again when a source changes. This module imports nothing that is
missing while a package is built.
"""

import os
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile

from ndcg_ui.exhibit.scripts import ENTRY_MODULES, join_modules
from ndcg_ui.style import build_exhibit_style
from ndcg_ui.style.scoped import scope_style

BUILT_FOLDER = Path(__file__).parent / "streamlit" / "built"
"""The folder that pyproject.toml names as the components' `asset_dir`."""
COMPONENT_NAMES = ("drop", "exhibit", "lab")
"""The components of pyproject.toml."""
STYLE_FILE = "exhibit.css"
UI = Path(__file__).parents[1]


@cache
def build_scoped_style() -> bytes:
    """Return the style of all pages, limited to the elements of our components."""
    in_place = (BUILT_FOLDER.parent / "place.css").read_text("utf-8")
    return scope_style(build_exhibit_style().decode() + in_place).encode()


def write_component_files(folder: Path = BUILT_FOLDER) -> None:
    """Write the components' scripts and style sheet to a folder, and create it if missing."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in COMPONENT_NAMES:
        _write_file(folder / f"{name}.js", join_modules(ENTRY_MODULES[name]))
    _write_file(folder / STYLE_FILE, build_scoped_style())


def build_files_in_checkout() -> None:
    """Build the components' files if this is a checkout and they are missing or outdated."""
    if (UI.parent / "pyproject.toml").exists() and _is_stale():
        write_component_files()


def _is_stale() -> bool:
    built = [file.stat().st_mtime for file in BUILT_FOLDER.glob("*.*")]
    sources = (file for kind in ("js", "css") for file in UI.rglob(f"*.{kind}"))
    newest = max(file.stat().st_mtime for file in sources if file.parent != BUILT_FOLDER)
    return len(built) <= len(COMPONENT_NAMES) or min(built) < newest


def _write_file(file: Path, content: bytes) -> None:
    """Write a file in one step, because another process may be reading it.

    A file with this content only gets the present time.
    """
    if file.exists() and file.read_bytes() == content:
        os.utime(file)
        return
    with NamedTemporaryFile(dir=file.parent, delete=False) as draft:
        draft.write(content)
    os.chmod(draft.name, 0o644)
    os.replace(draft.name, file)
