"""Evaluations in their own processes, so that other visitors' pages stay quick.

A few run at once, and the others wait.
"""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary, finalize

import ndcg_ui
from ndcg_core.evaluation.files.columns import UnknownTable
from ndcg_ui import limits
from ndcg_ui.pages.evaluate import folders
from ndcg_ui.pages.evaluate.folders import pack, unpack, write_whole
from ndcg_ui.pages.evaluate.worker import (
    DISK_FULL,
    JOB,
    MEMORY,
    MESSAGE,
    OURS,
    REFUSED,
    RESULT,
    UNKNOWN,
    Task,
)

if TYPE_CHECKING:
    from ndcg_ui.pages.evaluate.working import Worked

TIME = "These files need more time than the server gives to one evaluation."
KILLED = "The operating system stopped this evaluation, probably because the server lacked memory."
ENDINGS: Mapping[int, str] = {DISK_FULL: folders.DISK_FULL} | {
    -int(getattr(signal, name, 0)): sentence
    for name, sentence in {"SIGXCPU": TIME, "SIGKILL": KILLED, "SIGABRT": MEMORY}.items()
}
"""The reason for a missing result by exit status. Rust and C++ abort if memory runs out."""
CANCELLED = "Cancelled. Change a setting to evaluate again."
TOO_MUCH = (
    "The result is too large for a page. Choose fewer cutoffs or fewer queries; "
    "the command `ndcg evaluate` handles them all."
)
WAITING = "waiting for other evaluations"
PREFIX = "job-"
LONGEST_SENTENCE = 2_000
log = logging.getLogger("ndcg_ui")
_ONE_THREAD = {"POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
_ROOT = str(Path(ndcg_ui.__file__).parents[1])


class Job:
    """One evaluation. Its process ends with its session, its only holder."""

    def __init__(self, task: Task, folder: Path) -> None:
        """Start the evaluation when there is room.

        folder: the visitor's folder, for the files that it makes.
        """
        self.task = task
        self.process: subprocess.Popen[bytes] | None = None
        self.problem = ""
        try:
            self.folder = Path(mkdtemp(prefix=PREFIX, dir=folder))
            write_whole(self.folder / JOB, pack(task))
        except OSError as error:
            self.problem = folders.DISK_FULL if folders.is_full(error) else OURS
            return
        _JOBS[id(self)] = self
        _start_waiting_jobs()

    @property
    def waits(self) -> bool:
        """Return True until the process starts."""
        return self.process is None and not self.problem

    @property
    def runs(self) -> bool:
        """Return True while the process runs."""
        return self.process is not None and self.process.poll() is None

    @property
    def over(self) -> bool:
        """Return True once the evaluation has ended."""
        _start_waiting_jobs()
        return not (self.waits or self.runs)

    @property
    def message(self) -> str:
        """The current step of the evaluation."""
        return WAITING if self.waits else _sentence(self.folder / MESSAGE) or "starting"

    @property
    def refusal(self) -> str:
        """The reason for a missing result, or "". Valid once the job is over."""
        if self.problem or self.process is None:
            return self.problem
        sentence = _sentence(self.folder / REFUSED)
        if sentence or (self.folder / RESULT).exists():
            return sentence
        return ENDINGS.get(self.process.poll() or 0, OURS)

    @property
    def unknown(self) -> UnknownTable | None:
        """The table whose columns were not recognized, or None."""
        path = self.folder / UNKNOWN
        if not path.exists() or path.stat().st_size > limits.BYTES_OF_A_SUMMARY:
            return None
        return unpack(UnknownTable, path.read_bytes())

    def result(self) -> "Worked | None":
        """Return the result once the job is over. A bad result gives None and a refusal."""
        from polars.exceptions import PolarsError

        try:
            return read_result(self.task, self.folder)
        except TooMuch:
            self.problem = TOO_MUCH
        except (ValueError, KeyError, PolarsError, OSError):
            log.exception("an evaluation returned nothing readable")
            self.problem = OURS
        return None

    def begin(self) -> None:
        """Start the process."""
        self.process = _start(self.folder)
        finalize(self, _end, self.process)

    def cancel(self) -> None:
        """End the process."""
        with _LOCK:
            self.problem = self.problem or CANCELLED
            if self.process is not None:
                _end(self.process)

    def discard(self) -> None:
        """End the process and remove its files."""
        self.cancel()
        if hasattr(self, "folder"):
            rmtree(self.folder, ignore_errors=True)


class TooMuch(Exception):
    """The output is larger than a server reads."""


def read_result(task: Task, folder: Path) -> "Worked":
    """Read an evaluation's result after a check of its size.

    The file may contain anything. Raises ValueError, KeyError, OSError or an error of Polars for a
    bad result.
    """
    from ndcg_ui.pages.evaluate.working import FRAME, restore_evaluation

    sizes = [(folder / name).stat().st_size for name in (RESULT, FRAME)]
    if sizes[0] > limits.BYTES_OF_A_SUMMARY or sizes[1] > limits.BYTES_OF_A_RESULT:
        raise TooMuch
    return restore_evaluation((folder / RESULT).read_bytes(), task.settings, folder)


_JOBS: WeakValueDictionary[int, Job] = WeakValueDictionary()
_LOCK = Lock()


def count_waiting() -> int:
    """Return the number of waiting evaluations."""
    return sum(job.waits for job in list(_JOBS.values()))


def _start_waiting_jobs() -> None:
    """Start waiting jobs in order while there is room."""
    with _LOCK:
        jobs = list(_JOBS.values())
        room = max(0, limits.WORKERS - sum(job.runs for job in jobs))
        for job in [job for job in jobs if job.waits][:room]:
            job.begin()


def _sentence(path: Path) -> str:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(LONGEST_SENTENCE)
    except OSError:
        return ""


def _start(folder: Path) -> subprocess.Popen[bytes]:
    path = os.pathsep.join(filter(None, (_ROOT, os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-m", "ndcg_ui.pages.evaluate.worker", str(folder)],
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
