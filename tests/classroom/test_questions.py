"""The kinds of questions for a class, and their answers."""

import json
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.classroom.plans import read_plan
from ndcg_core.classroom.question import KINDS, format_answer
from ndcg_core.classroom.references import find_question, find_similar_reference
from ndcg_core.classroom.tally import make_judge
from ndcg_core.exercises.fading import solve_sheet
from ndcg_core.html_builder import extract_text
from ndcg_ui.classroom.shown.choosing import (
    build_reference,
    list_question_groups,
    list_suggested_plans,
)
from ndcg_ui.classroom.shown.screens import (
    build_question_data,
    find_facts,
    render_facts,
    render_filled_sheet,
)
from tests.classroom.asked import CASES, JUNK, LESSONS, OTHERS, SOME, call_or_explain
from tests.selection import select_first

OWN = "own?ask=dcg&r=3,2,3"
OWN_LIST = "own?ask=dcg&r=3,2,3,0,1"
TWO_BLANKS = "lesson/many-queries/check-1/mean-1"


def find_solution(asked):
    """Return a right answer, found without the marking code where possible."""
    if asked.kind == "sheet":
        sheet = solve_sheet(asked.sheet)
        return {cell: sheet.given[cell] for cell in asked.sheet.blanks}
    if asked.kind == "guess":
        return asked.question.value
    if asked.kind == "order":
        return [rank - 1 for rank in asked.task.solution]
    if asked.kind == "several":
        return [n for n, option in enumerate(asked.question.options) if option.verdict == "right"]
    if asked.kind == "text":
        return "In my own words."
    return asked.question.solution if asked.kind != "audit" else dict(asked.question.solution)


@pytest.mark.parametrize("text", ["abc", "5 +", "1/0", "nan"])
def test_a_bad_number_is_refused_while_it_can_be_corrected(text):
    for reference, answer in (("lesson/ideal/later-1/1", text), (OWN, {"dcg": text})):
        with pytest.raises(ValueError, match=r"Write|gives no number"):
            find_question(reference).read_answer(answer)
    assert find_question("own?ask=ndcg&r=0,0").read_answer({"ndcg": "0/0"}) == {"ndcg": "0/0"}


@pytest.mark.parametrize(
    ("reference", "cell", "refused", "accepted"),
    [
        (
            "lesson/grades-not-flags/number-1",
            "",
            "0.3 0.5 0,3 12.5 NDCG=0.9",
            "0.25 0.50 1/3 50% 4",
        ),
        (OWN_LIST, "dcg", "0.9", "6.1 6.149 9 0.90"),
        ("own?ask=ndcg&r=3,2,3,0,1", "ndcg", "0.9 1.0", "0.97 97.2% 1"),
    ],
)
def test_a_number_that_may_be_too_coarse_is_refused_whether_right_or_wrong(
    reference, cell, refused, accepted
):
    asked = find_question(reference)
    for text in f"{refused} {accepted}".split():
        answer = asked.read_answer({cell: text} if cell else text)
        if text in accepted.split():
            asked.refuse_coarse_numbers(answer)
        else:
            with pytest.raises(ValueError, match=f"^Write at least two decimals. “{text}” has on"):
                asked.refuse_coarse_numbers(answer)
    two = find_question(TWO_BLANKS)
    with pytest.raises(ValueError, match=r"^The mean of NDCG: Write at least two"):
        two.refuse_coarse_numbers({"ndcg": "0.97", "mean": "0.5"})


def test_a_number_has_at_most_80_characters_with_single_spaces():
    asked = find_question(OWN)
    for typed, kept in ((" 0.5 ", "0.5"), ("1 \n +  2", "1 + 2"), (f"0.{'1' * 78}",) * 2):
        assert asked.read_answer({"dcg": typed}) == {"dcg": kept}
    for typed in (f"0.{'1' * 79}", "0.\x005"):
        with pytest.raises(ValueError, match="Write a number with at most 80 characters"):
            asked.read_answer({"dcg": typed})
    for typed in ("", " ", None, 0):
        with pytest.raises(ValueError, match=r"^There is no answer yet: fill in the blanks\.$"):
            asked.read_answer({"dcg": typed})
    with pytest.raises(ValueError, match=r"^There is no answer yet\. Write a number\.$"):
        find_question("lesson/ideal/later-1/1").read_answer(5)
    two = find_question(TWO_BLANKS)
    assert two.read_answer({"ndcg": "0.97", "mean": " ", "dcg": "1"}) == {"ndcg": "0.97"}
    with pytest.raises(ValueError, match="Write a number"):
        two.read_answer({"ndcg": "0.97", "mean": 5})


@pytest.mark.parametrize(("reference", "data", "said"), CASES["no_answers_to"])
def test_an_answer_of_another_kind_is_refused_with_advice(reference, data, said):
    with pytest.raises(ValueError, match=said):
        find_question(reference).read_answer(data)


def test_an_answer_without_a_tick_is_refused():
    several = next(one for one in map(find_question, SOME) if one.kind == "several")
    with pytest.raises(ValueError, match="Tick every answer that is right"):
        several.read_answer([])


@pytest.mark.parametrize(("reference", "said"), CASES["no_questions"])
def test_an_unknown_question_is_refused_with_possible_ones(reference, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        find_question(reference)


@pytest.mark.parametrize(("reference", "ask", "blanks", "solution"), CASES["questions"])
def test_a_name_gives_the_question_with_its_text_blanks_and_rules(reference, ask, blanks, solution):
    asked = find_question(reference)
    assert (asked.ask, asked.worked_solution) == (ask, solution)
    assert asked.sheet.blanks == tuple(blanks.split())


def test_a_name_has_at_most_1000_characters_and_6000_with_own_words():
    for start, longest in (("own?r=", 1000), ("question?", 6000)):
        for length, is_long in ((longest, False), (longest + 1, True)):
            with pytest.raises(ValueError, match=r"\.$") as refused:
                find_question(start.ljust(length, "1"))
            assert (f"at most {longest} characters" in str(refused.value)) == is_long


def test_the_samples_have_a_question_of_every_kind():
    assert {find_question(reference).kind for reference in SOME} == set(KINDS)
    assert len(LESSONS) > 100


@pytest.mark.parametrize("reference", SOME)
def test_a_questions_solution_is_right_and_has_an_explanation(reference):
    asked = find_question(reference)
    right = find_solution(asked)
    verdict = asked.judge_answer(asked.read_answer(right))
    assert verdict.outcome == ("open" if asked.kind == "text" else "right")
    assert asked.worked_solution
    assert asked.ask
    assert asked.label_group(verdict.group)
    kept = format_answer(asked.read_answer(right))
    assert make_judge(asked)(kept) == verdict


@given(JUNK, st.sampled_from(SOME))
def test_any_message_gives_an_answer_or_an_error_sentence(junk, reference):
    asked = find_question(reference)
    answer, refusal = call_or_explain(lambda: asked.read_answer(junk))
    if refusal:
        assert refusal.endswith(".")
    else:
        assert asked.read_answer(json.loads(format_answer(answer))) == answer
        assert asked.judge_answer(answer).outcome in ("right", "wrong", "invalid", "open")


@pytest.mark.parametrize("reference", select_first(12, SOME, "one more kind of question"))
def test_a_similar_question_is_different_and_of_the_same_kind(reference):
    more = find_similar_reference(reference, Random(5), [reference])
    if more:
        assert more != reference
        assert find_question(more).kind == find_question(reference).kind


def test_a_similar_number_question_has_another_answer():
    reference = "own?ask=dcg&r=0,0,0,3&k=1"  # most other orders have the same DCG@1
    solution = find_question(reference).worked_solution
    for seed in range(5):
        similar = find_similar_reference(reference, Random(seed))
        assert find_question(similar).worked_solution != solution


def test_a_predictions_reply_does_not_repeat_the_reason_in_its_solution():
    asked = find_question("predict/2")
    said = [asked.judge_answer(guess).message for guess in (0.0, 0.65)]
    reason = "Every gain counts, even in the worst order"
    assert all("0.646" in text for text in (asked.worked_solution, *said))
    assert [reason in text for text in (asked.worked_solution, *said)] == [True, False, False]
    assert "You said" in said[0] != said[1]


def test_a_guess_is_rounded_to_the_slider_and_named_by_its_tenth():
    form = {"kind": "predict", "ask": "?", "answers": ["5"], "low": "2", "high": "12"}
    asked = find_question(build_reference(form | {"step": "0.5"}))
    assert asked.ranges == tuple(f"{n}.0 to {n + 1}.0" for n in range(2, 12))
    kept = [asked.read_answer(guess) for guess in (2, 12.0, 5.2, 5.3, 11.9)]
    assert kept == [2, 12, 5, 5.5, 12]
    places = [asked.describe_answer(guess) for guess in (2, 3, 11.5, 12)]
    assert places == ["2.0 to 3.0", "3.0 to 4.0", *["11.0 to 12.0"] * 2]
    groups = {guess: asked.judge_answer(guess).group for guess in (4.4, 4.5, 5.5, 5.6, 7)}
    assert groups == {
        **{4.4: "4.0 to 5.0", 4.5: "right", 5.5: "right", 5.6: "5.0 to 6.0, not close enough"},
        7: "7.0 to 8.0",
    }
    assert asked.label_group("right") == "5.000, or within 0.5 of it"
    assert asked.label_group("7.0 to 8.0") == "7.0 to 8.0"
    for guess in (1.9, 12.1):
        with pytest.raises(ValueError, match="The slider goes from 2 to 12"):
            asked.read_answer(guess)
    for guess in (True, None, "5", [5], float("nan"), float("inf")):
        with pytest.raises(ValueError, match="Set the slider to your guess"):
            asked.read_answer(guess)


def test_a_similar_question_exists_for_the_most_common_questions():
    others = OTHERS - {"practice?skill=ndcg&r=3,1,0,2"}  # its search takes long
    for reference in (one for one in others if not one.startswith("question?")):
        assert find_similar_reference(reference, Random(2), [reference]), reference


def test_every_other_order_is_asked_before_none_is_left():
    for reference in ("own?ask=order&r=1,3,2", "own?ask=order&r=1,3,2&discount=log2(i%2B1)"):
        asked = [reference]
        while more := find_similar_reference(reference, Random(3), asked):
            asked.append(more)
        lists = {find_question(one).sheet.grades for one in asked}
        assert len(lists) == len(asked) == 5  # all orders of three grades but the best


def test_another_question_is_of_the_same_lesson_skill_and_goal():
    for reference, others in (
        ("lesson/gain/hook", {""}),
        ("lesson/dcg/choice-1", {"lesson/dcg/check-1/2", "lesson/dcg/later-1/2"}),
        ("lesson/dcg/check-1/1", {"lesson/dcg/whole", "lesson/dcg/check-1/3"}),
        ("drag/1", {"drag/4"}),
        ("predict/1", {f"predict/{n}" for n in range(2, 9)}),
        ("test/dcg/1/before", {""}),
        (build_reference({"kind": "text", "ask": "Why?"}), {""}),
    ):
        asked = [reference]
        while more := find_similar_reference(reference, Random(len(asked)), asked):
            asked.append(more)
        assert {*asked[1:]} == others - {""}


TRY_AGAIN = ("Write ", "Give ", "once more", "later lesson", "not moved", "yet")


@pytest.mark.parametrize("reference", SOME)
def test_feedback_on_an_answer_is_final(reference):
    """Learners see it with the solution, when they cannot try again."""
    asked = find_question(reference)
    answers = {"choice": [0, 1], "number": ["7.77", "1"]}.get(asked.kind, [])
    if asked.kind == "sheet":
        answers = [dict.fromkeys(asked.sheet.blanks[-1:], text) for text in ("7.77", "1")]
    if asked.kind == "order":
        places = list(range(len(asked.sheet.grades)))
        answers = [places, places[::-1]]
    for answer in answers:
        said = asked.judge_answer(asked.read_answer(answer)).message
        assert not [words for words in TRY_AGAIN if words in said], said


def test_a_class_sees_readers_if_the_lessons_cards_show_them():
    drawn = [name for name in LESSONS if build_question_data(name).get("board", {}).get("readers")]
    assert drawn == ["lesson/discount/readers"]


def draw_wall(question):
    """Return the HTML that the wall shows of an open question."""
    picture = question.get("picture", question["about"])
    return question["wall"], question["story"], picture, *question.get("options", ())


def draw_phone(question):
    """Return the HTML that a phone shows of an open question."""
    sheet = question["sheet"]["html"] if "sheet" in question else ""
    board = question.get("board", {}).get("documents", ())
    cards = " ".join(f"{card['label']} {card['grade']:g}" for card in board)
    return question["wall"], question["ask"], question["about"], sheet, cards


EVERY = [one["reference"] for group in list_question_groups() for one in group["questions"]]
EVERY += [one for plan in list_suggested_plans() for one in read_plan(plan["text"]).questions]
NO_FACTS = re.compile(r'aria-label="[^"]*"|<th scope="row">.*?</th>')
"""Facts that only screen readers get, and the numbers of ranks in front of rows."""


def test_the_wall_states_every_fact_that_a_phone_states():
    """Check all questions of the course, the practice page, the tests and the suggested plans."""
    missing = {}
    for reference in dict.fromkeys(EVERY):
        question = build_question_data(reference)
        phone, wall = (
            find_facts(*(NO_FACTS.sub("", text) for text in texts))
            for texts in (draw_phone(question), draw_wall(question))
        )
        if not phone <= wall:
            missing[reference] = phone - wall
    assert len(set(EVERY)) > 290
    assert missing == {}


@pytest.mark.parametrize(
    ("reference", "facts"),
    [
        ("test/ndcg-at-k/2/before", {"1.500", "0.500"}),  # the question gives a sum
        ("practice?skill=judged-pool&r=3,2,3,0,1&judged=3,2,3,0,1,3,2", {"6.149", "8.028"}),
        ("lesson/exponential-gain/hook", {"7", "0.586"}),  # in the whole question only
    ],
)
def test_the_wall_shows_given_sums_and_the_whole_question(reference, facts):
    assert facts <= find_facts(*draw_wall(build_question_data(reference)))


def test_the_wall_shows_grades_beyond_the_cutoff_and_documents_that_were_not_retrieved():
    wall = build_question_data("test/ndcg-at-k/2/before")["picture"]
    assert wall.count('class="chip beyond"') == 3
    pool = "practice?skill=judged-pool&r=3,2,3,0,1&judged=3,2,3,0,1,3,2"
    assert 'aria-label="grades 3, 2, 3, 0, 1, 3, 2"' in build_question_data(pool)["picture"]


def test_the_solution_fills_the_blanks_of_a_sheet_on_the_wall():
    assert {"0.479", "3.131"} <= find_facts(render_filled_sheet("test/ndcg-at-k/2/before"))
    assert render_filled_sheet("drag/1") == render_filled_sheet(OWN) == ""


def test_the_wall_lists_documents_to_order_in_one_numbered_column():
    assert 'class="crowd ranked"' in build_question_data("own?ask=order&r=1,3,2")["picture"]


@pytest.mark.parametrize(("count", "rows"), [(8, None), (9, 5), (16, 8), (17, 6), (20, 7)])
def test_many_documents_to_order_fill_columns_of_equal_height(count, rows):
    grades = ",".join(str(n % 4) for n in range(count))
    picture = build_question_data(f"own?ask=order&r={grades}")["picture"]
    assert ("columned" in picture) == bool(rows)
    assert not rows or f'style="--rows: {rows}"' in picture


def test_an_empty_blank_is_incomplete_but_a_mistake_comes_first():
    asked = find_question("test/ndcg-at-k/2/before")
    right = find_solution(asked)
    verdict = asked.judge_answer(asked.read_answer({**right, "ndcg": ""}))
    assert (verdict.outcome, verdict.group, verdict.cell) == ("incomplete", "incomplete", "ndcg")
    assert verdict.message == "NDCG: The field was empty."
    wrong = asked.judge_answer(asked.read_answer({**right, "idcg": "9", "ndcg": ""}))
    assert (wrong.outcome, wrong.cell) == ("wrong", "idcg")


@pytest.mark.parametrize(
    ("reference", "change", "verdict", "said"),
    [
        (OWN_LIST, {"dcg": "6"}, "invalid too-coarse", "This number has too few digits to mark."),
        (OWN_LIST, {"dcg": "5.23"}, "wrong unknown", "I don’t recognize this number."),
        (OWN_LIST, {"dcg": "9"}, "wrong no-discount", "You counted every gain in full, whatever"),
        (TWO_BLANKS, {}, "right right", ""),
        (TWO_BLANKS, {"mean": "0.3"}, "wrong unknown mean", "The mean of NDCG: I don’t recognize"),
        (TWO_BLANKS, {"ndcg": "0.3"}, "wrong unknown ndcg", "NDCG: I don’t recognize this number."),
        (TWO_BLANKS, {"mean": ""}, "incomplete incomplete mean", "The mean of NDCG: The field was"),
        (TWO_BLANKS, {"ndcg": ""}, "incomplete incomplete ndcg", "NDCG: The field was empty."),
        (TWO_BLANKS, {"ndcg": "0.9"}, "invalid too-coarse ndcg", "NDCG: This number has too few"),
    ],
)
def test_feedback_names_the_blank_only_if_there_are_several(reference, change, verdict, said):
    asked = find_question(reference)
    found = asked.judge_answer(asked.read_answer(find_solution(asked) | change))
    assert f"{found.outcome} {found.group} {found.cell}".strip() == verdict
    assert found.message.startswith(said)
    assert bool(found.message) == bool(said)


def test_a_wrong_numbers_group_names_what_was_done():
    asked = find_question("own?ask=ndcg&r=3,2,3,0,1")
    groups = [asked.judge_answer({"ndcg": text}).group for text in ("97.2", "1.028", "6.323", "9")]
    assert groups == [
        *("multiplied-up: left out the percent sign", "inverted", "could be: entered IDCG"),
        "unknown",
    ]
    assert [asked.label_group(group) for group in groups] == [
        *("left out the percent sign", "turned the fraction upside down"),
        *("could be: entered IDCG", "not known"),
    ]


def test_a_wrong_number_of_another_measure_is_grouped_by_the_mistakes_that_its_reply_names():
    asked = find_question("lesson/grades-not-flags/number-1")  # P@4 of 2, 3, 0, 1, 3, threshold 3
    stopped = "stopped at rank k − 1 instead of rank k"
    lower = "used a threshold that is one grade too low"
    labels = {
        **dict.fromkeys(("1/3", "0.333", "0,33"), stopped),
        "0.50": f"could be: {lower}, or divided by the number of relevant documents",
        "4.00": "could be: turned the fraction upside down",
        "0.9": "not known",
    }
    for text, label in labels.items():
        found = asked.judge_answer(text)
        assert (found.outcome, asked.label_group(found.group)) == ("wrong", label)
        action, *_ = label.removeprefix("could be: ").split(", or ")
        said = "I don’t recognize" if label == "not known" else f"You (may have )?{action}"
        assert re.match(said, found.message)


@pytest.mark.parametrize(
    ("reference", "order", "verdict", "said"),
    [
        ("own?ask=order&r=1,3,2", [0, 1, 2], "wrong 1 3 2", "You did not change the order."),
        (
            *("own?ask=order&r=1,3,2", [2, 1, 0], "wrong 2 3 1"),
            "The NDCG@3 of your order is 0.922. The highest possible value is 1.000.",
        ),
        (
            *("own?ask=order&r=1,3,2", [1, 2, 0], "right 3 2 1"),
            "NDCG@3 is 1.000. No order makes it higher.",
        ),
        (
            *("drag/1", [4, 3, 2, 1, 0], "wrong 1 0 3 2 3"),
            "The NDCG@3 of your order is 0.424. The lowest possible value is 0.277.",
        ),
        (
            *("lesson/gain/three", [5, 4, 3, 2, 1, 0], "right 3 2 2 0 1 0"),
            "CG@3 is 7.000. No order makes it higher.",
        ),
        ("lesson/when-not/apart", [1, 3, 4, 0, 2], "right 0 3 3 1 0", ""),
        (
            *("lesson/when-not/apart", [0, 1, 2, 3, 4], "wrong 1 0 0 3 3"),
            "You did not change the order.",
        ),
    ],
)
def test_feedback_on_an_order_compares_it_with_the_best_or_the_worst(
    reference, order, verdict, said
):
    asked = find_question(reference)
    found = asked.judge_answer(asked.read_answer(order))
    assert f"{found.outcome} {found.group}" == verdict
    assert extract_text(found.message) == said


def test_feedback_on_an_audit_ends_with_the_line_that_is_wrong():
    asked = find_question("lesson/find-the-error/audit-1")
    end = "The term at rank 3 of the ranking should be 1. The author counted every gain in full"
    term, alike, dcg = (
        {"cell": cell, "mistake": mistake}
        for cell, mistake in (
            ("actual.term.3", "no-discount"),
            ("actual.term.3", "another-rank's-divisor"),
            ("dcg", "no-discount"),
        )
    )
    for answer, verdict, label, said in (
        (term, "right right", "right", end),
        (
            alike,
            "right right",
            "right",
            f"“Another rank’s divisor” also gives 2.000, so this {end}",
        ),
        (dcg, "wrong dcg/no-discount", "DCG: no discount", f"DCG has no mistake of its own. {end}"),
    ):
        found = asked.judge_answer(asked.read_answer(answer))
        assert f"{found.outcome} {found.group}" == verdict
        assert asked.label_group(found.group) == label
        message = extract_text(found.message)
        assert message.startswith(said.removesuffix(end))
        assert message.count(end) == 1
    assert asked.describe_answer(term) == "the term at rank 3 of the ranking: no discount"
    assert asked.label_group("unreadable") == "not readable"


def test_an_order_contains_each_document_exactly_once():
    asked = find_question("own?ask=order&r=1,3,2")
    assert asked.read_answer((2, 0, 1)) == [2, 0, 1]
    for order in (None, [0, 1], [0, 1, 1], [0, 1, 2, 3], [True, 0, 2], ["0", 1, 2], [0.0, 1, 2]):
        with pytest.raises(ValueError, match="every document on the board exactly once"):
            asked.read_answer(order)


def test_a_lessons_question_begins_with_the_facts_that_a_class_needs():
    for name, begins in (
        (
            "gain/hook",
            "A reader goes down the ranking 0, 1, 0, 2, 2, 3. The grade of a document is",
        ),
        ("gain/three", "CG@3 adds up the grades of the first 3 documents. Move the documents"),
        ("discount/swap", "A ranking has the grades 0, 1, 0, 2, 2, 3. The grade at rank i is"),
        ("ndcg-at-k/curve", "k grows from 1 to 6. How will NDCG@k of 0, 1, 0, 2, 2, 3 change?"),
    ):
        assert extract_text(find_question(f"lesson/{name}").ask).startswith(begins)
    assert find_question("lesson/gain/three").wall == "Make CG@3 as high as possible."
    assert find_question("lesson/dcg/check-1/1").wall == "Fill in two terms and DCG."


def test_the_tolerance_of_a_guess_is_stated_and_the_right_range_is_not_wrong():
    asked = find_question("lesson/exponential-gain/hook")
    assert "A guess within 0.05 is close enough." in build_question_data("predict/1")["about"]
    groups = {asked.judge_answer(guess).group for guess in (0.5, 0.45, 0.58)}
    assert groups == {"right", "0.40 to 0.50", "0.50 to 0.60, not close enough"}


def test_a_similar_exercise_has_the_same_skill_and_level():
    reference = "practice?skill=judged-pool&r=2,0,1&judged=2,0,1,3"
    assert "level" not in find_similar_reference(reference, Random(2))
    similar = find_similar_reference(f"{reference}&level=2", Random(2))
    assert "skill=judged-pool" in similar
    assert similar.endswith("&level=2")


def test_a_phone_and_the_table_of_answers_have_all_judged_grades():
    reference = "own?ask=ndcg&r=0,3,1&judged=0,3,1,2&k=2"
    about = build_question_data(reference)["about"]
    assert 'all judged</b><span class="chips" role="img" aria-label="grades 0, 3, 1, 2">' in about
    assert "all judged grades 0, 3, 1, 2." in render_facts(find_question(reference).sheet)
    assert "judged" not in build_question_data("own?ask=ndcg&r=0,3,1")["about"]


@pytest.mark.parametrize(("link", "is_empty"), [("0,0", True), ("0,1", False)])
def test_a_phone_has_the_rule_for_an_idcg_of_0_if_a_query_needs_it(link, is_empty):
    about = build_question_data(f"practice?skill=nothing-relevant&r={link}")["about"]
    assert ("If IDCG is 0, NDCG is 0." in about) == is_empty


@pytest.mark.parametrize(
    ("link", "said"),
    [
        (
            "r=1,3,2",
            "The best order is 3, 2, 1. Its NDCG@3 is 1.000, and it was 0.817 at the start.",
        ),
        (
            "r=3,1,2&k=1",
            "One of the best orders is 3, 2, 1. Its NDCG@1 is 1.000, the same as at the start.",
        ),
    ],
)
def test_the_solution_of_an_order_says_whether_it_is_the_only_one_and_what_it_gains(link, said):
    assert find_question(f"own?ask=order&{link}").worked_solution == said
