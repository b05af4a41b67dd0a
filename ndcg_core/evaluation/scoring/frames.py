"""Results as frames of Polars, pandas or Arrow, and as tables in a notebook."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from importlib.util import find_spec
from typing import Any

import polars as pl

from ndcg_core.metric.numbers import escape_cell, number
from ndcg_core.notebook import Number, Table, render_tables

MAX_NOTEBOOK_ROWS = 12
"""The largest number of rows, and of sentences, that a notebook shows."""


class FrameResult:
    """A base class for results that convert their Polars frame for other libraries."""

    @cached_property
    def frame(self) -> pl.DataFrame:
        """The results as a Polars frame. Each subclass must define it."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """Return the frame as a pandas frame. Raise ImportError without pandas.

        Integer columns with missing values become float columns.
        """
        _require_package("pandas")
        import narwhals as nw

        gaps = [s.name for s in self.frame if s.dtype.is_integer() and s.null_count()]
        frame = self.frame.with_columns(pl.col(gaps).cast(pl.Float64))
        schema = nw.from_native(frame).schema
        return nw.from_dict(frame.to_dict(as_series=False), schema, backend="pandas").to_native()

    def to_arrow(self) -> Any:
        """Return the frame as a pyarrow table. Raise ImportError without pyarrow."""
        _require_package("pyarrow")
        return self.frame.to_arrow()


def format_csv(frame: pl.DataFrame) -> str:
    """Return a frame as CSV, with texts escaped so that spreadsheets read no formulas."""
    for texts in frame.select(pl.col(pl.String)):
        escaped = {text: escape_cell(text) for text in texts.drop_nulls().unique()}
        column = texts.replace_strict(escaped, default=None, return_dtype=pl.String)
        frame = frame.with_columns(column)
    return frame.write_csv()


def _require_package(name: str) -> None:
    """Raise ImportError if the package is not installed."""
    if find_spec(name) is None:
        raise ImportError(f"{name} is not installed. Run: pip install {name}")


def render_frames(frames: Iterable[tuple[str, pl.DataFrame]], sentences: Sequence[str]) -> str:
    """Return captioned frames, with sentences below, as HTML for a notebook.

    At most `MAX_NOTEBOOK_ROWS` rows of a frame, and as many sentences, are shown.
    """
    tables = []
    for caption, frame in frames:
        more = ""
        if frame.height > MAX_NOTEBOOK_ROWS:
            more = f", the first {MAX_NOTEBOOK_ROWS} of {frame.height:,}"
        rows = [list(map(_format_cell, row)) for row in frame.head(MAX_NOTEBOOK_ROWS).rows()]
        tables.append(Table(f"{caption}{more}", frame.columns, rows))
    last = ""
    if len(sentences) > MAX_NOTEBOOK_ROWS:
        last = f"And {len(sentences) - MAX_NOTEBOOK_ROWS:,} more."
    return render_tables(tables, *sentences[:MAX_NOTEBOOK_ROWS], last)


def _format_cell(value: object) -> str:
    """Return a value as the text of a cell, with four decimals for a float, or "" for None."""
    if isinstance(value, (int, float)):
        return Number(f"{value:,}" if isinstance(value, int) else number(value, 4))
    return "" if value is None else str(value)
