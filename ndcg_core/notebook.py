"""Results as tables in a notebook, in the colours of the notebook's page.

Jupyter, VS Code and Colab show output on light or dark backgrounds. So the tables set no colours:
text and background are inherited, and lines are in a grey that is visible on light and on dark.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ndcg_core.html_builder import Html, join_pieces, table, tag

TABLE_STYLE = """
.ndcg-shown { color: inherit; line-height: 1.45; overflow-x: auto; }
.ndcg-shown .ndcg-side { display: flex; flex-wrap: wrap; gap: 0 2.5em; align-items: flex-start; }
.ndcg-shown table { border-collapse: collapse; margin: .6em 0; font-size: 1em; color: inherit; }
.ndcg-shown caption { text-align: left; font-weight: 600; padding: .2em .6em; color: inherit;
  caption-side: top; }
.ndcg-shown tr, .ndcg-shown th, .ndcg-shown td { background: none; color: inherit; }
.ndcg-shown th, .ndcg-shown td { text-align: left; vertical-align: top; padding: .2em .6em;
  border: 0 solid rgba(128, 128, 128, .45); border-width: 0 0 1px; white-space: nowrap; }
.ndcg-shown .ndcg-number { text-align: right; font-variant-numeric: tabular-nums; }
.ndcg-shown .ndcg-words { white-space: normal; min-width: 14em; max-width: 34em; }
.ndcg-shown .ndcg-off td { font-style: italic; }
.ndcg-shown p { margin: .3em .6em; }
"""
"""The style sheet. Every rule is limited to one class, so that other output is unchanged."""

WORDY_LENGTH = 24
"""The length from which texts may be broken into lines."""


@dataclass(frozen=True)
class Table:
    """A table for a notebook. Each cell has a text or a formatted `Number`.

    caption    the title
    uncounted  the indices of rows that do not count, which are set in italics
    """

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[object]]
    uncounted: frozenset[int] = frozenset()

    def render_html(self) -> Html:
        """Return the table as HTML.

        >>> print(Table("a < b", ["n"], [[Number("1")]]).render_html())
        <table><caption>a &lt; b</caption><thead><tr><th class="ndcg-number" scope="col">n</th>\
</tr></thead><tbody><tr><td class="ndcg-number">1</td></tr></tbody></table>
        """
        first = self.rows[0] if self.rows else [""] * len(self.heads)
        heads = (
            tag("th", head, css=_choose_class(cell, head), scope="col")
            for head, cell in zip(self.heads, first, strict=True)
        )
        rows = (self._render_row(index, row) for index, row in enumerate(self.rows))
        return table(heads, rows, caption=self.caption)

    def _render_row(self, index: int, row: Sequence[object]) -> Html:
        """Return a row as HTML, in italics if its index is in `uncounted`."""
        cells = (tag("td", str(cell), css=_choose_class(cell)) for cell in row)
        return tag("tr", *cells, css="ndcg-off" if index in self.uncounted else "")


class Number(str):
    """A formatted number, which a table aligns to the right."""


Entry = TypeVar("Entry")


class Catalogue(Mapping[str, Entry]):
    """An immutable mapping that a notebook shows as a table with one row per entry.

    heads: the headings after "name". row: a function that returns the cells of an entry.
    """

    def __init__(
        self,
        entries: Mapping[str, Entry],
        caption: str,
        heads: Sequence[str],
        row: Callable[[Entry], Sequence[object]],
    ) -> None:
        self._entries = dict(entries)
        self._caption = caption
        self._heads = heads
        self._row = row

    def __getitem__(self, name: str) -> Entry:
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<{len(self):,} {self._caption.lower()}: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        rows = [[name, *self._row(entry)] for name, entry in self._entries.items()]
        return render_tables([Table(self._caption, ["name", *self._heads], rows)])


def _choose_class(cell: object, heading: str | None = None) -> str:
    """Return the CSS class of a cell with a number or a long text, or "" for any other cell.

    heading: the heading to choose the class for, if the cell is only an example of its column.
    """
    if isinstance(cell, Number):
        return "ndcg-number"
    shown = str(cell) if heading is None else heading
    return "ndcg-words" if len(shown) > WORDY_LENGTH else ""


def render_tables(tables: Sequence[Table], *lines: str) -> str:
    """Return tables as HTML, side by side if there is room, and the non-empty lines below.

    >>> "<p>It is 3 &gt; 2.</p>" in render_tables([], "It is 3 > 2.")
    True
    """
    style = tag("style", Html(TABLE_STYLE))
    side = tag("div", *(tag("div", part.render_html()) for part in tables), css="ndcg-side")
    under = join_pieces(tag("p", line) for line in lines if line)
    # A plain string, because marimo rejects subclasses of str.
    return str(tag("div", style, side, under, css="ndcg-shown"))
