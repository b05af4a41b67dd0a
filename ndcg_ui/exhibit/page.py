"""The description of a page: the value `PAGE` of its folder, which the hosts read."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ndcg_core.html_builder import Html
from ndcg_core.plain_data import plain
from ndcg_ui import limits
from ndcg_ui.exhibit.links import Query

if TYPE_CHECKING:  # a page that is no exhibit, and its worker, need not wait for what exhibits need
    from ndcg_ui.exhibit.parts import Answer, Row

Plain = Mapping[str, Any]


class Act(NamedTuple):
    """A request's content: the page's link, the browser's data, and the action."""

    link: dict[str, str]
    record: object
    state: dict[str, Any]
    act: dict[str, Any]


def read_act(body: bytes | str, longest: int) -> Act:
    """Read an action from a request's body. Raise ValueError if it is none.

    >>> read_act('{"link": {"r": "3,2"}, "act": {"do": "reverse"}}', 100).act
    {'do': 'reverse'}
    """
    return act_of(json.loads(body), longest)


def act_of(data: object, longest: int) -> Act:
    """Read an action from plain data of a browser. Raise ValueError if it is none.

    longest: how many characters of a text are kept.
    """
    match plain(data, longest):
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

    name     of its folder
    title    in the menu: what a visitor does or finds there
    group    of the menu
    purpose  a sentence below the title, without a full stop
    topics   sentences about the page's content, which the search finds
    about    from a link: what the page is called in a browser and elsewhere, and its sentence
    at_top   whether it is the first one, whose address is that of the app
    """

    name: str
    title: str
    about: Callable[[Query], tuple[str, str]]
    group: str = "About"
    purpose: str = ""
    topics: tuple[str, ...] = ()
    at_top: bool = False

    @property
    def path(self) -> str:
        """The page's address below that of the app. A folder writes its hyphens as underscores."""
        return "" if self.at_top else self.name.replace("_", "-")

    @property
    def entry(self) -> Entry:
        """The page in the menu."""
        return Entry(self.path, self.title, self.purpose)


@dataclass(frozen=True, kw_only=True)
class ExhibitPage(Page):
    """A page made of parts, which answers actions.

    act        from a link, a record, what the tab remembers or has out of sight, and what was done:
               what is shown then
    keeps      what the browser keeps the record as; "" where there is none
    longest    how many bytes of an act are read
    waits      whether what is shown first waits for the browser to say that there is no record
    addressed  whether it shows the app's own address: the tab remembers it as "address"
    """

    act: Callable[[Query, object, Plain, Plain], "Answer"]
    keeps: str = ""
    longest: int = limits.LONGEST_ACT
    waits: bool = False
    addressed: bool = False

    def begin(self, query: Query, address: str = "") -> "tuple[dict[str, Any], list[Row]]":
        """Return the first message and the rows of a page for a link.

        It knows nothing of a record: a browser that has one asks again. query: the link as it was
        read; one that names nothing leaves in place what a visitor had. address: the page's own.
        """
        answer = self.act(query, None, {"address": address} if self.addressed else {}, {})
        begun = {"page": self.name, "query": dict(query), "keeps": self.keeps, "waits": self.waits}
        return {**answer.plain, **begun}, answer.rows

    def answer(self, act: Act) -> str:
        """Return the answer to an action, as the browser reads it."""
        return json.dumps(self.act(*act).plain, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True, kw_only=True)
class StreamlitPage(Page):
    """A page that Streamlit draws by its script.

    heading  what is shown of it first
    until    a selector for what it shows once it is there; "" for any element of Streamlit's
    """

    heading: Html
    until: str
