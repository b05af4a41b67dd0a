"""Tables of content files, with the messages about their faults, and HTML as text."""

import pytest

from ndcg_core.content import ContentTable, read_content
from ndcg_core.html_builder import Html, extract_linear_text, extract_text, html, table, tag


def make_table(**data):
    return ContentTable(data, "file.toml", {"key": "file.toml, line 7"})


RIGHT = [
    ("pop_text", "a b", {}, "a b"),
    ("pop_text", "", {"default": "d"}, ""),
    ("pop_whole_number", 1, {}, 1),
    ("pop_whole_number", 0, {"default": 0}, 0),
    ("pop_numbers", [1, 2.5], {}, (1, 2.5)),
    ("pop_numbers", [], {}, ()),
    ("pop_texts", ["a", ""], {}, ("a", "")),
    ("pop_table", {"a": 1}, {}, {"a": 1}),
    ("pop_value", None, {}, None),
    ("pop_value", [True], {}, [True]),
]
MISSING = [
    ("pop_text", {"default": "d"}, "d"),
    ("pop_whole_number", {"default": 3}, 3),
    ("pop_numbers", {"default": [1.0]}, (1.0,)),
    ("pop_texts", {"default": []}, ()),
    ("pop_tables", {"name": "row"}, []),
    ("pop_table", {}, {}),
    ("pop_value", {}, None),
]
WRONG = [
    ("pop_text", " ", {}, "key is empty."),
    ("pop_text", 5, {}, "key is 5. It must be a string."),
    ("pop_whole_number", 0, {}, "key is 0. It must be 1 or more."),
    ("pop_whole_number", 0, {"default": 2}, "key is 0. It must be 1 or more."),
    ("pop_whole_number", True, {}, "key is True. It must be a whole number."),
    ("pop_whole_number", 1.5, {}, "key is 1.5. It must be a whole number."),
    ("pop_numbers", 1, {}, "key is 1. It must be a list of numbers."),
    ("pop_numbers", [1, "2"], {}, "key must be a list of numbers."),
    ("pop_numbers", [1, True], {}, "key must be a list of numbers."),
    ("pop_texts", ["a", 2], {}, "key must be a list of strings."),
    ("pop_tables", {}, {"name": "row"}, "key is {}. It must be a list of tables, [[key]]."),
    ("pop_tables", [{}, 1], {"name": "row"}, "key must be a list of tables, [[key]]."),
    ("pop_table", [], {}, "key is []. It must be a table."),
]
NEEDED = {
    "pop_text": "a string",
    "pop_whole_number": "a whole number",
    "pop_numbers": "a list of numbers",
    "pop_texts": "a list of strings",
}


@pytest.mark.parametrize(("method", "value", "given", "expected"), RIGHT)
def test_a_value_is_taken_out_of_its_table(method, value, given, expected):
    data = make_table(key=value)
    assert getattr(data, method)("key", **given) == expected
    data.refuse_unread()  # nothing is left


@pytest.mark.parametrize(("method", "given", "expected"), MISSING)
def test_a_missing_value_has_a_default(method, given, expected):
    assert getattr(make_table(other=1), method)("key", **given) == expected


@pytest.mark.parametrize(("method", "value", "given", "sentence"), WRONG)
def test_a_wrong_value_is_refused_with_its_line(method, value, given, sentence):
    with pytest.raises(ValueError, match="line 7") as refused:
        getattr(make_table(key=value), method)("key", **given)
    assert str(refused.value) == f"file.toml, line 7: {sentence}"


@pytest.mark.parametrize(("method", "expected"), NEEDED.items())
def test_a_value_without_a_default_is_required(method, expected):
    with pytest.raises(ValueError, match="missing") as refused:
        getattr(make_table(other=1), method)("key")
    assert str(refused.value) == f"file.toml: key is missing. It must be {expected}."


def test_tables_are_copied_merged_numbered_and_read_from_files(tmp_path):
    one, two = make_table(rows=[{"a": 1}, {"b": 2}]).pop_tables("rows", "row")
    assert (one.location, two.location) == ("file.toml, row 1", "file.toml, row 2")
    assert two.pop_value("b") == 2
    data = make_table(key=1, z=2, a=3)
    copy = data.copy_unread()
    assert copy.pop_value("a") == 3
    with pytest.raises(
        ValueError, match=r"^file\.toml, line 7: there is no key 'key', 'z' here\.$"
    ):
        copy.refuse_unread()
    with pytest.raises(ValueError, match=r"^file\.toml: there is no key 'a', 'key', 'z' here\.$"):
        data.refuse_unread()
    merged = data.merge(ContentTable({"z": 5, "y": 6}, "other.toml"))
    assert merged.location == "other.toml"
    assert [merged.pop_value(name) for name in ("key", "z", "a", "y")] == [1, 5, 3, 6]
    file = tmp_path / "a.toml"
    file.write_bytes("\ufeffkey = 'ü'\n".encode())
    assert read_content(file).pop_text("key") == "ü"
    file.write_text("key = ")
    with pytest.raises(ValueError, match=f"^{tmp_path.name}/a.toml: this is not TOML: "):
        read_content(file)


def test_html_escapes_what_is_not_html_yet():
    assert html("a'b", None, 0, Html("<i>")) == "a&#x27;b0<i>"
    assert tag("a", "x", href='"', data_a_b=0, class_="c", hidden=False, inert=True) == (
        '<a href="&quot;" data-a-b="0" class="c" inert>x</a>'
    )
    voids = [tag(name) for name in ("base", "br", "input", "link", "meta", "hr")]
    assert voids == ["<base>", "<br>", "<input>", "<link>", "<meta>", "<hr></hr>"]
    row = tag("tr", tag("td", "a"))
    assert table([], [row, row], foot=row) == (
        "<table><tbody><tr><td>a</td></tr><tr><td>a</td></tr></tbody>"
        "<tfoot><tr><td>a</td></tr></tfoot></table>"
    )


def put_in_formula(inside):
    return f"<math display='block'>{inside}</math>"


def put_in_row(*signs):
    return f"<mrow>{''.join(f'<mi>{sign}</mi>' for sign in signs)}</mrow>"


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        (f"<mfrac>{put_in_row('a', '+', 'b')}<mn>1.5</mn></mfrac>", "(a+b)/1.5"),
        (f"<msup><mn>2</mn>{put_in_row('r', '−', '1')}</msup>", "2^(r−1)"),
        ("<msub><mi>r</mi><mi>i</mi></msub>", "r_i"),
        ("<msub><mi>log</mi><mn>2</mn></msub><mo>(</mo><mi>x</mi><mo>)</mo>", "log2(x)"),
        ("<msubsup><mi>a</mi><mi>i</mi><mi>k</mi></msubsup>", "a_i^k"),
        (
            f"<munderover><mo>∑</mo>{put_in_row('i', '=', '1')}<mi>k</mi></munderover><mi>g</mi>",
            "∑_(i=1)^k g",
        ),
        ("<munder><mi>max</mi><mi>i</mi></munder>", "max_i"),
        (f"<msqrt>{put_in_row('a', 'b')}</msqrt>", "√ab"),
        (f"<msqrt>{put_in_row('a', '+', 'b')}</msqrt>", "√(a+b)"),
        ("<mtext> if </mtext><mi> x </mi>", "if x"),
        (f"<mfrac>{put_in_row('(a+b)')}<mi>&lt;</mi></mfrac>", "(a+b)/(<)"),
    ],
)
def test_a_formula_is_written_on_one_line(inside, text):
    assert extract_linear_text(f"<p>It is {put_in_formula(inside)}.</p>") == f"It is {text}."


def test_text_keeps_the_ends_of_blocks_apart():
    assert extract_text("<ul><li>a</li><li>b</li></ul><p>c</p>d<b>e</b>\n f") == "a b c de f"
    assert extract_text("<msup><mi>x</mi><mn>2</mn></msup>&amp;log\u2061x") == "x^2&logx"
