"""The rankings that placeholders in prose use, and the format of their values."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ndcg_core.content import ContentTable
from ndcg_core.html_builder import Html, html, tag
from ndcg_core.metric import CONVENTIONS, Convention, exact, number, short
from ndcg_core.sheets.sheet import Sheet


@dataclass(frozen=True)
class Value:
    """A calculated value in prose: its text, its HTML and, if there is one, its number."""

    text: str
    html: Html
    number: float | None = None

    @classmethod
    def from_number(cls, value: float, digits: int = 3) -> "Value":
        """Return a number as a value, with all digits on hover.

        A number that is not whole is rounded to `digits` decimals.
        """
        text = short(value) if float(value).is_integer() else number(value, digits)
        return cls(text, tag("span", text, css="computed", title=exact(value)), value)

    @classmethod
    def from_text(cls, text: str) -> "Value":
        """Return a text as a value without a number."""
        return cls(text, html(text))


FIRST_GRADES = (3.0, 2.0, 3.0, 0.0, 1.0)
DOCUMENT_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Setting:
    """The ranking of a placeholder, with its cutoff, convention, judged pool and scores."""

    grades: tuple[float, ...] = FIRST_GRADES
    k: int | None = None
    convention: Convention = CONVENTIONS["standard"]
    judged: tuple[float, ...] | None = None
    labels: tuple[str, ...] | None = None
    scores: tuple[float, ...] | None = None

    @property
    def sheet(self) -> Sheet:
        """An empty sheet of the ranking. Unnamed documents are called A, B, C, ..."""
        labels = self.labels or tuple(DOCUMENT_LETTERS[: len(self.grades)])
        return Sheet(self.grades, self.convention, self.k, labels, self.judged)


def read_setting(table: ContentTable, default: Setting) -> Setting:
    """Read a ranking from the keys grades, k, convention, base, judged and labels of a table.

    Missing keys come from the default, but a block with grades does not use the cutoff, the pool
    and the labels of the default. A base without a convention is ignored. Raises ValueError if the
    convention is unknown.
    """
    grades = table.pop_numbers("grades", [])
    base = replace(default, k=None, judged=None, labels=None) if grades else default
    k = table.pop_whole_number("k", 0)
    name = table.pop_text("convention", "")
    log_base = table.pop_whole_number("base", 0)
    judged = table.pop_numbers("judged", [])
    try:
        return Setting(
            grades or base.grades,
            k or base.k,
            find_convention_with_base(name, log_base) if name else base.convention,
            judged or base.judged,
            table.pop_texts("labels", []) or base.labels,
        )
    except ValueError as error:
        table.refuse(str(error))


def find_convention_with_base(name: str, base: float = 0) -> Convention:
    """Return a convention by its name, with another base of the logarithm if one is given.

    Raises ValueError if the name is unknown.

    >>> find_convention_with_base("textbook", 10).base
    10.0
    """
    if name not in CONVENTIONS:
        raise ValueError(
            f"There is no convention {name!r}. The conventions are {', '.join(CONVENTIONS)}."
        )
    return replace(CONVENTIONS[name], base=base) if base else CONVENTIONS[name]


def read_arguments(arguments: Mapping[str, str], default: Setting) -> Setting:
    """Return the setting that the arguments of a placeholder describe.

    If `r` is given, only the convention comes from the default.

    Arguments: r, k, c (convention), b (base), judged, scores (one per grade).

    >>> read_arguments({"r": "3,0,2", "k": "2"}, Setting()).grades
    (3.0, 0.0, 2.0)
    """
    setting = default
    if "r" in arguments:
        setting = Setting(_parse_numbers(arguments["r"]), convention=setting.convention)
    if "k" in arguments:
        setting = replace(setting, k=int(arguments["k"]))
    if "c" in arguments or "b" in arguments:
        name = arguments.get("c", setting.convention.name)
        setting = replace(
            setting, convention=find_convention_with_base(name, float(arguments.get("b", 0)))
        )
    lists = {
        name: _parse_numbers(arguments[name]) for name in ("judged", "scores") if name in arguments
    }
    return replace(setting, **lists)  # type: ignore[arg-type]


def _parse_numbers(text: str) -> tuple[float, ...]:
    """Parse comma-separated numbers. Raise ValueError for any other text."""
    return tuple(float(item) for item in text.split(","))
