"""Somebody who evaluates files on /evaluate, speaking Streamlit's own protocol over a websocket.

    python -m benchmarks._evaluator URL SECONDS QRELS RUN ...

Says "begun" once the first page is open, and in the end how many evaluations were seen through.
"""

from __future__ import annotations

import asyncio
import json
import sys
import urllib.request
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import urljoin

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from benchmarks._browser_half import BrowserHalf

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
