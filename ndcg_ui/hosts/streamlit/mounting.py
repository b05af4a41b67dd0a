"""Mount exhibits and single parts in a Streamlit page, and answer their messages.

A message from the browser arrives with a rerun of the script and is answered in the same rerun. The
answer is the component's next data. The exhibit of a page stores nothing here. A board returns its
order to the script, so its last message is a state, which Streamlit keeps for the session.
"""

from collections.abc import Mapping
from typing import Any

from ndcg_ui.components.board.alone import BOARD
from ndcg_ui.components.mount import (
    ignore_change,
    make_host_settings,
    read_received_value,
    register_component,
)
from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.hosts.messages import answer_message, begin_page, read_text_fields
from ndcg_ui.pages.menu import ACTING

NO_PAGE = "This app has no page “{}”. The class, for example, needs the app's own server."


def mount_board(
    key: str,
    base: str,
    shown: Mapping[str, Any],
    message: Mapping[str, Any],
    *,
    by_server: bool,
) -> None:
    """Mount a board whose order is sent to the script.

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
    settings = make_host_settings(base=base, shown=shown, link=message["link"], by_server=by_server)
    data = {"host": settings, "now": {"page": BOARD.name, **message}}
    register_component()(key=key, data=data, on_state_change=ignore_change)


def mount_page(
    page: ExhibitPage, link: Query, key: str, *, owns: bool = False
) -> "PageAndLink | None":
    """Mount a page's exhibit, and answer the message that came with this rerun.

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
    settings = make_host_settings(owns=owns, ahead=True, page=page.name, link=dict(link))
    data: dict[str, Any] = {"host": settings}
    message = read_received_value(key, "message")
    wanted = None
    if isinstance(message, Mapping):
        if owns and isinstance(message.get("go"), str):
            wanted = message["go"], read_text_fields(message.get("link"))
        data["answer"] = {"id": message.get("id"), **answer_message(message, _find_page)}
    else:
        data["now"] = begin_page(page, link)
    register_component()(key=key, data=data, on_message_change=ignore_change)
    return wanted


PageAndLink = tuple[str, dict[str, str]]


def _find_page(name: str) -> ExhibitPage:
    """Return the page with a name. Raise ValueError with a sentence if there is none."""
    page = ACTING.get(name or "learn")
    if page is None:
        raise ValueError(NO_PAGE.format(name))
    return page
