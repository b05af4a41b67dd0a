"""What a class can be asked, what its answers are, and how a plan keeps it."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.classroom.another import another
from ndcg_core.classroom.asked import KINDS, written
from ndcg_core.classroom.ballots import Ballot
from ndcg_core.classroom.codes import LETTERS, draw_code, read_code
from ndcg_core.classroom.lesson_questions import parts_of
from ndcg_core.classroom.names import COUNT, name_of
from ndcg_core.classroom.plans import Plan, read_plan
from ndcg_core.classroom.references import find, own_list
from ndcg_core.classroom.tally import crowd, flow, judge_of, mistakes, tally
from ndcg_core.exercises.drag_tasks import TASKS
from ndcg_core.exercises.fading import solved
from ndcg_core.lessons.loader import load_lessons
from ndcg_core.metric import dcg, ndcg

LESSONS = {f"lesson/{lesson.slug}/{name}" for lesson in load_lessons() for name in parts_of(lesson)}
OTHERS = {
    "practice?skill=ndcg&r=3,1,0,2",
    "practice?skill=judged-pool&r=2,0,1&judged=2,0,1,3&level=2",
    "drag/1",
    "drag/2",
    "drag/3",
    "predict/1",
    "own?ask=ndcg&r=3,2,3,0,1&k=3",
    "own?ask=dcg&r=3,2,3&convention=exponential",
    "own?ask=order&r=1,3,2",
}
SOME = sorted(LESSONS)[::9] + sorted(OTHERS)


def solution(asked):
    """A right answer, found without the code that judges it where that can be."""
    if asked.kind == "sheet":
        sheet = solved(asked.sheet)
        return {cell: sheet.given[cell] for cell in asked.sheet.blanks}
    if asked.kind == "guess":
        return asked.value
    if asked.kind == "order" and hasattr(asked.task, "solution"):
        return [rank - 1 for rank in asked.task.solution]
    if asked.kind == "order":
        return None
    return asked.question.solution if asked.kind != "audit" else dict(asked.question.solution)


def test_there_is_a_question_of_every_kind():
    assert {find(reference).kind for reference in SOME} == set(KINDS)
    assert len(LESSONS) > 100


@pytest.mark.parametrize("reference", SOME)
def test_the_solution_of_a_question_is_right_and_says_something(reference):
    asked = find(reference)
    right = solution(asked)
    if right is None:
        return
    verdict = asked.judge(asked.read(right))
    assert verdict.outcome == "right"
    assert asked.worked
    assert asked.ask
    assert asked.label(verdict.group)
    kept = written(asked.read(right))
    assert judge_of(asked)(kept) == verdict


@pytest.mark.parametrize("place", range(len(TASKS)))
def test_a_drag_task_is_solved_by_one_of_its_orders_and_not_by_standing_still(place):
    from itertools import permutations

    asked = find(f"drag/{place + 1}")
    orders = list(permutations(range(len(TASKS[place].grades))))
    verdicts = {order: asked.judge(asked.read(list(order))).outcome for order in orders}
    assert verdicts[orders[0]] == "wrong"
    assert "right" in verdicts.values()
    told = asked.worked.partition("does it is ")[2].partition(".")[0].split(", ")
    documents = {verdicts[o] for o in orders if [f"{TASKS[place].grades[d]:g}" for d in o] == told}
    assert "right" in documents


def outcome(do):
    """What a call returns, and the sentence with which it refuses."""
    try:
        return do(), ""
    except ValueError as error:
        return None, str(error)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=90),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=8,
)


@given(JUNK, st.sampled_from(SOME))
def test_whatever_is_sent_is_an_answer_or_a_sentence(junk, reference):
    asked = find(reference)
    answer, refusal = outcome(lambda: asked.read(junk))
    if refusal:
        assert refusal.endswith(".")
    else:
        assert asked.read(json.loads(written(answer))) == answer
        assert asked.judge(answer).outcome in ("right", "wrong", "invalid")


@pytest.mark.parametrize(
    ("reference", "said"),
    [
        ("", "begins with"),
        ("lesson/nowhere/hook", "no lesson"),
        ("lesson/gain/nothing", "has no question"),
        ("practice?skill=magic&r=1", "no skill"),
        ("practice?skill=dcg&r=3,1&level=99", "The level"),
        ("drag/0", "1 to 6"),
        ("own?ask=mean&r=1,2", "ask is"),
        ("own?ask=dcg&r=1&convention=mine", "convention"),
        ("own?ask=order&r=3,2,1", "best order already"),
        ("own?ask=dcg&r=1&colour=red", "has no 'colour'"),
        ("own?ask=dcg&r=", "empty|no grades|at least one"),
        ("x" * 1001, "at most 1000"),
    ],
)
def test_a_name_of_no_question_is_refused_with_a_sentence(reference, said):
    with pytest.raises(ValueError, match=said):
        find(reference)


@pytest.mark.parametrize("reference", SOME)
def test_one_more_of_the_same_kind_is_another_of_that_kind(reference):
    more = another(reference, Random(5), [reference])
    if more:
        assert more != reference
        assert find(more).kind == find(reference).kind


def test_one_more_is_found_for_what_a_class_is_asked_most():
    for reference in OTHERS - {"practice?skill=ndcg&r=3,1,0,2"}:  # searched for long
        assert another(reference, Random(2), [reference]), reference


# --- Plans, codes, names -----------------------------------------------------------------------


@given(
    st.lists(st.sampled_from(SOME), min_size=1, max_size=9),
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=20),
)
def test_a_plan_is_read_back_as_it_was_written(questions, title):
    plan, refusal = outcome(lambda: Plan(tuple(questions), title))
    assert bool(refusal) != (title.isprintable() and bool(title.strip()))
    assert refusal or read_plan(plan.text) == plan


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "This is no plan"),
        ("questions = []", "1 to 60"),
        ('questions = ["drag/1"]\nexplain_below = "a"', "percentages"),
        ('questions = ["drag/1", "drag/9"]', "Question 2"),
        ('questions = ["drag/1"]\nspeed = 3', "no key 'speed'"),
        ('title = "\\n"\nquestions = ["drag/1"]', "title"),
        ("questions = " + "[" * 3000, "This is no plan"),
    ],
)
def test_what_is_no_plan_is_refused_with_a_sentence(text, said):
    with pytest.raises(ValueError, match=said):
        read_plan(text)


def test_no_letter_of_a_code_looks_like_another():
    assert len(set(LETTERS)) == 16
    assert not set(LETTERS) & set("AEIOUILOQSVY0158")


@given(st.randoms(use_true_random=False), st.sampled_from(["", " ", "-"]))
def test_a_code_is_read_as_it_was_drawn_however_it_is_typed(rng, between):
    code = draw_code(rng)
    assert read_code(between.join(code.lower())) == code


@given(JUNK)
def test_what_is_no_code_is_refused_with_a_sentence(junk):
    code, refusal = outcome(lambda: read_code(junk))
    assert refusal.endswith(".") or len(code) == 5


def test_no_two_learners_of_a_room_have_the_same_name():
    names = [name_of(number, salt=7) for number in range(1, COUNT + 200)]
    assert len(set(names)) == len(names)
    assert name_of(1, 7) == name_of(1, 7) != name_of(1, 8)


# --- Tallies -----------------------------------------------------------------------------------


def ballots(*answers, vote=1):
    return [Ballot(0, vote, written(answer), sure) for answer, sure in answers]


def test_numbers_are_grouped_by_what_produces_them():
    grades, asked = (3, 2, 3, 0, 1), find(own_list("dcg", (3, 2, 3, 0, 1)))
    right, undivided = f"{dcg(grades):.3f}", f"{sum(grades):.2f}"
    given = ballots(
        *[({"dcg": right}, "sure")] * 3,
        *[({"dcg": undivided}, "not sure")] * 4,
        ({"dcg": "17.771"}, "sure"),
        ({"dcg": "many"}, ""),
    )
    found = tally(asked, given, judge_of(asked))
    assert [(g.key, g.count, g.sure, g.unsure) for g in found.groups] == [
        ("right", 3, 3, 0),
        ("no-discount", 4, 0, 4),
        ("unknown", 1, 1, 0),
        ("unreadable", 1, 0, 0),
    ]
    assert (found.right, found.of) == (3, 9)
    assert "counted every gain in full" in found.groups[1].label
    assert mistakes([found, found]) == [("no-discount", 8)]


@given(st.lists(st.permutations(range(4)), min_size=1, max_size=30))
def test_the_crowds_ranking_is_by_mean_place_and_scores_what_its_order_scores(orders):
    grades = (1, 3, 0, 2)
    asked = find(own_list("order", grades))
    found = crowd(asked, ballots(*((list(order), "") for order in orders)))
    mean = {doc: sum(o.index(doc) + 1 for o in orders) / len(orders) for doc in range(4)}
    assert sorted(found.order) == list(range(4))
    assert list(found.mean) == pytest.approx([mean[doc] for doc in found.order])
    assert list(found.mean) == sorted(found.mean)
    assert found.ndcg == pytest.approx(ndcg([grades[doc] for doc in found.order]))
    for common in found.common:
        assert common.count == [list(o) for o in orders].count(list(common.order))
        assert common.ndcg == pytest.approx(ndcg([grades[doc] for doc in common.order]))
    assert crowd(asked, []) is None


def test_who_changed_their_answer_is_followed_by_learner():
    asked = find("own?ask=order&r=1,3")
    right, wrong = "[1,0]", "[0,1]"
    first = {n: Ballot(0, 1, text) for n, text in enumerate([wrong, wrong, right, right, wrong])}
    second = {n: Ballot(0, 2, text) for n, text in enumerate([right, wrong, right, wrong])}
    second[9] = Ballot(0, 2, right)
    assert dict(flow(first, second, judge_of(asked))) == {
        ("wrong", "right"): 1,
        ("wrong", "wrong"): 1,
        ("right", "right"): 1,
        ("right", "wrong"): 1,
        ("wrong", "missing"): 1,
        ("missing", "right"): 1,
    }
