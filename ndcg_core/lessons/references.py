"""The references of lessons, from lessons/sources.toml."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ndcg_core.content import ContentTable, find_lessons_folder, read_content

YEAR_PATTERN = re.compile(r"\d{4}|undated")
LINK_PATTERN = re.compile(r"https://[^\s/]+/\S*|\./examples\?example=[\w-]+")
"""A web address, or the page that replays a published example without an address."""


@dataclass(frozen=True)
class Reference:
    """A source that lessons name, with its authors, year and link.

    authors  the authors' names, or a description of the authors
    year     four digits, or "undated"
    further  the references that the source itself names
    """

    title: str
    authors: str
    year: str
    link: str
    further: tuple["Reference", ...] = ()

    @property
    def is_external(self) -> bool:
        """True if the link leads to another website."""
        return self.link.startswith("https://")


@lru_cache(maxsize=4)
def load_sources(folder: Path | None = None) -> Mapping[str, Reference]:
    """Load the sources that lessons may name. A folder without sources.toml uses the course's.

    The result is cached. Raises ValueError with a sentence for each bad source.

    >>> load_sources()["jarvelin-2002"].year
    '2002'
    """
    there = (folder or find_lessons_folder()) / "sources.toml"
    path = there if there.is_file() else find_lessons_folder() / "sources.toml"
    top = read_content(path)
    rows = top.pop_table("sources")
    top.refuse_unread()
    sources = dict[str, Reference]()
    faults = list[str]()
    for name, row in rows.items():
        try:
            if not isinstance(row, dict):
                top.refuse(f"the source {name!r} must be a table, [sources.{name}].")
            sources[name] = _read_reference(ContentTable(row, f"{top.location}, source {name!r}"))
        except ValueError as error:
            faults.append(str(error))
    if faults:
        raise ValueError("\n".join(faults))
    return sources


def _read_reference(table: ContentTable) -> Reference:
    """Read a source and, under `further`, the references that the source itself names.

    Raises ValueError for a bad year or link, or for a missing or unknown key.
    """
    further = tuple(_read_reference(row) for row in table.pop_tables("further", "further"))
    title = table.pop_text("title")
    authors = table.pop_text("authors")
    year = table.pop_text("year")
    link = table.pop_text("link")
    table.refuse_unread()
    if not YEAR_PATTERN.fullmatch(year):
        table.refuse(f'year is {year!r}. It must be four digits in quotes, or "undated".')
    if not LINK_PATTERN.fullmatch(link):
        table.refuse(
            f"link is {link!r}. It must begin with https://, or name an example, as "
            "./examples?example=002-five-documents does."
        )
    return Reference(title, authors, year, link, further)
