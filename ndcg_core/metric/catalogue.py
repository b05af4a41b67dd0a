"""Every convention by name: three for teaching, then conventions of libraries and papers.

conventions.toml has a table for each convention except the standard one.
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, overload

from ndcg_core.content import load_toml
from ndcg_core.metric.conventions import STANDARD, Convention
from ndcg_core.metric.numbers import clip_text, short_repr
from ndcg_core.notebook import Catalogue

CONVENTIONS: Mapping[str, Convention] = Catalogue(
    {STANDARD.name: STANDARD}
    | {
        name: Convention(name, **row)
        for name, row in load_toml(__file__, "conventions.toml").items()
    },
    "Conventions",
    ("title", "gain", "discount", "where it stands"),
    lambda rules: (rules.title, rules.gain, rules.discount, rules.cite),
)
"""The conventions by name: the three of the course, then conventions of libraries and papers."""
TAUGHT_CONVENTIONS = tuple(CONVENTIONS.values())[:3]

MAX_SIMILAR_NAMES = 4

MAX_NAME_LENGTH = 60
"""The number of characters of an unknown name that are compared and shown."""

OTHER_NAMES: Mapping[str, str] = MappingProxyType({"gdeval": "ir_measures-exp-log2"})
"""The convention for each alternative name. ir_measures runs TREC's gdeval.pl."""
_CONVENTIONS_BY_NAME = {name.casefold(): rules for name, rules in CONVENTIONS.items()}
_CONVENTIONS_BY_NAME |= {name: CONVENTIONS[meant] for name, meant in OTHER_NAMES.items()}


def find_convention(convention: Convention | str) -> Convention:
    """Return the convention with the given name, ignoring case, or a convention unchanged.

    The names in `OTHER_NAMES` are also accepted. Raises ValueError for any other type, and for an
    unknown name, with similar names.
    """
    if isinstance(convention, Convention):
        return convention
    if not isinstance(convention, str):
        raise ValueError(
            f"The convention is {short_repr(convention)}. It must be a Convention or the name of "
            'one, such as "lightgbm".'
        )
    rules = CONVENTIONS.get(convention) or _CONVENTIONS_BY_NAME.get(convention.strip().casefold())
    if rules is None:
        raise ValueError(
            f"There is no convention “{clip_text(convention, MAX_NAME_LENGTH)}”. "
            f"{describe_similar_names(convention, _CONVENTIONS_BY_NAME)} "
            f"All {len(CONVENTIONS)} are in ndcg_core.CONVENTIONS and in ndcg --list."
        )
    return rules


class ConventionField:
    """A dataclass field that accepts a convention or its name, and stores the convention.

    The default is the standard convention. An unknown name raises ValueError.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Run:
    ...     rules: ConventionField = ConventionField()
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
        record.__dict__[self.name] = find_convention(value)


def describe_similar_names(name: str, names: Iterable[str]) -> str:
    """Return a sentence that lists similar names, or says that no name is similar.

    At most `MAX_SIMILAR_NAMES` are listed. Names that contain the unknown name come first.

    name: the unknown name. names: the known names, in lower case.
    """
    text = name.strip().casefold()[:MAX_NAME_LENGTH]
    others = list(names)
    alike = [other for other in others if text and text in other]
    rest = [other for other in others if other not in alike]
    alike += get_close_matches(text, rest, n=3, cutoff=0.5)
    close = [f"“{other}”" for other in alike[:MAX_SIMILAR_NAMES]]
    if not close:
        return "No name is similar."
    if len(close) == 1:
        return f"The most similar is {close[0]}."
    return f"The most similar are {', '.join(close[:-1])} and {close[-1]}."
