"""Origins of numbers, and a learner's changes of level."""

import pytest

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_core.exercises.mastery import Progress, advance_progress, find_outcome
from ndcg_core.marking.origins import explain_number

CASES = load_toml(__file__, "cases.toml")
RANKING = [3, 2, 3, 0, 1]


@pytest.mark.parametrize(("value", "settings", "first"), CASES["origins"])
def test_a_number_is_traced_to_its_convention_or_mistake(value, settings, first):
    origin = explain_number(RANKING, value, **settings)[0]
    assert [origin.kind, origin.id, origin.cell] == first
    assert origin.message.endswith(".")


def test_another_cutoff_is_named_before_any_mistake():
    (origin,) = explain_number(RANKING, "0.972", k=3)
    assert (origin.cutoff, origin.message.startswith("NDCG@5 under")) == (5, True)


def test_an_origin_names_its_total_its_convention_and_any_rounding():
    under = "under this convention: Linear gain, log2(i+1)."
    (cut,) = explain_number(RANKING, "6.14")
    rounding = " Its exact value is 6.149, and rounding on the way gives this number."
    assert cut.message == f"DCG@5 {under}{rounding}"
    (cg,) = explain_number(RANKING, "9", k=5)
    assert cg.message == f"CG@5 {under}"
    (mistake,) = explain_number(RANKING, "4.541")
    assert mistake.message.startswith("DCG@5, if somebody divided by log2(i + 2)")
    (other,) = explain_number(RANKING, "18.437")  # (7 + 3 / log2(3) + 7 / 2 + 1 / log2(6)) / ln(2)
    assert other.message == (
        "DCG@5, if somebody used the natural logarithm, ln, under this convention: Exponential "
        "gain, log2(i+1). Check which base the logarithm should have."
    )
    assert explain_number(RANKING, 0.9724) == []  # a number that is not a text is exact
    assert explain_number([1] * 20, "9.9") == []
    with pytest.raises(ValueError, match="The ranking has 21 documents"):
        explain_number([1] * 21, "9.9")
    with pytest.raises(ValueError, match="The ranking has 21 documents"):
        explain_number([1], "9.9", judged=[1] * 21)


@pytest.mark.parametrize(("cutoff", "value"), [(1, "0.6667"), (2, "0.9134")])
def test_any_other_cutoff_is_found(cutoff, value):
    (origin,) = explain_number([2, 3, 1], value, k=3)  # 2 / 3, and 3.893 / 4.262
    assert origin.cutoff == cutoff


@pytest.mark.parametrize("value", ["0.973", "0.971", "6.419", "0.9742", "0.9", "6.1", "nan"])
def test_a_number_that_is_only_close_or_too_coarse_has_no_origin(value):
    assert explain_number(RANKING, value) == []


START = Progress(level=1, top=3)


def advance_level(*outcomes, start=START, hints=0):
    for one in outcomes:
        start = advance_progress(start, one, hints)
    return start


@pytest.mark.parametrize(("outcomes", "level"), CASES["levels"])
def test_two_right_answers_raise_the_level_and_two_misses_lower_it(outcomes, level):
    assert advance_level(*outcomes.split()).level == level


def test_a_level_stays_between_its_ends_and_a_miss_ends_a_streak():
    best = advance_level(*["right"] * 9)
    assert (best.level, best.streak) == (START.top, 9)
    missed = advance_level("wrong", start=best)
    assert (missed.level, missed.streak, missed.missed) == (START.top, 0, 1)
    assert advance_level(*["wrong"] * 9).level == 0


@pytest.mark.parametrize(
    ("texts", "outcome"),
    [
        ({"dcg": "6.15", "idcg": "6.32"}, "right"),
        ({"dcg": "6.15", "idcg": "x"}, "invalid"),
        ({"dcg": "9.00", "idcg": "x"}, "wrong"),
    ],
)
def test_an_exercise_is_wrong_invalid_or_right(texts, outcome):
    assert find_outcome(nc.mark(nc.Sheet(RANKING, given=texts))) == outcome


def test_an_invalid_answer_costs_nothing():
    assert advance_level("right", "invalid", "right") == advance_level("right", "right")


def test_a_hint_is_counted_and_blocks_the_next_level():
    hinted = advance_level("right", "right", hints=2)
    assert (hinted.level, hinted.hints, hinted.streak) == (1, 4, 2)


@pytest.mark.parametrize(
    ("grades", "printed", "sentence"),
    [
        ((3, 2, 3, 0, 1), "0.9574", "0.9574 is cut off, not rounded: "),
        ((3, 0, 2, 0, 1), "0.9379", "RBP with p = 0.8 in ranx"),
    ],
)
def test_truncated_numbers_and_other_measures_are_recognized(grades, printed, sentence):
    printers = nc.who_prints(grades, printed)
    assert not printers
    assert any(sentence in one for one in printers.others)


def test_average_precision_over_retrieved_documents_is_recognized():
    told = nc.who_prints((3, 0, 1, 0), "0.833", judged=(3, 0, 1, 0, 2)).others  # (1 + 2/3) / 2
    assert (
        "As another measure it is AP divided by the number of relevant documents that were found."
        in told
    )


def test_a_number_off_by_more_than_a_digit_is_not_truncated():
    assert nc.who_prints((3, 2, 3, 0, 1), "0.9573").cut_off == ""
