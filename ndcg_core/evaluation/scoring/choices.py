"""What to do where the data leave a question open; each finding names the choice that decides."""

from collections.abc import Mapping
from dataclasses import dataclass

from ndcg_core.metric.conventions import FRACTIONS, NEGATIVE, TIES
from ndcg_core.metric.numbers import shown

DUPLICATES = ("last", "first", "highest", "refuse")
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "run_duplicates": DUPLICATES,
    "judged_duplicates": DUPLICATES,
    "missing": ("zero", "left-out"),
    "unjudged": ("zero", "removed"),
    "negative": ("convention", *NEGATIVE),
    "fractions": ("convention", *FRACTIONS),
    "nan": ("last", "removed", "refuse"),
    "order": ("score", "rank", "lowest"),
    "ties": ("convention", *TIES),
}
"""What each choice may be; `Choices` explains them."""


@dataclass(frozen=True)
class Choices:
    """The answers to what data leave open.

    run_duplicates     a document twice in a ranking: its "last" line counts (as in ir_measures and
                       ranx), its "first", the one with the "highest" score; or "refuse"
    judged_duplicates  a document judged twice: likewise, "highest" being the highest grade
    missing            a judged query that a run leaves out: "zero", as ir_measures has it, or
                       "left-out" of this system's mean, as pytrec_eval has it
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

    run_duplicates: str = "last"
    judged_duplicates: str = "last"
    missing: str = "zero"
    unjudged: str = "zero"
    negative: str = "convention"
    fractions: str = "convention"
    nan: str = "last"
    order: str = "score"
    ties: str = "convention"

    def __post_init__(self) -> None:
        for name, options in OPTIONS.items():
            value = getattr(self, name)
            if value not in options:
                names = ", ".join(f'"{option}"' for option in options)
                raise ValueError(f"The choice {name} is {shown(value)}; it must be one of {names}.")
