"""What the page shows as files to take along: a report in one HTML file, the queries as a table."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import polars as pl

import ndcg_ui
from ndcg_core.evaluation.words import no_comparison
from ndcg_core.metric.quoting import writable
from ndcg_ui import PRODUCT, figures
from ndcg_ui.boards.downloads import cell
from ndcg_ui.evaluation import one_query
from ndcg_ui.evaluation.beside import title_of
from ndcg_ui.evaluation.found import findings
from ndcg_ui.evaluation.not_known import not_known
from ndcg_ui.evaluation.pair import in_words, numbers
from ndcg_ui.evaluation.pictures import picture
from ndcg_ui.evaluation.queries import Row, rows
from ndcg_ui.evaluation.systems import systems, why_beside
from ndcg_ui.evaluation.totals import totals
from ndcg_ui.evaluation.values import at, difference
from ndcg_ui.evaluation.values import cell as number_cell
from ndcg_ui.evaluation.working import Worked
from ndcg_ui.html.builder import Html, col, every, h1, h2, html, p, row_head, table, tag, td, tr

EXPLAINED = 5
"""So many queries, those that differ most, are explained."""
LISTED = 2_000
"""So many queries are listed; the tables to take along hold all."""
CSS = """
body { margin: 32px auto; max-width: 900px; padding: 0 20px; background: var(--paper);
  color: var(--ink); font: var(--size-4)/1.5 var(--sans); color-scheme: light dark; }
h1, h2, h3 { font-family: var(--serif); }
table { border-collapse: collapse; margin: 10px 0 22px; font-size: var(--size-3);
  display: block; overflow-x: auto; }
th, td { padding: 5px 14px 5px 0; text-align: right; font-weight: 400;
  border-bottom: 1px solid var(--line); }
th:first-child, .name { text-align: left; overflow-wrap: anywhere; min-width: 11ch; }
td data { white-space: nowrap; }
@media print { table { display: table; } }
thead th, tfoot > tr > * { font-weight: 600; }
.interval { display: block; color: var(--mute); font-size: var(--size-1); margin: 0; }
.warning { border-left: 4px solid var(--ideal); padding-left: 12px; }
.say, text { color: var(--mute); fill: var(--mute); font-size: var(--size-2); }
.best > data:first-child, .verdict-words { font-weight: 600; }
.grid { stroke: var(--line); } .even { stroke: var(--edge); fill: none; stroke-dasharray: 3 4; }
pre { background: var(--card); border: 1px solid var(--line); padding: 10px; overflow-x: auto; }
"""


def report(worked: Worked, names: tuple[str, str] | None, command: str) -> bytes:
    """One HTML file that needs nothing else; names: the two systems that are compared."""
    results = worked.results
    title = f"{at(worked.k)} of {', '.join(results.systems)}"
    body = html(
        h1(title),
        p(f"Convention: {title_of(results.convention.name)}. Made with {PRODUCT}.", css="say"),
        systems(worked),
        why_beside(worked.beside, worked) if worked.beside else None,
        _two(worked, names) if names else None,
        not_known(worked, names or ()),
        h2("What was found in the data"),
        findings(results.findings),
        html(h2("The same in a terminal"), tag("pre", command)) if command else None,
        _each(worked, names) if names else None,
    )
    head = every([tag("meta", charset="utf-8"), tag("title", title), tag("style", Html(_style()))])
    page = tag("html", tag("head", head), tag("body", body), lang="en")
    return writable(f"<!doctype html>\n{page}\n").encode()


@lru_cache(maxsize=1)
def _style() -> str:
    """The page's own colours and sizes, and how a report is laid out."""
    tokens = Path(ndcg_ui.__file__).parent / "style" / "1-tokens.css"
    return tokens.read_text("utf-8") + CSS


def _two(worked: Worked, names: tuple[str, str]) -> Html:
    if worked.compared is None:
        return html()
    if names in worked.compared.apart:
        return html(h2(f"{names[0]} and {names[1]}"), p(no_comparison(*names)))
    pair, found = worked.compared.pair(*names), rows(worked, *names, "size")
    bars = figures.differences({row.query: row.difference for row in found}, names)
    dots = figures.against([(row.query, row.first, row.second) for row in found], names)
    return html(
        h2(f"{names[0]} and {names[1]}"),
        in_words(pair),
        numbers(pair, len(worked.compared.pairs)),
        picture(bars),
        p(bars.text, css="say"),
        picture(dots, 360),
        p(dots.text, css="say"),
        h2("Where the difference comes from"),
        totals(worked.totals[names], names),
        h2("The queries that differ most"),
        every(_one(worked, names, row) for row in found[:EXPLAINED] if row.difference),
    )


def _one(worked: Worked, names: tuple[str, str], row: Row) -> Html:
    found = worked.difference(*names, row.query)
    drawn, other = one_query.chart(found, names), worked.beside_of(row.query)
    return html(
        tag("h3", row.query),
        one_query.heading(found, names, worked.k),
        picture(drawn, 70 + 26 * len(drawn.spec["data"][0]["y"])),
        one_query.moves(found, names, worked.k),
        one_query.under_both(other, worked.results, row.query) if other else None,
    )


def _each(worked: Worked, names: tuple[str, str]) -> Html:
    found = rows(worked, *names, "size")
    heads = map(col, ("query", *names, f"{names[1]} less {names[0]}"))
    drawn = (_row(row) for row in found[:LISTED])
    more = len(found) - LISTED
    return html(
        h2("Every query"),
        table(heads, drawn, data_testid="queries"),
        p(f"{more:,} more are in the tables to take along.", css="say") if more > 0 else None,
    )


def _row(row: Row) -> Html:
    cells = number_cell(row.first), number_cell(row.second), td(difference(row.difference))
    return tr(row_head(row.query, css="name"), *cells)


# --- Tables ------------------------------------------------------------------------------------


def as_csv(worked: Worked) -> bytes:
    """Every system, query and cutoff as CSV; no text in it is a spreadsheet's formula."""
    frame = _frame(worked)
    texts = [name for name in ("system", "query") if name in frame.columns]
    safe = frame.with_columns(_safe(frame[name]) for name in texts)
    return safe.write_csv().encode()


def _safe(texts: pl.Series) -> pl.Series:
    known: Sequence[str] = texts.unique().to_list()
    return texts.replace_strict(known, [cell(text) for text in known], return_dtype=pl.String)


def as_parquet(worked: Worked) -> bytes:
    """The same as Parquet, as it is."""
    out = io.BytesIO()
    _frame(worked).write_parquet(out)
    return out.getvalue()


def _frame(worked: Worked) -> pl.DataFrame:
    """The results, with a column for the second convention where it has numbers."""
    frame, other = worked.results.frame, worked.beside
    if other is None or other.values is None:
        return frame
    return frame.with_columns(other.values.alias(f"ndcg_{other.rules}"))
