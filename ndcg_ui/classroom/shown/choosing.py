"""The questions to choose from, and the plans and forms that a teacher edits."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from ndcg_core.classroom.images import extract_images, format_data_url
from ndcg_core.classroom.lesson_questions import (
    AuditQuestion,
    NumberEntryQuestion,
    map_lesson_tasks,
)
from ndcg_core.classroom.own_questions import (
    DISCOUNTS,
    GAINS,
    REFERENCE_START,
    OwnQuestion,
    read_own_question,
)
from ndcg_core.classroom.plans import THRESHOLDS, AdviceThresholds, Plan, read_plan
from ndcg_core.classroom.question import raise_field_errors
from ndcg_core.classroom.references import find_question, read_parameters
from ndcg_core.classroom.sheets_and_orders import SheetQuestion
from ndcg_core.content import ContentTable, find_lessons_folder
from ndcg_core.exercises.parallel import map_parallel_tests
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import (
    build_variant_link_parameters,
    list_practice_variants,
    read_whole_number,
)
from ndcg_core.lessons.loader import load_lessons
from ndcg_core.lessons.practice import load_practice
from ndcg_core.metric import short
from ndcg_core.numerals.numerals import read_numeral
from ndcg_core.quizzes.questions import calculate_answers
from ndcg_ui.classroom.shown.screens import build_question_data, render_solution
from ndcg_ui.components.board.ranking_text import read_ranking

TERM_BUTTON = re.compile(
    r'<button [^>]*class="term"[^>]*>(.*?)</button><span class="meaning".*?</span>'
)
"""A term with its meaning. A question in a list is a button, which cannot contain another."""
LISTS_PER_SKILL = 3
"""The number of lists that are offered for each skill."""
MAX_NAMED_ANSWERS = 6
"""The greatest number of answers in `list_named_answers`."""


@lru_cache(maxsize=1)
def list_question_groups() -> list[dict[str, Any]]:
    """Return the offered questions in groups: lessons first, then practice and tests.

    The list is cached, so callers must not change it.
    """
    return [
        {"group": title, "questions": list(map(describe_question, references))}
        for title, references in _iterate_groups()
        if references
    ]


def _iterate_groups() -> Iterator[tuple[str, list[str]]]:
    for lesson in load_lessons():
        references = [f"lesson/{lesson.slug}/{name}" for name in map_lesson_tasks(lesson)]
        yield f"Lesson {lesson.number}: {lesson.title}", references
    for skill in SKILLS.values():
        links = [
            build_variant_link_parameters(variant)
            for variant in list_practice_variants(skill.id)[:LISTS_PER_SKILL]
        ]
        references = [f"practice?{urlencode(link, safe=',;')}" for link in links]
        yield f"Practice: {skill.title}", references
    for name, practice in load_practice().items():
        references = [f"{name}/{n}" for n in range(1, len(practice.blocks) + 1)]
        yield f"Practice: {practice.title}", references
    for skill in SKILLS.values():
        yield f"Before and after the class: {skill.title}", list(map_parallel_tests(skill.id))


def find_course_step(reference: str) -> str:
    """Return the course step that teaches a question's topic, or "" if there is none.

    The steps are those of `path` in `ndcg_ui.lesson_blocks.scene.CourseLink`.

    >>> find_course_step("lesson/gain/hook"), find_course_step("practice?skill=dcg&r=1")
    ('gain', 'practice-dcg')
    """
    kind, *names = re.split("[/?&=]", reference)
    if kind == "practice":
        return f"practice-{read_parameters(reference, kind)['skill']}"
    if kind == "lesson":
        return names[0]
    return kind if kind in load_practice() else ""


def list_suggested_plans() -> list[dict[str, str]]:
    """Return the title and the text of each suggested plan in lessons/class."""
    paths = sorted((find_lessons_folder() / "class").glob("*.toml"))
    plans = (read_plan(path.read_text("utf-8")) for path in paths)
    return [{"title": plan.title, "text": plan.text} for plan in plans]


@lru_cache(maxsize=1000)
def render_wall_sentence(reference: str) -> str:
    """Return the wall's sentence for a question as HTML, including its grades.

    A question in a teacher's own words, and a question without grades, keep their sentences.

    >>> render_wall_sentence("own?ask=dcg&r=3,2,0,1")
    'What is DCG@4 of 3, 2, 0, 1?'
    """
    question = find_question(reference)
    ask = TERM_BUTTON.sub(r"\1", question.wall)
    paper = question.question.printed_sheet if isinstance(question, AuditQuestion) else question
    sheet = getattr(question, "sheet", paper)
    grades = ", ".join(map(short, getattr(sheet, "grades", ())))
    if not grades or reference.startswith(REFERENCE_START):
        return ask
    return ask.replace("this ranking", grades) if "this ranking" in ask else f"{ask} ({grades})"


def describe_question(reference: str) -> dict[str, Any]:
    """Return a question's entry in a list: its reference, kind, text, course step and form.

    A question that the teacher's form cannot make has no form.
    """
    row = {
        "reference": reference,
        "kind": find_question(reference).kind,
        "ask": render_wall_sentence(reference),
    }
    form = _make_form_fields(reference)
    return row | {"step": find_course_step(reference)} | ({"form": form} if form else {})


def preview_question(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the preview of a question for phone and wall, or an error with its field.

    message: a question's "reference", or the fields of the form

    >>> form = {"kind": "list", "cell": "dcg", "r": "1,5 2,5 0,0", "k": "2"}
    >>> preview_question(form)["reference"]
    'own?ask=dcg&r=1.5,2.5,0&k=2&gain=linear&discount=log2(i%2B1)'
    >>> preview_question(form | {"k": "9"})
    {'field': 'k', 'say': 'k is 9, but this list has the ranks 1 to 3.'}
    """
    try:
        reference = str(message.get("reference") or "") or build_reference(message)
        question = find_question(reference)
    except ValueError as error:
        return {"field": getattr(error, "field", ""), "say": str(error)}
    shown = {"question": build_question_data(reference), "solution": render_solution(reference)}
    return (
        describe_question(reference)
        | shown
        | {"worked": question.worked_solution, "apart": list_named_answers(reference)}
    )


@lru_cache(maxsize=200)
def list_named_answers(reference: str) -> list[tuple[str, str, str]]:
    """Return (answer, cause, outcome) for each answer that has its own bar in the chart.

    The list is empty unless the answer is one number.

    >>> list_named_answers("own?ask=dcg&r=3,2,3,0,1")[:2]
    [('6.149', 'right', 'right'), ('9.000', 'counted every gain in full', 'wrong')]
    """
    question = find_question(reference)
    if isinstance(question, NumberEntryQuestion):
        number = question.question
        texts = [short(value) for value in (number.value, *(slip for slip, _ in number.slips))]
        judged = [(text, question.judge_answer(text)) for text in texts[:MAX_NAMED_ANSWERS]]
    elif isinstance(question, SheetQuestion) and len(question.sheet.blanks) == 1:
        (cell,) = question.sheet.blanks
        texts = [str(answer.number) for answer in calculate_answers(question.sheet, cell)]
        judged = [(text, question.judge_answer({cell: text})) for text in texts[:MAX_NAMED_ANSWERS]]
    else:
        return []
    rows: list[tuple[str, str, str]] = []
    for text, verdict in judged:
        name = question.label_group(verdict.group).partition(". ")[0].removesuffix(".")
        rows.append((text, "could be several" if ", or " in name else name, verdict.outcome))
    return rows


COMMON_FIELDS = ("kind", "ask", "answers", "reasons", "right")
FIELDS_BY_KIND: Mapping[str, tuple[str, ...]] = {
    "order": ("kind", "ask", "reasons", "wants", "k", "gain", "discount"),
    "text": ("kind", "ask", "reasons"),
    "predict": ("kind", "ask", "answers", "reasons", "low", "high", "step"),
}
"""The form's fields, besides the ranking, for kinds of questions without the common fields."""
NUMBER_READERS: Mapping[str, Callable[[str], float]] = {
    "k": read_whole_number,
    **dict.fromkeys(("low", "high", "step"), lambda text: read_numeral(text).value),
}


def build_reference(form: Mapping[str, Any]) -> str:
    """Return the reference of the question that a form describes, or raise `FieldError`."""
    kind = form.get("kind")
    ranking = _join_lines(form.get("r"))
    with raise_field_errors("r"):
        documents = read_ranking(ranking) if ranking or kind in ("list", "order") else ()
    if kind == "list":
        link = {
            "ask": _join_lines(form.get("cell")),
            "r": ",".join(document.exact_grade for document in documents),
            "k": _join_lines(form.get("k")),
            "gain": _join_lines(form.get("gain")) or GAINS[0],
            "discount": _join_lines(form.get("discount")) or DISCOUNTS[0],
        }
        return f"own?{urlencode({n: text for n, text in link.items() if text}, safe=',()')}"
    table: dict[str, Any] = {"grades": [document.grade for document in documents]}
    image = ("image", "alt") if _join_lines(form.get("image")) else ()
    for name in (*FIELDS_BY_KIND.get(str(kind), COMMON_FIELDS), *image):
        value = form.get(name)
        if name == "image":
            value, _ = extract_images(_join_lines(value))
        with raise_field_errors(name):
            if isinstance(value, list):
                table[name] = [
                    _join_lines(item) if isinstance(item, str) else item for item in value
                ]
            elif text := _join_lines(value):
                table[name] = NUMBER_READERS[name](text) if name in NUMBER_READERS else text
    question = OwnQuestion.from_table(ContentTable(table, "The question"))
    question.refuse_bad_formulas()
    return question.reference


def _join_lines(value: object) -> str:
    """Return a text as one line with single spaces, or "" for a value that is not a text."""
    return " ".join(value.split()) if isinstance(value, str) else ""


def _make_form_fields(reference: str) -> dict[str, Any]:
    """Return a question as the fields of the form, or {} if the form cannot make it."""
    if reference.startswith("own?"):
        link = read_parameters(reference, "own")
        form = {"kind": "list", "cell": link.pop("ask", "ndcg"), **link}
        return {} if {"judged", "convention"} & set(link) else form
    if not reference.startswith(REFERENCE_START):
        return {}
    table = read_own_question(reference).changed_fields
    ranking = ", ".join(map(short, table.pop("grades", [])))
    texts = {name: short(table[name]) for name in NUMBER_READERS if name in table}
    return table | texts | {"r": ranking}


def read_plan_message(message: Mapping[str, Any]) -> Plan:
    """Return the plan in a message, which has a file's "text" or the parts of a plan.

    Raises ValueError if the message has no valid plan.
    """
    if isinstance(message.get("text"), str):
        return read_plan(message["text"])
    questions = message.get("questions")
    if not isinstance(questions, list) or not all(isinstance(q, str) for q in questions):
        raise ValueError("A plan must list its questions by name, such as “drag/1”.")
    shares = {name: message[name] for name in THRESHOLDS if name in message}
    title = str(message.get("title") or "A class")
    return Plan(tuple(questions), title, AdviceThresholds(**shares), str(message.get("site") or ""))


def describe_plan(plan: Plan) -> dict[str, Any]:
    """Return a plan's settings, questions, images, text and remark as data for the page."""
    questions = [describe_question(reference) for reference in plan.questions]
    shares = vars(plan.thresholds)
    return {
        "title": plan.title,
        "site": plan.site,
        **shares,
        "questions": questions,
        "text": plan.text,
        "images": {name: format_data_url(name, content) for name, content in plan.images.items()},
        "remark": _describe_bad_formula(plan),
    }


def _describe_bad_formula(plan: Plan) -> str:
    """Return a sentence about the first formula that cannot be shown, or "".

    This is not an error, because older plans can have any text between dollar signs.
    """
    for number, reference in enumerate(plan.questions, 1):
        if reference.startswith(REFERENCE_START):
            try:
                read_own_question(reference).refuse_bad_formulas()
            except ValueError as error:
                return f"Question {number}: {error} It is shown as you wrote it."
    return ""
