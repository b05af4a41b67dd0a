"""Works out an evaluation in a process of its own: `python -m ndcg_ui.evaluation.worker FOLDER`.

The folder holds `job`, what is to be done; `said`, what is being done; and in the end `result`, or
`refused`, a sentence. A file that is there is whole: each is written under another name first.
"""

from __future__ import annotations

import logging
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from ndcg_ui.evaluation import limits
from ndcg_ui.evaluation.asked import Settings
from ndcg_ui.evaluation.stored import Stored

OURS = "These files could not be worked out, and it is our fault, not yours."
MEMORY = "These files need more memory than the server gives to one evaluation."
MOST_QUERIES = 100_000
LINE = 1_000_000
COLUMNS = 200


@dataclass(frozen=True)
class Task:
    """What is to be done."""

    files: tuple[Stored, ...]
    settings: Settings


def put(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    beside = path.with_suffix(".part")
    beside.write_bytes(content)
    beside.replace(path)


def run(folder: Path) -> None:
    """Do what the folder's job says."""
    try:
        task: Task = pickle.loads((folder / "job").read_bytes())
        put(folder / "result", pickle.dumps(_done(task, folder)))
    except ValueError as error:
        put(folder / "refused", str(error).encode("utf-8", "replace"))
    except MemoryError:
        put(folder / "refused", MEMORY.encode())
    except Exception:
        logging.exception("an evaluation crashed")
        put(folder / "refused", OURS.encode())


def _done(task: Task, folder: Path) -> object:
    # Here, not above: the server imports this module and need not wait for Polars.
    from ndcg_core.evaluation.limits import Limits
    from ndcg_core.evaluation.reading import read_qrels, read_run
    from ndcg_ui.evaluation.working import stored, work

    tell = _telling(folder)
    most = Limits(limits.upload_bytes(), LINE, MOST_QUERIES, COLUMNS)
    judged = next(file for file in task.files if file.kind == "qrels")
    tell(f"reading {judged.name}")
    qrels, runs = read_qrels(judged.path, judged.name, most), []
    for file in task.files:
        if file.kind == "run":
            tell(f"reading {file.name}")
            runs.append(read_run(file.path, file.name, most))
    return stored(work(qrels, tuple(runs), task.settings, tell), folder)


def _telling(folder: Path) -> Callable[[str], None]:
    return lambda said: put(folder / "said", said.encode("utf-8", "replace"))


def bound() -> None:
    """Bound what this process may take, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        cpu, room = limits.SECONDS_FOR_WORK, limits.BYTES_FOR_WORK
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
        resource.setrlimit(resource.RLIMIT_AS, (room, room))


def end_with_the_server() -> None:
    """End this process when the one that started it does, killed or not: its end of a pipe."""
    os.read(0, 1)  # not sys.stdin, whose lock would be held when this process ends by itself
    os._exit(1)


if __name__ == "__main__":
    bound()
    Thread(target=end_with_the_server, daemon=True).start()
    run(Path(sys.argv[1]))
