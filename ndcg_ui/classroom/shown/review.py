"""The results after a class: the teacher's review, a table of answers, take-home pages.

The link of a take-home page contains all of its data.
"""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO
from typing import Any

from ndcg_core.classroom.codes import name_learner
from ndcg_core.classroom.learning_gain import MIN_LEARNERS, find_pretest
from ndcg_core.classroom.lesson_questions import (
    AuditQuestion,
    MultipleChoiceQuestion,
    OptionQuestion,
)
from ndcg_core.classroom.plans import MAX_TITLE_LENGTH, is_site_address
from ndcg_core.classroom.question import (
    UNREADABLE_GROUP,
    ClassQuestion,
    describe_group,
    format_answer,
)
from ndcg_core.classroom.references import find_question
from ndcg_core.classroom.room import MAX_QUESTIONS, Round
from ndcg_core.classroom.sheets_and_orders import OrderQuestion, SheetQuestion
from ndcg_core.classroom.tally import count_mistakes, group_answers
from ndcg_core.exercises.fading import format_right_value
from ndcg_core.exercises.parallel import TEN_LISTS
from ndcg_core.exercises.skills import SKILLS, Skill
from ndcg_core.html_builder import extract_linear_text
from ndcg_core.lessons.placeholders.settings import DOCUMENT_LETTERS
from ndcg_core.marking.verdict_words import GROUP_WORDS
from ndcg_core.marking.wording import name_cell
from ndcg_core.metric.numbers import escape_cell
from ndcg_ui.classroom.service import ClassService, read_stored_plan
from ndcg_ui.classroom.shown.screens import (
    build_question_data,
    name_documents,
    render_facts,
    render_solution,
)
from ndcg_ui.classroom.shown.walls import (
    Ballots,
    is_ballot_right,
    measure_learning_gain,
    read_votes,
    summarize_votes,
)
from ndcg_ui.classroom.store.repository import RoomRecord
from ndcg_ui.components.questions.forms import format_grades, render_printed_sheet
from ndcg_ui.limits.shares import collect_in_time

VOTE_NAMES = {1: "before the discussion", 2: "after the discussion"}
BEFOREHAND = "in the test before the class"
AFTERWARDS = "in the test after the class"
ONLY_VOTE = "in the only vote"


def review_class(service: ClassService, record: RoomRecord) -> dict[str, Any]:
    """Return a class's review: mistakes, learning gains, and the answers to each question.

    Questions without a vote are left out.
    """
    voted_rounds = [(r, read_votes(service, record, r)) for r in record.room.rounds if r.votes]
    gains = [
        (find_exercise(round.question)["title"], measure_learning_gain(service, record, round))
        for round, _ in voted_rounds
    ]
    questions = [
        {
            **build_question_data(round.question),
            "asked": round.asked or round.opened,
            "results": summarize_votes(service, replace(round, phase="revealed"), votes),
            "solution": render_solution(round.question),
        }
        for round, votes in voted_rounds
    ]
    return {
        "title": read_stored_plan(record.plan).title,
        "about": f"{record.learner_count} learners; "
        f"{len(voted_rounds)} of {len(record.room.rounds)} questions.",
        "misunderstood": _list_mistakes(service, voted_rounds),
        "learned": [
            *_compare_tests(service, record),
            *(f"{title}: {gain.text}" for title, gain in gains if gain),
        ],
        "questions": questions,
    }


def _compare_tests(service: ClassService, record: RoomRecord) -> Iterator[str]:
    """Yield a sentence that compares the two tests of ten items, if the class took both.

    If too few learners took both, the sentence says so.

    A plan may contain older items, so the tests are found by their place before or after the class.
    """
    rounds = {round.question: round for round in record.room.rounds if round.votes}
    posttests = [test for test in rounds if find_pretest(test) in rounds]
    pretests = [find_pretest(test) for test in posttests]
    if len(pretests) != len(TEN_LISTS):
        return
    ballots = {
        test: read_votes(service, record, rounds[test])[1] for test in (*pretests, *posttests)
    }
    both = set.intersection(*(set(votes) for votes in ballots.values()))
    if len(both) < MIN_LEARNERS:
        yield (
            f"Both forms of ten items: {len(both)} answered all of them, which is too few. "
            f"A comparison needs {MIN_LEARNERS} learners."
        )
        return

    def count_right(tests: Iterable[str]) -> int:
        return sum(
            is_ballot_right(service, rounds[test], ballots[test][learner])
            for test in tests
            for learner in both
        )

    before = count_right(pretests)
    after = count_right(posttests)
    yield (
        f"Both forms of ten items: {len(both)} answered all of them. Of "
        f"{len(pretests) * len(both)} answers, {before} were right before and {after} after."
    )


def _list_mistakes(
    service: ClassService, voted_rounds: Sequence[tuple[Round, Mapping[int, Ballots]]]
) -> list[dict[str, Any]]:
    """Return known mistakes, most frequent first, each with an exercise and counts by vote.

    Tests before and after the class have columns of their own. A mistake has a count after the
    discussion only if one of its questions had a discussion.
    """
    discussed = any(2 in votes for _, votes in voted_rounds)
    counts: dict[str, Counter[str]] = {}
    names: dict[str, str] = {}
    exercises: dict[str, dict[str, str]] = {}
    for round, votes in voted_rounds:
        judge = service.marker.make_cached_judge(round.question)
        made: Counter[str] = Counter()
        for vote, ballots in votes.items():
            when = name_vote(round, vote)
            if when == ONLY_VOTE and discussed:
                when = VOTE_NAMES[1]  # one column for all first votes
            for id, name, count in count_mistakes(
                group_answers(find_question(round.question), ballots.values(), judge)
            ):
                names[id] = name
                exercises.setdefault(id, find_exercise(round.question, id))
                made[id] += count
                counts.setdefault(id, Counter())[when] += count
        for id in made:
            if len(votes) == 2 and name_vote(round, 2) == VOTE_NAMES[2]:
                counts[id].update({VOTE_NAMES[1]: 0, VOTE_NAMES[2]: 0})
    order = (BEFOREHAND, ONLY_VOTE, *VOTE_NAMES.values(), AFTERWARDS)
    columns = [when for when in order if any(when in made for made in counts.values())]
    return [
        {
            "name": names[id],
            "counts": {when: made.get(when) for when in columns},
            **exercises[id],
        }
        for id, made in sorted(counts.items(), key=lambda item: -item[1].total())
    ]


def name_vote(round: Round, vote: int) -> str:
    """Return a phrase for the time of a vote in the class.

    >>> [name_vote(Round("drag/1", votes=votes), 1) for votes in (1, 2)]
    ['in the only vote', 'before the discussion']
    >>> name_vote(Round("test/dcg/1/before", votes=1), 1)
    'in the test before the class'
    """
    if round.question.startswith("test/"):
        return AFTERWARDS if find_pretest(round.question) else BEFOREHAND
    return VOTE_NAMES[vote] if round.votes > 1 else ONLY_VOTE


def find_exercise(reference: str, group: str = "") -> dict[str, str]:
    """Return the title and link of an exercise for a question or a mistake.

    A known mistake has the exercise of the first skill that trains it. Other answers have the
    question's lesson, or the exercise of its skill or kind.

    reference: the reference of the question
    group: the group of the answer

    >>> find_exercise("own?ask=ndcg&r=1,2", "no-discount")
    {'title': 'One term', 'link': '/practice?skill=term'}
    >>> find_exercise("lesson/gain/hook", "no-discount")["title"]
    'One term'
    >>> find_exercise('question?{"ask":"2 or 3?","answers":["2","3"]}')["link"]
    '/practice'
    >>> [find_exercise(name)["link"] for name in ("lesson/gain/hook", "drag/1", "predict/1")]
    ['/?lesson=gain', '/practice?part=drag', '/practice?part=predict']
    """
    mistake = group.partition(": ")[0]
    kind, *words = re.split("[/?&=]", reference)
    if kind == "lesson" and mistake not in SKILL_BY_MISTAKE:
        return {"title": "The lesson", "link": f"/?lesson={words[0]}"}
    named = words if kind in ("practice", "test", "own") else ()
    skill = SKILL_BY_MISTAKE.get(mistake) or next(
        (SKILLS[word] for word in named if word in SKILLS), None
    )
    if skill:
        return {"title": skill.title, "link": f"/practice?skill={skill.id}"}
    question_kind = find_question(reference).kind if reference else ""
    parts = {"guess": "?part=predict", "order": "?part=drag"}
    return {"title": "The practice page", "link": f"/practice{parts.get(question_kind, '')}"}


def _map_skills_by_mistake() -> dict[str, Skill]:
    skills: dict[str, Skill] = {}
    for skill in SKILLS.values():
        for mistakes in skill.mistakes_by_cell.values():
            for mistake in mistakes:
                skills.setdefault(mistake, skill)
    return skills


SKILL_BY_MISTAKE = _map_skills_by_mistake()
"""The first skill that trains each mistake."""

# --- All answers as a table ----------------------------------------------------------------------

COLUMN_TITLES = (
    "question",
    "text",
    "vote",
    "time (UTC)",
    "learner",
    "answer",
    "sure",
    "outcome",
    "why",
)
EXTRA_COLUMN_TITLES = ("phase", "options", "right answer", "reason")
"""The columns of the table of answers. docs/teach/afterwards.md describes each."""

NEGATIVE_NUMBER = re.compile(r"[-−](\d+(?:[.,]\d+)?)")
"""A negative number. A spreadsheet does not take it for a formula."""


def format_answers_csv(service: ClassService, record: RoomRecord) -> str:
    """Return all answers of a room as CSV, in the order of the questions.

    The text begins with a byte order mark, by which Excel recognizes UTF-8.
    """
    out = StringIO()
    table = csv.writer(out)
    table.writerow((*COLUMN_TITLES, *EXTRA_COLUMN_TITLES))
    ballots = sorted(service.repository.read_ballots(record.code).items())
    for place, round in enumerate(record.room.rounds, 1):
        question = find_question(round.question)
        text = extract_linear_text(f"{question.ask} {_render_grades(question)}")
        options = question.options if isinstance(question, OptionQuestion) else ()
        offered = "; ".join(
            f"{DOCUMENT_LETTERS[n]}. {extract_linear_text(option)}"
            for n, option in enumerate(options)
        )
        solution = _describe_solution(question)
        for (_, vote, learner), ballot in (item for item in ballots if item[0][0] == round.id):
            verdict = service.marker.find_verdict(round.question, ballot.answer)
            time = f"{datetime.fromtimestamp(ballot.at, UTC):%Y-%m-%d %H:%M:%S}"
            has_cause = question.kind in ("number", "sheet") and verdict.outcome != "right"
            row = (
                str(place),
                text,
                VOTE_NAMES[vote],
                time,
                name_learner(learner, record.salt),
                describe_stored_answer(question, ballot.answer),
                ballot.sure,
                GROUP_WORDS[verdict.outcome],
                extract_linear_text(question.label_group(verdict.group)) if has_cause else "",
                name_vote(round, vote),
                offered,
                solution,
                extract_linear_text(verdict.message),
            )
            table.writerow(map(_escape_cell, row))
    return f"\ufeff{out.getvalue()}"


def _render_grades(question: ClassQuestion) -> str:
    """Return HTML with a question's grades and any rules or printed sheet, or "" if none."""
    if isinstance(question, (SheetQuestion, OrderQuestion)):
        return render_facts(question.sheet)
    if isinstance(question, AuditQuestion):
        return render_printed_sheet(question.question.printed_sheet)
    grades = getattr(question, "grades", ())
    return f"Grades {format_grades(grades)}." if grades else ""


def _describe_solution(question: ClassQuestion) -> str:
    """Return a question's solution in words, or the right values of several blanks."""
    if isinstance(question, SheetQuestion) and question.has_several_blanks:
        sheet = question.sheet
        return "; ".join(f"{name_cell(c)}: {format_right_value(sheet, c)}" for c in sheet.blanks)
    return extract_linear_text(question.worked_solution)


def _escape_cell(text: str) -> str:
    """Return a text for a CSV cell. Formulas become texts, and negative numbers stay numbers.

    >>> _escape_cell("−0.5"), _escape_cell("-1+2")
    ('-0.5', "'-1+2")
    """
    return (
        NEGATIVE_NUMBER.sub(r"-\1", text) if NEGATIVE_NUMBER.fullmatch(text) else escape_cell(text)
    )


def describe_stored_answer(question: ClassQuestion, answer: str) -> str:
    """Return a stored answer in words, or "not readable" if it cannot be read.

    >>> describe_stored_answer(find_question("own?ask=order&r=1,3,2"), "[1,2,0]")
    'B (grade 3), C (grade 2), A (grade 1)'
    >>> describe_stored_answer(find_question("predict/1"), "0.85")
    '0.85'
    >>> describe_stored_answer(find_question("predict/1"), "7")
    'not readable'
    """
    try:
        read = question.read_answer(json.loads(answer))
    except ValueError:
        return describe_group(UNREADABLE_GROUP)
    if isinstance(question, OrderQuestion):
        names = name_documents(question.sheet)
        grades = question.sheet.grades
        return ", ".join(f"{names[place]} (grade {grades[place]:g})" for place in read)
    if isinstance(question, MultipleChoiceQuestion):
        return "; ".join(extract_linear_text(question.describe_option(place)) for place in read)
    if isinstance(question, SheetQuestion) and len(question.sheet.blanks) > 1:
        return "; ".join(f"{name_cell(c)}: {read[c]}" for c in question.sheet.blanks if c in read)
    if question.kind == "guess":
        return f"{read:g}"
    return extract_linear_text(question.describe_answer(read))


# --- Take-home pages -----------------------------------------------------------------------------

INCOMPLETE_LINK = (
    "This link is incomplete. Copy the whole link from the class page or from your message."
)


def make_take_home_page(service: ClassService, message: Mapping[str, Any]) -> dict[str, Any]:
    """Return a take-home page's content for a link's data. Mark the link's answers again.

    Raises ValueError if the link is incomplete, or one of its questions or answers is not valid.

    message: the "title", the "answers" as lists of a reference and the answer of each vote, the
        "numbers" of the questions in the class, and the "site" with the exercises
    """
    title = message.get("title")
    answers = message.get("answers")
    entries = answers if isinstance(answers, list) and all(map(_is_question_entry, answers)) else []
    has_title = isinstance(title, str) and len(title) <= 2 * MAX_TITLE_LENGTH
    if not has_title or not 1 <= len(entries) <= MAX_QUESTIONS:
        raise ValueError(INCOMPLETE_LINK)
    questions = collect_in_time(_describe_answered_question(service, *entry) for entry in entries)
    numbers = message.get("numbers")
    if isinstance(numbers, list) and len(numbers) == len(questions):
        for question, number in zip(questions, numbers, strict=True):
            question["number"] = number if type(number) is int else None
    site = message.get("site")
    about = _describe_score(questions)
    shown = {"title": title, "about": about, "questions": questions}
    return shown | ({"site": site} if isinstance(site, str) and is_site_address(site) else {})


def _describe_score(questions: Sequence[Mapping[str, Any]]) -> str:
    """Return a sentence with the number of right answers, or "" if nothing was marked."""
    marked = [question for question in questions if question["outcome"] != "open"]
    right = sum(question["outcome"] == "right" for question in marked)
    return f"You had {right} of {len(marked)} right." if marked else ""


def make_take_home_pages(service: ClassService, record: RoomRecord) -> dict[str, Any]:
    """Return the content of all learners' take-home pages of a class, for the teacher.

    Only learners with an answer, and questions whose solution was shown, are included.

    "questions" has the questions of all pages. Each of the "learners" has the answers to these
    questions, in the same order.
    """
    plan = read_stored_plan(record.plan)
    solved = [(place, round) for place, round in enumerate(record.room.rounds, 1) if round.solved]
    ballots = service.repository.read_ballots(record.code)
    numbers = sorted({learner for _, _, learner in ballots})
    learners = []
    for number in numbers:
        answers = []
        for _, round in solved:
            votes = ((round.id, vote, number) for vote in VOTE_NAMES)
            given = (json.loads(ballots[key].answer) if key in ballots else None for key in votes)
            answers.append(_describe_learner_answers(service, round.question, *given))
        name = name_learner(number, record.salt)
        learners.append({"name": name, "about": _describe_score(answers), "answers": answers})
    questions = [
        {**_describe_solved_question(round.question), "number": place} for place, round in solved
    ]
    title = f"{plan.title}, {datetime.now(UTC):%Y-%m-%d}"
    return {"title": title, "site": plan.site, "questions": questions, "learners": learners}


def _is_question_entry(entry: object) -> bool:
    return (
        isinstance(entry, list)
        and 1 <= len(entry) <= 1 + len(VOTE_NAMES)
        and isinstance(entry[0], str)
    )


def _describe_answered_question(
    service: ClassService, reference: str, *answers: object
) -> dict[str, Any]:
    """Return a question with its solution and a learner's answers.

    answers: the answer in each vote, or None without an answer
    """
    return _describe_solved_question(reference) | _describe_learner_answers(
        service, reference, *answers
    )


def _describe_solved_question(reference: str) -> dict[str, Any]:
    return {**build_question_data(reference), "solution": render_solution(reference)}


def _describe_learner_answers(
    service: ClassService, reference: str, *answers: object
) -> dict[str, Any]:
    """Return a learner's answers, their outcome, and an exercise if they are wrong.

    The last answer decides. A missing answer is wrong, and an open text has the outcome "open".

    answers: the answer in each vote, or None without an answer
    """
    question = find_question(reference)
    verdict = None
    own = []
    for vote, answer in enumerate(answers, 1):
        if answer is not None:
            text = format_answer(question.read_answer(answer))
            verdict = service.marker.find_verdict(reference, text)
            given = {"vote": VOTE_NAMES[vote], "answer": describe_stored_answer(question, text)}
            own.append(given | {"outcome": verdict.outcome, "message": verdict.message})
    if question.kind == "text":
        return {"own": own, "outcome": "open"}
    if verdict and verdict.outcome == "right":
        return {"own": own, "outcome": "right"}
    exercise = find_exercise(reference, verdict.group if verdict else "")
    return {"own": own, "outcome": "wrong", "exercise": exercise}
