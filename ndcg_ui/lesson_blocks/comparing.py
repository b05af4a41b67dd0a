"""Comparisons: several rankings, two systems over several queries, two libraries."""

from urllib.parse import urlencode

import ndcg_core as nc
from ndcg_core.evaluation.comparing.comparison import compare
from ndcg_core.evaluation.scoring.queries import Evaluation
from ndcg_core.lessons.blocks.kinds import ComparisonTable, LibraryPair
from ndcg_core.lessons.blocks.pairs import SystemPair
from ndcg_core.lessons.blocks.wants import format_measure_name
from ndcg_core.lessons.placeholders.expressions import calculate_sheet_measure
from ndcg_core.libraries import LIBRARIES, Ranking, find_chain, format_call
from ndcg_ui.components import figure as figures
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.parts import make_chart, make_markup
from ndcg_ui.exhibit.parts import Part
from ndcg_ui.lesson_blocks.scene import Scene


def make_comparison_parts(scene: Scene, block: ComparisonTable) -> list[Part]:
    """Return a list of one part: a table with a row per ranking and a column per measure."""
    first = block.rows[0][1]
    heads = (block.heading, *(format_measure_name(name, first) for name in block.measures))
    rows = []
    for title, sheet in block.rows:
        values = (calculate_sheet_measure(name, sheet, block.threshold) for name in block.measures)
        rows.append(h.tr(h.row_head(title), *map(_render_number_cell, values)))
    drawn = h.table(map(h.col, heads), rows, css="compared")
    return [make_markup(block.name, drawn, scene.name_block(block.name))]


def _render_number_cell(value: float) -> Html:
    return h.td(nc.number(value), title=nc.exact(value))


def make_systems_parts(scene: Scene, block: SystemPair) -> list[Part]:
    """Return a list of two parts: a chart and a table of two systems' NDCG for each query."""
    names = list(block.evaluations)
    first, second = block.evaluations.values()
    group = scene.name_block(block.name)
    heads = h.join_pieces(
        h.html(h.col(f"{name} shows", css="wide"), h.col(f"{name} NDCG@{block.k}"))
        for name in names
    )
    means = (h.html(h.td(css="wide"), _render_number_cell(side.mean)) for side in (first, second))
    listed = make_markup(
        f"{block.name}.table",
        h.table(
            [h.col("query"), heads],
            (_render_query_row(query, first, second) for query in first.scores),
            h.tr(h.row_head("mean"), *means),
            css="compared",
        ),
        group,
    )
    drawn = figures.plot_dumbbell(compare(first, second), names)
    title = "NDCG of two systems, query by query"
    return [
        make_chart(title, drawn, group, part=f"{block.name}.chart", height=300, is_savable=False),
        listed,
    ]


def _render_query_row(query: str, first: Evaluation, second: Evaluation) -> Html:
    """Return a table row with a query, and each system's grades and NDCG."""
    cells = []
    for side in (first, second):
        trace = side.traces[query]
        grades = ", ".join(nc.short(row.grade) for row in (*trace.actual, *trace.beyond))
        cells += [h.td(grades, css="wide"), _render_number_cell(trace.ndcg)]
    return h.tr(h.row_head(query), *cells)


def make_library_comparison_parts(scene: Scene, block: LibraryPair) -> list[Part]:
    """Return a list of one part: two libraries' calls, and the changes between the results.

    `block.shows` decides which of the two are shown, and in which order.
    """
    first, second = block.ids
    calls = h.join_pieces(_render_call(id, block.ranking) for id in block.ids)
    parts = {"calls": calls, "choices": _render_chain(block, first, second)}
    drawn = h.div(*map(parts.get, block.shows), css="prose", data_testid="libraries")
    return [make_markup(block.name, drawn, scene.name_block(block.name))]


def _render_call(library_id: str, ranking: Ranking) -> Html:
    """Return a library's call as code, and the number that it prints."""
    library = LIBRARIES[library_id]
    value = ranking.calculate_ndcg(library_id)
    return h.html(
        h.h3(library.title),
        h.tag("pre", h.tag("code", format_call(library, ranking))),
        h.p("prints ", h.b(nc.number(value), title=nc.exact(value))),
    )


def _render_chain(block: LibraryPair, first: str, second: str) -> Html:
    """Return the single changes from the first library's number to the second's, and a link."""
    changes = find_chain(block.ranking, first, second)
    steps = (h.li(f"{step.change}: {nc.number(step.value)}") for step in changes.steps)
    says = "See what every other library prints for this ranking"
    to = f"conventions?{_build_conventions_query(block)}"
    every_library = h.tag("a", says, css="plain-button", href=to)
    return h.html(
        h.p(f"From the first number, {nc.number(changes.start)}, to the second:"),
        h.ol(*steps),
        h.p(every_library, css="acts"),
    )


def _build_conventions_query(block: LibraryPair) -> str:
    """Return the query string of the conventions page for a block's ranking and libraries."""
    ranking = block.ranking
    this, that = block.ids
    lists = {"r": ranking.grades, "judged": ranking.judged, "scores": ranking.scores}
    link = {
        name: ",".join(f"{number:g}" for number in numbers or ()) for name, numbers in lists.items()
    }
    link |= {"k": str(ranking.k or ""), "a": this, "b": that}
    return urlencode({name: text for name, text in link.items() if text})
