"""The description of a page: the value `PAGE` of its folder, which the hosts read."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ndcg_core.html_builder import Html
from ndcg_core.plain_data import copy_plain
from ndcg_ui import limits
from ndcg_ui.exhibit.links import Query

if TYPE_CHECKING:  # a page that is no exhibit, and its worker, need not wait for what exhibits need
    from ndcg_core.metric.traces import Trace
    from ndcg_ui.exhibit.parts import Answer, Row

Plain = Mapping[str, Any]


class Act(NamedTuple):
    """The content of a request: the page's link, the browser's data, and the action."""

    link: dict[str, str]
    record: object
    state: dict[str, Any]
    act: dict[str, Any]


def read_act(body: bytes | str, longest: int) -> Act:
    """Read an action from a request's body. Raise ValueError if there is none.

    >>> read_act('{"link": {"r": "3,2"}, "act": {"do": "reverse"}}', 100).act
    {'do': 'reverse'}
    """
    return read_act_data(json.loads(body), longest)


def read_act_data(data: object, longest: int) -> Act:
    """Read an action from a browser's plain data. Raise ValueError if there is none.

    longest: the number of characters of a text to keep.
    """
    match copy_plain(data, longest):
        case {"link": dict(link), "act": dict(act), **more} if all(
            isinstance(text, str) for text in link.values()
        ):
            state = more.get("state", {})
            return Act(link, more.get("record"), state if isinstance(state, dict) else {}, act)
    raise ValueError("The page does not know this action. Reload the page.")


class Entry(NamedTuple):
    """A page in the menu: its address below that of the app, its name, and a sentence about it."""

    path: str
    title: str
    purpose: str = ""


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page of the app.

    name     the name of its folder
    title    its title in the menu
    group    its group in the menu
    purpose  a sentence below the title, without a full stop
    topics   sentences about its content, which the search finds
    about    returns the title and a sentence for a link
    at_top   True for the first page, whose address is that of the app
    ranking  returns the calculation that the preview of a link shows, or None
    """

    name: str
    title: str
    about: Callable[[Query], tuple[str, str]]
    group: str = "About"
    purpose: str = ""
    topics: tuple[str, ...] = ()
    at_top: bool = False
    ranking: "Callable[[Query], Trace | None]" = lambda query: None

    @property
    def path(self) -> str:
        """The page's address below that of the app. Its hyphens are underscores in the folder's
        name.
        """
        return "" if self.at_top else self.name.replace("_", "-")

    @property
    def entry(self) -> Entry:
        """The page in the menu."""
        return Entry(self.path, self.title, self.purpose)


@dataclass(frozen=True, kw_only=True)
class ExhibitPage(Page):
    """A page made of parts, which answers actions.

    act        answers an action, given a link, a record, the tab's state and the off-screen parts
    keeps      the storage key of the record, or ""
    longest    the largest size of an action in bytes
    waits      True if the first screen waits until the browser says that there is no record
    addressed  True if it shows the app's address, which the tab stores as "address"
    """

    act: Callable[[Query, object, Plain, Plain], "Answer"]
    keeps: str = ""
    longest: int = limits.LONGEST_ACT
    waits: bool = False
    addressed: bool = False

    def begin_page(self, query: Query, address: str = "") -> "tuple[dict[str, Any], list[Row]]":
        """Return the first message and the rows of a page for a link.

        It does not know the record. A browser with a record sends another request. query: the link.
        An empty one keeps the visitor's place. address: the page's own address.
        """
        answer = self.act(query, None, {"address": address} if self.addressed else {}, {})
        begun = {"page": self.name, "query": dict(query), "keeps": self.keeps, "waits": self.waits}
        return {**answer.plain, **begun}, answer.rows

    def answer_action(self, act: Act) -> str:
        """Return the answer to an action, as the browser reads it."""
        return json.dumps(self.act(*act).plain, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True, kw_only=True)
class StreamlitPage(Page):
    """A page that Streamlit draws from a script.

    heading  the first content to show
    until    a selector for its finished content, or "" for any element of Streamlit's
    """

    heading: Html
    until: str
