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
