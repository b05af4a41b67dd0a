"""The files of plans, the codes of rooms, and the names of learners."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.classroom import alike_mistakes
from ndcg_core.classroom.alike_mistakes import find_alike_mistakes
from ndcg_core.classroom.codes import CODE_LETTERS, NAME_COUNT, draw_code, name_learner, read_code
from ndcg_core.classroom.lesson_questions import NumberEntryQuestion
from ndcg_core.classroom.plans import Plan, read_plan
from ndcg_core.classroom.references import find_question
from ndcg_core.content import find_lessons_folder
from ndcg_core.exercises.parallel import TEN_LISTS, TEST_TIMES, map_parallel_tests
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import load_worksheet_variants
from tests.classroom.asked import CASES, JUNK, SOME, call_or_explain
from tests.ui.test_worst_inputs import measure_work

PLANS = [
    read_plan(path.read_text("utf-8")) for path in (find_lessons_folder() / "class").glob("*.toml")
]


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.title)
def test_the_mistakes_in_a_suggested_plan_give_different_digits(plan):
    alike = {reference: find_alike_mistakes(reference) for reference in plan.questions}
    assert {reference: found for reference, found in alike.items() if found} == {}


def test_the_ten_items_are_those_of_the_suggested_plan():
    (ten,) = (plan for plan in PLANS if plan.title.startswith("Ten items"))
    assert ten.questions == tuple(
        f"test/{name}/{when}" for when in TEST_TIMES for name in TEN_LISTS
    )


def test_no_worksheet_contains_a_test_of_the_suggested_plan():
    printed = {variant for lists in load_worksheet_variants().values() for variant in lists}
    tests = {name: one for skill in SKILLS for name, one in map_parallel_tests(skill).items()}
    ten = [f"test/{name}/{when}" for when in TEST_TIMES for name in TEN_LISTS]
    assert [name for name in ten if tests[name] in printed] == []


def test_mistakes_that_print_the_same_digits_are_found():
    slips = find_alike_mistakes("own?ask=dcg&r=2,3,0,3,2,1&k=4")  # at one rank, here rank 3
    assert slips["4.500",] == {"log2-then-plus-1", "term-left-out"}
    alike = find_alike_mistakes("own?ask=ndcg&r=3,2,3,0,1&k=3")
    assert alike["0.972",] == {"cutoff-ignored", "reciprocal-rank-plus-1"}
    assert find_alike_mistakes(
        "test/dcg/1/before"
    )  # a zero at rank 1: log2(i) and left-out zeros look alike


def test_a_slip_with_the_digits_of_the_answer_has_the_id_of_its_group(monkeypatch):
    questions = (find_question(reference) for plan in PLANS for reference in plan.questions)
    asked = next(one for one in questions if isinstance(one, NumberEntryQuestion))
    number = asked.question
    slips = ((number.value + 1, number.why), (number.value, number.why))
    changed = replace(asked, question=replace(number, slips=slips))
    monkeypatch.setattr(alike_mistakes, "find_question", {"changed": changed}.get)
    assert [*find_alike_mistakes("changed").values()] == [{"right", "slip-1"}]


@given(
    st.lists(st.sampled_from(SOME), min_size=1, max_size=9),
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=20),
)
def test_a_written_plan_is_read_back_unchanged(questions, title):
    plan, refusal = call_or_explain(lambda: Plan(tuple(questions), title))
    assert bool(refusal) != (title.isprintable() and bool(title.strip()))
    assert refusal or read_plan(plan.text) == plan


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *CASES["no_files"],
        ("questions = " + "[" * 3000, "line 1: a value has at most"),
        ("title = 'a'\na" + ".a" * 10_000 + "=1", "line 2: a setting is a name"),
        ("[" + "a." * 9_999 + "a]", "line 1: a setting is a name"),
        ("[a.b]\n" * 5_000, "line 1: a setting is a name"),
        ("questions = [{" + "a." * 9_999 + "a = 1}]", "line 1: a plan has no tables"),
        ('q = ["""" """, {' + "a." * 9_999 + "a = 1}]", "line 1: "),
        ("q = ['\"', {" + "a." * 9_999 + "a = 1}, '\"']", "line 1: a plan has no tables"),
        ('title = """\n' + "a.a" * 9_999 + '\n"""', "line 1: a text must be on one line"),
        ("\n" * 60_000, "line 2001: a plan has at most 2000 lines"),
        ("".join(f"a{n} = 1\n" for n in range(400)), "questions is missing"),
        ("questions = [" + '"drag/1",' * 6_000 + "]", "line 1: a value has at most 1,000"),
        ("explain_below = " + "1" * 60_000, "line 1: a value has at most 1,000"),
        ('title = "' + '\\"' * 30_000, "This is not a plan"),
        ("[[question]]\n" * 61, "line 61: a plan has at most 60 questions"),
        ("#" * 64_001, "at most 64,000 characters"),
    ],
)
def test_a_bad_plan_is_refused_with_a_sentence(text, said):
    with pytest.raises(ValueError, match=said):
        read_plan(text)


def test_a_plan_can_name_a_site_for_practice():
    plan = read_plan('site = "https://ndcg.example.edu/course/"\nquestions = ["drag/1"]')
    assert plan.site == "https://ndcg.example.edu/course/"
    assert read_plan(plan.text) == plan
    for site in ("javascript:alert(1)", "ndcg.example.edu", "https://a b/"):
        with pytest.raises(ValueError, match="It must be an address such as https://"):
            read_plan(f'site = "{site}"\nquestions = ["drag/1"]')


def test_a_title_is_one_line_of_at_most_100_characters():
    for title, is_good in (
        *(("x", True), ("x" * 100, True), (f" {'x' * 100} ", True), ("x" * 101, False)),
        *(("", False), (" ", False), ("a\nb", False)),
    ):
        _, refusal = call_or_explain(lambda title=title: Plan(("drag/1",), title))
        assert refusal == ("" if is_good else "A title must be one line of 1 to 100 characters.")


def expect_refusal(text):
    with pytest.raises(ValueError, match=r"\.$"):
        read_plan(text)


def test_the_cost_of_refusing_a_plan_is_proportional_to_its_length():
    """Without the limits, each file takes seconds and 500 MB."""
    for text in (
        "a" + ".a" * 10_000 + "=1",
        "questions = [{" + "a." * 9_999 + "a = 1}]",
        "[a.b]\n" * 10_000,
        "[[question]]\n" * 4_000,
        "".join(f"a{n} = 1\n" for n in range(6_000)),
        "questions = [" + "0," * 30_000 + "\n]",
        "\n" * 60_000,
        '"' * 60_000,
        '"\\' * 30_000,
        "'" * 60_001,
        "[" * 60_000,
        " " * 60_000,
        "a" * 60_000,
    ):
        assert measure_work(lambda text=text: expect_refusal(text)) < 20 * len(text)


def test_all_allowed_contents_of_a_plan_are_read():
    longest = "own?ask=order&r=" + ",".join(f"{n}.123456" for n in range(20))
    text = """# Lecture 5 [draft] {v2}
"title" = 'a "b" = [c] {d.e} # f'  # said: "hm"
explain_below = 40
questions = [  # three
  "drag/1", 'drag/2',
  # "drag/3",
  "%s"
]
"""
    plan = read_plan(text % longest)
    assert plan.title == 'a "b" = [c] {d.e} # f'
    assert plan.questions == ("drag/1", "drag/2", longest)
    longer = text % longest
    longer += "\n" * (1_999 - longer.count("\n"))
    assert read_plan(longer) == plan, "it has 2,000 lines"
    for spaces, is_good in ((985, True), (986, False)):  # a text counts as one character
        wide = f"questions = ['drag/1'{' ' * spaces}]".ljust(64_000, "#")
        found, refusal = call_or_explain(lambda wide=wide: read_plan(wide))
        assert found == Plan(("drag/1",)) if is_good else "at most 1,000 characters" in refusal
    sixty = Plan(tuple([longest] * 60), title="\N{GRINNING FACE}" * 100)
    assert read_plan(sixty.text) == sixty


def test_no_letter_of_a_code_looks_like_another():
    assert len(set(CODE_LETTERS)) == 16
    assert not set(CODE_LETTERS) & set("AEIOUILOQSVY0158")


@given(st.randoms(use_true_random=False), st.sampled_from(["", " ", "-", ".", " . "]))
def test_a_code_is_read_however_it_is_typed(rng, between):
    code = draw_code(rng)
    assert read_code(between.join(code.lower())) == code


@pytest.mark.parametrize(("typed", "count"), [("bcd", 3), ("BCD-FGH", 6), ("", 0)])
def test_a_code_of_another_length_is_refused_with_its_length(typed, count):
    with pytest.raises(ValueError, match=rf"has 5 letters\. This one has {count}\."):
        read_code(typed)


@pytest.mark.parametrize(
    ("typed", "odd"), [("bcd,fg", ","), ("BCDA", "A"), ("b0def", "0"), ("BCDF_G", "_")]
)
def test_a_code_with_an_odd_letter_is_refused_with_the_first_one(typed, odd):
    with pytest.raises(ValueError, match=rf"^A room code never contains '{odd}'\. Check that"):
        read_code(typed)


@given(JUNK)
def test_a_bad_code_is_refused_with_a_sentence(junk):
    code, refusal = call_or_explain(lambda: read_code(junk))
    assert refusal.endswith(".") or len(code) == 5


def test_no_two_learners_of_a_room_have_the_same_name():
    names = [name_learner(number, salt=7) for number in range(1, NAME_COUNT + 200)]
    assert len(set(names)) == len(names)
    assert name_learner(1, 7) == name_learner(1, 7) != name_learner(1, 8)
