"""The app's server in a process of its own."""

from __future__ import annotations

import socket
import subprocess
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
GONE = (
    *("ERR_CONNECTION_REFUSED", "WebSocket", "Failed to load resource"),
    *("Cannot send rerun", "Client Error in reaching", "Is Streamlit still running?"),
)
"""What the console says of a server that is away; after six tries Streamlit asks after it."""


def lose_the_next_message(page) -> None:
    """Let what the page sends next be lost on its way to the server."""
    page.evaluate(
        """() => {
            const { send } = WebSocket.prototype;
            WebSocket.prototype.send = () => (WebSocket.prototype.send = send);
        }"""
    )


@dataclass
class Server:
    """`streamlit run app.py` in a process of its own, on a free port of this machine."""

    port: int
    log: Path
    command: list[str] = field(default_factory=list)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start it and wait until it is healthy."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, cwd=ROOT, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1):
                    return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
        raise RuntimeError(f"The server did not start:\n{self.log.read_text()}")

    def kill(self) -> None:
        """End this one process at once, with whatever it is doing (kill -9)."""
        if self.process:
            self.process.kill()
            self.process.wait(timeout=20)
            self.process = None

    def stop(self) -> None:
        """End this one process."""
        if self.process:
            self.process.terminate()
            self.process.wait(timeout=20)
            self.process = None


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])
