"""Where a number comes from, and how a learner moves up and down."""

import pytest

import ndcg_core as nc
from ndcg_core.content import beside
from ndcg_core.exercises.mastery import Progress, advance, outcome
from ndcg_core.marking.origins import explain_number

CASES = beside(__file__, "cases.toml")
RANKING = [3, 2, 3, 0, 1]
POOLED = "retrieved-as-pool"
POOL = [3, 2, 3, 0, 1, 3, 2]

NOT_STANDARD = ["ideal-not-sorted", "no-discount"]


@pytest.mark.parametrize(("value", "settings", "first"), CASES["origins"])
def test_a_number_is_traced_to_its_convention_or_mistake(value, settings, first):
    origin = explain_number(RANKING, value, **settings)[0]
    assert [origin.kind, origin.id, origin.cell] == first
    assert origin.message.endswith(".")


def test_what_is_a_convention_elsewhere_and_a_mistake_here_is_named_as_both():
    for value, judged, mistake in (("0.960", None, "reciprocal-rank"), ("0.9724", POOL, POOLED)):
        origins = explain_number(RANKING, value, judged=judged)
        assert origins[0].kind == "convention"
        assert mistake in [o.id for o in origins if o.kind == "misconception"]


def test_the_right_number_is_not_called_a_mistake():
    assert {o.kind for o in explain_number(RANKING, "0.972")} == {"convention"}


FEW_DIGITS = [("0.9", []), ("1.0", NOT_STANDARD), ("9.2", []), ("9", ["standard"])]
FLOATS = [(0.972, []), (1.0, NOT_STANDARD), (0.9723642841729143, ["standard"])]


@pytest.mark.parametrize(("value", "ids"), [("0.4242", []), *FEW_DIGITS, *FLOATS])
def test_a_float_or_a_number_of_few_digits_is_itself_or_explains_nothing(value, ids):
    origins = [origin.id for origin in explain_number(RANKING, value)]
    assert origins[: len(ids)] == ids
    assert bool(origins) is bool(ids)


def test_a_long_list_is_not_looked_through():
    with pytest.raises(ValueError, match="among at most 20"):
        explain_number([1.0] * 21, "0.9724")


@pytest.mark.parametrize(("grades", "value"), [([], "1"), ([1, -1], "1"), ([1], "one")])
def test_what_cannot_be_scored_or_read_is_refused(grades, value):
    with pytest.raises(ValueError, match=r"no grade|rank 2|not known"):
        explain_number(grades, value)


START = Progress(level=1, top=3)


def run(*outcomes, start=START, hints=0):
    for one in outcomes:
        start = advance(start, one, hints)
    return start


@pytest.mark.parametrize(("outcomes", "level"), CASES["levels"])
def test_two_right_in_a_row_go_up_and_two_misses_down(outcomes, level):
    assert run(*outcomes.split()).level == level


def test_invalid_costs_nothing():
    assert run("right", "invalid", "right") == run("right", "right")


def test_a_hint_is_counted_and_does_not_count_for_the_next_level():
    hinted = run("right", "right", hints=2)
    assert (hinted.level, hinted.hints, hinted.streak) == (1, 4, 2)


def test_a_sheet_is_wrong_if_a_cell_is_and_invalid_if_one_is_missing():
    sheet = nc.Sheet((3, 0, 2), blanks=("dcg", "idcg"))
    assert outcome(nc.mark(sheet)) == "invalid"
    assert outcome(nc.mark(sheet.with_given("dcg", "9.99"))) == "wrong"
    assert outcome(nc.mark(sheet.with_all({"dcg": "4.0", "idcg": "4.26"}))) == "right"
