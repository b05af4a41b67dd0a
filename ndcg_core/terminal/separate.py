"""Users' programs and functions in separate processes, with a time limit.

Processes that a user's program starts are not waited for. Output that arrives after the program's
end, or after the time limit, is ignored.
"""

import json
import os
import queue
import shlex
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from subprocess import PIPE, Popen, TimeoutExpired
from tempfile import TemporaryFile
from threading import Thread
from time import monotonic
from typing import Any

from ndcg_core.checking.calling import Reply
from ndcg_core.checking.signatures import Argument, Form
from ndcg_core.libraries import Ranking
from ndcg_core.metric.numbers import clip_text

MAX_BYTES = 1_000_000
"""The largest output of a program: a thousand bytes for each number."""
MAX_MEMORY = 4 << 30
"""The largest memory of a function in bytes. Half of the machine's memory is another limit."""
PAUSE_SECONDS = 0.05
"""The seconds between two checks of a process."""
LAST_OUTPUT_SECONDS = 0.5
"""The seconds to wait for the remaining output of a process after its end."""
CHILD_PROGRAM = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); " + (
    "from ndcg_core.terminal.child import main; main(); import os; os._exit(0)"
)


def _end_process(process: Popen[bytes]) -> None:
    """End a process and, except on Windows, the processes in its group."""
    with suppress(AttributeError, ProcessLookupError, PermissionError):  # Windows; it has ended
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


class ProcessCaller:
    """A `Caller` of a function in another process.

    target: the function, as a module or file and a name
    seconds: the time limit of all calls together, including the start of the process
    """

    def __init__(self, target: str, process: Popen[bytes], seconds: float) -> None:
        self.target = target
        self.process = process
        self.seconds = seconds
        self.until = monotonic() + seconds
        self.lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        Thread(target=self._queue_lines, daemon=True).start()
        first = {"target": target, "memory": _compute_memory_limit(), "seconds": int(seconds)}
        reply = self._send_request(first)
        self.name = reply["name"]
        self.shape = reply["shape"]
        self.kinds = tuple(reply["kinds"])
        self.arguments = tuple(Argument(**one) for one in reply["arguments"])

    def call(self, form: Form, ranking: Ranking) -> Reply:
        """Call the function, and return its reply. Raise ValueError if there is no valid reply."""
        rows = {
            name: getattr(ranking, name) for name in ("grades", "k", "judged", "scores", "labels")
        }
        reply = self._send_request({"form": asdict(form), "ranking": rows})
        return Reply(**reply | {"paths": tuple(reply["paths"])})

    def _queue_lines(self) -> None:
        """Put the lines that the process writes into a queue until its output ends."""
        pipe: Any = self.process.stdout
        with suppress(OSError, ValueError):
            for line in pipe:
                self.lines.put(line)

    def _send_request(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Send a request and return the reply. Raise ValueError if it is an error or not valid.

        Raises ValueError too if the process ends or reaches its time limit without a reply.
        """
        pipe: Any = self.process.stdin
        with suppress(OSError):  # a process that has ended is reported below
            pipe.write(json.dumps(request).encode() + b"\n")
            pipe.flush()
        line = self._read_line()
        try:
            reply = json.loads(line)
            assert isinstance(reply, dict)
        except (ValueError, AssertionError):
            raise ValueError(
                f"There is no verdict: {self.target} wrote to the pipe of its answers."
            ) from None
        if "error" in reply:
            raise ValueError(reply["error"])
        return reply

    def _read_line(self) -> bytes:
        """Return the next line of output. Raise ValueError if the process ends or is too slow."""
        ended = 0.0
        while True:
            with suppress(queue.Empty):
                return self.lines.get(timeout=PAUSE_SECONDS)
            now = monotonic()
            if self.process.poll() is not None:
                ended = ended or now
                if now - ended > LAST_OUTPUT_SECONDS:
                    how = _describe_end(self.process.returncode)
                    raise ValueError(
                        f"There is no verdict: {self.target} {how} instead of returning a number."
                    )
            if now > self.until:
                raise ValueError(
                    f"There is no verdict: {self.target} was stopped at the time limit of "
                    f"{self.seconds:g} s. --timeout sets a longer limit."
                )


def _describe_end(return_code: int) -> str:
    """Return a verb phrase for the end of a process: "ended Python with exit code 1".

    return_code: the exit code, or the negative number of the signal that ended the process
    """
    if return_code >= 0:
        return f"ended Python with exit code {return_code}"
    with suppress(ValueError):
        return f"was ended by the signal {signal.Signals(-return_code).name}"
    return f"was ended by signal {-return_code}"


def _compute_memory_limit() -> int:
    """Return the number of bytes of memory that a function may use."""
    with suppress(AttributeError, OSError, ValueError):
        return min(MAX_MEMORY, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2)
    return MAX_MEMORY


@contextmanager
def start_function(target: str, seconds: float) -> Iterator[ProcessCaller]:
    """Yield a caller of a function in a new process. End the process after the block.

    Raises ValueError if the function cannot be imported.

    target: the function, as a module or file and a name
    seconds: the time limit of all calls together, including the start of the process
    """
    path = [os.path.abspath(one) for one in sys.path]
    words = [sys.executable, "-P", "-c", CHILD_PROGRAM, json.dumps(path)]
    process = Popen(words, stdin=PIPE, stdout=PIPE, start_new_session=True)
    try:
        yield ProcessCaller(target, process, seconds)
    finally:
        _end_process(process)


def run_program(command: str, text: str, timeout: float, uses_shell: bool) -> str:
    """Return a program's output for an input. Raise ValueError if it fails or exceeds a limit.

    The program's standard error is not captured.

    text: the input, which the program reads from its standard input
    timeout: the time limit in seconds
    uses_shell: True to run the command in a shell
    """
    words: Any = command if uses_shell else _split_command(command)
    with TemporaryFile() as input_file:
        input_file.write(text.encode())
        input_file.seek(0)
        try:
            process = Popen(
                words, shell=uses_shell, stdin=input_file, stdout=PIPE, start_new_session=True
            )
        except (OSError, IndexError, ValueError) as error:
            raise ValueError(
                f"The command “{clip_text(command)}” cannot be run: {error}."
            ) from None
    chunks: list[bytes] = []
    reader = Thread(target=_collect_output, args=(process, chunks), daemon=True)
    reader.start()
    until = monotonic() + timeout
    try:
        while process.poll() is None and monotonic() <= until and _count_bytes(chunks) <= MAX_BYTES:
            with suppress(TimeoutExpired):
                process.wait(PAUSE_SECONDS)
        is_running = process.poll() is None
        if not is_running:  # its own child processes may keep the pipe open forever
            reader.join(max(0.0, min(LAST_OUTPUT_SECONDS, until - monotonic())))
    finally:
        _end_process(process)
    if _count_bytes(chunks) > MAX_BYTES:
        raise ValueError(f"The command wrote more than {MAX_BYTES:,} bytes, and was stopped.")
    if is_running:
        raise ValueError(f"The command was stopped at the time limit of {timeout:g} s.")
    if process.returncode:
        raise ValueError(f"The command ended with exit code {process.returncode}.")
    return str(b"".join(chunks), errors="replace")


def _split_command(command: str) -> list[str]:
    """Split a command into words. Raise ValueError for an unfinished quotation or escape."""
    try:
        return shlex.split(command)
    except ValueError as error:
        raise ValueError(f"The command “{clip_text(command)}” cannot be read: {error}.") from None


def _count_bytes(chunks: Sequence[bytes]) -> int:
    """Return the total number of bytes in the chunks."""
    return sum(map(len, chunks))


def _collect_output(process: Popen[bytes], chunks: list[bytes]) -> None:
    """Append the output of a process to `chunks`, up to a little more than `MAX_BYTES`."""
    pipe: Any = process.stdout
    with suppress(OSError, ValueError):
        while _count_bytes(chunks) <= MAX_BYTES and (chunk := os.read(pipe.fileno(), 1 << 16)):
            chunks.append(chunk)
