"""Which convention a function implements, where it leaves it, and what its author did.

A function is asked for many rankings. Its answers are those of a convention; or those of one with a
known mistake, or with a few choices changed, found one at a time; and where all of that explains
nothing, it is said where they differ.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from math import inf, isfinite
from typing import Any
from warnings import catch_warnings

from ndcg_core.checking.models import (
    OPEN,
    REFUSED,
    VARIED,
    Model,
    by_name,
    changed_once,
    mistakes,
)
from ndcg_core.checking.probes import is_plain, probes, where
from ndcg_core.checking.signatures import Form, Outcome, forms, likeness
from ndcg_core.code_lab.cases import TOLERANCE
from ndcg_core.code_lab.wrong_programs import SAID
from ndcg_core.libraries import LIBRARIES, Ranking, changed, groups
from ndcg_core.libraries.chains import first_difference
from ndcg_core.marking.wording import cell_name
from ndcg_core.metric import CONVENTIONS, number, short
from ndcg_core.metric.arguments import explained
from ndcg_core.metric.catalogue import TAUGHT, named
from ndcg_core.metric.ties import as_float32
from ndcg_core.notebook import Number, Table, shown

Outcomes = Sequence[Outcome]
EXACT, FLOAT32 = TOLERANCE, 2e-6
SAMPLE, TRIED, MOST_STEPS, MOST_NAMES = 14, 40, 6, 4
NO_REFUSAL = ZeroDivisionError.__name__
"""What nobody raises on purpose: it stands for no convention's refusal."""
FAMILIAR = 40
"""By so many rankings another convention has to be nearer than one that is taught."""


@dataclass(frozen=True)
class AnswerDifference:
    """One way in which a function leaves its convention.

    id        the choice that is another, or the mistake; "" where it is neither that is known
    sentence  what it does instead
    count     on how many rankings
    ranking   the smallest of them; there it gave `value`, and the convention gives `expected`
    """

    id: str
    sentence: str
    count: int
    ranking: Ranking
    value: Outcome
    expected: Outcome

    @property
    def smallest(self) -> str:
        """The smallest ranking that shows it, and what came of it."""
        rows = {name: getattr(self.ranking, name) for name in ("grades", "scores", "judged")}
        parts = [
            f"{name} {', '.join(short(v, 10) for v in row)}" for name, row in rows.items() if row
        ]
        parts += [f"k = {self.ranking.k}"] if self.ranking.k else []
        return f"{'; '.join(parts)}: {_written(self.value)}, and not {_written(self.expected)}"

    @property
    def libraries(self) -> str:
        """What the libraries print for that ranking, where it is about a choice of theirs."""
        try:
            every = groups(self.ranking) if self.id in ("", *VARIED) else []
        except ValueError:
            return ""
        counts = [f"{LIBRARIES[g.ids[0]].title} and {len(g.ids) - 1} more" for g in every]
        told = [f"{_written(g.value)} ({who})" for g, who in zip(every, counts, strict=True)]
        return f"Libraries print {', '.join(told[:MOST_NAMES])}." if told else ""


def _written(value: Outcome) -> str:
    """A number to six digits; NaN; or the name of what came instead."""
    return value if isinstance(value, str) else number(value, 6) if value == value else "NaN"


@dataclass(frozen=True)
class Checked:
    """What was found of a function.

    function    what it is called
    form        how it was called
    convention  the name of the convention that it implements, or is nearest to
    also        the others that it cannot be told from, by what it is told
    rankings    how many it was asked for that the convention has a number for; `equal` agree
    """

    function: str
    form: Form
    convention: str
    also: tuple[str, ...]
    rankings: int
    equal: int
    differences: tuple[AnswerDifference, ...]
    remarks: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        return not self.differences

    @property
    def sentences(self) -> list[str]:
        """Everything that is said: the verdict, each difference, how the function was called."""
        whose = f"`{self.convention}` ({CONVENTIONS[self.convention].title})"
        asked = f"equal on {self.equal:,} of {self.rankings:,} rankings"
        count = len(self.differences)
        places = "one place" if count == 1 else f"{count} places"
        rows = [f"It is nearest to {whose}, and leaves it in {places}: {asked}."]
        if self.agrees:
            rows = [f"This is {whose}: {asked}."]
        for one in self.differences:
            shows = f"{one.count:,} of {self.rankings:,} rankings; the smallest: {one.smallest}."
            rows.append(f"{one.sentence} {shows} {one.libraries}".rstrip())
        if self.also:
            more = len(self.also) - MOST_NAMES
            others = ", ".join(self.also[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
            rows.append(f"By what it is told it cannot be told from {others}.")
        how = f"{self.form.sentence} Another way: signature={self.form.name!r}."
        return [*rows, *self.remarks, how]

    def record(self) -> dict[str, Any]:
        """The same as plain data."""
        told = {"agrees": self.agrees, "signature": self.form.name, "sentences": self.sentences}
        return asdict(self) | told

    def _repr_html_(self) -> str:
        rows = [[one.sentence, Number(f"{one.count:,}"), one.smallest] for one in self.differences]
        table = Table("Where it leaves it", ["what", "rankings", "shown by"], rows)
        first, *rest = self.sentences
        return shown([table] if rows else [], first, *rest[len(rows) :])

    def __repr__(self) -> str:
        return "\n".join(self.sentences)


@explained
def check(
    function: Callable[..., Any],
    expect: str | None = None,
    signature: str | None = None,
    k: int | None = None,
) -> Checked:
    """Which convention a function of NDCG implements, where it leaves it, and what its author did.

    function   takes a ranking in one of the ways that people use; which, is found out
    expect     the name of the convention that it should be; without one the nearest is found
    signature  the way it is called, such as "grades,k" or "ranked,relevant,k"
    k          the cutoff of a function that takes none

    ValueError for an unknown name, and for a function that gives no number however it is called.

    >>> check(lambda r, k: sum(r[:k]) / sum(sorted(r)[::-1][:k]), k=3).differences[0].id
    'no-discount'
    """
    form = _form(function, signature, k)
    rankings = probes(form.takes, form.cut)
    with catch_warnings(action="ignore"):  # of numpy, about 0 / 0
        answers, changes = zip(*(form.ask(function, one) for one in rankings), strict=True)
    name = getattr(function, "__name__", type(function).__name__)
    found = judge(name, form, answers, expect)
    if not any(changes):
        return found
    said = SAID["run"]["changes-the-list"].replace("{call}", "Your function")
    at = changes.index(True)
    one = AnswerDifference(
        "changes-the-list", said, sum(changes), rankings[at], answers[at], answers[at]
    )
    return replace(found, differences=(*found.differences, one), also=())


def _form(function: Callable[..., Any], signature: str | None, k: int | None) -> Form:
    """The way in which a function gives the numbers of some convention or mistake most often."""
    called: list[tuple[Form, list[Outcome]]] = []
    for form in forms(function, signature, k):
        rankings = _sampled(form)
        answers = [form.ask(function, one)[0] for one in rankings[:2]]
        if signature or any(isinstance(one, float) for one in answers):
            answers += [form.ask(function, one)[0] for one in rankings[2:]]
            called.append((form, answers))
            if _most_equal(form, answers, False) == len(rankings):
                return form
    if not called:
        raise ValueError(
            "However it is called, the function gives no number for the grades of a ranking. Say "
            "how, with a signature such as “grades,k”, “truth,scores,k” or “ranked,relevant,k”."
        )
    likeliest, _ = max(
        called, key=lambda one: (_most_equal(one[0], one[1], True), likeness(function, one[0]))
    )
    return likeliest


@cache
def _sampled(form: Form) -> list[Ranking]:
    """Some plain rankings, none of the shortest."""
    every = probes(form.takes, form.cut)
    plain = [one for one in every if is_plain(one) and len(one.grades) > 3 and one.k != 1]
    return plain[:: max(1, len(plain) // SAMPLE)]


def _most_equal(form: Form, answers: Outcomes, mistaken: bool) -> int:
    """How many answers the likeliest convention gives, or a mistake under one of the two gains;
    none where all answers are alike.
    """
    if len(set(answers)) <= len(answers) // 5:
        return 0
    within, _ = precision(answers)
    models = [Model(rules) for rules in CONVENTIONS.values()]
    if mistaken:
        two = CONVENTIONS["standard"], CONVENTIONS["exponential"]
        models += [Model(rules, one) for one in mistakes().values() for rules in two]
    return max(_count(answers, map(model.value, _sampled(form)), within) for model in models)


def _count(answers: Iterable[Outcome], values: Iterable[Outcome], within: float) -> int:
    """How many answers are the numbers that they should be."""
    pairs = zip(answers, values, strict=True)
    return sum(not isinstance(want, str) and fits(one, want, within) for one, want in pairs)


def fits(answer: Outcome, expected: Outcome, tolerance: float = EXACT) -> bool:
    """Whether an answer is the expected one; where nothing is expected, any is."""
    if isinstance(expected, str) or isinstance(answer, str):
        return isinstance(expected, str)
    if answer != answer or expected != expected:
        return answer != answer and expected != expected
    return abs(answer - expected) <= tolerance


def precision(answers: Outcomes) -> tuple[float, str]:
    """How exact the answers are (in full, in float32, or rounded), and what is said of that."""
    numbers = [one for one in answers if isinstance(one, float) and isfinite(one)]
    broken = [one for one in numbers if round(one, 1) != one]
    for digits in range(2, 9) if broken else ():
        if all(round(one, digits) == one for one in broken):
            return 0.5001 * 10**-digits, f"It rounds to {digits} decimals."
    if broken and all(as_float32(one) == one for one in broken):
        return FLOAT32, "It counts in float32, which holds seven digits."
    return EXACT, ""


@cache
def _reference(name: str, form: Form) -> tuple[Outcome, ...]:
    """What a convention makes of every ranking."""
    return tuple(by_name(name, one) for one in probes(form.takes, form.cut))


def judge(function: str, form: Form, answers: Outcomes, expect: str | None = None) -> Checked:
    """What the answers to all rankings of a form come to."""
    judged = _Answers(form, answers)
    names = judged.likely()
    base = judged.nearest(names) if expect is None else named(expect).name
    base, values = judged.explain(base, expect is not None)
    want = _reference(base, form)
    missed = judged.misses(want)
    judged.found += judged.unknown(judged.misses(values), values)
    remarks = [judged.said] if judged.said else []
    if judged.said and judged.tolerance != FLOAT32:
        exact = [place for place, value in enumerate(want) if not fits(answers[place], value)]
        remarks = []
        if exact and not missed:
            said = f"{judged.said} {SAID['slips']['dcg']['rounded']}"
            judged.found.append(judged.difference("rounded", said, exact, want))
    refused = [place for place, one in enumerate(want) if one in (REFUSED, OPEN)]
    stops = [place for place in refused if isinstance(answers[place], str)]
    remarks += [f"Like it: {one.sentence}" for one in judged.unknown(stops, want)]
    if answered := sum(isinstance(answers[place], float) for place in refused):
        count = f"{answered:,} rankings that `{base}` has none for"
        remarks.append(f"It also has a number for {count}.")
    others = () if judged.found else (name for name in names if name != base)
    return Checked(
        function,
        form,
        base,
        tuple(name for name in others if not judged.misses(_reference(name, form))),
        len(want) - len(refused),
        len(want) - len(refused) - len(missed),
        tuple(judged.found),
        tuple(remarks),
    )


def _said(before: Model, after: Model, field: str, ranking: Ranking) -> str:
    """What one choice becomes, and the first cell of the steps that it changes."""
    said, place = changed(before.rules, after.rules, field, ranking.k), ""
    with suppress(ValueError):  # a ranking that was refused has no steps
        cell = first_difference(ranking.trace(before.rules), ranking.trace(after.rules))
        place = f" (first seen in {cell_name(cell)})"
    return f"{said[:1].upper()}{said[1:]}{place}."


class _Answers:
    """The answers of a function, and what explains them.

    plain  the places of the rankings where conventions part by gain and discount alone, those first
           whose answers say most
    found  how it leaves its convention
    """

    def __init__(self, form: Form, answers: Outcomes) -> None:
        self.form, self.answers = form, answers
        self.rankings = probes(form.takes, form.cut)
        plain = [place for place, one in enumerate(self.rankings) if is_plain(one)]
        self.plain = sorted(plain, key=lambda place: answers[place] in (0, 1))
        self.tolerance, self.said = precision(answers)
        self.found: list[AnswerDifference] = []

    def misses(self, values: Outcomes) -> list[int]:
        """The places whose answers are others than these."""
        pairs = enumerate(zip(self.answers, values, strict=True))
        return [place for place, (one, want) in pairs if not fits(one, want, self.tolerance)]

    def count(self, places: Sequence[int], value: Callable[[Ranking], Outcome]) -> int:
        """How many answers to some rankings are the numbers that these come to."""
        answers = (self.answers[place] for place in places)
        return _count(answers, (value(self.rankings[place]) for place in places), self.tolerance)

    def likely(self) -> list[str]:
        """The conventions that are left least often on some plain rankings: none without a cutoff
        where one was told, and none that looks at ids unseen.
        """
        takes, few = self.form.takes, self.plain[:: max(1, len(self.plain) // TRIED)]
        blind = "scores" in takes and "ids" not in takes
        counts = {
            name: self.count(few, Model(rules).value)
            for name, rules in CONVENTIONS.items()
            if not ((rules.cutoff != "k" and "k" in takes) or (blind and rules.ties[:2] == "id"))
        }
        return [name for name in counts if counts[name] == max(counts.values())]

    def nearest(self, names: Sequence[str]) -> str:
        """The convention that is left least often; of equal ones that which knows most numbers."""
        plain = {*self.plain}

        def distance(name: str) -> tuple[int, int]:
            values = _reference(name, self.form)
            silent = [(p, self.answers[p], v) for p, v in enumerate(values) if isinstance(v, str)]
            missed = {*self.misses(values), *(p for p, one, _ in silent if one == NO_REFUSAL)}
            numbers = [(p, v) for p, one, v in silent if isinstance(one, float)]
            unsure = sum(v == OPEN or p in plain for p, v in numbers)
            further = FAMILIAR if missed and CONVENTIONS[name] not in TAUGHT else 0
            return len(missed & plain), len(missed) + further + unsure

        return min(names, key=distance)

    def explain(self, base: str, fixed: bool) -> tuple[str, tuple[Outcome, ...]]:
        """Find a mistake, and then one choice after the other; return the convention that it is
        about, and what all of that makes of every ranking.
        """
        model, values = Model(CONVENTIONS[base]), _reference(base, self.form)
        odd = {*self.plain}.isdisjoint(self.misses(values))
        mistaken = None if odd else self._mistaken(base, fixed)
        if mistaken and mistaken.mistake:
            model, base = mistaken, mistaken.rules.name
            said = mistaken.mistake.sentence(model.rules)
            right = _reference(base, self.form)
            values = self._mended(mistaken.mistake.id, lambda _: said, right, model)
        while len(self.found) < MOST_STEPS and (step := self._step(model, values)):
            field, after = step
            values = self._mended(field, partial(_said, model, after, field), values, after)
            model = after
        return base, values

    def _mended(
        self, id: str, said: Callable[[Ranking], str], before: Outcomes, model: Model
    ) -> tuple[Outcome, ...]:
        """Keep what a change explains: the places that are missed before it and not after it."""
        after = self._with(model, before)
        rest = {*self.misses(after)}
        places = [place for place in self.misses(before) if place not in rest]
        said_of = said(self.rankings[places[0]])
        self.found.append(self.difference(id, said_of, places, before))
        return after

    def _mistaken(self, base: str, fixed: bool) -> Model | None:
        """The known mistake that explains all plain answers, and every other one best."""
        kinds: dict[object, str] = {}
        for name, rules in CONVENTIONS.items():
            kinds.setdefault((rules.gain, rules.discount), name)
        best: tuple[float, Model | None] = inf, None
        for name in [base] if fixed else kinds.values():
            for model in (Model(CONVENTIONS[name], one) for one in mistakes().values()):
                if self._explains(model):
                    right = _reference(name, self.form)
                    left = len(self.misses(self._with(model, right)))
                    left += sum(isinstance(value, str) for value in right)
                    best = (left, model) if left < best[0] else best
        return best[1]

    def _explains(self, model: Model) -> bool:
        """Whether all plain answers are those of a mistake, which says what most of them are."""
        known = 0
        for place in self.plain:
            want = model.mistaken(self.rankings[place])
            if not fits(self.answers[place], want, self.tolerance):
                return False
            known += want != OPEN
        return 2 * known > len(self.plain)

    def _with(self, model: Model, otherwise: Outcomes) -> tuple[Outcome, ...]:
        """What a model makes of every ranking; of those that it has no number for, these values."""
        pairs = zip(map(model.value, self.rankings), otherwise, strict=True)
        return tuple(old if isinstance(new, str) else new for new, old in pairs)

    def _step(self, model: Model, values: Outcomes) -> tuple[str, Model] | None:
        """The single change that explains most of what is missed, and breaks less than it mends."""
        missed = self.misses(values)
        tried = missed[:: max(1, len(missed) // TRIED)]
        steps = []
        for field, rules in changed_once(model.rules):
            after = replace(model, rules=rules)
            if mended := self.count(tried, after.value):
                steps.append((mended, field, after))
        best, fewest = None, len(missed)
        for _, field, after in sorted(steps, key=lambda step: -step[0])[:5]:
            left = len(self.misses(self._with(after, values)))
            if left < fewest:
                best, fewest = (field, after), left
        return best

    def unknown(self, missed: Sequence[int], values: Outcomes) -> Iterator[AnswerDifference]:
        """What nothing explains, by what came instead of the number; and where that is: the fact
        that holds for all these rankings, and for the fewest others.
        """
        kinds: dict[str, list[int]] = {}
        for place in missed:
            one = self.answers[place]
            kind = one if isinstance(one, str) else "NaN" if one != one else "another number"
            kinds.setdefault(kind, []).append(place)
        for kind, places in list(kinds.items())[:MOST_STEPS]:
            facts = set.intersection(*({*where(self.rankings[place])} for place in places))
            every = [fact for one in self.rankings for fact in where(one)]
            fact = min(sorted(facts), key=every.count)
            does = "raises" if kind.endswith(("Error", "Exception")) else "gives"
            yield self.difference("", f"It {does} {kind} where {fact}.", places, values)

    def difference(
        self, id: str, sentence: str, places: Sequence[int], values: Outcomes
    ) -> AnswerDifference:
        at = places[0]
        shows = self.rankings[at], self.answers[at], values[at]
        return AnswerDifference(id, sentence, len(places), *shows)
