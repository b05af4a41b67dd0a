"""Signatures: the inputs of a function and their order.

    grades,k            ndcg_at_k(ranked_grades, k)
    truth,scores,k      ndcg_score(y_true, y_score, k)
    truths,scorings,k   the same in rows of a matrix, as scikit-learn has it
    ranked,relevant,k   ndcg(retrieved_ids, {ids that are relevant}, k)
    qrels,run,k         ndcg({query: {id: grade}}, {query: {id: score}}, k)

signatures.toml has the other signatures, and a description of every input.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from ndcg_core.checking.outcomes import read_outcome as read_outcome
from ndcg_core.checking.probes import list_features, make_probes, make_size_key
from ndcg_core.content import load_toml
from ndcg_core.libraries import Ranking
from ndcg_core.metric.numbers import clip_text

_SIGNATURE_FILE = load_toml(__file__, "signatures.toml")
INPUT_NAMES: Mapping[str, tuple[str, ...]] = {
    name: tuple(row) for name, row in _SIGNATURE_FILE["parts"].items()
}
"""For each input: its description, the data it needs, and usual parameter names."""
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
"""The approximate number of rankings that decide how a function is called."""


@dataclass(frozen=True)
class Argument:
    """A parameter of a user's function, to which a call may pass an argument.

    is_needed            True if the parameter has no default
    is_mode              True if the default is a string, a bool, a float or a function; such a
                         parameter chooses how the function works, and keeps its default
    is_keyword_only      True if the argument can be passed only by keyword
    is_positional_only   True if the argument can be passed only by position
    """

    name: str
    is_needed: bool = True
    is_mode: bool = False
    is_keyword_only: bool = False
    is_positional_only: bool = False


@dataclass(frozen=True)
class Form:
    """A way to call a function: its arguments, its cutoff and the number in its result.

    parts   the names of the arguments in `INPUT_NAMES`, in their order
    kind    "list", or the module in ARRAY_FUNCTIONS whose arrays the function needs
    cut     the function's fixed cutoff, if there is no parameter for a cutoff
    place   the path of the number in a result with several numbers
    """

    parts: tuple[str, ...]
    kind: str = "list"
    cut: int | None = None
    place: str = ""

    @property
    def name(self) -> str:
        """The signature as text, such as "grades,k"."""
        return ",".join(self.parts)

    def describe_call(self, shape: str = "f({})") -> str:
        """Describe the call of the function in one or more sentences.

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
        """The names of the data for the arguments, such as "k", "scores" and "pool"."""
        return frozenset(word for part in self.parts for word in INPUT_NAMES[part][1].split())

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        """The rankings with which to call the function."""
        return make_probes(self.input_names, self.cut)

    @property
    def plain_rankings(self) -> list[Ranking]:
        """A sample of rankings on which only gain and discount matter, short ones first.

        Without such a ranking, the sample is of all rankings with more than three documents.
        """
        return _choose_plain_rankings(self.input_names, self.cut)

    def name_arguments(self, ranking: Ranking) -> dict[str, Any]:
        """Return the arguments for a ranking, by their names in the signature."""
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
            "item": _parse_id_number(relevant[0]) if relevant else None,
            "index": grades.index(max(grades)),
            "grade_rows": array([grades]),
            "ranked_rows": [list(ranking.names[:n])],
            "relevant_rows": [{*relevant}],
            "relevant_list_rows": [relevant],
            "ranked_by_user": {"u": list(ranking.names[:n])},
            "relevant_by_user": {"u": {*relevant}},
        }
        if "item" in self.parts:  # a number, so that “in” does not look for it as for a set
            every["ranked"] = [_parse_id_number(name) for name in ranking.names[:n]]
        return {part: every[part] for part in self.parts}

    def list_arguments(self, ranking: Ranking) -> list[Any]:
        """Return the arguments for a ranking, in the order of the signature."""
        return list(self.name_arguments(ranking).values())


@lru_cache(maxsize=256)
def _choose_plain_rankings(input_names: frozenset[str], cut: int | None) -> list[Ranking]:
    """Return a sample of rankings on which only gain and discount matter, short ones first.

    Without such a ranking, the sample is of all rankings with more than three documents.
    """
    probes = make_probes(input_names, cut)
    long = [ranking for ranking in probes if len(ranking.grades) > 3]
    plain = [ranking for ranking in long if not list_features(ranking, is_unusual_only=True)]
    chosen = plain or long
    return sorted(chosen, key=make_size_key)[:: max(1, len(chosen) // SAMPLE_SIZE)]


def contains_fragment(name: str, fragments: Iterable[str]) -> bool:
    """Return True if a name contains one of the fragments. A single letter must be the name."""
    return any(name == text or (len(text) > 1 and text in name) for text in fragments)


def _parse_id_number(name: str) -> int:
    """Return the number in an id such as d101."""
    return int(name.lstrip("dD"))


def choose_keywords(arguments: Sequence[Argument], parts: Sequence[str]) -> list[str] | None:
    """Return the keyword of each argument of a call, or None if the call is impossible.

    The keyword of a positional argument is "". Without known arguments, all are positional.
    The cutoff is passed to the parameter whose name means a cutoff, and never to a parameter whose
    default is a string.

    >>> arguments = Argument("rels"), Argument("method", False, True), Argument("k", False)
    >>> choose_keywords(arguments, ("grades", "k"))
    ['', 'k']
    >>> choose_keywords(arguments[:2], ("grades", "k")) is None
    True
    """
    if not arguments:
        return [""] * len(parts)
    rest = list(arguments)
    names = dict.fromkeys(range(len(parts)), "")
    cut = next((n for n, part in enumerate(parts) if part in ("k", "ks")), None)
    cutoff = None if cut is None else find_cutoff_argument(arguments)
    if (
        cutoff
        and not cutoff.is_positional_only
        and (rest.index(cutoff) != cut or cutoff.is_keyword_only)
    ):
        names[cut or 0] = cutoff.name
        rest.remove(cutoff)
    is_by_name = False
    for n in range(len(parts)):
        if names[n]:
            continue
        if not rest or rest[0].is_mode:
            return None
        argument = rest.pop(0)
        is_by_name = is_by_name or argument.is_keyword_only
        names[n] = argument.name if is_by_name else ""
    if any(argument.is_needed for argument in rest):
        return None
    return [names[n] for n in range(len(parts))]


def find_cutoff_argument(arguments: Iterable[Argument]) -> Argument | None:
    """Return the argument whose name is the most usual one for a cutoff, or None.

    An argument that chooses how the function works is ignored.
    """

    def rate_name(argument: Argument) -> int:
        return CUTOFF_NAMES.index(argument.name.casefold())

    found = [
        argument
        for argument in arguments
        if not argument.is_mode and argument.name.casefold() in CUTOFF_NAMES
    ]
    return min(found, key=rate_name, default=None)


def iterate_forms(
    arguments: Sequence[Argument],
    kinds: Iterable[str] = (),
    signature: str | None = None,
    cut: int | None = None,
) -> Iterator[Form]:
    """Yield the possible forms of a call. Those that fit the parameter names best come first.

    kinds: the modules whose arrays are tried after lists.
    signature: the only signature to try. By default, all known signatures are tried.
    cut: the fixed cutoff of the function, if it is known.
    """
    kinds = ["list", *kinds]
    has_cutoff = find_cutoff_argument(arguments) is not None
    signatures = map(read_signature, SIGNATURES if signature is None else [signature])
    possible = [
        parts
        for parts in signatures
        if signature is not None or choose_keywords(arguments, parts) is not None
    ]
    for parts in sorted(
        possible, key=lambda parts: _count_similar_names(arguments, parts), reverse=True
    ):
        if signature is not None or {"k", "ks"}.intersection(parts) or not has_cutoff:
            has_k = {"k", "ks"}.intersection(parts)
            cuts: Sequence[int | None] = (None,)
            if not has_k:
                cuts = FIXED_CUTOFFS if cut is None else (cut,)
            yield from (Form(parts, kind, cutoff) for kind in kinds for cutoff in cuts)


def _count_similar_names(arguments: Sequence[Argument], parts: Sequence[str]) -> int:
    """Count the inputs that are passed to a parameter with a similar name."""
    free = list(arguments)
    count = 0
    for name, part in zip(
        choose_keywords(arguments, parts) or [""] * len(parts), parts, strict=True
    ):
        by_name = (argument for argument in free if argument.name == name)
        chosen = next(by_name, free[0] if free else None)
        if chosen:
            free.remove(chosen)
            count += contains_fragment(chosen.name.casefold(), INPUT_NAMES[part][2:])
    return count


def list_number_forms(form: Form, paths: Iterable[str]) -> list[Form]:
    """Return a form for each path of a number in a result. Paths with "ndcg" come first."""
    order = sorted(paths, key=lambda path: "ndcg" not in path.casefold())
    return [replace(form, place=path) for path in order]


def read_signature(text: str) -> tuple[str, ...]:
    """Parse a signature into the names of its inputs. Raise ValueError for an unknown name.

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
