"""Python code that calculates the numbers of a page."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from math import isfinite

import ndcg_core as nc

DEFAULT_NUMBERS = ("dcg", "idcg", "ndcg")
NAME_FIELDS = ("name", "title", "cite")
"""The fields of a convention that change no number."""


def build_program(
    grades: Sequence[float],
    k: int | None = None,
    convention: nc.Convention = nc.STANDARD,
    judged: Sequence[float] | None = None,
    numbers: Sequence[str] = DEFAULT_NUMBERS,
) -> str:
    """Return a Python program that prints a ranking's numbers, or "" if it cannot be written.

    A convention with functions cannot be written as code.

    numbers: the names of attributes of a trace

    >>> print(build_program([3, 2.0, 0.5], 2))
    import ndcg_core as nc
    <BLANKLINE>
    trace = nc.trace([3, 2, 0.5], k=2)
    print(trace.dcg, trace.idcg, trace.ndcg)
    """
    try:
        imports, chosen = _format_convention(convention)
    except ValueError:
        return ""
    arguments = [_format_list(grades)]
    arguments += [f"k={k}"] if k is not None else []
    arguments += [f"convention={chosen}"] if chosen else []
    arguments += [f"judged={_format_list(judged)}"] if judged is not None else []
    values = ", ".join(f"trace.{name}" for name in numbers)
    lines = [*imports, "", f"trace = nc.trace({', '.join(arguments)})", f"print({values})"]
    return "\n".join(lines)


def _format_list(grades: Sequence[float]) -> str:
    return f"[{', '.join(repr(grade).removesuffix('.0') for grade in grades)}]"


def _format_convention(convention: nc.Convention) -> tuple[list[str], str]:
    """Return import lines and the code of a convention, which is "" for standard settings.

    Raises ValueError for a convention that is not in the catalogue and has a function.
    """
    imports = ["import ndcg_core as nc"]
    if convention == nc.STANDARD:
        return imports, ""
    if nc.CONVENTIONS.get(convention.name) == convention:
        return imports, f'"{convention.name}"'
    changes = ", ".join(_iterate_changes(convention))
    if not changes:
        return imports, ""
    return ["from dataclasses import replace", *imports], f"replace(nc.STANDARD, {changes})"


def _iterate_changes(convention: nc.Convention) -> Iterator[str]:
    """Yield a keyword argument as code for each setting that differs from STANDARD.

    Raises ValueError if such a setting is a function.
    """
    for field in fields(nc.Convention):
        value = getattr(convention, field.name)
        if field.name in NAME_FIELDS or value == getattr(nc.STANDARD, field.name):
            continue
        yield f"{field.name}={_format_value(value)}"


def _format_value(value: object) -> str:
    """Return a convention's setting as code.

    Raises ValueError for anything but a string, a number or a tuple of numbers.
    """
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
        case tuple() if all(isinstance(item, (int, float)) for item in value):
            return _format_list(value)
    raise ValueError("This convention contains a function, which cannot be written as code.")
