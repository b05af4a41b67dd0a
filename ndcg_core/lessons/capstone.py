"""The last task: to compare two systems in five sentences, which a program judges.

The program recognizes the system, measure, cutoff and query that a sentence names, checks the claim
against the results, and looks up its numbers. It cannot judge an argument.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args

from ndcg_core.content import ContentTable, load_toml
from ndcg_core.evaluation.comparing.comparison import EVEN_TOLERANCE, compare
from ndcg_core.evaluation.comparing.sign_flips import SignFlips, run_exact_flip_test
from ndcg_core.evaluation.scoring.queries import Evaluation, Query, evaluate
from ndcg_core.metric import number

Role = Literal["choice", "measure", "other", "limit", "next"]
SENTENCE_ROLES: tuple[Role, ...] = get_args(Role)
"""The topics of the sentences, in their order."""
SENTENCE_WORDS: Mapping[str, Any] = load_toml(__file__, "capstone_words.toml")
MAX_TEXT_LENGTH = 2_000
"""The number of characters of a learner's text that are read."""
MIN_WORDS = 3
"""The least number of words in a sentence."""
DIGIT_WORDS = {
    word: str(digit)
    for digit, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
}
SENTENCE_END = re.compile(r"(?<=[.!?])[\s]+|\n+")
DECIMAL_PATTERN = re.compile(r"(?<![\w.])(\d*\.\d+|\d+(?:\.\d+)?(?= ?%))( ?%)?")
SHARE_PATTERN = re.compile(r"\b(\d+) (?:out )?of (?:the |all )?(\d+)\b")
PLACEHOLDER_PATTERN = re.compile(r"\{\{([^}]+)\}\}")


@dataclass(frozen=True)
class CapstoneResult:
    """A number of the evaluation that a sentence may mention, with its title.

    system  the system, or "" for a number of both systems
    k       the cutoff
    """

    value: float
    title: str
    system: str
    k: int


@dataclass(frozen=True)
class JudgedSentence:
    """A sentence of a learner, with its outcome and a message about it.

    outcome  "right", "missing" if the sentence lacks something, or "wrong" if a claim is wrong
    """

    role: Role
    text: str
    outcome: Literal["right", "missing", "wrong"]
    message: str


@dataclass(frozen=True)
class CapstoneQuery:
    """A query of the last task, with the grades of each system's results.

    word  the word by which a sentence names the query
    """

    name: str
    word: str
    grades: Mapping[str, tuple[float, ...]]


@dataclass(frozen=True)
class Capstone:
    """The last task: two systems with their queries, and the topic of each sentence.

    ask     the request for the whole answer
    k       the number of results that the page shows
    asks    the request for each sentence, by its role
    sample  the sentences of the sample answer
    """

    ask: str
    text: str
    systems: tuple[str, ...]
    k: int
    queries: tuple[CapstoneQuery, ...]
    asks: Mapping[Role, str]
    sample: tuple[str, ...]

    @property
    def max_length(self) -> int:
        """The length of the longest ranking."""
        return max(len(list_) for query in self.queries for list_ in query.grades.values())

    @cached_property
    def _evaluations(self) -> Mapping[tuple[str, int], Evaluation]:
        """The evaluations, by pairs of a system and a cutoff."""
        return {
            (system, k): evaluate([Query(q.name, q.grades[system]) for q in self.queries], k)
            for system in self.systems
            for k in range(1, self.max_length + 1)
        }

    def find_evaluation(self, system: str, k: int) -> Evaluation:
        """Return a system's evaluation at a cutoff, or at the nearest from 1 to `max_length`."""
        return self._evaluations[system, min(max(k, 1), self.max_length)]

    def run_sign_flip_test(self, k: int) -> SignFlips:
        """Run the sign-flip test at a cutoff on the second system's scores minus the first's."""
        first, second = (self.find_evaluation(system, k) for system in self.systems)
        return run_exact_flip_test([row.value for row in compare(first, second).differences])

    def find_leader(self, k: int, query: str = "") -> str:
        """Return the system that is ahead at a cutoff, or "" if the two are equal.

        The means are compared, or the scores for `query` if it is not empty.
        """
        scores = [
            evaluation.scores[query] if query else evaluation.mean
            for evaluation in (self.find_evaluation(system, k) for system in self.systems)
        ]
        if abs(scores[0] - scores[1]) <= EVEN_TOLERANCE:
            return ""
        return self.systems[scores.index(max(scores))]

    @cached_property
    def results(self) -> tuple[CapstoneResult, ...]:
        """The means, scores, mean differences and p-values that a sentence may mention."""
        return tuple(self._iterate_results())

    def _iterate_results(self) -> Iterator[CapstoneResult]:
        """Yield the means, scores, absolute mean difference and p-value at every cutoff."""
        for k in range(1, self.max_length + 1):
            for system in self.systems:
                evaluation = self.find_evaluation(system, k)
                yield CapstoneResult(evaluation.mean, f"{system}’s mean NDCG@{k}", system, k)
                for name, score in evaluation.scores.items():
                    yield CapstoneResult(score, f"{system}’s NDCG@{k} for “{name}”", system, k)
            test = self.run_sign_flip_test(k)
            yield CapstoneResult(
                abs(test.observed), f"the difference of the means at k = {k}", "", k
            )
            yield CapstoneResult(test.p, f"p at k = {k}", "", k)

    def find_shares(self) -> set[tuple[int, int]]:
        """Return the set of shares that a sentence may mention, each as a part and a total.

        These are the shares of queries that each system wins or on which the two are equal, and of
        sign patterns that are at least as extreme as the observed one.
        """
        found = set[tuple[int, int]]()
        for k in range(1, self.max_length + 1):
            won = compare(*(self.find_evaluation(system, k) for system in self.systems)).won
            found |= {(won[side], len(self.queries)) for side in ("first", "second", "even")}
            test = self.run_sign_flip_test(k)
            found.add((test.extreme, len(test.means)))
        return found

    def calculate_named_number(self, text: str) -> float:
        """Calculate a number such as `mean South 3` or `p 3`. Raise ValueError for another name."""
        match text.split():
            case ["mean", system, k] if system in self.systems and k.isdecimal():
                return self.find_evaluation(system, int(k)).mean
            case ["p", k] if k.isdecimal():
                return self.run_sign_flip_test(int(k)).p
        raise ValueError(f"{{{{{text}}}}} is not a number of the last task.")

    @cached_property
    def sample_answer(self) -> tuple[str, ...]:
        """The sentences of the sample answer with their numbers filled in."""
        return tuple(
            PLACEHOLDER_PATTERN.sub(
                lambda found: number(self.calculate_named_number(found[1])), sentence
            )
            for sentence in self.sample
        )


def split_sentences(text: str) -> list[str]:
    """Return the complete sentences of a text that have at least `MIN_WORDS` words.

    Only the first `MAX_TEXT_LENGTH` characters are read.

    >>> split_sentences("I would ship South. Its NDCG@3 is 0.832! And our page")
    ['I would ship South.', 'Its NDCG@3 is 0.832!']
    """
    parts = (part.strip() for part in SENTENCE_END.split(text[:MAX_TEXT_LENGTH]))
    return [part for part in parts if part[-1:] in ".!?" and len(part.split()) >= MIN_WORDS]


def judge_sentences(capstone: Capstone, text: str) -> tuple[JudgedSentence, ...]:
    """Judge the first sentences of a text, at most five, each by the role of its position."""
    sentences = split_sentences(text)[: len(SENTENCE_ROLES)]
    first = _Sentence(capstone, sentences[0]) if sentences else None
    chosen_system = first.systems[0] if first and len(first.systems) == 1 else ""
    return tuple(
        _judge_sentence(_Sentence(capstone, text), role, chosen_system)
        for role, text in zip(SENTENCE_ROLES, sentences, strict=False)
    )


def _judge_sentence(sentence: "_Sentence", role: Role, chosen_system: str) -> JudgedSentence:
    """Judge a sentence by its numbers and, if none of them is wrong, by its role."""
    if wrong := next(
        sentence.explain_wrong_numbers(chosen_system if role == "measure" else ""), ""
    ):
        return JudgedSentence(role, sentence.text, "wrong", wrong)
    outcome, message = ROLE_JUDGES[role](sentence, chosen_system)
    return JudgedSentence(role, sentence.text, outcome, message)


class _Sentence:
    """A sentence, with the systems, cutoffs, queries and numbers that it mentions.

    plain  the sentence in lower case, with digits for the words zero to ten
    """

    def __init__(self, capstone: Capstone, text: str) -> None:
        self.capstone = capstone
        self.text = text
        self.plain = re.sub(r"[a-z]+", lambda word: DIGIT_WORDS.get(word[0], word[0]), text.lower())

    @property
    def systems(self) -> list[str]:
        """The systems that the sentence names."""
        return [
            name for name in self.capstone.systems if self.contains_pattern(rf"\b{name.lower()}\b")
        ]

    @property
    def cutoffs(self) -> list[int]:
        """The cutoffs from 1 to 999 that the sentence names, in ascending order.

        If there are none, "first result" and similar words stand for a cutoff of 1.
        """
        found = (
            int(k) for pattern in SENTENCE_WORDS["cutoffs"] for k in re.findall(pattern, self.plain)
        )
        ks = [k for k in found if 0 < k < 1_000]
        if not ks and self.contains_pattern(r"\b(first|top) (result|document|rank|place)\b"):
            ks = [1]
        return sorted(set(ks))

    @property
    def queries(self) -> list[CapstoneQuery]:
        """The queries that the sentence names."""
        return [query for query in self.capstone.queries if query.word in self.text.lower()]

    def contains_pattern(self, pattern: str) -> bool:
        """Return True if a regular expression matches a part of `plain`."""
        return bool(re.search(pattern, self.plain))

    def explain_wrong_numbers(self, default_system: str = "") -> Iterator[str]:
        """Yield an explanation of each share or number that does not match the results.

        A share is ignored if no share of the results has its total. A number must match a result
        at a named cutoff, if the sentence names any. In a sentence about one system, at least one
        of these results must be of this system.

        default_system: the system that the sentence is about if it names none.
        """
        mentioned = SHARE_PATTERN.findall(self.plain)
        shares = self.capstone.find_shares() if mentioned else set()
        totals = {total for _, total in shares}
        for part, total in mentioned:
            if int(total) in totals and (int(part), int(total)) not in shares:
                yield f"{part} of {total} is not among the results."
        numbers = [
            (text + percent, self._find_results(text, bool(percent)))
            for text, percent in self._list_decimals()
        ]
        matches = list[tuple[str, CapstoneResult]]()
        for text, results in numbers:
            named = [result for result in results if not self.cutoffs or result.k in self.cutoffs]
            matches += [(text, result) for result in named]
            if not results:
                means = _format_means(self.capstone, self.capstone.k)
                yield f"{text} is not among the results. {means}"
            elif not named:
                ks = " and ".join(map(str, self.cutoffs))
                yield f"{text} is {results[0].title}, and this sentence names k = {ks}."
        systems = self.systems or ([default_system] if default_system else [])
        allowed = {"", *systems}
        if (
            len(systems) == 1
            and matches
            and not any(result.system in allowed for _, result in matches)
        ):
            text, result = matches[0]
            yield f"{text} is {result.title}, and this sentence is about {systems[0]}."

    def _list_decimals(self) -> list[tuple[str, str]]:
        """Return the digits and the percent sign, or "", of each decimal number or percentage."""
        return DECIMAL_PATTERN.findall(self.plain)

    def _find_results(self, text: str, is_percent: bool) -> list[CapstoneResult]:
        """Return the results of which a written number or percentage is a rounding."""
        decimals = len(text.partition(".")[2]) + (2 if is_percent else 0)
        value = float(text) / (100 if is_percent else 1)
        half = 0.5 * 10**-decimals + 1e-9
        return [result for result in self.capstone.results if abs(result.value - value) <= half]


OutcomeAndMessage = tuple[Literal["right", "missing", "wrong"], str]


def _judge_choice(sentence: _Sentence, chosen_system: str) -> OutcomeAndMessage:
    """Judge the first sentence, which must name exactly one system."""
    if chosen_system:
        return "right", f"You choose {chosen_system}."
    first, second = sentence.capstone.systems
    return "missing", f"Name only the system that you choose, {first} or {second}."


def _judge_measure(sentence: _Sentence, chosen_system: str) -> OutcomeAndMessage:
    """Judge the second sentence: a measure and a cutoff at which the chosen system is ahead.

    Without a chosen system, any cutoff is right.
    """
    if not sentence.contains_pattern(SENTENCE_WORDS["measures"]):
        return "missing", "Name the measure on which you base your choice."
    if not sentence.cutoffs:
        return "missing", f"Name the cutoff, such as the {sentence.capstone.k} in NDCG@3."
    ks = sentence.cutoffs
    good = [k for k in ks if chosen_system in ("", sentence.capstone.find_leader(k))]
    means = _format_means(sentence.capstone, (good or ks)[0])
    if not good:
        return "wrong", f"Your choice is not ahead there. {means}"
    return "right", means


def _judge_other_system(sentence: _Sentence, chosen_system: str) -> OutcomeAndMessage:
    """Judge the third sentence: a cutoff or query at which the other system is ahead.

    A query is judged at the smallest cutoff that the sentence names, or at the page's cutoff.
    """
    capstone = sentence.capstone
    others = [system for system in capstone.systems if system != chosen_system]
    other = others[0] if len(others) == 1 else ""
    if not chosen_system:
        return (
            "missing",
            "Choose a system in your first sentence. This sentence is about the other system.",
        )
    if other not in sentence.systems and not sentence.contains_pattern(SENTENCE_WORDS["other"]):
        return "missing", f"Name {other}, the system that you don’t choose."
    for k in sentence.cutoffs:
        if not sentence.queries and capstone.find_leader(k) == other:
            return "right", _format_means(capstone, k)
    first_k = (sentence.cutoffs or [capstone.k])[0]
    for query in sentence.queries:
        if capstone.find_leader(first_k, query.name) == other:
            return "right", _format_scores(capstone, query, first_k)
    if not sentence.cutoffs and not sentence.queries:
        return "missing", f"Name a cutoff or a query at which {other} is ahead."
    if sentence.queries:
        scores = _format_scores(capstone, sentence.queries[0], first_k)
    else:
        scores = _format_means(capstone, first_k)
    return "wrong", f"{other} is not ahead there. {scores}"


def _judge_limit(sentence: _Sentence, chosen_system: str) -> OutcomeAndMessage:
    """Judge the fourth sentence, which must name a limit of the evaluation."""
    capstone = sentence.capstone
    test = capstone.run_sign_flip_test(capstone.k)
    facts = {
        "k": capstone.k,
        "p": number(test.p),
        "extreme": test.extreme,
        "ways": len(test.means),
        "queries": len(capstone.queries),
        "least": f"2/{len(test.means)}",
    }
    for limit in SENTENCE_WORDS["limits"]:
        if sentence.contains_pattern(limit["pattern"]):
            return "right", limit["says"].format(**facts)
    return "missing", "Name something that five queries with grades can’t show."


def _judge_next_step(sentence: _Sentence, chosen_system: str) -> OutcomeAndMessage:
    """Judge the last sentence, which must name something to measure next."""
    if sentence.contains_pattern(SENTENCE_WORDS["next"]):
        return "right", "This can be measured."
    return "missing", "Name something that you would measure, test or count."


ROLE_JUDGES = {
    "choice": _judge_choice,
    "measure": _judge_measure,
    "other": _judge_other_system,
    "limit": _judge_limit,
    "next": _judge_next_step,
}


def _format_means(capstone: Capstone, k: int) -> str:
    """Return a sentence with the mean NDCG of both systems at a cutoff.

    A cutoff above `max_length` is replaced by `max_length`.
    """
    k = min(k, capstone.max_length)
    means = {system: capstone.find_evaluation(system, k).mean for system in capstone.systems}
    return f"Mean NDCG@{k}: {_format_values(means)}."


def _format_scores(capstone: Capstone, query: CapstoneQuery, k: int) -> str:
    """Return a sentence with the NDCG of both systems for a query at a cutoff.

    A cutoff above `max_length` is replaced by `max_length`.
    """
    k = min(k, capstone.max_length)
    scores = {
        system: capstone.find_evaluation(system, k).scores[query.name]
        for system in capstone.systems
    }
    return f"NDCG@{k} for “{query.name}”: {_format_values(scores)}."


def _format_values(values: Mapping[str, float]) -> str:
    """Return each name followed by its value, separated by commas."""
    return ", ".join(f"{name} {number(value)}" for name, value in values.items())


def read_capstone(table: ContentTable) -> Capstone:
    """Read the last task from a table. Raise ValueError for a bad table or sample answer.

    Each sentence of the sample answer must be judged as right.
    """
    systems = table.pop_texts("systems")
    queries = tuple(_read_queries(table.pop_tables("queries", "query"), systems))
    rows = table.pop_tables("sentences", "sentence")
    asks = dict[Role, str]()
    sample = list[str]()
    for role, row in zip(SENTENCE_ROLES, rows, strict=False):
        if row.pop_text("role") != role:
            row.refuse(f"the roles of the sentences must be {', '.join(SENTENCE_ROLES)}.")
        asks[role] = row.pop_text("asks")
        sample.append(row.pop_text("sample"))
        row.refuse_unread()
    ask = table.pop_text("ask")
    text = table.pop_text("text")
    k = table.pop_whole_number("k")
    table.refuse_unread()
    if len(systems) != 2 or not queries or len(rows) != len(SENTENCE_ROLES):
        table.refuse(f"there must be two systems, queries and {len(SENTENCE_ROLES)} sentences.")
    capstone = Capstone(ask, text, systems, k, queries, asks, tuple(sample))
    try:
        answer = " ".join(capstone.sample_answer)
    except ValueError as error:
        table.refuse(str(error))
    for check in judge_sentences(capstone, answer):
        if check.outcome != "right":
            table.refuse(f"the sample sentence “{check.text}” fails its check: {check.message}")
    return capstone


def _read_queries(rows: Iterable[ContentTable], systems: Sequence[str]) -> Iterator[CapstoneQuery]:
    """Yield the queries. Raise ValueError if the systems rank different grades for a query."""
    for row in rows:
        grades = {system: row.pop_numbers(system) for system in systems}
        name = row.pop_text("name")
        word = row.pop_text("word")
        row.refuse_unread()
        if len({tuple(sorted(list_)) for list_ in grades.values()}) != 1:
            row.refuse(f"the systems have different documents for “{name}”.")
        yield CapstoneQuery(name, word, grades)
