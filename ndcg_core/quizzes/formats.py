"""The files of quizzes, made from the templates of formats.toml."""

import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from string import Template

from ndcg_core.content import load_toml
from ndcg_core.exercises.worksheets import WorksheetExercise
from ndcg_core.html_builder import html
from ndcg_core.quizzes.page import name_cell_with_cutoff, render_exercise_page, render_solution
from ndcg_core.quizzes.questions import QuizAnswer, map_answers_by_blank

QUIZ_FORMATS: Mapping[str, Mapping[str, str]] = load_toml(__file__, "formats.toml")
"""The templates of each format, by the format's name in `ndcg export`."""


def _escape_for_xml(text: str) -> str:
    """Escape a text for XML. The tags in HTML are escaped too."""
    return html(str(text))  # in XML, HTML is escaped text


def _escape_for_field(text: str) -> str:
    """Escape “}” and “~”, which have a meaning in Moodle's embedded answers."""
    return text.replace("}", "&#125;").replace("~", "&#126;")


FORMAT_ESCAPES: Mapping[str, Callable[[str], str]] = {
    "moodle": _escape_for_xml,
    "qti": _escape_for_xml,
}
ANSWER_ESCAPES = {**FORMAT_ESCAPES, "moodle": _escape_for_field}


def format_quiz(
    format: str,
    title: str,
    exercises: Sequence[WorksheetExercise],
    map_exercises: Callable[..., Iterable[str]] = map,
) -> bytes:
    """Return the content of a quiz file in one of `QUIZ_FORMATS`.

    A format with a manifest gives a ZIP archive, any other format a text in UTF-8.

    map_exercises: `map`, or the `map` of a process pool.

    >>> from ndcg_core.exercises.worksheets import Worksheet
    >>> format_quiz("moodle", "One sum", Worksheet(("cg",), "last", 1).exercises)[39:45]
    b'<quiz>'
    """
    questions = "".join(
        map_exercises(partial(_format_questions, format), exercises, range(1, len(exercises) + 1))
    )
    content = _fill_template(
        format, "file", title=FORMAT_ESCAPES[format](title), questions=questions
    )
    if "manifest" not in QUIZ_FORMATS[format]:
        return content.encode()
    packed = BytesIO()
    texts = {"imsmanifest.xml": _fill_template(format, "manifest"), "ndcg.xml": content}
    with zipfile.ZipFile(packed, "w") as files:
        for name, text in texts.items():
            # A `ZipInfo` is dated 1980, so that equal exercises give equal bytes.
            files.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _format_questions(format: str, exercise: WorksheetExercise, number: int) -> str:
    """Return an exercise in a format: one question with fields, or one question per blank.

    number: the number of the exercise in the quiz, from 1.
    """
    escape = FORMAT_ESCAPES[format]
    blanks = map_answers_by_blank(exercise)
    answers = {
        cell: "".join(
            (*_format_answers(format, "right", [right]), *_format_answers(format, "wrong", wrong))
        )
        for cell, (right, *wrong) in blanks.items()
    }
    name = escape(f"{number}. {exercise.variant.practised_skill.title}")
    common = {"name": name, "solution": escape(render_solution(exercise))}
    if "field" in QUIZ_FORMATS[format]:
        fields = {c: _fill_template(format, "field", answers=text) for c, text in answers.items()}
        page = escape(render_exercise_page(exercise, fields))
        return _fill_template(format, "question", page=page, **common)
    questions = []
    for position, (cell, text) in enumerate(answers.items(), 1):
        title = name_cell_with_cutoff(exercise.sheet, cell)
        others = {**dict.fromkeys(answers, "…"), cell: "?"}
        page = escape(render_exercise_page(exercise, others, f"What is {title}?"))
        common |= {"ident": f"q{number}.{position}", "cell": escape(title), "page": page}
        feedbacks = "".join(_format_answers(format, "feedback", blanks[cell][1:]))
        questions.append(
            _fill_template(format, "question", answers=text, feedbacks=feedbacks, **common)
        )
    return "".join(questions)


def _format_answers(format: str, template: str, answers: Sequence[QuizAnswer]) -> Iterator[str]:
    """Yield the filled-in template for each answer.

    template: the name of a template of the format.
    """
    for position, answer in enumerate(answers, 1):
        sentence = ANSWER_ESCAPES[format](html(answer.sentence))
        bounds = {
            "low": answer.number - answer.tolerance,
            "high": answer.number + answer.tolerance,
        }
        values = {**vars(answer), **bounds, "sentence": sentence, "ident": f"wrong{position}"}
        yield _fill_template(format, template, **values)


def _fill_template(format: str, template: str, **values: object) -> str:
    """Return a format's template with its placeholders filled in, or "" if there is none.

    template: the name of the template.
    """
    return Template(QUIZ_FORMATS[format].get(template, "")).substitute(values)
