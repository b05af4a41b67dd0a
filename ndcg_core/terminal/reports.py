"""An evaluation as lines for people, as Markdown for a pull request, as JSON for programs; checked.

fail-under  a system's mean NDCG is at least a limit
max-drop    it is no more than a limit below the baseline's, over the queries that both have
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from math import isnan
from typing import TYPE_CHECKING, Any

from ndcg_core.html_builder import tag
from ndcg_core.metric import number, short
from ndcg_core.metric.numbers import printable

if TYPE_CHECKING:
    from ndcg_core.evaluation import Results
    from ndcg_core.evaluation.comparing.paired import Pair
    from ndcg_core.evaluation.comparing.pairs import Compared
    from ndcg_core.evaluation.scoring.resampling import Interval
    from ndcg_core.evaluation.scoring.results import Mean

SCHEMA = "ndcg-evaluate-1"
"""What JSON is written by, the file `ndcg-evaluate-1.schema.json`: a field may come without a new
number, and none goes or changes its meaning.
"""
HEADS = ("system", "k", "NDCG", "95 % interval", "judged", "queries")


ROUNDING = 1e-12
"""A limit that is missed by no more is kept."""


@dataclass(frozen=True)
class Check:
    """One system against one limit.

    check     "fail-under" or "max-drop"
    value     the mean, or how far it is below the baseline's; NaN where there is none
    sentence  what came out, and how sure it is
    """

    system: str
    check: str
    limit: float
    value: float
    failed: bool
    sentence: str

    @property
    def verdict(self) -> str:
        """Whether it failed, and the sentence."""
        return f"{'Failed' if self.failed else 'Passed'}: {self.sentence}"


def at_least(limit: float, means: "Sequence[Mean]", measure: str) -> Iterator[Check]:
    """Check each mean; one without a value fails."""
    for mean in means:
        sentence = (
            f"{mean.system} has a mean {measure} of {number(mean.mean, 4)} (95 % interval "
            f"{between(mean.interval)}); at least {short(limit, 6)} is wanted."
        )
        failed = not mean.mean >= limit - ROUNDING
        yield Check(mean.system, "fail-under", limit, mean.mean, failed, sentence)


def no_drop(limit: float, compared: "Compared", measure: str) -> Iterator[Check]:
    """Check what was compared with a baseline; what could not be compared fails."""
    from ndcg_core.evaluation.comparing.pairs import no_comparison, p_values

    for first, second in compared.apart:
        sentence = no_comparison(first, second)
        yield Check(second, "max-drop", limit, float("nan"), True, sentence)
    for pair in compared.pairs:
        drop = 0.0 - pair.difference
        sentence = (
            f"{pair.second} is {number(abs(drop), 4)} {'above' if drop < 0 else 'below'} "
            f"{pair.first} in mean {measure} (95 % interval {between(pair.interval)}; "
            f"{p_values(pair, len(compared.pairs))}); at most {short(limit, 6)} below is allowed."
        )
        yield Check(pair.second, "max-drop", limit, drop, drop > limit + ROUNDING, sentence)


def between(interval: "Interval") -> str:
    """From where to where; "none" where one query cannot tell."""
    low, high = interval
    return f"{number(low)} to {number(high)}" if low == low else "none"


def junit(checks: Sequence[Check]) -> str:
    """The checks as JUnit's XML has test cases, which continuous integration shows."""
    cases = [
        tag(
            "testcase",
            tag("failure", message=check.sentence) if check.failed else None,
            tag("system-out", check.sentence),
            classname=check.system,
            name=f"{check.check} {short(check.limit, 6)}",
        )
        for check in checks
    ]
    failures = sum(check.failed for check in checks)
    suite = tag("testsuite", *cases, name="ndcg evaluate", tests=len(checks), failures=failures)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{printable(suite)}\n'


@dataclass(frozen=True)
class Report:
    """What an evaluation comes to; `compared` is None for one system.

    beside  the same by measures beside NDCG
    """

    results: "Results"
    means: "tuple[Mean, ...]"
    compared: "Compared | None"
    checks: tuple[Check, ...] = ()
    beside: "tuple[Report, ...]" = ()

    @property
    def heads(self) -> tuple[str, ...]:
        """The names of the columns of its table of means."""
        return tuple(self.results.measure if head == "NDCG" else head for head in HEADS)


def record(report: Report) -> dict[str, object]:
    """An evaluation as JSON has it."""
    results = report.results
    return {
        "schema": SCHEMA,
        "convention": results.convention.name,
        "choices": asdict(results.choices),
        **_systems_and_pairs(report, "ndcg"),
        "findings": [
            {"kind": f.kind, "where": f.where, "count": f.count, "sentence": f.sentence}
            for f in results.findings
        ],
        "checks": [asdict(check) for check in report.checks],
        "measures": [
            {"measure": other.results.measure, **_systems_and_pairs(other, "mean")}
            for other in report.beside
        ],
    }


def _systems_and_pairs(report: Report, mean: str) -> dict[str, object]:
    """The means of all systems, under the name `mean`, and what was compared."""
    compared = report.compared
    return {
        "systems": [{**_record(m, mean=mean), "warning": m.warning} for m in report.means],
        "pairs": [_pair(pair) for pair in compared.pairs] if compared else [],
        "apart": compared.apart if compared else [],
    }


def _pair(pair: "Pair") -> dict[str, object]:
    fields = _record(pair)
    del fields["paragraphs"]
    return {**fields, "words": pair.sentences}


def _record(row: Any, **names: str) -> dict[str, object]:
    """The fields of a row, under other names where there are; its interval as two of them."""
    values = {names.get(f.name, f.name): getattr(row, f.name) for f in fields(row)}
    low, high = values.pop("interval")
    return {**values, "low": low, "high": high}


def as_lines(report: Report) -> str:
    """The table, what was found, what was compared, what was checked."""
    lines = _aligned(report)
    for paragraph in ([*_notes(report)], *_comparisons(report.compared)):
        lines += ["", *paragraph]
    for other in report.beside:
        lines += ["", *_aligned(other)]
        for paragraph in _comparisons(other.compared):
            lines += ["", *paragraph]
    if report.checks:
        lines += ["", *(check.verdict for check in report.checks)]
    return "\n".join(lines)


def _aligned(report: Report) -> list[str]:
    """The table of means, its columns under each other."""
    rows = [report.heads, *_rows(report.means)]
    widths = [max(6, *(len(row[place]) for row in rows)) for place in range(len(HEADS))]
    return [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    ]


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
    from ndcg_core.evaluation.comparing.pairs import no_comparison

    if compared:
        for pair in compared.pairs:
            yield (*pair.sentences, *pair.warnings)
        for two in compared.apart:
            yield (no_comparison(*two),)


def as_markdown(report: Report) -> str:
    """What `as_lines` has, the checks first: for a comment on a pull request."""
    failed = sum(check.failed for check in report.checks)
    title = f": {failed or 'none'} of {len(report.checks)} checks failed" if report.checks else ""
    marks = {True: "❌", False: "✅"}
    lines = [f"### NDCG{title}", ""]
    lines += [f"- {marks[check.failed]} {_escaped(check.sentence)}" for check in report.checks]
    for one in (report, *report.beside):
        lines += ["", _row(one.heads), _row(["---", *["---:"] * (len(HEADS) - 1)])]
        lines += [_row(map(_escaped, row)) for row in _rows(one.means)]
        for paragraph in _comparisons(one.compared):
            lines += ["", *map(_escaped, paragraph)]
    notes = [f"- {_escaped(note)}" for note in _notes(report)]
    summary = "<details><summary>What was found in the data</summary>"
    return "\n".join([*lines, "", summary, "", *notes, "", "</details>"])


def _row(cells: Any) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    r"""The text as it is, whatever Markdown makes of its signs; a file may be called `a|b`. What
    GitHub looks for in the text itself (@names, #numbers, $formulas$) is parted by an element.

    >>> print(_escaped("a|b_c <d>.run of @me, www.x.org"))
    a\|b\_c \<d\>.run of <span>@</span>me, www\.x.org
    """
    plain = " ".join(text.split())
    escaped = re.sub(r"([\\`*_\[\]<>|~&]|:(?=//)|(?<=www)\.)", r"\\\1", plain, flags=re.IGNORECASE)
    return re.sub(r"([@#$])", r"<span>\1</span>", escaped)


def as_json(value: object) -> str:
    """The value as JSON; no value at all (nan) is null, as JSON has no other word for it.

    >>> print(as_json({"ndcg": float("nan"), "k": 5}))
    {
      "ndcg": null,
      "k": 5
    }
    """
    return json.dumps(_plain(value), indent=2, allow_nan=False)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return None if isinstance(value, float) and isnan(value) else value
