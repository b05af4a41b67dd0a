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
from ndcg_ui.hosts.messages import answer_message, build_first_message, read_text_fields
from ndcg_ui.pages.menu import ACTING

NO_PAGE = "This app has no page “{}”. The class, for example, needs the app’s own server."


def mount_board(
    key: str,
    base: str,
    arguments: Mapping[str, Any],
    message: Mapping[str, Any],
    *,
    may_use_server: bool,
) -> None:
    """Mount a board that sends its order to the Streamlit script.

    key: Streamlit's key of the element
    base: identifies the ranking that the board started with; another ranking starts again
    arguments: the cutoff and the convention
    message: the board to show, and the id of the message that it answers
    may_use_server: True if our server can answer with these arguments
    """
    settings = make_host_settings(
        base=base, arguments=arguments, link=message["link"], may_use_server=may_use_server
    )
    data = {"host": settings, "now": {"page": BOARD.name, **message}}
    register_component()(key=key, data=data, on_state_change=ignore_change)


def mount_page(
    page: ExhibitPage, link: Query, key: str, *, owns_address: bool = False
) -> "PageAndLink | None":
    """Mount a page's exhibit, and answer the message that came with this rerun, if any.

    Returns the path and the link of another page if the visitor opens one in an exhibit that owns
    the address, else None.

    link: the link that the exhibit starts with
    key: Streamlit's key of the element
    owns_address: True if the address of the Streamlit page is the exhibit's link
    """
    settings = make_host_settings(
        owns_address=owns_address, requests_previews=True, page=page.name, link=dict(link)
    )
    data: dict[str, Any] = {"host": settings}
    message = read_received_value(key, "message")
    wanted = None
    if isinstance(message, Mapping):
        if owns_address and isinstance(message.get("go"), str):
            wanted = message["go"], read_text_fields(message.get("link"))
        data["answer"] = {"id": message.get("id"), **answer_message(message, _get_page)}
    else:
        data["now"] = build_first_message(page, link)
    register_component()(key=key, data=data, on_message_change=ignore_change)
    return wanted


PageAndLink = tuple[str, dict[str, str]]


def _get_page(name: str) -> ExhibitPage:
    """Return the exhibit called `name`. Raise ValueError with a sentence if there is none.

    name: the name of a page, or "" for the course
    """
    page = ACTING.get(name or "learn")
    if page is None:
        raise ValueError(NO_PAGE.format(name))
    return page
