"""Servers in separate processes that listen on this machine only, and requests to them."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx

REPOSITORY = Path(__file__).parents[1]
TIMEOUT_SECONDS = 120  # seconds: a machine may stall


@dataclass
class Server:
    """A server on a port, which can be started, stopped, killed and started again.

    command    the command that starts the server
    folder     the working directory of the server
    variables  the complete environment of the server, or None for that of this process
    """

    port: int
    log: Path
    command: list[str] = field(default_factory=list)
    folder: Path = REPOSITORY
    variables: Mapping[str, str] | None = None
    host: str = "localhost"
    process: subprocess.Popen[bytes] | None = None
    startup_seconds: float = 0.0  # from the command to the first healthy answer

    @property
    def url(self) -> str:
        """The server's address, without a slash at its end."""
        return f"http://{self.host}:{self.port}"

    def start(self) -> None:
        """Start the server, and wait until it answers. Raise RuntimeError if it does not."""
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
        self.startup_seconds = time.perf_counter() - began

    def _wait_until_healthy(self, process: subprocess.Popen[bytes]) -> bool:
        """Wait for a healthy answer. Return False if the server ends or takes too long."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            with suppress(httpx.TransportError):
                answer = httpx.get(f"{self.url}/_stcore/health", timeout=5, verify=False)
                if answer.status_code in (200, 404):  # 404: an app without Streamlit's pages
                    return True
            time.sleep(0.02)
        return False

    def kill(self) -> None:
        """Kill the server's process at once (kill -9), if the server is running."""
        if self.process:
            self.process.kill()
            self.process.wait(timeout=TIMEOUT_SECONDS)
            self.process = None

    def stop(self) -> None:
        """End the server's process, if any, and kill it if it does not react."""
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(timeout=TIMEOUT_SECONDS / 3)
                self.process = None
            except subprocess.TimeoutExpired:  # the process is too busy to react
                self.kill()

    @property
    def worker_ids(self) -> list[int]:
        """The process ids of uvicorn's running workers, or [] without workers or /proc."""
        if self.process is None:
            return []
        pid = self.process.pid
        children = map(int, _read_proc_file(pid, f"task/{pid}/children").split())
        return [child for child in children if "spawn_main" in _read_proc_file(child, "cmdline")]

    @property
    def memory_mb(self) -> float | None:
        """The resident MB of the server and its workers, or None if /proc cannot be read.

        It is 0 if the server is not running.
        """
        texts = [_read_proc_file(pid, "status") for pid in self._list_process_ids()]
        if not all(texts):
            return None
        return sum(int(text.split("VmRSS:")[1].split()[0]) for text in texts) / 1024

    @property
    def cpu_seconds(self) -> float | None:
        """The processor seconds of the server and its workers, or None if /proc is unreadable.

        They are 0 if the server is not running.
        """
        texts = [_read_proc_file(pid, "stat") for pid in self._list_process_ids()]
        if not all(texts):
            return None
        fields = [text.rpartition(")")[2].split() for text in texts]
        return sum(int(numbers[11]) + int(numbers[12]) for numbers in fields) / 100

    def _list_process_ids(self) -> list[int]:
        """Return the ids of the server's process and its workers, or [] if it is not running."""
        return [self.process.pid, *self.worker_ids] if self.process else []


def _read_proc_file(pid: int, name: str) -> str:
    """Return the text of a process's file in /proc, or "" if it cannot be read."""
    try:
        return Path(f"/proc/{pid}/{name}").read_text()
    except OSError:
        return ""


def make_streamlit_server(log: Path, *arguments: str) -> Server:
    """Return a server, not started yet, for `streamlit run app.py` on a free port.

    arguments: further command-line arguments for Streamlit.
    """
    port = find_free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
    command += ["--server.port", str(port), "--server.address", "localhost", *arguments]
    return Server(port, log, command)


def make_uvicorn_server(
    log: Path, app: str = "app:app", workers: int = 1, **variables: str
) -> Server:
    """Return a server, not started yet, that runs an app with uvicorn on a free port.

    The address is 127.0.0.1, because looking up a name for each of a thousand connections takes a
    while.

    app: the app as uvicorn names it, "module:variable".
    variables: further environment variables of the server.
    """
    port = find_free_port()
    command = [sys.executable, "-m", "uvicorn", app, "--port", str(port)]
    command += ["--workers", str(workers), "--ws-per-message-deflate", "false"]
    return Server(port, log, command, variables=os.environ | variables, host="127.0.0.1")


@contextmanager
def run_server(
    make_server: Callable[[Path], Server] = lambda folder: make_streamlit_server(folder / "log"),
) -> Iterator[Server]:
    """Run a server inside the `with` block, by default the app with Streamlit.

    make_server: returns the server, given a temporary folder for its files.
    """
    with tempfile.TemporaryDirectory() as scratch:
        server = make_server(Path(scratch))
        with run_servers(server):
            yield server


@contextmanager
def run_servers(*servers: Server) -> Iterator[None]:
    """Run servers inside the `with` block. Start them one after the other."""
    try:
        for server in servers:
            server.start()
        yield
    finally:
        for server in servers:
            server.stop()


def format_request(method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
    r"""Return an HTTP request as bytes, with exactly these headers.

    Benchmarks write requests to a socket themselves, because the work of an HTTP client would be
    timed together with that of the server.

    >>> format_request("GET", "/", {"Host": "localhost"})
    b'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
    """
    fields = [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *fields, "", ""]).encode() + body


def find_free_port() -> int:
    """Return a port of localhost on which no process listens now."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])
