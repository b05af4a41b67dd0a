"""The five source documents, as they are printed, and what the marking says of them."""

import tomllib
from collections import Counter

import pytest

import ndcg_core as nc
from ndcg_core.content import lessons_dir
from ndcg_core.examples.claims import check_claim
from ndcg_core.marking.ideal_order import order_fault

EXAMPLES = {e.slug[:3]: e for e in nc.load_examples() if e.slug.startswith("0")}
NAMES = sorted(EXAMPLES)

EXACT = {
    "000": (15.030923, 16.058637, 0.936002),
    "001": (9.449181, 15.462454, 0.611105),
    "002": (6.148712, 6.323466, 0.972364),
    "003": (4.527848, 5.692536, 0.795401),
    "004": (4.0, 4.261860, 0.938557),
}


def verdicts(sheet):
    return {mark.cell: mark.verdict for mark in nc.mark(sheet)}


def test_there_is_one_example_for_each_source_document():
    assert NAMES == ["000", "001", "002", "003", "004"]


@pytest.mark.parametrize("name", NAMES)
def test_the_corrected_totals_come_out(name):
    trace = EXAMPLES[name].sheet.trace
    assert (trace.dcg, trace.idcg, trace.ndcg) == pytest.approx(EXACT[name], abs=5e-7)


@pytest.mark.parametrize("name", NAMES)
def test_an_example_says_where_it_stands_and_what_it_is_about(name):
    example = EXAMPLES[name]
    assert name in example.source
    assert example.context
    assert example.title
    assert example.notes


@pytest.mark.parametrize("name", NAMES)
def test_every_claim_of_a_document_holds(name):
    for claim in EXAMPLES[name].claims:
        answer = check_claim(claim, EXAMPLES[name].sheet)
        assert answer.outcome == "holds", answer


def test_swapping_d2_and_d5_raises_dcg_in_document_001():
    claim = next(claim for claim in EXAMPLES["001"].claims if claim.type == "swap")
    answer = check_claim(claim, EXAMPLES["001"].sheet)
    assert (claim.ranks, answer.outcome) == ((2, 5), "holds")
    assert answer.values["after"] > answer.values["before"]


def test_the_ratings_that_document_001_elides_are_marked_as_taken_from_elsewhere():
    assert EXAMPLES["001"].elsewhere == (6, 7, 8, 9)
    assert sorted(EXAMPLES["001"].judged, reverse=True)[:9] == [3] * 9


def test_document_000_has_four_wrong_divisors_and_three_carried_terms():
    marks = {mark.cell: mark for mark in nc.mark(EXAMPLES["000"].sheet)}
    terms = [marks[f"ideal.term.{rank}"] for rank in range(1, 9)]
    assert [mark.verdict for mark in terms] == [
        "right",
        "wrong",
        "carried",
        "wrong",
        "wrong",
        "carried",
        "wrong",
        "carried",
    ]
    wrong = [mark for mark in terms if mark.verdict == "wrong"]
    assert {mark.misconception for mark in wrong} == {"another-rank's-divisor"}
    for mark, rank in zip(wrong, (3, 2, 6, 5), strict=True):
        assert f"rank {rank}'s divisor" in mark.message


def test_the_ideal_order_of_document_000_is_named_for_what_it_is():
    fault = order_fault(EXAMPLES["000"].sheet)
    assert (fault.surplus, fault.missing) == ({3.0: 1}, {0.0: 1})
    assert fault.title == "The ideal order is not a sorting of the ranking."
    assert fault.message == "The order has one 3 too many and one 0 too few."


def test_only_the_surplus_grade_is_wrong_and_the_grades_it_moves_are_carried():
    found = verdicts(EXAMPLES["000"].sheet)
    order = [found[f"ideal.grade.{rank}"] for rank in range(1, 11)]
    assert [rank for rank, verdict in enumerate(order, 1) if verdict == "wrong"] == [3]
    assert [rank for rank, verdict in enumerate(order, 1) if verdict == "carried"] == [6, 8]


def test_the_formulas_of_document_000_are_right_where_their_numbers_are_wrong():
    marks = {mark.cell: mark for mark in nc.mark(EXAMPLES["000"].sheet)}
    assert [mark.verdict for mark in marks["ideal.term.2"].working] == ["right"]


def test_everything_else_in_document_000_is_right():
    found = verdicts(EXAMPLES["000"].sheet)
    assert {v for cell, v in found.items() if cell.startswith("actual")} == {"right"}


@pytest.mark.parametrize("name", ["001", "004"])
def test_documents_001_and_004_are_right_throughout(name):
    assert set(verdicts(EXAMPLES[name].sheet).values()) == {"right"}


@pytest.mark.parametrize("name", ["002", "003"])
def test_documents_002_and_003_only_round(name):
    for sheet in EXAMPLES[name].sheets:
        assert set(verdicts(sheet).values()) <= {"right", "carried", "last-digit"}


def test_document_002_rounds_two_terms_badly_and_carries_them_into_its_sums():
    found = verdicts(EXAMPLES["002"].sheet)
    assert [c for c, v in found.items() if v == "last-digit"] == ["actual.term.2", "ideal.term.2"]
    assert [c for c, v in found.items() if v == "carried"] == ["dcg", "idcg"]
    assert found["ndcg"] == "right"


def test_the_program_in_document_002_prints_what_is_right():
    program = EXAMPLES["002"].sheets[-1]
    assert dict(program.given) == {"dcg": "6.149", "idcg": "6.323", "ndcg": "0.972"}
    assert set(verdicts(program).values()) == {"right"}


def test_document_003_divides_its_rounded_sums():
    found = verdicts(EXAMPLES["003"].sheet)
    assert [cell for cell, v in found.items() if v == "carried"] == ["dcg", "ndcg"]
    assert Counter(found.values())["last-digit"] == 0


def test_a_mark_tells_only_what_the_trace_says():
    for example in EXAMPLES.values():
        for mark in nc.mark(example.sheet):
            assert mark.exact == example.sheet.exact(mark.cell)


@pytest.mark.parametrize("name", NAMES)
def test_every_printed_cell_is_met_once_in_the_replay(name):
    example = EXAMPLES[name]
    met = [cell for step in example.steps for cell in step.printed]
    assert len(met) == len(set(met))
    assert set(met) == set(example.sheet.given)


@pytest.mark.parametrize("name", NAMES)
def test_labels_are_printed_as_the_document_has_them(name):
    example = EXAMPLES[name]
    path = lessons_dir() / "examples" / f"{example.slug}.toml"
    assert tomllib.loads(path.read_text(encoding="utf-8"))["title"] == example.title


def test_without_lessons_a_sentence_says_where_they_were_looked_for(monkeypatch, tmp_path):
    monkeypatch.setenv("NDCG_LESSONS", str(tmp_path / "nowhere"))
    with pytest.raises(FileNotFoundError, match="nowhere; run from a checkout"):
        lessons_dir()
