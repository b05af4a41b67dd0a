"""The ten items before and after part one: parallel forms, and the claim of every option."""

import re

import pytest

from ndcg_core.html_builder import extract_text
from ndcg_core.lessons import load_ten_items
from ndcg_core.lessons.blocks.questions import Choice
from tests.lessons.arithmetic import calculate_dcg, calculate_ndcg

BEFORE, AFTER = 0, 1
CHOICES = [
    (slug, (item, *item.others)) for slug, item in load_ten_items() if isinstance(item, Choice)
]
SLUGS = [slug for slug, _ in CHOICES]


def extract_plain_text(prose) -> str:
    return extract_text(str(prose.fill_in()))


def list_options(form) -> list[str]:
    """Return the options in the order of the file."""
    return [extract_plain_text(option.say) for option in form.options]


def list_displayed_options(forms, when) -> list[str]:
    """Return the options as displayed, with another start in the second form."""
    options = list_options(forms[when])
    return [*options[when:], *options[:when]]


def find_ranking(form) -> list[int]:
    """Return the ranking that a question names."""
    return [
        int(grade)
        for grade in re.search(r"\d(?:, \d)+", extract_plain_text(form.ask))[0].split(", ")
    ]


def swap_grades(grades, text) -> list[int]:
    one, other = (int(rank) - 1 for rank in re.findall(r"\d", text))
    result = list(grades)
    result[one], result[other] = result[other], result[one]
    return result


def list_forms(slug) -> tuple:
    return next(forms for name, forms in CHOICES if name == slug)


def find_right_option(form) -> str:
    return list_options(form)[form.solution]


@pytest.mark.parametrize(("slug", "forms"), CHOICES, ids=SLUGS)
def test_the_second_form_differs_in_answer_position_and_numbers(slug, forms):
    before, after = forms
    assert find_right_option(before) != find_right_option(after)
    places = [
        list_displayed_options(forms, when).index(find_right_option(forms[when]))
        for when in (BEFORE, AFTER)
    ]
    assert places[BEFORE] != places[AFTER]
    assert list_displayed_options(forms, BEFORE) != list_displayed_options(forms, AFTER)
    assert find_ranking(before) != find_ranking(after)
    assert len(before.options) == len(after.options)


@pytest.mark.parametrize(("slug", "forms"), CHOICES, ids=SLUGS)
def test_the_first_form_does_not_reveal_the_second(slug, forms):
    before, after = forms
    known_wrong = {*list_options(before)} - {find_right_option(before)}
    left = [text for text in list_options(after) if text not in known_wrong]
    assert left != [find_right_option(after)], "elimination alone finds it"


def test_an_option_has_the_same_number_in_both_forms():
    for _, (before, after) in CHOICES:
        assert before.solution == after.solution
    before, after = list_forms("dcg")
    assert list_options(before)[:2] == list_options(after)[:2]


def test_only_the_right_swap_changes_cg():
    for form, k in zip(list_forms("gain"), (3, 2), strict=True):
        grades = find_ranking(form)
        assert f"CG@{k}" in extract_plain_text(form.ask)
        swaps = [text for text in list_options(form) if text.startswith("Ranks")]
        changing = [text for text in swaps if sum(swap_grades(grades, text)[:k]) != sum(grades[:k])]
        assert changing == [find_right_option(form)], "so “Both swaps” is wrong too"
        assert len(swaps) == 2


def test_only_the_right_swap_raises_the_discounted_sum():
    for form in list_forms("discount"):
        grades = find_ranking(form)
        swaps = [text for text in list_options(form) if text.startswith("Ranks")]
        raising = [
            text
            for text in swaps
            if calculate_dcg(swap_grades(grades, text)) > calculate_dcg(grades)
        ]
        assert raising == [find_right_option(form)]
        assert all(
            calculate_dcg(swap_grades(grades, text)) != calculate_dcg(grades) for text in swaps
        ), "not the same"


def test_a_document_of_grade_0_lowers_dcg_and_its_removal_raises_it():
    before, after = list_forms("dcg")
    grades = find_ranking(before)
    assert grades[0] == 0
    assert calculate_dcg(grades[1:]) > calculate_dcg(grades)
    assert find_right_option(before) == "It rises"
    grades = find_ranking(after)
    assert calculate_dcg([0, *grades]) < calculate_dcg(grades)
    assert find_right_option(after) == "It drops"


def test_a_missed_document_makes_ndcg_lower_in_both_forms():
    before, after = list_forms("ideal")
    for form, missed in ((before, 3), (after, 2)):
        grades = find_ranking(form)
        assert f"missed a document with grade {missed}" in extract_plain_text(form.ask)
        whole = calculate_dcg(grades) / calculate_dcg(
            sorted([*grades, missed], reverse=True)[: len(grades)]
        )
        assert whole < calculate_ndcg(grades, len(grades))
    assert f"{calculate_ndcg(grades, len(grades)):.3f}" in extract_plain_text(after.ask)
    assert f"{whole:.3f}" in extract_plain_text(after.options[after.solution].why)
    assert (find_right_option(before), find_right_option(after)) == ("too high", "lower")


def test_ndcg_is_not_a_share_of_relevant_documents():
    for form in list_forms("ndcg-at-k"):
        grades = find_ranking(form)
        relevant = sum(grade > 0 for grade in grades) / len(grades)
        assert f"{calculate_ndcg(grades, len(grades)):.3f}" in extract_plain_text(form.ask)
        assert abs(relevant - calculate_ndcg(grades, len(grades))) > 0.05


def test_each_slip_gives_a_different_number():
    (item,) = (item for slug, item in load_ten_items() if slug == "grades-not-flags")
    answers = []
    for form in (item, *item.others):
        grades = find_ranking(form)
        hits, grade_1, all_four = (
            sum(grade >= 2 for grade in grades[:3]),
            sum(grade >= 1 for grade in grades[:3]),
            sum(grade >= 2 for grade in grades),
        )
        answers.append(hits / 3)
        numbers = [hits / 3, grade_1 / 3, all_four / 4, hits]
        assert len(set(numbers)) == len(numbers)
        assert form.judge(f"{hits / 3:.3f}").outcome == "right"
        for number, words in zip(numbers[1:], ("grade-1", "all four", "by 3"), strict=True):
            assert words in str(form.judge(f"{number:.3f}").message)
    assert answers[BEFORE] != answers[AFTER]
