"""Typed fields of a page's link: defaults, and conversion from and to link parameters."""

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
    """A parameter of a link: its name, default value, reader and writer.

    read        raises ValueError with a sentence for a text that it refuses
    max_length  the maximum number of characters of the parameter
    """

    name: str
    default: Any
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    max_length: int = limits.LONGEST_SETTING

    def parse_typed_text(self, text: str) -> Any:
        """Parse text typed into the field's control. Blank text means the default.

        Raises ValueError with a sentence for a text that the field refuses.
        """
        try:
            return self.read(text) if text.strip() else self.default
        except ValueError as error:
            raise ValueError(str(error).replace("The link's", "The", 1)) from None


def read_fields(fields: Iterable[Field], query: Query) -> tuple[dict[str, Any], list[str]]:
    """Return the values of a link's fields by name, and an error message per invalid field.

    A field whose parameter is missing or invalid gets its default.

    >>> read_fields([Field("k", 5, int), Field("n", 1, int)], {"k": "3"})
    ({'k': 3, 'n': 1}, [])
    """
    values = {}
    problems = []
    for field in fields:
        text = query.get(field.name)
        values[field.name] = field.default
        try:
            if text is not None and len(text) > field.max_length:
                raise ValueError(f"The link's {field.name} is too long.")
            values[field.name] = field.default if text is None else field.read(text)
        except ValueError as error:
            problems.append(str(error))
    return values, problems


def format_fields(fields: Iterable[Field], values: Mapping[str, Any]) -> dict[str, str]:
    """Return the link parameters for field values, leaving out defaults.

    >>> format_fields([Field("k", 5, int), Field("n", 1, int)], {"k": 3, "n": 1})
    {'k': '3'}
    """
    return {
        field.name: field.write(values[field.name])
        for field in fields
        if values[field.name] != field.default
    }


def make_field_reader(
    name: str, rule: str, read: Callable[[str], T], quoted_length: int = 20
) -> Callable[[str], T]:
    """Return a reader like `read` whose errors name the parameter and the broken rule.

    rule: the rule in the error message, such as "it must be a number".

    quoted_length: the number of characters of the refused text to quote.

    >>> make_field_reader("step", "it must be a number", int)("3")
    3
    """

    def read_checked(text: str) -> T:
        try:
            return read(text)
        except (ValueError, KeyError):
            quoted = clip_text(text, quoted_length)
            message = f"The link's {name} is “{quoted}”. {rule[0].upper()}{rule[1:]}."
            raise ValueError(message) from None

    return read_checked


def make_choice_reader(name: str, choices: Collection[str]) -> Callable[[str], str]:
    """Return a reader that returns a text in `choices` unchanged, and else raises ValueError."""
    known = {choice: choice for choice in choices}
    return make_field_reader(name, f"it can be {', '.join(choices)}", known.__getitem__)


def make_text_fields(
    defaults: Mapping[str, str], choices: Mapping[str, Collection[str]], max_length: int
) -> tuple[Field, ...]:
    """Return a link field with a text value for each name in `defaults`.

    choices: the only values of a field, by its name. Other fields accept any text.
    max_length: the number of characters at which the text of the other fields is cut
    """
    cut_text: Callable[[str], str] = itemgetter(slice(max_length))
    return tuple(
        Field(
            name,
            default,
            make_choice_reader(name, choices[name]) if name in choices else cut_text,
            max_length=maxsize,
        )
        for name, default in defaults.items()
    )


def parse_positive(text: str) -> int:
    """Parse a whole number from 1 to 999999. Raise ValueError for any other text."""
    if not parse_positive_or_default(text):
        raise ValueError(f"{text!r} is not a whole number from 1.")
    return parse_positive_or_default(text)


def parse_positive_or_default(text: str, default: int = 0) -> int:
    """Parse a whole number from 1 to 999999. Return `default` for any other text.

    >>> [parse_positive_or_default(text) for text in ("12", "-1", "9" * 5000)]
    [12, 0, 0]
    """
    short = len(text) <= limits.LONGEST_WHOLE_NUMBER and text.isascii() and text.isdigit()
    return int(text) or default if short else default
