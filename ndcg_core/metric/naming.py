"""A convention given by its name, wherever one is taken."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, overload

from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.known import CONVENTIONS
from ndcg_core.metric.quoting import shown

SHOWN = 4
"""So many names are listed as the nearest."""

LONGEST = 60
"""So many characters of an unknown name are looked at and shown."""

_NAMES = {name.casefold(): rules for name, rules in CONVENTIONS.items()}


def named(convention: Convention | str) -> Convention:
    """The convention itself, or the one of that name, however its letters are written.

    An unknown name raises ValueError and lists the nearest.

    >>> named("LightGBM").gain
    'exponential'
    """
    if isinstance(convention, Convention):
        return convention
    if not isinstance(convention, str):
        raise ValueError(
            f"The convention is {shown(convention)}; it must be a Convention or the name of one, "
            'such as "lightgbm".'
        )
    found = CONVENTIONS.get(convention) or _NAMES.get(convention.strip().casefold())
    if found is None:
        raise ValueError(
            f"There is no convention “{convention[:LONGEST]}”; {nearest(convention, _NAMES)} "
            f"ndcg_core.CONVENTIONS, or ndcg --list, has all {len(CONVENTIONS)}."
        )
    return found


class ByName:
    """A field of a dataclass that takes a convention or its name, and holds the convention.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Run:
    ...     rules: ByName = ByName()
    >>> Run("LightGBM").rules.name, Run().rules.name
    ('lightgbm', 'standard')
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, record: None, owner: type) -> str: ...
    @overload
    def __get__(self, record: object, owner: type) -> Convention: ...
    def __get__(self, record: object | None, owner: type) -> Any:
        return "standard" if record is None else record.__dict__[self.name]

    def __set__(self, record: object, value: Convention | str) -> None:
        record.__dict__[self.name] = named(value)


def nearest(name: str, names: Iterable[str]) -> str:
    """The names that are most like this one, in a sentence.

    >>> nearest("lightgmb", ["lightgbm", "ranx-ndcg"])
    'the nearest is “lightgbm”.'
    """
    asked, known = name.strip().casefold()[:LONGEST], list(names)
    alike = [other for other in known if asked and asked in other]
    alike += get_close_matches(asked, [other for other in known if other not in alike], 3, 0.5)
    close = [f"“{other}”" for other in alike[:SHOWN]]
    if not close:
        return "no name is near it."
    if len(close) == 1:
        return f"the nearest is {close[0]}."
    return f"the nearest are {', '.join(close[:-1])} and {close[-1]}."
