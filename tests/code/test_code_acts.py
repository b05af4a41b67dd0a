"""The actions of the code page: its ranking, its cutoff, and the results of a function."""

import re

import pytest

from ndcg_ui.components.lab.lab import OWN_ARGUMENTS
from ndcg_ui.pages.code.acts import answer_code_action


def read_page(link, action):
    """Return the link after an action, the lab's order, the problems and the refused field."""
    answer = answer_code_action(link, action)
    parts = {part.name: part.data for row in answer.rows for column in row for part in column}
    (order,) = (one for one in parts["lab"]["board"]["rows"] if one["id"] == "yours")
    problems = re.findall(r"<p[^>]*>(.*?)</p>", parts["problems"]["html"])
    return answer.link, order["grades"], order["k"], " ".join(problems)


@pytest.mark.parametrize(
    ("link", "action", "expected"),
    [
        ({}, {}, ({}, [3, 2, 3, 0, 1], 5, "")),
        ({"r": "1,0", "k": "1"}, {}, ({"r": "1,0", "k": "1"}, [1, 0], 1, "")),
        ({}, {"do": "type", "text": "A:1, 2"}, ({"r": "A:1, 2"}, [1, 2], 2, "")),
        (
            {"k": "1"},
            {"do": "type", "text": "1, 2.5"},
            ({"r": "1, 2.5", "k": "1"}, [1, 2.5], 1, ""),
        ),
        (
            {"r": "1,2,0"},
            {"do": "set", "name": "k", "value": "2"},
            ({"r": "1,2,0", "k": "2"}, [1, 2, 0], 2, ""),
        ),
        (
            {"r": "1,2,0", "k": "2"},
            {"do": "set", "name": "k", "value": ""},
            ({"r": "1,2,0"}, [1, 2, 0], 3, ""),
        ),
        ({"r": "1,0"}, {"do": "set", "name": "r", "value": "2"}, ({"r": "1,0"}, [1, 0], 2, "")),
        ({"r": "1,0"}, {"do": "type", "text": 5}, ({"r": "1,0"}, [1, 0], 2, "")),
    ],
)
def test_a_typed_ranking_and_a_cutoff_are_scored_by_the_lab(link, action, expected):
    assert read_page(link, action) == expected


@pytest.mark.parametrize(
    ("link", "action", "grades"),
    [
        ({"r": "1,0"}, {"do": "type", "text": "x y"}, [1, 0]),
        ({"r": "x y"}, {}, [3, 2, 3, 0, 1]),
        ({"r": "1,0"}, {"do": "set", "name": "k", "value": "none"}, [1, 0]),
    ],
)
def test_an_unreadable_text_is_told_and_changes_nothing(link, action, grades):
    after, shown, k, problem = read_page(link, action)
    assert (shown, k) == (grades, len(grades))
    assert after == (link if grades == [1, 0] else {})
    assert problem, "the page gives the reason"


def test_results_of_another_number_or_type_get_no_verdict():
    count = len(OWN_ARGUMENTS.rankings)
    for answers in ([1] * (count - 1), [1] * (count - 1) + [None], []):
        action = {"do": "check", "name": "f" * 999, "shape": "", "answers": answers}
        answer = answer_code_action({}, action)
        (found,) = (part for row in answer.rows for (part,) in row if part.name == "found")
        assert (
            "The results do not match the rankings. Run your function again." in found.data["html"]
        )
        assert 20 < found.data["html"].count("f") < 500
        assert 'data-testid="own-verdict"' in found.data["html"]
