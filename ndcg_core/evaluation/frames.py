"""Judgments and runs as data frames of any kind, through narwhals; and as Parquet files."""

from contextlib import suppress
from io import BytesIO
from typing import Any

import narwhals as nw
import polars as pl

from ndcg_core.evaluation.contents import most_unpacked, refuse, size_of
from ndcg_core.evaluation.layout import VALUE, named_places
from ndcg_core.evaluation.limits import Limits
from ndcg_core.metric.quoting import clipped, shown

TYPES = {"query": pl.String, "doc": pl.String, "grade": pl.Float64, "score": pl.Float64}
LIMITS = Limits()
ROW_BYTES = 16
"""A row takes at least so many bytes in memory, however well a file packs it."""


def read_parquet(data: bytes, kind: str, where: str, limits: Limits) -> pl.DataFrame:
    """The frame of a Parquet file; what its footer says of its size is looked at first."""
    most = most_unpacked(len(data), limits)
    try:
        lazy = pl.scan_parquet(BytesIO(data))
        names = lazy.collect_schema().names()
        wanted = [names[at] for at in _places(names, kind, where, limits).values()]
        rows = int(lazy.select(pl.len()).collect().item())
        if rows > most // ROW_BYTES:
            refuse(where, f"it has {rows:,} rows; {most // ROW_BYTES:,} is the most.")
        if _unpacked_size(data, wanted) > most:
            refuse(where, f"it unpacks to more than {size_of(most)}, and is not read.")
        frame = lazy.select(wanted)
        return read_frame(frame.collect(), kind, where, limits)
    except pl.exceptions.PolarsError as error:
        reason = clipped(str(error).splitlines()[0], 80)
        raise ValueError(f"{where}: this Parquet file cannot be read: {reason}.") from None


def _unpacked_size(data: bytes, names: list[str]) -> int:
    """How many bytes the footer says that these columns have; 0 where nothing here reads footers.

    Polars has no call for it; Streamlit, and with it the app, brings pyarrow.
    """
    with suppress(ImportError):
        from pyarrow import ArrowException, parquet

        try:
            footer = parquet.read_metadata(BytesIO(data))
        except (ArrowException, OSError) as error:
            raise pl.exceptions.ComputeError(str(error)) from None
        groups = map(footer.row_group, range(footer.num_row_groups))
        columns = (group.column(at) for group in groups for at in range(group.num_columns))
        sizes = (
            c.total_uncompressed_size for c in columns if c.path_in_schema.split(".")[0] in names
        )
        return sum(max(0, size) for size in sizes)
    return 0


def read_frame(source: Any, kind: str, where: str, limits: Limits) -> pl.DataFrame:
    """The frame in a data frame of any library; ValueError names what it lacks."""
    frame = chosen(source, kind, where, limits)
    if isinstance(frame, nw.LazyFrame):
        frame = frame.collect(backend="polars")
    return _typed(_polars(frame), where)


def chosen(source: Any, kind: str, where: str, limits: Limits = LIMITS) -> Any:
    """The columns that are wanted of a data frame, under our names for them, through narwhals."""
    try:
        native: Any = nw.from_native(source)
    except TypeError:
        wanted = "wanted: a file, a dictionary or a data frame"
        refuse(where, f"{_called(source)} cannot be read; {wanted}.")
    names = list(native.collect_schema().names())
    places = _places(names, kind, where, limits)
    return native.select(**{field: nw.col(names[at]) for field, at in places.items()})


def _called(source: Any) -> str:
    """A value as a sentence names it; a table elsewhere would be worked out to be written."""
    plain = isinstance(source, (str, bytes, int, float, list, tuple, dict, type(None)))
    return shown(source) if plain else f"An object of type {type(source).__name__}"


def _places(names: list[str], kind: str, where: str, limits: Limits) -> dict[str, int]:
    if len(names) > limits.columns:
        refuse(where, f"there are {len(names):,} columns; {limits.columns:,} is the most.")
    places = named_places(names, kind)
    if places is None:
        has = ", ".join(map(str, names[:8])) or "none"
        refuse(where, f"its columns are {has}; wanted: query, doc, {VALUE[kind]}.")
    return places


def _polars(frame: Any) -> pl.DataFrame:
    if frame.implementation.is_polars():
        native: pl.DataFrame = frame.to_native()
        return native
    return pl.DataFrame({name: frame[name].to_list() for name in frame.columns}, strict=False)


def _typed(frame: pl.DataFrame, where: str) -> pl.DataFrame:
    """The columns as the types that we count with, and the number of each row."""
    columns = []
    for name, dtype in frame.schema.items():
        wanted = TYPES.get(name, pl.Int64)
        if wanted.is_numeric() and not dtype.is_numeric():
            refuse(where, f"the column of the {name} holds {dtype}; it must hold numbers.")
        columns.append(pl.col(name).cast(wanted, strict=False))
    return frame.select(*columns, line=pl.int_range(1, pl.len() + 1, dtype=pl.UInt32))
