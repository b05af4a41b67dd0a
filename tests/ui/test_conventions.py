"""The page of conventions without a browser: its link, its fields, its HTML."""

import re

import pytest

from ndcg_core.content import load_toml
from ndcg_core.libraries import (
    LIBRARIES,
    Ranking,
    collect_outcomes,
    find_chain,
    list_matching_libraries,
)
from ndcg_core.numerals import refusals
from ndcg_core.who import Printers
from ndcg_ui.components.board.link import DEFAULT_RANKING_SHOWN, LAST_RANKING_SHOWN
from ndcg_ui.limits import LONGEST_RANKING
from ndcg_ui.pages.conventions import answer as answered
from ndcg_ui.pages.conventions.libraries import (
    explain_no_chain,
    render_groups,
    render_library,
    render_steps_between,
)
from ndcg_ui.pages.conventions.link import (
    LibraryQuestion,
    find_printing_libraries,
    parse_question,
    read_entered_text,
)
from tests.acts.shown import Shown

CASES = load_toml(__file__, "cases.toml")["conventions"]


def read_answer(ranking, got):
    return answered.render_number_answer(find_printing_libraries(ranking, got))


LIST = Ranking((3, 2, 3, 0, 1))


@pytest.mark.parametrize(("number", "sentence"), CASES["answers"])
def test_a_number_gets_its_libraries_or_the_closest_ones_and_causes(number, sentence):
    assert sentence in read_answer(LIST, number)


def test_several_numbers_get_the_libraries_that_print_all():
    html = Shown("conventions", got="1=1, 3=0.96, 5=0.957").html
    assert "All 3 numbers are printed by LightGBM;" in html
    assert "your number" in html
    assert "No library prints all 2 numbers" in Shown("conventions", got="1=1, 3=0.111").html


def test_three_of_many_libraries_are_named_and_the_others_counted():
    count = len(list_matching_libraries(LIST, "0.9724", LIBRARIES))
    assert count > 10
    assert re.search(
        rf"is the number that [^;]+; [^;]+; [^;]+ and {count - 3} more print",
        read_answer(LIST, "0.9724"),
    )


@pytest.mark.parametrize(
    ("count", "sentence"),
    [
        (1, "LightGBM prints"),
        (2, "LightGBM and BEIR print"),
        (4, "LightGBM; BEIR; implicit and RankLib print"),
        (5, "LightGBM; BEIR; implicit and 2 more print"),
    ],
)
def test_an_answer_names_four_libraries_or_three_and_the_count_of_the_others(count, sentence):
    ids = ["lightgbm", "beir", "implicit", "ranklib", "catboost"][:count]
    html = answered.render_number_answer(Printers(ids, LIST, "0.957"))
    assert f"<b>0.957</b> is the number that {sentence} for this ranking.</p>" in html
    assert html.startswith('<div class="answer" role="status" data-testid="answer"><p>')


def test_numbers_have_three_decimals_or_more_if_they_would_look_equal():
    results = collect_outcomes(LIST)
    html = render_groups(LIST, results, LibraryQuestion())
    shown = re.findall(r"<data[^>]*>([\d.]+)</data>", html)
    assert len(set(shown)) == len(shown) == len(results.groups)
    longer = [number for number in shown if len(number) > len("0.123")]
    assert longer == ["0.9600", "0.9597"]
    html = render_library(LIBRARIES["lightgbm"], LIST)
    html += render_steps_between(
        find_chain(LIST, "scikit-learn", "lightgbm"), *map(LIBRARIES.get, PAIR)
    )
    assert set(re.findall(r"<data[^>]*>([\d.]+)</data>", html)) == {"0.972", "0.957"}


PAIR = ("scikit-learn", "lightgbm")


def test_typed_text_is_escaped_and_not_linked_if_too_long():
    bad = LibraryQuestion(r="<b>:3 <i>:2", got="<s>")
    ranking = parse_question(bad).ranking
    html = render_groups(ranking, collect_outcomes(ranking), bad)
    html += render_library(LIBRARIES["lightgbm"], ranking)
    assert not re.search(r"<(i|s|b)>", html)
    assert read_entered_text(bad) == ("", refusals.NOT_BEGUN)
    long = LibraryQuestion(r=":" * LONGEST_RANKING)
    drawn = render_groups(LIST, collect_outcomes(LIST), long)
    assert "href" not in drawn
    assert len(drawn) < 100_000
    assert "href" in render_groups(LIST, collect_outcomes(LIST), LibraryQuestion())


def test_no_chain_leads_to_a_refusal_and_a_removed_row_is_stated():
    ranking = Ranking((3, -1, 2))
    html = explain_no_chain(ranking, [LIBRARIES["scikit-learn"], LIBRARIES["catboost"]])
    assert "scikit-learn refuses this ranking: ValueError: ndcg_score" in html
    assert "CatBoost" not in html
    html = explain_no_chain(ranking, [LIBRARIES["scikit-learn"], LIBRARIES["quepid"]])
    assert "negative y_true values.<br>Quepid NDCG@10 has no single number for it: We have" in html
    ranking = Ranking((2, 3), 5, (2, 3, 3, 1))
    names = "trec_eval-ndcg_cut", "elasticsearch"
    first, second = (LIBRARIES[name] for name in names)
    html = render_steps_between(find_chain(ranking, *names), first, second)
    assert "the term at rank 3 of the ideal order is removed" in html
    pair = [LIBRARIES[name] for name in ("catboost", "cornac")]
    html = render_steps_between(find_chain(Ranking((0, 0)), "catboost", "cornac"), *pair)
    assert "no value for a query with nothing relevant</th><td>the fraction itself" in html


def test_each_library_field_shows_its_own_library():
    page = Shown("conventions", a="catboost", b="cornac")
    assert page.get_data("pair")["values"] == {"a": "catboost", "b": "cornac"}
    page = Shown("conventions", a="nobody", b="nobody")
    assert page.get_data("pair")["values"] == {"a": "scikit-learn", "b": "lightgbm"}
    assert page.problems == [
        f"The link's {which} library is “nobody”. No library here has this id, so {title} is shown."
        for which, title in (("first", "scikit-learn"), ("second", "LightGBM"))
    ]
    assert Shown("conventions", a="", b="ranx-ndcg").problems == []


def test_the_link_stores_and_restores_the_fields():
    page = Shown("conventions", r="3,0,2")
    for name, value in {"k": "2", "got": "0.957", "scores": "3 2 1", "a": "lightgbm"}.items():
        page.act(do="set", name=name, value=value)
    page.act(do="set", name="b", value="catboost")
    assert page.link["b"] == "catboost"
    page.act(do="set", name="b", value="lightgbm")
    page.act(do="set", name="b", value="no library")
    page.act(do="type", text="3, 1, 2")
    fields = re.findall(r'name="(\w+)" value="([^"]*)"', page.get_markup("controls").html)
    assert dict(fields) == {
        **{"r": "3, 1, 2", "k": "2", "got": "0.957", "judged": "", "scores": "3 2 1"},
    }
    hints = re.findall(r'placeholder="([^"]*)"', page.get_markup("controls").html)
    assert hints == ["all", "0.957, or 1=1, 5=0.957", "only these", "as ranked"]
    wanted = {"r": "3, 1, 2", "k": "2", "got": "0.957", "scores": "3 2 1", "a": "lightgbm"}
    assert page.link == wanted
    again = Shown("conventions", **wanted)
    assert (again.html, again.problems) == (page.html, [])
    page = Shown("conventions", r="3,0,2")
    page.act(do="type", text="3, x")
    assert page.link == {"r": "3,0,2"}
    (problem,) = page.problems
    assert problem.startswith("Item 2, “x”, is not a number.")
    assert "still shown" in problem
    unread = Shown("conventions", r="3,x", k="two", scores="1 2").problems
    assert [problem.partition(". ")[0] for problem in unread] == [
        "Item 2, “x”, is not a number",
        "The cutoff k is “two”",
        "Scores: there are 2 for 5 documents",
    ]
    page = Shown("code")
    page.act(do="set", name="k", value="0")
    assert "whole number from 1" in page.problems[0]
    page.act(do="set", name="k", value="3")
    assert (page.link, page.problems) == ({"k": "3"}, [])
    assert {row["k"] for row in page.find_data("lab")["board"]["rows"]} == {3}


RANGE = "It must be a whole number from 1 to 999999."
TOO_LARGE = "is 1e+308, too large to add. With linear gain, grades up to 1000 are safe."


@pytest.mark.parametrize(
    ("texts", "judged", "problem"),
    [
        ({"r": "3,2", "judged": "2,3,1"}, (3, 2, 1), ""),
        ({"r": "3,2", "judged": " "}, None, ""),
        ({"r": "3,2", "k": " 2 ", "scores": "[2; 1]"}, None, ""),
        ({"r": "3,2", "k": "9999999"}, None, f"The cutoff k is “9999999”. {RANGE}"),
        ({"r": "3,0,2", "judged": "2,3"}, None, ""),
        (
            {"r": "3,2", "judged": "1e308,1e308,3,2"},
            None,
            f"The judged grade at position 4 {TOO_LARGE} The judged documents are left out.",
        ),
        ({"r": "1e308,1e308"}, None, f"The grade at rank 2 {TOO_LARGE} {DEFAULT_RANKING_SHOWN}"),
    ],
)
def test_texts_of_a_question_are_read_or_explained(texts, judged, problem):
    found = parse_question(LibraryQuestion(**texts))
    assert list(found.problems) == ([problem] if problem else [])
    assert found.has_visitors_ranking == (texts["r"] != "1e308,1e308")
    assert found.ranking.judged == judged
    ranking = tuple(map(float, texts["r"].split(",")))
    assert found.ranking.grades == (ranking if found.has_visitors_ranking else LIST.grades)
    assert found.ranking.k == (2 if texts.get("k") == " 2 " else None)
    assert found.ranking.scores == ((2, 1) if "scores" in texts else None)


def test_a_typed_ranking_that_cannot_be_scored_changes_nothing():
    page = Shown("conventions", r="3,0,2")
    page.act(do="type", text="1e308, 1e308")
    assert page.link == {"r": "3,0,2"}
    assert page.problems == [f"The grade at rank 2 {TOO_LARGE} {LAST_RANKING_SHOWN}"]
    assert page.get_data("controls")["refused"] == "r"
    page.act(do="set", name="judged", value="3,0,2,1")
    page.act(do="set", name="title", value="x")
    assert (page.link, page.problems) == ({"r": "3,0,2", "judged": "3,0,2,1"}, [])


@pytest.mark.parametrize("judged", ["3,2", "1,1", "Z:2 Y:1"])
def test_a_pool_without_a_retrieved_grade_is_refused_by_link_and_by_typing(judged):
    linked = Shown("conventions", r="3,0,2,1", judged=judged)
    typed = Shown("conventions", r="3,0,2,1")
    numbers = typed.get_markup("groups").lines
    typed.act(do="set", name="judged", value=judged)
    for page in (linked, typed):
        (problem,) = page.problems
        assert "The judged grades lack a retrieved document of grade" in problem
        assert problem.endswith("The judged documents are left out.")
        assert page.get_data("controls")["values"]["judged"] == page.link["judged"] == judged
        assert page.get_data("controls")["refused"] == "judged"
        assert page.get_markup("groups").lines == numbers


@pytest.mark.parametrize(
    ("texts", "fields"),
    [
        ({}, ""),
        ({"r": "3,x"}, "r"),
        ({"k": "0", "scores": "1 2"}, "k scores"),
        ({"judged": "3,x", "got": "much"}, "judged got"),
        ({"judged": "1e308,1e308,3,2,3,0,1"}, "judged"),
    ],
)
def test_the_fields_with_problems_are_marked(texts, fields):
    assert Shown("conventions", **texts).get_data("controls")["refused"] == fields


def test_a_text_that_is_too_long_is_not_in_the_link():
    page = Shown("conventions", k="2", scores="1 " * LONGEST_RANKING)
    assert page.link == {"k": "2"}
    assert len(page.problems) == 1


@pytest.mark.parametrize("scores", ["1e999 2 1 0 0", "inf 2 1 0 0", "nan 2 1 0 0", "x 2 1 0 0"])
def test_scores_that_are_no_numbers_are_left_out(scores):
    number = scores.partition(" ")[0]
    assert Shown("conventions", scores=scores).problems == [
        f"Scores: number 1, “{number}”, is not a number. The scores are left out."
    ]


@pytest.mark.parametrize(
    ("link", "number"),
    [({"r": "1"}, "One number"), ({"r": "0,0"}, "3 different numbers")],
)
def test_the_count_of_numbers_agrees_with_its_noun(link, number):
    assert number in Shown("conventions", **link).get_markup("groups").lines


def test_links_stay_on_the_page_and_programs_have_names():
    page = Shown("conventions", got="1=1, 5=0.957")
    presets = re.findall(r"<a [^>]*>", page.get_markup("presets").html)
    assert len(presets) == 9
    assert all("data-here" in preset for preset in presets)
    for name in ("chain", "two"):
        assert page.get_markup(name).html
    assert page.get_markup("steps").lines[0] == "The steps of LightGBM"
    refused = Shown("conventions", r="3,-1,2", a="lightgbm", b="scikit-learn")
    assert refused.get_markup("steps").html == ""
    assert 'data-state="refuses"' in refused.get_markup("groups").html
    chosen = 'data-library="scikit-learn" aria-current="true">scikit-learn</a>'
    assert chosen in page.get_markup("groups").html
    assert page.get_markup("groups").html.count('aria-current="true"') == 1
    assert 'role="status"' in page.get_markup("groups").html
    for name, title in (("about-a", "scikit-learn"), ("about-b", "LightGBM")):
        assert f'aria-label="The call of {title}"' in page.get_markup(name).html
    thread = page.get_markup("about-a").find_tag("scikit-learn #32049")
    assert 'target="_blank" rel="noreferrer"' in thread


@pytest.mark.parametrize(
    ("link", "rows"),
    [
        ({}, [("ranking", "1")]),
        (
            {"r": "2,3", "k": "5", "judged": "2,3,3,1", "a": "elasticsearch",
             "b": "trec_eval-ndcg_cut"},
            [("ranking", "1"), ("ideal order", "3")],
        ),
    ],
)  # fmt: skip
def test_the_rows_that_change_stand_out_in_the_calculation(link, rows):
    steps = Shown("conventions", **link).get_markup("steps").html
    tables = zip(("ranking", "ideal order"), steps.split("<table")[1:], strict=True)
    now = r'<tr class="now"[^>]* data-rank="(\d)"[^>]* aria-current="step"'
    assert [(name, rank) for name, html in tables for rank in re.findall(now, html)] == rows


def test_impossible_answers_of_a_function_are_refused():
    page = Shown("code")
    rankings = page.find_data("lab")["own"]
    for answers in ([], [0.5], [None] * len(rankings), [[1]] * len(rankings)):
        page.act(do="check", name="ndcg", answers=answers)
        assert "The results do not match the rankings. Run your function again." in page.html
    page.act(do="check", name="<b>", answers=["NaN", "-Infinity", "<i>"] * (len(rankings) // 3 + 1))
    assert "do not match" in page.html
    page.act(do="check", name="ndcg", answers=["<i>", *["NaN"] * (len(rankings) - 1)])
    assert "There is no verdict: ndcg returned no number" in page.html
    assert "<i>" not in page.html
