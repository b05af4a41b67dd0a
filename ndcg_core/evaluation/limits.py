"""How much of a file is taken; a page that is open to everybody takes less."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The most that is read.

    size     bytes of a file, and of what a gzipped one or Parquet holds
    line     bytes of a line of text
    id       bytes of the name of a query or a document
    queries  queries of a table
    docs     documents of one query
    columns  columns of a table
    """

    size: int = 2_000_000_000
    line: int = 1_000_000
    id: int = 2_000
    queries: int = 500_000
    docs: int = 10_000_000
    columns: int = 1_000
