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
    """Asks for runs of one page, and keeps what a browser keeps: every widget's value."""

    def __init__(self, socket: Any, name: str, query: str) -> None:
        """Speak through an open websocket; name: the page's."""
        self.socket, self.name, self.query = socket, name, query
        self.widgets: dict[str, WidgetState] = {}

    async def rerun(self) -> None:
        """Ask for a run with the value of every widget, and hear it to its end."""
        message = BackMsg()
        state = message.rerun_script
        state.query_string = self.query
        state.page_name = self.name
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
            self.shown(element.bidi_component)

    def shown(self, component: Any) -> None:
        """Take what a component of ours was told."""
        raise NotImplementedError

    def _finished(self, message: ForwardMsg) -> bool:
        self.receive(message)
        return message.WhichOneof("type") == "script_finished"
