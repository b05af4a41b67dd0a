"""What Streamlit says when a run begins, made once for each page that a visitor opens.

It says everything anew each time: the theme's six sections, the settings, all pages. For a moved
card, of which all that is new is the run's number, that was a sixth of what the move cost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from streamlit import config
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import app_session

MAKE, NAME_THE_RUN = "_create_new_session_message", "_set_run_identity"
"""A session's method that makes the message, and the function that writes into it which run begins.
A Streamlit without them is left as it is."""


def make_once() -> None:
    """Have Streamlit make the message for whole runs, and copy it for runs of a part."""
    session = app_session.AppSession
    if hasattr(session, MAKE) and hasattr(app_session, NAME_THE_RUN):
        beginnings = Beginnings(getattr(session, MAKE), getattr(app_session, NAME_THE_RUN))
        # A function, which becomes a method of each session.
        setattr(session, MAKE, lambda *args, **kwargs: beginnings(*args, **kwargs))


class Made(NamedTuple):
    """The message that was made last for a session, and for which page among which."""

    page: str
    pages: Mapping[str, Any] | None
    message: ForwardMsg


class Beginnings:
    """Begins a run of a part of a page as the page's last whole run was begun."""

    def __init__(
        self,
        make: Callable[..., ForwardMsg],
        name_the_run: Callable[[ForwardMsg, Any], None],
    ) -> None:
        """Remember what `make` makes, until Streamlit's settings are read again."""
        self.make, self.name_the_run = make, name_the_run
        self.made: WeakKeyDictionary[Any, Made] = WeakKeyDictionary()
        config.on_config_parsed(self.made.clear, force_connect=True)

    def __call__(
        self, session: Any, page: str, run: Any, pages: Mapping[str, Any] | None = None
    ) -> ForwardMsg:
        """Return the message with which a session's run begins."""
        made = self.made.get(session)
        if made is None or not run.fragment_ids or (page, pages) != (made.page, made.pages):
            message = self.make(session, page, run, pages)
            self.made[session] = Made(page, pages, message)
            return message
        message = ForwardMsg()
        message.new_session.CopyFrom(made.message.new_session)
        self.name_the_run(message, run)
        return message
