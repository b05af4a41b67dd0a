"""The tallies of a class's answers."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.classroom.question import format_answer
from ndcg_core.classroom.references import find_question
from ndcg_core.classroom.room import Ballot
from ndcg_core.classroom.tally import (
    count_guesses_by_range,
    count_mistakes,
    count_moves,
    count_ticks,
    group_answers,
    group_answers_by_blank,
    group_answers_without_marks,
    group_documents_by_rank,
    make_judge,
)
from ndcg_core.metric import dcg
from tests.classroom.asked import SOME


def make_ballots(*answers, vote=1):
    return [Ballot(0, vote, format_answer(answer), sure) for answer, sure in answers]


def test_numbers_are_grouped_by_their_cause():
    grades = (3, 2, 3, 0, 1)
    asked = find_question("own?ask=dcg&r=3,2,3,0,1")
    right = f"{dcg(grades):.3f}"
    undivided = f"{sum(grades):.2f}"
    given = make_ballots(
        *[({"dcg": right}, "sure")] * 3,
        *[({"dcg": undivided}, "not sure")] * 4,
        ({"dcg": "17.771"}, "sure"),
        ({"dcg": "many"}, ""),
    )
    found = group_answers(asked, given, make_judge(asked))
    assert [(g.key, g.count, g.sure, g.unsure) for g in found] == [
        ("right", 3, 3, 0),
        ("no-discount", 4, 0, 4),
        ("unknown", 1, 1, 0),
        ("unreadable", 1, 0, 0),
    ]
    assert "counted every gain in full" in found[1].label
    assert count_mistakes(found) == [("no-discount", "counted every gain in full", 4)]


def test_a_sheets_answers_are_counted_at_the_blank_of_the_first_mistake():
    asked = find_question("practice?skill=dcg&r=3,1,2&level=2")
    right = {"actual.term.2": "0.631", "actual.term.3": "1", "dcg": "4.631"}
    given = make_ballots(
        *[(right, "sure")] * 2,
        ({"actual.term.2": "1", "actual.term.3": "2", "dcg": "6"}, "sure"),
        ({**right, "dcg": "7.77"}, ""),
        ({**right, "dcg": ""}, ""),
        ({**right, "dcg": "many"}, ""),
    )
    marked = group_answers_by_blank(asked, given, make_judge(asked))
    mistake = "could be: counted every gain in full, or "
    mistake += (
        "counted the ranks from 0 and divided by log2(rank) wherever this logarithm is above 1"
    )
    assert [(group.key, group.count, group.outcome, group.written) for group in marked] == [
        ("right", 2, "right", ""),
        ("actual.term.2", 1, "wrong", mistake),
        ("dcg", 1, "wrong", "not known: 7.77"),
        ("incomplete", 1, "incomplete", ""),
        ("unreadable", 1, "invalid", ""),
    ]
    assert sum(group.count for group in marked) == len(given)
    plain = group_answers_by_blank(asked, given, make_judge(asked), is_marked=False)
    assert [(group.label, group.count, group.outcome) for group in plain] == [
        ("term 2", 5, ""),
        ("term 3", 5, ""),
        ("DCG", 4, ""),
    ]
    assert plain[1].written == "1 (4), 2 (1)"


def test_the_ranges_of_a_guess_are_a_histogram_with_empty_ranges():
    asked = find_question("lesson/exponential-gain/hook")  # 0.515
    given = make_ballots((0.1, ""), (0.47, ""), (0.52, ""), (0.59, ""))
    ranges = count_guesses_by_range(asked, given)
    assert [one.count for one in ranges] == [0, 1, 0, 0, 1, 2, 0, 0, 0, 0]
    assert [one.near for one in ranges if one.near] == [1, 1]
    assert [one.label for one in ranges if one.holds] == ["0.50 to 0.60"]
    assert not any(
        one.holds or one.near for one in count_guesses_by_range(asked, given, is_marked=False)
    )


@given(st.lists(st.permutations(range(4)), min_size=1, max_size=30))
def test_the_crowds_ranking_is_by_mean_rank(orders):
    asked = find_question("own?ask=order&r=1,3,0,2")
    found = group_documents_by_rank(asked, make_ballots(*((list(order), "") for order in orders)))
    mean = {doc: sum(o.index(doc) + 1 for o in orders) / len(orders) for doc in range(4)}
    assert sorted(doc for place in found for doc in place) == list(range(4))
    by_mean = [{mean[doc] for doc in place} for place in found]
    assert all(len(tied) == 1 for tied in by_mean)
    assert [min(tied) for tied in by_mean] == sorted(set(mean.values()))
    assert group_documents_by_rank(asked, []) is None


def test_the_flow_counts_learners_who_answered_in_only_one_vote():
    asked = find_question("own?ask=dcg&r=3,2,3,0,1")
    wrong, right = make_ballots(({"dcg": "9.00"}, ""), ({"dcg": f"{dcg((3, 2, 3, 0, 1)):.3f}"}, ""))
    first, second = {1: wrong, 2: wrong}, {2: right, 3: right}
    assert count_moves(first, second, make_judge(asked)) == {
        ("no-discount", "missing"): 1,
        ("no-discount", "right"): 1,
        ("missing", "right"): 1,
    }


def test_every_order_that_solves_the_task_is_right_and_has_its_score():
    form = {"kind": "order", "ask": "Make DCG@2 low", "wants": "dcg lowest", "k": 2}
    asked = find_question("question?" + json.dumps(form | {"grades": [3, 0, 2, 1]}))
    answers = ([1, 3, 0, 2], [1, 3, 2, 0], [0, 1, 2, 3])
    found = [
        (round(asked.compute_score(one), 3), asked.judge_answer(one).outcome) for one in answers
    ]
    assert found == [(0.631, "right"), (0.631, "right"), (3, "wrong")]
    assert asked.measure_notation == "DCG@2"
    assert asked.worked_solution.startswith("One worst order is")


def draw_answers(asked, draw):
    """Return plausible answers of a class to a question."""
    number = draw.choice(["1", "0.5", "0,5", "0.973", "6.15", "9"])
    match asked.kind:
        case "choice":
            return draw.randrange(len(asked.options))
        case "several":
            return draw.sample(range(len(asked.options)), draw.randint(1, len(asked.options)))
        case "sheet":
            return dict.fromkeys(draw.sample(asked.sheet.blanks, 1), number)
        case "audit":
            offered = sorted(asked.question.choosable_cells), sorted(asked.question.offered)
            return dict(zip(("cell", "mistake"), map(draw.choice, offered), strict=True))
        case "order":
            return draw.sample(range(len(asked.sheet.grades)), len(asked.sheet.grades))
        case "guess":
            return draw.uniform(asked.question.low, asked.question.high)
    return number


@pytest.mark.parametrize("reference", SOME)
def test_displayed_counts_add_up_to_the_ballots(reference):
    asked = find_question(reference)
    draw = Random(reference)
    given = make_ballots(*((asked.read_answer(draw_answers(asked, draw)), "") for _ in range(9)))
    for group in (group_answers, group_answers_without_marks):
        shown = group(asked, given, make_judge(asked))
        assert sum(one.count for one in shown) == 9
        assert len({one.label for one in shown}) == len(shown)
        if asked.kind == "choice":
            assert len(shown) == len(asked.options)
    if asked.kind == "several":
        by_letter = {option[0]: count for option, _, count in count_ticks(asked, given)}
        chosen = [asked.describe_answer(json.loads(one.answer)).split(", ") for one in given]
        assert by_letter == {letter: sum(letter in c for c in chosen) for letter in by_letter}
    if asked.kind == "guess":
        ends = [one.label.split()[0] for one in shown if one.outcome != "right"]
        assert ends == sorted(ends, key=float)
