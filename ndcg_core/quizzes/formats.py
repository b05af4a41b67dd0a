"""Quizzes as files: the templates of formats.toml, filled in with exercises."""

import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from string import Template

from ndcg_core.content import load_toml
from ndcg_core.exercises.worksheets import PaperExercise
from ndcg_core.html_builder import html
from ndcg_core.quizzes.page import cell_title, exercise_page, solution
from ndcg_core.quizzes.questions import QuizAnswer, blanks_of

FORMATS: Mapping[str, Mapping[str, str]] = load_toml(__file__, "formats.toml")
"""The formats in formats.toml, by their names in `ndcg export`."""


def _in_xml(text: str) -> str:
    return html(str(text))  # HTML too is a text there


def _in_field(text: str) -> str:
    """Escape feedback inside one of Moodle's embedded answers."""
    return text.replace("}", "&#125;").replace("~", "&#126;")


ESCAPES: Mapping[str, Callable[[str], str]] = {"moodle": _in_xml, "qti": _in_xml}
IN_ANSWERS = {**ESCAPES, "moodle": _in_field}


def quiz(
    format: str,
    title: str,
    exercises: Sequence[PaperExercise],
    each: Callable[..., Iterable[str]] = map,
) -> bytes:
    """Write the exercises as a file in one of `FORMATS`.

    each: `map`, or the `map` of a process pool.

    >>> from ndcg_core.exercises.worksheets import Worksheet
    >>> quiz("moodle", "One sum", Worksheet(("cg",), "last", 1).exercises)[39:45]
    b'<quiz>'
    """
    questions = "".join(each(partial(_questions, format), exercises, range(1, len(exercises) + 1)))
    content = _fill_template(format, "file", title=ESCAPES[format](title), questions=questions)
    if "manifest" not in FORMATS[format]:
        return content.encode()
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as files:  # dated 1980: the same exercises, the same bytes
        for name, text in (
            ("imsmanifest.xml", _fill_template(format, "manifest")),
            ("ndcg.xml", content),
        ):
            files.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _questions(format: str, one: PaperExercise, number: int) -> str:
    """Write the questions of an exercise, with a field for each blank or one for each question."""
    written = ESCAPES[format]
    blanks = blanks_of(one)
    answers = {
        cell: "".join((*_each(format, "right", [right]), *_each(format, "wrong", wrong)))
        for cell, (right, *wrong) in blanks.items()
    }
    name = written(f"{number}. {one.variant.trains.title}")
    common = {"name": name, "solution": written(solution(one))}
    if "field" in FORMATS[format]:
        fields = {c: _fill_template(format, "field", answers=text) for c, text in answers.items()}
        page = written(exercise_page(one, fields))
        return _fill_template(format, "question", page=page, **common)
    questions = []
    for place, (cell, text) in enumerate(answers.items(), 1):
        title = cell_title(one.sheet, cell)
        others = {**dict.fromkeys(answers, "…"), cell: "?"}
        page = written(exercise_page(one, others, f"What is {title}?"))
        common |= {"ident": f"q{number}.{place}", "cell": written(title), "page": page}
        feedbacks = "".join(_each(format, "feedback", blanks[cell][1:]))
        questions.append(
            _fill_template(format, "question", answers=text, feedbacks=feedbacks, **common)
        )
    return "".join(questions)


def _each(format: str, template: str, answers: Sequence[QuizAnswer]) -> Iterator[str]:
    for place, one in enumerate(answers, 1):
        sentence = IN_ANSWERS[format](html(one.sentence))
        bounds = {"low": one.number - one.tolerance, "high": one.number + one.tolerance}
        values = {**vars(one), **bounds, "sentence": sentence, "ident": f"wrong{place}"}
        yield _fill_template(format, template, **values)


def _fill_template(format: str, template: str, **values: object) -> str:
    return Template(FORMATS[format].get(template, "")).substitute(values)
