"""Somebody who evaluates files on /evaluate, speaking Streamlit's own protocol over a websocket.

    python -m benchmarks._evaluator URL SECONDS QRELS RUN ...

Says "begun" once the first page is open, and in the end how many evaluations were seen through.
"""

from __future__ import annotations

import asyncio
import json
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import urljoin

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


PAGE = "evaluate"
POLL = 0.7  # seconds, as the page does
TIMES = 10
DONE = 'data-testid="systems"'
ORIGIN = {"Content-Type": "application/octet-stream"}


def put(address: str, path: Path) -> None:
    """Send a file; an error where it is not taken."""
    request = urllib.request.Request(address, path.read_bytes(), ORIGIN, method="PUT")
    urllib.request.urlopen(request, timeout=60).close()


def get(address: str) -> bytes:
    """Take a file; an error where it is not there."""
    with urllib.request.urlopen(address, timeout=60) as answer:
        content: bytes = answer.read()
    return content


class Evaluator(BrowserHalf):
    """The browser's half of one session."""

    def __init__(self, socket: Any, url: str) -> None:
        """Speak through an open websocket to the server at `url`."""
        super().__init__(socket, PAGE, "data=own")
        self.url = url
        self.parts: dict[str, tuple[str, Any]] = {}
        self.texts: list[str] = []

    async def arrive(self) -> None:
        """Open the page for files of one's own."""
        await self.rerun()

    async def bring(self, kind: str, paths: list[Path]) -> None:
        """Drop files, each by a request and a connection of its own."""
        place = f"{PAGE}.drop {kind}"
        address = self.address(place)
        for path in paths:
            await asyncio.to_thread(put, f"{address}?name={path.name}", path)
        await self.says(place, act="uploaded", kind=kind, files=len(paths))

    def address(self, place: str) -> str:
        """Return where a component sends files or takes them; its link is relative to the app."""
        return urljoin(f"{self.url}/", str(self.parts[place][1]["url"]))

    async def take(self, ending: str) -> list[bytes]:
        """Ask for a file, and take it several times, each by a request and a connection of its own.

        A server of two processes answers from whichever is free.
        """
        seq, place = await self.says(f"{PAGE}.take", file=ending), f"{PAGE}.take"
        while self.parts[place][1]["acknowledged"] != seq:  # a run before it was still on its way
            await asyncio.sleep(POLL)
            await self.rerun()
        address = self.address(place)
        return [await asyncio.to_thread(get, address) for _ in range(TIMES)]

    async def says(self, name: str, **event: object) -> str:
        """Send what is done in a component, hear the next run, and return the event's number."""
        self.sent += 1
        seq = f"e{self.sent}"
        component, _ = self.parts[name]
        value = json.dumps({"event": {**event, "seq": seq}})
        self.widgets[component] = WidgetState(id=component, json_value=value)
        await self.rerun()
        return seq

    async def evaluated(self) -> None:
        """Wait until the means are on the page."""
        while not any(DONE in part for part in self.texts):
            await asyncio.sleep(POLL)
            await self.rerun()

    async def rerun(self) -> None:
        """Ask for a run; what the last one showed is no longer there."""
        self.texts = []
        await super().rerun()

    def shown(self, message: ForwardMsg, component: Any) -> None:
        """Keep every component's text, and what the places to drop files belong to."""
        text = component.bytes.decode() or component.json
        self.texts.append(json.dumps(json.loads(text), ensure_ascii=False).replace('\\"', '"'))
        name = component.id.rpartition("-")[2]
        self.parts[name] = (component.id, json.loads(text))
        if name.startswith(f"{PAGE}.drop"):
            self.names_the_fragment(message)


async def again_and_again(url: str, qrels: Path, runs: list[Path], seconds: float) -> int:
    """Bring the files and wait for what comes out, each time in a new session; say how often."""
    from websockets.asyncio.client import connect

    done, end = 0, perf_counter() + seconds
    address = url.replace("http", "ws", 1) + "/_stcore/stream"
    while perf_counter() < end:
        async with connect(address, subprotocols=["streamlit"], max_size=None) as socket:
            visitor = Evaluator(socket, url)
            await visitor.arrive()
            if not done:
                print("begun", flush=True)
            await visitor.bring("qrels", [qrels])
            await visitor.bring("run", runs)
            await visitor.evaluated()
        done += 1
    return done


if __name__ == "__main__":
    url, seconds, qrels, *runs = sys.argv[1:]
    print(asyncio.run(again_and_again(url, Path(qrels), list(map(Path, runs)), float(seconds))))
