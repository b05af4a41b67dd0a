"""The preparation of judgments and runs: each document once, and every score a number.

Each choice that changes the data, and each unusual fact about a run, becomes a finding.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import trunc

import polars as pl

from ndcg_core.evaluation.files.columns import VALUE_FIELDS
from ndcg_core.evaluation.files.contents import refuse_file
from ndcg_core.evaluation.files.tables import DocumentTable, Qrels, Run, average_numbers
from ndcg_core.evaluation.findings import Finding, join_names, make_finding
from ndcg_core.evaluation.scoring.choices import CONVENTION_CHOICES, Choices
from ndcg_core.evaluation.scoring.matching import refuse_disjoint_ids
from ndcg_core.evaluation.scoring.pipeline import DOCUMENT_KEYS, name_column
from ndcg_core.metric.checks import calculate_gain_or_inf
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.numbers import clip_text, number, short

USUAL_MAX_GRADE = 10
"""The highest whole number that is likely to be a grade and not a score."""
MAX_GAIN = 1e300
"""The largest gain. A sum of a hundred million such gains is still finite."""
FrameAndFindings = tuple[pl.DataFrame, list[Finding]]


def apply_choices(convention: Convention, choices: Choices) -> Convention:
    """Return a copy of the convention in which the user's choices override fields."""
    chosen = {name: getattr(choices, name) for name in CONVENTION_CHOICES}
    return replace(
        convention, **{name: value for name, value in chosen.items() if value != "convention"}
    )


def prepare_judgments(qrels: Qrels, convention: Convention, choices: Choices) -> FrameAndFindings:
    """Return the judgments without duplicate documents, and the findings.

    Raises ValueError for a grade that the convention refuses, or if a choice refuses duplicates.
    """
    frame, findings = _drop_duplicates(
        qrels, "grade", choices.judged_duplicates, "judged_duplicates", "highest grade"
    )
    grade = pl.col("grade")
    _refuse_first_bad_value(qrels, frame, ~grade.is_finite(), "It must be a finite number")
    if convention.negative == "refuse":
        must = (
            'It must be 0 or more. Let grades below 0 count as 0 (negative="as-zero"), '
            "or choose a convention that allows it"
        )
        _refuse_first_bad_value(qrels, frame, grade < 0, must)
    _refuse_invalid_gains(qrels, frame, convention)
    negative, broken = frame.select(
        negative=(grade < 0).sum(), broken=(grade != grade.round(0)).sum()
    ).row(0)
    if negative:
        gain = convention.gain
        has_no_gain = not isinstance(gain, str) or (
            gain in ("binary", "shifted") and convention.negative.startswith("as-is")
        )
        rule = convention.negative
        if has_no_gain and rule != "left-out":
            rule = "no-gain"
        findings.append(make_finding("negative", qrels.name, negative, rule))
    if broken:
        findings.append(make_finding("fractions", qrels.name, broken, convention.fractions))
    return frame, findings


def _refuse_invalid_gains(qrels: Qrels, frame: pl.DataFrame, convention: Convention) -> None:
    """Raise ValueError for a grade whose gain is undefined or too large."""
    for value in frame["grade"].unique().sort().to_list():
        try:
            gain = calculate_gain(value, convention)
            reason = "Its gain is too large to add" if abs(gain) > MAX_GAIN else ""
        except ValueError as error:
            text = str(error)
            reason = text[:1].upper() + text[1:]
        if reason:
            _refuse_first_bad_value(qrels, frame, pl.col("grade") == value, reason)


def calculate_gain(grade: float, convention: Convention) -> float:
    """Return the gain of a grade after applying the convention's rules.

    Returns infinity if the gain overflows. Raises ValueError if the user's own gain fails.
    """
    if convention.fractions == "dropped":
        grade = float(trunc(grade))
    if convention.negative == "as-zero" and isinstance(convention.gain, str):
        grade = max(0.0, grade)
    return calculate_gain_or_inf(grade, convention.gain)


def prepare_ranking(run: Run, choices: Choices) -> FrameAndFindings:
    """Return a run's documents, each once per query with a numeric score, and the findings.

    A higher score is better, also if `choices.order` uses ranks or lowest scores.

    Raises ValueError if a choice refuses the data.
    """
    frame = run.frame
    findings = []
    if choices.order == "rank":
        if "rank" not in frame.columns:
            refuse_file(run.name, "it has no column of ranks.")
        frame = frame.with_columns(score=-pl.col("rank").cast(pl.Float64))
    if choices.order == "lowest":
        frame = frame.with_columns(score=-pl.col("score"))
    nan = pl.col("score").is_nan()
    wrong = int(frame["score"].is_nan().sum())
    if wrong:
        if choices.nan == "refuse":
            _refuse_first_bad_value(run, frame, nan, "It must be a number")
        if choices.nan == "last":
            frame = frame.with_columns(pl.col("score").fill_nan(float("-inf")))
        frame = frame.filter(~nan)
        findings.append(make_finding("nan", run.name, wrong, choices.nan))
    run = replace(run, frame=frame)
    best = {"score": "highest score", "lowest": "lowest score", "rank": "best rank"}
    frame, twice = _drop_duplicates(
        run, "score", choices.run_duplicates, "run_duplicates", best[choices.order]
    )
    return frame, findings + twice


def _drop_duplicates(
    table: DocumentTable, value_column: str, choice: str, choice_name: str, best: str
) -> FrameAndFindings:
    """Return a table without duplicate documents, and a list with a finding about them, or [].

    Raises ValueError for a duplicate if the choice is "refuse".

    value_column: "grade" or "score". choice: the value of the field of `Choices` named
    `choice_name`. best: the words for the best value, such as "highest grade".
    """
    frame = table.frame
    key = pl.col("query").hash(1) * 3 + pl.col("doc").hash(2)
    # If all hashes differ, no document is a duplicate.
    if frame.select(key.n_unique()).item() == frame.height:
        return frame, []
    twice = frame.filter(pl.struct(DOCUMENT_KEYS).is_duplicated())
    if twice.is_empty():
        return frame, []
    second = twice.filter(~pl.struct(DOCUMENT_KEYS).is_first_distinct())
    first = second.select("query", "doc", "line").row(0, named=True)
    units = "entries" if table.unit == "entry" else f"{table.unit}s"
    values = {**first, "unit": table.unit, "units": units, "choice": choice_name, "best": best}
    finding = make_finding("duplicates", table.name, second.height, choice, **values)
    if choice == "refuse":
        refuse_file(table.name, finding.found)
    if choice == "highest":
        frame = frame.sort(value_column, descending=True, maintain_order=True)
    unique = frame.unique(
        DOCUMENT_KEYS, keep="last" if choice == "last" else "first", maintain_order=True
    )
    return unique.sort("line", maintain_order=True), [finding]


def _refuse_first_bad_value(
    table: DocumentTable, frame: pl.DataFrame, is_wrong: pl.Expr, requirement: str
) -> None:
    """Raise ValueError for the first row that meets the condition `is_wrong`, if any."""
    bad = frame.filter(is_wrong)
    if bad.height:
        value = VALUE_FIELDS[table.kind]
        row = bad.row(0, named=True)
        doc = clip_text(row["doc"])
        query = clip_text(row["query"])
        sentence = f"the {value} of “{doc}” for “{query}” is {row[value]:g}. {requirement}."
        refuse_file(table.name, sentence, row["line"], table.unit)


def refuse_swapped_tables(qrels: Qrels, run: Run) -> None:
    """Raise ValueError if the judgments seem to be scores, and the scores seem to be grades."""
    grades = qrels.frame["grade"]
    scores = run.frame["score"]
    are_grades = (scores.is_between(0, USUAL_MAX_GRADE) & (scores == scores.round(0))).all()
    if are_grades and int((grades != grades.round(0)).sum()) > len(grades) / 2:
        raise ValueError(
            f"The judgments look like scores (the first is {grades[0]:g}), and {run.name} like "
            f"grades ({scores[0]:g}). Give the judgments first, then the runs. If they are in the "
            "right order, read them with read_qrels and read_run first."
        )


def report_unjudged_queries(
    name: str, answered_queries: pl.Series, judged_queries: pl.Series
) -> list[Finding]:
    """Return a list with a finding about answered but unjudged queries, or [].

    Raises ValueError if no answered query is judged.
    """
    extra = answered_queries.filter(~answered_queries.is_in(judged_queries.implode())).sort()
    if extra.is_empty():
        return []
    if len(extra) == len(answered_queries):
        refuse_disjoint_ids(name, "query", extra, judged_queries)
    return [make_finding("unasked", name, len(extra), names=join_names(extra.to_list()))]


def report_missing_queries(
    name: str,
    missing_queries: pl.Series,
    query_rows: pl.DataFrame,
    k: int | None,
    rules: Convention,
) -> list[Finding]:
    """Return findings about judged queries without an answer, if any.

    A finding has the mean with and without the missing queries. Queries that the convention
    excludes from every mean have a finding of their own.
    """
    values = query_rows.select("query", ndcg=name_column("ndcg", k))
    is_missing = pl.col("query").is_in(missing_queries.implode())
    if rules.missing == "left-out":  # the mean in the finding counts each as 0
        values = values.with_columns(
            ndcg=pl.when(is_missing).then(pl.lit(0.0)).otherwise(pl.col("ndcg"))
        )
    means = {"every": values, "own": values.filter(~is_missing)}
    told = {which: number(average_numbers(frame["ndcg"]), 4) for which, frame in means.items()}
    told |= {"measure": name_column("NDCG", k), "rules": rules.title or rules.name}
    missing = values.filter(is_missing).sort("query")
    groups = {
        rules.missing: missing.filter(~pl.col("ndcg").is_nan()),
        "excluded": missing.filter(pl.col("ndcg").is_nan()),
    }
    return [
        make_finding(
            "missing", name, rows.height, how, names=join_names(rows["query"].to_list()), **told
        )
        for how, rows in groups.items()
        if rows.height
    ]


def report_empty_queries(
    name: str, query_rows: pl.DataFrame, k: int | None, rules: Convention
) -> list[Finding]:
    """Return a list with a finding about queries whose NDCG is undefined, or [].

    NDCG is undefined if there is no IDCG to divide by, or if the convention excludes the query from
    the mean. The finding has the mean under each rule for such queries.
    """
    value = pl.col(name_column("ndcg", k))
    idcg = pl.col(name_column("idcg", k))
    has_no_ideal = idcg <= 0 if rules.negative == "as-is-above-zero" else idcg == 0
    nothing = value.is_nan() | (has_no_ideal & (pl.col("retrieved") > 0))
    counts_missing = rules.missing == "zero" and rules.mean != "varied"
    counted = query_rows if counts_missing else query_rows.filter(pl.col("retrieved") > 0)
    rows = counted.select("query", value=value, nothing=nothing).sort("query")
    names = rows.filter("nothing")["query"]
    rest = rows.filter(~pl.col("nothing"))["value"]
    if names.is_empty():
        return []
    zeros = sum(rest) / rows.height
    means = {
        "rest": average_numbers(rest),
        "zeros": zeros,
        "ones": zeros + len(names) / rows.height,
    }
    told = {which: number(mean, 4) for which, mean in means.items()}
    left_out = rows.filter("nothing")["value"].is_nan().all()
    how = "left-out" if left_out else f"{rules.empty:g}"
    told |= {"names": join_names(names.to_list()), "rules": rules.title or rules.name}
    told |= {"measure": name_column("NDCG", k), "what": _describe_emptiness(rules)}
    return [
        make_finding("even" if rules.mean == "varied" else "empty", name, len(names), how, **told)
    ]


def _describe_emptiness(rules: Convention) -> str:
    """Return the words after “has” that describe the empty ideal order of a query."""
    if rules.negative.startswith("as-is"):
        return "an IDCG of at most 0"
    if rules.ideal_from in ("grades", "top-k"):
        return "no relevant document in the ideal order"
    return "no relevant documents"


def add_unjudged_queries(
    judged: pl.DataFrame, runs: Sequence[Run], rules: Convention
) -> FrameAndFindings:
    """Return the judgments with the runs' unjudged queries added at grade 0, and findings.

    The queries come from the runs. A run without any judged query adds nothing.
    """
    known = judged["query"].unique().implode()
    rows = [judged]
    findings = []
    for run in runs:
        further = run.frame.filter(~pl.col("query").is_in(known))
        names = further["query"].unique().sort().to_list()
        if names and len(names) < run.frame["query"].n_unique():
            told = {"names": join_names(names), "rules": rules.title or rules.name}
            findings.append(make_finding("unasked-run", run.name, len(names), **told))
            rows.append(further.select(*DOCUMENT_KEYS, pl.lit(0.0).alias("grade"), "line"))
    return pl.concat(rows, how="diagonal").unique(
        DOCUMENT_KEYS, keep="first", maintain_order=True
    ), findings


def report_self_retrieval(name: str, ranking: pl.DataFrame, rules: Convention) -> list[Finding]:
    """Return a list with a finding about documents that have the id of their query, or []."""
    count = ranking.select((pl.col("query") == pl.col("doc")).sum()).item()
    return [make_finding("self", name, count, rules.self)] if count else []


def report_one_grade(name: str, judged: pl.DataFrame, rows: pl.DataFrame) -> list[Finding]:
    """Return a list with a finding if all judgments have the same grade above 0, else [].

    Any order is then ideal. A run with an unjudged document in the first k ranks has no finding.
    """
    if judged["grade"].n_unique() > 1 or judged["grade"][0] <= 0 or rows["judged"].min() != 1:
        return []
    return [make_finding("one-grade", name, judged.height, grade=short(judged["grade"][0]))]


def report_ignored_cutoffs(convention: Convention, ks: Sequence[int | None]) -> list[Finding]:
    """Return a list with a finding if the convention ignores a requested cutoff, else []."""
    if convention.cutoff == "k" or set(ks) == {None}:
        return []
    return [make_finding("cutoff", convention.title or convention.name, 0, convention.cutoff)]


def report_order(name: str, ranked: pl.DataFrame, choices: Choices, ties: str) -> list[Finding]:
    """Return findings about equal scores, and about ranks that contradict the scores, if any."""
    same = pl.col("query") == pl.col("query").shift()
    equal = (same & (pl.col("score") == pl.col("score").shift())).sum()
    falls = pl.lit(0)
    if "rank_given" in ranked.columns and choices.order == "score":
        lower = pl.col("score") < pl.col("score").shift()
        falls = (same & lower & (pl.col("rank_given") < pl.col("rank_given").shift())).sum()
    tied, odd = ranked.select(equal.alias("tied"), falls.alias("odd")).row(0)
    findings = []
    if tied:
        single = " in single precision" if ranked["score"].dtype == pl.Float32 else ""
        what = _name_order_column(choices)
        findings.append(make_finding("ties", name, tied, ties, order=what, single=single))
    return findings + ([make_finding("order", name, odd)] if odd else [])


MAX_UNJUDGED_SHARE = 0.5
"""The share of unjudged documents above which a wrong column may have been read."""


def report_unjudged_documents(
    name: str,
    rows: pl.DataFrame,
    k: int | None,
    choices: Choices,
    docs: tuple[pl.Series, pl.Series],
) -> list[Finding]:
    """Return a list with a finding about the share of unjudged documents, or [].

    docs: the ids of judged and of returned documents. The finding names the first ids if most
    documents are unjudged.
    """
    rows = rows.filter(pl.col("k").eq_missing(pl.lit(k, pl.Int64)))
    share = rows["judged"].mean()
    seen = pl.col("retrieved").clip(upper_bound=k)
    if not isinstance(share, float) or share >= 1 or choices.unjudged == "removed":
        return []
    count = round(rows.select(((1 - pl.col("judged")) * seen).sum()).item())
    where = "the returned documents are" if k is None else f"the documents down to rank {k} are"
    percent = "less than 0.1%" if share > 0.9995 else f"{1 - share:.1%}"
    how = "most" if 1 - share > MAX_UNJUDGED_SHARE else "some"
    told = {"percent": percent, "where": where}
    told |= {
        name: clip_text(ids[0]) for name, ids in zip(("judged", "returned"), docs, strict=True)
    }
    return [make_finding("unjudged", name, count, how, **told)]


def report_one_score(name: str, run: pl.DataFrame, choices: Choices) -> list[Finding]:
    """Return a list with a finding if all documents have the same score or rank, else [].

    Returns [] if every query has only one document.
    """
    if run["score"].min() != run["score"].max() or run["query"].n_unique() == run.height:
        return []  # a query with one document has nothing to rank
    return [make_finding("constant", name, run.height, order=_name_order_column(choices))]


def _name_order_column(choices: Choices) -> str:
    """Return the name of the column that orders rankings: "rank" or "score"."""
    return "rank" if choices.order == "rank" else "score"
