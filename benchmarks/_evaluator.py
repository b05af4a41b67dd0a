"""Somebody who evaluates files on /evaluate, speaking Streamlit's own protocol over a websocket.

    python -m benchmarks._evaluator URL SECONDS QRELS RUN ...

Says "begun" once the first page is open, and in the end how many evaluations were seen through.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import urllib.request
from html import unescape
from pathlib import Path
from time import perf_counter
from typing import Any

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
        self.url, self.folder = url, ""
        self.texts: list[str] = []

    async def arrive(self) -> None:
        """Open the page for files of one's own."""
        await self.rerun()

    async def bring(self, kind: str, paths: list[Path]) -> None:
        """Drop files, each by a request and a connection of its own."""
        for path in paths:
            await asyncio.to_thread(put, f"{self.address(kind)}?name={path.name}", path)
        await self.rerun()

    def address(self, kind: str) -> str:
        """Return where files are sent."""
        return f"{self.url}/evaluate/files/{self.folder}/{kind}"

    async def take(self, name: str) -> list[bytes]:
        """Take a file several times, each by a request and a connection of its own.

        A server of two processes answers from whichever is free.
        """
        (link,) = re.findall(rf'href="\./([^"]*/{name}[^"]*)"', "".join(self.texts))
        address = f"{self.url}/{unescape(link)}"
        return [await asyncio.to_thread(get, address) for _ in range(TIMES)]

    async def evaluated(self) -> None:
        """Wait until the means are on the page."""
        while not any(DONE in part for part in self.texts):
            await asyncio.sleep(POLL)
            await self.rerun()

    async def rerun(self) -> None:
        """Ask for a run; what the last one showed is no longer there."""
        self.texts = []
        await super().rerun()

    def shown(self, component: Any) -> None:
        """Keep every component's text, and the folder that files are sent to."""
        content = json.loads(component.bytes.decode() or component.json)
        self.texts.append(json.dumps(content, ensure_ascii=False).replace('\\"', '"'))
        self.folder = content.get("folder", self.folder)


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
