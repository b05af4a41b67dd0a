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
from ndcg_ui.classroom.shown.marking import Marker, judge_stored_answer
from tests.classroom.asked import SOME


def make_ballots(*answers, vote=1):
    return [Ballot(0, vote, format_answer(answer), sure) for answer, sure in answers]


def list_groups(groups):
    """Return the label, count, sure and unsure learners, and answers of each group."""
    return [(g.label, g.count, g.sure, g.unsure, g.written) for g in groups]


def test_numbers_are_grouped_by_their_cause_or_without_marks_by_size():
    asked = find_question("own?ask=dcg&r=3,2,3,0,1")
    right, rounded = f"{dcg((3, 2, 3, 0, 1)):.3f}", f"{dcg((3, 2, 3, 0, 1)):.2f}"
    numbers = [(rounded, "sure")] * 2 + [(right, "sure")] * 3
    numbers += [(f"{sum((3, 2, 3, 0, 1)):.2f}", "not sure")] * 3 + [("9", "")]
    numbers += [("17.8", "sure"), ("17.771", ""), ("12.5", ""), ("5.23", "not sure")]
    numbers += [("6", "sure"), ("many", ""), ("", "")]
    numbers[0] = (rounded.replace(".", ","), "sure")
    given = make_ballots(*(({"dcg": number}, sure) for number, sure in numbers))
    found = group_answers(asked, given, make_judge(asked))
    assert [(g.key, g.outcome) for g in found] == [
        ("right", "right"),
        ("no-discount", "wrong"),
        ("unknown", "wrong"),
        ("unreadable", "invalid"),
        ("too-coarse", "invalid"),
    ]
    mistake = "counted every gain in full"
    assert list_groups(found) == [
        ("right", 5, 5, 0, "6.149, 6.15"),
        (mistake, 4, 0, 3, "9.00, 9"),
        ("not known", 4, 1, 1, "17.8, 17.771, 12.5 …"),
        ("not readable", 2, 0, 0, "not readable"),
        ("too coarse to tell", 1, 1, 0, "6"),
    ]
    assert count_mistakes(found) == [("no-discount", mistake, 4)]
    without_marks = group_answers_without_marks(asked, given, make_judge(asked))
    assert list_groups(without_marks) == [
        ("6", 1, 1, 0, "6"),
        ("6.149, 6.15", 5, 5, 0, "6.149, 6.15"),
        ("9.00, 9", 4, 0, 3, "9.00, 9"),
        ("17.8, 17.771, 12.5 …", 4, 1, 1, "17.8, 17.771, 12.5 …"),
        ("not readable", 2, 0, 0, "not readable"),
    ]
    assert {(g.key == g.label, g.outcome) for g in without_marks} == {(True, "")}


def test_the_most_frequent_known_mistake_comes_first():
    asked = find_question("own?ask=dcg&r=3,2,3,0,1")
    numbers = ("20.426", "9.00", "9.00", "12.5", "12.5", "12.5", "6.149")
    given = make_ballots(*(({"dcg": number}, "") for number in numbers))
    assert count_mistakes(reversed(group_answers(asked, given, make_judge(asked)))) == [
        ("no-discount", "counted every gain in full", 2),
        ("log10", "used the logarithm to base 10", 1),
    ]


def test_a_sheets_answers_are_counted_at_the_blank_of_the_first_mistake():
    asked = find_question("practice?skill=dcg&r=3,1,2&level=2")
    right = {"actual.term.2": "0.631", "actual.term.3": "1", "dcg": "4.631"}
    ends = [("7.77", "sure"), ("7.78", "not sure"), ("7.79", ""), ("7.79", ""), ("8", "")]
    ends += [("8.5", ""), ("", "sure"), ("many", "not sure"), ("4.7", "")]
    given = make_ballots(
        *[(right, "sure")] * 2,
        ({"actual.term.2": "1", "actual.term.3": "2", "dcg": "6"}, "sure"),
        *(({**right, "dcg": end}, sure) for end, sure in ends),
        ({**right, "actual.term.2": "0.6"}, "sure"),
    )
    marked = group_answers_by_blank(asked, given, make_judge(asked))
    mistake = "could be: counted every gain in full, or "
    mistake += (
        "counted the ranks from 0 and divided by log2(rank) wherever this logarithm is above 1"
    )
    unknown = "not known: 7.79 (2); not known: 7.77 (1); not known: 7.78 (1) …"
    assert [(group.key, group.outcome) for group in marked] == [
        ("right", "right"),
        ("actual.term.2", "wrong"),
        ("dcg", "wrong"),
        ("incomplete", "incomplete"),
        ("too-coarse", "invalid"),
        ("unreadable", "invalid"),
    ]
    assert list_groups(marked) == [
        ("right", 2, 2, 0, ""),
        ("term 2", 1, 1, 0, mistake),
        ("DCG", 7, 1, 1, unknown),
        ("incomplete", 1, 1, 0, ""),
        ("too coarse to tell", 1, 1, 0, ""),
        ("not readable", 1, 0, 1, ""),
    ]
    assert sum(group.count for group in marked) == len(given)
    plain = group_answers_by_blank(asked, given, make_judge(asked), is_marked=False)
    assert list_groups(plain) == [
        ("term 2", 12, 6, 1, "0.631 (10), 1 (1), 0.6 (1)"),
        ("term 3", 12, 6, 1, "1 (11), 2 (1)"),
        ("DCG", 11, 5, 1, "4.631 (3), 7.79 (2), 6 (1) …"),
    ]
    assert {group.outcome for group in plain} == {""}
    whole = group_answers(asked, given[:4], make_judge(asked))
    assert [(group.key, group.written) for group in whole] == [
        ("right", "0.631 · 1 · 4.631"),
        (mistake, "1 · 2 · 6"),
        ("unknown", "0.631 · 1 · 7.77"),
    ]


def test_options_guesses_orders_and_texts_are_grouped_with_their_confidence():
    unreadable = Ballot(0, 1, '""')
    text = 'question?{"kind":"text","ask":"Why?"}'
    near = "0.515, or within 0.05 of it"
    for reference, answers, marked, plain in (
        (
            "lesson/dcg/choice-1",
            [(1, "sure"), (2, ""), (1, "not sure")],
            [
                ("A. The first", 0, 0, 0, ""),
                ("B. The second", 2, 1, 1, "B. The second"),
                ("C. You cannot say", 1, 0, 0, "C. You cannot say"),
            ],
            None,
        ),
        (
            "lesson/exponential-gain/hook",
            [(0.59, "sure"), (0.1, ""), (0.47, "not sure"), (0.52, ""), (0.12, "sure")],
            [
                ("0.10 to 0.20", 2, 1, 0, "0.10 to 0.20"),
                (near, 2, 0, 1, "0.40 to 0.50, 0.50 to 0.60"),
                ("0.50 to 0.60, not close enough", 1, 1, 0, "0.50 to 0.60"),
            ],
            [
                ("0.10 to 0.20", 2, 1, 0, "0.10 to 0.20"),
                ("0.40 to 0.50", 1, 0, 1, "0.40 to 0.50"),
                ("0.50 to 0.60", 2, 1, 0, "0.50 to 0.60"),
            ],
        ),
        (
            "own?ask=order&r=1,3,2",
            [([0, 1, 2], ""), ([2, 1, 0], "sure"), ([2, 1, 0], ""), ([1, 2, 0], "not sure")],
            [
                ("3 2 1", 1, 0, 1, "3 2 1"),
                ("2 3 1", 2, 1, 0, "2 3 1"),
                ("1 3 2", 1, 0, 0, "1 3 2"),
            ],
            [
                ("2 3 1", 2, 1, 0, "2 3 1"),
                ("1 3 2", 1, 0, 0, "1 3 2"),
                ("3 2 1", 1, 0, 1, "3 2 1"),
            ],
        ),
        (
            text,
            [("A b", "sure"), ("a  B", "not sure"), ("c", "")],
            [
                ("A b", 2, 1, 1, "A b"),
                ("c", 1, 0, 0, "c"),
                ("not readable", 1, 0, 0, "not readable"),
            ],
            None,
        ),
    ):
        asked = find_question(reference)
        given = make_ballots(*answers) + [unreadable] * (reference == text)
        assert list_groups(group_answers(asked, given, make_judge(asked))) == marked
        groups = group_answers_without_marks(asked, given, make_judge(asked))
        assert list_groups(groups) == (plain or marked)
        assert {group.outcome for group in groups} <= (
            {"open", "invalid"} if reference == text else {""}
        )


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
    assert asked.worked_solution.startswith("One of the worst orders is")


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


def test_each_answer_is_marked_once_and_a_failure_with_one_does_not_stop_the_others(
    monkeypatch, caplog
):
    question = "own?ask=dcg&r=3,2,3,0,1"
    texts = ['{"dcg":"9.00"}', '{"dcg":"6.149"}', '{"dcg":"9.00"}', '{"dcg":"many"}', "{"]
    marker, judged = Marker(), []

    def judge(reference, text):
        judged.append(text)
        return judge_stored_answer(reference, text) if text != texts[1] else 1 / 0

    monkeypatch.setattr("ndcg_ui.classroom.shown.marking.judge_stored_answer", judge)
    assert marker.list_unmarked_answers(question, texts) == [*texts[:2], *texts[3:]]
    marker.mark_answers_ahead(question, texts)
    marker.pool.shutdown()
    assert marker.list_unmarked_answers(question, texts) == [texts[1]]
    assert marker.list_unmarked_answers("own?ask=dcg&r=1", texts[:1]) == texts[:1]
    assert caplog.text.count("an answer could not be marked") == 1
    groups = [marker.make_cached_judge(question)(text).group for text in (texts[0], *texts[3:])]
    assert groups == ["no-discount", "unreadable", "unreadable"]
    assert sorted(judged) == sorted({*texts})
    monkeypatch.setattr("ndcg_ui.classroom.shown.marking.MOST_VERDICTS", 4)
    for text in ('{"dcg":"1"}', '{"dcg":"2"}'):
        assert marker.find_verdict(question, text).outcome in ("wrong", "invalid")
    assert list(marker.verdicts) == [(question, '{"dcg":"2"}')], "a full cache starts again"
