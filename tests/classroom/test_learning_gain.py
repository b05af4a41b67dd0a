"""The learning gain of a class: parallel tests, and the coverage of its interval."""

from random import Random

import pytest

from ndcg_core.classroom.learning_gain import compute_learning_gain
from ndcg_core.classroom.references import find_question
from ndcg_core.exercises.__main__ import collect_shared_traits
from ndcg_core.exercises.parallel import map_parallel_tests
from ndcg_core.exercises.skills import SKILLS
from tests.classroom.asked import CASES
from tests.selection import select_rows

OUTCOMES = ((True, True), (True, False), (False, True), (False, False))


PAIRED = [skill for skill in SKILLS if map_parallel_tests(skill)]


@pytest.mark.parametrize(
    "skill", select_rows(PAIRED, {"cg", "dcg"}.__contains__, "a proof of one more takes long")
)
def test_the_two_tests_of_a_pair_are_alike_and_have_different_answers(skill):
    tests = list(map_parallel_tests(skill).items())
    for (before, one), (after, other) in zip(tests[::2], tests[1::2], strict=True):
        traits = collect_shared_traits(one)
        assert traits == collect_shared_traits(other)
        assert traits[-1], "a test in which no mistake shows tells nothing"
        one = find_question(before)
        other = find_question(after)
        assert one.ask.replace("before", "after") == other.ask
        assert (
            one.judge_answer(find_solution(one)).outcome
            == other.judge_answer(find_solution(other)).outcome
            == "right"
        )
        assert one.judge_answer(find_solution(other)).outcome == "wrong"


def find_solution(question):
    return {cell: f"{question.sheet.exact(cell):.4f}" for cell in question.sheet.blanks}


@pytest.mark.parametrize("reference", ["test/dcg/9/before", "test/dcg/1/during", "test"])
def test_an_unknown_test_is_refused_with_a_list_of_tests(reference):
    with pytest.raises(ValueError, match="The tests are test/"):
        find_question(reference)


@pytest.mark.parametrize(("counts", "sentence", "by_chance"), CASES["gains"])
def test_a_gain_is_described_in_a_sentence(counts, sentence, by_chance):
    results = [pair for pair, n in zip(OUTCOMES, counts, strict=True) for _ in range(n)]
    told = compute_learning_gain(results).text
    assert (sentence in told, "Chance alone" in told) == (True, by_chance)


@pytest.mark.parametrize(
    "shares",
    [(0.3, 0.02, 0.4, 0.28), (0.25, 0, 0.7, 0.05), (0.2, 0.3, 0.3, 0.2), (0.3, 0.2, 0.2, 0.3)],
)
@pytest.mark.parametrize("of", [10, 40])
def test_the_interval_has_its_stated_coverage_and_warns_of_chance(shares, of):
    rng = Random(of)
    true = (shares[2] - shares[1]) / (shares[2] + shares[3])
    gains = [compute_learning_gain(rng.choices(OUTCOMES, shares, k=of)) for _ in range(1_500)]
    assert sum(gain.low <= true <= gain.high for gain in gains) >= 0.94 * 1_500
    assert true or sum(gain.low > 0 for gain in gains) <= 0.032 * 1_500
