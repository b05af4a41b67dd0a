"""A Streamlit server in a process of its own, listening on this machine only."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PATIENCE = 60  # seconds


@dataclass(frozen=True)
class Server:
    """A server that is up."""

    url: str
    pid: int
    started: float  # seconds from the command to the first healthy answer

    @property
    def memory(self) -> float | None:
        """Resident memory in MB, where /proc tells it."""
        try:
            status = Path(f"/proc/{self.pid}/status").read_text()
        except OSError:
            return None
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    @property
    def cpu(self) -> float | None:
        """Seconds of processor time used so far, where /proc tells it."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / 100


@contextmanager
def serve(script: Path = ROOT / "app.py", folder: Path = ROOT) -> Iterator[Server]:
    """Run `streamlit run script` in `folder`, whose .streamlit/config.toml is the one obeyed."""
    port = _free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.headless=true"]
    command += [f"--server.port={port}", "--server.address=localhost"]
    command += ["--browser.gatherUsageStats=false"]
    with tempfile.TemporaryFile() as log:
        began = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=folder, stdout=log, stderr=log, stdin=subprocess.DEVNULL
        )
        try:
            url = f"http://localhost:{port}"
            if not _healthy(url, process):
                log.seek(0)
                raise RuntimeError(f"The server did not start:\n{log.read().decode()}")
            yield Server(url, process.pid, time.perf_counter() - began)
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=PATIENCE / 4)
    except subprocess.TimeoutExpired:  # it is too busy to hear
        process.kill()
        process.wait(timeout=PATIENCE)


def _healthy(url: str, process: subprocess.Popen[bytes]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=5):
                return True
        except OSError:
            time.sleep(0.01)
    return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])
