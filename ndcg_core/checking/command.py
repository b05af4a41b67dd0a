"""A program in any language: it reads a ranking a line as JSON, and writes a number a line."""

import json
import os
import shlex
import signal
import subprocess
import time
from contextlib import suppress
from tempfile import TemporaryFile
from typing import Any

from ndcg_core.checking.probes import probes
from ndcg_core.checking.signatures import Form, Outcome, number_in, read_signature
from ndcg_core.checking.verdict import Checked, judge
from ndcg_core.metric.numbers import clipped

MOST_BYTES = 1_000_000
"""What a program may write: a thousand bytes for each number are more than anybody needs."""
PAUSE = 0.02


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
    rankings = probes(form.takes, form.cut)
    lines = [json.dumps(form.arguments(one), default=sorted) for one in rankings]
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
    with TemporaryFile() as read, TemporaryFile() as out, TemporaryFile() as errors:
        read.write(text.encode())
        read.seek(0)
        files: dict[str, Any] = {"stdin": read, "stdout": out, "stderr": errors}
        try:
            process = subprocess.Popen(words, shell=shell, start_new_session=True, **files)
        except (OSError, IndexError) as error:
            raise ValueError(f"The command “{clipped(command)}” cannot be run: {error}.") from None
        end, ended = time.monotonic() + timeout, ""
        while process.poll() is None and not ended:
            time.sleep(PAUSE)
            if any(os.fstat(file.fileno()).st_size > MOST_BYTES for file in (out, errors)):
                ended = f"wrote more than {MOST_BYTES:,} bytes, and was stopped"
            elif time.monotonic() > end:
                ended = f"took more than {timeout:g} seconds, and was stopped"
        if ended:
            with suppress(AttributeError, ProcessLookupError):  # on Windows; ended by itself
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.wait()
        elif process.returncode:
            ended = f"ended with exit code {process.returncode}"
        for file in (out, errors):
            file.seek(0)
        if ended:
            said = clipped(errors.read(4000).decode(errors="replace").strip(), 400)
            raise ValueError(f"The command {ended}. It said: {said or 'nothing'}.")
        return out.read().decode(errors="replace")
