"""Several rankings in a table, and two systems over several queries."""

from __future__ import annotations

from html import escape

import ndcg_core as nc
from ndcg_core.evaluation.comparison import compare
from ndcg_core.evaluation.queries import Evaluation
from ndcg_core.lessons.blocks.kinds import Compare
from ndcg_core.lessons.blocks.pairs import Systems
from ndcg_core.lessons.blocks.wants import CUT, NAMES, measure
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui import figures
from ndcg_ui.components.figure import figure
from ndcg_ui.components.markup import markup
from ndcg_ui.course.scene import Scene


def comparison(scene: Scene, block: Compare) -> None:
    """A row for each ranking, a column for each measure; the best of a column stands out."""
    heads = "".join(
        f'<th scope="col">{NAMES[name]}{_at(name, block.rows[0][1])}</th>'
        for name in block.measures
    )
    rows = "".join(
        f'<tr><th scope="row">{escape(title)}</th>'
        + "".join(_cell(name, sheet, block.threshold) for name in block.measures)
        + "</tr>"
        for title, sheet in block.rows
    )
    markup(
        f'<table class="compared"><thead><tr><th scope="col">ranking</th>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table>",
        key=scene.key(block.name),
    )


def _at(name: str, sheet: Sheet) -> str:
    return f"@{sheet.trace.k}" if name in CUT else ""


def _cell(name: str, sheet: Sheet, threshold: float) -> str:
    value = measure(name, sheet, threshold)
    return f'<td title="{nc.exact(value)}">{nc.number(value)}</td>'


def systems(scene: Scene, block: Systems) -> None:
    """NDCG of both systems for each query, as a chart and as a table, with the means."""
    names = list(block.evaluations)
    first, second = block.evaluations.values()
    key = scene.key(block.name)
    if "chart" not in scene.hide:
        figure(
            figures.dumbbell(compare(first, second), names),
            key=f"{key}.chart",
            name="NDCG of two systems, query by query",
            group=key,
            height=300,
        )
    markup(_table(block, names, first, second), key=f"{key}.table")


def _table(block: Systems, names: list[str], first: Evaluation, second: Evaluation) -> str:
    heads = "".join(
        f'<th scope="col" class="wide">{escape(name)} shows</th>'
        f'<th scope="col">{escape(name)} NDCG@{block.k}</th>'
        for name in names
    )
    body = "".join(_row(block, query, first, second) for query in first.scores)
    means = "".join(
        f'<td class="wide"></td><td title="{nc.exact(side.mean)}">{nc.number(side.mean)}</td>'
        for side in (first, second)
    )
    return (
        f'<table class="compared"><thead><tr><th scope="col">query</th>{heads}</tr></thead>'
        f'<tbody>{body}</tbody><tfoot><tr><th scope="row">mean</th>{means}</tr></tfoot></table>'
    )


def _row(block: Systems, query: str, first: Evaluation, second: Evaluation) -> str:
    cells = ""
    for side in (first, second):
        trace = side.traces[query]
        grades = ", ".join(nc.short(row.grade) for row in (*trace.actual, *trace.beyond))
        cells += f'<td class="wide">{grades}</td>'
        cells += f'<td title="{nc.exact(trace.ndcg)}">{nc.number(trace.ndcg)}</td>'
    return f'<tr><th scope="row">{escape(query)}</th>{cells}</tr>'
