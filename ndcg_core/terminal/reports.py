"""An evaluation as lines for people, Markdown for a pull request, or JSON for programs."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from math import isnan
from typing import TYPE_CHECKING, Any

from ndcg_core.metric import number
from ndcg_core.terminal.checks import LimitCheck, format_interval

if TYPE_CHECKING:
    from polars import DataFrame

    from ndcg_core.evaluation import Results
    from ndcg_core.evaluation.comparing.paired import Pair
    from ndcg_core.evaluation.comparing.pairs import PairComparisons
    from ndcg_core.evaluation.comparing.second_convention import SecondConvention
    from ndcg_core.evaluation.scoring.results import Mean

SCHEMA_NAME = "ndcg-evaluate-1"
"""The name of the JSON schema, without the file ending.

New fields do not change the number. No field is ever removed or changes its meaning.
"""
CHECK_SIGNS = {True: "❌", False: "✅"}
"""The sign of a check, by `failed`."""
MEAN_HEADS = ("system", "k", "NDCG", "95% interval", "judged", "queries")


@dataclass(frozen=True)
class Report:
    """The results of an evaluation, with comparisons and checks.

    compared  the comparisons of systems; None for a single system
    beside    the results by other measures
    second    the results under another convention, if requested
    each      the values of every query, if requested
    """

    results: "Results"
    means: "tuple[Mean, ...]"
    compared: "PairComparisons | None"
    checks: tuple[LimitCheck, ...] = ()
    beside: "tuple[Report, ...]" = ()
    second: "SecondConvention | None" = None
    each: "DataFrame | None" = None

    @property
    def heads(self) -> tuple[str, ...]:
        """The column names of the table of means."""
        return tuple(self.results.measure if head == "NDCG" else head for head in MEAN_HEADS)


def make_record(report: Report) -> dict[str, object]:
    """Return an evaluation as data for JSON."""
    results = report.results
    return {
        "schema": SCHEMA_NAME,
        "convention": results.convention.name,
        "choices": asdict(results.choices),
        **_make_systems_record(report, "ndcg"),
        "findings": [
            {"kind": f.kind, "where": f.where, "count": f.count, "sentence": f.sentence}
            for f in results.findings
        ],
        "checks": [asdict(check) for check in report.checks],
        "measures": [
            {"measure": other.results.measure, **_make_systems_record(other, "mean")}
            for other in report.beside
        ],
        "second": None if report.second is None else _make_second_record(report.second),
        "each": [] if report.each is None else list(_iterate_score_records(report.each)),
    }


def _make_second_record(second: "SecondConvention") -> dict[str, object]:
    """Return the means and steps of a second convention as data for JSON."""
    systems = ({"system": name, "k": k, "ndcg": v} for (name, k), v in second.means.items())
    steps = [{n: getattr(step, n) for n in ("change", "means", "changes")} for step in second.steps]
    record = {"convention": second.rules, "systems": [*systems], "steps": steps}
    return record | {name: getattr(second, name) for name in ("silent", "agrees", "problem")}


def _iterate_score_records(frame: "DataFrame") -> Iterator[dict[str, object]]:
    """Yield each row of a table of scores as data for JSON."""
    plain = ("system", "query", "k", "ndcg", "dcg", "idcg", "judged", "retrieved")
    for row in frame.iter_rows(named=True):
        yield {n: row.pop(n) for n in plain} | {"measures": row}


def _make_systems_record(report: Report, mean_key: str) -> dict[str, object]:
    """Return data for JSON: each system's mean under `mean_key`, and the comparisons."""
    compared = report.compared
    return {
        "systems": [
            {**_make_row_record(m, mean=mean_key), "warning": m.warning} for m in report.means
        ],
        "pairs": [_make_pair_record(pair) for pair in compared.pairs] if compared else [],
        "apart": compared.apart if compared else [],
    }


def _make_pair_record(pair: "Pair") -> dict[str, object]:
    """Return a comparison of two systems as data for JSON."""
    fields = _make_row_record(pair)
    del fields["paragraphs"]
    return {**fields, "words": pair.sentences}


def _make_row_record(row: Any, **names: str) -> dict[str, object]:
    """Return a row's fields, renamed by `names`, with "low" and "high" for its interval."""
    values = {names.get(f.name, f.name): getattr(row, f.name) for f in fields(row)}
    low, high = values.pop("interval")
    return {**values, "low": low, "high": high}


def format_text(report: Report) -> str:
    """Return an evaluation as text: the tables, findings, comparisons and checks."""
    lines = align_rows([report.heads, *_format_means(report.means)])
    for paragraph in ([*_iterate_notes(report)], *_iterate_comparisons(report.compared)):
        lines += ["", *paragraph]
    for other in report.beside:
        lines += ["", *align_rows([other.heads, *_format_means(other.means)])]
        for paragraph in _iterate_comparisons(other.compared):
            lines += ["", *paragraph]
    if report.second:
        lines += [
            "",
            *align_rows(_list_chain_rows(report)),
            *_describe_second_convention(report.second, report.results),
        ]
    if report.checks:
        lines += ["", *(check.verdict for check in report.checks)]
    return "\n".join(lines)


def align_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """Format rows as lines. Align the first column left and the others right."""
    widths = [max(6, *map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    ]


def _list_chain_rows(report: Report) -> list[tuple[str, ...]]:
    """Return table rows with the means after each change from one convention to the second.

    Returns [] if there is no second convention, or if it has no number for these files.
    """
    second = report.second
    results = report.results
    systems = report.results.systems
    if second is None or second.problem:
        return []
    here = {system: results.mean(system) for system in systems}
    there = {system: second.means[system, results.ks[0]] for system in systems}
    steps = [(step.change, step.means, step.changes) for step in second.steps]
    none = dict.fromkeys(systems, 0)
    return [
        ("one change at a time", *systems),
        *(
            (change, *(_format_step(means[name], changes[name]) for name in systems))
            for change, means, changes in (
                (results.convention.name, here, none),
                *steps,
                (second.rules, there, none),
            )
        ),
    ]


def _describe_second_convention(second: "SecondConvention", results: "Results") -> list[str]:
    """Return sentences about the second convention's agreement and unscored rankings.

    If the convention has no number for these files, returns only the reason.
    """
    if second.problem:
        return [f"{second.rules} has no number here: {second.problem}"]
    note = second.describe_agreement(results.name_measure(results.ks[0]))
    return [*filter(None, [note]), *second.explain_unscored_rankings(results)]


def _format_step(mean: float, changed_count: int) -> str:
    """Format a mean, with the number of queries that a step changed, if any."""
    if not changed_count:
        return number(mean, 4)
    queries = "query" if changed_count == 1 else "queries"
    return f"{number(mean, 4)} ({changed_count:,} {queries})"


def _format_means(means: "Sequence[Mean]") -> Iterator[tuple[str, ...]]:
    """Yield a row of cells for each mean."""
    for mean in means:
        k = "all" if mean.k is None else str(mean.k)
        judged = number(mean.judged)
        queries = f"{mean.queries:,}"
        yield mean.system, k, number(mean.mean, 4), format_interval(mean.interval), judged, queries


def _iterate_notes(report: Report) -> Iterator[str]:
    """Yield the convention, the warnings and the findings as sentences."""
    rules = report.results.convention
    yield f"{rules.name}: {rules.title}."
    yield from dict.fromkeys(mean.warning for mean in report.means if mean.warning)
    yield from (finding.sentence for finding in report.results.findings)


def _iterate_comparisons(compared: "PairComparisons | None") -> Iterator[Sequence[str]]:
    """Yield the sentences about each pair of systems, or nothing without comparisons."""
    if compared:
        from ndcg_core.evaluation.comparing.pairs import explain_no_comparison

        for pair in compared.pairs:
            yield (*pair.sentences, *pair.warnings)
        for first, second in compared.apart:
            yield (explain_no_comparison(first, second),)


def format_markdown(report: Report) -> str:
    """Return an evaluation as Markdown for a pull request, the checks first."""
    failed = sum(check.failed for check in report.checks)
    title = f": {failed or 'none'} of {len(report.checks)} checks failed" if report.checks else ""
    lines = [f"### NDCG{title}", ""]
    lines += [
        f"- {CHECK_SIGNS[check.failed]} {escape_markdown(check.sentence)}"
        for check in report.checks
    ]
    for part in (report, *report.beside):
        lines += _format_table([part.heads, *_format_means(part.means)])
        for paragraph in _iterate_comparisons(part.compared):
            lines += ["", *map(escape_markdown, paragraph)]
    if report.second:
        lines += _format_table(_list_chain_rows(report))
        lines += [
            "",
            *map(escape_markdown, _describe_second_convention(report.second, report.results)),
        ]
    notes = [f"- {escape_markdown(note)}" for note in _iterate_notes(report)]
    summary = "<details><summary>Findings about the data</summary>"
    return "\n".join([*lines, "", summary, "", *notes, "", "</details>"])


def _format_table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table as lines of Markdown, or [] without rows."""
    if not rows:
        return []
    head, *rest = (_format_row(map(escape_markdown, row)) for row in rows)
    return ["", head, _format_row(["---", *["---:"] * (len(rows[0]) - 1)]), *rest]


def _format_row(cells: Iterable[str]) -> str:
    """Return cells as a row of a Markdown table."""
    return f"| {' | '.join(cells)} |"


def escape_markdown(text: str) -> str:
    r"""Escape a text for Markdown, such as a file name with a vertical bar.

    Line breaks and repeated spaces become one space. A <span> breaks the patterns that GitHub looks
    for in text (@names, #numbers, $formulas$).

    >>> print(escape_markdown("a|b_c <d>.run of @me, www.x.org"))
    a\|b\_c \<d\>.run of <span>@</span>me, www\.x.org
    """
    plain = " ".join(text.split())
    escaped = re.sub(r"([\\`*_\[\]<>|~&]|:(?=//)|(?<=www)\.)", r"\\\1", plain, flags=re.IGNORECASE)
    return re.sub(r"([@#$])", r"<span>\1</span>", escaped)


def format_json(value: object) -> str:
    """Return a value as JSON, with null for NaN. Raise ValueError for infinity.

    >>> print(format_json({"ndcg": float("nan"), "k": 5}))
    {
      "ndcg": null,
      "k": 5
    }
    """
    return json.dumps(_replace_nan(value), indent=2, allow_nan=False)


def _replace_nan(value: Any) -> Any:
    """Return a copy of a value with None for each NaN, and lists for tuples."""
    if isinstance(value, dict):
        return {key: _replace_nan(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_replace_nan(item) for item in value]
    return None if isinstance(value, float) and isnan(value) else value
