"""Python code that calculates the numbers of a page."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from math import isfinite

import ndcg_core as nc

NUMBERS = ("dcg", "idcg", "ndcg")
NAMES = ("name", "title", "cite")
"""The fields of a convention that change no number."""


def write_code(
    grades: Sequence[float],
    k: int | None = None,
    convention: nc.Convention = nc.STANDARD,
    judged: Sequence[float] | None = None,
    numbers: Sequence[str] = NUMBERS,
) -> str:
    """Return a program that prints numbers of a ranking, or "" if code cannot write its convention.

    numbers: names of attributes of a trace.

    >>> print(write_code([3, 2.0, 0.5], 2))
    import ndcg_core as nc
    <BLANKLINE>
    trace = nc.trace([3, 2, 0.5], k=2)
    print(trace.dcg, trace.idcg, trace.ndcg)
    """
    try:
        imports, chosen = _write_convention(convention)
    except ValueError:
        return ""
    arguments = [_write_list(grades)]
    arguments += [f"k={k}"] if k is not None else []
    arguments += [f"convention={chosen}"] if chosen else []
    arguments += [f"judged={_write_list(judged)}"] if judged is not None else []
    values = ", ".join(f"trace.{name}" for name in numbers)
    lines = [*imports, "", f"trace = nc.trace({', '.join(arguments)})", f"print({values})"]
    return "\n".join(lines)


def _write_list(grades: Sequence[float]) -> str:
    return f"[{', '.join(repr(grade).removesuffix('.0') for grade in grades)}]"


def _write_convention(convention: nc.Convention) -> tuple[list[str], str]:
    """Return the lines that a program begins with, and its convention, "" for the standard one."""
    imports = ["import ndcg_core as nc"]
    if convention == nc.STANDARD:
        return imports, ""
    if nc.CONVENTIONS.get(convention.name) == convention:
        return imports, f'"{convention.name}"'
    changes = ", ".join(_write_changes(convention))
    if not changes:
        return imports, ""
    return ["from dataclasses import replace", *imports], f"replace(nc.STANDARD, {changes})"


def _write_changes(convention: nc.Convention) -> Iterator[str]:
    """Yield the choices that differ from the standard. Raise ValueError for one without code."""
    for field in fields(nc.Convention):
        value = getattr(convention, field.name)
        if field.name in NAMES or value == getattr(nc.STANDARD, field.name):
            continue
        yield f"{field.name}={_write_value(value)}"


def _write_value(value: object) -> str:
    match value:
        case bool():
            pass
        case str():
            return f'"{value}"'
        case int():
            return repr(value)
        case float() if isfinite(value):
            return repr(value).removesuffix(".0")
        case float():
            return f'float("{value}")'
        case tuple() if all(isinstance(one, (int, float)) for one in value):
            return _write_list(value)
    raise ValueError("This convention contains a function, which cannot be written as code.")
