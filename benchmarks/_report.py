"""Percentiles, and the table that each benchmark prints."""

import os
import platform
import sys
from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterable, Sequence
from math import ceil

from ndcg_core.terminal.reports import align_rows

MISSING_VALUE = "–"


class _BenchmarkHelpFormatter(ArgumentDefaultsHelpFormatter, RawDescriptionHelpFormatter):
    """A formatter that keeps a description's line breaks and shows the default of each option."""


def make_parser(docstring: str | None) -> ArgumentParser:
    """Return a parser for a benchmark's options, with the benchmark's docstring as its help."""
    name = getattr(sys.modules["__main__"].__spec__, "name", "")
    return ArgumentParser(
        prog=f"python -m {name}", description=docstring, formatter_class=_BenchmarkHelpFormatter
    )


def compute_percentile(values: Iterable[float], percent: float) -> float:
    """Return the smallest value that at least `percent` percent of the values do not exceed.

    This is the percentile by the nearest rank. Returns NaN without values.

    >>> compute_percentile([10, 20, 30, 40], 50), compute_percentile([10, 20, 30, 40], 95)
    (20, 40)
    """
    ordered = sorted(values)
    return ordered[max(1, ceil(percent / 100 * len(ordered))) - 1] if ordered else float("nan")


def format_table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Format rows under headings. Align the first column left and the others right.

    >>> print(format_table(["what", "ms"], [["text", 41.26], ["chart", None]]))
    what        ms
    text      41.3
    chart        –
    """
    cells = [list(heads), *([_format_cell(value) for value in row] for row in rows)]
    return "\n".join(map(str.rstrip, align_rows(cells)))


def _format_cell(value: object) -> str:
    """Format a float with one decimal, None or NaN as a dash, and other values as text."""
    if value is None or value != value:
        return MISSING_VALUE
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def describe_machine() -> str:
    """Describe this machine: Python's version, the system, the cores and, if known, the load."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"Python {platform.python_version()} on {sys.platform}, {os.cpu_count()} cores{load}"
