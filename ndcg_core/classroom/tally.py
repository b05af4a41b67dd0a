"""The results of a vote: groups of answers, mean ranks, and changes between two votes."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from ndcg_core.classroom.lesson_questions import (
    ChoiceQuestion,
    GuessQuestion,
    MultipleChoiceQuestion,
)
from ndcg_core.classroom.question import (
    GROUP_NAMES,
    INCOMPLETE_GROUP,
    MEASURE_MISTAKE,
    RIGHT_GROUP,
    TOO_COARSE_GROUP,
    UNKNOWN_GROUP,
    UNREADABLE_GROUP,
    ClassQuestion,
    Verdict,
    describe_group,
    make_invalid_verdict,
)
from ndcg_core.classroom.room import Ballot
from ndcg_core.classroom.sheets_and_orders import OrderQuestion, SheetQuestion, shorten_cell_name
from ndcg_core.html_builder import html
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.numerals.numerals import read_numeral

Judge = Callable[[str], Verdict]
"""A function that returns the verdict on a stored answer."""
LAST_GROUPS = (UNKNOWN_GROUP, INCOMPLETE_GROUP, TOO_COARSE_GROUP, UNREADABLE_GROUP)
WHOLE_SHEET_OUTCOMES = {
    RIGHT_GROUP: "right",
    INCOMPLETE_GROUP: "incomplete",
    TOO_COARSE_GROUP: "invalid",
    UNREADABLE_GROUP: "invalid",
}
"""The outcomes of the groups that concern a whole sheet instead of one blank."""
MOST_LISTED_ANSWERS = 3
"""The greatest number of different answers that are listed for a group."""
NO_VOTE = "missing"


@dataclass(frozen=True)
class Group:
    """A group of answers that are counted together, because of their verdict or their content.

    key      the name in the program
    label    the name to show, as HTML
    outcome  the outcome of the answers' verdicts; "" before the solution is shown
    count    the number of answers
    sure     the number of answers whose authors were sure
    unsure   the number of answers whose authors were not sure
    written  the answers as the learners wrote them, the most frequent first, as HTML
    """

    key: str
    label: str
    outcome: str
    count: int
    sure: int = 0
    unsure: int = 0
    written: str = ""


def make_judge(question: ClassQuestion) -> Judge:
    """Return a function that judges stored answers. Unreadable answers are invalid."""

    def judge_text(answer: str) -> Verdict:
        """Return the verdict on a stored answer, which is invalid if the answer is unreadable."""
        try:
            return question.judge_answer(question.read_answer(json.loads(answer)))
        except ValueError as error:
            return make_invalid_verdict(str(error))

    return judge_text


def group_answers(question: ClassQuestion, ballots: Iterable[Ballot], judge: Judge) -> list[Group]:
    """Group answers by verdict: right answers first, then by size, and `LAST_GROUPS` last.

    Each option of a choice is a group, even if nobody chose the option, and options keep their
    order. Guesses are sorted by value.

    >>> from ndcg_core.classroom.references import find_question
    >>> question = find_question("own?ask=dcg&r=3,2,3,0,1")
    >>> ballots = [Ballot(0, 1, '{"dcg":"9.00"}', "sure"), Ballot(0, 1, '{"dcg":"6.15"}')]
    >>> [(g.key, g.count, g.sure) for g in group_answers(question, ballots, make_judge(question))]
    [('right', 1, 0), ('no-discount', 1, 1)]
    """
    by_group: dict[str, list[Ballot]] = {}
    outcomes: dict[str, str] = {}

    def find_members(answer: str) -> list[Ballot]:
        """Return the list of ballots in an answer's group. Add the group if it is new."""
        verdict = judge(answer)
        outcomes[verdict.group] = verdict.outcome
        return by_group.setdefault(verdict.group, [])

    if isinstance(question, ChoiceQuestion):
        for index in range(len(question.options)):
            find_members(str(index))
    for ballot in ballots:
        find_members(ballot.answer).append(ballot)
    groups = []
    for key, members in by_group.items():
        label = html(describe_group(key)) if key in LAST_GROUPS else question.label_group(key)
        group = _make_group(question, key, label, outcomes[key], members)
        has_own_label = question.kind != "text" or key in LAST_GROUPS
        groups.append(group if has_own_label else replace(group, label=group.written))
    if question.kind == "guess":
        lowest = {group.key: min(float(b.answer) for b in by_group[group.key]) for group in groups}
        return sorted(groups, key=lambda group: lowest[group.key])
    if isinstance(question, ChoiceQuestion):
        return sorted(groups, key=lambda group: group.label)
    return sorted(groups, key=_make_size_key)


def count_ticks(
    question: MultipleChoiceQuestion, ballots: Iterable[Ballot]
) -> list[tuple[str, bool, int]]:
    """Return each option's text, True if the option is right, and the number of ticks."""
    counts = Counter(index for ballot in ballots for index in json.loads(ballot.answer))
    return [
        (question.describe_option(index), index in question.solution, counts[index])
        for index in range(len(question.options))
    ]


def group_answers_by_blank(
    question: SheetQuestion, ballots: Iterable[Ballot], judge: Judge, is_marked: bool = True
) -> list[Group]:
    """Group the answers to a sheet by blank.

    If `is_marked`, each learner counts once: in a group of whole sheets, such as the right ones, or
    at the blank with the learner's first mistake. The text of a group then lists the mistakes.
    Otherwise, the text of a blank lists the numbers that learners wrote there.

    >>> from ndcg_core.classroom.references import find_question
    >>> question = find_question("practice?skill=dcg&r=3,1,2&level=2")
    >>> right = Ballot(0, 1, '{"actual.term.2":"0.631","actual.term.3":"1","dcg":"4.631"}')
    >>> wrong = Ballot(0, 1, '{"actual.term.2":"0.631","actual.term.3":"1","dcg":"7.77"}')
    >>> groups = group_answers_by_blank(question, [right, wrong, wrong], make_judge(question))
    >>> [(group.label, group.count, group.written) for group in groups]
    [('right', 1, ''), ('DCG', 2, 'not known: 7.77')]
    """
    sheets = [(ballot, _read_sheet(question, ballot)) for ballot in ballots]
    if not is_marked:
        return [
            _make_blank_group(
                cell,
                "",
                [
                    (ballot, _replace_decimal_comma(answer[cell]))
                    for ballot, answer in sheets
                    if cell in answer
                ],
            )
            for cell in question.sheet.blanks
        ]
    by_blank: dict[str, list[tuple[Ballot, str]]] = {cell: [] for cell in question.sheet.blanks}
    others: dict[str, list[Ballot]] = {}
    for ballot, answer in sheets:
        verdict = judge(ballot.answer)
        if verdict.outcome == "wrong" and verdict.cell in by_blank:
            name = describe_group(verdict.group)
            text = _replace_decimal_comma(answer.get(verdict.cell, ""))
            description = f"{name}: {text}" if verdict.group == UNKNOWN_GROUP else name
            by_blank[verdict.cell].append((ballot, description))
        else:
            others.setdefault(verdict.group, []).append(ballot)
    whole = {
        key: _make_blank_group(key, outcome, [(ballot, "") for ballot in others[key]])
        for key, outcome in WHOLE_SHEET_OUTCOMES.items()
        if key in others
    }
    right = [whole.pop(RIGHT_GROUP)] if RIGHT_GROUP in whole else []
    mistaken = [
        _make_blank_group(cell, "wrong", members) for cell, members in by_blank.items() if members
    ]
    return [*right, *mistaken, *whole.values()]


def _read_sheet(question: SheetQuestion, ballot: Ballot) -> Mapping[str, str]:
    """Return the texts of a ballot's blanks, or {} if the ballot is unreadable."""
    try:
        return question.read_answer(json.loads(ballot.answer))
    except ValueError:
        return {}


def _make_blank_group(key: str, outcome: str, members: Sequence[tuple[Ballot, str]]) -> Group:
    """Make the group of a blank or of whole sheets, with the most frequent texts.

    key: the blank, or the group of whole sheets, such as "right".
    """
    sure = Counter(ballot.sure for ballot, _ in members)
    texts = Counter(text for _, text in members if text).most_common()
    several = len(texts) > 1
    named = [
        html(f"{text} ({count})" if several else text)
        for text, count in texts[:MOST_LISTED_ANSWERS]
    ]
    between = "; " if outcome else ", "  # the names of mistakes have commas
    written = between.join(named) + (" …" if len(texts) > MOST_LISTED_ANSWERS else "")
    count = len(members)
    label = html(GROUP_NAMES.get(key) or shorten_cell_name(key))
    return Group(key, label, outcome, count, sure["sure"], sure["not sure"], written)


@dataclass(frozen=True)
class GuessRange:
    """A tenth of a slider, with the number of guesses in it.

    near   the number of guesses that are close enough to the right number
    holds  True if the right number is in this tenth; False before the solution is shown
    """

    label: str
    count: int
    near: int
    holds: bool


def count_guesses_by_range(
    question: GuessQuestion, ballots: Iterable[Ballot], is_marked: bool = True
) -> list[GuessRange]:
    """Count the guesses in each tenth of the slider, including empty tenths.

    is_marked: True to count right guesses and to name the range of the right number

    >>> from ndcg_core.classroom.references import find_question
    >>> guesses = [Ballot(0, 1, text) for text in ("0.1", "0.62", "0.68")]
    >>> ranges = count_guesses_by_range(find_question("predict/2"), guesses)
    >>> [(r.label, r.count, r.near, r.holds) for r in ranges if r.count]
    [('0.10 to 0.20', 1, 0, False), ('0.60 to 0.70', 2, 2, True)]
    """
    counts: Counter[str] = Counter()
    near: Counter[str] = Counter()
    for ballot in ballots:
        guess = float(ballot.answer)
        counts[question.describe_answer(guess)] += 1
        near[question.describe_answer(guess)] += question.judge_answer(guess).outcome == "right"
    here = question.describe_answer(question.question.value) if is_marked else ""
    return [
        GuessRange(label, counts[label], near[label] if is_marked else 0, label == here)
        for label in question.ranges
    ]


def _make_group(
    question: ClassQuestion, key: str, label: str, outcome: str, members: Sequence[Ballot]
) -> Group:
    """Make a group of ballots, with the most frequent answers."""
    sure = Counter(ballot.sure for ballot in members)
    texts = Counter(_describe_ballot(question, ballot) for ballot in members).most_common()
    several = isinstance(question, SheetQuestion) and question.has_several_blanks
    few = (
        1 if several or question.kind == "text" else MOST_LISTED_ANSWERS
    )  # a line of numbers, or equal texts
    more = " …" if len(texts) > few and question.kind != "text" else ""
    named = ", ".join(text for text, _ in texts[:few]) + more
    return Group(key, label, outcome, len(members), sure["sure"], sure["not sure"], named)


def _describe_ballot(question: ClassQuestion, ballot: Ballot) -> str:
    """Return a ballot's answer as HTML, or a remark that it is unreadable."""
    try:
        text = question.describe_answer(question.read_answer(json.loads(ballot.answer)))
    except ValueError:
        return GROUP_NAMES[UNREADABLE_GROUP]
    return _replace_decimal_comma(text) if question.kind in ("number", "sheet") else text


DECIMAL_COMMA = re.compile(r"([-−]?\d+),(\d+)")


def _replace_decimal_comma(text: str) -> str:
    """Return a number with a point instead of its comma, so that commas separate numbers.

    Other texts, such as formulas, are returned unchanged.

    >>> _replace_decimal_comma("0,5"), _replace_decimal_comma("log(2,3)")
    ('0.5', 'log(2,3)')
    """
    return DECIMAL_COMMA.sub(r"\1.\2", text) if DECIMAL_COMMA.fullmatch(text) else text


def _make_size_key(group: Group) -> tuple[bool, bool, int, str]:
    """Return a key that sorts right groups first, then large groups, `LAST_GROUPS` last."""
    return group.outcome != "right", group.key in LAST_GROUPS, -group.count, group.key


def _make_number_key(group: Group) -> tuple[float, int, str]:
    """Return a key that sorts groups by the number in the label, with other labels last."""
    try:
        number = float(read_numeral(group.label.split(", ")[0]).value)
    except (ValueError, ArithmeticError):
        number = inf
    return number, -group.count, group.label


def group_answers_without_marks(
    question: ClassQuestion, ballots: Iterable[Ballot], judge: Judge
) -> list[Group]:
    """Group answers without revealing which are right.

    The label of a group is its option, its tenth of the slider, or its most frequent answers.

    Each option of a choice is a group, even if nobody chose it, and options keep their order.
    Guesses are grouped by tenths of the slider. Other answers are grouped by their verdicts, and
    sorted by number, or by frequency if they are not numbers.

    >>> from ndcg_core.classroom.references import find_question
    >>> question = find_question("own?ask=dcg&r=3,2,3,0,1")
    >>> ballots = [Ballot(0, 1, '{"dcg":"6.15"}'), *[Ballot(0, 1, '{"dcg":"9.00"}')] * 2]
    >>> groups = group_answers_without_marks(question, ballots, make_judge(question))
    >>> [(group.label, group.outcome, group.count) for group in groups]
    [('6.15', '', 1), ('9.00', '', 2)]
    """
    by_key: dict[str, list[Ballot]] = {}
    if question.kind == "text":  # no group depends on a right answer
        return group_answers(question, ballots, judge)
    if question.kind not in ("choice", "guess"):
        for ballot in ballots:
            by_key.setdefault(judge(ballot.answer).group, []).append(ballot)
        groups = [_make_group(question, key, "", "", members) for key, members in by_key.items()]
        named = (replace(group, key=group.written, label=group.written) for group in groups)
        return sorted(named, key=_make_number_key)
    options = range(len(question.options)) if isinstance(question, ChoiceQuestion) else ()
    by_key = {question.describe_answer(index): [] for index in options}
    for ballot in sorted(ballots, key=lambda ballot: float(ballot.answer)):
        by_key.setdefault(_describe_ballot(question, ballot), []).append(ballot)
    return [_make_group(question, key, key, "", members) for key, members in by_key.items()]


# --- Orders ----------------------------------------------------------------------------------


def group_documents_by_rank(
    question: OrderQuestion, ballots: Iterable[Ballot]
) -> list[list[int]] | None:
    """Return groups of document indices, sorted by mean rank, or None without answers.

    Documents with the same mean rank form a group.

    >>> from ndcg_core.classroom.references import find_question
    >>> ballots = [Ballot(0, 1, text) for text in ("[1,2,0]", "[1,2,0]", "[2,1,0]")]
    >>> group_documents_by_rank(find_question("own?ask=order&r=1,3,2"), ballots)
    [[1], [2], [0]]
    >>> group_documents_by_rank(find_question("own?ask=order&r=1,3,2"), ballots[1:])
    [[1, 2], [0]]
    """
    orders = [question.read_answer(json.loads(ballot.answer)) for ballot in ballots]
    if not orders:
        return None
    by_sum: dict[int, list[int]] = {}
    for document in range(len(question.sheet.grades)):
        by_sum.setdefault(sum(order.index(document) for order in orders), []).append(document)
    return [by_sum[total] for total in sorted(by_sum)]


# --- Two votes ---------------------------------------------------------------------------------


def count_moves(
    first: Mapping[int, Ballot], second: Mapping[int, Ballot], judge: Judge
) -> Mapping[tuple[str, str], int]:
    """Count the learners by their groups in both votes. "missing" stands for no vote.

    >>> from ndcg_core.classroom.references import find_question
    >>> wrong, right = Ballot(0, 1, '{"dcg":"9.00"}'), Ballot(0, 2, '{"dcg":"6.15"}')
    >>> judge = make_judge(find_question("own?ask=dcg&r=3,2,3,0,1"))
    >>> dict(count_moves({7: wrong, 8: right}, {7: right}, judge))
    {('no-discount', 'right'): 1, ('right', 'missing'): 1}
    """

    def find_group(ballots: Mapping[int, Ballot], learner: int) -> str:
        """Return the group of a learner's answer, or `NO_VOTE`."""
        return judge(ballots[learner].answer).group if learner in ballots else NO_VOTE

    everybody = sorted({*first, *second})
    return Counter(
        (find_group(first, learner), find_group(second, learner)) for learner in everybody
    )


def count_mistakes(groups: Iterable[Group]) -> list[tuple[str, str, int]]:
    """Return the id, name and count of each group's known mistake, most frequent first.

    Groups without a known mistake, or with several possible ones, are left out.
    """
    known = ((group.key.partition(": ")[0], group) for group in groups)
    named = [
        (id, describe_group(group.key), group.count)
        for id, group in known
        if id in MISCONCEPTIONS or id.startswith(MEASURE_MISTAKE)
    ]
    return sorted(named, key=lambda mistake: -mistake[-1])
