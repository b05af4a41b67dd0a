"""An evaluation as lines for people, as Markdown for a pull request, as JSON for programs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

from ndcg_core.metric import number
from ndcg_core.terminal.gate import Check, between, p_value

if TYPE_CHECKING:
    from ndcg_core.evaluation import Results
    from ndcg_core.evaluation.pairs import Compared
    from ndcg_core.evaluation.results import Mean

SCHEMA = "ndcg-evaluate-1"
"""What JSON is written by, the file `ndcg-evaluate-1.schema.json`: a field may come without a new
number, and none goes or changes its meaning.
"""
HEADS = ("system", "k", "NDCG", "95 % interval", "judged", "queries")


@dataclass(frozen=True)
class Report:
    """What an evaluation comes to; `compared` is None for one system."""

    results: "Results"
    means: "tuple[Mean, ...]"
    compared: "Compared | None"
    checks: tuple[Check, ...] = ()


def record(report: Report) -> dict[str, object]:
    """An evaluation as JSON has it."""
    results, compared = report.results, report.compared
    return {
        "schema": SCHEMA,
        "convention": results.convention.name,
        "choices": asdict(results.choices),
        "systems": [{**_record(m, mean="ndcg"), "warning": m.warning} for m in report.means],
        "findings": [
            {"kind": f.kind, "where": f.where, "count": f.count, "sentence": f.sentence}
            for f in results.findings
        ],
        "pairs": [_record(pair, sentences="words") for pair in compared.pairs] if compared else [],
        "apart": compared.apart if compared else [],
        "checks": [asdict(check) for check in report.checks],
    }


def _record(row: Any, **names: str) -> dict[str, object]:
    """The fields of a row, under other names where there are; its interval as two of them."""
    values = {names.get(f.name, f.name): getattr(row, f.name) for f in fields(row)}
    low, high = values.pop("interval")
    return {**values, "low": low, "high": high}


def as_lines(report: Report) -> str:
    """The table, what was found, what was compared, what was checked."""
    rows = [HEADS, *_rows(report.means)]
    widths = [max(6, *(len(row[place]) for row in rows)) for place in range(len(HEADS))]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    ]
    for paragraph in ([*_notes(report)], *_comparisons(report.compared)):
        lines += ["", *paragraph]
    if report.checks:
        lines += ["", *(check.verdict for check in report.checks)]
    return "\n".join(lines)


def _rows(means: "Sequence[Mean]") -> Iterator[tuple[str, ...]]:
    for mean in means:
        k = "all" if mean.k is None else str(mean.k)
        judged, queries = number(mean.judged), f"{mean.queries:,}"
        yield mean.system, k, number(mean.mean, 4), between(mean.interval), judged, queries


def _notes(report: Report) -> Iterator[str]:
    rules = report.results.convention
    yield f"{rules.name}: {rules.title}."
    yield from dict.fromkeys(mean.warning for mean in report.means if mean.warning)
    yield from (finding.sentence for finding in report.results.findings)


def _comparisons(compared: "Compared | None") -> Iterator[Sequence[str]]:
    """The sentences about each two systems."""
    from ndcg_core.evaluation.pairs import no_comparison

    if compared:
        for pair in compared.pairs:
            p = p_value(pair, compared)
            yield (*pair.sentences, f"{p}.", *pair.warnings)
        for two in compared.apart:
            yield (no_comparison(*two),)


def as_markdown(report: Report) -> str:
    """What `as_lines` has, the checks first: for a comment on a pull request."""
    failed = sum(check.failed for check in report.checks)
    title = f": {failed or 'none'} of {len(report.checks)} checks failed" if report.checks else ""
    marks = {True: "❌", False: "✅"}
    lines = [f"### NDCG{title}", ""]
    lines += [f"- {marks[check.failed]} {_escaped(check.sentence)}" for check in report.checks]
    lines += ["", _row(HEADS), _row(["---", *["---:"] * (len(HEADS) - 1)])]
    lines += [_row(map(_escaped, row)) for row in _rows(report.means)]
    for paragraph in _comparisons(report.compared):
        lines += ["", *map(_escaped, paragraph)]
    notes = [f"- {_escaped(note)}" for note in _notes(report)]
    summary = "<details><summary>What was found in the data</summary>"
    return "\n".join([*lines, "", summary, "", *notes, "", "</details>"])


def _row(cells: Any) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    r"""The text as it is, whatever Markdown makes of its signs; a file may be called `a|b`.

    >>> print(_escaped("a|b_c <d>.run"))
    a\|b\_c \<d\>.run
    """
    return re.sub(r"([\\`*_\[\]<>|#~&])", r"\\\1", " ".join(text.split()))
