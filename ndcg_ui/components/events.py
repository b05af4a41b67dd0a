"""Events: what a person did in a component of /evaluate. Each has its effect once.

The browser numbers an event (`markup/events.js`), and Streamlit may hand over the same one in many
runs. Here it is taken; its effect and its number are kept by one assignment to the session. A run
is cut off wherever it touches the session or draws: before that assignment nothing has happened,
and the next run takes the event again; after it everything has.

    event = inbox.take(key)
    if event:
        state = replace(effect(state, event), inbox=inbox.acknowledging(key, event))
        st.session_state[...] = state
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from ndcg_core.plain_data import LONGEST, plain
from ndcg_ui import limits
from ndcg_ui.components import session_name

Event = Mapping[str, Any]
"""What was done, as plain data; `seq` is its number."""
NOTHING: Event = {}
Acknowledged = Mapping[str, str | None]
"""What a component is told: the number that is `acknowledged`, and the `session` it is in."""
ENVELOPE = ("seq", "session", "kind")


@dataclass(frozen=True)
class Inbox:
    """The last event of each component that has had its effect.

    It belongs to the state that the events change, so that one assignment keeps both.
    """

    last: Mapping[str, str] = field(default_factory=dict)

    def take(self, key: str, longest: int = LONGEST) -> Event:
        """Return the event of the component `key` that waits for its effect; empty without one."""
        event = sent(key, longest)
        new = event and event["seq"] != self.last.get(key)
        return event if new else NOTHING

    def acknowledging(self, key: str, event: Event) -> Inbox:
        """Return the inbox once `event` has had its effect.

        >>> Inbox().acknowledging("board", {"seq": "s1"}).last
        {'board': 's1'}
        """
        return replace(self, last={**self.last, key: event["seq"]}) if event else self

    def acknowledged(self, key: str) -> Acknowledged:
        """Return what the component `key` is told."""
        return {"acknowledged": self.last.get(key), "session": session_name()}


def sent(key: str, longest: int = LONGEST) -> Event:
    """Return the last event that the component `key` sent in this session; empty without one.

    A server that was restarted is first sent again what an earlier session has had: that is none.
    """
    event = _last(key, longest)
    return event if event.get("session", session_name()) == session_name() else NOTHING


def _last(key: str, longest: int) -> Event:
    """A browser may send anything. Only plain data comes through, texts cut at `longest`, with a
    number that is a short text; of an event that holds too much, only what it is.
    """
    value = st.session_state.get(key)
    last = value.get("event") if isinstance(value, Mapping) else None
    if not isinstance(last, Mapping):
        return NOTHING
    try:
        event = plain(last, longest)
    except ValueError:
        event = plain({name: last.get(name) for name in ENVELOPE if _is_short(last.get(name))})
    seq = event.get("seq")
    return {**event, "seq": str(seq)} if _is_short(seq) else NOTHING


def _is_short(seq: object) -> bool:
    return (
        type(seq) in (str, int)
        and 0 < len(str(seq)[: limits.LONGEST_EVENT_NUMBER + 1]) <= limits.LONGEST_EVENT_NUMBER
    )
