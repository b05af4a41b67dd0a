"""The ten items before and after part one: parallel forms, and the claim of every option."""

import re

import pytest

from ndcg_core.html_builder import extract_text
from ndcg_core.lessons import load_ten_items
from ndcg_core.lessons.blocks.questions import Choice
from tests.lessons.arithmetic import dcg, ndcg

BEFORE, AFTER = 0, 1
CHOICES = [
    (slug, (item, *item.others)) for slug, item in load_ten_items() if isinstance(item, Choice)
]
SLUGS = [slug for slug, _ in CHOICES]


def text_of(prose) -> str:
    return extract_text(str(prose.fill_in()))


def options_of(form) -> list[str]:
    """Return the options in the order of the file."""
    return [text_of(option.say) for option in form.options]


def displayed(forms, when) -> list[str]:
    """Return the options of a form as a learner sees them: the second form begins later."""
    options = options_of(forms[when])
    return [*options[when:], *options[:when]]


def ranking_of(form) -> list[int]:
    """Return the ranking that a question names."""
    return [int(grade) for grade in re.search(r"\d(?:, \d)+", text_of(form.ask))[0].split(", ")]


def swap(grades, text) -> list[int]:
    one, other = (int(rank) - 1 for rank in re.findall(r"\d", text))
    result = list(grades)
    result[one], result[other] = result[other], result[one]
    return result


def forms_of(slug) -> tuple:
    return next(forms for name, forms in CHOICES if name == slug)


def right_of(form) -> str:
    return options_of(form)[form.solution]


@pytest.mark.parametrize(("slug", "forms"), CHOICES, ids=SLUGS)
def test_the_second_form_differs_in_answer_position_and_numbers(slug, forms):
    before, after = forms
    assert right_of(before) != right_of(after)
    places = [displayed(forms, when).index(right_of(forms[when])) for when in (BEFORE, AFTER)]
    assert places[BEFORE] != places[AFTER]
    assert displayed(forms, BEFORE) != displayed(forms, AFTER)
    assert ranking_of(before) != ranking_of(after)
    assert len(before.options) == len(after.options)


@pytest.mark.parametrize(("slug", "forms"), CHOICES, ids=SLUGS)
def test_the_first_form_does_not_reveal_the_second(slug, forms):
    before, after = forms
    known_wrong = {*options_of(before)} - {right_of(before)}
    left = [text for text in options_of(after) if text not in known_wrong]
    assert left != [right_of(after)], "elimination alone finds it"


def test_an_option_has_the_same_number_in_both_forms():
    for _, (before, after) in CHOICES:
        assert before.solution == after.solution
    before, after = forms_of("dcg")
    assert options_of(before)[:2] == options_of(after)[:2]


def test_only_the_right_swap_changes_cg():
    for form, k in zip(forms_of("gain"), (3, 2), strict=True):
        grades = ranking_of(form)
        assert f"CG@{k}" in text_of(form.ask)
        swaps = [text for text in options_of(form) if text.startswith("Ranks")]
        changing = [text for text in swaps if sum(swap(grades, text)[:k]) != sum(grades[:k])]
        assert changing == [right_of(form)], "so “Both swaps” is wrong too"
        assert len(swaps) == 2


def test_only_the_right_swap_raises_the_discounted_sum():
    for form in forms_of("discount"):
        grades = ranking_of(form)
        swaps = [text for text in options_of(form) if text.startswith("Ranks")]
        raising = [text for text in swaps if dcg(swap(grades, text)) > dcg(grades)]
        assert raising == [right_of(form)]
        assert all(dcg(swap(grades, text)) != dcg(grades) for text in swaps), "not the same"


def test_a_document_of_grade_0_lowers_dcg_and_its_removal_raises_it():
    before, after = forms_of("dcg")
    grades = ranking_of(before)
    assert grades[0] == 0
    assert dcg(grades[1:]) > dcg(grades)
    assert right_of(before) == "It rises"
    grades = ranking_of(after)
    assert dcg([0, *grades]) < dcg(grades)
    assert right_of(after) == "It drops"


def test_a_missed_document_makes_ndcg_lower_in_both_forms():
    before, after = forms_of("ideal")
    for form, missed in ((before, 3), (after, 2)):
        grades = ranking_of(form)
        assert f"missed a document with grade {missed}" in text_of(form.ask)
        whole = dcg(grades) / dcg(sorted([*grades, missed], reverse=True)[: len(grades)])
        assert whole < ndcg(grades, len(grades))
    assert f"{ndcg(grades, len(grades)):.3f}" in text_of(after.ask)
    assert f"{whole:.3f}" in text_of(after.options[after.solution].why)
    assert (right_of(before), right_of(after)) == ("too high", "lower")


def test_ndcg_is_not_a_share_of_relevant_documents():
    for form in forms_of("ndcg-at-k"):
        grades = ranking_of(form)
        relevant = sum(grade > 0 for grade in grades) / len(grades)
        assert f"{ndcg(grades, len(grades)):.3f}" in text_of(form.ask)
        assert abs(relevant - ndcg(grades, len(grades))) > 0.05


def test_each_slip_gives_a_different_number():
    (item,) = (item for slug, item in load_ten_items() if slug == "grades-not-flags")
    answers = []
    for form in (item, *item.others):
        grades = ranking_of(form)
        hits, grade_1, all_four = (
            sum(grade >= 2 for grade in grades[:3]),
            sum(grade >= 1 for grade in grades[:3]),
            sum(grade >= 2 for grade in grades),
        )
        answers.append(hits / 3)
        numbers = [hits / 3, grade_1 / 3, all_four / 4, hits]
        assert len(set(numbers)) == len(numbers)
        assert form.judge(f"{hits / 3:.3f}").outcome == "right"
        for number, words in zip(numbers[1:], ("grade 1", "all four", "by 3"), strict=True):
            assert words in str(form.judge(f"{number:.3f}").message)
    assert answers[BEFORE] != answers[AFTER]
