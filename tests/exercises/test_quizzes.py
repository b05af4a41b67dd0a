"""Quizzes, read by what is not ours: the right numbers, and a sentence for each known mistake."""

import re
import zipfile
from dataclasses import replace
from decimal import Decimal
from functools import cache
from html import unescape
from io import BytesIO
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest

from benchmarks._writers import Habit, fill_blanks
from ndcg_core.exercises.fading import format_displayed_total
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import (
    Variant,
    list_all_practice_variants,
    load_worksheet_variants,
)
from ndcg_core.exercises.worksheets import DIFFICULTIES, WorksheetExercise
from ndcg_core.marking.marks import mark
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.quizzes import formats
from ndcg_core.quizzes.questions import ANSWER_UNIT, QuizAnswer, calculate_answers
from ndcg_core.sheets.cells import Cell
from ndcg_core.sheets.sheet import Sheet
from tests.selection import select_rows

LISTS = [
    v
    for lists in (list_all_practice_variants(), *load_worksheet_variants().values())
    for v in lists
]
EVERY = [
    WorksheetExercise(variant, [*DIFFICULTIES][n % len(DIFFICULTIES)])
    for n, variant in enumerate(LISTS[::7])
]
"""Exercises of every skill, at each difficulty in turn."""
FIRST = [
    WorksheetExercise(load_worksheet_variants()[skill][0], difficulty)
    for skill, difficulty in {"ideal-order": "all", "textbook": "last", "mean-empty": "all"}.items()
]
READ = select_rows([*FIRST, *EVERY], FIRST[:2].__contains__, "the answers of one more take seconds")


# --- Readers: for each blank its answers: points, number, tolerance and sentence -----------------


def read_moodle(content):
    """Return the embedded answers as Moodle's manual defines them."""
    for question in ElementTree.fromstring(content).iterfind("question[@type='cloze']"):
        assert " is " in question.findtext("generalfeedback/text")
        for field in re.findall(r"{1:NUMERICAL:([^}]*)}", question.findtext("questiontext/text")):
            answers = re.findall(r"(?:^=|~%(0)%)(-?[\d.]+):([\d.]+)(?:#([^~]*))?", field)
            assert len(answers) == field.count("~") + 1
            yield [(p or 100, n, off, unescape(unescape(text))) for p, n, off, text in answers]


def read_qti(content):
    """The one file that the manifest names. Only the right answer has bounds joined by "and"."""
    package = zipfile.ZipFile(BytesIO(content))
    path = ElementTree.fromstring(package.read("imsmanifest.xml")).find(".//{*}file").get("href")
    for item in ElementTree.fromstring(package.read(path)).iterfind(".//{*}item"):
        texts = {one.get("ident"): one.findtext(".//{*}mattext") for one in item[3:]}
        right, *wrong = [*item.iterfind(".//{*}respcondition")][1:]
        low, high = (float(one.text) for one in right.find(".//{*}and"))
        answers = [(right.findtext("{*}setvar"), (low + high) / 2, (high - low) / 2, "")]
        for condition in wrong:
            low, high = (float(one.text) for one in condition.find("{*}conditionvar/{*}not/{*}or"))
            text = texts[condition.find("{*}displayfeedback").get("linkrefid")]
            answers.append((0, (low + high) / 2, (high - low) / 2, unescape(text)))
        yield answers


READERS = {"moodle": read_moodle, "qti": read_qti}


def read(format, exercises):
    return [
        [(int(p), round(float(n), 4), round(float(off), 4), text) for p, n, off, text in answers]
        for answers in READERS[format](formats.format_quiz(format, "A quiz", exercises))
    ]


# --- What is in the files ------------------------------------------------------------------------


@pytest.mark.parametrize("one", READ, ids=lambda one: f"{one.variant}-{one.difficulty}")
def test_each_answer_is_right_or_a_known_mistake_and_no_two_overlap(one):
    sheet = one.sheet
    texts = fill_blanks(
        replace(sheet, given={}, blanks=sheet.cells), Habit(Random(1), decimals=(12,))
    )
    for cell, answers in zip(sheet.blanks, read("qti", [one]), strict=True):
        (points, right, off, _), *wrong = answers
        assert (points, right) == (100, pytest.approx(float(texts[cell]), abs=0.000501))
        assert right == pytest.approx(float(format_displayed_total(sheet, cell)), abs=off)
        bounds = sorted((number - off, number + off) for _, number, off, _ in answers)
        assert all(high < low for (_, high), (low, _) in pairwise(bounds))
        numbers = {number: sentence for _, number, _, sentence in wrong}
        known = set(known_wrong(sheet, cell, right))
        if "grade" not in cell:
            assert numbers == {number: marked(sheet, cell, number).message for number in known}
        elif "ideal.grade.1" in sheet.blanks:  # otherwise the printed order may contradict some
            assert set(numbers) == known


def test_exercises_of_every_skill_and_difficulty_are_read():
    assert {one.variant.skill for one in EVERY} == set(SKILLS)
    assert {one.difficulty for one in EVERY} == set(DIFFICULTIES)


def known_wrong(sheet, cell, right):
    """The numbers of all mistakes of calculation that are marked as one; a grade's by its order. Of
    a sum they are those made throughout: of slips at one of its ranks there would be too many.
    """
    for mistake in MISCONCEPTIONS.values():
        in_play = Cell.parse(cell).side or mistake.scope == "throughout"
        asked = in_play and mistake.concept != "writing"
        for number in mistake.list_numbers(cell, sheet) if asked else ():
            number = round(number, 3) + 0.0
            apart = abs(number - right) > 0.0025 + 1e-9
            if apart and ("grade" in cell or marked(sheet, cell, number).misconception):
                yield number


@cache
def marked(sheet, cell, number):
    text = f"{number:g}" if ".gain." in cell else f"{number:.3f}"
    return next(m for m in mark(sheet.with_given(cell, text)) if m.cell == cell)


def test_all_formats_have_the_same_answers():
    moodle, qti = (sorted(read(format, FIRST)) for format in READERS)
    assert moodle == qti
    assert len(qti) == sum(len(one.sheet.blanks) for one in FIRST)
    assert formats.format_quiz("qti", "Again", FIRST) == formats.format_quiz("qti", "Again", FIRST)


@pytest.mark.parametrize("format", READERS)
def test_no_character_in_a_sentence_breaks_the_format(format, monkeypatch):
    hostile = "a } b ~ c # d = e : f { g < h & i \\ j \" k ' l &amp; m %0% ####"
    answers = (
        QuizAnswer(Decimal(1), Decimal("0.002")),
        QuizAnswer(Decimal(-2), ANSWER_UNIT, hostile),
    )
    monkeypatch.setattr(formats, "map_answers_by_blank", lambda one: {"dcg": answers})
    one = WorksheetExercise(load_worksheet_variants()["dcg"][0], "last")
    assert read(format, [one]) == [[(100, 1, 0.002, ""), (0, -2, 0.001, hostile)]]


@pytest.mark.parametrize(("skill", "has_ideal"), [("dcg", False), ("ideal-order", True)])
def test_only_an_exercise_with_an_ideal_order_has_its_heading(skill, has_ideal):
    one = WorksheetExercise(load_worksheet_variants()[skill][0], "all")
    content = formats.format_quiz("moodle", "A quiz", [one]).decode()
    assert ("The ideal order, rank by rank:" in content) == has_ideal


def test_a_grade_that_no_likely_mistake_gives_has_only_a_hint():
    printed = {"ideal.grade.1": "1", "ideal.grade.2": "0"}
    sheet = Sheet((0, 1, 0), blanks=("ideal.grade.3",), given=printed)
    _, wrong = calculate_answers(sheet, "ideal.grade.3")
    assert (wrong.number, wrong.sentence.split()[0]) == (1, "Check")


MEAN = WorksheetExercise(Variant("mean", (1, 3), others=((0, 1),)), "all")
STATEMENT = [
    "Query 1: grades 1, 3. Query 2: grades 0, 1.",
    "Gain g(r) = r; discount (divisor) d(i) = log2(i + 1); "
    "no cutoff, so each query counts to its last rank.",
    "Write three decimals, as in 1.262, except for grades and gains. Continue with the numbers "
    "that you wrote. If your calculator has no log2, use log2(x) = log(x) / log(2).",
    "The ranking, rank by rank:",
    "grade 1, gain 1, discount 1.000",
    "grade 3, gain 3, discount 1.585",
    "DCG@2 of query 1 = 2.893",  # 1 + 3 / 1.585
    "IDCG@2 of query 1 = 3.631",  # 3 + 1 / 1.585
]
HINTS = (
    "NDCG@k = DCG@k / IDCG@k. Here NDCG is 2.893 / 3.631. NDCG@2 of query 1 is 0.797. "
    "Calculate NDCG for each query first, then average. "
    "The NDCG values of the queries are 0.797 and 0.631. The mean of NDCG is 0.714."
)


@pytest.fixture
def known_answers(monkeypatch):
    """Give the two blanks of `MEAN` one answer each, because finding all of them takes a second."""
    answers = {
        cell: (QuizAnswer(Decimal(text), Decimal("0.002")),)
        for cell, text in (("ndcg", "0.797"), ("mean", "0.714"))
    }
    monkeypatch.setattr(formats, "map_answers_by_blank", lambda one: answers)


def list_texts(html):
    return re.findall(r"<(?:p|li)>(.*?)</(?:p|li)>", html)


def test_a_question_for_moodle_has_its_statement_its_blanks_and_its_solution(known_answers):
    content = formats.format_quiz("moodle", "A quiz", [MEAN, MEAN])
    _, question = ElementTree.fromstring(content).iterfind("question[@type='cloze']")
    assert question.findtext("name/text") == "2. Several queries"
    *texts, ndcg, mean = list_texts(question.findtext("questiontext/text"))
    assert texts == STATEMENT
    assert ndcg == "NDCG@2 of query 1 = {1:NUMERICAL:=0.797:0.002}"
    assert mean == "the mean of NDCG = {1:NUMERICAL:=0.714:0.002}"
    assert list_texts(question.findtext("generalfeedback/text")) == [HINTS]


def test_a_question_in_qti_asks_for_one_blank_and_hides_the_others(known_answers):
    package = zipfile.ZipFile(BytesIO(formats.format_quiz("qti", "A quiz", [MEAN])))
    first, second = ElementTree.fromstring(package.read("ndcg.xml")).iterfind(".//{*}item")
    for item, blanks, asked in (
        (first, ("?", "…"), "What is NDCG@2 of query 1?"),
        (second, ("…", "?"), "What is the mean of NDCG?"),
    ):
        texts = list_texts(item.findtext(".//{*}presentation//{*}mattext"))
        sums = [f"NDCG@2 of query 1 = {blanks[0]}", f"the mean of NDCG = {blanks[1]}"]
        assert texts == [*STATEMENT, *sums, asked]
    assert [item.get("ident") for item in (first, second)] == ["q1.1", "q1.2"]
