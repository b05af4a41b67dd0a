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

from ndcg_core.evaluation.files.columns import UnknownColumns, read_columns
from ndcg_ui import limits
from ndcg_ui.pages.evaluate import folders
from ndcg_ui.pages.evaluate.files import StoredFile
from ndcg_ui.pages.evaluate.folders import pack, unpack, write_whole
from ndcg_ui.pages.evaluate.link import EvaluationSettings

JOB, MESSAGE, RESULT, REFUSED, UNKNOWN = "job", "message", "result", "refused", "unknown"
OURS = "These files could not be evaluated, and it is our fault, not yours."
MEMORY = "These files need more memory than the server gives to one evaluation."
DISK_FULL = 3
"""The exit status if the process could not even write a message."""
POLITENESS = 10
"""The niceness of the process, so that the server has priority."""


@dataclass(frozen=True)
class Task:
    """A job's files and settings."""

    files: tuple[StoredFile, ...]
    settings: EvaluationSettings


def run(folder: Path) -> int:
    """Do the job of a folder and return the exit status."""
    try:
        _run(folder)
    except OSError as error:
        if not folders.is_full(error):
            raise
        return DISK_FULL
    return 0


def _run(folder: Path) -> None:
    refused = folder / REFUSED
    try:
        write_whole(folder / RESULT, pack(_evaluate(task_in(folder), folder)))
    except ValueError as error:
        if isinstance(error, UnknownColumns):
            write_whole(folder / UNKNOWN, pack(error.table))
        write_whole(refused, str(error).encode("utf-8", "replace"))
    except MemoryError:
        write_whole(refused, MEMORY.encode())
    except BaseException as error:  # a panic of Polars is no `Exception`
        is_full = isinstance(error, OSError) and folders.is_full(error)
        if is_full or isinstance(error, KeyboardInterrupt):
            raise
        logging.exception("an evaluation crashed")
        write_whole(refused, OURS.encode())


def task_in(folder: Path) -> Task:
    """Read the job of a folder."""
    return unpack(Task, (folder / JOB).read_bytes())


def _evaluate(task: Task, folder: Path) -> object:
    # Here, not above: the server imports this module and need not wait for Polars.
    from ndcg_core.evaluation.files.contents import Limits
    from ndcg_core.evaluation.files.reading import read_qrels, read_run
    from ndcg_ui.pages.evaluate.working import store_tables, work

    def tell(message: str) -> None:
        write_whole(folder / MESSAGE, message.encode("utf-8", "replace"))

    most = Limits(
        size=folders.upload_bytes(),
        line=limits.BYTES_OF_A_LINE,
        id=limits.BYTES_OF_AN_ID,
        queries=limits.MOST_QUERIES,
        docs=limits.DOCUMENTS_OF_A_QUERY,
        columns=limits.MOST_COLUMNS,
    )
    judged = next(file for file in task.files if file.kind == "qrels")
    tell(f"reading {judged.name}")
    columns = read_columns(task.settings.columns)
    qrels = read_qrels(judged.path, judged.name, most, columns)
    runs = []
    for file in task.files:
        if file.kind == "run":
            tell(f"reading {file.name}")
            runs.append(read_run(file.path, file.name, most, columns, qrels))
    return store_tables(work(qrels, tuple(runs), task.settings, tell), folder)


def bound(task: Task) -> None:
    """Limit this process's memory and time if the system can. Small files need little."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        size = sum(file.size for file in task.files)
        more = limits.BYTES_FOR_SMALL_WORK + limits.BYTES_FOR_EACH_BYTE * size
        cpu = limits.SECONDS_FOR_WORK
        memory = min(limits.BYTES_FOR_WORK, more)
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 5))  # the first ends it by SIGXCPU
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def end_with_the_server() -> None:
    """End this process when its parent ends, by watching a pipe from the parent."""
    os.read(0, 1)  # not sys.stdin, whose lock would be held when this process ends by itself
    os._exit(1)


if __name__ == "__main__":
    place = Path(sys.argv[1])
    with suppress(OSError, AttributeError):
        os.nice(POLITENESS)
    bound(task_in(place))
    Thread(target=end_with_the_server, daemon=True).start()
    sys.exit(run(place))
