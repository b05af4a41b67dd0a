"""Signatures: the inputs of a function and their order.

    grades,k            ndcg_at_k(ranked_grades, k)
    truth,scores,k      ndcg_score(y_true, y_score, k)
    truths,scorings,k   the same in rows of a matrix, as scikit-learn has it
    ranked,relevant,k   ndcg(retrieved_ids, {ids that are relevant}, k)
    qrels,run,k         ndcg({query: {id: grade}}, {query: {id: score}}, k)

signatures.toml has the others, and every part in words.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from ndcg_core.checking.outcomes import read_outcome as read_outcome
from ndcg_core.checking.probes import list_facts, make_probes, sort_by_size
from ndcg_core.content import load_toml
from ndcg_core.libraries import Ranking
from ndcg_core.metric.numbers import clip_text

_SIGNATURE_FILE = load_toml(__file__, "signatures.toml")
INPUT_NAMES: Mapping[str, tuple[str, ...]] = {
    name: tuple(row) for name, row in _SIGNATURE_FILE["parts"].items()
}
"""For each part: its words, the input that it gives, and usual parameter names."""
SIGNATURES: tuple[str, ...] = tuple(_SIGNATURE_FILE["signatures"])
ARRAY_FUNCTIONS = {"numpy": "asarray", "torch": "tensor"}
"""The array constructor of each module whose arrays a function may need."""
CUTOFF_NAMES = (
    "k",
    "at",
    "at_k",
    "top_k",
    "topk",
    "topn",
    "top_n",
    "cutoff",
    "cut_off",
    "n",
    "p",
    "rank",
    "depth",
    "k_value",
    "limit",
    "position",
    "num",
    "length",
)
"""Usual parameter names of the cutoff."""
FIXED_CUTOFFS = (None, 10, 5, 20, 3, 1, 100)
"""The cutoffs to try for a function without a cutoff parameter."""
SAMPLE_SIZE = 8
"""The number of rankings that decide how a function is called."""


@dataclass(frozen=True)
class Argument:
    """One argument of a function.

    is_needed   True if it has no default
    is_a_mode   True if its default is a string, a bool, a float or a function: such an argument
                chooses how the function works, and keeps its default
    """

    name: str
    is_needed: bool = True
    is_a_mode: bool = False
    by_name_only: bool = False
    by_place_only: bool = False


@dataclass(frozen=True)
class Form:
    """One way to call a function.

    parts   the arguments, as names in PARTS
    kind    "list", or the module in ARRAY_FUNCTIONS whose arrays it needs
    cut     the function's own cutoff, if it has no parameter for one
    place   the position of the number in a result with several
    """

    parts: tuple[str, ...]
    kind: str = "list"
    cut: int | None = None
    place: str = ""

    @property
    def name(self) -> str:
        return ",".join(self.parts)

    def describe_call(self, shape: str = "f({})") -> str:
        """Describe the arguments with which the function was called.

        shape: the call with {} for its arguments.

        >>> Form(("grades", "k")).describe_call("my_ndcg({})")
        'Called as my_ndcg(ranked grades, k).'
        """
        call = shape.replace("{}", ", ".join(INPUT_NAMES[part][0] for part in self.parts))
        kind = f", with arrays of {self.kind} instead of lists" if self.kind != "list" else ""
        cut = f". It has a fixed cutoff of {self.cut}" if self.cut else ""
        place = f". “{self.place}” of its result was used" if self.place else ""
        return f"Called as {call}{kind}{cut}{place}."

    @cached_property
    def input_names(self) -> frozenset[str]:
        """Return the names of the inputs that the function needs."""
        return frozenset(word for part in self.parts for word in INPUT_NAMES[part][1].split())

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        """Return the rankings to call the function with."""
        return make_probes(self.input_names, self.cut)

    @property
    def plain(self) -> list[Ranking]:
        """Return rankings, short ones first, on which only gain and discount matter.

        If the function's own cutoff is beyond the end of every list, any ranking will do.
        """
        return _choose_plain_rankings(self.input_names, self.cut)

    def name_arguments(self, ranking: Ranking) -> dict[str, Any]:
        """Return the arguments of a ranking by parameter name."""
        n = len(ranking.grades)
        grades = list(ranking.grades)
        scores = list(ranking.scores or range(n, 0, -1))
        graded = dict(zip(ranking.names, [*grades, *ranking.unretrieved_grades], strict=True))
        relevant = [name for name, grade in graded.items() if grade > 0]
        scored = dict(zip(ranking.names, scores, strict=False))
        module = sys.modules.get(self.kind)
        array = getattr(module, ARRAY_FUNCTIONS[self.kind]) if module else list
        every: dict[str, Any] = {
            "grades": array(grades),
            "truth": array(grades),
            "truths": array([grades]),
            "scores": array(scores),
            "scorings": array([scores]),
            "judged": array(ranking.judged or grades),
            "k": ranking.k,
            "ranked": list(ranking.names[:n]),
            "graded": graded,
            "scored": scored,
            "relevant": {*relevant},
            "relevant_list": relevant,
            "qrels": {"q": graded},
            "run": {"q": scored},
            "ks": [ranking.k],
            "ideal": array(sorted(ranking.judged or grades, reverse=True)),
            "item": _number_id(relevant[0]) if relevant else None,
            "index": grades.index(max(grades)),
            "grade_rows": array([grades]),
            "ranked_rows": [list(ranking.names[:n])],
            "relevant_rows": [{*relevant}],
            "relevant_list_rows": [relevant],
            "ranked_by_user": {"u": list(ranking.names[:n])},
            "relevant_by_user": {"u": {*relevant}},
        }
        if "item" in self.parts:  # a number, so that “in” does not look for it as for a set
            every["ranked"] = [_number_id(name) for name in ranking.names[:n]]
        return {part: every[part] for part in self.parts}

    def list_arguments(self, ranking: Ranking) -> list[Any]:
        """Return the arguments of a ranking in their order."""
        return list(self.name_arguments(ranking).values())


@lru_cache(maxsize=256)
def _choose_plain_rankings(input_names: frozenset[str], cut: int | None) -> list[Ranking]:
    long = [one for one in make_probes(input_names, cut) if len(one.grades) > 3]
    every = [one for one in long if not list_facts(one, odd=True)] or long
    return sorted(every, key=sort_by_size)[:: max(1, len(every) // SAMPLE_SIZE)]


def contains_piece(name: str, pieces: Iterable[str]) -> bool:
    """Return True if a name contains one of the pieces. A single letter must be the whole name."""
    return any(name == piece or (piece[1:] and piece in name) for piece in pieces)


def _number_id(name: str) -> int:
    """Return the number in an id such as d101."""
    return int(name.lstrip("dD"))


def choose_keywords(arguments: Sequence[Argument], parts: Sequence[str]) -> list[str] | None:
    """Return the keyword for each input, "" for a positional one, or None if the call is
    impossible.

    The cutoff goes to the argument with a name for a cutoff, and never to one whose default is a
    string.

    >>> taken = Argument("rels"), Argument("method", False, True), Argument("k", False)
    >>> choose_keywords(taken, ("grades", "k")), choose_keywords(taken[:2], ("grades", "k"))
    (['', 'k'], None)
    """
    if not arguments:
        return [""] * len(parts)
    rest = list(arguments)
    names = dict.fromkeys(range(len(parts)), "")
    cut = next((at for at, part in enumerate(parts) if part in ("k", "ks")), None)
    one = None if cut is None else find_cutoff(arguments)
    if one and not one.by_place_only and (rest.index(one) != cut or one.by_name_only):
        names[cut or 0] = one.name
        rest.remove(one)
    is_by_name = False
    for at in range(len(parts)):
        if names[at]:
            continue
        if not rest or rest[0].is_a_mode:
            return None
        one = rest.pop(0)
        is_by_name = is_by_name or one.by_name_only
        names[at] = one.name if is_by_name else ""
    if any(one.is_needed for one in rest):
        return None
    return [names[at] for at in range(len(parts))]


def find_cutoff(arguments: Iterable[Argument]) -> Argument | None:
    """Return the argument whose name means a cutoff."""
    found = [one for one in arguments if not one.is_a_mode and one.name.casefold() in CUTOFF_NAMES]
    return min(found, key=lambda one: CUTOFF_NAMES.index(one.name.casefold()), default=None)


def list_forms(
    arguments: Sequence[Argument],
    kinds: Iterable[str] = (),
    name: str | None = None,
    cut: int | None = None,
) -> Iterator[Form]:
    """Yield the possible calls of a function, the likeliest by its parameter names first.

    A given signature is the only one.
    """
    kinds = ["list", *kinds]
    has_cutoff = find_cutoff(arguments) is not None
    told = map(read_signature, SIGNATURES if name is None else [name])
    ways = [
        parts for parts in told if name is not None or choose_keywords(arguments, parts) is not None
    ]
    for parts in sorted(
        ways, key=lambda parts: _count_similar_names(arguments, parts), reverse=True
    ):
        if name is not None or {"k", "ks"}.intersection(parts) or not has_cutoff:
            has_k = {"k", "ks"}.intersection(parts)
            cuts: Sequence[int | None] = (None,)
            if not has_k:
                cuts = FIXED_CUTOFFS if cut is None else (cut,)
            yield from (Form(parts, kind, at) for kind in kinds for at in cuts)


def _count_similar_names(arguments: Sequence[Argument], parts: Sequence[str]) -> int:
    """Count the inputs that go to a parameter with a similar name."""
    free = list(arguments)
    count = 0
    for name, part in zip(
        choose_keywords(arguments, parts) or [""] * len(parts), parts, strict=True
    ):
        one = next((one for one in free if one.name == name), free[0] if free else None)
        if one:
            free.remove(one)
            count += contains_piece(one.name.casefold(), INPUT_NAMES[part][2:])
    return count


def choose_numbers(form: Form, places: Iterable[str]) -> list[Form]:
    """Return a form for each number in a result. Numbers named NDCG come first."""
    order = sorted(places, key=lambda place: "ndcg" not in place.casefold())
    return [replace(form, place=place) for place in order]


def read_signature(text: str) -> tuple[str, ...]:
    """Read the inputs of a written signature. Raise ValueError for an unknown name.

    >>> read_signature("ranked, relevant, k")
    ('ranked', 'relevant', 'k')
    """
    parts = tuple(part.strip() for part in text.split(","))
    for part in parts:
        if part not in INPUT_NAMES:
            raise ValueError(
                f"A signature has no part “{clip_text(part)}”. Its parts are "
                f"{', '.join(INPUT_NAMES)}, such as {SIGNATURES[0]} or {SIGNATURES[1]}."
            )
    return parts
