"""Messages of an exhibit in somebody else's page, and their answers."""

import base64
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from ndcg_core.metric.numbers import clip_text
from ndcg_core.plain_data import read_plain_texts
from ndcg_ui.exhibit.page import ExhibitPage, copy_page_request

PAGES_KEPT = 64
MAX_LINK_LENGTH = 8_000
MAX_TEXT_LENGTH = 500_000
"""The largest number of characters of a string in a message, such as a program or a file."""
UNKNOWN_MESSAGE = "The page does not know this message. Reload the page."


def answer_message(
    message: Mapping[str, Any], find_page: Callable[[str], ExhibitPage]
) -> dict[str, Any]:
    """Return the answer to a browser's message. A refusal is a sentence under "refused".

    find_page: returns the page with a name, or raises ValueError with a sentence
    """
    try:
        match message:
            case {"go": str(name), "link": dict(link)}:
                return {"begin": build_first_message(find_page(name), read_text_fields(link))}
            case {"file": str(name)}:
                return {"text": _read_file(f"/{name}")}
            case {"made": str(name), "query": str(query)}:
                return {"base64": base64.b64encode(_build_download(name, query)).decode()}
            case {"page": str(name)}:
                page = find_page(name)
                return page.answer_action(
                    *copy_page_request(message, min(page.max_bytes, MAX_TEXT_LENGTH))
                ).plain_data
    except (ValueError, KeyError, RecursionError) as error:
        return {"refused": str(error)}
    return {"refused": UNKNOWN_MESSAGE}


def build_first_message(page: ExhibitPage, link: Mapping[str, str]) -> dict[str, Any]:
    """Return a page's first message to the browser for a link.

    The message is cached, so callers must not change it.
    """
    return _begin_page_cached(page, tuple(link.items()))


@lru_cache(maxsize=PAGES_KEPT)
def _begin_page_cached(page: ExhibitPage, link: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    return page.build_first_screen(dict(link))[0]


def read_text_fields(link: object) -> dict[str, str]:
    """Return the fields of a browser's link whose values are strings, cut if very long.

    >>> read_text_fields({"r": "3,2", "k": 5}), read_text_fields(None)
    ({'r': '3,2'}, {})
    """
    return read_plain_texts(link, link if isinstance(link, Mapping) else (), MAX_LINK_LENGTH)


def _read_file(address: str) -> str:
    """Return Plotly's script, or the code lab's engine or frame, by its address on our server.

    Raises ValueError with a sentence for an unknown address.
    """
    # Imported here, because few exhibits request a file, and a notebook waits for the imports.
    from ndcg_ui.components.figure.base import PLOTLY_URL, read_plotly_script
    from ndcg_ui.components.lab.engine import build_engine_script, build_frame
    from ndcg_ui.components.lab.lab import ENGINE_URL, FRAME_URL

    files: Mapping[str, Callable[[], str]] = {
        PLOTLY_URL: lambda: read_plotly_script().decode(),
        ENGINE_URL: build_engine_script,
        FRAME_URL: lambda: build_frame(has_policy=True),
    }
    if address not in files:
        raise ValueError(f"There is no file “{clip_text(address, 80)}”.")
    return files[address]()


def _build_download(name: str, query: str) -> bytes:
    """Return a download for a link's query. Raise ValueError for an unknown name."""
    from ndcg_ui.hosts.site.files import build_download  # imported here, as in `_read_file`

    return build_download(name, query)
