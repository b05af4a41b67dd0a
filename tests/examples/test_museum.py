"""The museum of mistakes: published figures beyond the source documents, marked as they stand."""

import pytest

import ndcg_core as nc
from ndcg_core.examples.claims import check_claim

MUSEUM = {
    example.slug[:3]: example for example in nc.load_examples() if example.slug.startswith("1")
}

EXACT = {
    "100": (9.6051, 11.8339, 0.81166),
    "101": (8.0972, 8.6925, 0.93151),
    "102": (6.8611, 8.7403, 0.78500),
    "103": (6.8611, 7.1410, 0.96081),
    "104": (9.4995, 13.6546, 0.69569),
    "105": (6.7410, 13.6546, 0.49368),
    "106": (4.8068, 13.6546, 0.35202),
    "107": (10.4391, 11.4507, 0.91166),
}

NOT_RIGHT = {  # every other cell of the museum is right
    "100": {"ideal.cumulative.6": "carried", "ideal.cumulative.8": "carried"},
    "104": {"ndcg": "last-digit"},
    "107": {"dcg": "carried", "idcg": "carried", "ndcg": "wrong"},
}


@pytest.mark.parametrize("name", sorted(EXACT))
def test_the_exact_totals(name):
    trace = MUSEUM[name].sheet.trace
    assert (trace.dcg, trace.idcg, trace.ndcg) == pytest.approx(EXACT[name], abs=6e-5)


@pytest.mark.parametrize("name", sorted(EXACT))
def test_the_verdict_on_every_printed_number(name):
    marks = nc.mark(MUSEUM[name].sheet)
    found = {mark.cell: mark.verdict for mark in marks if mark.verdict != "right"}
    assert found == NOT_RIGHT.get(name, {})


def test_the_numbers_are_kept_as_they_were_printed():
    assert MUSEUM["100"].sheet.given["ideal.cumulative.6"] == "10.52"
    assert MUSEUM["107"].sheet.working["ndcg"] == ("10.43/11.437", ".912")


def test_the_last_step_to_9_12_is_the_wrong_one():
    (ndcg,) = (mark for mark in nc.mark(MUSEUM["107"].sheet) if mark.cell == "ndcg")
    assert [earlier.verdict for earlier in ndcg.working] == ["carried", "right"]


def test_the_library_that_the_docstring_describes_agrees():
    from ndcg_core.libraries import Ranking

    ranking = Ranking((10, 0, 0, 1, 5), scores=(0.1, 0.2, 0.3, 4, 70))
    assert ranking.ndcg("scikit-learn") == MUSEUM["104"].sheet.trace.ndcg
    worse = Ranking((10, 0, 0, 1, 5), 4, scores=(0.05, 1.1, 1.0, 0.5, 0.0))
    assert worse.ndcg("scikit-learn") == MUSEUM["106"].sheet.trace.ndcg


def test_the_museum_is_complete():
    assert sorted(MUSEUM) == sorted(EXACT)
    for example in MUSEUM.values():
        assert example.notes
        assert example.source.startswith(f"Example {example.slug[:3]}: ")
        assert all(check_claim(c, example.sheet).outcome == "holds" for c in example.claims)


def test_the_docstring_s_number_is_known_to_be_cut_off():
    (ndcg,) = nc.mark(MUSEUM["104"].sheet)
    assert ndcg.misconception == "cut-off"
    assert "cut off, not rounded" in ndcg.message


def test_9_12_is_known_to_be_multiplied():
    ndcg = nc.mark(MUSEUM["107"].sheet)[-1]
    assert (ndcg.misconception, ndcg.certainty) == ("multiplied-up", "named")
    assert ndcg.message.startswith("NDCG lies between 0 and 1. The author multiplied NDCG by 10")
