"""Whoever speaks to a server as no browser does: raw requests, and runs with any values."""

from __future__ import annotations

import http.client
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.clock import PATIENCE

GONE = (http.client.HTTPException, OSError, ConnectionClosed)
"""What the sender of a request meets that the server does not take."""
STREAM_SECONDS = 1.0
"""A stream of events has no end: so long after its last news it is left."""


@dataclass(frozen=True)
class Request:
    """A request over HTTP."""

    method: str
    path: str
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)

    def send(self, url: str) -> tuple[int, bytes]:
        """Send it, and read the answer to its end; 0 where the server hung up."""
        address = urlsplit(url)
        streams = self.path.endswith("/events")
        patience = STREAM_SECONDS if streams else PATIENCE
        asking = http.client.HTTPConnection(address.hostname or "", address.port, timeout=patience)
        status, content = 0, b""
        with suppress(*GONE):
            asking.request(self.method, self.path, self.body or None, dict(self.headers))
            answer = asking.getresponse()
            status = answer.status
            content = answer.read()
        asking.close()
        return status, content


@dataclass
class Visit:
    """A page over a websocket, and what it has shown so far: by id, a message of each element."""

    socket: ClientConnection
    query: str
    shown: dict[str, ForwardMsg] = field(default_factory=dict)

    def open(self, page: str) -> None:
        """Ask for a page, and wait until it is drawn; or for the end of the connection."""
        message = BackMsg()
        message.rerun_script.page_name, message.rerun_script.query_string = page, self.query
        self.send(message.SerializeToString())

    def answer(self, id: str, **value: Any) -> None:
        """Send the value of one place, with a run of the part of the page that it is on."""
        place, message = self.shown[id], BackMsg()
        state = message.rerun_script
        state.page_script_hash = place.metadata.active_script_hash
        state.fragment_id, state.query_string = place.delta.fragment_id, self.query
        state.widget_states.widgets.append(WidgetState(id=id, **value))
        self.send(message.SerializeToString())

    def send(self, message: bytes | str) -> None:
        """Send anything, and wait likewise."""
        with suppress(*GONE):
            self.socket.send(message)
            while self._goes_on():
                pass

    def send_alone(self, message: bytes | str) -> None:
        """Send anything that starts no run."""
        with suppress(*GONE, TimeoutError):
            self.socket.send(message)
            self.socket.recv(timeout=STREAM_SECONDS)

    def _goes_on(self) -> bool:
        message = ForwardMsg.FromString(self.socket.recv(timeout=PATIENCE))  # type: ignore[arg-type]
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        one = getattr(element, kind) if kind else None
        if getattr(one, "id", ""):
            self.shown[one.id] = message
        return message.WhichOneof("type") != "script_finished"

    def components(self) -> Mapping[str, str]:
        """The component's name of each place for values from the browser."""
        kinds = {id: message.delta.new_element for id, message in self.shown.items()}
        return {
            id: element.bidi_component.component_name.rpartition(".")[2]
            for id, element in kinds.items()
            if element.WhichOneof("type") == "bidi_component"
        }

    def fields(self) -> list[str]:
        """The fields for a text."""
        kinds = {id: message.delta.new_element for id, message in self.shown.items()}
        return [id for id, one in kinds.items() if one.WhichOneof("type") == "text_input"]

    def text(self) -> str:
        """All that its components were sent."""
        return "".join(
            component.json or component.bytes.decode("utf-8", "replace")
            for message in self.shown.values()
            for component in [message.delta.new_element.bidi_component]
        )

    @staticmethod
    def action(like: str) -> str:
        """What a component may say was done in it, in JSON, with `like` in it."""
        act = f'{{"act": "open", "query": {like}, "value": {like}}}'
        return f'{{"act": {act}, "folder": {like}}}'


@contextmanager
def visiting(url: str, page: str, query: str) -> Iterator[Visit]:
    """Open a page, and stay."""
    address = url.replace("http", "ws", 1) + "/_stcore/stream"
    with connect(
        address,
        subprotocols=["streamlit"],  # type: ignore[list-item]
        max_size=None,
        ping_interval=None,
        compression=None,
    ) as socket:
        visit = Visit(socket, query)
        visit.open(page)
        yield visit
