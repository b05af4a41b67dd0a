"""Choices for data that leave a question open. Each finding names its choice."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args, get_type_hints

from ndcg_core.metric.conventions import Fractions, Missing, Negative, Self, Ties
from ndcg_core.metric.numbers import short_repr

Duplicates = Literal["last", "first", "highest", "refuse"]


@dataclass(frozen=True)
class Choices:
    """The choices that the data leave open.

    run_duplicates     a document twice in a ranking: its "last" line counts (as in ir_measures and
                       ranx), its "first", the one with the "highest" score; or "refuse"
    judged_duplicates  a document judged twice: likewise, "highest" being the highest grade
    missing            a judged query that a run leaves out: as the "convention" has it, "zero", as
                       in ir_measures, or "left-out" of this system's mean, as in pytrec_eval
    self               a document with the id of its query: as the "convention" has it, "kept", or
                       "left-out" of the ranking, as in BEIR
    unjudged           a retrieved document without a judgment: it earns "zero", whatever grade 0
                       does, and keeps its rank, or is "removed" before ranks are counted (a
                       condensed list)
    negative           grades below 0: as the "convention" has them, or one of its words for it
    fractions          grades such as 0.5: as the "convention" has them, "kept" or "dropped"
    nan                a score that is no number ranks "last", is "removed", or "refuse"
    order              the ranking is made from the "score", from the "rank" column, or from the
                       score with the "lowest" first, as of a distance
    ties               equal scores: as the "convention" orders them, or one of its words for it

    A value that is not one of these raises ValueError.

    >>> Choices(missing="left-out").missing
    'left-out'
    """

    run_duplicates: Duplicates = "last"
    judged_duplicates: Duplicates = "last"
    missing: Literal["convention", Missing] = "convention"
    self: Literal["convention", Self] = "convention"
    unjudged: Literal["zero", "removed"] = "zero"
    negative: Literal["convention", Negative] = "convention"
    fractions: Literal["convention", Fractions] = "convention"
    nan: Literal["last", "removed", "refuse"] = "last"
    order: Literal["score", "rank", "lowest"] = "score"
    ties: Literal["convention", Ties] = "convention"

    def __post_init__(self) -> None:
        for name, options in OPTIONS.items():
            value = getattr(self, name)
            if value not in options:
                names = ", ".join(f'"{option}"' for option in options)
                raise ValueError(
                    f"The choice {name} is {short_repr(value)}; it must be one of {names}."
                )


OPTIONS: Mapping[str, tuple[str, ...]] = {
    name: get_args(hint) for name, hint in get_type_hints(Choices).items()
}
"""What each choice may be; `Choices` explains them."""
OF_CONVENTION = tuple(name for name, options in OPTIONS.items() if "convention" in options)
"""The choices that a convention has too, and that overrule it."""
