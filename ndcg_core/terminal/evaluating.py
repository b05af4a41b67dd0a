"""`ndcg evaluate qrels.txt a.run b.run`: many queries, several systems, compared and checked."""

import re
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

import ndcg_core as nc
from ndcg_core import evaluation
from ndcg_core.evaluation.files.columns import read_columns
from ndcg_core.evaluation.findings import make_finding
from ndcg_core.evaluation.hosts import name_options
from ndcg_core.evaluation.scoring.choices import CHOICE_OPTIONS, Choices
from ndcg_core.terminal import checks, reports
from ndcg_core.terminal.arguments import (
    STANDARD_INPUT,
    Parser,
    ShowProgress,
    has_piped_input,
    read_cutoff,
    show_progress,
    write_errors_to_junit,
    write_file,
)

if TYPE_CHECKING:
    from ndcg_core.evaluation import Results
    from ndcg_core.evaluation.files.tables import Qrels, Run
    from ndcg_core.measures import Measure

MEASURE_PATTERN = re.compile(r"[^,(]+(?:\([^)]*\))?[^,]*")
"""A measure's name in a list with commas, which may have choices in parentheses."""


@write_errors_to_junit
def run_evaluate(arguments: Sequence[str], program: str) -> tuple[str, bool]:
    """Run `ndcg evaluate`. Return its output, and True if a check failed.

    Writes the file of --junit, if there is one. With --json, --each or --markdown, failed checks
    are also printed on standard error. Raises ValueError for bad files and options.
    """
    parser = _make_parser(program)
    options = parser.parse_args(arguments)
    if not options.example and len(options.files) < 2:
        parser.error("name a file of judgments and at least one run")
    if options.max_drop and options.baseline is None:
        parser.error("--max-drop needs --baseline RUN, the run to compare the others with")
    limits = options.fail_under, options.max_drop, options.max_missing, options.max_unjudged
    if options.junit and not any(limit or limit == 0.0 for limit in limits):
        parser.error("--junit needs a check, such as --fail-under or --max-drop")
    if options.each and options.markdown:
        parser.error("--each works alone or with --json, not with --markdown")
    with show_progress() as show_message:
        report = _evaluate_runs(options, show_message)
    if options.junit:
        write_file(options.junit, checks.format_junit(report.checks))
    failed = [check.verdict for check in report.checks if check.failed]
    if not (options.json or options.each or options.markdown):
        return reports.format_text(report), bool(failed)
    for sentence in failed:  # the log shows failed checks even if the output is redirected
        print(sentence, file=sys.stderr)
    if options.json:
        return reports.format_json(reports.make_record(report)), bool(failed)
    if report.each is not None:
        from ndcg_core.evaluation.scoring.frames import format_csv

        return format_csv(report.each).rstrip("\n"), bool(failed)
    return reports.format_markdown(report), bool(failed)


def _make_parser(program: str) -> Parser:
    """Return the parser of `ndcg evaluate`."""
    parser = Parser(
        program, "Calculate NDCG over many queries, for one or more systems.", "evaluate"
    )
    choices = parser.add_argument_group("treatment of unusual data")
    for field in fields(Choices):
        default = str(field.default)
        options = CHOICE_OPTIONS[field.name]
        choices.add_argument(
            f"--{field.name.replace('_', '-')}",
            default=default,
            metavar="CHOICE",
            help=f"{', '.join(options)} (default: {default})",
        )
    return parser


def _evaluate_runs(options: Namespace, show_message: ShowProgress) -> reports.Report:
    """Evaluate the runs under the options. Return a report with comparisons and checks."""
    measures = [
        nc.measures.find_measure(name.strip()) for name in MEASURE_PATTERN.findall(options.measures)
    ]
    measures += [
        limit.measure for limit in (*options.fail_under, *options.max_drop) if limit.measure
    ]
    others = [*dict.fromkeys(measure.name for measure in measures if not _is_ndcg(measure))]
    ks = [None if k == "all" else read_cutoff(k) for k in options.k]
    ks += [measure.cut for measure in measures if _is_ndcg(measure) and measure.cut not in ks]
    choices = Choices(**{field.name: getattr(options, field.name) for field in fields(Choices)})
    try:
        qrels, runs = _read_files(options, show_message)
    except ValueError as error:
        raise ValueError(name_options(str(error), "terminal")) from None
    show_message("calculating NDCG for every query")
    results = evaluation.evaluate(qrels, runs, ks, options.convention, choices)
    findings = (
        replace(finding, done=name_options(finding.done, "terminal"))
        for finding in results.findings
    )
    results = replace(results, findings=tuple(findings))
    is_file = options.baseline and not options.example
    baseline = results.systems[0] if is_file else options.baseline
    report = _make_report(results, baseline, options)
    other_reports = dict[str, reports.Report]()
    for name in others:
        show_message(f"calculating {name}")
        other_reports[name] = _make_report(
            evaluation.evaluate_measure(results, name), baseline, options
        )
    second = None
    if options.beside:
        show_message(f"calculating NDCG under {options.beside}")
        second = evaluation.second_convention(qrels, runs, results, options.beside, ks)
    return replace(
        report,
        checks=tuple(_compare_with_limits(report, other_reports, baseline, options)),
        beside=tuple(other_reports.values()),
        second=second,
        each=evaluation.add_measures(results, others) if options.each else None,
    )


def _is_ndcg(measure: "Measure") -> bool:
    """Return True if a measure is NDCG with no choices in its name, such as "NDCG@10"."""
    return measure.symbol == "NDCG" and not measure.chosen


def _read_files(options: Namespace, show_message: ShowProgress) -> "tuple[Qrels, list[Run]]":
    """Read the judgments and runs that the options name, the baseline first, or the example.

    Raises ValueError for a bad file.
    """
    if options.example:
        example = evaluation.load_bundled()
        return example.qrels, list(example.runs)
    judgments, *files = options.files
    named = Counter(Path(file).resolve() for file in files)
    files = [*filter(None, [options.baseline]), *files]
    files = [*{Path(file).resolve(): file for file in files}.values()]  # each once
    names = [name_source(file) for file in files]
    columns = read_columns(f"{options.columns},{options.grades}")
    show_message(f"reading {judgments}")
    name = name_source(judgments)
    runs = []
    qrels = evaluation.read_qrels(resolve_source(judgments), name, columns=columns)
    for file, name in zip(files, names, strict=True):
        show_message(f"reading {file}")
        name = name if names.count(name) == 1 else file
        run = evaluation.read_run(resolve_source(file), name, columns=columns, judged=qrels)
        if (count := named[Path(file).resolve()]) > 1:
            repeated = make_finding("named-twice", name, count)
            run = replace(run, findings=(repeated, *run.findings))
        runs.append(run)
    return qrels, runs


def name_source(file: str) -> str:
    """Return a source's name for messages: a file name, or "standard input"."""
    return "standard input" if file == STANDARD_INPUT else Path(file).name


def resolve_source(file: str) -> Path | bytes:
    """Return the path of a file, or the piped bytes for "-", or b"" if nothing is piped."""
    if file != STANDARD_INPUT:
        return Path(file)
    return sys.stdin.buffer.read() if has_piped_input() else b""


def _make_report(results: "Results", baseline: str | None, options: Namespace) -> reports.Report:
    """Return a report that compares all pairs of systems, or each system with the baseline.

    A single system without a baseline is not compared.
    """
    several = len(results.systems) > 1 or baseline
    found = evaluation.compare(results, baseline=baseline, seed=options.seed) if several else None
    return reports.Report(results, results.means(), found)


def _compare_with_limits(
    report: reports.Report,
    other_reports: Mapping[str, reports.Report],
    baseline: str | None,
    options: Namespace,
) -> Iterator[checks.LimitCheck]:
    """Yield the comparison of each mean, drop or share with its limit.

    The baseline is not compared with limits.

    other_reports: the reports of other measures than NDCG, by the measure's name
    """

    def choose_report(limit: checks.Limit) -> tuple[reports.Report, int | None]:
        """Return the report and the cutoff to compare with a limit."""
        ndcg = limit.measure is None or _is_ndcg(limit.measure)
        chosen = report if ndcg or limit.measure is None else other_reports[limit.measure.name]
        k = limit.measure.cut if ndcg and limit.measure else "first"
        return chosen, chosen.results.cutoff(k)

    for limit in options.fail_under:
        chosen, k = choose_report(limit)
        means = [mean for mean in chosen.means if mean.k == k and mean.system != baseline]
        yield from checks.compare_means(limit.value, means, chosen.results.name_measure(k))
    for limit in options.max_drop:
        chosen, k = choose_report(limit)
        found = chosen.compared
        if found and k != found.k:
            found = evaluation.compare(chosen.results, k, baseline, seed=options.seed)
        if found:
            name = chosen.results.name_measure(k)
            yield from checks.compare_drops(limit.value, found, name, options.max_drop_by)
    for name in checks.SHARE_LIMITS:
        max_share = getattr(options, name.replace("-", "_"))
        if max_share is not None:
            yield from checks.compare_shares(name, max_share, report.results, baseline)
