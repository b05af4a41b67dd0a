"""The evaluation of files in a process: `python -m ndcg_ui.pages.evaluate.worker FOLDER`.

The folder holds `job`, the task, and `message`, the current step. At the end it holds `result`, or
`refused` with a sentence and perhaps `unknown` with a table of unknown columns. Each file is
complete as soon as it exists. Large tables are Arrow or Parquet, everything else is MessagePack or
text.
"""

import logging
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from ndcg_core.evaluation.files.columns import UnknownColumnsError, read_columns
from ndcg_core.evaluation.hosts import name_options
from ndcg_ui import limits
from ndcg_ui.pages.evaluate import folders
from ndcg_ui.pages.evaluate.files import StoredFile
from ndcg_ui.pages.evaluate.folders import deserialize, serialize, write_atomically
from ndcg_ui.pages.evaluate.link import EvaluationSettings

JOB_FILE = "job"
MESSAGE_FILE = "message"
RESULT_FILE = "result"
REFUSED_FILE = "refused"
UNKNOWN_FILE = "unknown"
OUR_FAULT = "These files could not be evaluated, and it is our fault, not yours."
TOO_MUCH_MEMORY = "These files need more memory than the server gives to one evaluation."
DISK_FULL = 3
"""The exit status if the disk is full, so that the process cannot write a message."""
NICENESS = 10
"""The niceness of the process, so that the server has priority."""


@dataclass(frozen=True)
class Task:
    """The task of a worker process: the files and settings of an evaluation."""

    files: tuple[StoredFile, ...]
    settings: EvaluationSettings


def run_job(folder: Path) -> int:
    """Run the evaluation in a folder. Return 0, or `DISK_FULL` if the disk is full.

    A refused or failed evaluation also returns 0, and a file in the folder has the reason.
    """
    try:
        _run_task(folder)
    except OSError as error:
        if not folders.is_disk_full(error):
            raise
        return DISK_FULL
    return 0


def _run_task(folder: Path) -> None:
    """Run a folder's task, and write the result or a reason. Raise OSError on a full disk."""
    refused = folder / REFUSED_FILE
    try:
        write_atomically(
            folder / RESULT_FILE, serialize(_evaluate_files(read_task(folder), folder))
        )
    except ValueError as error:
        if isinstance(error, UnknownColumnsError):
            write_atomically(folder / UNKNOWN_FILE, serialize(error.table))
        message = name_options(str(error), "page")
        write_atomically(refused, message.encode("utf-8", "replace"))
    except MemoryError:
        write_atomically(refused, TOO_MUCH_MEMORY.encode())
    except BaseException as error:  # a panic of Polars is no `Exception`
        is_full = isinstance(error, OSError) and folders.is_disk_full(error)
        if is_full or isinstance(error, KeyboardInterrupt):
            raise
        logging.exception("an evaluation crashed")
        write_atomically(refused, OUR_FAULT.encode())


def read_task(folder: Path) -> Task:
    """Read the task in an evaluation's folder. Raise ValueError for invalid content."""
    return deserialize(Task, (folder / JOB_FILE).read_bytes())


def _evaluate_files(task: Task, folder: Path) -> object:
    """Read and evaluate the files of a task. Return the summary, and write the large tables."""
    # Imported here, because the server imports this module and should not wait for Polars.
    from ndcg_core.evaluation.files.contents import Limits
    from ndcg_core.evaluation.files.reading import read_qrels, read_run
    from ndcg_ui.pages.evaluate.working import evaluate_files, store_tables

    def write_message(message: str) -> None:
        write_atomically(folder / MESSAGE_FILE, message.encode("utf-8", "replace"))

    most = Limits(
        size=folders.read_upload_limit(),
        line=limits.BYTES_OF_A_LINE,
        id=limits.BYTES_OF_AN_ID,
        queries=limits.MOST_QUERIES,
        docs=limits.DOCUMENTS_OF_A_QUERY,
        columns=limits.MOST_COLUMNS,
    )
    judged = next(file for file in task.files if file.kind == "qrels")
    write_message(f"reading {judged.name}")
    columns = read_columns(task.settings.columns)
    qrels = read_qrels(judged.path, judged.name, most, columns)
    runs = []
    for file in task.files:
        if file.kind == "run":
            write_message(f"reading {file.name}")
            runs.append(read_run(file.path, file.name, most, columns, qrels))
    return store_tables(evaluate_files(qrels, tuple(runs), task.settings, write_message), folder)


def limit_process(task: Task) -> None:
    """Limit the memory and processor time of this process, where the system supports limits."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        size = sum(file.size for file in task.files)
        more = limits.BYTES_FOR_SMALL_WORK + limits.BYTES_FOR_EACH_BYTE * size
        cpu = limits.SECONDS_FOR_WORK
        memory = min(limits.BYTES_FOR_WORK, more)
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 5))  # the first ends it by SIGXCPU
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def exit_with_parent() -> None:
    """Wait for the end of the parent process, which closes a pipe, and end this process."""
    os.read(0, 1)  # not sys.stdin, whose lock would be held when this process ends by itself
    os._exit(1)


if __name__ == "__main__":
    job_folder = Path(sys.argv[1])
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)
    limit_process(read_task(job_folder))
    Thread(target=exit_with_parent, daemon=True).start()
    sys.exit(run_job(job_folder))
