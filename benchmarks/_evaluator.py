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

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from benchmarks._browser_half import BrowserHalf

PAGE = "evaluate"
POLL = 0.7  # seconds, as the page does
DONE = 'data-testid="systems"'
ORIGIN = {"Content-Type": "application/octet-stream"}


def put(address: str, path: Path) -> None:
    """Send a file; an error where it is not taken."""
    request = urllib.request.Request(address, path.read_bytes(), ORIGIN, method="PUT")
    urllib.request.urlopen(request, timeout=60).close()


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
        component, data = self.parts[f"{PAGE}.drop {kind}"]
        for path in paths:
            await asyncio.to_thread(put, f"{self.url}{data['url']}?name={path.name}", path)
        self.sent += 1
        event = {"act": "uploaded", "kind": kind, "files": len(paths), "seq": f"e{self.sent}"}
        value = json.dumps({"event": event})
        self.widgets[component] = WidgetState(id=component, json_value=value)
        await self.rerun()

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
