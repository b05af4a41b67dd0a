"""An evaluation that runs in a process of its own, so that everybody else's pages stay quick.

A few run at once, and each has a turn. Who has had that, while others wait, gives way: its process
is ended, and it begins again later, with a turn twice as long.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING
from weakref import WeakSet, finalize

import ndcg_ui
from ndcg_ui import limits
from ndcg_ui.evaluation import folders
from ndcg_ui.evaluation.plain import to_json
from ndcg_ui.evaluation.stored import write_whole
from ndcg_ui.evaluation.worker import DISK_FULL, JOB, OURS, REFUSED, RESULT, SAID, Task, Work

if TYPE_CHECKING:
    from ndcg_ui.evaluation.working import Worked

ENDED = (
    "The work on these files ended early: they need more time or memory than the server gives to "
    "one evaluation."
)
CANCELLED = "Cancelled. Change something, or evaluate again."
TOO_MUCH = (
    "What came out is too much for a page. Choose fewer cutoffs, or bring fewer queries at a time; "
    "the command `ndcg evaluate` takes them all."
)
WAITING = "waiting for other evaluations"
GAVE_WAY = "waiting: it takes long, and lets shorter evaluations go first"
LONGEST_SENTENCE = 2_000
log = logging.getLogger("ndcg_ui")
_ONE_THREAD = {"POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
_ROOT = str(Path(ndcg_ui.__file__).parents[1])


class Job:
    """One evaluation. It ends with its session: whoever forgets it ends its process."""

    def __init__(self, task: Task, folder: Path) -> None:
        """Begin it as soon as there is room; folder: of the session, for the files it makes."""
        self.task = task
        self.number = next(_NUMBERS)
        self.turn = limits.SECONDS_OF_A_TURN
        self.process: subprocess.Popen[bytes] | None = None
        self.problem = ""
        try:
            self.folder = prepared(Work(evaluate=task), folder)
        except OSError as error:
            self.problem = folders.trouble(error, OURS)
            return
        with _LOCK:
            _JOBS.add(self)
        _take_turns()

    @property
    def waits(self) -> bool:
        """Whether it has yet to begin, or to begin again."""
        return self.process is None and not self.problem

    @property
    def runs(self) -> bool:
        """Whether its process is at work."""
        return self.process is not None and self.process.poll() is None

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        _take_turns()
        return not (self.waits or self.runs)

    @property
    def said(self) -> str:
        """What is being done."""
        if self.process is None:
            return WAITING if self.turn == limits.SECONDS_OF_A_TURN else GAVE_WAY
        return _sentence(self.folder / SAID) or "starting"

    @property
    def refused(self) -> str:
        """Once it is over: why nothing came out, or nothing."""
        if self.problem:
            return self.problem
        assert self.process
        return refusal(self.process, self.folder)

    def result(self) -> Worked | None:
        """Once it is over and not refused: what came out; None, and it is refused, for nonsense."""
        from polars.exceptions import PolarsError

        from ndcg_ui.evaluation.plain import BROKEN
        from ndcg_ui.evaluation.working import FRAME, restored

        try:
            large = (self.folder / FRAME).stat().st_size > limits.BYTES_OF_A_RESULT
            summary = (self.folder / RESULT).read_bytes()
            if not large:
                return restored(summary, self.task.settings, self.folder)
            self.problem = TOO_MUCH
        except (*BROKEN, PolarsError, OSError):
            log.exception("an evaluation came to nothing that can be read")
            self.problem = OURS
        return None

    def begin(self) -> None:
        """Start the process."""
        self.process, self.began = _start(self.folder), monotonic()
        self.end = finalize(self, _end, self.process)

    def give_way(self) -> None:
        """End the process; another one begins again, and has longer."""
        self.end()
        self.process, self.turn = None, 2 * self.turn

    def cancel(self) -> None:
        """End it."""
        with _LOCK:
            self.problem = self.problem or CANCELLED
            if self.process is not None:
                self.end()


_JOBS: WeakSet[Job] = WeakSet()
_NUMBERS = count()
_LOCK = Lock()


def how_many_wait() -> int:
    """Return how many evaluations wait for others."""
    return sum(job.waits for job in list(_JOBS))


def _take_turns() -> None:
    """Begin what waits, new ones first, in the place of those that have had a turn as long."""
    with _LOCK:
        running = [job for job in _JOBS if job.runs]
        waiting = [job for job in _JOBS if job.waits]
        for job in sorted(waiting, key=lambda job: (job.turn, job.number)):
            if len(running) >= limits.WORKERS:
                longest = min(running, key=lambda one: one.began, default=None)
                if longest is None or monotonic() - longest.began < job.turn:
                    return
                longest.give_way()
                running.remove(longest)
            job.begin()
            running.append(job)


def prepared(work: Work, folder: Path) -> Path:
    """Make a folder for some work, within a session's, and write what is to be done."""
    made = Path(mkdtemp(prefix="job-", dir=folder))
    write_whole(made / JOB, to_json(work))
    return made


def wait_for(folder: Path, seconds: float) -> str:
    """Have the work in a folder done, right now; return why nothing came out, or nothing."""
    process = _start(folder)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return ENDED
    finally:
        _end(process)
    return refusal(process, folder)


def refusal(process: subprocess.Popen[bytes], folder: Path) -> str:
    """Return why nothing came out of a process that is over, or nothing."""
    sentence, result = _sentence(folder / REFUSED), folder / RESULT
    if sentence or process.poll() == DISK_FULL:
        return sentence or folders.FULL
    if not result.exists():
        return ENDED
    return TOO_MUCH if result.stat().st_size > limits.BYTES_OF_A_SUMMARY else ""


def _sentence(path: Path) -> str:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(LONGEST_SENTENCE)
    except OSError:
        return ""


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
