"""Which convention a function implements, where it leaves it, and what its author did.

A function is asked for many rankings. Its answers are those of a convention; or those of one with a
known mistake, or with a few choices changed, found one at a time; and where all of that explains
nothing, it is said where they differ.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cache
from math import isfinite
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
    called: list[tuple[int, int, Form]] = []
    models = [*map(Model, CONVENTIONS.values()), *_mistaken("standard", "exponential")]
    for form in forms(function, signature, k):
        every = [one for one in probes(form.takes, form.cut) if is_plain(one)]
        longer = [one for one in every if len(one.grades) > 3 and one.k != 1]
        rankings = longer[:: max(1, len(longer) // SAMPLE)]
        answers = [form.ask(function, one)[0] for one in rankings[:2]]
        if signature or any(isinstance(one, float) for one in answers):
            answers += [form.ask(function, one)[0] for one in rankings[2:]]
            told = _Answers(rankings, answers)
            equal = max(told.equal(one, told.plain) for one in models) if len({*answers}) > 1 else 0
            if equal == len(rankings):
                return form
            called.append((equal, likeness(function, form), form))
    if not called:
        raise ValueError(
            "However it is called, the function gives no number for the grades of a ranking. Say "
            "how, with a signature such as “grades,k”, “truth,scores,k” or “ranked,relevant,k”."
        )
    return max(called, key=lambda one: one[:2])[2]


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


KINDS: dict[object, str] = {}
for _name, _rules in CONVENTIONS.items():
    KINDS.setdefault((_rules.gain, _rules.discount), _name)
"""A convention of each gain and discount, the first that has them."""


def _mistaken(*names: str) -> Iterator[Model]:
    """Each known mistake under each of some conventions."""
    yield from (Model(CONVENTIONS[name], one) for name in names for one in mistakes().values())


def judge(function: str, form: Form, answers: Outcomes, expect: str | None = None) -> Checked:
    """What the answers to all rankings of a form come to."""
    told = _Answers(probes(form.takes, form.cut), answers)
    names = told.likely(form.takes)
    kinds = [*KINDS.values()] if expect is None else [named(expect).name]
    base = min(names if expect is None else kinds, key=lambda name: told.distance(name, form))
    step = told.mistake(_reference(base, form), kinds, form)
    model = Model(step.rules if step else CONVENTIONS[base])
    base = model.rules.name
    found: list[AnswerDifference] = []
    values = want = _reference(base, form)
    while step or (len(found) < MOST_STEPS and (step := told.step(model, values))):
        after = told.by(step, values)
        rest = {*told.misses(after)}
        places = [place for place in told.misses(values) if place not in rest]
        id, sentence = _said(model, step, told.rankings[places[0]])
        found.append(told.difference(id, sentence, places, values))
        model, values, step = step, after, None
    found += told.unknown(told.misses(values), values)
    missed, remarks = told.misses(want), [told.said] if told.said else []
    if told.said and told.tolerance != FLOAT32:
        exact = [place for place, value in enumerate(want) if not fits(answers[place], value)]
        remarks = []
        if exact and not missed:
            said = f"{told.said} {SAID['slips']['dcg']['rounded']}"
            found.append(told.difference("rounded", said, exact, want))
    refused = [place for place, one in enumerate(want) if one in (REFUSED, OPEN)]
    stops = [place for place in refused if isinstance(answers[place], str)]
    remarks += [f"Like it: {one.sentence}" for one in told.unknown(stops, want)]
    if answered := sum(isinstance(answers[place], float) for place in refused):
        count = f"{answered:,} rankings that `{base}` has none for"
        remarks.append(f"It also has a number for {count}.")
    others = () if found else (name for name in names if name != base)
    return Checked(
        function,
        form,
        base,
        tuple(name for name in others if not told.misses(_reference(name, form))),
        len(want) - len(refused),
        len(want) - len(refused) - len(missed),
        tuple(found),
        tuple(remarks),
    )


def _said(before: Model, after: Model, ranking: Ranking) -> tuple[str, str]:
    """What changes between two models, by its id; and in a sentence, with the first cell of the
    steps that it changes.
    """
    if after.mistake and not before.mistake:
        return after.mistake.id, after.sentence
    field = next(f for f in VARIED if str(getattr(before.rules, f)) != str(getattr(after.rules, f)))
    said, place = changed(before.rules, after.rules, field, ranking.k), ""
    with suppress(ValueError):  # a ranking that was refused has no steps
        cell = first_difference(ranking.trace(before.rules), ranking.trace(after.rules))
        place = f" (first seen in {cell_name(cell)})"
    return field, f"{said[:1].upper()}{said[1:]}{place}."


class _Answers:
    """The answers to some rankings, and what explains them.

    plain  the places of the rankings where conventions part by gain and discount alone, those first
           whose answers say most
    """

    def __init__(self, rankings: Sequence[Ranking], answers: Outcomes) -> None:
        self.rankings, self.answers = rankings, answers
        plain = [place for place, one in enumerate(rankings) if is_plain(one)]
        self.plain = sorted(plain, key=lambda place: answers[place] in (0, 1))
        self.tolerance, self.said = precision(answers)

    def misses(self, values: Outcomes) -> list[int]:
        """The places whose answers are others than these."""
        pairs = enumerate(zip(self.answers, values, strict=True))
        return [place for place, (one, want) in pairs if not fits(one, want, self.tolerance)]

    def equal(self, model: Model, places: Sequence[int]) -> int:
        """How many answers to some rankings are a model's numbers."""
        wanted = ((self.answers[place], model.value(self.rankings[place])) for place in places)
        return sum(not isinstance(v, str) and fits(one, v, self.tolerance) for one, v in wanted)

    def by(self, model: Model, otherwise: Outcomes) -> tuple[Outcome, ...]:
        """What a model makes of every ranking; of those that it has no number for, these values."""
        pairs = zip(map(model.value, self.rankings), otherwise, strict=True)
        return tuple(old if isinstance(new, str) else new for new, old in pairs)

    def likely(self, takes: frozenset[str]) -> list[str]:
        """The conventions that are left least often on some plain rankings: none without a cutoff
        where one was told, and none that looks at ids unseen.
        """
        few = self.plain[:: max(1, len(self.plain) // TRIED)]
        blind = "scores" in takes and "ids" not in takes
        counts = {
            name: self.equal(Model(rules), few)
            for name, rules in CONVENTIONS.items()
            if not ((rules.cutoff != "k" and "k" in takes) or (blind and rules.ties[:2] == "id"))
        }
        return [name for name in counts if counts[name] == max(counts.values())]

    def distance(self, name: str, form: Form) -> tuple[int, int]:
        """How often a convention is left; of equal ones that which knows most numbers is nearer."""
        values, plain = _reference(name, form), {*self.plain}
        silent = [(p, self.answers[p], v) for p, v in enumerate(values) if isinstance(v, str)]
        missed = {*self.misses(values), *(p for p, one, _ in silent if one == NO_REFUSAL)}
        unsure = sum(isinstance(one, float) and (v == OPEN or p in plain) for p, one, v in silent)
        further = FAMILIAR if missed and CONVENTIONS[name] not in TAUGHT else 0
        return len(missed & plain), len(missed) + further + unsure

    def mistake(self, values: Outcomes, names: Iterable[str], form: Form) -> Model | None:
        """The known mistake that explains all plain answers, where these values do not, and every
        other one best.
        """

        def left(model: Model) -> int:
            right = _reference(model.rules.name, form)
            refused = sum(isinstance(value, str) for value in right)
            return len(self.misses(self.by(model, right))) + refused

        odd = {*self.plain}.isdisjoint(self.misses(values))
        return min(filter(self.explains, () if odd else _mistaken(*names)), key=left, default=None)

    def explains(self, model: Model) -> bool:
        """Whether all plain answers are those of a mistake, which says what most of them are."""
        known = 0
        for place in self.plain:
            want = model.value(self.rankings[place])
            if not fits(self.answers[place], want, self.tolerance):
                return False
            known += want != OPEN
        return 2 * known > len(self.plain)

    def step(self, model: Model, values: Outcomes) -> Model | None:
        """The single change that explains most of what is missed, and breaks less than it mends."""
        missed = self.misses(values)
        tried = missed[:: max(1, len(missed) // TRIED)]
        others = [place for place in range(len(values)) if place not in {*missed}]
        tried += others[:: max(1, len(others) // TRIED)]
        every = (replace(model, rules=rules) for rules in changed_once(model.rules))
        best = max(every, key=lambda one: self.equal(one, tried))
        return best if len(self.misses(self.by(best, values))) < len(missed) else None

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
