"""`ndcg evaluate qrels.txt a.run b.run`: many queries, several systems, compared and checked."""

import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ndcg_core.evaluation.files.columns import read_columns
from ndcg_core.evaluation.scoring.choices import OPTIONS, Choices
from ndcg_core.metric.numbers import clipped
from ndcg_core.terminal import reports
from ndcg_core.terminal.arguments import STANDARD_INPUT, Parser, is_typed, whole, write

if TYPE_CHECKING:
    from ndcg_core.evaluation import Results

Tell = Callable[[str], None]


def answer(arguments: Sequence[str], program: str) -> tuple[str, bool]:
    """What is printed for these arguments, and whether a check failed."""
    parser = _parser(program)
    options = parser.parse_args(arguments)
    if not options.example and len(options.files) < 2:
        parser.error("a file of judgments and at least one run are needed")
    if options.max_drop is not None and options.baseline is None:
        parser.error("--max-drop needs --baseline RUN, the run that others are compared with")
    if options.junit and options.max_drop is None and options.fail_under is None:
        parser.error("--junit needs a check: --fail-under or --max-drop")
    with progress() as tell:
        results, baseline = _results(options, tell)
        report = _report(results, baseline, options, tell)
        report = replace(report, beside=tuple(_beside(report, baseline, options, tell)))
    if options.junit:
        write(options.junit, reports.junit(report.checks).encode(errors="replace"))
    failed = [check.verdict for check in report.checks if check.failed]
    if not (options.json or options.each or options.markdown):
        return reports.as_lines(report), bool(failed)
    for sentence in failed:  # the log shows them, wherever the rest goes
        print(sentence, file=sys.stderr)
    if options.each:
        from ndcg_core.evaluation.scoring.frames import in_csv

        return in_csv(results.frame).rstrip("\n"), bool(failed)
    if options.json:
        return reports.as_json(reports.record(report)), bool(failed)
    return reports.as_markdown(report), bool(failed)


def _parser(program: str) -> Parser:
    parser = Parser(program, "NDCG of many queries, for one system or several.", "evaluate")
    choices = parser.add_argument_group("what to do where the data are odd")
    for field in fields(Choices):
        default, options = str(field.default), OPTIONS[field.name]
        choices.add_argument(
            f"--{field.name.replace('_', '-')}",
            default=default,
            metavar="CHOICE",
            help=f"{', '.join(options)}; otherwise {default}",
        )
    return parser


@contextmanager
def progress() -> Iterator[Tell]:
    """A line on standard error, to be told what is done; nothing where that is no terminal."""
    shown = sys.stderr is not None and sys.stderr.isatty()

    def tell(message: str) -> None:
        if shown:
            print(f"\r\x1b[K{clipped(message)} … ", end="", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        if shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _results(options: Namespace, tell: Tell) -> "tuple[Results, str | None]":
    """The evaluation, and the baseline's name in it."""
    from ndcg_core.evaluation import bundled, evaluate, read_qrels, read_run

    ks = [None if k == "all" else whole(k) for k in options.k]
    choices = Choices(**{field.name: getattr(options, field.name) for field in fields(Choices)})
    if options.example:
        example = bundled()
        qrels, runs = example.qrels, list(example.runs)
    else:
        judgments, *files = options.files
        files = [*filter(None, [options.baseline]), *files]
        files = [*{Path(file).resolve(): file for file in files}.values()]  # each once
        names = [called(file) for file in files]
        columns = read_columns(f"{options.columns},{options.grades}")
        tell(f"reading {judgments}")
        qrels, runs = read_qrels(opened(judgments), called(judgments), columns=columns), []
        for file, name in zip(files, names, strict=True):
            tell(f"reading {file}")
            name = name if names.count(name) == 1 else file
            runs.append(read_run(opened(file), name, columns=columns, judged=qrels))
    tell("NDCG of every query")
    results = evaluate(qrels, runs, ks, options.convention, choices)
    in_a_file = options.baseline and not options.example
    return results, results.systems[0] if in_a_file else options.baseline


def called(file: str) -> str:
    """What sentences call a file."""
    return "standard input" if file == STANDARD_INPUT else Path(file).name


def opened(file: str) -> Path | bytes:
    """What is read for the name of a file: for "-" what is piped in, if anything is."""
    if file != STANDARD_INPUT:
        return Path(file)
    return b"" if is_typed() else sys.stdin.buffer.read()


def _report(
    results: "Results", baseline: str | None, options: Namespace, tell: Tell
) -> reports.Report:
    from ndcg_core.evaluation import compare
    from ndcg_core.evaluation.scoring.pipeline import at

    tell("where each mean lies")
    means, compared = results.means(options.seed), None
    if len(results.systems) > 1 or baseline:
        tell("each system against others")
        compared = compare(results, baseline=baseline, seed=options.seed)
    k, checks = results.ks[0], list[reports.Check]()
    if options.fail_under is not None:
        others = [mean for mean in means if mean.k == k and mean.system != baseline]
        checks += reports.at_least(options.fail_under, others, at("NDCG", k))
    if options.max_drop is not None and compared:
        checks += reports.no_drop(options.max_drop, compared, at("NDCG", k))
    return reports.Report(results, means, compared, tuple(checks))


def _beside(
    report: reports.Report, baseline: str | None, options: Namespace, tell: Tell
) -> Iterator[reports.Report]:
    """The same runs by the measures beside NDCG that are asked for."""
    from ndcg_core.evaluation import compare, measured

    for name in re.findall(r"[^,(]+(?:\([^)]*\))?[^,]*", options.measures):
        tell(name)
        results = measured(report.results, name.strip())
        compared = (
            compare(results, baseline=baseline, seed=options.seed) if report.compared else None
        )
        yield reports.Report(results, results.means(options.seed), compared)
