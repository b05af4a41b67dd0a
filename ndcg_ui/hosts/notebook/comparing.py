"""Two systems of an evaluation as an exhibit: who is ahead, on which queries, and why."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ndcg_core.evaluation.comparing.explanation import Explanation, explain_difference
from ndcg_core.evaluation.comparing.judging import count_unjudged_by_query
from ndcg_core.evaluation.comparing.paired import Pair
from ndcg_core.evaluation.comparing.pairs import compare
from ndcg_core.evaluation.scoring.pipeline import name_column
from ndcg_core.evaluation.scoring.results import Results
from ndcg_core.metric.numbers import short_repr
from ndcg_ui.components import figure as figures
from ndcg_ui.components.controls.controls import make_settings_part, render_select
from ndcg_ui.components.markup.builder import h2, html, p
from ndcg_ui.components.markup.tables import render_value
from ndcg_ui.components.parts import make_chart, make_form, make_markup
from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.exhibit.parts import Answer, Part, Row
from ndcg_ui.pages.evaluate import one_query
from ndcg_ui.pages.evaluate.pair import (
    QueryRow,
    make_unjudged_chart,
    render_comparison,
    render_query_table,
    render_totals,
)
from ndcg_ui.pages.evaluate.values import render_difference
from ndcg_ui.pages.evaluate.working import Totals

GROUP = "compare"
ROW_HEIGHT = 26
TOP_MARGIN = 90


class Comparison:
    """The pairs of systems of an evaluation as an exhibit, one pair and one query at a time."""

    def __init__(self, results: Results, k: int | str | None) -> None:
        self.results = results
        self.k = results.cutoff(k)
        self.compared = compare(results, self.k)
        self.measure = name_column(results.measure, self.k)
        self.explain = lru_cache(maxsize=None)(self._explain_difference)

    def _explain_difference(self, first: str, second: str) -> Explanation | str:
        """Return an explanation of the difference between two systems, document by document.

        Returns a sentence instead if the measure is not a sum over documents.
        """
        try:
            return explain_difference(self.results, first, second, self.k)
        except ValueError as error:
            return str(error)

    def read_link(self, link: Query) -> tuple[Pair, str]:
        """Return the pair of systems and the query of a link.

        By default, the pair is the first one, and the query has the pair's largest difference. The
        query is "" if the pair has none.
        """
        pairs = self.compared.pairs
        named = {link.get("first"), link.get("second")}
        pair = next((other for other in pairs if {other.first, other.second} == named), pairs[0])
        query = link.get("query", "")
        if query not in pair.differences:
            query = max(pair.differences, key=lambda name: abs(pair.differences[name]), default="")
        return pair, query

    def build_link_parameters(self, pair: Pair, query: str) -> dict[str, str]:
        """Return the link parameters that select a pair and a query."""
        return {"first": pair.first, "second": pair.second, "query": query}

    def answer_action(
        self, link: Query, record: object, state: Mapping[str, Any], act: Mapping[str, Any]
    ) -> Answer:
        """Return the answer to an action, which chooses a pair of systems or a query.

        Other actions are ignored.
        """
        pair, query = self.read_link(link)
        match act:
            case {"do": "set", "name": "pair", "value": str(place)} if place.isdecimal():
                if int(place) < len(self.compared.pairs):
                    pair = self.compared.pairs[int(place)]
                    query = ""
            case {"act": "open", "query": str(name)}:
                query = name
        pair, query = self.read_link(self.build_link_parameters(pair, query))
        return Answer(self.build_link_parameters(pair, query), self.make_rows(pair, query))

    def make_rows(self, pair: Pair, query: str) -> list[Row]:
        """Return the rows of parts that compare a pair of systems, with one query open.

        The query "" opens none.
        """
        names = pair.first, pair.second
        lines = self._list_queries(pair)
        ranges = figures.plot_pair_ranges(pair)
        dots = make_unjudged_chart(pair, lines)
        differences = figures.plot_differences({row.query: row.difference for row in lines}, names)
        title = f"Difference in {self.measure}, query by query"
        table = html(h2("Every query"), render_query_table(lines, pair, query))
        words: Row = [[make_markup("words", render_comparison(pair), GROUP)]]
        if ranges:
            words = [*words, [make_chart("Range of the difference", ranges, GROUP, height=150)]]
        every_query: Row = [[make_form("queries", table, "queries")]]
        if dots:
            name = "Does the lead depend on unjudged documents?"
            every_query = [*every_query, [make_chart(name, dots, GROUP, height=400)]]
        rows: list[Row] = [
            words,
            [[make_chart(title, differences, GROUP, height=220)]],
            every_query,
            *self._make_cause_rows(pair, query),
        ]
        return [[[self._make_pair_control(pair)]], *rows] if len(self.compared.pairs) > 1 else rows

    def _make_pair_control(self, pair: Pair) -> Part:
        pairs = self.compared.pairs
        options = {str(n): f"{pair.first} and {pair.second}" for n, pair in enumerate(pairs)}
        chosen = str(pairs.index(pair))
        return make_settings_part(
            "pair", [render_select("pair", "Systems", options, chosen)], {"pair": chosen}
        )

    def _list_queries(self, pair: Pair) -> list[QueryRow]:
        first_scores = self.results.scores(pair.first, self.k)
        second_scores = self.results.scores(pair.second, self.k)
        counts = count_unjudged_by_query(self.results, pair.less_judged, self.k)
        lines = [
            QueryRow(query, first_scores[query], second_scores[query], gap, counts.get(query))
            for query, gap in pair.differences.items()
        ]
        return sorted(lines, key=lambda row: -abs(row.difference))

    def _make_cause_rows(self, pair: Pair, query: str) -> list[Row]:
        names = pair.first, pair.second
        found = self.explain(*names)
        if isinstance(found, str):
            return [[[make_markup("why", p(found, css="say"), GROUP)]]]
        totals = Totals(
            tuple(found.by_grade().rows()),
            tuple(found.by_rank().rows()),
            found.difference,
            found.rest,
        )
        sources = html(h2("Where the difference comes from"), render_totals(totals, names))
        rows: list[Row] = [[[make_markup("totals", sources, GROUP)]]]
        if not query:
            return rows
        explained = found.query(query)
        first = html(f"{pair.first} ", render_value(explained.first))
        second = html(f"{pair.second} ", render_value(explained.second))
        gap = render_difference(explained.difference)
        heading = html(
            h2(f"Why: {query}"),
            p(f"{self.measure}: ", first, ", ", second, "; difference ", gap, "."),
        )
        drawn = figures.plot_query_waterfall(explained, names, self.measure)
        height = TOP_MARGIN + ROW_HEIGHT * len(drawn.spec["data"][0]["y"])
        name = "Gain or loss from each document’s move"
        return [
            *rows,
            [[make_markup("heading", heading, GROUP)]],
            [
                [make_chart(name, drawn, GROUP, height=height)],
                [make_markup("moves", one_query.render_moves(explained, names, self.k), GROUP)],
            ],
        ]


def make_comparison_page(
    results: object, first: str | None, second: str | None, k: int | str | None
) -> tuple[ExhibitPage, dict[str, str]]:
    """Return an exhibit that compares the systems of some results, and its first link.

    The link opens the systems `first` and `second`, by default the first pair. If only one is
    named, the other is the first of the remaining systems. Raises ValueError with a sentence for
    systems that cannot be compared.
    """
    if not isinstance(results, Results):
        raise ValueError(
            f"The results are {short_repr(results)}; "
            "pass the results of ndcg_core.evaluation.evaluate."
        )
    comparison = Comparison(results, k)
    if not comparison.compared.pairs:
        raise ValueError(
            "No two systems can be compared, because no two of them have a value for the same "
            "query. Check that the runs have judged queries in common."
        )
    pair = comparison.compared.pairs[0]
    if first is not None or second is not None:
        others = [name for name in results.systems if name not in (first, second)]
        pair = comparison.compared.pair(first or others[0], second or others[0])

    def describe_link(link: Query) -> tuple[str, str]:
        pair, _ = comparison.read_link(link)
        (ahead,), *_ = pair.paragraphs
        return ahead, ""

    page = ExhibitPage(
        name=GROUP,
        title="Comparison",
        describe=describe_link,
        answer_action=comparison.answer_action,
    )
    return page, comparison.build_link_parameters(pair, "")
