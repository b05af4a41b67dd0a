"""Users' own pages: Streamlit scripts in a folder, shown next to the app's pages.

The folder is read for each request, so that an added, changed or removed script counts from the
next reload.
"""

import ast
import logging
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ndcg_core.metric.numbers import clip_text
from ndcg_ui.exhibit.page import MenuEntry
from ndcg_ui.pages import FOLDERS
from ndcg_ui.pages.menu import MENU

PAGES_FOLDER = "NDCG_PAGES"
MAX_TITLE_LENGTH = 40
MAX_PURPOSE_LENGTH = 90
NUMBERED = re.compile(r"(\d+)[ _-]+(?=\D)")
ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
RESERVED = {
    *MENU,
    *FOLDERS,
    "class",
    "join",
    "acts",
    "assets",
    "media",
    "static",
    "component",
    "sandbox",
    "metrics",
    "version",
    "healthz",
    "script-health-check",
}
"""Addresses of the app and of Streamlit, which a user's own page cannot have."""
log = logging.getLogger("ndcg_ui")


@dataclass(frozen=True, order=True)
class OwnPage:
    """A user's script that is a page of the app.

    position  the number that its file name begins with; pages without one come last
    name      its address below that of the app
    purpose   the first line of the script's docstring, or ""
    """

    position: float
    name: str
    title: str
    script: Path
    purpose: str = ""

    @property
    def entry(self) -> MenuEntry:
        """The page's entry in the menu."""
        return MenuEntry(self.name, self.title, self.purpose)


def find_pages_folder() -> Path:
    """Return the absolute path of the folder of users' pages.

    This is the path in NDCG_PAGES, or `pages` by default. The folder need not exist.
    """
    return Path(os.environ.get(PAGES_FOLDER) or "pages").absolute()


def list_own_pages() -> tuple[OwnPage, ...]:
    """Return users' own pages in the menu's order. Log files that cannot be pages, once each."""
    found, refusals = _load_pages()
    for refusal in refusals:
        _log_once(refusal)
    return tuple(found)


def find_own_page(name: str) -> OwnPage | None:
    """Return the user's own page at an address, or None."""
    if not ADDRESS.fullmatch(name) or name in RESERVED:
        return None
    return next((page for page in list_own_pages() if page.name == name), None)


def map_own_page_titles() -> dict[str, str]:
    """Map the address of each page that users have added to its title."""
    return {page.name: page.title for page in list_own_pages()}


def list_own_entries() -> tuple[MenuEntry, ...]:
    """Return the menu entries of users' own pages, in the menu's order."""
    return tuple(page.entry for page in list_own_pages())


def describe_refused_files() -> list[str]:
    """Return a sentence for each file in the folder of users' pages that cannot be a page."""
    return _load_pages()[1]


def check_own_pages() -> None:
    """Raise ValueError if NDCG_PAGES is not a folder, or if a user's file cannot be a page."""
    named = os.environ.get(PAGES_FOLDER)
    if named and not Path(named).is_dir():
        raise ValueError(
            f"{PAGES_FOLDER} is {named[:200]!r}, which is not a folder. Name the folder that holds "
            "your pages, such as /srv/ndcg/pages."
        )
    if refusals := describe_refused_files():
        raise ValueError(refusals[0])


def is_own_page_error(error: BaseException) -> bool:
    """Return True if an error comes from running or compiling the script of a user's own page.

    >>> is_own_page_error(ValueError("ours"))
    False
    """
    folder = find_pages_folder().resolve()
    step = error.__traceback__
    files = [error.filename] if isinstance(error, SyntaxError) and error.filename else []
    while step is not None:
        files.append(step.tb_frame.f_code.co_filename)
        step = step.tb_next
    return any(Path(file).resolve().parent == folder for file in files)


def _load_pages() -> tuple[list[OwnPage], list[str]]:
    """Return users' own pages, and a sentence for each file that cannot be a page."""
    found: list[OwnPage] = []
    refusals: list[str] = []
    for page in _read_pages():
        refusal = _describe_fault(page, found)
        if refusal:
            refusals.append(refusal)
        else:
            found.append(page)
    return found, refusals


def _read_pages() -> Iterator[OwnPage]:
    """Yield a page for each script in the folder, sorted. Skip files with a leading _ or dot.

    Yields nothing if the folder or a file in it cannot be read.
    """
    try:
        scripts = [path for path in find_pages_folder().glob("*.py") if path.name[0] not in "_."]
        yield from sorted(page for script in scripts if (page := _read_page(script)))
    except OSError:  # the folder, or a file in it, was removed just now
        return


def _read_page(script: Path) -> OwnPage | None:
    """Return the page of a script, or None if the path is not a file."""
    if not script.is_file():
        return None
    status = script.stat()
    number = NUMBERED.match(script.stem)
    name = script.stem[number.end() :] if number else script.stem
    title, purpose = _read_title_and_purpose(script, status.st_mtime_ns, status.st_size)
    position = float(number[1]) if number else float("inf")
    return OwnPage(position, name, title or _make_title(name), script, purpose)


def _describe_fault(page: OwnPage, others: list[OwnPage]) -> str:
    """Return the reason why a script cannot be a page, or ""."""
    where = f"{page.script.parent.name}/{page.script.name}"
    if not ADDRESS.fullmatch(page.name):
        return (
            f"{where} cannot be a page: “{clip_text(page.name)}” is not an address. Name the file "
            "with letters, digits, - and _, beginning with a letter, such as refund_queries.py."
        )
    if page.name in RESERVED:
        return (
            f"{where} cannot be a page: the app has something else at /{page.name}. "
            f"Rename the file, for example to my_{page.name}.py."
        )
    twin = next((other for other in others if other.name == page.name), None)
    if twin:
        return (
            f"{where} cannot be a page: {twin.script.name} has the address /{page.name} already. "
            "Rename one of them."
        )
    return ""


def _make_title(name: str) -> str:
    """Make a title from a file's name.

    >>> _make_title("refund_queries")
    'Refund queries'
    """
    title = name.replace("_", " ").strip()
    return title[:1].upper() + title[1:]


@lru_cache(maxsize=256)
def _read_title_and_purpose(script: Path, modified_ns: int, size: int) -> tuple[str, str]:
    """Return the title and purpose in a script's source, or empty texts if it cannot be read.

    modified_ns, size: the file's time and size, so that the cache misses after a change.
    """
    try:
        source = script.read_text("utf-8")
    except (OSError, ValueError):
        return "", ""
    return read_title(source), read_purpose(source)


def read_purpose(source: str) -> str:
    """Return the first line of a script's docstring without its full stop, or "".

    >>> read_purpose("'NDCG of the refund queries, week by week.'")
    'NDCG of the refund queries, week by week'
    """
    try:
        docstring = ast.get_docstring(ast.parse(source)) or ""
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    return clip_text(docstring.partition("\n")[0].strip().removesuffix("."), MAX_PURPOSE_LENGTH)


def read_title(source: str) -> str:
    """Return the title of the page in a script's source, or "".

    The title is `page_title` of `st.set_page_config`, else the text of the first `st.title`. Texts
    that are not constants do not count. The script is read, not run.

    >>> start = "import streamlit as st; "
    >>> read_title(start + 'st.title("Refund queries")')
    'Refund queries'
    >>> read_title(start + 'st.title("Refund queries"); st.set_page_config(page_title="Refunds")')
    'Refunds'
    >>> read_title(start + 'st.sidebar.title("Choose"); st.title(f"Week {week}")')
    ''
    """
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    names = {
        name.asname or name.name
        for node in nodes
        if isinstance(node, ast.Import)
        for name in node.names
        if name.name == "streamlit"
    }
    calls = sorted(
        (node for node in nodes if isinstance(node, ast.Call)),
        key=lambda call: (call.lineno, call.col_offset),
    )
    for function, argument in (("set_page_config", "page_title"), ("title", "body")):
        wanted = {f"{name}.{function}" for name in names}
        for call in (call for call in calls if ast.unparse(call.func) in wanted):
            values = [word.value for word in call.keywords if word.arg == argument]
            match [*call.args[:1], *values]:
                case [ast.Constant(value=str(text)), *_] if text.strip():
                    return clip_text(" ".join(text.split()), MAX_TITLE_LENGTH)
    return ""


@lru_cache(maxsize=256)
def _log_once(sentence: str) -> None:
    """Log a warning, unless the same warning was logged recently."""
    log.warning("%s", sentence)
