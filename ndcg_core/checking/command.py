"""A program in any language: it reads a ranking a line as JSON, and writes a number a line."""

import json
import os
import shlex
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from subprocess import PIPE, Popen
from tempfile import TemporaryFile
from threading import Timer
from typing import Any

from ndcg_core.checking.signatures import Form, Outcome, number_in, read_signature
from ndcg_core.checking.verdict import Checked, judge
from ndcg_core.metric.numbers import clipped

MOST_BYTES = 1_000_000
"""What a program may write: a thousand bytes for each number are more than anybody needs."""


def check_command(
    command: str,
    expect: str | None = None,
    signature: str | None = None,
    k: int | None = None,
    timeout: float = 60,
    shell: bool = False,
) -> Checked:
    """What `check` finds of a program. signature: what is in each JSON object, and "grades,k"
    without one; timeout: of the whole run, in seconds; shell: whether one reads the command.
    """
    parts = read_signature(signature or "grades,k")
    form = Form(parts, cut=None if "k" in parts else k)
    lines = [json.dumps(form.arguments(one), default=sorted) for one in form.rankings]
    written = _run(command, "\n".join(lines) + "\n", timeout, shell).split("\n")
    answers = [_outcome(line) for line in written if line.strip()]
    if len(answers) != len(lines):
        raise ValueError(
            f"The command wrote {len(answers):,} lines for {len(lines):,} rankings; it must write "
            f"one number for each line that it reads, such as {lines[0]}."
        )
    return judge(command, form, answers, expect)


def _outcome(line: str) -> Outcome:
    """The number in a line; of any other line its text."""
    try:
        return number_in(float(line))
    except ValueError:
        return clipped(line.strip(), 40)


def _run(command: str, text: str, timeout: float, shell: bool) -> str:
    """What a program writes that is given this text; ValueError where it fails, or goes on."""
    words: Any = command if shell else shlex.split(command)
    with TemporaryFile() as asked:
        asked.write(text.encode())
        asked.seek(0)
        pipes: dict[str, Any] = {"stdin": asked, "stdout": PIPE, "stderr": PIPE}
        try:
            process = Popen(words, shell=shell, start_new_session=True, **pipes)
        except (OSError, IndexError) as error:
            raise ValueError(f"The command “{clipped(command)}” cannot be run: {error}.") from None
    stopped: list[str] = []

    def stop(why: str) -> None:
        stopped.append(f"{why}, and was stopped")
        with suppress(AttributeError, ProcessLookupError):  # on Windows; ended by itself
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()

    def read(pipe: Any) -> str:
        written = pipe.read(MOST_BYTES + 1)
        if len(written) > MOST_BYTES:
            stop(f"wrote more than {MOST_BYTES:,} bytes")
        return str(written, errors="replace")

    clock = Timer(timeout, stop, [f"took more than {timeout:g} seconds"])
    clock.start()
    with process, ThreadPoolExecutor() as readers:
        out, errors = readers.map(read, (process.stdout, process.stderr))
    clock.cancel()
    if stopped or process.returncode:
        ended = stopped[0] if stopped else f"ended with exit code {process.returncode}"
        said = clipped(errors[:4000].strip(), 400)
        raise ValueError(f"The command {ended}. It said: {said or 'nothing'}.")
    return out
