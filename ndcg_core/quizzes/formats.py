"""Quizzes as files: the templates of formats.toml, filled in with exercises."""

import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from html import escape
from io import BytesIO
from string import Template
from typing import Literal

from ndcg_core.content import beside
from ndcg_core.exercises.worksheets import PaperExercise
from ndcg_core.quizzes.page import blank_page, cell_title, exercise_page, solution
from ndcg_core.quizzes.questions import Answer, Blank, blanks_of

Exercises = Sequence[PaperExercise]
Escape = Callable[[str], str]


@dataclass(frozen=True)
class Format:
    """A file format as formats.toml has it, which says what the templates are given."""

    title: str
    name: str
    media_type: str
    a_question: Literal["exercise", "blank"]
    file: str
    question: str
    right: str
    wrong: str
    field: str = ""
    feedback: str = ""
    manifest: str = ""


FORMATS: Mapping[str, Format] = {
    key: Format(**row) for key, row in beside(__file__, "formats.toml").items()
}
"""By the name that `ndcg export` has for it."""


def _in_gift(text: str) -> str:
    return re.sub(r"[\\~=#{}:]", r"\\\g<0>", text)


def _in_field(text: str) -> str:
    """A feedback inside an embedded answer, which ends at these two signs."""
    return text.replace("}", "&#125;").replace("~", "&#126;")


ESCAPES: Mapping[str, Escape] = {"moodle": escape, "gift": _in_gift, "qti": escape}
IN_ANSWERS: Mapping[str, Escape] = {**ESCAPES, "moodle": _in_field}


def quiz(format: str, title: str, exercises: Exercises) -> bytes:
    r"""The exercises as a file of a format of `FORMATS`.

    >>> from ndcg_core.exercises.worksheets import Worksheet
    >>> quiz("gift", "One sum", Worksheet(("cg",), "last", 1).exercises)[:33]
    b'$CATEGORY: $course$/top/One sum\n\n'
    """
    one, written = FORMATS[format], ESCAPES[format]
    questions = "".join(_questions(format, exercises))
    content = _filled(one.file, title=written(title), questions=questions)
    return _package(content, one.manifest) if one.manifest else content.encode()


def _questions(format: str, exercises: Exercises) -> Iterator[str]:
    template, written = FORMATS[format], ESCAPES[format]
    for number, one in enumerate(exercises, 1):
        blanks, title = blanks_of(one), f"{number}. {one.variant.trains.title}"
        answers = {blank.cell: "".join(_answers(format, blank)) for blank in blanks}
        worked = written(solution(one))
        if template.a_question == "exercise":
            fields = {c: _filled(template.field, answers=text) for c, text in answers.items()}
            page = written(exercise_page(one, fields.__getitem__))
            yield _filled(template.question, name=written(title), page=page, solution=worked)
            continue
        for place, blank in enumerate(blanks, 1):
            yield _filled(
                template.question,
                ident=f"q{number}.{place}",
                name=written(f"{title}: {cell_title(one.sheet, blank.cell)}"),
                page=written(blank_page(one, blank.cell)),
                answers=answers[blank.cell],
                feedbacks="".join(_each(format, template.feedback, blank.answers[1:])),
                solution=worked,
            )


def _answers(format: str, blank: Blank) -> Iterator[str]:
    yield from _each(format, FORMATS[format].right, blank.answers[:1])
    yield from _each(format, FORMATS[format].wrong, blank.answers[1:])


def _each(format: str, template: str, answers: Sequence[Answer]) -> Iterator[str]:
    for place, answer in enumerate(answers, 1):
        number, tolerance = Decimal(answer.number), Decimal(answer.tolerance)
        sentence = IN_ANSWERS[format](escape(answer.sentence, quote=False))
        yield _filled(
            template,
            number=number,
            tolerance=tolerance,
            low=number - tolerance,
            high=number + tolerance,
            ident=f"wrong{place}",
            sentence=sentence,
        )


def _filled(template: str, **values: object) -> str:
    return Template(template.removeprefix("\n")).substitute(values)


def _package(content: str, manifest: str) -> bytes:
    """A zipped package; the same exercises give the same bytes, whenever it is made."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as files:
        for name, text in (("imsmanifest.xml", _filled(manifest)), ("ndcg.xml", content)):
            files.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
