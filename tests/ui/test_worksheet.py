"""The worksheet page without a browser: its link, its boxes, its codes, its key."""

import re
from html import unescape
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import Variant
from ndcg_core.exercises.worksheets import Worksheet, WorksheetExercise
from ndcg_core.quizzes.formats import QUIZ_FORMATS, format_quiz
from ndcg_ui.hosts.server import downloads
from ndcg_ui.pages.worksheet import exercises
from tests.acts.shown import Shown, Words


def list_parts(page, name: str) -> list[str]:
    return page.html.split(f'data-testid="{name}"')[1:]


def list_queries(page) -> list[dict[str, str]]:
    """Return the address in each exercise's QR code."""
    addresses = re.findall(r'class="address" href="([^"]+)"', page.html)
    return [dict(parse_qsl(urlsplit(unescape(one)).query)) for one in addresses]


def list_boxes(exercise: str) -> list[str]:
    return re.findall(r'data-testid="box" data-cell="([^"]+)"', exercise)


# --- The key ----------------------------------------------------------------------------------


def test_a_qr_code_opens_the_exercise_next_to_it():
    page = Shown("worksheet", skills="dcg,judged-pool,mean-empty", difficulty="all", number="3")
    for paper, query in zip(list_parts(page, "exercise"), list_queries(page), strict=True):
        sheet = Shown("practice", **query).get_data("sheet")["html"]
        assert sorted(set(re.findall(r'<input[^>]* data-cell="([^"]+)"', sheet))) == sorted(
            list_boxes(paper)
        )


def test_the_key_has_the_sum_of_rounded_terms_too_if_it_differs():
    """3 + 1.893 + 1 + 0.431 = 6.324, but the exact sum is 6.323."""
    page = Shown("worksheet", skills="idcg", difficulty="all", number="6")
    answers = [line for line in page.get_markup("key").lines if line.startswith("IDCG@")]
    assert any(line.endswith(" 6.323 or 6.324") for line in answers)
    assert any(" or " not in line for line in answers)


def test_each_button_prints_a_paper_and_hides_words_for_screen_readers():
    page = Shown("worksheet", skills="ndcg", difficulty="all", number="1")
    wanted = re.findall(r'data-print="(\w+)"', page.get_markup("acts").html)
    assert wanted == re.findall(r'data-printed="(\w+)"', page.html) == ["exercises", "key"]
    words = re.findall(r'data-cell="[^"]+"><span class="([\w-]+)">to fill in<', page.html)
    assert set(words) == {"for-screen-readers"}
    lines = re.findall(r"<span>(\w+)<span class=\"(line\b[^\"]*)\">", page.html)
    assert lines == [("Name", "line long"), ("Date", "line")]


@pytest.mark.parametrize(
    ("skill", "css"), [("dcg", "to-write in-rows"), ("nothing-relevant", "to-write")]
)
def test_only_a_table_with_boxes_in_its_rows_is_wide(skill, css):
    page = Shown("worksheet", skills=skill, difficulty="all", number="1")
    assert re.findall(r'class="(to-write[^"]*)"', page.html) == [css]


def test_a_mean_has_a_box_for_each_other_query_before_it():
    page = Shown("worksheet", skills="mean-empty", difficulty="all", number="1")
    sums = page.html.partition("The sums</caption>")[2].partition("</tr>")[0]
    names = re.findall(r'<th scope="col">([^<]*)</th>', sums)
    assert [name.partition(", ")[2] or name for name in names] == [
        *["query 1"] * 3,
        *("query 2", "query 3", "mean of NDCG"),
    ]
    assert re.findall("<h4>(.*?)</h4>", page.html) == ["Query 1", "Query 2", "Query 3"]


ACTUAL, IDEAL = "Every step", "The ideal order"
SOLUTIONS = [  # an exercise, its sums on paper, its answers, and its worked steps
    (
        Variant("cg", (3, 0, 2), k=2),
        [["CG@2"], ["[cg]"]],
        ["CG@2 3.000"],
        [ACTUAL, "CG@2 = 3 +0 =3"],
    ),
    (
        Variant("term", (3, 0, 2), rank=3),
        [],
        [
            f"{name} of the ranking, rank 3: {number}"
            for name, number in (*[("Gain", "2"), ("Discount", "2.000"), ("Term", "1.000")],)
        ],
        [ACTUAL, "DCG@3 = 3 +0 +1 =4"],
    ),
    (
        Variant("dcg", (3, 1, 0)),
        [["DCG@3"], ["[dcg]"]],
        ["Term of the ranking, rank 1: 3.000, rank 2: 0.631, rank 3: 0.000", "DCG@3 3.631"],
        [ACTUAL, "DCG@3 = 3 +0.631 +0 =3.631"],
    ),
    (
        Variant("ideal-order", (1, 0, 3)),
        [],
        ["Grade of the ideal order, rank 1: 3, rank 2: 1, rank 3: 0"],
        [IDEAL, "IDCG@3 = 3 +0.631 +0 =3.631"],
    ),
    (
        Variant("idcg", (1, 3)),
        [["IDCG@2"], ["[idcg]"]],
        [
            "Grade of the ideal order, rank 1: 3, rank 2: 1",
            "Term of the ideal order, rank 1: 3.000, rank 2: 0.631",
            "IDCG@2 3.631",
        ],
        [IDEAL, "IDCG@2 = 3 +0.631 =3.631"],
    ),
    (
        Variant("mean", (1, 3), others=((0, 1),)),
        [
            [
                *(f"{name}@2, query 1" for name in ("DCG", "IDCG", "NDCG")),
                "NDCG@2, query 2",
                "mean of NDCG",
            ],
            ["2.893", "3.631", "[ndcg]", "[]", "[mean]"],
        ],
        ["NDCG@2 0.797", "mean of NDCG 0.714"],
        [
            *["Query 1", ACTUAL, "DCG@2 = 1 +1.893 =2.893", IDEAL, "IDCG@2 = 3 +0.631 =3.631"],
            *["NDCG@2 = 2.8933.631=0.797"],
            *["Query 2", ACTUAL, "DCG@2 = 0 +0.631 =0.631", IDEAL, "IDCG@2 = 1 +0 =1"],
            *["NDCG@2 = 0.6311.000=0.631", "mean of NDCG = (0.797 + 0.631) / 2 = 0.714"],
        ],
    ),
]


@pytest.mark.parametrize(
    ("variant", "sums", "answers", "steps"), SOLUTIONS, ids=[one[0].skill for one in SOLUTIONS]
)
def test_an_exercise_has_boxes_and_the_key_has_each_step_that_its_skill_needs(
    variant, sums, answers, steps
):
    exercise = WorksheetExercise(variant, "all")
    paper = exercises.render_exercise(4, exercise, "http://localhost")
    address = f"http://localhost/practice?{urlencode(exercise.link, safe=',;')}"
    assert Words(paper).links == [(address, address)]
    assert '<div class="code" role="img" aria-label="QR code of the address' in paper
    box = (
        r'<span class="box" data-testid="box"(?: data-cell="([^"]*)")?>(?:<span.*?</span>)?</span>'
    )
    last = re.sub(box, lambda found: f"[{found[1] or ''}]", paper.partition("The sums")[2])
    assert Words(last).table == sums
    key = Words(exercises.render_solution(4, exercise))
    title = f"4. {variant.practised_skill.title}"
    assert (key.lines[0], Words(paper).lines[0]) == (title, title)
    assert key.lines[1:3] == Words(paper).lines[1:3]
    assert key.lines[3 : 3 + len(answers)] == answers
    rows = {text for row in key.table for text in row}
    assert [line for line in key.lines[3 + len(answers) :] if line not in rows] == steps
    assert "tabindex" not in key.html
    assert key.html.count('<p class="formula"><span class="of">') == sum(" = " in s for s in steps)


# --- The link ----------------------------------------------------------------------------------


def test_choices_are_on_the_sheet_and_in_the_link():
    page = Shown("worksheet", skills="idcg")
    for name, value in {"cg": "on", "number": "3", "paper": "letter"}.items():
        page.act("controls", do="set", name=name, value=value)
    assert [query["skill"] for query in list_queries(page)] == ["cg", "cg", "idcg"]
    link = {"skills": "cg,idcg", "difficulty": "half", "number": "3", "paper": "letter"}
    assert page.link == link | {"seed": "1"}
    page = Shown("worksheet", skills="nothing-relevant", number="20")
    assert len(list_queries(page)) == 8
    assert "only 8 different exercises" in page.problems[0]
    page = Shown("worksheet", paper="a9")
    assert page.problems == [
        "There is no paper size 'a9'. The sizes are a4, letter. The default is used."
    ]


def test_a_refused_number_stays_in_its_field_until_a_valid_one():
    page = Shown("worksheet", skills="dcg", number="2")
    assert page.get_data("controls")["refused"] == ""
    before = list_queries(page)
    for name, value in (("number", "0"), ("number", "two"), ("dcg", "")):
        page.act("controls", do="set", name=name, value=value)
        (problem,) = page.problems
        assert problem.endswith(".")
        assert page.get_data("controls")["refused"] == name
        assert page.get_data("controls")["values"]["number"] == "2"
        assert page.get_data("controls")["values"]["dcg"] == "on"
        assert list_queries(page) == before
    page.act("controls", do="set", name="number", value="3")
    assert page.problems == []
    assert page.get_data("controls")["refused"] == ""
    assert page.get_data("controls")["values"]["number"] == "3"


@pytest.mark.parametrize(
    ("skills", "sentence"),
    [("", "No skill is chosen. The skills are cg, "), ("cg,no", "There is no skill 'no'. The ")],
)
def test_skills_that_do_not_exist_are_named(skills, sentence):
    (problem,) = Shown("worksheet", skills=skills).problems
    assert problem.startswith(sentence)
    assert problem.endswith(" The default is used.")


def test_only_a_page_at_a_local_address_has_a_remark_on_its_qr_codes():
    page = Shown("worksheet")
    for origin, has_remark in (("http://localhost", True), ("https://ndcg.example.edu", False)):
        page.state = {"address": f"{origin}/worksheet"}
        page.act()
        assert ("the QR codes contain that computer’s address" in page.text) == has_remark


def test_each_link_for_a_learning_management_system_saves_the_sheet_on_the_page():
    page = Shown("worksheet", skills="cg,term", difficulty="last", number="2", seed="7")
    client = TestClient(Starlette(routes=downloads.list_routes()), base_url="http://localhost")
    sheet = Worksheet(("cg", "term"), "last", 2, seed=7)
    for key, one in QUIZ_FORMATS.items():
        name = one["name"]
        link = re.search(rf'download="{name}" href="([^"]+)">{one["title"]}<', page.html)
        answer = client.get(unescape(link[1]))
        assert answer.content == format_quiz(key, "NDCG worksheet 7", sheet.exercises)
        assert answer.headers["content-type"].startswith(one["media_type"])
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'


@pytest.mark.parametrize(
    ("before", "drawn", "after"),
    [
        *[("7", 0, "8"), ("7", 0.99999, "6"), ("9999", 0, "1"), ("1", 0.5, "5001")],
        *[("7", 1, "7"), ("7", -0.1, "7"), ("7", "0.5", "7"), ("7", None, "7")],
    ],
)
def test_another_sheet_never_has_the_same_number(before, drawn, after):
    page = Shown("worksheet", skills="cg", number="1", seed=before)
    page.act("acts", act="another", seed=drawn)
    assert (page.link["seed"], page.problems) == (after, [])
    assert f"Sheet {after}" in page.get_markup("exercises").lines
    assert f"Sheet {after}" in page.get_markup("key").lines


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ({"number": "0"}, "The number of exercises is 0. It must be a whole number, 1 to 20."),
        ({"number": "21"}, "The number of exercises is 21. It must be a whole number, 1 to 20."),
        (
            {"number": "2.5"},
            "The number of exercises is '2.5'. It must be a whole number, 1 to 20.",
        ),
        ({"seed": "10000"}, "The seed is 10000. It must be a whole number, 1 to 9999."),
        (
            {"difficulty": "no"},
            "There is no difficulty 'no'. The difficulties are last, half, all.",
        ),
    ],
    ids=str,
)
def test_a_bad_field_of_a_link_has_its_default(link, problem):
    page = Shown("worksheet", **{"skills": "cg", "number": "1", **link})
    assert page.problems == [f"{problem} The default is used."]
    defaults = {"difficulty": "half", "number": "6" if "number" in link else "1", "seed": "1"}
    assert page.link == {"skills": "cg", **defaults, "paper": "a4"}


def test_the_fields_show_the_choices():
    page = Shown("worksheet", skills="idcg,cg", difficulty="all", number="2", paper="letter")
    values = page.get_data("controls")["values"]
    chosen = {name: values.pop(name) for name in ("difficulty", "number", "paper")}
    assert chosen == {"difficulty": "all", "number": "2", "paper": "letter"}
    assert values == {skill: "on" if skill in ("cg", "idcg") else "" for skill in SKILLS}
    assert re.findall(
        r'class="paper (\w+)" data-printed="(\w+)" data-paper="(\w+)"', page.html
    ) == [
        *[("letter", "exercises", "letter"), ("letter", "key", "letter")],
    ]
    page.act("controls", do="set", name="idcg", value="")
    assert page.link["skills"] == "cg"
    page.act("controls", do="set", name="difficulty", value="last")
    assert page.link == {
        **{"skills": "cg", "difficulty": "last", "number": "2", "paper": "letter", "seed": "1"},
    }
    most = Shown("worksheet", skills="nothing-relevant", number="20", seed="9999")
    assert (most.link["number"], most.link["seed"]) == ("20", "9999")


def test_another_sheet_keeps_the_choices():
    page = Shown("worksheet", skills="dcg", number="5", difficulty="all", seed="7")
    before = list_queries(page)
    page.act("acts", act="another", seed=0.3)
    assert list_queries(page) != before
    assert {query["skill"] for query in list_queries(page)} == {"dcg"}
    assert page.link["seed"] != "7"
    assert len(list_queries(page)) == 5
    page = Shown("worksheet", skills="dcg", number="2")
    before = list_queries(page)
    page.act("controls", do="set", name="dcg", value="")
    assert list_queries(page) == before
    assert "at least one skill" in page.problems[0]


# --- Where the codes lead ----------------------------------------------------------------------
