"""The verdict on a function: its convention, its deviations and its author's mistake.

A function is called with many rankings. The verdict is the convention with the same numbers. If
there is no such convention, a known mistake or a few changed choices are tried, one at a time. If
no change explains the answers, the verdict lists the rankings on which the answers differ.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import pairwise, starmap
from math import floor, log10
from time import monotonic
from typing import Any, TypeGuard
from warnings import catch_warnings

from ndcg_core.checking.calling import (
    ENDING_ERRORS,
    Caller,
    LocalCaller,
    Reply,
    find_unrepeatable_call,
)
from ndcg_core.checking.causes import CAUSE_SENTENCES
from ndcg_core.checking.models import (
    VARIED_CHOICES,
    Model,
    ModelTable,
    collect_mistakes,
    list_changed_models,
)
from ndcg_core.checking.probes import make_probes, make_size_key
from ndcg_core.checking.signatures import Form, iterate_forms, list_number_forms
from ndcg_core.code_lab.cases import TOLERANCE
from ndcg_core.code_lab.wrong_programs import PROGRAM_SENTENCES, Outcome
from ndcg_core.libraries import LIBRARIES, Ranking, describe_change, group_outcomes
from ndcg_core.libraries.chains import find_first_differing_cell
from ndcg_core.marking.wording import name_cell
from ndcg_core.metric import CONVENTIONS, Convention, number, short
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.catalogue import TAUGHT_CONVENTIONS, find_convention
from ndcg_core.notebook import Number, Table, render_tables

EXACT_TOLERANCE = 2e-6
"""The error allowed in a right answer, because float32 has seven digits."""
SLOW_SECONDS = 1.0
"""The seconds after which no further rankings are tested."""
MIN_ANSWERS = 12
"""The number of rankings that are tested even if the function is slow."""
MIN_AGREEMENT = 0.6
"""The share of answers that must be explained for a verdict."""
MAX_ERROR_SHARE = 0.25
"""The share of plain rankings on which a function with a known mistake may raise errors."""
MIN_DECIMALS = 2
"""The fewest decimals of rounded numbers. With fewer, too many mistakes give the same number."""
MAX_FLAT_SHARE = 0.9
"""The largest share of plain answers that may be 0 or 1."""
MAX_TRIED_RANKINGS = 40
"""The approximate number of rankings on which a changed choice is tried."""
MAX_STEPS = 6
"""The largest number of models that lead to the answers, and of unexplained kinds of answers."""
MAX_NAMES = 4
"""The largest number of conventions or values in a sentence."""
PREPARED_RANKINGS = 1
"""The number of plain rankings for which mistakes are calculated before the first verdict."""
UNTAUGHT_PENALTY = 40
"""The number of rankings by which an untaught convention must fit better than a taught one."""
SIGNATURE_ADVICE = "--signature, or with signature= in Python"
SIGNATURE_EXAMPLES = "grades,k or truth,scores,k or ranked,relevant,k"
ERROR_ENDINGS = "Error", "Exception"
"""Endings of the names of errors."""
SLIP_ANSWERS = "NoneType", "infinity", "DivisionError", "IndexError", "KeyError", "NameError"
"""Outcomes that no author causes on purpose."""
START_CONVENTIONS = [
    *TAUGHT_CONVENTIONS,
    *{(one.gain, one.discount): one for one in CONVENTIONS.values()}.values(),
]
"""The taught conventions, and one convention for each gain and discount."""


@dataclass(frozen=True)
class AnswerDifference:
    """A way in which a function differs from its convention.

    Attributes
    ----------
    id : str
        The id of the choice or the mistake, or "" if neither is known.
    sentence : str
        A sentence about what the function does instead.
    count : int
        The number of rankings that show the difference.
    ranking : libraries.Ranking
        The smallest ranking that shows the difference.
    value, expected : float or str
        The value of the function and of the convention for that ranking.
    note : str
        A remark, if the difference is not about a number.
    """

    id: str
    sentence: str
    count: int
    ranking: Ranking
    value: Outcome
    expected: Outcome
    note: str = ""

    @property
    def smallest(self) -> str:
        """The smallest ranking with this difference, as text, with both values or the note."""
        value, expected = format_difference(self.value, self.expected)
        return f"{_format_ranking(self.ranking)}: {self.note or f'{value} instead of {expected}'}"

    @property
    def libraries(self) -> str:
        """A sentence about the values that libraries print for the ranking, or "".

        It is "" if the difference is a known mistake.
        """
        try:
            every = (
                group_outcomes(self.ranking)[:MAX_NAMES] if self.id in ("", *VARIED_CHOICES) else []
            )
        except ValueError:
            return ""
        values = [
            f"{_format_value(group.value)} ({len(group.ids)}, as {LIBRARIES[group.ids[0]].title})"
            for group in every
        ]
        return f"Libraries print {', '.join(values)}." if values else ""


def _format_ranking(ranking: Ranking) -> str:
    """Format the inputs of a ranking.

    >>> _format_ranking(Ranking((3, 0), k=2))
    'grades 3, 0; k = 2'
    """
    rows = {name: getattr(ranking, name) for name in ("grades", "scores", "judged")}
    parts = [f"{n} {', '.join(short(v, 10) for v in row)}" for n, row in rows.items() if row]
    parts += [f"k = {ranking.k}"] if ranking.k else []
    return "; ".join(parts)


def _format_value(value: Outcome, decimals: int = 6) -> str:
    """Format a number with `decimals` decimals. Return "NaN", or the name of another outcome."""
    if isinstance(value, str):
        return value
    return number(value, decimals) if value == value else "NaN"


def format_difference(first: Outcome, second: Outcome) -> tuple[str, str]:
    """Format two outcomes with enough decimals to show the difference between them.

    >>> format_difference(0.5, 0.25), format_difference(0.6309297535714575, 0.6309297)
    (('0.500000', '0.250000'), ('0.6309298', '0.6309297'))
    """
    for decimals in range(6, 17):
        texts = _format_value(first, decimals), _format_value(second, decimals)
        if texts[0] != texts[1]:
            return texts
    return repr(first), repr(second)


@dataclass(frozen=True)
class CheckResult:
    """The verdict on a function.

    Attributes
    ----------
    function : str
        The name of the function.
    form : Form
        The form in which the function was called.
    convention : str
        The convention that the function implements, or the nearest convention.
    also : tuple of str
        Other conventions that give the same values for the arguments that the function takes.
    rankings : int
        The number of rankings for which the convention has a value.
    equal : int
        The number of rankings on which the function agrees with the convention.
    differences : tuple of AnswerDifference
        The ways in which the function differs from the convention.
    call : str
        The form of the call, as a sentence.
    is_recognized : bool
        True if enough of the values are explained for a verdict on the function.
    examples : tuple of AnswerDifference
        Two values of the function and of the convention, if the function is not recognized.
    """

    function: str
    form: Form
    convention: str
    also: tuple[str, ...]
    rankings: int
    equal: int
    differences: tuple[AnswerDifference, ...]
    call: str = ""
    is_recognized: bool = True
    examples: tuple[AnswerDifference, ...] = ()

    @property
    def agrees(self) -> bool:
        """True if the function is recognized and no difference was found."""
        return self.is_recognized and not self.differences

    @property
    def sentences(self) -> list[str]:
        """The verdict as sentences: the call, the convention, and any differences or advice."""
        whose = f"`{self.convention}` ({CONVENTIONS[self.convention].title})"
        equal = f"agrees on {self.equal:,} of {self.rankings:,} rankings"
        if any(difference.id == "rounded" for difference in self.differences):
            equal += " if rounding is ignored"
        if not self.is_recognized:
            shown = "; ".join(difference.smallest for difference in self.examples)
            return [
                self.call,
                f"I could not find out how to call {self.function}, so there is no verdict. With "
                "this "
                f"call it is nearest to {whose} and {equal}. Its answers: {shown}.",
                f"Name its arguments with {SIGNATURE_ADVICE}, such as {SIGNATURE_EXAMPLES}.",
            ]
        count = len(self.differences)
        ways = "one way" if count == 1 else f"{count} ways"
        rows = [self.call, f"It is nearest to {whose} and {equal}. It differs in {ways}."]
        if self.agrees:
            rows = [self.call, f"This is {whose}. It {equal}."]
        for difference in self.differences:
            shows = f"This concerns {difference.count:,} of {self.rankings:,} rankings. "
            shows += f"The smallest has {difference.smallest}."
            rows.append(f"{difference.sentence} {shows} {difference.libraries}".rstrip())
        if self.also:
            more = len(self.also) - MAX_NAMES
            others = ", ".join(self.also[:MAX_NAMES]) + (f" and {more} more" if more > 0 else "")
            rows.append(f"With these arguments it cannot be distinguished from {others}.")
        return [
            *rows,
            f"If your code calls it differently, name its arguments with {SIGNATURE_ADVICE}, "
            f"instead of {self.form.name}.",
        ]

    def record(self) -> dict[str, Any]:
        """Return the verdict as a dictionary for JSON, with its sentences."""
        further = {"agrees": self.agrees, "signature": self.form.name, "sentences": self.sentences}
        return asdict(self) | further

    def _repr_html_(self) -> str:
        rows = [
            [difference.sentence, Number(f"{difference.count:,}"), difference.smallest]
            for difference in self.differences
        ]
        table = Table("Differences", ["difference", "rankings", "smallest example"], rows)
        call, verdict, *rest = self.sentences
        return render_tables([table] if rows else [], call, verdict, *rest[len(rows) :])

    def __repr__(self) -> str:
        return "\n".join(self.sentences)


@explain_bad_calls
def check(
    function: Callable[..., Any],
    expect: str | None = None,
    signature: str | None = None,
    k: int | None = None,
) -> CheckResult:
    """Find the convention that a function implements, and the function's differences from it.

    The function is called with many rankings, in the form that its parameters suggest. It runs in
    this process. The command `ndcg check` runs the function in a separate process, with a time
    limit.

    Parameters
    ----------
    function : callable
        A function that returns NDCG.
    expect : str, optional
        The name of the convention that the function should implement. By default, the nearest
        convention is found.
    signature : str, optional
        The arguments of the function, such as "grades,k" or "ranked,relevant,k". By default, the
        arguments are guessed from the function's parameters.
    k : int, optional
        The cutoff of a function without a parameter for the cutoff.

    Returns
    -------
    CheckResult
        The verdict. A notebook shows it as sentences and a table.

    Raises
    ------
    ValueError
        If `expect` is not the name of a convention, or if there is no verdict, because the function
        returns no number in any known form, or ends the program.

    Examples
    --------
    >>> check(lambda r, k: sum(r[:k]) / sum(sorted(r)[::-1][:k]), k=3).differences[0].id
    'no-discount'
    """
    return examine_function(LocalCaller(function), expect, signature, k)


def examine_function(
    caller: Caller, expect: str | None = None, signature: str | None = None, k: int | None = None
) -> CheckResult:
    """Call a function with many rankings and judge the answers, as `check` does.

    If two calls with the same ranking give different numbers, this is the only difference that the
    result has. A slow function is called with fewer rankings. Raises ValueError if there is no
    verdict.
    """
    with catch_warnings(action="ignore"):  # of numpy, about 0 / 0
        form = find_form(caller, signature, k)
        twice = find_unrepeatable_call(caller, form, form.plain_rankings[:3])
        replies = _call_with_rankings(caller, form)
    answers = [reply.outcome for reply in replies]
    refuse_ended_program(caller.name, answers)
    altered = {index: reply.altered for index, reply in enumerate(replies) if reply.altered}
    call = form.describe_call(caller.shape)
    found = judge_answers(caller.name, form, answers, expect, altered, call, signature is not None)
    if twice is None:
        return found
    ranking, first, second = twice
    note = "it returned {}, and then {}".format(*format_difference(first, second))
    random = AnswerDifference("random", CAUSE_SENTENCES["random"], 1, ranking, first, second, note)
    return replace(found, also=(), differences=(random,), is_recognized=True)


def _call_with_rankings(caller: Caller, form: Form) -> list[Reply]:
    """Call a function with the rankings of a form, or with the first ones if it is slow."""
    until = monotonic() + SLOW_SECONDS
    return [
        caller.call(form, ranking)
        for n, ranking in enumerate(form.rankings)
        if n < MIN_ANSWERS or monotonic() < until
    ]


def refuse_ended_program(name: str, answers: Sequence[Outcome]) -> None:
    """Raise ValueError if an answer is an error after which no verdict is possible."""
    for why, sentence in ENDING_ERRORS.items():
        if count := answers.count(why):
            raise ValueError(
                f"There is no verdict: {name} {sentence} ({why}) on {count:,} of {len(answers):,} "
                "rankings. It must return a number."
            )


def find_form(caller: Caller, signature: str | None, k: int | None) -> Form:
    """Return the form of the call in which a function's numbers best agree with a convention.

    Calls the function with several rankings in each form that is tried.

    This is the first form whose numbers all equal those of a convention. If there is none, it is
    the form whose numbers agree most often with a convention or with a known mistake. Raises
    ValueError if no call returns a number, and after an error in `ENDING_ERRORS`.
    """
    conventions = [Model(rules) for rules in CONVENTIONS.values()]
    answers_by_form: dict[Form, _Answers] = {}
    failed: dict[Form, list[Reply]] = {}
    for way in iterate_forms(caller.arguments, caller.kinds, signature, k):
        reply = caller.call(way, way.plain_rankings[0])
        for form in list_number_forms(way, reply.paths) or [way]:
            if form == way and not isinstance(reply.outcome, float):
                failed[form] = [reply]
                continue
            table = ModelTable(form.plain_rankings)
            replies = [caller.call(form, ranking) for ranking in form.plain_rankings]
            answers = _Answers(table, [reply.outcome for reply in replies])
            if not answers.are_mostly_numbers:
                failed[form] = replies
                continue
            answers_by_form[form] = answers
            if not answers.are_nearly_all_zero_or_one and any(
                map(answers.equals_model, conventions)
            ):
                return form
    if not answers_by_form:
        refuse_ended_program(
            caller.name, [reply.outcome for replies in failed.values() for reply in replies]
        )
        raise ValueError(
            f"{_describe_failed_calls(caller, failed)} If your code calls it differently, name "
            f"its arguments with {SIGNATURE_ADVICE}, such as {SIGNATURE_EXAMPLES}."
        )
    models = [*conventions, *_list_mistaken_models(tuple(TAUGHT_CONVENTIONS[:2]))]

    def rate_form(form: Form) -> tuple[bool, int]:
        """Return a sort key that is greatest for the form with the best agreement."""
        found = answers_by_form[form]
        first = found.compared_indices[:2]
        near = (
            model
            for model in models
            if not found.are_nearly_all_zero_or_one and found.count_equal_answers(model, first)
        )
        return not found.are_nearly_all_zero_or_one, max(
            (found.count_equal_answers(model, found.compared_indices) for model in near), default=0
        )

    return max(answers_by_form, key=rate_form)


def _describe_failed_calls(caller: Caller, failed: Mapping[Form, Sequence[Reply]]) -> str:
    """Explain why a function has no verdict: it returns too few numbers in any form.

    Describes the form with the most numbers, after calls with all rankings of this form.

    failed: the replies for the first plain rankings of each form that was tried
    """
    none = f"No known call of {caller.name} returns a number for the grades of a ranking."
    if not failed:
        return f"{none} Its arguments match no known signature."
    counts = {
        form: sum(_is_number(reply.outcome) for reply in replies)
        for form, replies in failed.items()
    }
    form = max(counts, key=lambda form: counts[form])
    call = form.describe_call(caller.shape)
    replies = _call_with_rankings(caller, form)
    if not any(_is_number(reply.outcome) for reply in replies):
        reply = failed[form][0]
        does = _describe_reply(reply)
        return f"{none} {call} With {_format_ranking(form.plain_rankings[0])}, it {does}."
    order, table = _arrange_rankings(form.input_names, form.cut, len(replies))
    answers = _Answers(table, [replies[index].outcome for index in order])
    missing = [index for index, answer in enumerate(answers.answers) if not _is_number(answer)]
    sentences = [
        f"There is no verdict, because {caller.name} returns a number for only "
        f"{len(order) - len(missing):,} of {len(order):,} rankings. {call}"
    ]
    for sentence, indices in answers.iterate_kinds(missing):
        smallest = indices[0]
        does = _describe_reply(replies[order[smallest]])
        sentences.append(
            f"{sentence} With {_format_ranking(answers.rankings[smallest])}, it {does}."
        )
    return " ".join(sentences)


def _describe_reply(reply: Reply) -> str:
    """Describe a reply as a verb phrase, such as "raises KeyError: 'q'" or "returns NoneType"."""
    return f"raises {reply.raised}" if reply.raised else f"returns {_format_value(reply.outcome)}"


def is_expected(answer: Outcome, expected: Outcome, tolerance: float) -> bool:
    """Return True if an answer is as expected, within a tolerance.

    NaN is only expected for NaN. If no number is expected, every answer is right unless it
    ends with one of `SLIP_ANSWERS`.
    """
    if isinstance(expected, str):
        return not str(answer).endswith(SLIP_ANSWERS)
    if isinstance(answer, str) or answer != answer or expected != expected:
        return answer != answer and expected != expected
    return abs(answer - expected) <= tolerance


def judge_answers(
    function_name: str,
    form: Form,
    answers: Sequence[Outcome],
    expect: str | None = None,
    altered: Mapping[int, str] | None = None,
    call: str = "",
    has_signature: bool = False,
    report: Callable[[], None] = lambda: None,
) -> CheckResult:
    """Judge a function's answers to rankings. Raise ValueError if there is no verdict.

    answers: the answers to all rankings of the form, in their order, or to the first ones.
    expect: the name of the expected convention, or None to find the nearest convention.
    altered: the changes of passed lists, by the ranking's index.
    call: the form of the call as a sentence, or "" for the usual sentence about `form`.
    has_signature: True if the user named the signature, so that unexplained answers count as
    differences.
    report: a function that is called after each step. If it raises an error, finished steps are
    cached.
    """
    order, table = _arrange_rankings(form.input_names, form.cut, len(answers))
    judged = _Answers(table, [answers[index] for index in order], report)
    can_be = [
        rules
        for rules in CONVENTIONS.values()
        if rules.cutoff == "k" or "k" not in form.input_names
    ]
    expected = [] if expect is None else [find_convention(expect)]
    if not any(map(_is_number, answers)):
        result = max(set(map(str, answers)), key=[*map(str, answers)].count)
        raise ValueError(
            f"There is no verdict: {function_name} returned no number for any of {len(answers):,} "
            "rankings. "
            f"Most often it {'raised' if result.endswith(ERROR_ENDINGS) else 'returned'} {result}."
        )
    with_numbers = [rules for rules in can_be if judged.has_values(Model(rules))]
    steps = judged.find_start_models(
        expected or with_numbers or can_be, expected or START_CONVENTIONS
    )
    while len(steps) < MAX_STEPS and (step := judged.find_best_change(steps[-1])):
        steps.append(step)
    want = judged.list_values(steps[0])
    last = judged.list_values(steps[-1])
    rankings = sum(not isinstance(value, str) for value in want)
    if not rankings:
        raise ValueError(
            f"There is no verdict: `{steps[0].rules.name}` has no number for the arguments of "
            f"{function_name} ({form.name}), so nothing can be compared."
        )
    call = call or form.describe_call(f"{function_name}({{}})")
    name = steps[0].rules.name
    equal = judged.count_equal_answers(steps[0], range(len(want)))
    is_recognized = (
        not judged.are_nearly_all_zero and judged.measure_agreement(steps[-1]) >= MIN_AGREEMENT
    )
    if not is_recognized and not has_signature:
        indices = sorted(
            judged.list_misses(want), key=lambda index: judged.rate_example(index, want[index])
        )[:2]
        examples = tuple(judged.make_difference("", "", [index], want) for index in indices)
        return CheckResult(
            function_name, form, name, (), rankings, equal, (), call, False, examples
        )
    if is_recognized:
        found = [
            *starmap(judged.make_model_difference, pairwise(steps)),
            *judged.iterate_unexplained_differences(judged.list_misses(last), last),
        ]
    else:
        found = [*judged.iterate_unexplained_differences(judged.list_misses(want), want)]
    missed = {*judged.list_misses(want)}
    close = [index for index in judged.list_misses(want, TOLERANCE) if index not in missed]
    if judged.rounding and close:
        sentence = f"It rounds to {judged.rounding}. {PROGRAM_SENTENCES['slips']['dcg']['rounded']}"
        found.append(judged.make_difference("rounded", sentence, close, want))
    for what, id in (("sorted", "sorts-the-list"), ("changed", "changes-the-list")):
        indices = [n for n, index in enumerate(order) if (altered or {}).get(index) == what]
        if indices:
            change = judged.make_difference(id, CAUSE_SENTENCES[id], indices, want)
            found.append(replace(change, note="the list is different afterwards"))
            break
    equal_conventions = []
    if not found:
        equal_conventions = [
            rules for rules in can_be if judged.count_deviations(Model(rules)) == (0, 0)
        ]
    also = tuple(rules.name for rules in equal_conventions if rules.name != name)
    return CheckResult(function_name, form, name, also, rankings, equal, tuple(found), call)


@lru_cache(maxsize=8)
def _arrange_rankings(
    input_names: frozenset[str], cut: int | None, count: int
) -> tuple[tuple[int, ...], ModelTable]:
    """Return the indices of the first `count` probes, by size, and a table in this order."""
    rankings = make_probes(input_names, cut)[:count]
    order = tuple(sorted(range(len(rankings)), key=lambda index: make_size_key(rankings[index])))
    return order, ModelTable(rankings[index] for index in order)


def prepare_verdicts(form: Form) -> Iterator[None]:
    """Calculate and cache values for later verdicts, and yield after each step.

    A caller may stop after any step and start again later, because finished steps are cached.
    """
    _, table = _arrange_rankings(form.input_names, form.cut, len(form.rankings))
    for rules in CONVENTIONS.values():
        for model in (Model(rules), Model(rules).without_library):
            table.list_values(model)
            yield
    for model in _list_mistaken_models(tuple(START_CONVENTIONS)):
        for index in table.plain_indices[:PREPARED_RANKINGS]:
            table.look_up_value(model, index)
        yield


@lru_cache(maxsize=16)
def _list_mistaken_models(conventions: tuple[Convention, ...]) -> tuple[Model, ...]:
    """Return a model for every known mistake under each of some conventions."""
    return tuple(
        Model(rules, mistake) for rules in conventions for mistake in collect_mistakes().values()
    )


def _is_number(answer: Outcome) -> TypeGuard[float]:
    """Return True if an answer is a number other than NaN."""
    return isinstance(answer, float) and answer == answer


def _count_significant_digits(value: float) -> int:
    """Count the significant digits of a number, without zeros at its end."""
    return len(Decimal(repr(value)).normalize().as_tuple().digits)


class _Answers:
    """The answers to the rankings of a form, compared with the values of models.

    plain     the indices of the rankings on which only gain and discount matter, with answers
              other than 0 and 1 first
    decimals  the largest number of decimals of an answer
    digits    the largest number of significant digits of an answer
    report    a function that is called after each step
    """

    def __init__(
        self,
        table: ModelTable,
        answers: Sequence[Outcome],
        report: Callable[[], None] = lambda: None,
    ) -> None:
        self.table = table
        self.rankings = table.rankings
        self.answers = answers
        self.report = report
        self.plain = sorted(table.plain_indices, key=lambda index: answers[index] in (0, 1))
        written = (
            f"{Decimal(repr(answer)):f}".partition(".")[2]
            for answer in answers
            if _is_number(answer)
        )
        self.decimals = max(map(len, written), default=0)
        numbers = [answer for answer in answers if _is_number(answer) and answer]
        self.digits = max(map(_count_significant_digits, numbers), default=0)
        self._missed: dict[int, tuple[Sequence[Outcome], list[int]]] = {}

    def list_values(self, model: Model) -> Sequence[Outcome]:
        """Return a model's values for all rankings, and report a step."""
        values = self.table.list_values(model)
        self.report()
        return values

    def list_misses(self, values: Sequence[Outcome], tolerance: float = 0.0) -> list[int]:
        """Return the indices of the answers that differ from the values of a model.

        tolerance: the tolerance for all answers. With 0, `tolerances` has one for each answer.
        """
        if tolerance:
            return self._find_misses(values, [tolerance] * len(values))
        # Equal values are one tuple. It is kept here, so that no other tuple can get its id.
        if id(values) not in self._missed:
            self._missed[id(values)] = values, self._find_misses(values, self.tolerances)
        return self._missed[id(values)][1]

    def _find_misses(self, values: Sequence[Outcome], tolerances: Sequence[float]) -> list[int]:
        """Return the indices of the answers that differ from values beyond their tolerances."""
        rows = enumerate(zip(self.answers, values, tolerances, strict=True))
        return [
            index
            for index, (answer, expected, tolerance) in rows
            if not is_expected(answer, expected, tolerance)
        ]

    @cached_property
    def tolerances(self) -> list[float]:
        """The tolerance of each answer, derived from the rounding."""
        return [self.calculate_tolerance(answer) for answer in self.answers]

    @cached_property
    def rounding(self) -> str:
        """The rounding of the answers, such as "4 decimals", or "" if none is recognized."""
        if self.uses_significant_digits and self.digits < 10:
            return f"{self.digits} significant digits"
        if not MIN_DECIMALS <= self.decimals + 2 * self.are_percentages < 10:
            return ""
        return f"{self.decimals} {'decimal' if self.decimals == 1 else 'decimals'}"

    @cached_property
    def are_percentages(self) -> bool:
        """True if the largest plain answer suggests percentages: it is over 50, at most 100."""
        answers = (self.answers[index] for index in self.plain)
        numbers = [answer for answer in answers if _is_number(answer)]
        return 50 < max(numbers, default=0.0) <= 100 + EXACT_TOLERANCE

    @cached_property
    def uses_significant_digits(self) -> bool:
        """True if the answers seem to be rounded to significant digits, such as 0.0123457."""
        return 1 < self.digits < self.decimals and not self.are_percentages

    def calculate_tolerance(self, answer: Outcome) -> float:
        """Return the error to allow in an answer, which rounding of the answers can make larger."""
        if not self.rounding or not _is_number(answer) or not answer:
            return EXACT_TOLERANCE
        decimals = self.decimals
        if self.uses_significant_digits:
            decimals = self.digits - 1 - floor(log10(abs(answer)))
        return max(EXACT_TOLERANCE, 0.5001 * 10.0**-decimals)

    def count_equal_answers(self, model: Model, indices: Iterable[int]) -> int:
        """Count the answers at `indices` that equal a model's numbers, and report a step."""
        wanted = ((index, self.table.look_up_value(model, index)) for index in indices)
        count = sum(not isinstance(v, str) and self._is_expected(index, v) for index, v in wanted)
        self.report()
        return count

    def _is_expected(self, index: int, value: Outcome) -> bool:
        """Call `is_expected` with the answer at an index, a value and the answer's tolerance."""
        return is_expected(self.answers[index], value, self.tolerances[index])

    def find_start_models(
        self, conventions: Iterable[Convention], mistake_conventions: Sequence[Convention]
    ) -> list[Model]:
        """Return the model of a convention, then one with a mistake if that explains the answers.

        The convention is the nearest one. If a known mistake explains all plain answers that are
        numbers, the convention is that of the mistake.

        mistake_conventions: the conventions under which known mistakes are tried.
        """
        models = [*map(Model, conventions)]
        near = [model for model in models if 2 * self.count_deviations(model)[0] <= len(self.plain)]
        base = min(near or models[: len(TAUGHT_CONVENTIONS)], key=self.count_deviations)
        # Dividing by the rank is a mistake unless the rest of that convention fits too.
        is_odd = base.rules.discount == "i" and self.count_deviations(base) != (0, 0)
        best = None
        if is_odd or self.deviates(base):
            taught = [rules for rules in mistake_conventions if rules in TAUGHT_CONVENTIONS]
            untaught = [rules for rules in mistake_conventions if rules not in taught]
            for group in (taught, untaught):
                if best is None:
                    explaining = filter(self.explains, _list_mistaken_models(tuple(group)))
                    best = min(explaining, key=self.count_deviations, default=None)
        return [Model(best.rules), best] if best else [base]

    @property
    def compared_indices(self) -> Sequence[int]:
        """The indices of the plain rankings, or all indices if there are none."""
        return self.plain or range(len(self.answers))

    def equals_model(self, model: Model) -> bool:
        """Return True if the answers at `compared_indices` all equal a model's numbers."""
        return all(self.count_equal_answers(model, [index]) for index in self.compared_indices)

    def has_values(self, model: Model) -> bool:
        """Return True if a model has a number or NaN for at least one ranking."""
        return any(not isinstance(value, str) for value in self.list_values(model))

    @property
    def are_mostly_numbers(self) -> bool:
        """True if more than half of the answers are numbers."""
        return 2 * sum(map(_is_number, self.answers)) > len(self.answers)

    @property
    def are_nearly_all_zero_or_one(self) -> bool:
        """True if nearly all answers at `compared_indices` are 0 or 1, as with many wrong calls."""
        indices = self.compared_indices
        count = sum(self.answers[index] in (0, 1) for index in indices)
        return count > MAX_FLAT_SHARE * len(indices)

    @cached_property
    def plain_number_indices(self) -> list[int]:
        """The indices of the plain rankings whose answers are numbers."""
        return [index for index in self.plain if _is_number(self.answers[index])]

    @cached_property
    def can_be_explained(self) -> bool:
        """True unless too many plain answers are not numbers, or nearly all are 0.

        Wrong calls return zeros, and so do mistakes that set every gain to 0.
        """
        errors = len(self.plain) - len(self.plain_number_indices)
        return not self.are_nearly_all_zero and errors <= MAX_ERROR_SHARE * len(self.plain)

    @cached_property
    def are_nearly_all_zero(self) -> bool:
        """True if nearly all answers at `compared_indices` are 0."""
        indices = self.compared_indices
        count = sum(self.answers[index] == 0 for index in indices)
        return count > MAX_FLAT_SHARE * len(indices)

    def rate_example(self, index: int, expected: Outcome) -> tuple[bool, bool]:
        """Return a sort key by which poor examples are last: no number, or an expected 0 or 1."""
        return not _is_number(self.answers[index]), expected in (0, 1)

    def deviates(self, model: Model) -> bool:
        """Return True if a numeric answer to a plain ranking differs from a model's value.

        No library's limits apply to the model.
        """
        choices = self.list_values(model.without_library)
        missed = {*self.list_misses(choices)}.intersection(self.plain)
        return any(_is_number(self.answers[index]) for index in missed)

    def measure_agreement(self, model: Model) -> float:
        """Return the share of a model's numbers that the answers equal.

        This is the smaller of two shares: of all numbers, and of the numbers other than 0 and 1,
        because many wrong calls return 0 and 1. It is 0 for a model without numbers.
        """
        values = [*enumerate(self.list_values(model))]
        every = [index for index, value in values if not isinstance(value, str) and value == value]
        telling = [index for index in every if self.list_values(model)[index] not in (0, 1)]
        shares = [
            self.count_equal_answers(model, indices) / len(indices)
            for indices in (every, telling)
            if indices
        ]
        return min(shares, default=0.0)

    def count_deviations(self, model: Model) -> tuple[int, int]:
        """Return two counts of deviations from a model: on plain rankings, and on all rankings.

        On all rankings, a number also counts if the model refuses a plain ranking, or if the number
        is nearly impossible and the model is undetermined. If anything counts, an untaught
        convention gets `UNTAUGHT_PENALTY` more.
        """
        choices = self.list_values(model.without_library)
        values = self.list_values(model)
        refused, undetermined = self.table.find_missing_values(model)
        missed = len(self.list_misses(values))
        missed += sum(isinstance(self.answers[index], float) for index in refused)
        for index in undetermined:
            answer = self.answers[index]
            missed += isinstance(answer, float) and not 0 <= answer <= 1
        further = UNTAUGHT_PENALTY if missed and model.rules not in TAUGHT_CONVENTIONS else 0
        return len({*self.list_misses(choices)}.intersection(self.plain)), missed + further

    def explains(self, model: Model) -> bool:
        """Return True if a model fits the numeric plain answers and gives most plain answers.

        A model without a number for a ranking fits any number there. Returns False if
        `can_be_explained` is false.
        """
        if not self.can_be_explained:
            return False
        for index in self.plain_number_indices:  # most models differ at the first
            fits_here = self._is_expected(index, self.table.look_up_value(model, index))
            self.report()
            if not fits_here:
                return False
        return 2 * self.count_equal_answers(model, self.plain) > len(self.plain)

    def find_best_change(self, model: Model) -> Model | None:
        """Return the model with one changed choice that fits best, or None if none fits better.

        The changes are compared on a sample of the rankings, and the best one with `model` on all.
        """
        values = self.list_values(model)
        missed = self.list_misses(values)
        known = (index for index, value in enumerate(values) if not isinstance(value, str))
        others = [index for index in known if index not in {*missed}]
        tried = [
            index
            for indices in (missed, others)
            for index in indices[:: max(1, len(indices) // MAX_TRIED_RANKINGS)]
        ]
        best = max(
            list_changed_models(model), key=lambda changed: self.count_equal_answers(changed, tried)
        )
        return best if len(self.list_misses(self.list_values(best))) < len(missed) else None

    def make_model_difference(self, before: Model, after: Model) -> AnswerDifference:
        """Return the difference between two models: a changed choice, or an added mistake."""
        values = self.list_values(before)
        rest = {*self.list_misses(self.list_values(after))}
        indices = [index for index in self.list_misses(values) if index not in rest]
        if after.mistake and not before.mistake:
            return self.make_difference(
                after.mistake.id, after.mistake_description, indices, values
            )
        old = before.rules
        new = after.rules
        ranking = self.rankings[indices[0]]
        field = next(f for f in VARIED_CHOICES if str(getattr(old, f)) != str(getattr(new, f)))
        change = describe_change(old, new, field, ranking.k)
        cell = ""
        with suppress(ValueError):  # a ranking that was refused has no steps
            first = find_first_differing_cell(ranking.trace_ndcg(old), ranking.trace_ndcg(new))
            cell = f" (first seen in {name_cell(first)})"
        sentence = f"{change[:1].upper()}{change[1:]}{cell}."
        return self.make_difference(field, sentence, indices, values)

    def iterate_unexplained_differences(
        self, missed: Sequence[int], values: Sequence[Outcome]
    ) -> Iterator[AnswerDifference]:
        """Yield a difference for each kind of unexplained answer, at most `MAX_STEPS`.

        missed: the indices of the answers. values: the expected values for all rankings.
        """
        for sentence, indices in self.iterate_kinds(missed):
            yield self.make_difference("", sentence, indices, values)

    def iterate_kinds(self, missed: Iterable[int]) -> Iterator[tuple[str, list[int]]]:
        """Yield a sentence for each kind of answers, at most `MAX_STEPS`, with their indices.

        missed: the indices of the answers.

        The sentence names the feature that the rankings share and that the fewest other rankings
        have.
        """
        kinds: dict[str, list[int]] = {}
        for index in missed:
            answer = self.answers[index]
            kind = "another number"
            if isinstance(answer, str):
                kind = answer
            elif answer != answer:
                kind = "NaN"
            kinds.setdefault(kind, []).append(index)
        for kind, indices in list(kinds.items())[:MAX_STEPS]:
            common = set.intersection(*({*self.table.ranking_features[index]} for index in indices))
            every = [fact for features in self.table.ranking_features for fact in features]
            fact = min(sorted(common), key=every.count)
            does = "raises" if kind.endswith(ERROR_ENDINGS) else "returns"
            yield f"It {does} {kind} if {fact}.", indices

    def make_difference(
        self, id: str, sentence: str, indices: Sequence[int], values: Sequence[Outcome]
    ) -> AnswerDifference:
        """Return a difference that the first of the indexed rankings illustrates.

        values: the expected values for all rankings.
        """
        first = indices[0]
        ranking = self.rankings[first]
        answer = self.answers[first]
        return AnswerDifference(id, sentence, len(indices), ranking, answer, values[first])
