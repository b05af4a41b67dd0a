"""Published calculations as they are printed: the five source documents, then the museum."""

import pytest

import ndcg_core as nc
from ndcg_core.content import find_lessons_folder, load_toml
from ndcg_core.examples.claims import GENERAL_TYPES, Claim, evaluate_claim, has_valid_exception
from ndcg_core.examples.replay import list_replay_steps
from ndcg_core.exercises.fading import count_levels, fade_sheet
from ndcg_core.exercises.variants import list_all_practice_variants

EXAMPLES = {example.slug[:3]: example for example in nc.load_examples()}
DOCUMENTS = ["000", "001", "002", "003", "004"]
EXPECTED = load_toml(__file__, "expected.toml")
SHEETS = [(name, n) for name in EXAMPLES for n in range(len(EXAMPLES[name].sheets))]


def marks_of(name):
    return {mark.cell: mark for mark in nc.mark(EXAMPLES[name].sheet)}


def test_each_source_document_has_an_example_and_the_museum_is_complete():
    assert sorted(EXAMPLES) == sorted(EXPECTED)
    assert [name for name in EXAMPLES if name < "1"] == DOCUMENTS


@pytest.mark.parametrize("name", EXPECTED)
def test_each_example_has_the_right_exact_totals(name):
    trace = EXAMPLES[name].sheet.trace
    printed = 5e-7 if name in DOCUMENTS else 6e-5
    assert (trace.dcg, trace.idcg, trace.ndcg) == pytest.approx(
        tuple(EXPECTED[name]["exact"]), abs=printed
    )


@pytest.mark.parametrize(("name", "n"), SHEETS)
def test_every_printed_number_gets_the_right_verdict(name, n):
    sheet = EXAMPLES[name].sheets[n]
    marks = nc.mark(sheet)
    wrong = {mark.cell: mark.verdict for mark in marks if mark.verdict != "right"}
    assert wrong == EXPECTED[name].get("not_right", {}).get(str(n), {})
    assert all(mark.exact == sheet.exact(mark.cell) for mark in marks)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_names_its_source_and_its_claims_hold(name):
    example = EXAMPLES[name]
    assert example.source.startswith(f"Example {name}: ") or name < "1"
    assert example.context
    assert example.title
    assert example.notes
    for claim in example.claims:
        answer = evaluate_claim(claim, example.sheet)
        assert answer.outcome == "holds", answer


SWAPPED = "DCG goes from 4.000 to 4.262."
EXTREMES = "The worst order of these grades scores 0.648, and the best scores 1.000."
PERCENT = "It is 93.9%."


@pytest.mark.parametrize(
    ("type", "more", "outcome", "text"),
    [
        ("swap", {"ranks": (2, 3), "cell": "dcg", "direction": "raises"}, "holds", SWAPPED),
        ("swap", {"ranks": (2, 3), "cell": "dcg", "direction": "lowers"}, "fails", SWAPPED),
        (
            *("swap", {"ranks": (1, 2), "cell": "dcg", "direction": "lowers"}, "holds"),
            "DCG goes from 4.000 to 2.893.",
        ),
        (
            *("swap", {"ranks": (2, 3), "cell": "idcg", "direction": "keeps"}, "holds"),
            "IDCG goes from 4.262 to 4.262.",
        ),
        ("percent", {"cell": "ndcg", "says": "94"}, "holds", PERCENT),
        ("percent", {"cell": "ndcg", "says": "93.9"}, "holds", PERCENT),
        (
            *("percent", {"cell": "ndcg", "says": "93"}, "fails"),
            f"{PERCENT} 93% follows from the rounded NDCG of the sheet.",
        ),
        ("count", {"first": 2, "grades": (0, 3)}, "holds", "The first 2 grades are 3, 0."),
        ("count", {"first": 2, "grades": (3, 2)}, "fails", "The first 2 grades are 3, 0."),
        ("grows", {"cell": "cg"}, "holds", "CG@1, CG@2, ... are 3, 3, 5."),
        ("bounds", {"low": "0", "high": "1"}, "holds", EXTREMES),
        ("bounds", {"low": "0.65", "high": "1"}, "fails", EXTREMES),
        ("bounds", {"low": "0", "high": "0.99"}, "fails", EXTREMES),
        ("perfect", {"says": "1"}, "holds", "The best order scores 1.000."),
        ("perfect", {"says": "0.9"}, "fails", "The best order scores 1.000."),
        ("reversed", {"high": "1"}, "holds", "The reversed best order scores 0.648."),
        ("reversed", {"high": "0.6"}, "fails", "The reversed best order scores 0.648."),
        *(
            (
                "empty",
                {"says": says},
                outcome,
                "If every grade is 0, NDCG is 0.0 under this convention.",
            )
            for says, outcome in (("0", "holds"), ("1", "fails"))
        ),
    ],
)
def test_a_claim_holds_or_fails_with_the_numbers_of_a_sheet(type, more, outcome, text):
    """The ranking 3, 0, 2 has DCG 3 + 2/2 and IDCG 3 + 2/log2(3)."""
    answer = evaluate_claim(Claim(type, "", **more), nc.Sheet((3, 0, 2)))
    assert (answer.outcome, answer.text) == (outcome, text)


def test_an_exception_is_scored_under_the_convention_of_the_sheet():
    claim = Claim("perfect", "", says="1", exception=(0, 0))
    for name, best in (("standard", "0.000"), ("lightgbm", "1.000")):
        rules = nc.CONVENTIONS[name]
        assert has_valid_exception(claim, rules) == (name == "standard")
        answer = evaluate_claim(claim, nc.Sheet((3, 0, 2), convention=rules))
        assert answer.outcome == "holds"
        assert answer.text == (
            "The best order scores 1.000. "
            f"One exception: with the grades 0, 0, the best order scores {best}."
        )


def test_a_general_claim_names_the_grades_for_which_it_fails():
    example = EXAMPLES["004"]
    said = {claim.type: evaluate_claim(claim, example.sheet).text for claim in example.claims}
    equal = "One exception: with the grades 2, 2, 2, the reversed best order scores 1.000."
    assert said["reversed"].endswith(equal)
    assert said["perfect"].endswith("with the grades 0, 0, 0, the best order scores 0.000.")
    claims = [claim for example in EXAMPLES.values() for claim in example.claims]
    general = [claim for claim in claims if claim.type in GENERAL_TYPES]
    assert len(general) == 4
    assert all(claim.exception for claim in general)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_replay_shows_every_printed_cell_once(name):
    sheet = EXAMPLES[name].sheet
    met = [cell for step in list_replay_steps(sheet) for cell in step.cells if cell in sheet.given]
    assert sorted(met) == sorted(sheet.given)


# --- What is known of single ones --------------------------------------------------------------


def test_9_12_is_explained_by_a_multiplication_in_the_last_step():
    ndcg = marks_of("107")["ndcg"]
    assert [earlier.verdict for earlier in ndcg.working] == ["carried", "right"]
    assert (ndcg.misconception, ndcg.certainty) == ("multiplied-up", "possible")
    said = "This number must be between 0 and 1. The author may have moved the decimal point"
    assert ndcg.message.startswith(said)


def test_missing_lessons_are_reported_with_the_searched_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("NDCG_LESSONS", str(tmp_path / "nowhere"))
    with pytest.raises(FileNotFoundError, match=r"nowhere\. Run the app from a checkout"):
        find_lessons_folder()


# --- What a replay works out -----------------------------------------------------------------


CG = [variant for variant in list_all_practice_variants() if variant.skill == "cg"]


@pytest.mark.parametrize("variant", CG, ids=lambda variant: str(variant.grades))
def test_a_replay_of_cg_adds_the_gains_and_ends_at_cg(variant):
    for level in range(count_levels(variant)):
        sheet = fade_sheet(variant, level)
        stops = list_replay_steps(sheet)
        assert [stop.rank for stop in stops] == [*range(1, sheet.trace.k + 1), 0]
        assert stops[-1].cells == ("cg",)
        assert stops[0].cells == ("actual.label.1", "actual.grade.1", "actual.gain.1")
        assert not [cell for stop in stops for cell in stop.cells if "term" in cell]
        assert nc.gains_formula(sheet.trace.actual).text.endswith(f"= {nc.short(sheet.trace.cg)}")
