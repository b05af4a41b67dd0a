"""The app's server in a process of its own, listening on this machine only."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx

REPOSITORY = Path(__file__).parents[1]
TIMEOUT_SECONDS = 120  # seconds: a machine may stall


@dataclass
class Server:
    """A command that serves on a port. It can be started, stopped, killed and started again.

    variables: its complete environment, or None for ours
    """

    port: int
    log: Path
    command: list[str] = field(default_factory=list)
    folder: Path = REPOSITORY
    variables: Mapping[str, str] | None = None
    host: str = "localhost"
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0  # seconds from the command to the first healthy answer

    @property
    def url(self) -> str:
        """The server's address."""
        return f"http://{self.host}:{self.port}"

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
        if not self._wait_until_healthy(self.process):
            self.stop()
            raise RuntimeError(f"The server did not start:\n{self.log.read_text()}")
        self.started = time.perf_counter() - began

    def _wait_until_healthy(self, process: subprocess.Popen[bytes]) -> bool:
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            with suppress(httpx.TransportError):
                answer = httpx.get(f"{self.url}/_stcore/health", timeout=5, verify=False)
                if answer.status_code in (200, 404):  # 404: an app without Streamlit's pages
                    return True
            time.sleep(0.02)
        return False

    def kill(self) -> None:
        """End this one process at once, with whatever it is doing (kill -9)."""
        if self.process:
            self.process.kill()
            self.process.wait(timeout=TIMEOUT_SECONDS)
            self.process = None

    def stop(self) -> None:
        """End this one process."""
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(timeout=TIMEOUT_SECONDS / 3)
                self.process = None
            except subprocess.TimeoutExpired:  # it is too busy to hear
                self.kill()

    @property
    def workers(self) -> list[int]:
        """The worker processes of uvicorn, if /proc lists them."""
        tree = f"task/{self.process.pid}/children" if self.process else ""
        made = map(int, _read_proc(self.process.pid, tree).split()) if self.process else ()
        return [pid for pid in made if "spawn_main" in _read_proc(pid, "cmdline")]

    @property
    def memory(self) -> float | None:
        """Resident memory in MB, including the workers, if /proc has it."""
        said = [_read_proc(pid, "status") for pid in self._list_processes()]
        return sum(int(s.split("VmRSS:")[1].split()[0]) for s in said) / 1024 if all(said) else None

    @property
    def cpu(self) -> float | None:
        """Processor time used so far in seconds, including the workers, if /proc has it."""
        said = [
            _read_proc(pid, "stat").rpartition(")")[2].split() for pid in self._list_processes()
        ]
        return sum(int(s[11]) + int(s[12]) for s in said) / 100 if all(said) else None

    def _list_processes(self) -> list[int]:
        return [self.process.pid, *self.workers] if self.process else []


def _read_proc(pid: int, what: str) -> str:
    try:
        return Path(f"/proc/{pid}/{what}").read_text()
    except OSError:
        return ""


def make_streamlit_server(log: Path, *arguments: str) -> Server:
    """Return a server for `streamlit run app.py` on a free port. It is not started yet."""
    port = find_free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
    command += ["--server.port", str(port), "--server.address", "localhost", *arguments]
    return Server(port, log, command)


def make_uvicorn_server(
    log: Path, app: str = "app:app", workers: int = 1, **variables: str
) -> Server:
    """Return a server for `uvicorn app` with `workers` processes. It is not started yet.

    Its address is a number, because looking up a name for each of a thousand connections takes a
    while.
    """
    port = find_free_port()
    command = [sys.executable, "-m", "uvicorn", app, "--port", str(port)]
    command += ["--workers", str(workers), "--ws-per-message-deflate", "false"]
    return Server(port, log, command, variables=os.environ | variables, host="127.0.0.1")


@contextmanager
def run_server() -> Iterator[Server]:
    """Run the app with its .streamlit/config.toml."""
    with tempfile.TemporaryDirectory() as scratch:
        server = make_streamlit_server(Path(scratch) / "log")
        server.start()
        try:
            yield server
        finally:
            server.stop()


def find_free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])
