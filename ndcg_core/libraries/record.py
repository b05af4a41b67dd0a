"""A library: a convention, and the behaviour that no convention describes.

A `LibraryLimit` describes an error or an undetermined number. Each library also has a call that
prints its number for a ranking, ready to copy.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from json import dumps
from math import inf
from types import MappingProxyType
from typing import Any, Literal

from ndcg_core.content import load_toml
from ndcg_core.libraries.ranking import Ranking
from ndcg_core.metric import CONVENTIONS, Convention, number, short
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.pools import count_actual_and_ideal_ranks
from ndcg_core.metric.ties import rank_by_score, round_to_float32


@dataclass(frozen=True)
class LibraryLimit:
    """A kind of ranking for which a library raises an error or has no determined number.

    when    the name of a condition in LIMIT_CONDITIONS
    text    the library's error, or the reason for an undetermined number; "{grade}" is the first
            responsible grade
    beyond  the number in the condition, if it has one: the highest grade, the most documents
    instead the output in place of NDCG, if it is known: "-1", "nan"
    """

    when: str
    text: str
    beyond: float = inf
    instead: str = ""

    def applies_to(self, ranking: Ranking, convention: Convention) -> bool:
        """Return True if the limit applies to a ranking under a convention."""
        return bool(self._find_responsible_grades(ranking, convention))

    def _find_responsible_grades(
        self, ranking: Ranking, convention: Convention
    ) -> "ResponsibleGrades":
        """Return the grades that cause the limit, or [] if the limit does not apply."""
        grades = list_input_grades(ranking, convention)
        return LIMIT_CONDITIONS[self.when](grades, ranking, convention, self.beyond)

    def explain(self, ranking: Ranking, convention: Convention) -> str:
        """Return the text of a limit that applies, with the first responsible grade filled in."""
        if "{grade" not in self.text:
            return self.text
        grade = self._find_responsible_grades(ranking, convention)[0]
        return self.text.format(grade=short(grade), grade6=number(grade, 6).replace("−", "-"))


def list_input_grades(ranking: Ranking, convention: Convention) -> Sequence[float]:
    """Return the input grades of a library, including the pool if the library uses a pool."""
    judged = convention.ideal_from == "judged" and ranking.judged is not None
    return [*ranking.grades, *ranking.unretrieved_grades] if judged else ranking.grades


ResponsibleGrades = Sequence[float]
"""The grades that cause a limit. If the cause is not a grade, any non-empty list."""


def _find_ties(
    grades: Sequence[float], ranking: Ranking, convention: Convention, beyond: float
) -> ResponsibleGrades:
    """Return the grades if ties in a list of over `beyond` documents can affect NDCG, or []."""
    changes = len(ranking.grades) > beyond and _has_mixed_ties(ranking, convention)
    return ranking.grades if changes else []


def _find_numpy_ties(
    grades: Sequence[float], ranking: Ranking, convention: Convention, beyond: float
) -> ResponsibleGrades:
    """Return the grades if numpy's argsort can order the ties in several ways, else [].

    The order depends on the processor. With vector instructions, argsort keeps the order of equal
    scores if all scores are equal, or if there are at most three. Without vector instructions,
    lists of at most 16 documents keep their order with any ties.

    beyond: the largest number of documents that keep their order if all scores are equal.
    """
    n = len(ranking.grades)
    scores = ranking.scores or ()
    alike = n <= 3 or (n <= beyond and len(set(scores)) == 1)
    return ranking.grades if not alike and _has_mixed_ties(ranking, convention) else []


def _has_mixed_ties(ranking: Ranking, convention: Convention) -> bool:
    """Return True if a tie of documents with different grades begins at a rank that counts."""
    if ranking.scores is None:
        return False
    counted, _ = count_actual_and_ideal_ranks(ranking.k, len(ranking.grades), convention)
    first = 0
    for group in rank_by_score(ranking.grades, ranking.scores, convention).groups:
        if first < counted and len({ranking.grades[index] for index in group}) > 1:
            return True
        first += len(group)
    return False


Condition = Callable[[Sequence[float], Ranking, Convention, float], ResponsibleGrades]
LIMIT_CONDITIONS: Mapping[str, Condition] = {
    "fraction": lambda grades, *_: [r for r in grades if r != int(r)],
    "negative": lambda grades, *_: [r for r in grades if r < 0],
    "negative but not −1": lambda grades, *_: [r for r in grades if r < 0 and r != -1],
    "negative among whole": lambda grades, *_: (
        [r for r in grades if r < 0] if all(r == int(r) for r in grades) else []
    ),
    "all negative": lambda grades, *_: grades if max(grades) < 0 else [],
    "grade above": lambda grades, _, __, most: [r for r in grades if r > most],
    "nothing relevant": lambda grades, *_: grades if max(grades) <= 0 else [],
    "k above": lambda grades, ranking, _, most: [
        k for k in [ranking.k or len(ranking.grades)] if k > most
    ],
    "fraction below 1": lambda grades, *_: [r for r in grades if 0 < r < 1],
    "one grade": lambda grades, *_: grades if len(set(grades)) == 1 else [],
    "k beyond the list": lambda _, ranking, *__: (
        ranking.grades if (ranking.k or 0) > len(ranking.grades) else []
    ),
    "one document": lambda _, ranking, *__: ranking.grades if len(ranking.grades) == 1 else [],
    "ties above": _find_ties,
    "numpy ties": _find_numpy_ties,
}
"""The conditions of limits by name. A condition is a function that returns the grades that
cause the limit, or [].
"""


def explain_first_limit(limits: Sequence[LibraryLimit], ranking: Ranking, name: str) -> str:
    """Return the text of the first limit that applies to a ranking, or "".

    name: the id of the library.
    """
    rules = CONVENTIONS[name]
    return next(
        (limit.explain(ranking, rules) for limit in limits if limit.applies_to(ranking, rules)), ""
    )


CHECK_METHODS = {
    "conformed": "a test compares it with ours",
    "ran": "run by hand, compared with its source",
    "read": "only read, not run",
}
"""The ways in which we know a library's behaviour."""

FLOAT64_TOLERANCE = 1e-12
FLOAT32_TOLERANCE = 1e-6
"""The largest effect of the order in which a few hundred terms are added."""


@dataclass(frozen=True)
class Library:
    """A library, with the facts that explain its numbers.

    Attributes
    ----------
    id : str
        The name of its convention in `CONVENTIONS`.
    package : str
        The package to install, or the product or the paper.
    version : str
        The version that was run or read.
    checked : {"conformed", "ran", "read"}
        "conformed": a test compares the library with this project. "ran": the library was run by
        hand. "read": its source was only read.
    call : str
        The call that prints the number. `format_call` inserts a ranking.
    trap : str
        A sentence about a known problem.
    thread, url : str
        The discussion of this problem, such as "scikit-learn #32049", and its address.
    unjudged : str
        The treatment of a retrieved document without a grade.
    averaging : str
        The way in which several queries become one number.
    precision : str
        The precision of its numbers, and the number of printed digits.
    sums, held : {"float64", "float32"}
        The precision of its sums and of its grades.
    decimals : int or None
        The number of decimals that the library prints. None for all decimals.
    refuses : tuple of LibraryLimit
        The rankings for which the library raises an error, with the error.
    open : tuple of LibraryLimit
        The rankings without a determined or known number, with the reason.
    """

    id: str
    package: str
    version: str
    checked: Literal["conformed", "ran", "read"]
    call: str
    trap: str
    thread: str = ""
    url: str = ""
    unjudged: str = "earns 0 and keeps its rank"
    averaging: str = "mean over the queries"
    precision: str = "float64"
    sums: str = "float64"
    held: str = "float64"
    decimals: int | None = None
    refuses: tuple[LibraryLimit, ...] = ()
    open: tuple[LibraryLimit, ...] = ()

    @property
    def convention(self) -> Convention:
        """The convention of the library."""
        return CONVENTIONS[self.id]

    def choose_tolerance(self, ranking: Ranking) -> float:
        """Return the largest rounding error to expect in the library's number for a ranking."""
        cut = any(round_to_float32(grade) != grade for grade in ranking.grades)
        if self.sums == "float32" or (self.held == "float32" and cut):
            return FLOAT32_TOLERANCE
        return FLOAT64_TOLERANCE

    @property
    def title(self) -> str:
        """The title of the library's convention."""
        return self.convention.title


def _read_libraries(content: Mapping[str, Any]) -> Iterator[Library]:
    """Yield the libraries of libraries.toml. The first lines of the file explain the format."""
    named = {name: LibraryLimit(**limit) for name, limit in content["limits"].items()}
    rows: dict[str, dict[str, Any]] = {}
    for table in content["library"]:
        like = rows.get(table.pop("like", ""), {})
        put = like.get("put", {}) | table.get("put", {})
        rows[table["id"]] = row = {**like, **table, "put": put}
        fields = {key: value for key, value in row.items() if key != "put"}
        for name, text in put.items():
            fields["call"] = fields["call"].replace(f"${name}", text)
        for key in ("refuses", "open"):
            limits = row.get(key, [])
            fields[key] = tuple(
                named[x] if isinstance(x, str) else LibraryLimit(**x) for x in limits
            )
        yield Library(**fields)


LIBRARIES: Mapping[str, Library] = MappingProxyType(
    {library.id: library for library in _read_libraries(load_toml(__file__, "libraries.toml"))}
)
"""The libraries by id, which is the name of their convention."""

MAX_RUN_DOCUMENTS = 1000
"""The default cutoff of trectools."""


@explain_bad_calls
def format_call(library: Library, ranking: Ranking) -> str:
    """Return the code that prints the library's number for a ranking.

    >>> print(format_call(LIBRARIES["scikit-learn"], Ranking((3, 0, 2), k=2)))
    from sklearn.metrics import ndcg_score
    print(ndcg_score([[3, 0, 2]], [[3, 2, 1]], k=2))
    """
    return fill_call(library.call, ranking)


def fill_call(text: str, ranking: Ranking) -> str:
    """Return a call with its $placeholders replaced by the values of a ranking."""
    values = _format_call_values(ranking)
    for name in sorted(values, key=len, reverse=True):
        text = text.replace(f"${name}", values[name])
    return text


def _format_call_values(ranking: Ranking) -> dict[str, str]:
    """Return a ranking's values as source code, by the names of the placeholders in calls."""
    n = len(ranking.grades)
    k = ranking.k
    grades = [_convert_whole_to_int(grade) for grade in ranking.grades]
    unretrieved = map(_convert_whole_to_int, ranking.unretrieved_grades)
    qrels = dict(zip(ranking.names, [*grades, *unretrieved], strict=True))
    scores = [_convert_whole_to_int(score) for score in ranking.scores or range(n, 0, -1)]
    run = dict(zip(ranking.names, scores, strict=False))
    order = sorted(range(n), key=lambda index: -scores[index])
    written = {
        "n": n,
        "k": k or n,
        "cut": k,
        "top": k or -1,
        "depth": k or max(n, MAX_RUN_DOCUMENTS),
        "grades": grades,
        "scores": scores,
        "qrels": qrels,
        "run": run,
        "relevant": [doc for doc, grade in qrels.items() if grade > 0],
        "ranked": [ranking.names[index] for index in order],
        "falling": list(range(n, 0, -1)),
        "ranked_numbers": order,
        "relevance_row": [float(grade > 0) for grade in qrels.values()],
        "relevant_numbers": [index for index, grade in enumerate(qrels.values()) if grade > 0],
    }
    ratings = [{"_index": "my-index", "_id": doc, "rating": r} for doc, r in qrels.items()]
    return {name: repr(value) for name, value in written.items()} | {
        "at": f"@{k}" if k else "",
        "ratings": dumps(ratings),
        "r_grades": f"c({', '.join(map(str, grades))})",
        "r_scores": f"c({', '.join(map(str, scores))})",
        "qrels_lines": "\n".join(f"q 0 {doc} {grade}" for doc, grade in qrels.items()),
        "run_lines": "\n".join(f"q Q0 {doc} 0 {score} mine" for doc, score in run.items()),
    }


def _convert_whole_to_int(number: float) -> float:
    """Return a whole number as an int, and any other number unchanged."""
    return int(number) if number == int(number) else number
