"""Which convention a function implements, where it leaves it, and what its author did.

A function is asked for many rankings. Its answers are those of a convention; or those of one with a
known mistake, or with a few choices changed, found one at a time; and where all of that explains
nothing, it is said where they differ.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from math import isfinite
from typing import Any

from ndcg_core.checking.models import (
    OPEN,
    REFUSED,
    VARIED,
    Mistake,
    by_name,
    by_rules,
    changed_once,
    mistakes,
)
from ndcg_core.checking.probes import is_plain, probes, where
from ndcg_core.checking.signatures import Form, Outcome, forms, likeness
from ndcg_core.code_lab.cases import TOLERANCE
from ndcg_core.code_lab.wrong_programs import SAID
from ndcg_core.libraries import LIBRARIES, Ranking, changed, groups
from ndcg_core.metric import CONVENTIONS, Convention, number, short
from ndcg_core.metric.arguments import explained
from ndcg_core.metric.catalogue import TAUGHT, named
from ndcg_core.metric.ties import as_float32
from ndcg_core.notebook import Number, Table, shown

Told = frozenset[str]
EXACT, FLOAT32 = TOLERANCE, 2e-6
SAMPLE, TRIED, MOST_STEPS, MOST_NAMES = 14, 40, 6, 4
NO_REFUSAL = ZeroDivisionError.__name__
"""What nobody raises on purpose: it stands for no convention's refusal."""
FAMILIAR = 40
"""By so many rankings another convention has to be nearer than one that is taught."""


@dataclass(frozen=True)
class Difference:
    """One way in which a function leaves its convention.

    id        the choice that is another, or the mistake; "" where it is neither that is known
    sentence  what it does instead
    place     on which rankings; of a choice or a mistake this is known, and empty
    count     how many they are
    ranking   the smallest of them; there it gave `value`, and the convention gives `expected`
    """

    id: str
    sentence: str
    place: str
    count: int
    ranking: Ranking
    value: Outcome
    expected: Outcome

    @property
    def smallest(self) -> str:
        """The smallest ranking that shows it, and what came of it."""
        grades = ", ".join(map(short, self.ranking.grades))
        more = {"scores": self.ranking.scores, "judged": self.ranking.judged}
        parts = [
            f"{name} {', '.join(short(v, 10) for v in row)}" for name, row in more.items() if row
        ]
        cut = [f"k = {self.ranking.k}"] if self.ranking.k else []
        said = f"{written(self.value)}, and not {written(self.expected)}"
        return f"the smallest: {'; '.join([f'grades {grades}', *parts, *cut])}: {said}"

    @property
    def libraries(self) -> str:
        """What the libraries print for that ranking, where it is about a choice of theirs."""
        try:
            every = groups(self.ranking) if self.id in ("", *VARIED) else []
        except ValueError:
            return ""
        parts = []
        for group in every[:MOST_NAMES]:
            more = f" and {len(group.ids) - 1} more" if len(group.ids) > 1 else ""
            parts.append(f"{written(group.value)} ({LIBRARIES[group.ids[0]].title}{more})")
        return f"Libraries print {', '.join(parts)}." if parts else ""


def written(value: Outcome) -> str:
    """A number to six digits; NaN; or the name of what came instead."""
    if isinstance(value, str):
        return value
    return number(value, 6) if isfinite(value) else "NaN" if value != value else "infinity"


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
    differences: tuple[Difference, ...]
    remarks: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        return not self.differences

    @property
    def verdict(self) -> str:
        """Whether it is a convention, or how it leaves the nearest."""
        name, title = self.convention, CONVENTIONS[self.convention].title
        asked = f"{self.equal:,} of {self.rankings:,} rankings"
        if self.agrees:
            return f"This is `{name}` ({title}): equal on {asked}."
        count = len(self.differences)
        places = "one place" if count == 1 else f"{count} places"
        return f"It is nearest to `{name}` ({title}), and leaves it in {places}: equal on {asked}."

    @property
    def sentences(self) -> list[str]:
        """Everything that is said: the verdict, each difference, how the function was called."""
        rows = [self.verdict]
        for one in self.differences:
            where = f"{one.count:,} of {self.rankings:,} rankings; {one.smallest}."
            rows.append(" ".join(filter(None, (one.sentence, where, one.libraries))))
        if self.also:
            others = ", ".join(self.also[:MOST_NAMES])
            more = f" and {len(self.also) - MOST_NAMES} more" if len(self.also) > MOST_NAMES else ""
            rows.append(f"By what it is told it cannot be told from {others}{more}.")
        return [
            *rows,
            *self.remarks,
            f"{self.form.sentence} Another way: signature={self.form.name!r}.",
        ]

    def record(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            **{name: getattr(self, name) for name in ("function", "convention", "also", "agrees")},
            **{name: getattr(self, name) for name in ("rankings", "equal", "verdict", "remarks")},
            "signature": self.form.name,
            "differences": [
                {
                    **{name: getattr(one, name) for name in ("id", "sentence", "count", "value")},
                    "expected": one.expected,
                    **{
                        name: getattr(one.ranking, name)
                        for name in ("grades", "k", "judged", "scores")
                    },
                    "libraries": one.libraries,
                }
                for one in self.differences
            ],
        }

    def _repr_html_(self) -> str:
        rows = [[one.sentence, Number(f"{one.count:,}"), one.smallest] for one in self.differences]
        tables = (
            [Table("Where it leaves it", ["what", "rankings", "shown by"], rows)] if rows else []
        )
        return shown(tables, *self.sentences[:1], *self.sentences[1 + len(rows) :])

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
    form = found_form(function, signature, k)
    rankings = probes(form.takes, form.cut)
    answers, changes = zip(*(form.ask(function, one) for one in rankings), strict=True)
    name = getattr(function, "__name__", type(function).__name__)
    return judge(name, form, answers, expect, any(changes))


def found_form(function: Callable[..., Any], signature: str | None, k: int | None) -> Form:
    """The way in which a function gives the numbers of some convention or mistake most often."""
    called: list[tuple[Form, list[Outcome]]] = []
    for form in forms(function, signature, k):
        rankings = _sampled(form.takes, form.cut)
        answers = [form.ask(function, one)[0] for one in rankings[:2]]
        if signature or any(isinstance(one, float) for one in answers):
            answers += [form.ask(function, one)[0] for one in rankings[2:]]
            called.append((form, answers))
            if _equal(form, answers, _by_conventions) == len(rankings):
                return form
    if not called:
        raise ValueError(
            "However it is called, the function gives no number for the grades of a ranking. Say "
            "how, with a signature such as “grades,k”, “truth,scores,k” or “ranked,relevant,k”."
        )

    def likely(row: tuple[Form, list[Outcome]]) -> tuple[int, int]:
        by = (_by_conventions, _by_mistakes)
        return max(_equal(*row, rows) for rows in by), likeness(function, row[0])

    return max(called, key=likely)[0]


@cache
def _sampled(takes: Told, cut: int | None) -> list[Ranking]:
    """Some plain rankings, none of the shortest."""
    every = probes(takes, cut)
    plain = [one for one in every if is_plain(one) and len(one.grades) > 3 and one.k != 1]
    return plain[:: max(1, len(plain) // SAMPLE)]


Rows = Callable[[Told, int | None], Iterable[Sequence[Outcome]]]


@cache
def _by_conventions(takes: Told, cut: int | None) -> set[tuple[Outcome, ...]]:
    """What every convention makes of these rankings."""
    rankings = _sampled(takes, cut)
    return {tuple(by_rules(rules, one) for one in rankings) for rules in CONVENTIONS.values()}


@cache
def _by_mistakes(takes: Told, cut: int | None) -> set[tuple[Outcome, ...]]:
    """What every mistake makes of them under the conventions of the two gains."""
    rankings, two = _sampled(takes, cut), ("standard", "exponential")
    rows = product(mistakes(), map(CONVENTIONS.__getitem__, two))
    return {tuple(one.value(rules, each) for each in rankings) for one, rules in rows}


def _equal(form: Form, answers: Sequence[Outcome], rows: Rows) -> int:
    """How many answers the likeliest of these rows has; none where all answers are alike."""
    if len(set(answers)) <= len(answers) // 5:
        return 0
    tolerance, _ = precision(answers)

    def equal(row: Sequence[Outcome]) -> int:
        pairs = zip(answers, row, strict=True)
        return sum(not isinstance(want, str) and fits(one, want, tolerance) for one, want in pairs)

    return max(map(equal, rows(form.takes, form.cut)))


def fits(answer: Outcome, expected: Outcome, tolerance: float = EXACT) -> bool:
    """Whether an answer is the expected one; where nothing is expected, any is."""
    if isinstance(expected, str):
        return True
    if isinstance(answer, str):
        return False
    if answer != answer or expected != expected:
        return answer != answer and expected != expected
    return abs(answer - expected) <= tolerance


def precision(answers: Iterable[Outcome]) -> tuple[float, str]:
    """How exact the answers are (in full, in float32, or rounded), and what is said of that."""
    numbers = [one for one in answers if isinstance(one, float) and isfinite(one)]
    broken = [one for one in numbers if round(one, 1) != one]
    for digits in range(2, 9):
        if broken and all(round(one, digits) == one for one in broken):
            return 0.5001 * 10**-digits, f"It rounds to {digits} decimals."
    if broken and all(as_float32(one) == one for one in broken):
        return FLOAT32, "It counts in float32, which holds seven digits."
    return EXACT, ""


@cache
def reference(name: str, takes: Told, cut: int | None) -> tuple[Outcome, ...]:
    """What a convention makes of every ranking."""
    return tuple(by_name(name, one) for one in probes(takes, cut))


def judge(
    function: str,
    form: Form,
    answers: Sequence[Outcome],
    expect: str | None = None,
    changes_lists: bool = False,
) -> Checked:
    """What the answers to all rankings of a form come to."""
    judged = _Answers(form, answers)
    base = judged.nearest() if expect is None else named(expect).name
    base, differences = judged.explained(base, expect is not None)
    want = reference(base, form.takes, form.cut)
    missed = {*judged.misses(want)}
    refused = [place for place, one in enumerate(want) if one in (REFUSED, OPEN)]
    if changes_lists:
        said = SAID["run"]["changes-the-list"].replace("{call}", "Your function")
        smallest = judged.rankings[0]
        differences.append(Difference("changes-the-list", said, "", 1, smallest, "list", "list"))
    if judged.rounded and not missed:
        exact = [p for p, v in enumerate(want) if not fits(answers[p], v)]
        said = f"{judged.said} {SAID['slips']['dcg']['rounded']}"
        differences += [judged.difference("rounded", said, exact, want)] if exact else []
    also = [
        name
        for name in CONVENTIONS
        if name != base
        and not differences
        and not judged.misses(reference(name, form.takes, form.cut))
    ]
    answered = sum(isinstance(answers[place], float) for place in refused)
    remarks = [judged.said] if judged.said and not judged.rounded else []
    stops = [place for place in refused if isinstance(answers[place], str)]
    remarks += [f"Like it: {one.sentence}" for one in judged.unknown(stops, want)]
    if answered:
        remarks.append(
            f"It also has a number for {answered:,} rankings that `{base}` has none for."
        )
    compared = len(want) - len(refused)
    return Checked(
        function,
        form,
        base,
        tuple(also),
        compared,
        compared - len(missed),
        tuple(differences),
        tuple(remarks),
    )


class _Answers:
    """The answers of a function, and what explains them."""

    def __init__(self, form: Form, answers: Sequence[Outcome]) -> None:
        self.form, self.answers = form, answers
        self.rankings = probes(form.takes, form.cut)
        self.plain = [place for place, one in enumerate(self.rankings) if is_plain(one)]
        self.telling = sorted(self.plain, key=lambda place: answers[place] in (0, 1))
        self.tolerance, self.said = precision(answers)
        self.rounded = self.tolerance not in (EXACT, FLOAT32)
        # Where it is told a k it is none of those that take none; nor one that looks at ids unseen.
        self.names = [
            name
            for name, rules in CONVENTIONS.items()
            if (rules.cutoff == "k" or "k" not in form.takes)
            and ("ids" in form.takes or "scores" not in form.takes or rules.ties[:2] != "id")
        ]

    def misses(self, values: Sequence[Outcome]) -> list[int]:
        """The places whose answers are others than these."""
        pairs = enumerate(zip(self.answers, values, strict=True))
        return [place for place, (one, want) in pairs if not fits(one, want, self.tolerance)]

    def at(self, name: str) -> tuple[Outcome, ...]:
        return reference(name, self.form.takes, self.form.cut)

    def nearest(self) -> str:
        """The convention that is left least often; of equal ones that with the same refusals."""
        plain = {*self.plain}

        def distance(name: str) -> tuple[int, int]:
            values = self.at(name)
            pairs = [*enumerate(zip(self.answers, values, strict=True))]
            odd = {p for p, (one, v) in pairs if isinstance(v, str) and one == NO_REFUSAL}
            unsure = sum(
                isinstance(v, str) and isinstance(one, float) and (v == OPEN or p in plain)
                for p, (one, v) in pairs
            )
            missed = {*self.misses(values), *odd}
            further = FAMILIAR if missed and CONVENTIONS[name] not in TAUGHT else 0
            return len(missed & plain), len(missed) + further + unsure

        return min(self.likely, key=distance)

    @cached_property
    def likely(self) -> list[str]:
        """The conventions that are left least often where they part by gain and discount alone."""
        few = self.plain[:: max(1, len(self.plain) // TRIED)]

        def missed(name: str) -> int:
            rows = ((by_rules(CONVENTIONS[name], self.rankings[p]), self.answers[p]) for p in few)
            return sum(isinstance(v, str) or not fits(a, v, self.tolerance) for v, a in rows)

        counts = {name: missed(name) for name in self.names}
        return [name for name in self.names if counts[name] == min(counts.values())]

    def explained(self, base: str, fixed: bool) -> tuple[str, list[Difference]]:
        """The convention that it is about, and everything that differs from it."""
        values = self.at(base)
        missed = self.misses(values)
        if not missed:
            return base, []
        found: list[Difference] = []
        mistake = None
        if not {*self.plain}.isdisjoint(missed):
            base, mistake, values = self._mistaken(base, fixed) or (base, None, values)
        rules = CONVENTIONS[base]
        if mistake:
            right = self.at(base)
            left = {*self.misses(values)}
            places = [place for place in self.misses(right) if place not in left]
            found.append(self.difference(mistake.id, mistake.sentence(rules), places, right))
        missed = self.misses(values)
        while missed and len(found) < MOST_STEPS:
            step = self._step(rules, mistake, values, missed)
            if step is None:
                break
            field, after, now = step
            rest = self.misses(now)
            places = [place for place in missed if place not in {*rest}]
            first = self.rankings[places[0]]
            said = f"{changed(rules, after, field, first.k)}.".replace("\n", " ")
            said = said[:1].upper() + said[1:]
            found.append(self.difference(field, said, places, values))
            rules, values, missed = after, now, rest
        return base, [*found, *self.unknown(missed, values)]

    def _mistaken(self, base: str, fixed: bool) -> tuple[str, Mistake, tuple[Outcome, ...]] | None:
        """The known mistake that explains all plain answers, and every other one best."""
        kinds: dict[object, str] = {}
        for name in [base] if fixed else self.names:
            kinds.setdefault((CONVENTIONS[name].gain, CONVENTIONS[name].discount), name)
        found = []
        for order, name in enumerate(kinds.values()):
            rules = CONVENTIONS[name]
            for one in mistakes():
                if self._explains(one, rules):
                    values = self._with(one, rules, self.at(name))
                    missed = len(self.misses(values)) + sum(isinstance(v, str) for v in values)
                    found.append((missed, order, name, one, values))
        if not found:
            return None
        _, _, name, one, values = min(found, key=lambda row: row[:2])
        return name, one, values

    def _explains(self, mistake: Mistake, rules: Convention) -> bool:
        """Whether all plain answers are those of a mistake, which says what most of them are."""
        known = 0
        for place in self.telling:
            want = mistake.value(rules, self.rankings[place])
            if not fits(self.answers[place], want, self.tolerance):
                return False
            known += want != OPEN
        return 2 * known > len(self.plain)

    def _with(
        self, mistake: Mistake | None, rules: Convention, otherwise: Sequence[Outcome]
    ) -> tuple[Outcome, ...]:
        """What a mistake makes of every ranking; of those that it does not touch, these values."""
        if mistake is None:
            return tuple(otherwise)
        rows = zip(self.rankings, otherwise, strict=True)
        worked = ((mistake.value(rules, one), right) for one, right in rows)
        return tuple(right if value == OPEN else value for value, right in worked)

    def _step(
        self,
        rules: Convention,
        mistake: Mistake | None,
        values: Sequence[Outcome],
        missed: Sequence[int],
    ) -> tuple[str, Convention, tuple[Outcome, ...]] | None:
        """The single change that explains most of what is missed, and breaks less than it mends."""
        tried = missed[:: max(1, len(missed) // TRIED)]
        ranked: list[tuple[int, str, Convention]] = []
        for field, after in changed_once(rules):
            mended = sum(
                fits(self.answers[place], want, self.tolerance)
                for place in tried
                if not isinstance(want := self._value(mistake, after, place), str)
            )
            ranked += [(-mended, field, after)] if mended else []
        best: tuple[str, Convention, tuple[Outcome, ...]] | None = None
        fewest = len(missed)
        for _, field, after in sorted(ranked, key=lambda row: row[0])[:5]:
            every = range(len(self.rankings))
            now = [self._value(mistake, after, place) for place in every]
            now = [
                old if isinstance(one, str) else one for one, old in zip(now, values, strict=True)
            ]
            if len(left := self.misses(now)) < fewest:
                fewest, best = len(left), (field, after, tuple(now))
        return best

    def _value(self, mistake: Mistake | None, rules: Convention, place: int) -> Outcome:
        ranking = self.rankings[place]
        value = mistake.value(rules, ranking) if mistake else OPEN
        return by_rules(rules, ranking) if value == OPEN else value

    def unknown(self, missed: Sequence[int], values: Sequence[Outcome]) -> Iterator[Difference]:
        """What nothing explains, by what came instead of the number; and where that is."""
        kinds: dict[str, list[int]] = {}
        for place in missed:
            one = self.answers[place]
            kind = one if isinstance(one, str) else "NaN" if one != one else "another number"
            kinds.setdefault(kind, []).append(place)
        for kind, places in list(kinds.items())[:MOST_STEPS]:
            fact = self._where(places)
            does = "raises" if kind.endswith(("Error", "Exception")) else "gives"
            said = f"It {does} {kind} where {fact}."
            yield self.difference("", said, places, values, fact)

    def _where(self, places: Sequence[int]) -> str:
        """The fact that holds for all these rankings, and for the fewest others."""
        common = set.intersection(*({*where(self.rankings[place])} for place in places))
        counts = dict.fromkeys(common, 0)
        for one in self.rankings:
            for fact in where(one):
                if fact in counts:
                    counts[fact] += 1
        return min(counts, key=counts.__getitem__)

    def difference(
        self,
        id: str,
        sentence: str,
        places: Sequence[int],
        values: Sequence[Outcome],
        place: str = "",
    ) -> Difference:
        first = places[0]
        return Difference(
            id,
            sentence,
            place,
            len(places),
            self.rankings[first],
            self.answers[first],
            values[first],
        )
