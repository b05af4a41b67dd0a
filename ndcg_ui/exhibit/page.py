"""Descriptions of pages, from which hosts run them, and the requests of browsers."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ndcg_core.html_builder import Html
from ndcg_core.plain_data import copy_plain_data
from ndcg_ui import limits
from ndcg_ui.exhibit.links import Query

if TYPE_CHECKING:  # importing these modules would slow down /evaluate and its workers
    from ndcg_core.metric.traces import Trace
    from ndcg_ui.exhibit.parts import Answer, Row

Plain = Mapping[str, Any]


class PageRequest(NamedTuple):
    """A browser's request: the page's link, learner's record, tab's state, and an action."""

    link: dict[str, str]
    record: object
    state: dict[str, Any]
    action: dict[str, Any]


def parse_page_request(body: bytes | str, max_text_length: int) -> PageRequest:
    """Parse the JSON body of a browser's request, and cut long strings.

    Raises ValueError for an invalid body.

    max_text_length: the number of characters at which each string is cut

    >>> parse_page_request('{"link": {"r": "3,2"}, "act": {"do": "reverse"}}', 100).action
    {'do': 'reverse'}
    """
    return copy_page_request(json.loads(body), max_text_length)


def copy_page_request(data: object, max_text_length: int) -> PageRequest:
    """Validate and copy the data of a browser's request, and cut long strings.

    Raises ValueError for invalid data.

    max_text_length: the number of characters at which each string is cut
    """
    try:
        plain = copy_plain_data(data, max_text_length)
    except ValueError as error:
        raise ValueError(f"{error} Reload the page.") from None
    match plain:
        case {"link": dict(link), "act": dict(action), **more} if all(
            isinstance(text, str) for text in link.values()
        ):
            state = more.get("state", {})
            return PageRequest(
                link, more.get("record"), state if isinstance(state, dict) else {}, action
            )
    raise ValueError("This page does not recognize the action. Reload the page.")


class MenuEntry(NamedTuple):
    """A page in the menu: its path below the app's address, its title and its purpose."""

    path: str
    title: str
    purpose: str = ""


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page of the app, with the texts that describe it.

    name      the name of the page's folder
    title     the title in the menu
    group     the group in the menu
    purpose   a sentence below the title, without a full stop
    topics    sentences about the content, which the search finds
    describe  returns the title of a link's page, and a sentence about it
    at_top    True for the first page, whose address is the app's address
    ranking   returns the calculation that the preview of a link shows, or None
    """

    name: str
    title: str
    describe: Callable[[Query], tuple[str, str]]
    group: str = "About"
    purpose: str = ""
    topics: tuple[str, ...] = ()
    at_top: bool = False
    ranking: "Callable[[Query], Trace | None]" = lambda query: None

    @property
    def path(self) -> str:
        """The page's path below the app's address: its name with hyphens, or "" at the top."""
        return "" if self.at_top else self.name.replace("_", "-")

    @property
    def entry(self) -> MenuEntry:
        """The page's entry in the menu."""
        return MenuEntry(self.path, self.title, self.purpose)


@dataclass(frozen=True, kw_only=True)
class ExhibitPage(Page):
    """A page that consists of parts and answers actions.

    answer_action     returns the answer to an action, given a link, a record, the tab's state and
                      the action, which is empty when the page opens
    record_key        the key under which browsers store the record, or ""
    max_bytes         the largest size of a request in bytes
    waits_for_record  True if the first screen waits until the browser says that it has no record
    shows_address     True if the page shows the app's address, which the tab stores as "address"
    """

    answer_action: Callable[[Query, object, Plain, Plain], "Answer"]
    record_key: str = ""
    max_bytes: int = limits.LONGEST_ACT
    waits_for_record: bool = False
    shows_address: bool = False

    def build_first_screen(
        self, query: Query, address: str = ""
    ) -> "tuple[dict[str, Any], list[Row]]":
        """Return the first message to the browser, and the rows of parts to draw, for a link.

        query: the link. An empty link lets the browser return to where the visitor was.

        address: the page's own address.

        The learner's record is not known yet. A browser with a record sends another request.
        """
        state = {"address": address} if self.shows_address else {}
        answer = self.answer_action(query, None, state, {})
        begun = {
            "page": self.name,
            "query": dict(query),
            "keeps": self.record_key,
            "waits": self.waits_for_record,
        }
        return {**answer.plain_data, **begun}, answer.rows

    def answer_request(self, request: PageRequest) -> str:
        """Return the answer to a browser's request as JSON."""
        return json.dumps(
            self.answer_action(*request).plain_data, separators=(",", ":"), ensure_ascii=False
        )


@dataclass(frozen=True, kw_only=True)
class StreamlitPage(Page):
    """A page that Streamlit draws from a script.

    heading  the first content to show
    until    a selector for its finished content, or "" for any element of Streamlit's
    """

    heading: Html
    until: str
