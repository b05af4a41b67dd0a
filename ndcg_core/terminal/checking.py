"""`ndcg check my_package.metrics:ndcg_at_k`: whose convention somebody's own NDCG is."""

import io
import json
import os
import shlex
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from importlib import import_module
from importlib.resources import files
from inspect import getattr_static, isfunction
from pathlib import Path
from runpy import run_path
from subprocess import PIPE, Popen
from tempfile import TemporaryFile
from threading import Timer
from types import SimpleNamespace
from typing import Any

from ndcg_core.checking import Checked, Form, check
from ndcg_core.checking.signatures import read_outcome, read_signature
from ndcg_core.checking.vectors import SCHEMA, written_vectors
from ndcg_core.checking.verdict import judge
from ndcg_core.metric.numbers import clipped
from ndcg_core.terminal import checks, reports
from ndcg_core.terminal.arguments import Parser, errors_in_junit, write

MOST_BYTES = 1_000_000
"""What a program may write: a thousand bytes for each number are more than anybody needs."""


@errors_in_junit
def answer(arguments: Sequence[str], program: str) -> tuple[str, bool]:
    """What is printed for these arguments, and whether the function is not what was expected."""
    parser = Parser(program, "Whose NDCG a function is, and where it leaves it.", "check")
    options = parser.parse_args(arguments)
    if (options.function is None) == (options.command is None):
        parser.error("one function is needed, such as metrics.py:ndcg_at_k, or --command")
    if options.command is not None:
        found = _check_command(options)
    else:
        with redirect_stdout(io.StringIO()):  # what it prints itself is no answer
            function = load(options.function)
            found = check(function, options.expect, options.signature, options.k)
    failed = options.expect is not None and not found.agrees
    if options.junit:
        told = options.expect or found.convention, found.rankings, found.equal
        said = " ".join(found.sentences)
        row = checks.LimitCheck(found.function, "convention", *told, failed, said)
        write(options.junit, checks.junit([row], suite="ndcg check"))
    if options.json:
        return reports.as_json(found.record()), failed
    if not options.markdown:
        return str(found), failed
    first, *rest = map(reports.escaped, found.sentences)
    mark = reports.MARKS[not found.agrees]
    return "\n".join([f"### {mark} {first}", "", *(f"- {one}" for one in rest)]), failed


def load(target: str) -> Callable[..., Any]:
    """What a name such as "package.module:name" or "file.py:Class.name" stands for."""
    place, _, name = target.rpartition(":")
    if not place:
        raise ValueError(
            f"“{clipped(target)}” names no function; write my_package.metrics:ndcg_at_k, or "
            "metrics.py:ndcg_at_k."
        )
    is_file = place.endswith(".py")
    if is_file and not Path(place).is_file():
        raise ValueError(f"There is no file {place}.")
    sys.path.insert(0, os.path.abspath(Path(place).parent if is_file else ""))
    try:
        names = run_path(place) if is_file else vars(import_module(place))
    except Exception as error:
        raise ValueError(
            f"{place} cannot be imported: {type(error).__name__}: {clipped(str(error), 200)}."
        ) from None
    found: Any = SimpleNamespace(**names)
    with suppress(Exception):
        for part in name.split("."):  # a class too, of which an object is made for its method
            is_method = isinstance(found, type) and isfunction(getattr_static(found, part))
            found = getattr(found() if is_method else found, part)
        if callable(found):
            return found  # type: ignore[no-any-return]
    functions = [key for key, one in names.items() if callable(one) and key[:1] != "_"]
    had = ", ".join(functions[:8]) or "none"
    raise ValueError(f"There is no function {clipped(name)} in {place}; it has {had}.")


def _check_command(options: Namespace) -> Checked:
    """What is found of a program, which is told everything at once, an object of JSON a line."""
    parts = read_signature(options.signature or "grades,k")
    form = Form(parts, cut=None if "k" in parts else options.k)
    lines = [json.dumps(form.arguments(one), default=sorted) for one in form.rankings]
    text = "\n".join(lines) + "\n"
    written = _run(options.command, text, options.timeout, options.shell).split("\n")
    answers = [read_outcome(line) for line in written if line.strip()]
    if len(answers) != len(lines):
        raise ValueError(
            f"The command wrote {len(answers):,} lines for {len(lines):,} rankings; it must write "
            f"one number for each line that it reads, such as {lines[0]}."
        )
    return judge(options.command, form, answers, options.expect)


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


def vectors(arguments: Sequence[str], program: str) -> str:
    """Write the test vectors, and the schema beside them; what is printed about it."""
    parser = Parser(program, "Rankings with every convention's number, for your tests.", "vectors")
    file = Path(parser.parse_args(arguments).file)
    content = written_vectors()
    write(str(file), content.encode())
    write(str(file.with_name(SCHEMA)), (files("ndcg_core.checking") / SCHEMA).read_bytes())
    return f"{file}: {len(content):,} bytes; its schema is {file.with_name(SCHEMA)}."
