"""An evaluation that runs in a process of its own, so that everybody else's pages stay quick."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp
from threading import Lock
from typing import TYPE_CHECKING, cast
from weakref import WeakSet, finalize

import ndcg_ui
from ndcg_ui.evaluation import limits
from ndcg_ui.evaluation.worker import Task, put

if TYPE_CHECKING:
    from ndcg_ui.evaluation.working import Worked

ENDED = (
    "The work on these files ended early: they need more time or memory than the server gives to "
    "one evaluation."
)
CANCELLED = "Cancelled. Change something, or evaluate again."
WAITING = "waiting for other evaluations"
_ONE_THREAD = {"POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
_ROOT = str(Path(ndcg_ui.__file__).parents[1])


class Job:
    """One evaluation. It ends with its session: whoever forgets it ends its process."""

    def __init__(self, task: Task, folder: Path) -> None:
        """Begin it as soon as there is room; folder: of the session, for the files it makes."""
        self.task = task
        self.folder = Path(mkdtemp(prefix="job-", dir=folder))
        put(self.folder / "job", pickle.dumps(task))
        self.process: subprocess.Popen[bytes] | None = None
        self.cancelled = False
        self.begin()

    def begin(self) -> None:
        """Start the process, unless it runs, or too many others do."""
        with _LOCK:
            busy = sum(job.process is not None and job.process.poll() is None for job in _JOBS)
            if self.process is None and not self.cancelled and busy < limits.WORKERS:
                self.process = _start(self.folder)
                finalize(self, _end, self.process)
                _JOBS.add(self)

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        self.begin()
        return self.cancelled or (self.process is not None and self.process.poll() is not None)

    @property
    def said(self) -> str:
        """What is being done."""
        try:
            return (self.folder / "said").read_text("utf-8")
        except OSError:
            return WAITING if self.process is None else "starting"

    @property
    def refused(self) -> str:
        """Once it is over: why nothing came out, or nothing."""
        if self.cancelled:
            return CANCELLED
        if (self.folder / "refused").exists():
            return (self.folder / "refused").read_text("utf-8")
        return "" if (self.folder / "result").exists() else ENDED

    def result(self) -> Worked:
        """Once it is over and not refused: what came out."""
        return cast("Worked", pickle.loads((self.folder / "result").read_bytes()))

    def cancel(self) -> None:
        """End it."""
        self.cancelled = True
        if self.process is not None:
            _end(self.process)


_JOBS: WeakSet[Job] = WeakSet()
_LOCK = Lock()


def _start(folder: Path) -> subprocess.Popen[bytes]:
    path = os.pathsep.join(filter(None, (_ROOT, os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-m", "ndcg_ui.evaluation.worker", str(folder)],
        env={**os.environ, **_ONE_THREAD, "PYTHONPATH": path},
        stdin=subprocess.PIPE,  # it ends when this process does
        stdout=subprocess.DEVNULL,
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.kill()
    process.wait()
    if process.stdin:
        process.stdin.close()
