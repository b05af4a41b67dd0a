"""The browser's half of one session, speaking Streamlit's own protocol over a websocket."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState


def _text(widget: Any) -> dict[str, Any]:
    return {"string_value": widget.value if widget.set_value else widget.default}


def _number(widget: Any) -> dict[str, Any]:
    value = widget.value if widget.HasField("value") else None
    return {} if value is None else {"double_value": value}


def _choice(widget: Any) -> dict[str, Any]:
    return {"string_value": widget.raw_value or widget.options[widget.default]}


def _buttons(widget: Any) -> dict[str, Any]:
    chosen = list(widget.raw_values) or [widget.options[at].content for at in widget.default]
    return {"string_array_value": {"data": chosen}}


VALUES: dict[str, Callable[[Any], dict[str, Any]]] = {
    "text_input": _text,
    "number_input": _number,
    "selectbox": _choice,
    "button_group": _buttons,
}


class BrowserHalf:
    """Asks for runs of one page, and keeps what a browser keeps: every widget's value.

    page, fragment  what the page's component that names them was told: what is run from then on
    """

    def __init__(self, socket: Any, name: str, query: str) -> None:
        """Speak through an open websocket; name: the page's."""
        self.socket, self.name, self.query = socket, name, query
        self.page = self.fragment = ""
        self.widgets: dict[str, WidgetState] = {}
        self.sent = 0

    async def rerun(self) -> None:
        """Ask for a run with the value of every widget, and hear it to its end."""
        message = BackMsg()
        state = message.rerun_script
        state.query_string = self.query
        state.page_name = "" if self.page else self.name
        state.page_script_hash = self.page
        state.fragment_id = self.fragment
        state.widget_states.widgets.extend(self.widgets.values())
        await self.socket.send(message.SerializeToString())
        while not self._finished(ForwardMsg.FromString(await self.socket.recv())):
            pass

    def receive(self, message: ForwardMsg) -> None:
        """Take a message of a run."""
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        if kind in VALUES:
            widget = getattr(element, kind)
            if widget.id not in self.widgets or widget.set_value:
                self.widgets[widget.id] = WidgetState(id=widget.id, **VALUES[kind](widget))
        elif kind == "bidi_component":
            self.shown(message, element.bidi_component)

    def shown(self, message: ForwardMsg, component: Any) -> None:
        """Take what a component of ours was told."""
        raise NotImplementedError

    def names_the_fragment(self, message: ForwardMsg) -> None:
        """Run the fragment that this came from, from now on."""
        self.page = message.metadata.active_script_hash
        self.fragment = message.delta.fragment_id

    def _finished(self, message: ForwardMsg) -> bool:
        self.receive(message)
        return message.WhichOneof("type") == "script_finished"
