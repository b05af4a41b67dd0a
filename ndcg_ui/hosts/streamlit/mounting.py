"""Mount exhibits and single parts in a Streamlit page, and answer their messages.

A message of the browser arrives with a rerun of the script and is answered in that very rerun: the
answer is the component's next data. The exhibit of a page keeps nothing here. A board returns its
order to the script, so its last message is a state, which Streamlit keeps for the session.
"""

import base64
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from typing import Any

from ndcg_core.plain_data import texts
from ndcg_ui.components.board.alone import BOARD
from ndcg_ui.components.figure.base import PLOTLY_URL, read_plotly
from ndcg_ui.components.lab.lab import ENGINE_URL, FRAME_URL
from ndcg_ui.components.mount import component, expose, host_settings, received_value
from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.page import ExhibitPage, act_of
from ndcg_ui.hosts.server.sandbox import engine, frame
from ndcg_ui.hosts.site import files as made_files
from ndcg_ui.pages.menu import ACTING

PAGES_KEPT = 64
LONGEST_LINK = 8_000
MOST_CHARACTERS = 500_000
"""Characters of one text in a message, such as a program or a file with a record."""
NO_PAGE = "This app has no page “{}”. The class, for example, needs the app's own server."


def mount_board(
    key: str,
    base: str,
    shown: Mapping[str, Any],
    message: Mapping[str, Any],
    *,
    by_server: bool,
) -> None:
    """Mount a board and return its order to the script.

    Parameters
    ----------
    key : str
        Streamlit's key of the element.
    base : str
        Names the ranking that the board began with; another one begins anew.
    shown : Mapping
        The cutoff and the convention, under which our server would answer.
    message : Mapping
        What the board shows now, with the id of the message that it answers.
    by_server : bool
        Whether `shown` is all that our server needs to answer.
    """
    settings = host_settings(base=base, shown=shown, link=message["link"], by_server=by_server)
    data = {"host": settings, "now": {"page": BOARD.name, **message}}
    component()(key=key, data=data, on_state_change=expose)


def mount_page(page: ExhibitPage, link: Query, key: str, *, owns: bool = False) -> "Wanted | None":
    """Mount a page's exhibit, and answer its message of this rerun.

    Parameters
    ----------
    page : ExhibitPage
        The page.
    link : Mapping
        What it begins with.
    key : str
        Streamlit's key of the element.
    owns : bool
        Whether the address of the Streamlit page is the exhibit's link.

    Returns
    -------
    tuple or None
        The name and the link of another page that the visitor wants, where the exhibit owns the
        address; the script leads there.
    """
    settings = host_settings(owns=owns, ahead=True, page=page.name, link=dict(link))
    data: dict[str, Any] = {"host": settings}
    message, wanted = received_value(key, "message"), None
    if isinstance(message, Mapping):
        if owns and isinstance(message.get("go"), str):
            wanted = message["go"], _texts(message.get("link"))
        data["answer"] = {"id": message.get("id"), **_answer(message)}
    else:
        data["now"] = _begin(page, tuple(link.items()))
    component()(key=key, data=data, on_message_change=expose)
    return wanted


Wanted = tuple[str, dict[str, str]]


@lru_cache(maxsize=PAGES_KEPT)
def _begin(page: ExhibitPage, link: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """Return the first message of a page for a link."""
    return page.begin(dict(link))[0]


def _answer(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a message, or a sentence that refuses it."""
    try:
        match message:
            case {"go": str(name), "link": dict(link)}:
                return {"begin": _begin(_page(name), tuple(_texts(link).items()))}
            case {"file": str(name)}:
                return {"text": _files()[f"/{name}"]()}
            case {"made": str(name), "query": str(query)}:
                return {"base64": base64.b64encode(made_files.write(name, query)).decode()}
            case {"page": str(name)}:
                page = _page(name)
                return page.act(*act_of(message, min(page.longest, MOST_CHARACTERS))).plain
    except (ValueError, KeyError, RecursionError) as error:
        return {"refused": str(error)}
    return {"refused": "This message has no meaning here. Reload the page."}


def _texts(link: object) -> dict[str, str]:
    """Return the fields of a browser's link that are texts."""
    return texts(link, link if isinstance(link, Mapping) else (), LONGEST_LINK)


def _page(name: str) -> ExhibitPage:
    """Return the page that a link's path names. Raise ValueError with a sentence for none."""
    page = ACTING.get(name or "learn")
    if page is None:
        raise ValueError(NO_PAGE.format(name))
    return page


@cache
def _files() -> Mapping[str, Callable[[], str]]:
    """Return a function for each file of our server, by its address."""
    return {
        PLOTLY_URL: lambda: read_plotly().decode(),
        ENGINE_URL: engine,
        FRAME_URL: partial(frame, alone=True),
    }
