"""The exports of /evaluate: tables of every query, and the equivalent command. Pure functions."""

import io
import shlex
from collections.abc import Sequence
from dataclasses import fields

import polars as pl

from ndcg_core.evaluation.scoring.choices import Choices
from ndcg_core.evaluation.scoring.frames import format_csv
from ndcg_ui.pages.evaluate.link import EvaluationSettings, Question
from ndcg_ui.pages.evaluate.working import EvaluationResults


def build_queries_csv(evaluation: EvaluationResults) -> bytes:
    """Return a row for each system, query and cutoff as CSV, safe to open in a spreadsheet."""
    return format_csv(_make_frame(evaluation)).encode()


def build_queries_parquet(evaluation: EvaluationResults) -> bytes:
    """Return a row for each system, query and cutoff as Parquet, with unchanged texts."""
    out = io.BytesIO()
    _make_frame(evaluation).write_parquet(out)
    return out.getvalue()


def _make_frame(evaluation: EvaluationResults) -> pl.DataFrame:
    """Return the results by query, with a column for the second convention if it has values."""
    frame = evaluation.results.frame
    second = evaluation.second
    if second is None or second.values is None:
        return frame
    return frame.with_columns(second.values.alias(f"ndcg_{second.rules}"))


def build_command(settings: EvaluationSettings, files: Sequence[str] = ()) -> str:
    """Return the shell command for an evaluation, with a line for each convention.

    >>> settings = Question(ks="10, all", missing="left-out").settings
    >>> build_command(settings, ["qrels.txt", "--my run"])
    "ndcg evaluate qrels.txt './--my run' --k 10 all --missing left-out"
    >>> build_command(Question().settings)
    'ndcg evaluate --example --k 10 5'
    >>> print(build_command(Question(ks="3", beside="lightgbm").settings))
    ndcg evaluate --example --k 3
    ndcg evaluate --example --k 3 --convention lightgbm
    """
    rules = [settings.rules]
    if settings.second:
        rules.append(settings.second)
    return "\n".join(_build_command_line(settings, name, files) for name in rules)


def _build_command_line(
    settings: EvaluationSettings, convention_name: str, files: Sequence[str]
) -> str:
    """Return the shell command that evaluates files, or else the example, under a convention.

    The cutoffs are always in the command. Other options are left out if they have defaults.
    """
    paths = [f"./{name}" if name.startswith("-") else name for name in files]  # no option
    parts = ["ndcg", "evaluate", *(paths or ["--example"]), "--k"]
    parts += ["all" if k is None else str(k) for k in settings.ks]
    if convention_name != Question.rules:
        parts += ["--convention", convention_name]
    for choice in fields(Choices):
        value = getattr(settings.choices, choice.name)
        if value != choice.default:
            parts += [f"--{choice.name.replace('_', '-')}", value]
    if settings.columns and files:
        parts += ["--columns", settings.columns]
    return shlex.join(parts)
