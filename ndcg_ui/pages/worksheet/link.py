"""The link of a worksheet, which describes it completely."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ndcg_core.exercises.worksheets import Worksheet
from ndcg_core.metric.numbers import short_repr
from ndcg_ui import limits
from ndcg_ui.exhibit.links import Field, Query, read_fields

PAPERS: Mapping[str, str] = {"a4": "A4", "letter": "US Letter"}
DEFAULT_USED = "The default is used."


@dataclass(frozen=True)
class WorksheetChoices:
    """The choices of the worksheet page: a worksheet, and a paper size of `PAPERS`."""

    worksheet: Worksheet = field(default_factory=Worksheet)
    paper: str = "a4"


def format_link(choices: WorksheetChoices) -> dict[str, str]:
    """Return all parameters of a worksheet's link, including defaults, which may change.

    >>> format_link(WorksheetChoices(Worksheet(("cg", "dcg"), "all", 4, seed=17), "letter"))
    {'skills': 'cg,dcg', 'difficulty': 'all', 'number': '4', 'paper': 'letter', 'seed': '17'}
    """
    values = {**vars(choices.worksheet), "paper": choices.paper}
    return {field.name: field.write(values[field.name]) for field in FIELDS}


def read_link(query: Query) -> tuple[WorksheetChoices, list[str]]:
    """Return a link's worksheet and paper size, and a sentence for each invalid parameter.

    >>> read_link({"skills": "dcg", "number": "3"})[0].worksheet.skills
    ('dcg',)
    >>> read_link({"seed": "-1"})[1]
    ["The seed is '-1'. It must be a whole number, 1 to 9999. The default is used."]
    """
    values, problems = read_fields(FIELDS, query)
    paper = values.pop("paper")
    return WorksheetChoices(Worksheet(**values), paper), [
        f"{wrong} {DEFAULT_USED}" for wrong in problems
    ]


def change_choices(choices: WorksheetChoices, name: str, text: str) -> WorksheetChoices:
    """Return the choices with a changed field. Raise ValueError if the text is not valid."""
    field = next(field for field in FIELDS if field.name == name)
    if name == "paper":
        return replace(choices, paper=field.read(text))
    return replace(choices, worksheet=replace(choices.worksheet, **{name: field.read(text)}))


def _make_worksheet_field(name: str, read: Callable[[str], Any] = str) -> Field:
    """Return a field for a setting of a worksheet. The worksheet checks the value."""

    def read_valid_value(text: str) -> Any:
        return getattr(replace(Worksheet(), **{name: read(text)}), name)

    return Field(name, getattr(Worksheet, name), read_valid_value)


def _read_skills(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


def _read_whole_number(text: str) -> int | str:
    """Parse a whole number, or return the text unchanged, which a worksheet refuses."""
    good = text.isascii() and text.isdigit() and len(text) <= limits.LONGEST_WHOLE_NUMBER
    return int(text) if good else text


def _read_paper(text: str) -> str:
    """Return a paper size unchanged. Raise ValueError for an unknown size."""
    if text not in PAPERS:
        papers = ", ".join(PAPERS)
        raise ValueError(f"There is no paper size {short_repr(text)}. The sizes are {papers}.")
    return text


FIELDS = (
    replace(_make_worksheet_field("skills", _read_skills), write=",".join, max_length=2_000),
    _make_worksheet_field("difficulty"),
    _make_worksheet_field("number", _read_whole_number),
    Field("paper", "a4", _read_paper),
    _make_worksheet_field("seed", _read_whole_number),
)
