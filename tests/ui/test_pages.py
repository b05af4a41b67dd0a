"""The pages as Streamlit runs them: they come up, follow what is done, survive what is wrong."""

import pytest

import ndcg_core as nc

EMPTY = "Write its grade, 0 if the document is not relevant, or take out the separator."


@pytest.mark.parametrize("path", ["", "playground", "examples"])
def test_a_page_comes_up(visit, path):
    page = visit(path)
    assert page.html.count("<h1>") == 1
    assert page.problems == []


def test_the_playground_starts_with_the_first_ranking(visit):
    page = visit("playground")
    assert page.ranking == "A3 B2 C3 D0 E1"
    assert page.value("ndcg") == nc.ndcg([3, 2, 3, 0, 1])


def test_a_typed_ranking_is_shown_and_written_into_the_link(visit):
    page = visit("playground")
    page.command(do="type", text="X:1 Y:3")
    page.run()
    assert page.ranking == "X1 Y3"
    assert page.value("dcg") == nc.dcg([1, 3])
    assert page.app.query_params == {"r": "X:1,Y:3"}


def test_bad_text_keeps_the_last_good_ranking_and_says_which_item_is_wrong(visit):
    page = visit("playground", r="1,2")
    page.command(do="type", text="3, two, 1")
    page.run()
    assert page.ranking == "A1 B2"
    assert "Item 2" in page.problems[0]
    page.command(do="type", text="3, 2, 1")
    page.run()
    assert page.ranking == "A3 B2 C1"
    assert page.problems == []


def test_a_grade_too_large_to_calculate_with_keeps_the_last_good_ranking(visit):
    page = visit("playground", r="1,2", gain="exponential")
    page.command(do="type", text="5000, 1")
    page.run()
    assert page.ranking == "A1 B2"
    assert page.value("ndcg") == nc.ndcg([1, 2], convention=nc.CONVENTIONS["exponential"])
    assert len(page.problems) == 1


def test_a_gain_that_cannot_be_calculated_is_refused_with_a_sentence(visit):
    page = visit("playground", r="5000,1")
    page.app.segmented_control(key="playground.gain").set_value("exponential")
    page.run()
    assert page.value("dcg") == nc.dcg([5000, 1])
    assert len(page.problems) == 1


def test_a_link_to_a_gain_that_cannot_be_calculated_says_so(visit):
    assert len(visit("playground", r="5000,1", gain="exponential").problems) == 1


def test_the_controls_change_the_calculation_and_the_link(visit):
    page = visit("playground", r="0,3,2")
    page.app.number_input(key="playground.k").set_value(2)
    page.app.segmented_control(key="playground.gain").set_value("exponential")
    page.app.selectbox(key="playground.discount").set_value("logb(i)")
    page.run()
    page.app.number_input(key="playground.base").set_value(3.0)
    page.app.selectbox(key="playground.ideal").set_value("grades")
    page.run()
    assert page.value("dcg") == 7.0  # (2^0 - 1) + (2^3 - 1), nothing divided below rank 3
    assert page.app.query_params == {
        "r": "0,3,2",
        "k": "2",
        "gain": "exponential",
        "discount": "logb(i)",
        "base": "3",
        "ideal": "grades",
    }


def test_the_base_is_asked_for_only_where_it_counts(visit):
    page = visit("playground")
    assert [field.key for field in page.app.number_input] == ["playground.k"]
    assert "playground.base" in [
        field.key for field in visit("playground", discount="logb(i)").app.number_input
    ]


def test_a_wrong_link_gives_defaults_and_sentences(visit):
    page = visit("playground", r="3,x", k="0", gain="cubic")
    assert page.ranking == "A3 B2 C3 D0 E1"
    assert len(page.problems) == 3


HOSTILE = [
    {"k": "9" * 22},
    {"k": "9007199254740993"},
    {"base": "1e300", "discount": "logb(i)"},
    {"base": "inf"},
    {"r": "1e308,1e308,1e308"},
    {"r": "1,1", "judged": "2," * 200},
    {"r": "<script>alert(1)</script>:3", "judged": "<b>:2"},
]


@pytest.mark.parametrize("query", HOSTILE, ids=str)
def test_no_link_breaks_the_playground(visit, query):
    assert 0 <= visit("playground", **query).value("ndcg") <= 1


@pytest.mark.parametrize(
    "query",
    [
        {"example": "none"},
        {"sheet": "0"},
        {"sheet": "9" * 5000},
        {"sheet": "-1"},
        {"step": "dcg.x"},
    ],
    ids=lambda query: str(query)[:30],
)
def test_no_link_breaks_the_examples(visit, query):
    assert visit("examples", **query).app.selectbox(key="examples.example").value


def test_judged_documents_enter_the_ideal_and_not_the_ranking(visit):
    page = visit("playground", r="1,2", judged="1,2,3")
    assert page.ranking == "A1 B2"
    assert page.value("idcg") == nc.idcg([1, 2], judged=[1, 2, 3])
    page.app.selectbox(key="playground.ideal").set_value("grades")
    page.run()
    assert page.value("idcg") == nc.idcg([1, 2])


def test_a_name_that_looks_like_html_is_text_everywhere(visit):
    page = visit("playground", r="<img>:3,B:2")
    assert page.ranking == "<img>3 B2"
    assert "<img" not in page.html
    assert "&lt;img&gt;" in page.html


def test_an_item_that_looks_like_html_is_text_in_the_sentence_about_it(visit):
    page = visit("playground")
    page.command(do="type", text="3, <img>")
    page.run()
    assert "“<img>”" in page.problems[0]
    assert "<img" not in page.html
