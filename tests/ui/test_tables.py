"""Tables and marked papers: exact, complete, and safe with whatever a person typed."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ndcg_core as nc
from ndcg_core.examples.published import load_examples
from ndcg_core.examples.replay import list_replay_steps
from ndcg_core.marking.marks import mark
from ndcg_core.marking.verdict_words import find_verdict_word
from ndcg_ui.components.markup import tables
from ndcg_ui.components.sheet import marked_sheets
from ndcg_ui.components.sheet.blank_sheets import describe_unmarked_sheet
from tests.acts.shown import Words


def list_values(html):
    return dict(re.findall(r'data-testid="value-(\w+)"[^>]*? data-value="([^"]*)"', html))


def list_rows(html):
    body = html.split("<tbody>")[1].split("</tbody>")[0]
    return [
        [re.sub(r"<[^>]*>", "", cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in re.findall(r"<tr.*?</tr>", body)
    ]


@given(st.lists(st.floats(0, 5), min_size=1, max_size=12), st.none() | st.integers(1, 15))
def test_the_four_numbers_equal_the_cores(grades, k):
    found = list_values(tables.render_fraction(nc.trace(grades, k)))
    expected = {f.__name__: f(grades, k) for f in (nc.cg, nc.dcg, nc.idcg, nc.ndcg)}
    assert {name: float(text) for name, text in found.items()} == expected
    assert found == {name: f"{value:.17g}" for name, value in expected.items()}


def test_a_row_has_the_class_of_its_state_and_marks_the_current_step():
    row = nc.trace([3, 2]).actual[1]
    plain, now = (tables.render_row(row, css) for css in ("", "now"))
    assert "class" not in plain.partition(">")[0]
    assert "aria-current" not in plain
    assert '<tr class="now" data-doc="1" data-rank="2" aria-current="step" tabindex="-1">' in now


SHEETS = {
    f"{example.slug}/{number}": sheet
    for example in load_examples()
    for number, sheet in enumerate(example.sheets)
}


def make_marks(sheet):
    return {m.cell: m for m in mark(sheet)}


def render_paper(sheet, *, asking=False, reached=None):
    """Return a completely calculated sheet as markup, with both orders and the sums."""
    marks = make_marks(sheet)
    upto = sheet.trace.k if reached is None else reached
    done = tuple(cell for step in list_replay_steps(sheet) for cell in step.cells)
    return "".join(
        [
            marked_sheets.render_side(sheet, marks, side, upto, hides_verdicts=asking)
            for side in ("actual", "ideal")
        ]
        + [marked_sheets.render_totals(sheet, marks, done, hides_verdicts=asking)]
    )


def list_verdicts(html):
    found = re.findall(r'data-testid="verdict" data-cell="([^"]+)" data-verdict="([^"]+)"', html)
    return dict(found)


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_a_sheet_has_the_cores_numbers_and_no_verdicts_during_a_question(sheet):
    shown = list_verdicts(render_paper(sheet))
    marks = make_marks(sheet)
    assert shown == {cell: marks[cell].verdict for cell in shown}
    assert set(shown) >= {cell for cell in marks if "." not in cell or ".term." in cell}
    html = render_paper(sheet)
    for term in (*sheet.trace.actual, *sheet.trace.ideal):
        assert f'title="{nc.exact(term.value)}">{nc.number(term.value)}<' in html
    html = render_paper(sheet, asking=True)
    assert list_verdicts(html) == {}
    assert 'title="' not in html
    assert "as-printed" in html


PAPER = nc.Sheet(
    (3, 2, 0),
    labels=("A", "B", "C"),
    given={
        **{"actual.label.1": "A1", "actual.grade.1": "3", "actual.gain.2": "2"},
        **{"actual.discount.2": "1.5", "actual.term.1": "3", "actual.term.2": "1.33"},
        **{"ideal.grade.1": "2", "ideal.grade.3": "0", "dcg": "4.33", "idcg": "4.26"},
    },
    working={"dcg": ("3 + 1.33",)},
)
FOLLOWS = "This number follows from the numbers before it."


def test_a_marked_sheet_is_revealed_row_by_row_and_sum_by_sum():
    marks = make_marks(PAPER)

    def render_side(side, last_rank, **more):
        return marked_sheets.render_side(PAPER, marks, side, last_rank, **more)

    html = render_side("actual", 2, current_rank=2)
    assert Words(html).table == [
        ["rank", "document", "grade", "term of DCG, as printed", "exact", "verdict"],
        ["1", "A1", "3 right", "3", "3.000", "right  label A1 not marked"],
        ["2", "B", "2", "1.33", "1.262", f"carried {FOLLOWS} gain 2 right discount 1.5 wrong"],
        ["3", "C", "0", "", "", ""],
    ]
    verdicts = ["right", "right", "invalid", "carried", "right", "wrong"]
    assert re.findall(r'data-testid="verdict" data-cell="[^"]+" data-verdict="(\w+)"', html) == (
        verdicts
    )
    assert f'data-verdict="carried" title="{FOLLOWS}">carried</span>' in html
    assert re.findall(r'<span class="([\w-]+)">(label|gain|discount)', html) == [
        *[("part", "label"), ("for-screen-readers", "gain"), ("part", "discount")],
    ]
    start = '<table class="steps marked actual" data-testid="steps"><caption>The ranking</caption>'
    assert html.startswith(start)
    assert re.findall(r"<tr[^>]*>", html)[1:3] == [
        '<tr data-doc="0" tabindex="0">',
        '<tr class="now" data-doc="1" aria-current="step" tabindex="-1">',
    ]
    assert [row[2:] for row in list_rows(render_side("actual", 0))] == [
        *[["3", "", "", ""], ["2", "", "", ""], ["0", "", "", ""]],
    ]
    assert [row[1:] for row in list_rows(render_side("actual", 0, hides_verdicts=True))] == [
        *[["A1", "3", "3", "", ""], ["B", "2", "1.33", "", ""], ["C", "0", "", "", ""]],
    ]
    start = '<table class="steps marked ideal" data-testid="ideal"><caption>The ideal order<'
    assert render_side("ideal", 1).startswith(start)
    assert list_rows(render_side("ideal", 1)) == [
        ["1", "A", "2 wrong", "", "3.000", "not printed"],
        *[["2", "", "", "", "", ""], ["3", "", "", "", "", ""]],
    ]
    assert [row[1:3] for row in list_rows(render_side("ideal", 0, ideal_state="ordered"))] == [
        *[["A", "2 wrong"], ["B", "2"], ["C", "0 right"]],
    ]
    sums = ("dcg", "idcg", "ndcg")
    html = marked_sheets.render_totals(PAPER, marks, sums[:2], hides_verdicts=False, names=sums)
    assert list_rows(html) == [
        ["DCG@3", "3 + 1.33 = 4.33", "4.262", f"carried {FOLLOWS}"],
        ["IDCG@3", "4.26", "4.262", "right "],
        ["NDCG@3", "", "", ""],
    ]
    start = '<table class="steps marked totals" data-testid="totals"><caption>The sums</caption>'
    assert html.startswith(start)
    alone = marked_sheets.render_totals(PAPER, marks, sums, hides_verdicts=False, names=("ndcg",))
    assert "marked totals close" in alone  # nothing is printed with its working
    asked = marked_sheets.render_totals(PAPER, marks, (), hides_verdicts=True, names=sums)
    assert [row[1:] for row in list_rows(asked)] == [
        *[["3 + 1.33 = 4.33", "", ""], ["4.26", "", ""], ["", "", ""]],
    ]


def test_a_blank_sheet_has_a_labelled_field_for_each_blank_and_a_message_row():
    sheet = nc.Sheet(
        (3, 2, 0),
        k=2,
        blanks=("actual.term.2", "dcg", "mean"),
        given={"actual.grade.1": "3", "actual.cumulative.1": "3.000", "ndcg": "1.000", "dcg": "4"},
        others=((1,),),
    )
    data = describe_unmarked_sheet(sheet, "a/b", "f")
    html = data.pop("html")
    texts = {"actual.term.2": "", "dcg": "4", "mean": ""}
    assert data == {"place": "a/b", "form": "f", "texts": texts, "marks": {}, "state": "open"}
    tables = [html[at.start() :].partition("</table>")[0] for at in re.finditer("<table", html)]
    field = "|".join(sheet.blanks)
    cells = re.sub(rf'<span class="blank" data-cell="({field})">.*?</span></span>', r"[\1]", html)
    assert [Words(part).table for part in cells.split("<caption>")[1:]] == [
        [
            ["rank", "grade", "term", "running sum"],
            *[["1", "3", "–", "3.000"], [""], ["2", "–", "[actual.term.2]", "–"], [""]],
        ],
        [["DCG@2", "[dcg]"], [""], ["NDCG@2", "1.000"], [""], ["mean of NDCG", "[mean]"], [""]],
    ]
    assert re.findall('class="(steps[^"]*)"><caption>([^<]*)<', html) == [
        *[("steps filling actual", "The ranking"), ("steps filling totals", "The sums")],
    ]
    message = '<tr class="message" data-testid="message" hidden><td colspan="{}"></td></tr>'
    assert [tables[0].count(message.format(4)), tables[1].count(message.format(2))] == [2, 3]
    assert re.findall(r'<input[^>]* data-cell="([^"]*)"[^>]* aria-label="([^"]*)">', html) == [
        ("actual.term.2", "The term at rank 2 of the ranking"),
        *[("dcg", "DCG"), ("mean", "The mean of NDCG")],
    ]
    for attribute in ("inputmode", "autocomplete", "autocapitalize", "spellcheck"):
        value = {"inputmode": "text", "spellcheck": "false"}.get(attribute, "off")
        assert html.count(f' {attribute}="{value}"') == 3
    grades = nc.Sheet((3, 2), given={"ideal.grade.2": "2"})
    assert re.findall("<caption>([^<]*)<", describe_unmarked_sheet(grades, "", "")["html"]) == [
        "The ideal order"
    ]


@pytest.mark.parametrize(
    ("cell", "is_marked", "words"),
    [
        ("dcg", True, f" 4.33. carried {FOLLOWS}"),
        ("dcg", False, " 4.33."),
        ("ndcg", True, " nothing here."),
        ("", True, " 2, 0."),  # the ideal order
    ],
)
def test_a_printed_number_is_explained(cell, is_marked, words):
    marks = make_marks(PAPER) if is_marked else {}
    said = marked_sheets.explain_printed_number(PAPER, marks, cell)
    assert Words(said).text == f"This source prints{words}"


def test_verdicts_have_words_and_labels_are_text():
    for name, sheet in SHEETS.items():
        html = render_paper(sheet)
        for cell, verdict in list_verdicts(html).items():
            found = re.search(rf'data-cell="{re.escape(cell)}"[^>]*>(.*?)</span>', html)
            assert found, name
            assert find_verdict_word(verdict) in re.sub("<[^>]*>", "", found[1]), (name, cell)
    html = render_paper(SHEETS["001-textbook-nine-threes/0"])
    assert "not printed" in html
    sheet = SHEETS["004-hand-check/0"]
    html = marked_sheets.render_totals(
        sheet, make_marks(sheet), (), hides_verdicts=False, names=("cg", "dcg")
    )
    assert re.findall(r'<th scope="row">(\w+)@', html) == ["CG", "DCG"]
    sheet = SHEETS["003-five-chunks/0"]
    typed = {"actual.label.1": "<script>", "actual.term.1": "<b>1</b>"}
    changed = replace(sheet, given={**sheet.given, **typed})
    html = marked_sheets.render_side(changed, make_marks(changed), "actual", 5)
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert "<b>1</b>" not in html


def test_a_sum_that_differs_from_its_printed_terms_is_marked():
    assert "DCG@5 ≈" in str(
        tables.render_steps(nc.trace([2, 3, 1, 0, 2]))
    )  # 5.166; the terms: 5.167
    assert "≈" not in str(tables.render_steps(nc.trace([3, 2, 3, 0, 1])))
