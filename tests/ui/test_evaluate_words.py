"""The words and numbers that /evaluate shows of a few documents, which can be checked by hand."""

import re
from html import unescape

import pytest

from ndcg_core.evaluation import Choices, read_qrels, read_run
from ndcg_ui.pages.evaluate import one_query, pair, systems
from ndcg_ui.pages.evaluate.link import EvaluationSettings
from ndcg_ui.pages.evaluate.working import evaluate_files

QRELS = {"q": {"a": 3, "b": 1, "c": 0}, "r": {"a": 1}}
RUNS = {
    "one": {"q": {"a": 2, "b": 2, "x": 1}, "r": {"a": 1}},
    "two": {"q": {"b": 3, "a": 2, "x": 1}, "r": {"a": 1}},
    "three": {"q": {"c": 3, "b": 2}, "r": {"z": 1.0, "a": 1}},
}
"""In "one", two documents have the same score, and the one with the greater id is first: b, a, x.
Each system's NDCG@2 of q is (1 + 3/log2(3)) / (3 + 1/log2(3)) = 0.797 or, of "three", 0.174."""
STEPS = []


def evaluate_runs(qrels=QRELS, runs=RUNS, ks=(2,), **settings):
    read = tuple(read_run(run, name) for name, run in runs.items())
    return evaluate_files(read_qrels(qrels), read, EvaluationSettings(ks, **settings), STEPS.append)


@pytest.fixture(scope="module")
def made():
    return evaluate_runs(second="lightgbm")


def read_words(html):
    """Return the text of HTML, with a space between elements."""
    words = " ".join(unescape(re.sub("<[^>]+>", " ", str(html))).split())
    return re.sub(r" (?=[,;.])", "", words)


def test_a_table_has_each_systems_mean_range_and_the_effect_of_ties(made):
    html = systems.render_systems(made, ("one", "two"))
    words = read_words(html)
    for row in (
        "system mean NDCG@2 LightGBM NDCG@2 queries judged unjudged: none to all relevant ties",
        "one 0.898 0.000 to 1.000 1.000 2 100.0% 0.898 0.898 to 1.000",
        "two 0.898 0.000 to 1.000 0.855 2 100.0% 0.898 0.898",
        "three 0.402 0.000 to 1.000 0.631 2 75.0% 0.402 to 0.587 0.402 to 0.587",
        "The ranges of one and two overlap: ties could reverse the result.",
        "A mean over 2 queries says little about other queries, and its interval is rough.",
    ):
        assert row in words
    assert str(html).count('<p class="warning">') == 1
    best = re.findall(r'data-system="(\w+)"><th[^>]*>\w+</th><td class="best">', str(html))
    assert best == ["one", "two"]
    assert str(html).count('<span class="interval">') == 3
    for names in (("two", "three"), ("three", "two")):
        apart = f"{' and '.join(names)} do not overlap: ties cannot reverse the result."
        assert apart in read_words(systems.render_systems(made, names))


def test_each_cutoff_has_a_column_with_its_best_systems_marked():
    html = str(systems.render_systems(evaluate_runs(ks=(2, 1)), ()))
    words = read_words(html)
    assert words.startswith("The systems system mean NDCG@2 mean NDCG@1 queries")
    assert "two 0.898 0.000 to 1.000 0.667 0.000 to 1.000 2" in words
    assert html.count('<td class="best">') == 4  # of one and two, at both cutoffs


def test_a_system_without_a_value_has_no_range():
    runs = {"two": RUNS["two"], "none": {"q": {"z": 3}}}
    choices = Choices(missing="left-out", unjudged="removed")
    words = read_words(systems.render_systems(evaluate_runs(runs=runs, choices=choices), ()))
    assert "none no value no interval: too few queries 0 – no value no value Under each" in words


def test_a_mean_over_many_queries_has_no_warning():
    qrels = {f"q{n}": {"a": 1, "b": 2} for n in range(60)}
    run = {query: ["a", "b"] if int(query[1:]) % 3 else ["b"] for query in qrels}
    html = str(systems.render_systems(evaluate_runs(qrels, {"one": run}), ()))
    assert "warning" not in html
    assert " 60 100.0% " in read_words(html)


def test_each_pair_of_systems_has_its_own_causes(made):
    for names, sums in (
        (("one", "two"), "grade 3 1 0.0000 grade 1 2 0.0000 all together 0.0000"),
        (
            ("one", "three"),
            "grade 3 1 −0.2606 grade 1 2 −0.2354 grade 0 1 0.0000 unjudged 1 0.0000 "
            "all together −0.4960",
        ),
    ):
        words = read_words(pair.render_totals(made.totals[names], names))
        assert words.startswith(f"By grade documents adds to the mean {sums} By rank, ")
    assert (
        "By rank, one → three documents adds to the mean 2 to 3 → not returned 1 −0.2606" in words
    )
    html = pair.render_comparison(made.get_comparison(("one", "three")))
    words = read_words(html)
    assert words.startswith("“one” leads “three” by 0.496 in mean NDCG@2 (0.898 to 0.402). Some ")
    assert "are unjudged: 1 of 4 in “three” (25%)." in words
    assert re.findall(
        r'<p class="warning" data-testid="warning">(The two systems differ)', str(html)
    )
    assert made.get_comparison(None) is None


def test_moves_after_the_seventh_share_a_row():
    moves = tuple((f"{n}", f"{n + 1}", n, n / 100) for n in range(1, 10))
    totals = evaluate_runs().totals["one", "two"]
    totals = type(totals)(by_grade=(), by_rank=moves, difference=0.45, rest=0.0)
    words = read_words(pair.render_totals(totals, ("one", "two"))).partition("By rank")[2]
    assert "6 → 7 6 +0.0600 7 → 8 7 +0.0700 2 other moves 17 +0.1700 all together" in words
    totals = type(totals)(by_grade=(), by_rank=moves[:8], difference=0.36, rest=0.0)
    words = read_words(pair.render_totals(totals, ("one", "two"))).partition("By rank")[2]
    assert "8 → 9 8 +0.0800 all together +0.3600" in words


def test_a_query_has_both_values_the_moves_and_the_unmoved_documents(made):
    names = ("one", "three")
    found = made.explain_query(*names, "q")
    words = read_words(one_query.render_query_values(found, names, 2))
    assert words == "NDCG@2: one 0.797, three 0.174; difference −0.623."
    words = read_words(one_query.render_moves(found, names, 2))
    assert words.startswith(
        "document grade one → three effect on NDCG@2 a 3 2 → not returned −0.521"
    )
    assert "1 other document has no effect: grade 0, unjudged, or" in words
    unmoved = made.explain_query("one", "two", "q")
    words = read_words(one_query.render_moves(unmoved, ("one", "two"), 2))
    assert "2 other documents have no effect" in words


def test_only_unjudged_documents_of_a_board_are_marked(made):
    board, trace = one_query.make_query_board(made.select_query("q"), "one")
    assert [document.label for document in board.documents] == ["b", "a", "x (unjudged)"]
    assert [document.grade for document in board.documents] == [1, 3, 0]
    assert trace.ndcg == pytest.approx(0.7967, abs=1e-4)
    board, _ = one_query.make_query_board(made.select_query("q"), "three")
    assert [document.label for document in board.ranking] == ["c", "b"]
    assert [document.label for document in board.unretrieved] == ["a"]


def test_the_way_to_another_convention_has_a_row_for_each_change(made):
    words = read_words(systems.render_second_convention(made.second, made))
    assert words.startswith("Why LightGBM prints another number one change at a time, mean NDCG@2")
    assert "gain 2^r − 1 instead of r 0.8549 1 query 0.8549 1 query 0.3568 1 query" in words
    html = systems.render_second_convention(made.second, made)
    assert str(html).count('<span class="interval">') == 3 * len(made.second.steps)

    def read_steps(evaluation, query):
        found = evaluation.get_second_convention(query), evaluation.select_query(query)
        return read_words(one_query.render_convention_steps(*found, query))

    assert read_steps(made, "r") == "LightGBM prints the same for this query."
    assert read_steps(made, "q").startswith("towards LightGBM, one change at a time one two three")
    single = evaluate_runs(
        {"q": {"a": 3, "b": 1}}, {"two": {"q": {"b": 3, "a": 2}}}, second="lightgbm"
    )
    assert read_steps(single, "q") == (
        "towards LightGBM, one change at a time two trec_eval 10 ndcg_cut 0.7967 "
        "gain 2^r − 1 instead of r 0.7098"
    )
    half = {"q": {"a": 0.5}}, {"mine": {"q": {"a": 1.0, "b": 0.5}}}
    stopped = read_steps(evaluate_runs(*half, second="lightgbm"), "q")
    assert "LightGBM itself stops at the result that mine returned: LightGBMError: label" in stopped


def test_an_open_query_is_marked_and_the_table_counts_its_queries(made):
    found = made.get_comparison(("one", "three"))
    rows = pair.list_query_rows(made, found, "size")
    html = pair.render_query_table(rows, found, "q")
    assert read_words(html) == (
        "query one three three minus one unjudged in three q 0.797 0.174 −0.623 0 of 2 "
        "r 1.000 0.631 −0.369 1 of 2 2 queries."
    )
    assert re.findall(r'<tr class="now" data-testid="query" data-query="(\w)">', str(html)) == ["q"]
    assert re.findall(r'data-query="(\w)" aria-current="true"', str(html)) == ["q"]
    html = str(pair.render_query_table(rows, found, "r"))
    assert re.findall(r'data-query="(\w)" aria-current="true" tabindex="0"', html) == ["r"]
    assert html.count('tabindex="0"') == 1
    by_gain = [row.query for row in pair.list_query_rows(made, found, "second")]
    assert (by_gain, [row.query for row in rows]) == (["r", "q"], ["q", "r"])
    chosen = [row.query for row in pair.list_query_rows(made, found, "second", "three")]
    assert chosen == ["q", "r"]  # the second system in the page's fields is “one”
    many = [rows[0]._replace(query=str(n)) for n in range(61)]
    for count, said in ((60, "60 queries."), (61, "The first 60 of 61. Change the order")):
        assert said in read_words(pair.render_query_table(many[:count], found, ""))


def test_other_measures_are_shown_with_their_names(made):
    words = read_words(systems.render_other_measures(made, ("one", "two")))
    heads = "system mean P@2 mean Recall@2 mean ERR(largest=3)@2 mean AP mean RR mean RBP"
    assert words.startswith(f"{heads} one 0.750")
    assert "P@2 by grade, “two” minus “one”: 0.000 from grade 3" in words


def test_a_finding_names_its_file_and_its_kind(made):
    html = str(systems.render_findings(made.findings))
    assert '<li data-kind="ties" data-choice="ties"><b>one:</b> 1 document has the same' in html


def test_each_step_of_an_evaluation_is_reported():
    STEPS.clear()
    evaluate_runs(second="lightgbm")
    names = (f" of {name}" for name in RUNS)
    words = ("NDCG", "range", "pair", "difference", *names, "second convention", "other measures")
    assert len(STEPS) == len(words)
    assert [word in step for word, step in zip(words, STEPS, strict=True)] == [True] * len(words)
