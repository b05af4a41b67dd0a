"""`ndcg 3 2 3 0 1` and `ndcg who 0.957 3 2 3 0 1`: tables for people, JSON for programs."""

from argparse import Namespace
from collections.abc import Sequence

from ndcg_core.libraries import (
    LIBRARIES,
    Ranking,
    collect_outcomes,
    find_wrong_calls,
    find_wrong_calls_by_error,
)
from ndcg_core.metric import CONVENTIONS, Term, Trace, number, short
from ndcg_core.metric.catalogue import find_convention
from ndcg_core.metric.pools import refuse_ignored_cutoff
from ndcg_core.metric.traces import COLUMN_HEADS
from ndcg_core.terminal.arguments import Parser, read_cutoff, read_numbers
from ndcg_core.terminal.reports import format_json
from ndcg_core.version import __version__
from ndcg_core.who import read_table, who_prints, who_prints_all


def format_steps(trace: Trace) -> str:
    """Return a calculation as text: a table for each order, NDCG and the convention."""
    rules = trace.convention
    return "\n".join(
        [
            *_format_order(trace.actual, trace.beyond, trace.at("DCG")),
            "",
            *_format_order(trace.ideal, (), trace.at("IDCG")),
            "",
            f"{trace.at('NDCG')} = {number(trace.dcg)} / {number(trace.idcg)} = "
            f"{number(trace.ndcg, 6)}{', by convention' if trace.by_convention else ''}",
            f"{rules.name}: {rules.title}. {rules.cite}.",
        ]
    )


def _format_order(counted: Sequence[Term], beyond: Sequence[Term], sum_name: str) -> list[str]:
    """Return the table of one order as lines: its counted rows, other rows and sum."""
    heads = (*COLUMN_HEADS, sum_name.partition("@")[0])
    lines = ["{:>4}  {:8} {:>6} {:>6} {:>9} {:>7} {:>8}".format(*heads)]
    lines += [
        _format_row(row, f"{number(row.value):>7} {number(row.cumulative):>8}") for row in counted
    ]
    lines += [_format_row(row, "not counted") for row in beyond]
    earned = counted[-1].cumulative if counted else 0.0
    return [*lines, f"{sum_name + ' =':>45} {number(earned):>8}"]


def _format_row(row: Term, end: str) -> str:
    """Return a row of a calculation as a line that ends with `end`."""
    return (
        f"{row.rank:>4}  {row.label[:8]:8} {short(row.grade):>6} {short(row.gain):>6} "
        f"{number(row.discount):>9} {end}"
    )


def format_libraries(ranking: Ranking) -> str:
    """Return a line for each library: highest number first, libraries without a number last."""
    answers = collect_outcomes(ranking, LIBRARIES)
    lines = []
    for group in answers.groups:
        value = number(group.value, 6)
        lines += [
            f"{'' if n else value:10} {format_library_name(library)}"
            for n, library in enumerate(group.ids)
        ]
    lines += [
        f"{'refuses':10} {format_library_name(outcome.library)}: {outcome.reason}"
        for outcome in answers.refused
    ]
    lines += [
        f"{'not fixed':10} {format_library_name(outcome.library)}: {outcome.reason}"
        for outcome in answers.undetermined
    ]
    return "\n".join(lines)


def format_library_name(library: str) -> str:
    """Return a library's title, with a remark if its code was read but not run."""
    note = " (only read, not run)" if LIBRARIES[library].checked == "read" else ""
    return f"{LIBRARIES[library].title}{note}"


def run_ndcg(arguments: Sequence[str], program: str) -> str:
    """Run `ndcg` without the name of a command, and return its output.

    Raises ValueError for a bad grade or option.
    """
    options = _make_parser(program).parse_args(arguments)
    if options.list:
        return _format_conventions(options.json)
    ranking = read_ranking(options)
    if options.all:
        return (
            format_json(_make_outcomes_record(ranking))
            if options.json
            else format_libraries(ranking)
        )
    refuse_ignored_cutoff(ranking.k, find_convention(options.convention))
    trace = ranking.trace_ndcg(options.convention)
    return format_json(_make_trace_record(trace)) if options.json else format_steps(trace)


def _make_parser(program: str) -> Parser:
    """Return the parser of `ndcg` without the name of a command."""
    parser = Parser(program, "Calculate NDCG, step by step.", "ndcg", "ranking")
    scoring = (
        "GRADE ... [options]",
        "who NUMBER [GRADE ...]",
        "check MODULE:FUNCTION",
        "vectors FILE",
    )
    usages = (
        *scoring,
        "evaluate QRELS RUN ...",
        "export FORMAT FILE",
        "site FOLDER",
        "app",
        "help",
    )
    parser.usage = "\n       ".join(f"{program} {usage}" for usage in usages)
    parser.add_argument("--version", action="version", version=f"ndcg-tutor {__version__}")
    return parser


def _format_conventions(is_json: bool) -> str:
    """Return the conventions as text or as JSON."""
    if not is_json:
        return "\n".join(f"{name:30} {rules.title}" for name, rules in CONVENTIONS.items())
    every = CONVENTIONS.values()
    return format_json([{"name": c.name, "title": c.title, "cite": c.cite} for c in every])


def _make_trace_record(trace: Trace) -> dict[str, object]:
    """Return a calculation as data for JSON."""
    return {
        "convention": trace.convention.name,
        "k": None if trace.convention.cutoff == "none" else trace.k,
        **{name: getattr(trace, name) for name in ("cg", "dcg", "idcg", "ndcg")},
        "rows": trace.rows(),
    }


def _make_outcomes_record(ranking: Ranking) -> dict[str, object]:
    """Return the libraries' numbers, or their reasons for giving none, as data for JSON."""
    answers = collect_outcomes(ranking)
    return {
        "prints": [{"ndcg": group.value, "libraries": group.ids} for group in answers.groups],
        "refuses": {outcome.library: outcome.reason for outcome in answers.refused},
        "not determined": {outcome.library: outcome.reason for outcome in answers.undetermined},
    }


UNKNOWN_NUMBER = "No known wrong call gives this number. Add the grades to find out more."


def run_who(arguments: Sequence[str], program: str) -> str:
    """Run `ndcg who` and return its output. Raise ValueError for a bad number or grade."""
    parser = Parser(
        program, "Find the libraries that print a given number for a ranking.", "who", "ranking"
    )
    options = parser.parse_args(arguments)
    table = read_table(options.printed)
    if table and options.grades:
        return _run_who_all(options, table)
    if "/" in options.grades:
        raise ValueError(
            "A / separates several rankings. Write their means at cutoffs, as in: "
            "ndcg who 1=0.5,2=0.82 3 2 / 0 1"
        )
    ranking = read_ranking(options)
    if find_wrong_calls_by_error(options.printed) or not ranking.grades:
        found = [call.message_with_source for call in find_wrong_calls(options.printed)]
        others = ["Is it one of these?", *found] if found else [UNKNOWN_NUMBER]
        record = {"printed": options.printed, "libraries": [], "others": others}
        return format_json(record) if options.json else "\n".join(others)
    printers = who_prints(
        ranking.grades, options.printed, ranking.k, ranking.judged, ranking.scores
    )
    if options.json:
        rows = printers.rows()
        return format_json(
            {"printed": options.printed, "libraries": rows, "others": printers.others}
        )
    lines = [
        f"{number(ranking.calculate_ndcg(id), 6):10} {format_library_name(id)}" for id in printers
    ]
    return "\n".join([*(lines or [printers.sentence]), *printers.others])


def _run_who_all(options: Namespace, table: dict[int, str]) -> str:
    """Return the output about the libraries that print every number of a table.

    A / between grades separates rankings. Raises ValueError for a bad number.

    table: the numbers as text, by cutoff
    """
    rows = " ".join(options.grades).split("/")
    judged = None if options.judged is None else read_numbers(options.judged, "Judged grade")
    found = who_prints_all([read_numbers(row.split(), "Grade") for row in rows], table, judged)
    record = {"printed": table, "libraries": found, "sentence": found.sentence}
    return (
        format_json(record)
        if options.json
        else "\n".join([found.sentence, *map(format_library_name, found)])
    )


def read_ranking(options: Namespace) -> Ranking:
    """Return the ranking in a command's options or on standard input.

    Raises ValueError for a bad number.
    """
    return Ranking(
        read_numbers(options.grades or ["-"], "Grade"),
        None if options.k is None else read_cutoff(options.k),
        None if options.judged is None else read_numbers(options.judged, "Judged grade"),
        None if options.scores is None else read_numbers(options.scores, "Score"),
    )
