"""Which convention a function implements, where it leaves it, and what its author did.

A function is asked for many rankings. Its answers are those of a convention; or those of one with a
known mistake, or with a few choices changed, found one at a time; and where all of that explains
nothing, it is said where they differ.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import pairwise, starmap
from time import monotonic
from typing import Any
from warnings import catch_warnings

from ndcg_core.checking.models import OPEN, REFUSED, VARIED, Model, mistakes
from ndcg_core.checking.probes import facts, size
from ndcg_core.checking.signatures import Form, forms
from ndcg_core.code_lab.cases import TOLERANCE
from ndcg_core.code_lab.wrong_programs import SAID, Outcome
from ndcg_core.libraries import LIBRARIES, Ranking, changed, groups
from ndcg_core.libraries.chains import first_difference
from ndcg_core.marking.wording import cell_name
from ndcg_core.metric import CONVENTIONS, Convention, number, short
from ndcg_core.metric.arguments import explained
from ndcg_core.metric.catalogue import TAUGHT, named
from ndcg_core.notebook import Number, Table, shown

EXACT = 2e-6
"""How far an answer may be off and still be right: float32 holds seven digits."""
SECONDS, FEWEST = 1.0, 12
"""For how long a slow function is asked, once it was asked the fewest rankings that say enough."""
TRIED, MOST_STEPS, MOST_NAMES = 40, 6, 4
FAMILIAR = 40
"""By so many rankings another convention has to be nearer than one that is taught."""
ERRORS = "Error", "Exception"
"""How the names of errors end."""
SLIPS = "NoneType", "infinity", "DivisionError", "IndexError", "KeyError", "NameError"
"""What comes instead of a number where nobody raises an error on purpose."""
KINDS = [*TAUGHT, *{(one.gain, one.discount): one for one in CONVENTIONS.values()}.values()]
"""The conventions that are taught, and one of each gain and discount."""


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
        parts = [f"{n} {', '.join(short(v, 10) for v in row)}" for n, row in rows.items() if row]
        parts += [f"k = {self.ranking.k}"] if self.ranking.k else []
        return f"{'; '.join(parts)}: {_written(self.value)}, and not {_written(self.expected)}"

    @property
    def libraries(self) -> str:
        """What the libraries print for that ranking, where it is about a choice of theirs."""
        try:
            every = groups(self.ranking)[:MOST_NAMES] if self.id in ("", *VARIED) else []
        except ValueError:
            return ""
        said = "{} ({}, as {})".format
        told = [said(_written(g.value), len(g.ids), LIBRARIES[g.ids[0]].title) for g in every]
        return f"Libraries print {', '.join(told)}." if told else ""


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
        how = f"{self.form.sentence} If that is wrong, say another signature than {self.form.name}."
        return [*rows, how]

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
    with catch_warnings(action="ignore"):  # of numpy, about 0 / 0
        form = _form(function, signature, k)
        until = monotonic() + SECONDS
        every = enumerate(form.rankings)
        pairs = [form.ask(function, r) for n, r in every if n < FEWEST or monotonic() < until]
    answers = [answer for answer, _ in pairs]
    altered = [place for place, (_, is_altered) in enumerate(pairs) if is_altered]
    name = getattr(function, "__name__", type(function).__name__)
    return judge(name, form, answers, expect, altered)


def _form(function: Callable[..., Any], signature: str | None, k: int | None) -> Form:
    """The first way to call a function in which it gives the numbers of some convention or mistake,
    else that in which it does so most often.
    """
    counts: dict[Form, int] = {}
    models = [*map(Model, CONVENTIONS.values()), *_mistaken(TAUGHT[:2])]
    ways = [*forms(function, signature, k)]
    for form in ways if len(ways) > 1 else ():
        if signature or isinstance(form.ask(function, form.plain[0])[0], float):
            told = _Answers(form.plain, [form.ask(function, one)[0] for one in form.plain])
            counts[form] = max(told.equal(one, told.plain) for one in models)
            if counts[form] == len(form.plain):
                return form
    if counts or signature:
        return max(ways, key=lambda form: counts.get(form, -1))
    raise ValueError(
        "However it is called, the function gives no number for the grades of a ranking: with "
        f"{ways[0].name} it comes to {ways[0].ask(function, ways[0].plain[0])[0]}. Say how it is "
        "called, with a signature such as “grades,k”, “truth,scores,k” or “ranked,relevant,k”."
    )


def fits(answer: Outcome, expected: Outcome, tolerance: float) -> bool:
    """Whether an answer is the expected one; where no number is expected, any is but a slip."""
    if isinstance(expected, str):
        return not str(answer).endswith(SLIPS)
    if isinstance(answer, str) or answer != answer or expected != expected:
        return answer != answer and expected != expected
    return abs(answer - expected) <= tolerance


def judge(
    function: str,
    form: Form,
    answers: Sequence[Outcome],
    expect: str | None = None,
    altered: Sequence[int] = (),
) -> Checked:
    """What the answers to all rankings of a form come to. altered: where a list was changed."""
    order = sorted(range(len(answers)), key=lambda place: size(form.rankings[place]))
    told = _Answers([form.rankings[at] for at in order], [answers[at] for at in order])
    can_be = [one for one in CONVENTIONS.values() if one.cutoff == "k" or "k" not in form.takes]
    expected = [] if expect is None else [named(expect)]
    steps = told.start(expected or can_be, expected or KINDS)
    while len(steps) < MOST_STEPS and (step := told.step(steps[-1])):
        steps.append(step)
    want, last = told.values(steps[0]), told.values(steps[-1])
    found = [*starmap(told.change, pairwise(steps)), *told.unknown(told.misses(last), last)]
    missed = {*told.misses(want)}
    close = [place for place in told.misses(want, TOLERANCE) if place not in missed]
    if 1 < told.decimals < 10 and close:
        said = f"It rounds to {told.decimals} decimals. {SAID['slips']['dcg']['rounded']}"
        found.append(told.difference("rounded", said, close, want))
    if altered:
        said = SAID["run"]["changes-the-list"].replace("{call}", "Your function")
        places = [place for place, at in enumerate(order) if at in altered]
        found.append(told.difference("changes-the-list", said, places, told.answers))
    name = steps[0].rules.name
    others = () if found else (one for one in can_be if told.distance(Model(one)) == (0, 0))
    return Checked(
        function,
        form,
        name,
        tuple(one.name for one in others if one.name != name),
        sum(not isinstance(one, str) for one in want),
        told.equal(steps[0], range(len(want))),
        tuple(found),
    )


def _mistaken(conventions: Iterable[Convention]) -> Iterator[Model]:
    """Each known mistake under each of some conventions."""
    yield from (Model(rules, one) for rules in conventions for one in mistakes().values())


class _Answers:
    """The answers to some rankings, and what explains them.

    plain      the places of the rankings where conventions part by gain and discount alone, those
               first whose answers say most
    decimals   of the longest answer; where all are rounded, an answer is right within them
    values     what a model makes of every ranking
    """

    def __init__(self, rankings: Sequence[Ranking], answers: Sequence[Outcome]) -> None:
        self.rankings, self.answers = rankings, answers
        plain = [place for place, one in enumerate(rankings) if not facts(one, odd=True)]
        self.plain = sorted(plain, key=lambda place: answers[place] in (0, 1))
        written = (repr(one).partition(".")[2] for one in answers if isinstance(one, float))
        self.decimals = max(map(len, written), default=0)
        self.tolerance = max(EXACT, 0.5001 * 10**-self.decimals if self.decimals > 1 else 0.0)
        self.values = cache(lambda model: tuple(map(model.value, rankings)))

    def misses(self, values: Sequence[Outcome], within: float = 0.0) -> list[int]:
        """The places whose answers are others than these."""
        pairs = enumerate(zip(self.answers, values, strict=True))
        within = within or self.tolerance
        return [place for place, (one, want) in pairs if not fits(one, want, within)]

    def equal(self, model: Model, places: Iterable[int]) -> int:
        """How many answers to some rankings are a model's numbers."""
        wanted = ((self.answers[place], model.value(self.rankings[place])) for place in places)
        return sum(not isinstance(v, str) and fits(one, v, self.tolerance) for one, v in wanted)

    def start(self, conventions: Iterable[Convention], kinds: Iterable[Convention]) -> list[Model]:
        """The nearest convention; where it leaves plain answers unexplained, and a known mistake
        explains them all, the convention under which that is made, and the mistake.
        """
        models = [*map(Model, conventions)]
        near = [one for one in models if 2 * self.distance(one)[0] <= len(self.plain)]
        base = min(near or models[: len(TAUGHT)], key=self.distance)
        mistaken = _mistaken(kinds if self.distance(base)[0] else ())
        best = min(filter(self.explains, mistaken), key=self.distance, default=None)
        return [Model(best.rules), best] if best else [base]

    def distance(self, model: Model) -> tuple[int, int]:
        """How often the choices of a model are left on plain rankings; and how often it is on all.
        There a number counts where the model refuses a plain ranking or, where the model is not
        determined, one that it can hardly be.
        """
        choices = self.values(replace(model, rules=replace(model.rules, name="")))
        values = self.values(model)
        missed = len(self.misses(values)) + sum(
            (value == REFUSED and at in self.plain) or (value == OPEN and not 0 <= one <= 1)
            for at, (one, value) in enumerate(zip(self.answers, values, strict=True))
            if isinstance(one, float)
        )
        further = FAMILIAR if missed and model.rules not in TAUGHT else 0
        return len({*self.misses(choices)}.intersection(self.plain)), missed + further

    def explains(self, model: Model) -> bool:
        """Whether all plain answers are those of a model, which says what most of them are."""
        pairs = ((self.answers[p], model.value(self.rankings[p])) for p in self.plain)
        if not all(fits(one, want, self.tolerance) for one, want in pairs):
            return False
        return 2 * self.equal(model, self.plain) > len(self.plain)

    def step(self, model: Model) -> Model | None:
        """The single change that explains most of what is missed, and breaks less than it mends."""
        values = self.values(model)
        missed = self.misses(values)
        known = (place for place, value in enumerate(values) if not isinstance(value, str))
        others = [place for place in known if place not in {*missed}]
        tried = [at for some in (missed, others) for at in some[:: max(1, len(some) // TRIED)]]
        best = max(model.changed_once(), key=lambda one: self.equal(one, tried))
        return best if len(self.misses(self.values(best))) < len(missed) else None

    def change(self, before: Model, after: Model) -> AnswerDifference:
        """What one change explains: a mistake, or a choice, with the first cell that it changes."""
        values = self.values(before)
        rest = {*self.misses(self.values(after))}
        places = [place for place in self.misses(values) if place not in rest]
        if after.mistake and not before.mistake:
            return self.difference(after.mistake.id, after.sentence, places, values)
        one, other, ranking = before.rules, after.rules, self.rankings[places[0]]
        field = next(f for f in VARIED if str(getattr(one, f)) != str(getattr(other, f)))
        said, cell = changed(one, other, field, ranking.k), ""
        with suppress(ValueError):  # a ranking that was refused has no steps
            first = first_difference(ranking.trace(one), ranking.trace(other))
            cell = f" (first seen in {cell_name(first)})"
        return self.difference(field, f"{said[:1].upper()}{said[1:]}{cell}.", places, values)

    def unknown(
        self, missed: Sequence[int], values: Sequence[Outcome]
    ) -> Iterator[AnswerDifference]:
        """What nothing explains, by what came instead of the number; and where that is: the fact
        that holds for all these rankings, and for the fewest others.
        """
        kinds: dict[str, list[int]] = {}
        for place in missed:
            one = self.answers[place]
            kind = one if isinstance(one, str) else "NaN" if one != one else "another number"
            kinds.setdefault(kind, []).append(place)
        for kind, places in list(kinds.items())[:MOST_STEPS]:
            common = set.intersection(*({*facts(self.rankings[place])} for place in places))
            every = [fact for one in self.rankings for fact in facts(one)]
            fact = min(sorted(common), key=every.count)
            does = "raises" if kind.endswith(ERRORS) else "gives"
            yield self.difference("", f"It {does} {kind} where {fact}.", places, values)

    def difference(
        self, id: str, sentence: str, places: Sequence[int], values: Sequence[Outcome]
    ) -> AnswerDifference:
        at = places[0]
        shows = self.rankings[at], self.answers[at], values[at]
        return AnswerDifference(id, sentence, len(places), *shows)
