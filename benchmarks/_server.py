"""The app's server in a process of its own, listening on this machine only."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
PATIENCE = 60  # seconds


@dataclass
class Server:
    """A command that serves on a port; it can be started, stopped, killed and started again."""

    port: int
    log: Path
    command: list[str] = field(default_factory=list)
    folder: Path = ROOT
    variables: Mapping[str, str] | None = None
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0  # seconds from the command to the first healthy answer

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start it and wait until it is healthy."""
        began = time.perf_counter()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.folder,
                env=self.variables,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        if not self._healthy(self.process):
            self.stop()
            raise RuntimeError(f"The server did not start:\n{self.log.read_text()}")
        self.started = time.perf_counter() - began

    def _healthy(self, process: subprocess.Popen[bytes]) -> bool:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=5):
                    return True
            except OSError:
                time.sleep(0.02)
        return False

    def kill(self) -> None:
        """End this one process at once, with whatever it is doing (kill -9)."""
        if self.process:
            self.process.kill()
            self.process.wait(timeout=PATIENCE)
            self.process = None

    def stop(self) -> None:
        """End this one process."""
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(timeout=PATIENCE / 3)
                self.process = None
            except subprocess.TimeoutExpired:  # it is too busy to hear
                self.kill()

    @property
    def memory(self) -> float | None:
        """Resident memory in MB, where /proc tells it."""
        status = self._told("status")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024 if status else None

    @property
    def cpu(self) -> float | None:
        """Seconds of processor time used so far, where /proc tells it."""
        fields = self._told("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100 if fields else None

    def _told(self, what: str) -> str:
        try:
            return Path(f"/proc/{self.process.pid}/{what}").read_text() if self.process else ""
        except OSError:
            return ""


def streamlit(log: Path, script: str | Path = "app.py", *arguments: str) -> Server:
    """`streamlit run script` on a free port, not yet started."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.headless", "true"]
    command += ["--server.port", str(port), "--server.address", "localhost", *arguments]
    return Server(port, log, command)


@contextmanager
def serve(script: Path = ROOT / "app.py", folder: Path = ROOT) -> Iterator[Server]:
    """Run `streamlit run script` in `folder`, whose .streamlit/config.toml is the one obeyed."""
    with tempfile.TemporaryDirectory() as scratch:
        server = streamlit(Path(scratch) / "log", script, "--browser.gatherUsageStats", "false")
        server.folder = folder
        server.start()
        try:
            yield server
        finally:
            server.stop()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])
