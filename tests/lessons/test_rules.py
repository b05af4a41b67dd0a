"""The rules for all lessons together: their order, what they need, and their choices."""

from dataclasses import replace

import pytest

from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.blocks.questions import Choice, Option
from ndcg_core.lessons.prose import NO_PROSE, Prose
from ndcg_core.lessons.records import (
    iterate_choice_faults,
    iterate_choices,
    iterate_order_faults,
    list_foundations,
)

LESSONS = load_lessons()
A, B, C = (
    replace(LESSONS[0], slug=slug, number=number, needs=needs, part=1)
    for number, (slug, needs) in enumerate((("a", ()), ("b", ("a",)), ("c", ("b",))), 1)
)


def test_several_goals_are_joined_into_one_phrase():
    for goals, phrase in (
        (("a",), "a"),
        (("a", "b"), "a, and b"),
        (("a", "b", "c"), "a, b, and c"),
    ):
        assert replace(A, goals=goals).goal == phrase


def test_the_foundations_of_a_lesson_are_all_that_it_builds_on_in_course_order():
    assert list_foundations(["c"], [A, B, C]) == [A, B, C]
    assert list_foundations(["b", "nowhere"], [A, B, C]) == [A, B]
    assert list_foundations(["b", "a"], [A, B, C]) == [A, B]
    assert list_foundations([], [A, B, C]) == []
    assert list_foundations(["c"], [A, replace(B, needs=("c",)), C])[1:] == [C]  # in a circle


@pytest.mark.parametrize(
    ("lessons", "faults"),
    [
        ([A, B, C], []),
        ([A, replace(B, slug="a", needs=())], ["a, : the slug 'a' is used twice."]),
        ([A, replace(B, number=1)], ["b, : the number 1 is used twice."]),
        ([A, C], ["c, needs: it needs 'b', which is not a lesson."]),
        (
            [A, replace(B, needs=("c",)), C],
            ["b, needs: its needs form a cycle.", "c, needs: its needs form a cycle."],
        ),
        (
            [A, replace(B, part=2), C],
            [
                "c, part: a lesson of part 1 must come before those of part 2. Set part = 2 here, "
                "or give it a number before 02."
            ],
        ),
        ([A, replace(B, part=2), replace(C, part=2)], []),
    ],
)
def test_a_fault_in_the_order_of_the_lessons_names_its_place(lessons, faults):
    found = iterate_order_faults(lessons, lambda lesson, key: f"{lesson.slug}, {key}")
    assert list(found) == faults


def make_choice(right: str, hedged: str = "") -> Choice:
    """Return a choice of three options, whose right one is "long" or "short".

    hedged: the option that says "It depends": "right", "wrong" or none
    """
    texts = ["a rather long text", "one", "two"]
    solution = 0 if right == "long" else 1
    if hedged:
        at = solution if hedged == "right" else 2
        texts[at] = "It depends on all" if at == 0 else "It depends"
        texts[0] += " of it" if at == 0 else ""
    verdicts = ["right" if n == solution else "wrong" for n in range(3)]
    options = [
        Option(Prose(text), verdict, NO_PROSE)
        for text, verdict in zip(texts, verdicts, strict=True)
    ]
    return Choice("q", NO_PROSE, tuple(options), NO_PROSE)


REFUTED = [make_choice("short", "wrong")] * 8


@pytest.mark.parametrize(
    ("choices", "faults"),
    [
        # By chance, the longest of three options is right in a third of the choices.
        ([make_choice("long")] * 13 + REFUTED + [make_choice("short")] * 19, []),
        (
            [make_choice("long")] * 14 + REFUTED + [make_choice("short")] * 18,
            ["the longest option is right in 14 choices. By chance it would be in 13."],
        ),
        ([make_choice("long")] * 39, []),  # too few to judge
        (
            REFUTED[1:] + [make_choice("short")] * 33,
            ["a hedge is refuted in 7 choices. It should be refuted in at least 8."],
        ),
        (REFUTED + [make_choice("short", "right")] * 4 + [make_choice("short")] * 28, []),
        (
            REFUTED + [make_choice("short", "right")] * 5 + [make_choice("short")] * 27,
            ["the hedge is right in 5 choices. By chance it would be in 4."],
        ),
    ],
)
def test_the_longest_or_a_cautious_option_is_not_right_too_often(choices, faults):
    assert list(iterate_choice_faults(choices)) == faults


def test_an_option_is_the_longest_only_if_no_other_is_as_long():
    choice = make_choice("long")
    options = tuple(replace(option, say=Prose("abc")) for option in choice.options)
    every = [replace(choice, options=options)] * 40 + REFUTED
    assert list(iterate_choice_faults(every)) == []


def test_the_choices_of_a_lesson_are_those_of_its_steps_its_check_and_later_lessons():
    lesson = next(one for one in LESSONS if one.slug == "gain")
    asked = [block.question for block in lesson.blocks if block.kind == "choice"]
    asked += [*lesson.check.questions, *lesson.later]
    choices = [question for question in asked if question.kind == "choice"]
    assert list(iterate_choices(lesson)) == choices
    assert len({question.id.split("-")[0] for question in choices}) == 3


def test_a_question_names_only_mistakes_about_concepts_that_its_learner_has_met():
    by_slug = {lesson.slug: lesson for lesson in LESSONS}

    def collect_concepts(lesson) -> set:
        before = (collect_concepts(by_slug[slug]) for slug in lesson.needs)
        return set(lesson.teaches).union(*before)

    for lesson in LESSONS:
        asked = [*lesson.later, *(lesson.check.questions if lesson.check else ())]
        taught = {
            form.taught
            for q in asked
            if q.kind != "choice"
            for form in (q, *q.others)
            if q.kind != "audit"
        }
        assert taught <= {frozenset(collect_concepts(lesson)) or None}, lesson.slug
    assert len(collect_concepts(by_slug["gain"])) < len(collect_concepts(by_slug["ideal"]))
