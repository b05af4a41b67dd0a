"""`ndcg check my_package.metrics:ndcg_at_k`: find the convention of a function."""

import json
from argparse import Namespace
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from ndcg_core.checking import CheckResult, Form
from ndcg_core.checking.signatures import INPUT_NAMES, read_outcome, read_signature
from ndcg_core.checking.vectors import SCHEMA_FILE, format_vectors
from ndcg_core.checking.verdict import examine_function, judge_answers
from ndcg_core.terminal import checks, reports
from ndcg_core.terminal.arguments import Parser, write_errors_to_junit, write_file
from ndcg_core.terminal.separate import run_program, start_function


@write_errors_to_junit
def run_check(arguments: Sequence[str], program: str) -> tuple[str, bool]:
    """Run `ndcg check`. Return its output, and True if the function fails --expect.

    Writes the file of --junit, if there is one. Raises ValueError if there is no verdict.
    """
    parser = Parser(
        program,
        "Find the convention that a function follows, and where the function deviates from it.",
        "check",
    )
    options = parser.parse_args(arguments)
    if (options.function is None) == (options.command is None):
        parser.error("name one function, such as metrics.py:ndcg_at_k, or use --command")
    if options.command is not None:
        found = _examine_program(options)
    else:
        with start_function(options.function, options.timeout) as caller:
            found = examine_function(caller, options.expect, options.signature, options.k)
    if not found.is_recognized:
        raise ValueError(" ".join(found.sentences))
    failed = options.expect is not None and not found.agrees
    if options.junit:
        row = checks.LimitCheck(
            found.function,
            "convention",
            options.expect or found.convention,
            found.rankings,
            found.equal,
            failed,
            " ".join(found.sentences),
        )
        write_file(options.junit, checks.format_junit([row], suite="ndcg check"))
    if options.json:
        return reports.format_json(found.record()), failed
    if not options.markdown:
        return str(found), failed
    call, verdict, *others = map(reports.escape_markdown, found.sentences)
    sign = reports.CHECK_SIGNS[not found.agrees]
    items = [f"- {sentence}" for sentence in others]
    return "\n".join([f"### {sign} {call} {verdict}", "", *items]), failed


def _examine_program(options: Namespace) -> CheckResult:
    """Call a program that reads a JSON object per line, and judge the numbers that it prints.

    Raises ValueError if the program prints too few or too many lines, or if there is no verdict.
    """
    parts = read_signature(options.signature or "grades,k")
    form = Form(parts, cut=None if "k" in parts else options.k)
    lines = [json.dumps(form.name_arguments(row), default=sorted) for row in form.rankings]
    text = "\n".join(lines) + "\n"
    output = run_program(options.command, text, options.timeout, options.shell).split("\n")
    answers = [read_outcome(line) for line in output if line.strip()]
    if len(answers) != len(lines):
        raise ValueError(
            f"The command wrote {len(answers):,} line{'' if len(answers) == 1 else 's'} for "
            f"{len(lines):,} rankings. It must write one number for each line that it reads, such "
            f"as {lines[0]}."
        )
    call = f"Called with {', '.join(INPUT_NAMES[part][0] for part in parts)} in each line of JSON."
    has_signature = options.signature is not None
    return judge_answers(options.command, form, answers, options.expect, None, call, has_signature)


def run_vectors(arguments: Sequence[str], program: str) -> str:
    """Run `ndcg vectors`: write the test vectors and their schema. Return the text to print.

    Raises ValueError if a file cannot be written.
    """
    parser = Parser(
        program,
        "Write rankings with their NDCG under every convention to a file, to test your code.",
        "vectors",
    )
    file = Path(parser.parse_args(arguments).file)
    content = format_vectors()
    write_file(str(file), content.encode())
    write_file(
        str(file.with_name(SCHEMA_FILE)), (files("ndcg_core.checking") / SCHEMA_FILE).read_bytes()
    )
    return f"Wrote {file} ({len(content):,} bytes) and its schema, {file.with_name(SCHEMA_FILE)}."
