"""An evaluation by a measure other than NDCG, with the same queries and comparisons."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import nan
from statistics import fmean

import polars as pl

from ndcg_core.evaluation.scoring.pipeline import express_grade, name_column
from ndcg_core.evaluation.scoring.results import Results, collect_pools, group_documents_by_query
from ndcg_core.measures import Measure, Ranked, find_measure
from ndcg_core.metric.arguments import explain_bad_calls


@explain_bad_calls
def evaluate_measure(results: Results, name: str) -> Results:
    """Evaluate the runs of `results` with the measure of the given name, such as "AP@10".

    `compare`, `explain_difference` and `Results.means` accept the results like results of NDCG.
    The columns dcg and idcg are empty. Documents stay in the order of the convention. Unjudged
    documents and grades below 0 are not relevant.

    Parameters
    ----------
    results : Results
        The results of `evaluate`.
    name : str
        The name of a measure, see `ndcg_core.measures.find_measure`. Without a value for
        `largest`, ERR and nERR use the largest grade of all judgments.

    Returns
    -------
    Results
        The results, with the values of the measure in the column ndcg.

    Raises
    ------
    ValueError
        If there is no such measure or choice.

    Examples
    --------
    >>> from ndcg_core.evaluation.scoring.evaluating import evaluate
    >>> results = evaluate({"q": {"a": 0, "b": 3, "c": 1}}, {"mine": {"q": ["a", "b", "c"]}})
    >>> round(evaluate_measure(results, "AP").mean(), 4)  # (1/2 + 2/3) / 2
    0.5833
    >>> evaluate_measure(results, "ERR@5").measure
    'ERR(largest=3)'
    """
    measure = find_measure(name)
    results = _drop_fractions(results)
    if measure.settings.get("largest", 0) is None:
        measure = measure.with_choices(largest=max(0.0, collect_pools(results)[1]))
    frames = []
    for system in results.systems:
        found = {
            query: (
                measure.trace_ranked(ranking).value,
                fmean(grade is not None for grade in ranking.top),
            )
            for query, _, ranking in _iterate_rankings(results, system, measure)
        }
        rows = results.at(system)
        pairs = [found.get(query, (0.0, None)) for query in rows["query"]]
        counted = [results.convention.mean == "all" or value == value for value in rows["ndcg"]]
        values = [
            value if is_counted else nan
            for (value, _), is_counted in zip(pairs, counted, strict=True)
        ]
        frames.append(
            rows.with_columns(
                pl.lit(measure.cut, pl.Int64).alias("k"),
                pl.Series("ndcg", values, pl.Float64),
                pl.Series("judged", [share for _, share in pairs], pl.Float64),
                *(pl.lit(None, pl.Float64).alias(total) for total in ("dcg", "idcg")),
            )
        )
    plain = replace(measure, cut=None).name
    return replace(
        results, frame=pl.concat(frames), ks=(measure.cut,), measure=plain, is_other_measure=True
    )


@explain_bad_calls
def add_measures(results: Results, names: Iterable[str]) -> pl.DataFrame:
    """Return `Results.frame` with an additional column for each measure.

    Parameters
    ----------
    results : Results
        The results of `evaluate`.
    names : iterable of str
        The names of the measures, such as "AP@10".

    Returns
    -------
    polars.DataFrame
        The frame.

    Raises
    ------
    ValueError
        If there is no such measure or choice.

    Examples
    --------
    >>> from ndcg_core.evaluation.scoring.evaluating import evaluate
    >>> results = evaluate({"q": {"a": 1}, "p": {"a": 1}}, {"mine": {"q": ["b", "a"], "p": ["a"]}})
    >>> add_measures(results, ["RR", "P@2"]).select("query", "RR", "P@2").rows()
    [('p', 1.0, 0.5), ('q', 0.5, 0.5)]
    """
    frame = results.frame
    for name in names:
        measured = evaluate_measure(results, name)
        column = pl.col("ndcg").alias(name_column(measured.measure, measured.ks[0]))
        values = measured.frame.select("system", "query", column)
        frame = frame.join(values, on=["system", "query"], how="left", maintain_order="left")
    return frame


def _drop_fractions(results: Results) -> Results:
    """Return the results, with grades rounded towards 0 if the convention drops fractions."""
    # Negative grades stay, because each measure has its own rule for them.
    rules = replace(results.convention, negative="as-is")
    judged = results.judged.with_columns(grade=express_grade(pl.col("grade"), rules))
    return replace(results, judged=judged)


def _iterate_rankings(
    results: Results, system: str, measure: Measure
) -> Iterator[tuple[str, pl.Series, Ranked]]:
    """Yield the name, document ids and ranking of each judged query that a system answers."""
    rankings = group_documents_by_query(results, system)
    pools, _ = collect_pools(results)
    rel = measure.settings.get("rel", 1)
    for query, found in rankings.items():
        if query in pools:
            ranking = Ranked(tuple(found["grade"]), tuple(pools[query]), measure.cut, rel)
            yield query, found["doc"], ranking


def tabulate_contributions(results: Results, system: str, k: int | None) -> pl.DataFrame:
    """Return a frame with the contributions of documents to a system's value for each query.

    Documents below the cutoff are left out, and so are queries whose value is set by a rule. The
    columns are query, doc, rank and weight. The weight is the contribution. Raises ValueError
    for a measure in which a term depends on other documents.
    """
    measure = find_measure(results.measure).with_choices(k)
    if measure.dependence_reason:
        raise ValueError(
            f"{measure.name} is not a sum over documents, because {measure.dependence_reason}."
        )
    rows = [
        (query, doc, row.rank, row.term)
        for query, docs, ranking in _iterate_rankings(results, system, measure)
        for doc, row in zip(docs, measure.trace_ranked(ranking).rows, strict=False)
    ]
    types = {"query": pl.String, "doc": pl.String, "rank": pl.Int64, "weight": pl.Float64}
    return pl.DataFrame(rows, types, orient="row")
