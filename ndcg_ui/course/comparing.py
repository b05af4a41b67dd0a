"""Several rankings in a table, and two systems over several queries."""

from __future__ import annotations

import ndcg_core as nc
from ndcg_core.evaluation.comparison import compare
from ndcg_core.evaluation.queries import Evaluation
from ndcg_core.lessons.blocks.kinds import Compare
from ndcg_core.lessons.blocks.pairs import Systems
from ndcg_core.lessons.blocks.wants import CUT, NAMES, measure
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui import figures
from ndcg_ui.course.scene import Scene
from ndcg_ui.exhibits.parts import Part, chart, words
from ndcg_ui.html.builder import Html, col, every, html, row_head, table, td, tr


def comparison(scene: Scene, block: Compare) -> list[Part]:
    """Return a row for each ranking, a column for each measure; the best of a column stands out."""
    first = block.rows[0][1]
    heads = ("ranking", *(f"{NAMES[name]}{_at(name, first)}" for name in block.measures))
    rows = (
        tr(row_head(title), *(_value(name, sheet, block.threshold) for name in block.measures))
        for title, sheet in block.rows
    )
    drawn = table(map(col, heads), rows, css="compared")
    return [words(block.name, drawn, scene.of(block.name))]


def _at(name: str, sheet: Sheet) -> str:
    return f"@{sheet.trace.k}" if name in CUT else ""


def _value(name: str, sheet: Sheet, threshold: float) -> Html:
    return _cell(measure(name, sheet, threshold))


def _cell(value: float) -> Html:
    return td(nc.number(value), title=nc.exact(value))


def systems(scene: Scene, block: Systems) -> list[Part]:
    """Return NDCG of both systems for each query, as a chart and as a table, with the means."""
    names = list(block.evaluations)
    first, second = block.evaluations.values()
    group = scene.of(block.name)
    listed = words(f"{block.name}.table", _table(block, names, first, second), group)
    if "chart" in scene.hide:
        return [listed]
    drawn, title = (
        figures.dumbbell(compare(first, second), names),
        "NDCG of two systems, query by query",
    )
    return [chart(title, drawn, group, part=f"{block.name}.chart", height=300), listed]


def _table(block: Systems, names: list[str], first: Evaluation, second: Evaluation) -> Html:
    heads = every(
        html(col(f"{name} shows", css="wide"), col(f"{name} NDCG@{block.k}")) for name in names
    )
    means = (html(td(css="wide"), _cell(side.mean)) for side in (first, second))
    return table(
        [col("query"), heads],
        (_row(query, first, second) for query in first.scores),
        tr(row_head("mean"), *means),
        css="compared",
    )


def _row(query: str, first: Evaluation, second: Evaluation) -> Html:
    cells = []
    for side in (first, second):
        trace = side.traces[query]
        grades = ", ".join(nc.short(row.grade) for row in (*trace.actual, *trace.beyond))
        cells += [td(grades, css="wide"), _cell(trace.ndcg)]
    return tr(row_head(query), *cells)
