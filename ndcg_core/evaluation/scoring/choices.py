"""Choices for the treatment of incomplete or inconsistent data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args, get_type_hints

from ndcg_core.metric.conventions import Fractions, Missing, Negative, Self, Ties
from ndcg_core.metric.numbers import short_repr

Duplicates = Literal["last", "first", "highest", "refuse"]


@dataclass(frozen=True)
class Choices:
    """The choices for the treatment of incomplete or inconsistent data.

    Parameters
    ----------
    run_duplicates : {"last", "first", "highest", "refuse"}, default "last"
        A document that appears twice in a ranking. "last" uses the last line, as ir_measures and
        ranx do. "highest" uses the line that ranks higher.
    judged_duplicates : {"last", "first", "highest", "refuse"}, default "last"
        A document that is judged twice. "highest" uses the highest grade.
    missing : {"convention", "zero", "left-out"}, default "convention"
        A judged query that a run leaves out. "zero" scores the query 0, as ir_measures does.
        "left-out" removes the query from the mean of the system, as pytrec_eval does.
    self : {"convention", "kept", "left-out"}, default "convention"
        A document that has the id of its query. BEIR leaves out such documents.
    unjudged : {"zero", "removed"}, default "zero"
        A retrieved document without a judgment. With "zero" the document has no gain, but a
        rank. "removed" deletes the document before ranks are counted, so the list is condensed.
    negative : str, default "convention"
        A grade below 0, see `Convention.negative`.
    fractions : {"convention", "kept", "dropped"}, default "convention"
        A grade such as 0.5, see `Convention.fractions`.
    nan : {"last", "removed", "refuse"}, default "last"
        A score that is not a number.
    order : {"score", "rank", "lowest"}, default "score"
        The column that orders a ranking. "lowest" puts the lowest score first, as for a distance.
    ties : str, default "convention"
        Equal scores, see `Convention.ties`.

    Raises
    ------
    ValueError
        If a field has a value that is not listed above.

    Examples
    --------
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
        for name, options in CHOICE_OPTIONS.items():
            value = getattr(self, name)
            if value not in options:
                names = ", ".join(f'"{option}"' for option in options)
                raise ValueError(
                    f"The choice {name} is {short_repr(value)}. It must be one of {names}."
                )


CHOICE_OPTIONS: Mapping[str, tuple[str, ...]] = {
    name: get_args(hint) for name, hint in get_type_hints(Choices).items()
}
"""The allowed values of each choice. `Choices` explains the values."""
CONVENTION_CHOICES = tuple(
    name for name, options in CHOICE_OPTIONS.items() if "convention" in options
)
"""The choices that can override the convention's field of the same name."""
