"""Who prints a number: the question of somebody who got one, asked with a list of grades."""

from collections.abc import Iterable
from typing import Any

from ndcg_core import libraries
from ndcg_core.libraries import CHECKED, LIBRARIES, CouldBe, Ranking, could_be, raised
from ndcg_core.metric.arguments import explained
from ndcg_core.metric.numbers import as_text, number
from ndcg_core.metric.numbers import shown as shown_value
from ndcg_core.notebook import Number, Table, shown

HEADS = ("library", "NDCG", "name here", "version", "how we know")


class Printers(list[str]):
    """The names of the libraries that print a number, in the order of `libraries.LIBRARIES`.

    ranking, printed   what was asked
    """

    def __init__(self, names: Iterable[str], ranking: Ranking, printed: str | float) -> None:
        super().__init__(names)
        self.ranking = ranking
        self.printed = printed

    @property
    def could_be(self) -> list[CouldBe]:
        """Where no library prints the number: the wrong calls that do, or that raise the error."""
        text = self.printed if isinstance(self.printed, str) else repr(self.printed)
        return [] if self else could_be(text, self.ranking)

    @property
    def sentence(self) -> str:
        """What is to be said where no library prints the number."""
        if isinstance(self.printed, str) and raised(self.printed):
            return "That is an error, and no number."
        none = f"None of the libraries prints {self.printed} for this ranking."
        if isinstance(self.printed, str):
            return none
        text = f" A float is that very value: for a rounded number, pass the text “{self.printed}”."
        return none + text

    def rows(self) -> list[dict[str, str | float]]:
        """One record a library, for any data frame; `ndcg` in full."""
        return [
            {
                "library": name,
                "title": LIBRARIES[name].title,
                "ndcg": self.ranking.ndcg(name),
                "package": LIBRARIES[name].package,
                "version": LIBRARIES[name].version,
                "checked": LIBRARIES[name].checked,
            }
            for name in self
        ]

    def _repr_html_(self) -> str:
        rows = []
        for row in self.rows():
            value, known = Number(number(float(row["ndcg"]), 9)), CHECKED[str(row["checked"])]
            rows.append([row["title"], value, row["library"], row["version"], known])
        if not rows:
            return shown([], " ".join([self.sentence, *(one.message for one in self.could_be)]))
        return shown([Table(f"Who prints {self.printed}", HEADS, rows)])


@explained
def who_prints(
    grades: Iterable[float],
    printed: str | float,
    k: int | None = None,
    judged: Iterable[float] | None = None,
    scores: Iterable[float] | None = None,
    labels: Iterable[str] | None = None,
) -> Printers:
    """The libraries whose NDCG for these grades is this number.

    grades, k, judged, scores and labels as in `trace`; each library applies its own convention to
    them. printed: what you got. A text is a rounding to its digits, "0.950" to more than "0.95"; a
    float is that very value, as it came out of a program. An error of a wrong call, as
    "Got binary instead", is taken too. ValueError for what is neither, and as in `trace`. The wrong
    calls that give a number of no library stand in `could_be`.

    >>> "lightgbm" in who_prints([3, 2, 3, 0, 1], "0.957")
    True
    >>> who_prints([3, 2, 3, 0, 1], 0.957)
    []
    >>> who_prints([3, 2, 3, 0, 1], "0.957", k=5) == who_prints((3, 2, 3, 0, 1), "0.957")
    True
    """
    more = {"judged grades": judged, "scores": scores, "labels": labels}
    pool, scored, names = (
        None if values is None else _tuple(what, values) for what, values in more.items()
    )
    ranking = Ranking(_tuple("grades", grades), k, pool, scored, names)
    text = as_text(printed)
    given = text if isinstance(printed, str) else float(printed)
    found = [] if raised(text) else libraries.who_prints(ranking, given, LIBRARIES)
    return Printers(found, ranking, given)


def _tuple(what: str, values: Any) -> tuple[Any, ...]:
    try:
        return tuple(values.tolist() if hasattr(values, "tolist") else values)
    except TypeError:
        sentence = f"The {what} are {shown_value(values)}; they must be a list, one for each rank."
        raise ValueError(sentence) from None
