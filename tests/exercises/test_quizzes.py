"""Quizzes, read by what is not ours: the right numbers, and a sentence for each known mistake."""

import re
import zipfile
from dataclasses import replace
from html import unescape
from io import BytesIO
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest

from benchmarks._writers import Habit, fill
from ndcg_core.exercises.fading import carried_on, fade
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import load_variants, worksheet_lists
from ndcg_core.exercises.worksheets import DIFFICULTIES, PaperExercise
from ndcg_core.marking.marks import mark
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.quizzes import formats
from ndcg_core.quizzes.formats import FORMATS, quiz
from ndcg_core.quizzes.questions import Answer, Blank
from ndcg_core.sheets.cells import Cell
from tests.selection import some

FIRST = [PaperExercise(lists[0], "half") for lists in worksheet_lists().values()]
EVERY = [
    PaperExercise(variant, difficulty)
    for lists in (load_variants(), *worksheet_lists().values())
    for variant in lists
    for difficulty in DIFFICULTIES
]
READ = some(EVERY, FIRST.__contains__, "the answers of one more exercise take half a second")


# --- Readers: of each number that is asked for, its answers: number, tolerance, points, sentence ---


def read_moodle(content):
    """Embedded answers as Moodle's manual describes them; a feedback is HTML, encoded once more."""
    for question in ElementTree.fromstring(content).iterfind("question[@type='cloze']"):
        assert "log2" in question.findtext("questiontext/text")
        assert " is " in question.findtext("generalfeedback/text")
        for field in re.findall(r"{1:NUMERICAL:([^}]*)}", question.findtext("questiontext/text")):
            parts = re.findall(r"(?:^=|~%0%)(-?[\d.]+):([\d.]+)(?:#([^~]*))?", field)
            assert len(parts) == field.count("~") + 1
            yield [
                (*of[:2], 100 * (not n), unescape(unescape(of[2]))) for n, of in enumerate(parts)
            ]


def read_gift(content):
    """A blank line ends a question; a backslash takes a sign its meaning."""
    category, *questions = content.decode().strip().split("\n\n")
    assert category.startswith("$CATEGORY: ")
    for question in questions:
        hidden = re.sub(r"\\([\\~=#{}:])", lambda sign: f"\0{ord(sign[1])};", question)
        whole = re.fullmatch(
            r"::[^:{}]+::\[html\][^{}~=#:]+\{#\n([^{}~]+)####[^{}~=#:]+\n\}", hidden
        )
        for_each = re.findall(r"=%(\d+)%(-?[\d.]+):([\d.]+)#([^=#]*)\n", whole[1])
        assert len(for_each) == whole[1].count("=")
        yield [(n, t, int(p), unescape(shown(text))) for p, n, t, text in for_each]


def shown(text):
    return re.sub("\0(\\d+);", lambda code: chr(int(code[1])), text)


def read_qti(content):
    """The package by its manifest; each condition is one of two forms, by its bounds."""
    package = zipfile.ZipFile(BytesIO(content))
    manifest = ElementTree.fromstring(package.read("imsmanifest.xml"))
    whole = ElementTree.fromstring(package.read(manifest.find(".//{*}file").get("href")))
    for item in whole.iterfind(".//{*}item"):
        texts = {one.get("ident"): one.findtext(".//{*}mattext") for one in item[3:]}
        worked, *conditions = item.iterfind(".//{*}respcondition")
        assert worked.find("{*}conditionvar/{*}other") is not None
        yield [answer(condition, texts) for condition in conditions]


def answer(condition, texts):
    bounds = {one.tag.partition("}")[2]: one.text for one in condition.iterfind(".//*[@respident]")}
    feedback = condition.find("{*}displayfeedback")
    if "varequal" in bounds:
        assert set(bounds) == {"varequal", "vargte", "varlte"}
        low, high = float(bounds["vargte"]), float(bounds["varlte"])
    else:
        assert condition.find("{*}conditionvar/{*}not/{*}or") is not None
        low, high = float(bounds["varlt"]), float(bounds["vargt"])
    points = int(condition.findtext("{*}setvar") or 0)
    text = "" if feedback is None else unescape(texts[feedback.get("linkrefid")])
    return (low + high) / 2, (high - low) / 2, points, text


READERS = {"moodle": read_moodle, "gift": read_gift, "qti": read_qti}


def answers(format, exercises):
    return [
        [(float(number), float(tolerance), *rest) for number, tolerance, *rest in blank]
        for blank in READERS[format](quiz(format, "A quiz", exercises))
    ]


# --- What is in the files ------------------------------------------------------------------------


@pytest.mark.parametrize("one", READ, ids=lambda one: f"{one.variant}-{one.difficulty}")
def test_each_number_is_right_or_a_known_mistakes_and_no_two_answers_fit_the_same(one):
    sheet, blanks = one.sheet, answers("qti", [one])
    texts = fill(replace(sheet, given={}, blanks=sheet.cells), HABIT)
    for cell, (right, *wrong) in zip(sheet.blanks, blanks, strict=True):
        value = float(texts[cell])
        assert right[0] == pytest.approx(value, abs=0.000501)
        assert right[0] == pytest.approx(float(carried_on(sheet, cell)), abs=right[1])
        assert [points for _, _, points, _ in (right, *wrong)] == [100, *[0] * len(wrong)]
        bounds = sorted((number - off, number + off) for number, off, *_ in (right, *wrong))
        assert all(high < low for (_, high), (low, _) in pairwise(bounds))
        numbers = {round(number, 3): sentence for number, _, _, sentence in wrong}
        assert set(numbers) == set(known_wrong(sheet, cell, right[0]))
        for number, sentence in numbers.items() if "grade" not in cell else ():
            assert marked(sheet, cell, number).message == sentence


HABIT = Habit(Random(1), decimals=(12,))


def known_wrong(sheet, cell, right):
    """The numbers of all mistakes of calculation that are marked as one; a grade's by its order."""
    for mistake in MISCONCEPTIONS.values():
        for number in mistake.numbers(cell, sheet) if mistake.concept != "writing" else ():
            number = round(number, 3) + 0.0
            if abs(number - right) > 0.0015 and (
                Cell.of(cell).column == "grade" or marked(sheet, cell, number).misconception
            ):
                yield number


def marked(sheet, cell, number):
    text = f"{number:g}" if Cell.of(cell).column in ("gain", "grade") else f"{number:.3f}"
    return next(m for m in mark(sheet.with_given(cell, text)) if m.cell == cell)


def test_all_formats_have_the_same_answers():
    read = [answers(format, FIRST) for format in FORMATS]
    assert len(read[0]) == sum(len(one.sheet.blanks) for one in FIRST) > len(SKILLS)
    rounded = [
        sorted([(round(n, 4), round(off, 4), *rest) for n, off, *rest in blank] for blank in blanks)
        for blanks in read
    ]
    assert rounded[0] == rounded[1] == rounded[2]


@pytest.mark.parametrize("format", FORMATS)
def test_no_sign_in_a_sentence_ends_it(format, monkeypatch):
    hostile = "a } b ~ c # d = e : f { g < h & i \\ j \" k ' l &amp; m %0% ####"
    blank = Blank("dcg", (Answer("1.000", "0.002"), Answer("-2.000", "0.001", hostile)))
    monkeypatch.setattr(formats, "blanks_of", lambda one: (blank,))
    one = next(one for one in FIRST if one.sheet.blanks[-1] == "dcg")
    monkeypatch.setitem(vars(one), "sheet", fade(one.variant, 0))
    assert answers(format, [one])[0][1] == pytest.approx((-2, 0.001, 0, hostile))


def test_the_same_exercises_give_the_same_package():
    assert quiz("qti", "A quiz", FIRST[:1]) == quiz("qti", "A quiz", FIRST[:1])
