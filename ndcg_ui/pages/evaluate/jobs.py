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
from ndcg_ui.pages.evaluate.folders import deserialize, serialize, write_atomically
from ndcg_ui.pages.evaluate.worker import (
    DISK_FULL,
    JOB_FILE,
    MESSAGE_FILE,
    OUR_FAULT,
    REFUSED_FILE,
    RESULT_FILE,
    TOO_MUCH_MEMORY,
    UNKNOWN_FILE,
    Task,
)

if TYPE_CHECKING:
    from ndcg_ui.pages.evaluate.working import EvaluationResults

TOO_SLOW = "These files need more time than the server gives to one evaluation."
KILLED_BY_SYSTEM = (
    "The operating system stopped this evaluation, probably because the server lacked memory."
)
EXIT_SENTENCES: Mapping[int, str] = {DISK_FULL: folders.DISK_FULL} | {
    -int(getattr(signal, name, 0)): sentence
    for name, sentence in {
        "SIGXCPU": TOO_SLOW,
        "SIGKILL": KILLED_BY_SYSTEM,
        "SIGABRT": TOO_MUCH_MEMORY,
    }.items()
}
"""The reason for a missing result by exit status. Rust and C++ abort if memory runs out."""
CANCELLED = "Cancelled. Change a setting to evaluate again."
RESULT_TOO_LARGE = (
    "The result is too large for a page. Choose fewer cutoffs or fewer queries. "
    "The command `ndcg evaluate` handles all of them."
)
WAITING = "waiting for other evaluations"
JOB_PREFIX = "job-"
LONGEST_SENTENCE = 2_000
log = logging.getLogger("ndcg_ui")
_ONE_THREAD = {"POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
_ROOT = str(Path(ndcg_ui.__file__).parents[1])


class Job:
    """An evaluation in a separate process, which ends with the visitor's session."""

    def __init__(self, task: Task, folder: Path) -> None:
        """Put the evaluation in the queue, and start waiting evaluations while there is room.

        If the task cannot be written to the disk, set `problem` instead.

        folder: the visitor's folder, in which the evaluation makes a folder for its own files.
        """
        self.task = task
        self.process: subprocess.Popen[bytes] | None = None
        self.problem = ""
        try:
            self.folder = Path(mkdtemp(prefix=JOB_PREFIX, dir=folder))
            write_atomically(self.folder / JOB_FILE, serialize(task))
        except OSError as error:
            self.problem = folders.DISK_FULL if folders.is_disk_full(error) else OUR_FAULT
            return
        _JOBS[id(self)] = self
        _start_waiting_jobs()

    @property
    def is_waiting(self) -> bool:
        """True until the process starts. False if a problem prevents the start."""
        return self.process is None and not self.problem

    @property
    def is_running(self) -> bool:
        """True while the process runs."""
        return self.process is not None and self.process.poll() is None

    @property
    def is_over(self) -> bool:
        """True once the evaluation has ended. Access also starts waiting jobs if there is room."""
        _start_waiting_jobs()
        return not (self.is_waiting or self.is_running)

    @property
    def message(self) -> str:
        """The state of the evaluation in words: waiting, starting, or the current step."""
        return (
            WAITING
            if self.is_waiting
            else _read_text_start(self.folder / MESSAGE_FILE) or "starting"
        )

    @property
    def refusal(self) -> str:
        """The reason for a missing result, or "". Valid once the job is over."""
        if self.problem or self.process is None:
            return self.problem
        sentence = _read_text_start(self.folder / REFUSED_FILE)
        if sentence or (self.folder / RESULT_FILE).exists():
            return sentence
        return EXIT_SENTENCES.get(self.process.poll() or 0, OUR_FAULT)

    @property
    def unknown_table(self) -> UnknownTable | None:
        """The table whose columns were not recognized, or None if it is absent or too large."""
        path = self.folder / UNKNOWN_FILE
        if not path.exists() or path.stat().st_size > limits.BYTES_OF_A_SUMMARY:
            return None
        return deserialize(UnknownTable, path.read_bytes())

    def load_result(self) -> "EvaluationResults | None":
        """Read the result of a job that is over. Return None and set `problem` if that fails."""
        from polars.exceptions import PolarsError

        try:
            return read_result(self.task, self.folder)
        except ResultTooLargeError:
            self.problem = RESULT_TOO_LARGE
        except (ValueError, KeyError, PolarsError, OSError):
            log.exception("an evaluation returned nothing readable")
            self.problem = OUR_FAULT
        return None

    def start_process(self) -> None:
        """Start the process of the evaluation, which ends with this object."""
        self.process = _start_process(self.folder)
        finalize(self, _end_process, self.process)

    def end_process(self) -> None:
        """Kill the process of the evaluation, or take the job out of the queue.

        Sets `problem` to a sentence about the cancellation, unless it has another sentence.
        """
        with _LOCK:
            self.problem = self.problem or CANCELLED
            if self.process is not None:
                _end_process(self.process)

    def end_and_delete_files(self) -> None:
        """End the process of the evaluation, or leave the queue, and delete the files."""
        self.end_process()
        if hasattr(self, "folder"):
            rmtree(self.folder, ignore_errors=True)


class ResultTooLargeError(Exception):
    """An error for an evaluation result with more bytes than a server reads."""


def read_result(task: Task, folder: Path) -> "EvaluationResults":
    """Read an evaluation's result. Raise ResultTooLargeError if its files are too large.

    The files may contain anything, so ValueError, KeyError, OSError and errors of Polars are also
    possible.
    """
    from ndcg_ui.pages.evaluate.working import FRAME_FILE, restore_evaluation

    sizes = [(folder / name).stat().st_size for name in (RESULT_FILE, FRAME_FILE)]
    if sizes[0] > limits.BYTES_OF_A_SUMMARY or sizes[1] > limits.BYTES_OF_A_RESULT:
        raise ResultTooLargeError
    return restore_evaluation((folder / RESULT_FILE).read_bytes(), task.settings, folder)


_JOBS: WeakValueDictionary[int, Job] = WeakValueDictionary()
_LOCK = Lock()


def count_waiting_jobs() -> int:
    """Return the number of waiting evaluations."""
    return sum(job.is_waiting for job in list(_JOBS.values()))


def _start_waiting_jobs() -> None:
    """Start waiting jobs in order while there is room."""
    with _LOCK:
        jobs = list(_JOBS.values())
        room = max(0, limits.MOST_EVALUATIONS - sum(job.is_running for job in jobs))
        for job in [job for job in jobs if job.is_waiting][:room]:
            job.start_process()


def _read_text_start(path: Path) -> str:
    """Return the beginning of a text file, or "" if it cannot be read."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(LONGEST_SENTENCE)
    except OSError:
        return ""


def _start_process(folder: Path) -> subprocess.Popen[bytes]:
    """Start a worker process for the job in a folder."""
    path = os.pathsep.join(filter(None, (_ROOT, os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-m", "ndcg_ui.pages.evaluate.worker", str(folder)],
        env={**os.environ, **_ONE_THREAD, "PYTHONPATH": path},
        stdin=subprocess.PIPE,  # the worker waits for its end, and so ends with this process
        stdout=subprocess.DEVNULL,
    )


def _end_process(process: subprocess.Popen[bytes]) -> None:
    """Kill a process if it is still running, and release its resources."""
    if process.poll() is None:
        process.kill()
    process.wait()
    if process.stdin:
        process.stdin.close()
