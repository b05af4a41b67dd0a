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
        "Under each mean: its 95% confidence interval (Student's t). Judged: the share of judged "
        "documents down to rank 2. Unjudged: the range of mean NDCG@2 if the unjudged documents "
        "were all irrelevant, all of the highest grade, or any mixture. Ties: the range over every "
        "order of equal scores. The ranges of one and two overlap: ties could reverse the result.",
        "A mean over 2 queries says little about other queries, and its interval is rough.",
    ):
        assert row in words
    assert read_words(systems.render_systems(made, ("one",))).count("The ranges of") == 0
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
    words = read_words(systems.render_systems(evaluate_runs(ks=(None,)), ()))
    assert words.startswith("The systems system mean NDCG queries judged")
    assert "Judged: the share of judged documents in the whole ranking. Unjudged:" in words


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
    assert words.endswith(
        "By rank, one → three documents adds to the mean 2 to 3 → not returned 1 −0.2606 "
        "1 → 2 to 3 2 −0.2354 not returned → 1 2 0.0000 all together −0.4960"
    )
    html = pair.render_comparison(made.get_comparison(("one", "three")))
    words = read_words(html)
    assert words.startswith("“one” leads “three” by 0.496 in mean NDCG@2 (0.898 to 0.402). Some ")
    assert "are unjudged: 1 of 4 in “three” (25%)." in words
    assert re.findall(
        r'<p class="warning" data-testid="warning">(The two systems differ)', str(html)
    )
    assert "chance alone would give a difference of 0.496 or more in 5 of 10 cases" in words
    assert "“one” is better on 2 queries, and “three” on 0. The difference is 2.76 times" in words
    assert [str(html).count(f'<p class="{css}"') for css in ("caveat", "say", "warning")] == [
        *(1, 2, 1)
    ]
    even = pair.render_comparison(made.get_comparison(("one", "two")))
    assert read_words(even) == (
        "“one” and “two” have the same NDCG@2 on every query. "
        "The two systems have the same value on every query. They may be the same run."
    )
    assert str(even).count("<p") == 1
    assert made.get_comparison(None) is None
    assert evaluate_runs(runs={"one": RUNS["one"]}).get_comparison(("one", "two")) is None


def test_a_convention_without_relevant_documents_adds_a_row_of_its_own():
    """LightGBM scores a query without relevant documents 1, unless the run leaves it out."""
    runs = {"one": {"q": ["a", "b"], "r": ["a"]}, "two": {"r": ["b", "a"]}}
    choices = Choices(missing="zero")
    qrels = {"q": {"a": 0, "b": 0}, "r": {"a": 1}}
    made = evaluate_runs(qrels, runs, rules="lightgbm", choices=choices)
    names = ("one", "two")
    words = read_words(pair.render_totals(made.totals[names], names))
    sums = "by convention −0.5000 all together −0.6845"
    assert f"grade 1 1 −0.1845 grade 0 2 0.0000 unjudged 1 0.0000 {sums} By rank, " in words
    assert words.endswith(sums)
    found = made.explain_query(*names, "q")
    assert read_words(one_query.render_moves(found, names, 2)) == (
        "document grade one → two effect on NDCG@2 "
        "value of the convention if nothing is relevant −1.000 two minus one −1.000 "
        "2 other documents have no effect: grade 0, unjudged, or at the same rank in both."
    )
    words = read_words(one_query.render_effect_formula(found, names, made.select_query("q")))
    rest = "with the convention's value if nothing is relevant,"
    assert words.endswith(f"The effects of all documents, {rest} add up to the difference.")
    assert "different IDCGs" not in words


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
    assert words == (
        "document grade one → three effect on NDCG@2 a 3 2 → not returned −0.521 "
        "b 1 1 → 2 −0.102 three minus one −0.623 "
        "1 other document has no effect: grade 0, unjudged, or at the same rank in both."
    )
    unmoved = made.explain_query("one", "two", "q")
    words = read_words(one_query.render_moves(unmoved, ("one", "two"), 2))
    assert "2 other documents have no effect" in words
    moved = evaluate_runs({"q": {"a": 1, "b": 1}}, {"one": {"q": ["a"]}, "two": {"q": ["b"]}})
    words = read_words(one_query.render_moves(moved.explain_query("one", "two", "q"), "ab", None))
    assert words == (
        "document grade a → b effect on NDCG a 1 1 → not returned −0.613 "
        "b 1 not returned → 1 +0.613 b minus a 0.000 "
        "Every document that one of the systems shows has an effect."
    )


@pytest.mark.parametrize(
    ("ties", "sentence"),
    [
        ("id-descending", ""),
        ("averaged", " For equal scores, 1/d is the mean over their ranks."),
        ("shared", " For equal scores, all have their mean rank, rounded down."),
    ],
)
def test_the_formula_of_an_effect_says_how_ties_count(ties, sentence):
    made = evaluate_runs(choices=Choices(ties=ties))
    found = made.explain_query("one", "three", "q")
    words = one_query.render_effect_formula(found, ("one", "three"), made.select_query("q"))
    assert read_words(words) == (
        "A document adds g(grade) × (1/d(rank in three) − 1/d(rank in one)) / IDCG. 1/d is 0 if a "
        f"system does not show the document down to rank 2.{sentence} "
        "The effects of all documents add up to the difference."
    )


def test_only_unjudged_documents_of_a_board_are_marked(made):
    board, trace = one_query.make_query_board(made.select_query("q"), "one")
    assert [document.label for document in board.documents] == ["b", "a", "x (unjudged)"]
    assert [document.grade for document in board.documents] == [1, 3, 0]
    assert trace.ndcg == pytest.approx(0.7967, abs=1e-4)
    board, _ = one_query.make_query_board(made.select_query("q"), "three")
    assert [document.label for document in board.ranking] == ["c", "b"]
    assert [document.label for document in board.unretrieved] == ["a"]


def test_a_board_has_the_first_20_documents_and_the_best_20_of_the_others():
    grades = {f"d{n:02}": n % 30 for n in range(60)}
    runs = {"long": {"q": list(grades)[:25]}, "short": {"q": ["d59"]}, "none": {"z": ["d00"]}}
    made = evaluate_runs({"q": grades, "z": {"d00": 1}}, runs, ks=(None,)).select_query("q")
    board, trace = one_query.make_query_board(made, "long")
    assert [document.label for document in board.ranking] == list(grades)[:20]
    assert [document.label for document in board.unretrieved] == sorted(
        list(grades)[25:], key=lambda doc: (-grades[doc], doc)
    )[:20]
    assert len({document.id for document in board.documents}) == 40
    assert len(trace.actual) == 20
    board, trace = one_query.make_query_board(made, "short")
    assert [document.label for document in board.ranking] == ["d59"]
    assert trace.dcg == 29
    assert one_query.make_query_board(made, "none") is None


def test_the_way_to_another_convention_has_a_row_for_each_change(made):
    words = read_words(systems.render_second_convention(made.second, made))
    assert words.startswith("Why LightGBM prints another number one change at a time, mean NDCG@2")
    assert words.endswith(
        "one change at a time, mean NDCG@2 one two three "
        "trec_eval 10 ndcg_cut 0.8984 0.8984 0.4023 "
        "gain 2^r − 1 instead of r 0.8549 1 query 0.8549 1 query 0.3568 1 query "
        "the ideal order built from the ranking alone "
        "0.8549 0 queries 0.8549 0 queries 0.6309 1 query "
        "equal scores in input order 1.0000 1 query 0.8549 0 queries 0.6309 0 queries "
        "LightGBM 1.0000 0.8549 0.6309 4 further choices differ, but change no NDCG@2 in these "
        "files."
    )
    same = evaluate_runs({"q": {"a": 1, "b": 1}}, {"one": {"q": ["a", "b"]}}, second="lightgbm")
    assert read_words(systems.render_second_convention(same.second, same)) == (
        "LightGBM prints the same NDCG@2 one change at a time, mean NDCG@2 one "
        "trec_eval 10 ndcg_cut 1.0000 LightGBM 1.0000 "
        "7 further choices differ, but change no NDCG@2 in these files. "
        "They agree on the NDCG@2 of every query in these files."
    )
    html = systems.render_second_convention(made.second, made)
    assert str(html).count('<span class="interval">') == 3 * len(made.second.steps)

    def read_steps(evaluation, query):
        found = evaluation.get_second_convention(query), evaluation.select_query(query)
        return read_words(one_query.render_convention_steps(*found, query))

    assert read_steps(made, "r") == "LightGBM prints the same for this query."
    assert read_steps(made, "q") == (
        "towards LightGBM, one change at a time one two three "
        "trec_eval 10 ndcg_cut 0.7967 0.7967 0.1738 "
        "gain 2^r − 1 instead of r 0.7098 0.7098 0.0827 "
        "the ideal order built from the ranking alone 0.7098 0.7098 0.6309 "
        "equal scores in input order 1.0000 0.7098 0.6309"
    )
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
    opens = 'data-act="open" data-query'
    assert f'{opens}="q" aria-current="true" tabindex="0">q</button>' in str(html)
    assert f'{opens}="r" tabindex="-1">r</button>' in str(html)
    assert re.findall(r'<tr class="now" data-testid="query" data-query="(\w)">', str(html)) == ["q"]
    assert re.findall(r'data-query="(\w)" aria-current="true"', str(html)) == ["q"]
    assert "".join(re.findall(r'tabindex="0">(\w)<', str(html))) == "q"
    html = str(pair.render_query_table(rows, found, "not shown"))
    assert "".join(re.findall(r'tabindex="0">(\w)<', html)) == "q"
    html = str(pair.render_query_table(rows, found, "r"))
    assert re.findall(r'data-query="(\w)" aria-current="true" tabindex="0"', html) == ["r"]
    assert html.count('tabindex="0"') == 1
    for sort, order in (
        ("size", ["q", "r"]),
        ("query", ["q", "r"]),
        ("second", ["r", "q"]),
        ("first", ["q", "r"]),
    ):
        assert [row.query for row in pair.list_query_rows(made, found, sort)] == order
    swapped = found.with_systems_swapped
    for sort, order in (("second", ["q", "r"]), ("first", ["r", "q"])):
        assert [row.query for row in pair.list_query_rows(made, swapped, sort)] == order
    bus, cake = rows[0]._replace(query="Bus 14"), rows[0]._replace(query="cake")
    for text, matching in ((" bus ", [bus]), ("", [bus, cake]), ("KE", [cake]), ("tram", [])):
        assert pair.filter_query_rows([bus, cake], text) == matching
    chart = pair.make_unjudged_chart(found, [*rows, rows[0]._replace(unjudged=None)])
    dots = chart.spec["data"][0]
    assert (dots["hovertext"], dots["x"]) == (["q", "r"], [0, 1])
    assert chart.text.startswith(
        "Each dot is a query. On the 1 query with none unjudged in “three”"
    )
    assert pair.make_unjudged_chart(made.get_comparison(("one", "two")), rows) is None
    many = [rows[0]._replace(query=str(n)) for n in range(61)]
    for count, said in ((60, "60 queries."), (61, "The first 60 of 61. Change the order")):
        assert said in read_words(pair.render_query_table(many[:count], found, ""))


def test_other_measures_are_shown_with_their_names(made):
    words = read_words(systems.render_other_measures(made, ("one", "two")))
    heads = "system mean P@2 mean Recall@2 mean ERR(largest=3)@2 mean AP mean RR mean RBP"
    assert words.startswith(f"{heads} one 0.750 0.000 to 1.000 1.000 1.000 to 1.000 0.316")
    assert " three 0.500 0.500 to 0.500 0.750 0.000 to 1.000 0.062" in words
    assert "P@2 by grade, “two” minus “one”: 0.000 from grade 3" in words
    words = read_words(systems.render_other_measures(made, ("one", "three")))
    assert "P@2 by grade, “three” minus “one”: −0.250 from grade 3, 0.000 from grade 1." in words
    assert "AP is not a sum over documents, because the value of a relevant document" in words
    html = str(systems.render_other_measures(made, None))
    assert "<li>" not in html
    assert html.count('<td class="best">') == 12  # of one and two
    assert html.endswith('see <a href="./measures">Other measures</a>.</p>')


def test_each_table_has_a_name_for_screen_readers(made):
    names = ("one", "three")
    found = made.get_comparison(names)
    query = made.get_second_convention("q"), made.select_query("q"), "q"
    rendered = (
        systems.render_systems(made, names),
        systems.render_other_measures(made, names),
        systems.render_second_convention(made.second, made),
        pair.render_totals(made.totals[names], names),
        pair.render_query_table(pair.list_query_rows(made, found, "size"), found, "q"),
        one_query.render_moves(made.explain_query(*names, "q"), names, 2),
        one_query.render_convention_steps(*query),
    )
    assert re.findall(r'<table[^>]* aria-label="([^"]*)"', "".join(map(str, rendered))) == [
        "The systems",
        "Means of the systems by other measures",
        "Why LightGBM prints another number",
        "By grade",
        "By rank, one → three",
        "Every query",
        "The effect of each document’s move",
        "Towards LightGBM",
    ]


def test_a_finding_names_its_file_and_its_kind(made):
    assert read_words(systems.render_findings([])) == "Nothing unusual was found in the data."
    html = str(systems.render_findings(made.findings))
    assert '<li data-kind="ties" data-choice="ties"><b>one:</b> 1 document has the same' in html


def test_each_step_of_an_evaluation_is_reported():
    STEPS.clear()
    evaluate_runs(second="lightgbm")
    names = (f" of {name}" for name in RUNS)
    words = ("NDCG", "range", "pair", "difference", *names, "second convention", "other measures")
    assert len(STEPS) == len(words)
    assert [word in step for word, step in zip(words, STEPS, strict=True)] == [True] * len(words)
