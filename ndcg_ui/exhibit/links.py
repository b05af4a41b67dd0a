"""The typed list of a page's link fields: it reads and writes the link and holds the defaults."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from operator import itemgetter
from sys import maxsize
from typing import Any, TypeVar

from ndcg_core.metric.numbers import clip_text
from ndcg_ui import limits

Query = Mapping[str, str]
T = TypeVar("T")


@dataclass(frozen=True)
class Field:
    """A parameter of a link: its name, its default, and its reader and writer.

    read     raises ValueError with a sentence for a text that it refuses
    longest  the number of characters to read
    """

    name: str
    default: Any
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    longest: int = limits.LONGEST_SETTING

    def read_typed(self, text: str) -> Any:
        """Return the value typed into the field's control. An empty text means the default."""
        try:
            return self.read(text) if text.strip() else self.default
        except ValueError as error:
            raise ValueError(str(error).replace("The link's", "The", 1)) from None


def read_fields(fields: Iterable[Field], query: Query) -> tuple[dict[str, Any], list[str]]:
    """Return the value of each field, and a sentence for each text that cannot be read.

    A missing or unreadable field gets its default.

    >>> read_fields([Field("k", 5, int), Field("n", 1, int)], {"k": "3"})
    ({'k': 3, 'n': 1}, [])
    """
    values = {}
    problems = []
    for field in fields:
        text = query.get(field.name)
        values[field.name] = field.default
        try:
            if text is not None and len(text) > field.longest:
                raise ValueError(f"The link's {field.name} is too long.")
            values[field.name] = field.default if text is None else field.read(text)
        except ValueError as error:
            problems.append(str(error))
    return values, problems


def write_fields(fields: Iterable[Field], values: Mapping[str, Any]) -> dict[str, str]:
    """Return the link parameters that `read_fields` reads back, without the defaults.

    >>> write_fields([Field("k", 5, int), Field("n", 1, int)], {"k": 3, "n": 1})
    {'k': '3'}
    """
    return {
        field.name: field.write(values[field.name])
        for field in fields
        if values[field.name] != field.default
    }


def make_reader(
    name: str, must: str, read: Callable[[str], T], longest: int = 20
) -> Callable[[str], T]:
    """Return a reader of texts in links, with a limit and a sentence for bad texts.

    must: the rule in the message about a bad text.

    longest: the number of characters to quote.

    >>> make_reader("step", "it must be a number", int)("3")
    3
    """

    def read_checked(text: str) -> T:
        try:
            return read(text)
        except (ValueError, KeyError):
            said = (
                f"The link's {name} is “{clip_text(text, longest)}”. {must[0].upper()}{must[1:]}."
            )
            raise ValueError(said) from None

    return read_checked


def make_choice_reader(name: str, choices: Collection[str]) -> Callable[[str], str]:
    """Return a reader for texts that must be one of some choices."""
    known = {choice: choice for choice in choices}
    return make_reader(name, f"it can be {', '.join(choices)}", known.__getitem__)


def make_text_fields(
    defaults: Mapping[str, str], offered: Mapping[str, Collection[str]], longest: int
) -> tuple[Field, ...]:
    """Return a field for each name, for an offered text or for any text up to `longest`."""
    return tuple(
        Field(
            name,
            default,
            make_choice_reader(name, offered[name])
            if name in offered
            else itemgetter(slice(longest)),
            longest=maxsize,
        )
        for name, default in defaults.items()
    )


def read_positive(text: str) -> int:
    """Return the whole number of at least 1 in a link's text. Raise ValueError for other texts."""
    if not read_positive_or_default(text):
        raise ValueError(f"{text!r} is not a whole number from 1.")
    return read_positive_or_default(text)


def read_positive_or_default(text: str, default: int = 0) -> int:
    """Return the whole number of at least 1 in a link's text, or `default`.

    >>> [read_positive_or_default(text) for text in ("12", "-1", "9" * 5000)]
    [12, 0, 0]
    """
    short = len(text) <= limits.LONGEST_WHOLE_NUMBER and text.isascii() and text.isdigit()
    return int(text) or default if short else default
