"""What the page shows, to download: a report in one HTML file, tables, a command. Pure."""

import io
import shlex
from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from pathlib import Path

import polars as pl

import ndcg_ui
from ndcg_core.evaluation.comparing.paired import Pair
from ndcg_core.evaluation.comparing.pairs import no_comparison
from ndcg_core.evaluation.comparing.second_convention import title_of
from ndcg_core.evaluation.scoring.choices import Choices
from ndcg_core.evaluation.scoring.frames import in_csv
from ndcg_core.metric.numbers import writable
from ndcg_ui import PRODUCT
from ndcg_ui.evaluate import one_query
from ndcg_ui.evaluate import pair as comparison
from ndcg_ui.evaluate.link import EvaluationSettings, Question
from ndcg_ui.evaluate.pictures import picture
from ndcg_ui.evaluate.systems import findings, systems, why_second
from ndcg_ui.evaluate.values import at, difference
from ndcg_ui.evaluate.values import cell as number_cell
from ndcg_ui.evaluate.working import Worked
from ndcg_ui.parts import figure as figures
from ndcg_ui.parts.markup.builder import (
    Html,
    col,
    every,
    h1,
    h2,
    html,
    p,
    row_head,
    table,
    tag,
    td,
    tr,
)

EXPLAINED = 5
"""So many queries, those that differ most, are explained."""
LISTED = 2_000
"""So many queries are listed; the tables hold all."""
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
.interval { display: block; color: var(--mute); font-size: var(--size-2); margin: 0; }
.warning { border-left: 4px solid var(--ideal); padding-left: 12px; }
.say, text { color: var(--mute); fill: var(--mute); font-size: var(--size-2); }
.grid { stroke: var(--line); } .even { stroke: var(--edge); fill: none; stroke-dasharray: 3 4; }
pre { background: var(--card); border: 1px solid var(--line); padding: 10px; overflow-x: auto; }
"""


def report(worked: Worked, names: tuple[str, str] | None, command: str) -> bytes:
    """One HTML file that needs nothing else; names: the two systems that are compared."""
    results, pair = worked.results, worked.pair(names)
    title = f"{at(worked.k)} of {', '.join(results.systems)}"
    body = html(
        h1(title),
        p(f"Convention: {title_of(results.convention.name)}. Made with {PRODUCT}.", css="say"),
        systems(worked, names or ()),
        why_second(worked.second, worked) if worked.second else None,
        _two(worked, names) if names else None,
        h2("What was found in the data"),
        findings(results.findings),
        html(h2("The same in a terminal"), tag("pre", command)) if command else None,
        _each(worked, pair) if pair else None,
    )
    head = every([tag("meta", charset="utf-8"), tag("title", title), tag("style", Html(_style()))])
    page = tag("html", tag("head", head), tag("body", body), lang="en")
    return writable(f"<!doctype html>\n{page}\n").encode()


@lru_cache(maxsize=1)
def _style() -> str:
    """Return the page's own colours and sizes, and how a report is laid out."""
    tokens = Path(ndcg_ui.__file__).parent / "style" / "1-tokens.css"
    return tokens.read_text("utf-8") + CSS


def _two(worked: Worked, names: tuple[str, str]) -> Html:
    pair = worked.pair(names)
    if pair is None:
        return html(h2(f"{names[0]} and {names[1]}"), p(no_comparison(*names)))
    lines = comparison.rows(worked, pair, "size")
    bars = figures.differences({row.query: row.difference for row in lines}, names)
    return html(
        comparison.in_words(pair),
        _drawn(comparison.ranges(pair), 120),
        _drawn(bars),
        _drawn(comparison.by_unjudged(pair, lines), 320),
        h2("Where the difference comes from"),
        comparison.totals_tables(worked.totals[names], names),
        h2("The queries that differ most"),
        every(_one(worked, names, row) for row in lines[:EXPLAINED] if row.difference),
    )


def _drawn(drawn: figures.Figure | None, height: int = 260) -> Html | None:
    """Return a figure and its sentence."""
    return html(picture(drawn, height), p(drawn.text, css="say")) if drawn else None


def _one(worked: Worked, names: tuple[str, str], row: comparison.Row) -> Html:
    explained = worked.difference(*names, row.query)
    drawn, second = one_query.chart(explained, names), worked.second_of(row.query)
    return html(
        tag("h3", row.query),
        one_query.heading(explained, names, worked.k),
        picture(drawn, 70 + 26 * len(drawn.spec["data"][0]["y"])),
        one_query.moves(explained, names, worked.k),
        one_query.under_both(second, worked.results, row.query) if second else None,
    )


def _each(worked: Worked, pair: Pair) -> Html:
    lines = comparison.rows(worked, pair, "size")
    heads = map(col, ("query", pair.first, pair.second, f"{pair.second} less {pair.first}"))
    drawn = (_row(row) for row in lines[:LISTED])
    more = len(lines) - LISTED
    return html(
        h2("Every query"),
        table(heads, drawn, data_testid="queries", aria_label="Every query"),
        p(f"{more:,} more are in the tables to take along.", css="say") if more > 0 else None,
    )


def _row(row: comparison.Row) -> Html:
    cells = number_cell(row.first), number_cell(row.second), td(difference(row.difference))
    return tr(row_head(row.query, css="name"), *cells)


# --- Tables ------------------------------------------------------------------------------------


def as_csv(worked: Worked) -> bytes:
    """Every system, query and cutoff as CSV; no text in it is a spreadsheet's formula."""
    return in_csv(_frame(worked)).encode()


def as_parquet(worked: Worked) -> bytes:
    """Return the same as Parquet, as it is."""
    out = io.BytesIO()
    _frame(worked).write_parquet(out)
    return out.getvalue()


def _frame(worked: Worked) -> pl.DataFrame:
    """Return the results, with a column for the second convention where it has numbers."""
    frame, second = worked.results.frame, worked.second
    if second is None or second.values is None:
        return frame
    return frame.with_columns(second.values.alias(f"ndcg_{second.rules}"))


# --- The command -------------------------------------------------------------------------------


def command(settings: EvaluationSettings, files: Sequence[str] = ()) -> str:
    """Return what evaluates the same: the bundled example, or files, the judgments first; a second
    convention has a line of its own.

    >>> command(Question(ks="10, all", missing="left-out").settings, ["qrels.txt", "--my run"])
    "ndcg evaluate qrels.txt './--my run' --k 10 all --missing left-out"
    >>> command(Question().settings)
    'ndcg evaluate --example --k 10 5'
    >>> print(command(Question(ks="3", beside="lightgbm").settings))
    ndcg evaluate --example --k 3
    ndcg evaluate --example --k 3 --convention lightgbm
    """
    rules = [settings.rules, *([settings.second] if settings.second else [])]
    return "\n".join(_line(settings, name, files) for name in rules)


def _line(settings: EvaluationSettings, rules: str, files: Sequence[str]) -> str:
    paths = [f"./{name}" if name.startswith("-") else name for name in files]  # no option
    parts = ["ndcg", "evaluate", *(paths or ["--example"]), "--k"]
    parts += ["all" if k is None else str(k) for k in settings.ks]
    if rules != Question.rules:
        parts += ["--convention", rules]
    for choice in fields(Choices):
        value = getattr(settings.choices, choice.name)
        if value != choice.default:
            parts += [f"--{choice.name.replace('_', '-')}", value]
    if settings.columns and files:
        parts += ["--columns", settings.columns]
    return shlex.join(parts)
