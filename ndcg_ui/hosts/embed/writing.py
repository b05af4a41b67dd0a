"""Write `embed.js` for a site or a server."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from ndcg_ui.exhibit.scripts import join_modules
from ndcg_ui.pages.menu import EXHIBITS

EMBED_FILE = "embed.js"
ADDRESSES_PLACEHOLDER = 'JSON.parse("{}")'
"""The place in the script for the addresses of the pages."""


def build_embed_script(
    has_folders: bool, find_prepared_files: Callable[[str], Mapping[str, str]] = lambda name: {}
) -> bytes:
    """Return the script that shows a site's pages inside other people's pages.

    The script is a function call, so a page can run it more than once.

    has_folders: True if each page is a folder of files, so that its address ends with "/"
    find_prepared_files: returns the addresses of a page's prepared files, by the query of the link
    """
    addresses = {
        page.name: f"{page.path}/" if has_folders and page.path else page.path
        for page in EXHIBITS.values()
    }
    titles = {page.name: page.title for page in EXHIBITS.values()}
    files = {name: find_prepared_files(name) for name in addresses}
    files = {name: prepared for name, prepared in files.items() if prepared}
    return _insert_page_data({"pages": addresses, "titles": titles, "files": files})


def _insert_page_data(data: Mapping[str, object]) -> bytes:
    """Return `embed.js` as a function call that contains data about the pages.

    Raises ValueError if the script has no place for the data.
    """
    script = join_modules(Path(__file__).with_name(EMBED_FILE)).decode()
    before, found, after = script.partition(ADDRESSES_PLACEHOLDER)
    if not found:
        raise ValueError(
            f"{EMBED_FILE} has no place for the addresses of the pages: {ADDRESSES_PLACEHOLDER}"
        )
    written = json.dumps(data, separators=(",", ":"))
    return f"(() => {{\n{before}{written}{after}\n}})();\n".encode()
