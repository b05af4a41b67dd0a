"""The two databases that classes are kept in; a PostgreSQL is started where one is installed."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from benchmarks._server import free_port
from tests.clock import PATIENCE

HELP = "There is no PostgreSQL here: install Debian's package postgresql, and psycopg."
PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


def _program(name: str) -> str | None:
    found = shutil.which(name)
    return found or next((str(p / name) for p in PROGRAMS if (p / name).exists()), None)


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of a database server of our own, on a free port of this machine."""
    with TemporaryDirectory() as folder:
        yield from _running(Path(folder))


def _running(folder: Path) -> Iterator[str]:
    initdb, server = _program("initdb"), _program("postgres")
    if not (initdb and server):
        pytest.skip(HELP)
    pytest.importorskip("psycopg", reason=HELP)
    as_user: dict[str, object] = {}
    if os.geteuid() == 0:  # it does not run as root
        user = pwd.getpwnam("postgres")
        as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        os.chown(folder, user.pw_uid, user.pw_gid)
    data = folder / "data"
    how = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "cwd": folder, **as_user}
    subprocess.run([initdb, "-D", data, "-A", "trust", "-U", "ndcg"], check=True, **how)
    port = free_port()
    options = ["-p", str(port), "-c", "listen_addresses=127.0.0.1", "-k", str(folder)]
    log = (folder / "log").open("wb")
    running = subprocess.Popen(
        [server, "-D", data, *options], stdout=log, stderr=log, cwd=folder, **as_user
    )
    try:
        address = f"postgresql://ndcg@127.0.0.1:{port}/postgres"
        _wait(address, running, folder / "log")
        yield address
    finally:
        running.send_signal(signal.SIGINT)  # it does not wait for its clients
        running.wait(30)
        log.close()


def _wait(address: str, running: subprocess.Popen[bytes], log: Path) -> None:
    import time

    import psycopg

    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and running.poll() is None:
        try:
            psycopg.connect(address).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text()}")
