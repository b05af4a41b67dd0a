"""The results of a class: the review, the table, and the learners' pages."""

import csv
import io
import json
import re
from time import time

import pytest

from ndcg_core.classroom.plans import Plan
from ndcg_core.classroom.question import format_answer
from ndcg_core.classroom.references import find_question
from ndcg_core.classroom.room import Ballot
from ndcg_core.exercises.fading import format_right_value
from ndcg_core.exercises.parallel import TEN_LISTS, TEST_TIMES
from ndcg_ui.classroom.shown.review import review_class
from ndcg_ui.classroom.store.repository import JoinEntry, VoteEntry
from tests.classroom.people import RIGHT, WRONG, Learner, Person, Teacher

TESTS = ("test/dcg/1/before", "test/dcg/1/after")
OWN = "own?ask=dcg&r=3,2,3,0,1"
CHOICE = "lesson/dcg/choice-1"
PLAN = f'questions = ["{TESTS[0]}", "{OWN}", "{CHOICE}", "{TESTS[1]}"]'


@pytest.fixture
def teacher(url):
    """Return a teacher after a whole plan."""
    return hold_class(url)


@pytest.fixture(scope="module")
def reader(url):
    """Return a teacher after a whole plan, who only reads. Several tests share the class."""
    return hold_class(url)


def hold_class(url):
    """Hold a class with twelve learners and a discussion of question 2. Return its teacher."""
    teacher = Teacher(url, PLAN)
    teacher.class_ = [Learner(url, teacher.code) for _ in range(12)]

    def ask(round, answers, vote=1):
        teacher.command("discuss" if vote == 2 else "forward")
        for learner, answer in zip(teacher.class_, answers, strict=False):
            assert learner.answer(answer, round, vote).status_code == 200
        teacher.command("forward")

    ask(0, [make_solved_answer(TESTS[0], n < 3) for n in range(12)])  # its solution is held back
    ask(1, [RIGHT, WRONG, WRONG])
    ask(1, [RIGHT, RIGHT, WRONG], vote=2)
    teacher.command("forward")
    ask(2, [0, 2])
    teacher.command("go", argument="4")
    for n, learner in enumerate(teacher.class_):
        assert learner.answer(make_solved_answer(TESTS[1], n < 9), 3).status_code == 200
    teacher.command("forward")
    for command, argument in (("go", "1"), ("forward", ""), ("go", "4")):
        teacher.command(command, argument=argument)
    return teacher


def make_solved_answer(reference, right):
    sheet = find_question(reference).sheet
    return {cell: format_right_value(sheet, cell) if right else "99" for cell in sheet.blanks}


def test_a_review_shows_answers_before_and_after_and_the_gain(teacher):
    page = teacher.get("/class/results").json()
    assert page["about"] == "12 learners; 4 of 4 questions."
    wrong = next(m for m in page["misunderstood"] if "in full" in m["name"])
    assert (list(wrong["counts"].values()), wrong["link"]) == ([2, 1], "/practice?skill=term")
    question = page["questions"][1]
    counts = {
        v: [(g["key"], g["count"]) for g in gs] for v, gs in question["results"]["votes"].items()
    }
    assert counts == {
        "1": [("right", 1), ("no-discount", 2)],
        "2": [("right", 2), ("no-discount", 1)],
    }
    assert "6.149" in question["solution"]
    assert question["asked"] > 1e9
    (gain,) = page["learned"]
    assert gain.startswith("DCG: Right before: 3 of 12. Right after: 9 of 12.")
    shown = teacher.follow_wall().wait_for_revision(teacher.revision)["desk"]
    assert f"DCG: {shown['gain']}" == gain
    teacher.command("go", argument="1")
    teacher.command("back")
    desk = teacher.follow_wall().wait_for_revision(teacher.revision)["desk"]
    assert (desk["advice"], desk["do"]) == ("", ""), "the solution was shown"
    pages = teacher.get("/class/take-home").json()["questions"]
    assert [question["number"] for question in pages] == [1, 2]


def test_a_mistake_is_counted_per_possible_question_and_post_tests_separately(url):
    teacher = Teacher(url, f'questions = ["{TESTS[0]}", "{TESTS[1]}", "{OWN}"]')
    learners = [Learner(url, teacher.code) for _ in range(3)]
    for place, test in enumerate(TESTS):
        teacher.command("go", argument=str(place + 1))
        added_up = {"dcg": f"{sum(find_question(test).sheet.grades):.2f}"}
        for learner in learners[: 2 - place]:
            assert learner.answer(added_up, place).status_code == 200
    teacher.command("go", argument="3")
    assert learners[2].answer(WRONG, 2).status_code == 200
    teacher.command("forward")
    (row,) = teacher.get("/class/results").json()["misunderstood"]
    assert row["counts"] == {
        "in the test before the class": 2,
        "in the only vote": 1,
        "in the test after the class": 1,
    }


def test_a_mistake_in_another_measure_is_named_everywhere_with_its_lesson(url):
    precision = "lesson/grades-not-flags/number-1"
    teacher = Teacher(url, f'questions = ["{precision}"]')
    teacher.command("forward")
    assert Learner(url, teacher.code).answer("1/3", 0).status_code == 200
    teacher.command("forward")
    teacher.command("forward")
    stopped = "stopped at rank k − 1 instead of rank k"
    (group,) = teacher.follow_wall().wait_for_revision(teacher.revision)["desk"]["groups"]
    page = teacher.get("/class/results").json()
    (row,) = page["misunderstood"]
    (table,) = csv.DictReader(io.StringIO(teacher.get("/class/answers").text))
    assert [group["label"], row["name"], table["why"]] == [stopped] * 3
    assert table["reason"].startswith(f"You {stopped}. ")
    assert row["link"] == "/?lesson=grades-not-flags"


CAME = [(10, "30 were right before and 80"), (9, "A comparison needs 10 learners")]


def test_the_two_forms_of_ten_items_are_compared_if_ten_learners_took_them(service):
    tests = [f"test/{name}/{when}" for when in TEST_TIMES for name in TEN_LISTS]
    code = service.open_room(Plan(tuple(tests)), "", "::1")["code"]
    books, now = service.repository, time()
    desk = books.read_room(code, now).steering
    for n in range(11):
        books.store_entries([JoinEntry(code, str(n))], now + n)
    for place, test in enumerate(tests):
        books.apply_command(code, desk, ("go", place, str(place + 1)), now)
        is_right = place % 10 < (4 if place < 10 else 7)
        answer = find_question(test).read_answer(make_solved_answer(test, is_right))
        ballot = Ballot(place, 1, format_answer(answer), "", 1)
        some = range(1 if place == 13 else 0, 11)  # the first learner skips an item
        books.store_entries([VoteEntry(str(n), ballot) for n in some], now)
    first, *each = review_class(service, books.read_room(code, now))["learned"]
    assert first == (
        "Both forms of ten items: 10 answered all of them. Of 100 answers, 40 were right before "
        "and 70 after."
    )
    assert len(each) == 10
    books.delete_learners_since(code, desk, now + 10, now)
    first, *_ = review_class(service, books.read_room(code, now))["learned"]
    assert first == (
        "Both forms of ten items: 9 answered all of them, which is too few. A comparison needs 10 "
        "learners."
    )


FORMER_TEN = (
    "cg/1",
    "term/1",
    "term/2",
    "dcg/1",
    "ideal-order/2",
    "idcg/1",
    "idcg/3",
    "ndcg/1",
    "ndcg-at-k/1",
    "ndcg-at-k/3",
)
"""The items of older plans, some of which were replaced later."""


@pytest.mark.thorough("a class of twenty questions takes a quarter of a minute")
@pytest.mark.parametrize(
    ("items", "came", "told"),
    [(FORMER_TEN, *CAME[0]), (TEN_LISTS, *CAME[1])],
    ids=["ten, formerly", "nine, now"],
)
def test_both_forms_of_ten_items_are_compared_if_ten_learners_took_them(url, came, told, items):
    tests = [f"test/{name}/{when}" for when in TEST_TIMES for name in items]
    teacher = Teacher(url, f"questions = {json.dumps(tests)}")
    learners = [Learner(url, teacher.code) for _ in range(came + 1)]
    for place, test in enumerate(tests):
        teacher.command("go", argument=str(place + 1))
        some = learners[: came + (place != 13)]  # one learner skips an item
        for learner in some:
            right = place % 10 < (3 if place < 10 else 8)
            assert learner.answer(make_solved_answer(test, right), place).status_code == 200
    first, *_ = teacher.get("/class/results").json()["learned"]
    assert f"{came} answered all" in first
    assert told in first


def test_the_table_of_answers_has_words_and_times(reader):
    rows = list(
        csv.DictReader(io.StringIO(reader.get("/class/answers").content.decode("utf-8-sig")))
    )
    assert len(rows) == 12 + 6 + 2 + 12
    assert all(re.fullmatch(r"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d", row["time (UTC)"]) for row in rows)
    texts = {row["question"]: row["text"] for row in rows}
    assert texts["2"].startswith(
        "What is DCG@5 of this ranking? Grades 3, 2, 3, 0, 1. Gain g(r)=r,"
    )
    options = find_question(CHOICE).options
    chosen = [f"A. {options[0]}", f"C. {options[2]}"]
    assert [row["answer"] for row in rows if row["question"] == "3"] == chosen
    numbered = {row["question"]: row for row in rows}
    assert numbered["3"]["options"].startswith(f"A. {options[0]}; B. {options[1]}; ")
    assert numbered["3"]["right answer"]
    assert numbered["3"]["reason"]
    assert numbered["1"]["phase"] == "in the test before the class"
    assert {row["phase"] for row in rows if row["question"] == "2"} == {
        "before the discussion",
        "after the discussion",
    }
    decoded = ("text", "answer", "why")
    assert not [
        row for row in rows if re.search(r"[<>{}]|/|no-discount", "".join(map(row.get, decoded)))
    ]


OWN_TABLES = r"""
[[question]]
ask = 'Which gains are $\frac{2^r - 1}{\log_2(i + 1)}$?'
grades = [3, 0]
answers = ['$2^r - 1$', "r", "both"]
right = [1, 3]
"""


def test_the_table_has_formulas_lists_and_all_ticked_options_in_words(url):
    audit = "lesson/find-the-error/audit-1"
    sheet = "practice?skill=dcg&r=3,1,2&level=2"
    teacher = Teacher(url, f'questions = ["question/1", "{audit}", "{sheet}"]{OWN_TABLES}')
    learner = Learner(url, teacher.code)
    for place, answer in enumerate(
        [[0, 2], dict(find_question(audit).question.solution), {"dcg": "4.631"}]
    ):
        teacher.command("go", argument=str(place + 1))
        assert learner.answer(answer, place).status_code == 200
    text = teacher.get("/class/answers").content.decode("utf-8-sig")
    own, printed, blanks = csv.DictReader(io.StringIO(text))
    assert own["text"] == "Which gains are (2^r−1)/(log2(i+1))? Grades 3, 0."
    assert own["answer"] == "A. 2^r−1; C. both"
    assert "grades 0, 3, 2, 0, 2, 1 rank grade term 1 0 0.000" in printed["text"]
    assert blanks["right answer"].endswith("; DCG: 4.631")


def test_a_learners_answers_can_be_saved_after_the_room_is_deleted(url):
    teacher = Teacher(url, PLAN)
    assert teacher.post("/class/end", {}).status_code == 200
    answers = [[OWN, WRONG, RIGHT], ["drag/1"], [TESTS[0], {"dcg": "99"}]]
    page = (
        Person(teacher.url).post("/join/solutions", {"title": "Week 5", "answers": answers}).json()
    )
    assert (page["title"], page["about"]) == ("Week 5", "You had 1 of 3 right.")
    first, second, third = page["questions"]
    assert [one["outcome"] for one in first["own"]] == ["wrong", "right"]
    assert [("exercise" in q) for q in page["questions"]] == [False, True, True]
    assert (second["own"], third["exercise"]["link"]) == ([], "/practice?skill=dcg")


def test_a_take_home_page_has_the_question_numbers_and_the_plans_site(url):
    message = {"title": "Week 5", "answers": [[OWN, WRONG], ["drag/1"]], "numbers": [2, 5]}
    site = {"site": "https://ndcg.example.edu/course/"}
    page = Person(url).post("/join/solutions", message | site).json()
    assert [one["number"] for one in page["questions"]] == [2, 5]
    assert page["site"] == site["site"]
    page = Person(url).post("/join/solutions", message | {"site": "javascript:alert(1)"}).json()
    assert "site" not in page


def test_a_teacher_downloads_the_pages_of_all_learners(reader):
    all_pages = reader.get("/class/take-home").json()
    assert [one["number"] for one in all_pages["questions"]] == [
        1,
        2,
    ]  # the questions with a shown solution
    assert len(all_pages["learners"]) == 12
    first = all_pages["learners"][0]
    assert first["about"] == "You had 2 of 2 right."
    assert [len(one["own"]) for one in first["answers"]] == [1, 2]
    last = all_pages["learners"][-1]
    assert last["answers"][1] == {
        "own": [],
        "outcome": "wrong",
        "exercise": {"title": "DCG", "link": "/practice?skill=dcg"},
    }
    learner = reader.class_[0]
    assert Person(reader.url, learner.secret).get("/class/take-home").status_code >= 400


@pytest.mark.parametrize(
    "answers",
    [
        None,
        [],
        [[]],
        [[5]],
        [["drag/99"]],
        [["drag/1", "x"]],
        [["drag/1"] * 4],
        [["drag/1"]] * 61,
        [[OWN, *[WRONG] * 3]],
    ],
)
def test_an_incomplete_link_gets_a_sentence(url, answers):
    answer = Person(url).post("/join/solutions", {"title": "x", "answers": answers})
    assert answer.status_code == 400
    assert answer.json()["say"].endswith(".")


def test_learners_get_only_solved_questions_and_returning_ones_get_all(teacher):
    stays = teacher.class_[0].follow()
    comes = teacher.class_[1]
    assert stays.wait_for_revision(teacher.revision)["room"]["solved"] == [
        [0, TESTS[0], 1],
        [1, OWN, 2],
    ]
    teacher.command("forward")
    assert stays.wait_for_revision(teacher.revision)["room"]["solved"] == [[3, TESTS[1], 4]]
    assert len(comes.follow().wait_for_revision(teacher.revision)["room"]["solved"]) == 3
