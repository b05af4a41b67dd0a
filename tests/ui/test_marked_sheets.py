"""A marked paper: every printed number beside the exact one, with the verdict the core gives."""

import re

import pytest

import ndcg_core as nc
from ndcg_core.examples.published import load_examples
from ndcg_core.examples.replay import steps
from ndcg_core.marking.marks import mark
from ndcg_ui.html import marked_sheets
from ndcg_ui.html.marked_sheets import printed

SHEETS = {
    f"{example.slug}/{number}": sheet
    for example in load_examples()
    for number, sheet in enumerate(example.sheets)
}


def marks_of(sheet):
    return {m.cell: m for m in mark(sheet)}


def paper(sheet, *, asking=False, reached=None):
    """Both sides and the sums, worked out to the end."""
    marks = marks_of(sheet)
    upto = sheet.trace.k if reached is None else reached
    done = tuple(cell for step in steps(sheet) for cell in step.cells)
    return "".join(
        [
            marked_sheets.side_table(sheet, marks, side, upto, asking=asking)
            for side in ("actual", "ideal")
        ]
        + [marked_sheets.totals_table(sheet, marks, done, asking=asking)]
    )


def verdicts(html):
    found = re.findall(r'data-testid="verdict" data-cell="([^"]+)" data-verdict="([^"]+)"', html)
    return dict(found)


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_every_verdict_on_the_paper_is_the_cores(sheet):
    shown = verdicts(paper(sheet))
    marks = marks_of(sheet)
    assert shown == {cell: marks[cell].verdict for cell in shown}
    assert set(shown) >= {cell for cell in marks if "." not in cell or ".term." in cell}


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_every_exact_term_stands_beside_the_printed_one(sheet):
    html = paper(sheet)
    for term in (*sheet.trace.actual, *sheet.trace.ideal):
        assert f'title="{nc.exact(term.value)}">{nc.number(term.value)}<' in html


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_asking_shows_what_is_printed_and_no_answer(sheet):
    html = paper(sheet, asking=True)
    assert verdicts(html) == {}
    assert 'title="' not in html
    assert "as-printed" in html


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_rows_not_yet_reached_are_empty(sheet):
    html = marked_sheets.side_table(sheet, marks_of(sheet), "actual", 1)
    body = html.split("<tbody>")[1]
    shown = [row for row in re.findall(r"<tr.*?</tr>", body) if "<td>" in row and "data-doc" in row]
    assert len(shown) == 1
    assert {int(cell.split(".")[2]) for cell in verdicts(html)} <= {1}


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_an_ideal_order_that_has_been_put_is_shown_and_nothing_is_worked_out_yet(sheet):
    later = marked_sheets.side_table(sheet, marks_of(sheet), "ideal", 0)
    put = marked_sheets.side_table(sheet, marks_of(sheet), "ideal", 0, ordered="ordered")
    assert [row[1] for row in rows_of(later)] == [""] * len(sheet.trace.ideal)
    for term, row in zip(sheet.trace.ideal, rows_of(put), strict=True):
        wanted = sheet.given.get(f"ideal.grade.{term.rank}", nc.short(term.grade))
        assert row[1].split()[0] == wanted
        assert row[2:] == ["", "", ""]


def rows_of(html):
    body = html.split("<tbody>")[1]
    return [
        [re.sub("<[^>]*>", "", cell).strip() for cell in re.findall("<td[^>]*>(.*?)</td>", row)]
        for row in re.findall(r"<tr.*?</tr>", body)
    ]


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_of_an_ideal_order_is_said_what_is_printed(sheet):
    order = [sheet.given.get(f"ideal.grade.{term.rank}") for term in sheet.trace.ideal]
    sentence = printed(sheet, marks_of(sheet), "")
    if any(order):
        assert sentence == f"It prints <b>{', '.join(grade for grade in order if grade)}</b>."
    else:
        assert sentence == "It prints nothing here."


def test_sums_that_a_replay_ends_before_are_not_named():
    sheet = SHEETS["004-hand-check/0"]
    html = marked_sheets.totals_table(sheet, marks_of(sheet), (), asking=False, names=("cg", "dcg"))
    assert re.findall(r'<th scope="row">(\w+)@', html) == ["CG", "DCG"]


def test_a_verdict_has_its_word_and_not_only_its_colour():
    for name, sheet in SHEETS.items():
        html = paper(sheet)
        for cell, verdict in verdicts(html).items():
            found = re.search(rf'data-cell="{re.escape(cell)}"[^>]*>(.*?)</span>', html)
            assert found, name
            assert verdict in re.sub("<[^>]*>", "", found[1]), (name, cell)


def test_what_is_not_printed_says_so_and_has_no_verdict():
    html = paper(SHEETS["001-textbook-nine-threes/0"])
    assert "not printed" in html


def test_a_printed_label_is_text():
    sheet = SHEETS["003-five-chunks/0"]
    changed = type(sheet)(
        **{
            name: getattr(sheet, name)
            for name in sheet.__dataclass_fields__
            if sheet.__dataclass_fields__[name].init
        }
        | {"given": {**sheet.given, "actual.label.1": "<script>", "actual.term.1": "<b>1</b>"}}
    )
    html = marked_sheets.side_table(changed, marks_of(changed), "actual", 5)
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert "<b>1</b>" not in html
