"""A program in any language: it reads a ranking a line as JSON, and writes a number a line."""

import json
import os
import shlex
import signal
from contextlib import suppress
from subprocess import PIPE, Popen
from tempfile import TemporaryFile
from threading import Timer
from typing import Any

from ndcg_core.checking.signatures import Form, read_outcome, read_signature
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
    answers = [read_outcome(line) for line in written if line.strip()]
    if len(answers) != len(lines):
        raise ValueError(
            f"The command wrote {len(answers):,} lines for {len(lines):,} rankings; it must write "
            f"one number for each line that it reads, such as {lines[0]}."
        )
    return judge(command, form, answers, expect)


def _run(command: str, text: str, timeout: float, shell: bool) -> str:
    """What a program writes that is given this text; ValueError where it fails, or goes on. What it
    says on standard error is seen there.
    """
    words: Any = command if shell else shlex.split(command)
    with TemporaryFile() as asked:
        asked.write(text.encode())
        asked.seek(0)
        try:
            process = Popen(words, shell=shell, stdin=asked, stdout=PIPE, start_new_session=True)
        except (OSError, IndexError) as error:
            raise ValueError(f"The command “{clipped(command)}” cannot be run: {error}.") from None
    stopped: list[str] = []

    def stop(why: str) -> None:
        stopped.append(why)
        with suppress(AttributeError, ProcessLookupError):  # on Windows; ended by itself
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()

    clock = Timer(timeout, stop, [f"took more than {timeout:g} seconds"])
    clock.start()
    with process:
        pipe: Any = process.stdout
        written = pipe.read(MOST_BYTES + 1)
        if len(written) > MOST_BYTES:
            stop(f"wrote more than {MOST_BYTES:,} bytes")
    clock.cancel()
    if stopped:
        raise ValueError(f"The command {stopped[0]}, and was stopped.")
    if process.returncode:
        raise ValueError(f"The command ended with exit code {process.returncode}.")
    return str(written, errors="replace")
