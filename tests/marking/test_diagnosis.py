"""What is said of a wrong number: how sure it is, what speaks against it, and to whom."""

from dataclasses import replace

import pytest

import ndcg_core as nc
from ndcg_core.exercises.fading import fade
from ndcg_core.exercises.variants import from_link, variants_for
from ndcg_core.misconceptions import MISCONCEPTIONS

SHEET = nc.Sheet((3, 2, 3, 0, 1))
SUMS = {"dcg": "6.149", "idcg": "6.323"}


def handed_out(skill, level, nth=0):
    """A stored exercise, as it is handed out."""
    return fade(variants_for(skill)[nth], level)


def marked(sheet, **texts):
    cells = {name.replace("__", "."): text for name, text in texts.items()}
    return {mark.cell: mark for mark in nc.mark(sheet.with_all(cells))}


def test_a_mistake_that_gives_all_digits_is_named_and_so_is_its_author():
    mark = marked(SHEET, dcg="7.323")["dcg"]
    assert (mark.misconception, mark.certainty) == ("log2-rank", "named")
    assert mark.message.startswith(
        "The author divided by log2(i), the logarithm of the rank itself"
    )


def test_a_learner_is_spoken_to():
    mark = marked(replace(SHEET, blanks=("dcg",)), dcg="7.323")["dcg"]
    assert mark.message.startswith("You divided by log2(i)")
    assert "this is what that gives" in mark.message


def test_a_mistake_whose_terms_were_rounded_before_they_were_added_is_possible():
    mark = marked(SHEET, dcg="7.324")["dcg"]  # 3 + 2 + 1.893 + 0.431
    assert (mark.misconception, mark.certainty) == ("log2-rank", "possible")
    assert mark.message.startswith("The author may have divided by log2(i)")


def test_where_several_mistakes_give_a_number_it_could_be_either():
    mark = marked(SHEET, ndcg="1.0000")["ndcg"]
    assert mark.certainty == "possible"
    assert mark.message.startswith("The author may have")
    assert ", or " in mark.message


def test_a_number_nobody_knows_is_said_to_be_unknown_with_a_cell_to_look_at():
    mark = marked(SHEET, dcg="8.111")["dcg"]
    assert (mark.misconception, mark.certainty) == (None, "unknown")
    mark = marked(SHEET, actual__term__3="2.222", dcg="8.1111")["dcg"]
    assert "the term at rank 3 of the ranking" in mark.message


def test_after_right_sums_only_the_last_step_can_be_wrong():
    of_the_whole = "0.944"  # what log2(i) in both sums would give
    assert marked(SHEET, ndcg=of_the_whole)["ndcg"].misconception == "log2-rank"
    assert marked(SHEET.with_all(SUMS), ndcg=of_the_whole)["ndcg"].misconception is None
    assert marked(SHEET.with_all(SUMS), ndcg="1.028")["ndcg"].misconception == "inverted"


def of_two_queries(**texts):
    sheet = nc.Sheet((3, 2, 3, 0, 1), blanks=("ndcg", "mean"), others=((0, 0, 1),))
    return marked(sheet, **texts)["mean"]


def test_a_mistake_in_every_query_or_in_the_other_one_alone_is_known_by_the_mean():
    right, wrong = (0.9724, 0.5), (0.9438, 0.6309)  # 1 / log2(4) and 1 / log2(3)
    both, second = (f"{(a + wrong[1]) / 2:.3f}" for a in (wrong[0], right[0]))
    assert of_two_queries(mean=both).misconception == "log2-rank"
    found = of_two_queries(ndcg="0.972", mean=second)
    assert (found.misconception, found.certainty) == ("log2-rank", "named")


def test_a_right_ndcg_speaks_against_a_mean_that_needs_it_wrong():
    first = "0.722"  # (0.9438 + 0.5) / 2
    assert of_two_queries(mean=first).misconception == "log2-rank"
    found = of_two_queries(ndcg="0.972", mean=first)
    assert (found.misconception, found.certainty) == (None, "unknown")
    assert "look at the other queries" in found.message


def test_another_rank_s_divisor_in_one_row_is_known_by_the_right_rows_beside_it():
    right = {f"actual.term.{i}": t for i, t in enumerate(("3", "1.262", "1.5", "0", "0.387"), 1)}
    alone = marked(SHEET, actual__term__3="1.292")["actual.term.3"]
    assert alone.certainty == "possible"
    mark = marked(SHEET.with_all(right), actual__term__3="1.292")["actual.term.3"]
    assert (mark.misconception, mark.certainty) == ("another-rank's-divisor", "named")
    assert "which is rank 4's divisor" in mark.message


def test_a_mistake_made_in_one_row_alone_says_so():
    right = {f"actual.term.{i}": t for i, t in enumerate(("3", "1.262", "1.5", "0", "0.387"), 1)}
    mark = marked(SHEET.with_all(right), actual__term__3="4.5")["actual.term.3"]
    assert (mark.misconception, mark.certainty) == ("squared-gain", "possible")
    assert "in this row alone" in mark.message


def test_the_gains_added_up_beside_right_terms_are_known():
    sheet = handed_out("dcg", 0)
    total = sum(sheet.grades)
    mark = marked(sheet, dcg=f"{total:.3f}")["dcg"]
    assert (mark.misconception, mark.certainty) == ("no-discount", "named")
    assert mark.message.startswith("You added up the gains and not the terms")


def test_a_whole_calculation_of_one_s_own_beside_right_terms_is_possible_at_most():
    sheet = handed_out("dcg", 0)
    number = MISCONCEPTIONS["log2-rank"].numbers("dcg", sheet)[0]
    mark = marked(sheet, dcg=f"{number:.3f}")["dcg"]
    assert (mark.misconception, mark.certainty) == ("log2-rank", "possible")
    assert "What stands before it is right" in mark.message


def test_a_name_is_never_impossible():
    """Every relevant document earning 1 gives 4 at most here, and not 5.931."""
    variant = from_link({"skill": "textbook", "r": "1,2,3,1"})
    sheet = fade(variant, 3)
    terms = {c: f"{sheet.exact(c):.3f}" for c in sheet.blanks if ".term." in c}
    order = {c: f"{sheet.exact(c):g}" for c in sheet.blanks if ".grade." in c}
    marks = marked(sheet.with_all({**terms, **order}), idcg="5.931")
    assert (marks["idcg"].verdict, marks["idcg"].misconception) == ("wrong", None)


@pytest.mark.parametrize("text", ["1.028", "9.724", "2.050", "-0.5", "97.24"])
def test_outside_0_and_1_the_bounds_are_said_whatever_else_is_known(text):
    assert "NDCG lies between 0 and 1." in marked(SHEET, ndcg=text)["ndcg"].message


@pytest.mark.parametrize(
    ("text", "verdict"), [("0.69", "last-digit"), ("0.70", "right"), ("0.6", "invalid")]
)
def test_ndcg_cut_off_is_a_last_digit_and_one_decimal_too_coarse(text, verdict):
    mark = marked(nc.Sheet((5, 1, 0, 0, 10)), ndcg=text)["ndcg"]  # 0.6957
    assert mark.verdict == verdict
    assert verdict != "last-digit" or "cut off, not rounded" in mark.message
    assert verdict != "invalid" or "at least two decimals" in mark.message


def test_logarithms_of_two_decimals_are_never_wrong_where_three_are_shown():
    for skill in ("dcg", "ndcg", "textbook", "exponential"):
        for level in (1, 2, 5):
            sheet = handed_out(skill, level)
            texts = {}
            for cell in sheet.blanks:
                if ".term." in cell:
                    side, _, rank = cell.split(".")
                    gain = sheet.exact(f"{side}.gain.{rank}")
                    divisor = int(100 * sheet.exact(f"{side}.discount.{rank}") + 1e-9) / 100
                    texts[cell] = f"{gain / divisor:.3f}"
            for mark in nc.mark(sheet.with_all(texts)):
                assert mark.verdict != "wrong", mark


@pytest.mark.parametrize("number", ["0", "2", "4", "5"])
def test_a_wrong_whole_number_is_never_carried(number):
    sheet = handed_out("dcg", 1)
    cell = next(c for c in sheet.blanks if ".term." in c and sheet.exact(c) not in (0, 2, 4, 5))
    mark = marked(sheet, **{cell: number})[cell]
    assert mark.verdict in ("wrong", "invalid")


def test_mistakes_about_what_is_not_yet_taught_are_kept_for_later():
    sheet = nc.Sheet((2, 0, 3), nc.STANDARD, 2, blanks=("cg",))
    known = {m.cell: m for m in nc.mark(sheet.with_given("cg", "5"), taught=("gain", "cutoff"))}
    assert known["cg"].misconception == "dcg-not-cut"
    exponential = sheet.with_given("cg", "3")  # 2^2 - 1 + 2^0 - 1
    assert nc.mark(exponential)[0].misconception == "exponential-gain"
    later = nc.mark(exponential, taught=("gain", "cutoff"))[0]
    assert "later lesson" in later.message
    assert later.certainty == "possible"


def test_lesson_2_says_of_its_own_sheet_what_it_has_taught():
    from ndcg_core.lessons.loader import load_lessons

    lesson = next(lesson for lesson in load_lessons() if lesson.slug == "gain")
    assert set(lesson.teaches) == {"gain", "cutoff", "writing"}


def test_a_large_grade_is_marked_and_diagnosed_without_an_overflow():
    assert nc.diagnose("9.00", "dcg", nc.Sheet((1, 1100))) == []
    assert nc.mark(nc.Sheet((1, 1e300), given={"dcg": "5"}))[0].verdict == "wrong"


def test_a_lone_wrong_grade_of_the_ideal_order_has_a_summary():
    assert "wrong" in nc.summary(nc.Sheet((2, 0, 3), given={"ideal.grade.1": "2"}))


def test_lg_is_taken_for_whichever_logarithm_is_right():
    assert marked(SHEET, actual__term__2="2/lg(3)")["actual.term.2"].verdict == "right"
