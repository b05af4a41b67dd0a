"""`ndcg check my_package.metrics:ndcg_at_k`: whose convention somebody's own NDCG is."""

import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from importlib import import_module
from importlib.resources import files
from inspect import getattr_static, isfunction
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

from ndcg_core.checking import check
from ndcg_core.checking.command import check_command
from ndcg_core.checking.vectors import SCHEMA, written_vectors
from ndcg_core.metric.numbers import clipped
from ndcg_core.terminal import checks, reports
from ndcg_core.terminal.arguments import Parser, errors_in_junit, write


@errors_in_junit
def answer(arguments: Sequence[str], program: str) -> tuple[str, bool]:
    """What is printed for these arguments, and whether the function is not what was expected."""
    parser = Parser(program, "Whose NDCG a function is, and where it leaves it.", "check")
    options = parser.parse_args(arguments)
    if (options.function is None) == (options.command is None):
        parser.error("one function is needed, such as metrics.py:ndcg_at_k, or --command")
    how = options.expect, options.signature, options.k
    if options.command is not None:
        found = check_command(options.command, *how, options.timeout, options.shell)
    else:
        with redirect_stdout(io.StringIO()):  # what it prints itself is no answer
            found = check(load(options.function), *how)
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


def vectors(arguments: Sequence[str], program: str) -> str:
    """Write the test vectors, and the schema beside them; what is printed about it."""
    parser = Parser(program, "Rankings with every convention's number, for your tests.", "vectors")
    file = Path(parser.parse_args(arguments).file)
    content = written_vectors()
    write(str(file), content.encode())
    write(str(file.with_name(SCHEMA)), (files("ndcg_core.checking") / SCHEMA).read_bytes())
    return f"{file}: {len(content):,} bytes; its schema is {file.with_name(SCHEMA)}."
