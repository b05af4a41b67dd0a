"""What a class has learned: tests that are alike, and an interval that holds what it claims."""

from random import Random

import pytest

from ndcg_core.classroom.learning_gain import learning_gain
from ndcg_core.classroom.references import TEST_DIFFICULTY, find, parallel_tests
from ndcg_core.exercises.fading import fade, levels
from ndcg_core.exercises.separation import visible
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import parallel_lists
from ndcg_core.exercises.worksheets import level_of

OUTCOMES = ((True, True), (True, False), (False, True), (False, False))
SKILLS_WITH_TESTS = [skill for skill in SKILLS if parallel_lists()[skill]]


def alike(variant):
    """What two tests must have in common: their sizes, and the mistakes that show in them."""
    sheet = fade(variant, level_of(variant, TEST_DIFFICULTY))
    pools = (variant.grades, variant.judged or (), *variant.others)
    ids = [id for ids in variant.in_play.values() for id in ids]
    shown = visible(sheet, ids, fade(variant, levels(variant) - 1))
    relevant = [(len(pool), sum(grade > 0 for grade in pool)) for pool in pools]
    return relevant, sheet.k, sheet.blanks, shown


@pytest.mark.parametrize("skill", SKILLS_WITH_TESTS)
def test_the_two_parallel_tests_a_pair_are_alike_and_have_different_answers(skill):
    references, lists = parallel_tests(skill), parallel_lists()[skill]
    assert len(lists) >= 4
    for at in range(0, len(lists), 2):
        before, after = lists[at : at + 2]
        assert alike(before) == alike(after)
        assert alike(before)[3], "a test in which no mistake shows tells nothing"
        asked = [find(reference) for reference in references[at : at + 2]]
        assert [question.sheet.grades for question in asked] == [before.grades, after.grades]
        solutions = [{c: q.sheet.exact(c) for c in q.sheet.blanks} for q in asked]
        assert solutions[0] != solutions[1]
        assert asked[0].ask.replace("before", "after") == asked[1].ask


@pytest.mark.parametrize(
    "reference", ["test/dcg/9/before", "test/dcg/1/during", "test/dcg/0/after", "test/x/1/before"]
)
def test_a_test_that_there_is_not_is_refused_with_those_that_there_are(reference):
    with pytest.raises(ValueError, match=r"there are (some of|test/)"):
        find(reference)


@pytest.mark.parametrize(
    ("counts", "sentence", "by_chance"),
    [
        ((4, 0, 4, 1), "9 took both tests: too few", False),
        ((12, 0, 0, 0), "All were right before: there was nothing to gain.", False),
        (
            (10, 2, 20, 8),
            "after: 30 of 40. Normalised gain, (after − before) / (1 − before): 0.64, with 95 %",
            False,
        ),
        ((10, 5, 5, 20), "Chance alone could give that.", True),
        ((5, 10, 2, 20), "(1 − before): −0.36", True),
    ],
)
def test_a_gain_is_told_in_a_sentence(counts, sentence, by_chance):
    results = [pair for pair, n in zip(OUTCOMES, counts, strict=True) for _ in range(n)]
    gain = learning_gain(results)
    assert sentence in gain.sentence
    assert gain.low < gain.high <= 1
    assert ("Chance alone" in gain.sentence) == by_chance


@pytest.mark.parametrize(
    "shares", [(0.3, 0.02, 0.4, 0.28), (0.2, 0.1, 0.2, 0.5), (0.25, 0, 0.7, 0.05)]
)
@pytest.mark.parametrize("of", [10, 40])
def test_the_interval_holds_the_gain_of_the_population_as_often_as_it_says(shares, of):
    rng, held = Random(of), 0
    true = (shares[2] - shares[1]) / (shares[2] + shares[3])
    for _ in range(600):
        gain = learning_gain(rng.choices(OUTCOMES, shares, k=of))
        held += gain.low <= true <= gain.high
    assert held >= 0.93 * 600
