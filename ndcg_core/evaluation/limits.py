"""How much of a file is taken; a page that is open to everybody takes less."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The most that is read.

    size     bytes of a file, and of what a gzipped one holds
    line     bytes of a line of text
    queries  queries of a table
    columns  columns of a table
    """

    size: int = 2_000_000_000
    line: int = 1_000_000
    queries: int = 500_000
    columns: int = 1_000
