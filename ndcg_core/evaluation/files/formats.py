"""Files of other programs: one table, formats.toml, says where in them the rows are."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import polars as pl

from ndcg_core.content import beside
from ndcg_core.evaluation.files.columns import Told, grades_of, refuse_grade
from ndcg_core.evaluation.files.contents import refuse
from ndcg_core.evaluation.files.tables import Qrels
from ndcg_core.metric.numbers import clipped
from ndcg_core.numerals.numerals import read_plain

HOLDS = {"qrels": "judgments, and no run", "run": "a run, and no judgments"}


class Pairs(list[tuple[str, Any]]):
    """An object of a JSON text, with the keys that come twice."""


@dataclass(frozen=True)
class Format:
    """A row of formats.toml, which says what each field is."""

    name: str
    kind: str
    json: str = ""
    line: str = ""
    sure: bool = True

    def refuse_other(self, kind: str, where: str) -> None:
        """ValueError where the other kind of table is wanted."""
        if self.kind != kind:
            refuse(where, f"this is {self.name}; it holds {HOLDS[self.kind]}.")


FORMATS = tuple(Format(**row) for row in beside(__file__, "formats.toml")["format"])


def format_of_json(top: Any, kind: str, where: str) -> Format | None:
    """The format of a JSON text; ValueError for one that holds the other kind of table."""
    for form in (form for form in FORMATS if form.json):
        try:
            first = next(_walk(top, form.json.split(), {}, ()), None)
        except LookupError:
            continue
        if first is not None:
            form.refuse_other(kind, where)
            return form
    return None


def rows_in_json(top: Any, form: Format, where: str) -> Iterator[Mapping[str, Any]]:
    """The rows by their fields; ValueError for one that is not as the first."""
    number = 1
    try:
        for row in _walk(top, form.json.split(), {}, ()):
            yield row
            number += 1
    except LookupError as lacks:
        refuse(where, f"this is {form.name}, and {lacks.args[0]}.", number, "entry")


def _walk(
    value: Any, steps: list[str], row: Mapping[str, Any], above: tuple[Any, ...]
) -> Iterator[Mapping[str, Any]]:
    """Each row that the steps lead to; LookupError says what is not there."""
    if not steps:
        yield row
        return
    step, rest = steps[0], steps[1:]
    field, _, name = step.partition("=")
    if step == "^":
        yield from _walk(above[-1], rest, row, above[:-1])
    elif step == "*":
        if not isinstance(value, list) or isinstance(value, Pairs):
            raise LookupError(f"“{clipped(str(value), 20)}” is no list")
        for place, item in enumerate(value, 1):
            yield from _walk(item, rest, {**row, "rank": place}, (*above, value))
    elif step.endswith(":*"):
        for key, item in _object(value):
            yield from _walk(item, rest, {**row, step[:-2]: key}, (*above, value))
    elif name:
        taken = value if name == "." else _at(value, name)
        yield from _walk(value, rest, {**row, field: taken}, above)
    else:
        yield from _walk(_at(value, step), rest, row, (*above, value))


def _at(value: Any, names: str) -> Any:
    for name in names.split("."):
        inside = [item for key, item in _object(value) if key == name]
        if not inside:
            raise LookupError(f"there is no “{name}”")
        value = inside[0]
    return value


def _object(value: Any) -> Pairs:
    if not isinstance(value, Pairs):
        raise LookupError(f"“{clipped(str(value), 20)}” is no object")
    return value


def format_of_lines(data: bytes, kind: str, where: str) -> Format | None:
    """The format of a text, by its first line with content; ValueError for the other kind."""
    lines = (line.decode("utf-8", "replace").rstrip("\n") for line in BytesIO(data))
    first = next((line for line in lines if line.strip() and line[0] != "#"), "")
    for form in FORMATS:
        if form.line and (form.sure or form.kind == kind) and re.match(form.line, first):
            form.refuse_other(kind, where)
            return form
    return None


def rows_in_lines(data: bytes, form: Format, where: str, told: Told) -> pl.DataFrame:
    """query, doc, grade, line of a text in a format; ValueError for a line of another.

    A line that is blank or begins with # is passed over.
    """
    lines = pl.read_csv(
        data, has_header=False, separator="\0", quote_char=None, schema={"text": pl.String}
    )
    text = pl.col("text")
    lines = lines.with_row_index("line", 1).filter(text.str.contains(r"^\s*[^\s#]"))
    parts = lines.select("line", "text", parts=text.str.extract_groups(form.line)).unnest("parts")
    wrong = parts.filter(pl.col("query").is_null())
    if wrong.height:
        line, text_there = wrong.row(0)[:2]
        refuse(where, f"“{clipped(text_there)}” is no line of {form.name}.", line)
    frame = parts.select("query", "doc", grade=grades_of(pl.col("grade"), told), line="line")
    if frame["grade"].has_nulls():
        at = frame["grade"].is_null().arg_max() or 0
        labels = parts["grade"].filter(frame["grade"].is_null())
        refuse_grade(where, parts["grade"][at], labels, frame["line"][at])
    if frame["doc"].has_nulls() or frame.select("query", "doc").is_duplicated().any():
        place = pl.int_range(pl.len()).over("query").cast(pl.String)
        frame = frame.with_columns(doc=place)
    return frame


def is_predictions(data: bytes) -> bool:
    """Whether a text begins with a number that stands alone in its line."""
    return read_plain(data.lstrip().partition(b"\n")[0].decode("utf-8", "replace")) is not None


def read_predictions(data: bytes, where: str, judged: Qrels | None) -> pl.DataFrame:
    """query, doc, score, line of a text with a number in each line, the score of each document that
    is judged; ValueError where they are not as many.
    """
    lines = pl.read_csv(data, has_header=False, separator="\0", quote_char=None, infer_schema=False)
    texts = lines.to_series()
    texts = texts.filter(texts.str.contains(r"\S"))
    scores = texts.str.strip_chars().cast(pl.Float64, strict=False)
    if scores.has_nulls():
        at = scores.is_null().arg_max() or 0
        refuse(where, f"“{clipped(texts[at])}” is no number, as in the first line.", at + 1)
    if judged is None:
        refuse(where, "it has one number in each line; say of which judgments (judged=...).")
    if len(scores) != judged.frame.height:
        refuse(
            where,
            f"it has {len(scores):,} numbers, one in each line, and {judged.name} judges "
            f"{judged.frame.height:,} documents; there must be one for each, in the same order.",
        )
    line = pl.int_range(1, pl.len() + 1, dtype=pl.UInt32)
    return judged.frame.select("query", "doc", score=scores, line=line)
