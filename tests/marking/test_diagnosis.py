"""What is said of a wrong number: how sure it is, what speaks against it, and to whom."""

from dataclasses import replace

import pytest

import ndcg_core as nc
from ndcg_core.exercises.fading import fade
from ndcg_core.exercises.variants import from_link, variants_for
from ndcg_core.lessons import load_lessons
from ndcg_core.misconceptions import MISCONCEPTIONS
from tests.marking.sheets import SHEET, marked

SUMS = {"dcg": "6.149", "idcg": "6.323"}
TERMS = {f"actual.term.{i}": t for i, t in ((1, "3"), (2, "1.262"), (4, "0"), (5, "0.387"))}
WRONG_ORDER = {f"ideal.grade.{rank}": grade for rank, grade in enumerate("33310", 1)}
WITH_POOL = replace(SHEET, judged=(3, 2, 3, 0, 1, 3, 2))
OTHER = {name: replace(SHEET, convention=nc.CONVENTIONS[name]) for name in nc.CONVENTIONS}
BOTH_OTHER = replace(SHEET, convention=replace(nc.CONVENTIONS["textbook"], gain="exponential"))
ZEROS = {
    name: nc.Sheet((0, 0, 0), nc.CONVENTIONS[name], blanks=("ndcg",)) for name in nc.CONVENTIONS
}
TWO = nc.Sheet((3, 2, 3, 0, 1), blanks=("ndcg", "mean"), others=((0, 0, 1),))
NEAR_7 = nc.Sheet((5, 1, 0, 0, 10))  # NDCG 0.6957
DCG_SHEET = fade(variants_for("dcg")[0], 0)
LOG2_RANK = MISCONCEPTIONS["log2-rank"].numbers("dcg", DCG_SHEET)[0]
RIGHT, WRONG = (0.9724, 0.5), (0.9438, 0.6309)  # of two queries; 1 / log2(4) and 1 / log2(3)
BOTH, SECOND, FIRST = (
    f"{(a + b) / 2:.3f}" for a, b in (WRONG, (RIGHT[0], WRONG[1]), (WRONG[0], RIGHT[1]))
)

NAMED, POSSIBLE, UNKNOWN = "named", "possible", "unknown"
SAID = {
    # what is tried: the sheet; what is written, the cell in question last; mistake, how sure, words
    "all digits": (
        *(SHEET, {"dcg": "7.323"}, "log2-rank", NAMED),
        "The author divided by log2(i), the logarithm of the rank itself",
    ),
    "a learner": (
        *(replace(SHEET, blanks=("dcg",)), {"dcg": "7.323"}, "log2-rank", NAMED),
        "You divided by log2(i), the logarithm of the rank itself: this is what that gives",
    ),
    "terms rounded before they were added: 3 + 2 + 1.893 + 0.431": (
        *(SHEET, {"dcg": "7.324"}, "log2-rank", POSSIBLE),
        "The author may have divided by log2(i)",
    ),
    "several mistakes": (
        *(SHEET, {"ndcg": "1.0000"}, "ideal-not-sorted", POSSIBLE),
        "The author may have left the ideal order as the ranking is, or counted every gain in full",
    ),
    "no mistake": (
        *(SHEET, {"dcg": "8.1111"}, None, UNKNOWN),
        "I cannot tell how this came about. Write down the steps before it",
    ),
    "no mistake, after a cell that differs": (
        *(SHEET, {"actual.term.2": "1.262", "actual.term.3": "2.222", "dcg": "8.1111"}),
        *(None, UNKNOWN, "the first cell to look at is the term at rank 3 of the ranking."),
    ),
    "of the whole calculation": (SHEET, {"ndcg": "0.944"}, "log2-rank", NAMED, ""),
    "two decimals of a share, no sums beside it": (
        *(SHEET, {"ndcg": "0.94"}, "log2-rank", POSSIBLE, ""),
    ),
    "another convention's number after right sums": (
        *(SHEET, {**SUMS, "ndcg": "0.944"}, "log2-rank", POSSIBLE),
        "may have divided by log2(i). What stands before it is right: start from there.",
    ),
    "another convention's number beside printed sums": (
        *(fade(from_link({"skill": "textbook", "r": "0,2,1,0,1,2"}), 0), {"ndcg": "0.682"}),
        *("log2-rank", POSSIBLE, "You may have divided by log2(i + 1)."),
    ),
    "another convention's number, gain and discount": (
        *(OTHER["textbook"], {"ndcg": f"{OTHER['exponential'].trace.ndcg:.3f}"}),
        *("exponential-gain", POSSIBLE, "2^grade − 1 as the gain and divided by log2(i + 1)"),
    ),
    "and the other way": (
        *(OTHER["exponential"], {"dcg": f"{OTHER['textbook'].trace.dcg:.3f}"}),
        *("exponential-gain", POSSIBLE, "used the grade itself as the gain and divided by log2(i)"),
    ),
    "both of them reversed": (
        *(BOTH_OTHER, {"dcg": f"{OTHER['standard'].trace.dcg:.3f}"}),
        *("exponential-gain", POSSIBLE, "grade itself as the gain and divided by log2(i + 1)"),
    ),
    "the ideal not sorted": (
        SHEET,
        {"idcg": "6.149"},
        "ideal-not-sorted",
        NAMED,
        "Look at the ideal",
    ),
    "the ideal not sorted, in NDCG": (SHEET, {"ndcg": "1"}, "ideal-not-sorted", POSSIBLE, "sort"),
    "a percentage": (SHEET, {"ndcg": "97.2"}, "multiplied-up", NAMED, "left out the percent sign"),
    "a percentage without decimals": (
        SHEET,
        {"ndcg": "97"},
        "multiplied-up",
        NAMED,
        "percent sign",
    ),
    "a tenth of it": (SHEET, {"ndcg": "9.7"}, "multiplied-up", NAMED, "multiplied NDCG by 10"),
    "a digit left out, or two swapped": (
        *(nc.Sheet((3, 0, 0, 3)), {"dcg": "4.92"}, "digits-swapped", POSSIBLE),  # 4.292
        "may have swapped two digits in writing the number down, or left out a digit",
    ),
    "two digits swapped": (SHEET, {"dcg": "6.419"}, "digits-swapped", NAMED, "swapped two digits"),
    "a divisor": (SHEET, {"actual.discount.2": "1.099"}, "natural-log", NAMED, "logarithm, ln"),
    "another convention's number alone": (
        *(nc.Sheet((0, 2, 1, 0, 1, 2), nc.CONVENTIONS["textbook"]), {"ndcg": "0.682"}),
        *("log2-rank", NAMED, "The author divided by log2(i + 1), the logarithm of rank + 1"),
    ),
    "a likely mistake at two decimals": (SHEET, {"dcg": "7.32"}, "log2-rank", NAMED, ""),
    "an unlikely one, which chance would meet": (
        SHEET,
        {"dcg": "6.32"},
        "sort-first",
        POSSIBLE,
        "",
    ),
    "the same to three decimals": (SHEET, {"dcg": "6.323"}, "sort-first", NAMED, ""),
    "a sum of gains, a whole number": (SHEET, {"dcg": "9"}, "no-discount", NAMED, ""),
    "cut off after a mistake": (SHEET, {"dcg": "4.540"}, "log2-rank-plus-2", POSSIBLE, ""),
    "divisors of two decimals and a mistake": (  # 3 + 2 + 3 / 1.58 + 1 / 2.32
        *(SHEET, {"dcg": "7.330"}, "log2-rank", POSSIBLE, "may have divided by log2(i)"),
    ),
    "a term, where the divisor is shown to be right": (  # 1 / ln(6)
        *(SHEET, {"actual.discount.5": "2.585", "actual.term.5": "0.558"}, None, UNKNOWN, ""),
    ),
    "CG, where a slip of 1 gives it as simply": (
        *(nc.Sheet((1, 0, 2, 3), k=3), {"cg": "4"}, None, UNKNOWN, "at which documents count"),
    ),
    "CG, further off": (nc.Sheet((3, 0, 3), k=2), {"cg": "6"}, "dcg-not-cut", POSSIBLE, ""),
    "the last step after right sums": (SHEET, {**SUMS, "ndcg": "1.028"}, "inverted", NAMED, ""),
    "the last step of rounded sums": (
        *(SHEET, {"dcg": "6.15", "idcg": "6.32", "ndcg": "1.0276"}),
        *("inverted", NAMED, ""),
    ),
    "every query": (TWO, {"mean": BOTH}, "log2-rank", NAMED, ""),
    "the other query alone": (TWO, {"ndcg": "0.972", "mean": SECOND}, "log2-rank", NAMED, ""),
    "the first query alone": (TWO, {"mean": FIRST}, "log2-rank", NAMED, ""),
    "the first query, which is right": (
        *(TWO, {"ndcg": "0.972", "mean": FIRST}, None, UNKNOWN, "look at the other queries"),
    ),
    "another rank's divisor alone": (
        *(SHEET, {"actual.term.3": "1.292"}, "log2-rank-plus-2", POSSIBLE, ""),
    ),
    "another rank's divisor beside right rows": (
        *(SHEET, {**TERMS, "actual.term.3": "1.292"}, "another-rank's-divisor", NAMED),
        "which is rank 4's divisor",
    ),
    "another rank's divisor, the nearest": (
        *(SHEET, {"actual.term.5": "0.631"}, "another-rank's-divisor", POSSIBLE),
        "divided by log2(3)",
    ),
    "one row alone": (
        *(SHEET, {**TERMS, "actual.term.3": "4.5"}, "squared-gain", POSSIBLE),
        "in this row alone",
    ),
    "the gains added up beside right terms": (
        *(DCG_SHEET, {"dcg": f"{sum(DCG_SHEET.grades):.3f}"}, "no-discount", NAMED),
        "You added up the gains and not the terms",
    ),
    "a whole calculation of one's own beside right terms": (
        *(DCG_SHEET, {"dcg": f"{LOG2_RANK:.3f}"}, "log2-rank", POSSIBLE),
        "What stands before it is right",
    ),
    "a mistake made on a wrong order": (
        *(SHEET, {**WRONG_ORDER, "ideal.term.3": "3.00"}, "no-discount", POSSIBLE, ""),
    ),
    "the other way under exponential gain": (
        *(OTHER["exponential"], {"dcg": "6.1487"}, "exponential-gain", NAMED),
        "used the grade itself",
    ),
    "the other way under the textbook's discount": (
        *(OTHER["textbook"], {"dcg": "6.1487"}, "log2-rank", NAMED, "logarithm of rank + 1"),
    ),
    "0/0 as 1": (
        *(ZEROS["standard"], {"ndcg": "1"}, "all-zero-divides", POSSIBLE),
        "You may have read 0 divided by 0 as 1, or",
    ),
    "0/0 as 0": (
        *(ZEROS["lightgbm"], {"ndcg": "0"}, "all-zero-divides", POSSIBLE),
        "You may have read 0 divided by 0 as 0, or",
    ),
    "0/0": (
        *(ZEROS["standard"], {"ndcg": "0/0"}, "all-zero-divides", NAMED),
        "You divided 0 by 0. Look at",
    ),
    "0/0 in a word": (
        *(ZEROS["standard"], {"ndcg": "undefined"}, "all-zero-divides", NAMED),
        "You divided 0 by 0",
    ),
}


@pytest.mark.parametrize("why", SAID)
def test_a_wrong_number_is_explained(why):
    sheet, texts, mistake, sure, message = SAID[why]
    mark = marked(sheet, **texts)[[*texts][-1]]
    assert (mark.misconception, mark.certainty) == (mistake, sure)
    assert message in mark.message


def test_the_likeliest_comes_first_and_the_others_are_there():
    assert "sort-first" in marked(SHEET, ndcg="1.0000")["ndcg"].others


def test_a_mistake_that_explains_more_of_the_sheet_comes_first():
    alone = SHEET.with_given("actual.term.3", f"{3 / 2.321928:.3f}")
    assert nc.mark(alone)[0].misconception == "log2-rank-plus-2"
    more = alone.with_given("actual.term.5", f"{1 / 1.584963:.3f}")
    assert [mark.misconception for mark in nc.mark(more)] == ["another-rank's-divisor"] * 2


def test_a_name_is_never_impossible():
    """Every relevant document earning 1 gives 4 at most here, and not 5.931."""
    sheet = fade(from_link({"skill": "textbook", "r": "1,2,3,1"}), 3)
    terms = {c: f"{sheet.exact(c):.3f}" for c in sheet.blanks if ".term." in c}
    order = {c: f"{sheet.exact(c):g}" for c in sheet.blanks if ".grade." in c}
    mark = marked(sheet.with_all({**terms, **order}), idcg="5.931")["idcg"]
    assert (mark.verdict, mark.misconception) == ("wrong", None)


@pytest.mark.parametrize("text", ["1.028", "9.724", "2.050", "-0.5", "97.24"])
def test_outside_0_and_1_the_bounds_are_said_whatever_else_is_known(text):
    assert "NDCG lies between 0 and 1." in marked(SHEET, ndcg=text)["ndcg"].message


@pytest.mark.parametrize(
    ("sheet", "cell", "text", "verdict", "message"),
    [
        (NEAR_7, "ndcg", "0.69", "last-digit", "cut off, not rounded"),
        (NEAR_7, "ndcg", "0.70", "right", ""),
        (NEAR_7, "ndcg", "0.6", "invalid", "at least two decimals"),
        (SHEET, "actual.discount.2", "1.586", "carried", "rounded on the way"),  # 1.099 / 0.693
        (SHEET, "actual.discount.5", "2.584", "last-digit", "cut off, not rounded"),
        (SHEET, "actual.term.2", "1.261", "carried", "rounded on the way"),  # 2 / 1.586
        (SHEET, "actual.term.2", "1.2600", "carried", "rounded on the way"),  # 2 times 0.63
    ],
)
def test_cut_off_is_said_only_where_rounding_on_the_way_does_not_give_it(
    sheet, cell, text, verdict, message
):
    mark = marked(sheet, **{cell: text})[cell]
    assert mark.verdict == verdict
    assert message in mark.message


def test_mistakes_about_what_is_not_yet_taught_are_kept_for_later():
    sheet = nc.Sheet((3, 0, 3), nc.STANDARD, 2, blanks=("cg",))
    taught = ("gain", "cutoff")
    assert nc.mark(sheet.with_given("cg", "6"), taught)[0].misconception == "dcg-not-cut"
    exponential = sheet.with_given("cg", "7")  # 2^3 - 1 + 2^0 - 1
    assert nc.mark(exponential)[0].misconception == "exponential-gain"
    later = nc.mark(exponential, taught)[0]
    assert "later lesson" in later.message
    assert later.certainty == "possible"
    lesson = next(lesson for lesson in load_lessons() if lesson.slug == "gain")
    assert set(lesson.teaches) == {"gain", "cutoff", "writing"}


def test_a_large_grade_is_marked_and_diagnosed_without_an_overflow():
    assert nc.diagnose("9.00", "dcg", nc.Sheet((1, 1100))) == []
    assert nc.mark(nc.Sheet((1, 1e300), given={"dcg": "5"}))[0].verdict == "wrong"


@pytest.mark.parametrize("value", ["6.1487", 6.148712314377457, float("nan"), "six"])
def test_a_right_number_is_no_mistake(value):
    assert nc.diagnose(value, "dcg", SHEET) == []


@pytest.mark.parametrize("id", list(MISCONCEPTIONS))
def test_a_message_is_short_kind_and_points_somewhere(id):
    mistake = MISCONCEPTIONS[id]
    ways = [(mistake.action, mistake.hint), *([mistake.reverse] if mistake.reverse else [])]
    for text in (f"The author {action}. {hint}" for action, hint in ways):
        assert 1 <= text.count(". ") + 1 <= 2
        assert "Look at" in text or "Look for" in text
        assert len(text) <= 160
        assert " - " not in text
        assert "!" not in text


@pytest.mark.parametrize("id", list(MISCONCEPTIONS))
def test_a_mistake_that_does_not_apply_gives_no_number_and_no_error(id):
    for sheet in (SHEET, nc.Sheet((0,)), nc.Sheet((0, 0)), nc.Sheet((1.5,)), WITH_POOL):
        for cell in sheet.cells:
            if ".label." not in cell:
                assert all(n == n for n in MISCONCEPTIONS[id].numbers(cell, sheet))
