"""What the session holds of a visit to `/evaluate`, and its fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import cast

import streamlit as st

from ndcg_ui.components.events import Inbox
from ndcg_ui.evaluation.asked import FIELDS, KNOWN, Asked, read_asked, write_asked
from ndcg_ui.evaluation.taken import Taken
from ndcg_ui.page import link
from ndcg_ui.page.fields import keep_known
from ndcg_ui.page.keys import key

PAGE = "evaluate"
STATE = key(PAGE, "state")
QUERIES = key(PAGE, "queries")
WIDGETS = tuple(name for name in FIELDS if name != "q")
"""The parameters that have a field; the query is opened in the table."""


@dataclass(frozen=True)
class State:
    """What is asked, and the last events of the table of queries and of the files to take along
    that have had their effect.

    opened  the query that was opened in the table last: there the page goes
    taken   the file that was asked for last
    """

    asked: Asked = field(default_factory=Asked)
    inbox: Inbox = field(default_factory=Inbox)
    opened: str = ""
    taken: Taken = field(default_factory=Taken)


def state() -> State:
    """Return what the session holds."""
    return cast(State, st.session_state.setdefault(STATE, State()))


def keep(changed: State) -> None:
    """Keep it."""
    st.session_state[STATE] = changed


def adopt() -> None:
    """Take over what the link says where it leads somewhere new; else keep what was chosen."""
    kept = state().asked
    typed = {name: st.session_state.get(key(PAGE, name), getattr(kept, name)) for name in WIDGETS}
    texts = {name: str(text or "") for name, text in typed.items()}
    query = link.arrival(PAGE, write_asked(read_asked({**texts, "q": kept.q})))
    if query is not None:
        kept = read_asked(query)
        keep(replace(state(), asked=kept))
    for name in WIDGETS:
        if query is not None:
            st.session_state[key(PAGE, name)] = getattr(kept, name)
        st.session_state.setdefault(key(PAGE, name), getattr(kept, name))
        if name in KNOWN:
            keep_known(key(PAGE, name), KNOWN[name], getattr(kept, name))


def show(asked: Asked) -> None:
    """Show what was asked in a saved evaluation; before the fields are drawn."""
    keep(replace(state(), asked=asked))
    for name in WIDGETS:
        st.session_state[key(PAGE, name)] = getattr(asked, name)


def take() -> None:
    """Take over the fields, and the query that was opened in the table."""
    now = state()
    texts = {name: str(st.session_state[key(PAGE, name)] or "") for name in WIDGETS}
    event = now.inbox.take(QUERIES)
    opened = event.get("query") if event.get("act") == "open" else None
    clicked = opened if isinstance(opened, str) else ""
    asked = read_asked({**texts, "q": clicked or now.asked.q})
    inbox = now.inbox.acknowledging(QUERIES, event)
    keep(replace(now, asked=asked, inbox=inbox, opened=clicked or now.opened))


def follow() -> None:
    """Keep the link up with what is on the screen."""
    link.follow(PAGE, write_asked(state().asked), lambda query: write_asked(read_asked(query)))


def two(asked: Asked, systems: Sequence[str]) -> tuple[str, str] | None:
    """The two systems that are compared; None where there is only one.

    >>> two(Asked(), ["x", "y", "z"]), two(Asked(a="z"), ["x", "y", "z"])
    (('x', 'z'), ('z', 'y'))
    """
    if len(systems) < 2:
        return None
    first = asked.a if asked.a in systems else systems[0]
    rest = [system for system in reversed(systems) if system != first]
    return first, asked.b if asked.b in rest else rest[0]
