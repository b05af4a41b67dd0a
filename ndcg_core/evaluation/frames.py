"""The tables of what came out, as frames of whichever library somebody works with."""

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any

import narwhals as nw
import polars as pl

from ndcg_core.metric.numbers import shown

LIBRARIES = ("polars", "pandas", "pyarrow")


class HasTables:
    """What can hand over its tables."""

    def tables(self) -> Mapping[str, Callable[[], pl.DataFrame]]:
        """What makes each table, by its name; the first is the one that `table` gives without."""
        raise NotImplementedError

    def table(self, name: str | None = None, library: str = "polars") -> Any:
        """One of the tables, as a frame of "polars", "pandas" or "pyarrow".

        name: as in `tables`. pandas has no whole numbers beside a gap, and gets such a column as
        floats. ValueError for another name or library, ImportError for one that is not installed.
        """
        tables = self.tables()
        name = next(iter(tables)) if name is None else name
        if name not in list(tables):
            raise ValueError(f"There is no table {shown(name)}; there are {', '.join(tables)}.")
        if library not in LIBRARIES:
            names = ", ".join(LIBRARIES)
            raise ValueError(f"The library is {shown(library)}; it must be one of {names}.")
        if find_spec(library) is None:
            raise ImportError(f"{library} is not installed here; pip install {library} brings it.")
        frame = tables[name]()
        if library == "polars":
            return frame
        if library == "pyarrow":
            return frame.to_arrow()
        gaps = [s.name for s in frame if s.dtype.is_integer() and s.null_count()]
        frame = frame.with_columns(pl.col(gaps).cast(pl.Float64))
        schema = nw.from_native(frame).schema
        return nw.from_dict(frame.to_dict(as_series=False), schema, backend="pandas").to_native()
