"""Quizzes as files: the templates of formats.toml, filled in with exercises."""

import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from string import Template

from ndcg_core.content import load_toml
from ndcg_core.exercises.worksheets import PaperExercise
from ndcg_core.html_builder import html
from ndcg_core.quizzes.page import name_cell_with_cutoff, write_exercise_page, write_solution
from ndcg_core.quizzes.questions import QuizAnswer, list_blanks

QUIZ_FORMATS: Mapping[str, Mapping[str, str]] = load_toml(__file__, "formats.toml")
"""The formats in formats.toml, by their names in `ndcg export`."""


def _escape_for_xml(text: str) -> str:
    return html(str(text))  # HTML too is a text there


def _escape_for_field(text: str) -> str:
    """Escape feedback inside one of Moodle's embedded answers."""
    return text.replace("}", "&#125;").replace("~", "&#126;")


FORMAT_ESCAPES: Mapping[str, Callable[[str], str]] = {
    "moodle": _escape_for_xml,
    "qti": _escape_for_xml,
}
ANSWER_ESCAPES = {**FORMAT_ESCAPES, "moodle": _escape_for_field}


def write_quiz(
    format: str,
    title: str,
    exercises: Sequence[PaperExercise],
    each: Callable[..., Iterable[str]] = map,
) -> bytes:
    """Write the exercises as a file in one of `QUIZ_FORMATS`.

    each: `map`, or the `map` of a process pool.

    >>> from ndcg_core.exercises.worksheets import Worksheet
    >>> write_quiz("moodle", "One sum", Worksheet(("cg",), "last", 1).exercises)[39:45]
    b'<quiz>'
    """
    questions = "".join(
        each(partial(_write_questions, format), exercises, range(1, len(exercises) + 1))
    )
    content = _fill_template(
        format, "file", title=FORMAT_ESCAPES[format](title), questions=questions
    )
    if "manifest" not in QUIZ_FORMATS[format]:
        return content.encode()
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as files:  # dated 1980: the same exercises, the same bytes
        for name, text in (
            ("imsmanifest.xml", _fill_template(format, "manifest")),
            ("ndcg.xml", content),
        ):
            files.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _write_questions(format: str, one: PaperExercise, number: int) -> str:
    """Write the questions of an exercise, with a field for each blank or one for each question."""
    written = FORMAT_ESCAPES[format]
    blanks = list_blanks(one)
    answers = {
        cell: "".join(
            (*_write_each(format, "right", [right]), *_write_each(format, "wrong", wrong))
        )
        for cell, (right, *wrong) in blanks.items()
    }
    name = written(f"{number}. {one.variant.practised_skill.title}")
    common = {"name": name, "solution": written(write_solution(one))}
    if "field" in QUIZ_FORMATS[format]:
        fields = {c: _fill_template(format, "field", answers=text) for c, text in answers.items()}
        page = written(write_exercise_page(one, fields))
        return _fill_template(format, "question", page=page, **common)
    questions = []
    for place, (cell, text) in enumerate(answers.items(), 1):
        title = name_cell_with_cutoff(one.sheet, cell)
        others = {**dict.fromkeys(answers, "…"), cell: "?"}
        page = written(write_exercise_page(one, others, f"What is {title}?"))
        common |= {"ident": f"q{number}.{place}", "cell": written(title), "page": page}
        feedbacks = "".join(_write_each(format, "feedback", blanks[cell][1:]))
        questions.append(
            _fill_template(format, "question", answers=text, feedbacks=feedbacks, **common)
        )
    return "".join(questions)


def _write_each(format: str, template: str, answers: Sequence[QuizAnswer]) -> Iterator[str]:
    for place, one in enumerate(answers, 1):
        sentence = ANSWER_ESCAPES[format](html(one.sentence))
        bounds = {"low": one.number - one.tolerance, "high": one.number + one.tolerance}
        values = {**vars(one), **bounds, "sentence": sentence, "ident": f"wrong{place}"}
        yield _fill_template(format, template, **values)


def _fill_template(format: str, template: str, **values: object) -> str:
    return Template(QUIZ_FORMATS[format].get(template, "")).substitute(values)
