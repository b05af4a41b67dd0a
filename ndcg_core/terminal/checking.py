"""`ndcg check my_package.metrics:ndcg_at_k`: whose convention somebody's own NDCG is."""

import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from importlib import import_module
from importlib.resources import files
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from ndcg_core.checking import Checked, check
from ndcg_core.checking.command import check_command
from ndcg_core.checking.vectors import SCHEMA, written_vectors
from ndcg_core.metric.numbers import clipped
from ndcg_core.terminal import checks, reports
from ndcg_core.terminal.arguments import Parser, write


def answer(arguments: Sequence[str], program: str) -> tuple[str, bool]:
    """What is printed for these arguments, and whether the function is not what was expected."""
    parser = Parser(program, "Whose NDCG a function is, and where it leaves it.", "check")
    options = parser.parse_args(arguments)
    if (options.function is None) == (options.command is None):
        parser.error("one function is needed, such as metrics.py:ndcg_at_k, or --command")
    how = options.expect, options.signature, options.k
    try:
        if options.command is not None:
            found = check_command(options.command, *how, options.timeout, options.shell)
        else:
            with redirect_stdout(io.StringIO()):  # what it prints itself is no answer
                found = check(load(options.function), *how)
    except ValueError as error:
        _write_junit(options.junit, (), str(error))
        raise
    failed = options.expect is not None and not found.agrees
    verdict = checks.LimitCheck(
        found.function,
        "convention",
        options.expect or found.convention,
        found.rankings,
        found.equal,
        failed,
        " ".join(found.sentences),
    )
    _write_junit(options.junit, (verdict,))
    if options.json:
        return reports.as_json(found.record()), failed
    return (_markdown(found, failed) if options.markdown else str(found)), failed


def _write_junit(file: str | None, rows: Sequence[checks.LimitCheck], error: str = "") -> None:
    if file:
        write(file, checks.junit(rows, error, "ndcg check").encode(errors="replace"))


def _markdown(found: Checked, failed: bool) -> str:
    first, *rest = map(reports.escaped, found.sentences)
    return "\n".join([f"### {'❌' if failed else '✅'} {first}", "", *(f"- {one}" for one in rest)])


def load(target: str) -> Callable[..., Any]:
    """The function of a name, as "package.module:name" or "file.py:name"; ValueError if none."""
    place, _, name = target.rpartition(":")
    if not place:
        raise ValueError(
            f"“{clipped(target)}” names no function; write my_package.metrics:ndcg_at_k, or "
            "metrics.py:ndcg_at_k."
        )
    file = Path(place) if place.endswith(".py") else None
    if file and not file.is_file():
        raise ValueError(f"There is no file {place}.")
    sys.path.insert(0, os.path.abspath(file.parent if file else ""))
    try:
        value: Any = _of_file(file) if file else import_module(place)
    except Exception as error:
        raise ValueError(
            f"{place} cannot be imported: {type(error).__name__}: {clipped(str(error), 200)}."
        ) from None
    functions = [key for key, one in vars(value).items() if callable(one) and key[:1] != "_"]
    for part in name.split("."):
        value = getattr(value, part, None)
    if not callable(value):
        raise ValueError(
            f"There is no function {clipped(name)} in {place}; "
            f"it has {', '.join(functions[:8]) or 'none'}."
        )
    return value  # type: ignore[no-any-return]


def _of_file(file: Path) -> ModuleType:
    """The module in a file, whatever else has its name."""
    spec = spec_from_file_location(file.stem, file)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def vectors(arguments: Sequence[str], program: str) -> str:
    """Write the test vectors, and the schema beside them; what is printed about it."""
    parser = Parser(program, "Rankings with every convention's number, for your tests.", "vectors")
    file = Path(parser.parse_args(arguments).file)
    content = written_vectors()
    write(str(file), content.encode())
    write(str(file.with_name(SCHEMA)), (files("ndcg_core.checking") / SCHEMA).read_bytes())
    return f"{file}: {len(content):,} bytes; its schema is {file.with_name(SCHEMA)}."
