"""Comparisons: several rankings, two systems over several queries, two libraries."""

from urllib.parse import urlencode

import ndcg_core as nc
from ndcg_core.evaluation.comparing.comparison import compare
from ndcg_core.evaluation.scoring.queries import Evaluation
from ndcg_core.lessons.blocks.kinds import Compare, Libraries
from ndcg_core.lessons.blocks.pairs import Systems
from ndcg_core.lessons.blocks.wants import format_measure_name
from ndcg_core.lessons.placeholders.expressions import calculate_sheet_measure
from ndcg_core.libraries import LIBRARIES, Ranking, find_chain, format_call
from ndcg_ui.components import figure as figures
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.parts import make_chart, make_markup
from ndcg_ui.exhibit.parts import Part
from ndcg_ui.lesson_blocks.scene import Scene


def show_comparison(scene: Scene, block: Compare) -> list[Part]:
    """Return a row for each ranking and a column for each measure, with the best highlighted."""
    first = block.rows[0][1]
    heads = (block.heading, *(format_measure_name(name, first) for name in block.measures))
    rows = []
    for title, sheet in block.rows:
        values = (calculate_sheet_measure(name, sheet, block.threshold) for name in block.measures)
        rows.append(h.tr(h.row_head(title), *map(_draw_cell, values)))
    drawn = h.table(map(h.col, heads), rows, css="compared")
    return [make_markup(block.name, drawn, scene.name_block(block.name))]


def _draw_cell(value: float) -> Html:
    return h.td(nc.number(value), title=nc.exact(value))


def show_systems(scene: Scene, block: Systems) -> list[Part]:
    """Return both systems' NDCG for each query as a chart and a table, with the means."""
    names = list(block.evaluations)
    first, second = block.evaluations.values()
    group = scene.name_block(block.name)
    heads = h.join_pieces(
        h.html(h.col(f"{name} shows", css="wide"), h.col(f"{name} NDCG@{block.k}"))
        for name in names
    )
    means = (h.html(h.td(css="wide"), _draw_cell(side.mean)) for side in (first, second))
    listed = make_markup(
        f"{block.name}.table",
        h.table(
            [h.col("query"), heads],
            (_draw_row(query, first, second) for query in first.scores),
            h.tr(h.row_head("mean"), *means),
            css="compared",
        ),
        group,
    )
    drawn = figures.draw_dumbbell(compare(first, second), names)
    title = "NDCG of two systems, query by query"
    return [
        make_chart(title, drawn, group, part=f"{block.name}.chart", height=300, saved=False),
        listed,
    ]


def _draw_row(query: str, first: Evaluation, second: Evaluation) -> Html:
    cells = []
    for side in (first, second):
        trace = side.traces[query]
        grades = ", ".join(nc.short(row.grade) for row in (*trace.actual, *trace.beyond))
        cells += [h.td(grades, css="wide"), _draw_cell(trace.ndcg)]
    return h.tr(h.row_head(query), *cells)


def show_libraries(scene: Scene, block: Libraries) -> list[Part]:
    """Return two calls and their results, the chain between them, and a link to all libraries."""
    first, second = block.ids
    calls = h.join_pieces(_draw_call(id, block.ranking) for id in block.ids)
    parts = {"calls": calls, "choices": _draw_changes(block, first, second)}
    drawn = h.div(*map(parts.get, block.shows), css="prose", data_testid="libraries")
    return [make_markup(block.name, drawn, scene.name_block(block.name))]


def _draw_call(id: str, ranking: Ranking) -> Html:
    library = LIBRARIES[id]
    value = ranking.calculate_ndcg(id)
    return h.html(
        h.h3(library.title),
        h.tag("pre", h.tag("code", format_call(library, ranking))),
        h.p("prints ", h.b(nc.number(value), title=nc.exact(value))),
    )


def _draw_changes(block: Libraries, first: str, second: str) -> Html:
    """Return the single changes that lead from the first number to the second, with a link."""
    changes = find_chain(block.ranking, first, second)
    steps = (h.li(f"{step.change}: {nc.number(step.value)}") for step in changes.steps)
    says = "See what every other library prints for this ranking"
    to = f"conventions?{_write_link(block)}"
    every_library = h.tag("a", says, css="plain-button", href=to)
    return h.html(
        h.p(f"From the first number, {nc.number(changes.start)}, to the second:"),
        h.ol(*steps),
        h.p(every_library, css="acts"),
    )


def _write_link(block: Libraries) -> str:
    ranking = block.ranking
    this, that = block.ids
    lists = {"r": ranking.grades, "judged": ranking.judged, "scores": ranking.scores}
    link = {
        name: ",".join(f"{number:g}" for number in numbers or ()) for name, numbers in lists.items()
    }
    link |= {"k": str(ranking.k or ""), "a": this, "b": that}
    return urlencode({name: text for name, text in link.items() if text})
