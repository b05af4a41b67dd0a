"""The results that a wall and a review draw, and the files of a class, run in Node."""

import json
import re
from io import BytesIO
from zipfile import ZipFile

import pytest

from ndcg_core.marking.verdict_words import GROUP_WORDS
from tests.ui.scenes import make_scene_runner, needs_node, read_module

WORDS = json.dumps(json.dumps(GROUP_WORDS))
DRAWN = f"""
import {{ renderOptions, renderResults, summarizeResults }} from "./classroom/results.js";
import {{ zipFiles }} from "./classroom/zip.js";
globalThis.document = {{ documentElement: {{ dataset: {{ outcomes: {WORDS} }} }} }};
let result;
"""
OF_CLASS = (
    "images.js",
    "outcomes.js",
    "pictures.js",
    "results.js",
    "review.js",
    "shared.js",
    "zip.js",
)
OF_EXHIBIT = ("asking.js", "make.js", "storage.js", "version.js")
MODULES = {f"classroom/{name}": read_module(f"classroom/{name}") for name in OF_CLASS}
MODULES |= {f"exhibit/{name}": read_module(f"exhibit/{name}") for name in OF_EXHIBIT}
MODULES["components/markup/band.js"] = "export const mountBand = () => {};"
pytestmark = needs_node


@pytest.fixture
def node(tmp_path):
    return make_scene_runner(tmp_path, MODULES, DRAWN)


def make_group(key, count, outcome="", **more):
    return {"key": key, "label": key, "outcome": outcome, "count": count, "written": key, **more}


def read_rows(html: str) -> list[dict[str, str]]:
    """Return the data, the words and the bar widths of each row."""
    found = []
    for row in re.findall(r"<li (.*?)</li>", html, re.DOTALL):
        told = dict(re.findall(r'data-([a-z]+)="([^"]*)"', row))
        widths = re.findall(r'<i class="(\w+) ?(\w*)" style="width:([\d.]+)%', row)
        text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", row.partition(">")[2])).strip()
        found.append({**told, "bars": [(a, b, float(w)) for a, b, w in widths], "text": text})
    return found


def draw_results(node, found) -> tuple[str, list[str]]:
    (drawn,) = draw_all(node, found)
    return drawn


def draw_all(node, *all_found) -> list[tuple[str, list[str]]]:
    """Return the HTML, and the sentence with the line next to it, of several results."""
    return node(
        f"result = {json.dumps(all_found)}.map((found) =>"
        "[renderResults(found), summarizeResults(found, 9)]);"
    )


def test_the_groups_of_a_vote_have_counts_bars_and_marks(node):
    vote = [
        make_group("right", 3, "right", label="right", written="6.149", sure=2, unsure=1),
        make_group("no-discount", 4, "wrong", label="no divisor", written="9.00", sure=2, unsure=2),
        make_group("unknown", 1, "wrong", label="not known", written="17.8"),
    ]
    found = {"kind": "sheet", "marked": True, "votes": {"1": vote}}
    html, (sentence, aside) = draw_results(node, found)
    rows = read_rows(html)
    assert [(row["group"], row["count"], row["outcome"]) for row in rows] == [
        ("right", "3", "right"),
        ("no-discount", "4", "wrong"),
        ("unknown", "1", "wrong"),
    ]
    assert [row["bars"] for row in rows] == [
        [("bar", "", 75.0)],
        [("bar", "", 100.0)],
        [("bar", "", 25.0)],
    ]
    assert [row["text"] for row in rows] == [
        "6.149 right 2 sure, 1 not 3",
        "9.00 no divisor 2 sure, 2 not 4",
        "not known: 17.8 1",
    ]
    assert (sentence, aside) == ("3 of 8 are right.", "")


def test_the_drawing_before_the_solution_hides_which_is_right(node):
    vote = [make_group("6.15", 1), make_group("9.00", 2)]
    html, (sentence, aside) = draw_results(
        node, {"kind": "sheet", "marked": False, "votes": {"1": vote}}
    )
    assert "right" not in html
    assert [row["text"] for row in read_rows(html)] == ["6.15 1", "9.00 2"]
    assert (sentence, aside) == ("", "")
    html, _ = draw_results(node, {"kind": "sheet", "marked": False, "votes": {"1": []}})
    assert "Nobody has answered." in html


def test_groups_of_a_second_vote_show_their_earlier_counts_even_if_empty(node):
    votes = {
        "1": [
            make_group("right", 1, "right"),
            make_group("flags", 4, "wrong"),
            make_group("cut", 2, "wrong"),
        ],
        "2": [make_group("right", 5, "right"), make_group("cut", 1, "wrong")],
    }
    html, (sentence, aside) = draw_results(node, {"kind": "sheet", "marked": True, "votes": votes})
    rows = read_rows(html)
    assert [(row["group"], row["count"]) for row in rows] == [
        ("right", "5"),
        ("cut", "1"),
        ("flags", "0"),
    ]
    assert [row["bars"] for row in rows] == [
        [("bar", "", 100.0), ("before", "", 20.0)],
        [("bar", "", 20.0), ("before", "more", 40.0)],
        [("before", "more", 80.0)],
    ]
    assert rows[2]["text"].endswith("4 → 0")
    assert sentence == "1 was right at first, 5 after the discussion."
    assert aside == "dashed: first vote · solid: second vote"


def test_a_sentence_counts_right_answers_and_an_empty_vote_has_none(node):
    def answer(*groups, **more):
        return {"kind": "number", "marked": True, "votes": {"1": list(groups)}, **more}

    wrong, text = make_group("2", 2, "wrong"), make_group("In my words", 1, "open", written="")
    drawn = draw_all(
        node,
        answer(make_group("right", 1, "right"), wrong),
        answer(make_group("right", 0, "right"), wrong),
        answer(make_group("right", 3, "right"), wrong, kind="guess", within="0.05"),
        answer(),
        answer(text, kind="text"),
        {**answer(wrong), "votes": {"1": [wrong], "2": [make_group("right", 2, "right")]}},
    )
    assert [sentence for _, (sentence, _) in drawn] == [
        "1 of 3 is right.",
        "0 of 2 are right.",
        "3 of 5 are close enough, within 0.05.",
        *("", ""),
        "0 were right at first, 2 after the discussion.",
    ]
    (quoted,) = draw_all(node, answer(make_group('"><b>', 1, "open", label="Hm"), kind="text"))
    assert "<b>" not in quoted[0], "a text cannot end its row"
    (written,) = read_rows(drawn[4][0])
    assert (written["text"], written["outcome"]) == ("In my words 1", "")


def test_an_unmarked_vote_shows_what_was_written_and_marked_ones_who_was_sure(node):
    one = make_group("a", 2, label="", written="6.15")
    gone = make_group("b", 3, "wrong", written="7", sure=2, unsure=1)
    unmarked = {"kind": "sheet", "marked": False, "votes": {"1": [one, gone], "2": [one]}}
    unsure = make_group("a", 2, "wrong", label="no divisor", written="6.15", sure=0, unsure=2)
    marked = {**unmarked, "marked": True, "votes": {"1": [gone], "2": [unsure]}}
    odd = [make_group("unknown", 1, "wrong", label="not known", written="17.8")]
    odd += [make_group("could be a slip", 1, "wrong"), make_group("slip", 1, "wrong")]
    plain, compared, classed = draw_all(node, unmarked, marked, {**marked, "votes": {"1": odd}})
    assert [row["text"] for row in read_rows(plain[0])] == ["6.15 2 → 2"]
    assert [row["text"] for row in read_rows(compared[0])] == [
        "6.15 no divisor 0 sure, 2 not 0 → 2",
        "7 b 3 → 0",
    ]
    bars = [row["bars"] for row in read_rows(compared[0])]
    assert bars == [[("bar", "", pytest.approx(200 / 3))], [("before", "more", 100)]]
    classes = re.findall(r'<li [^>]*class="(\w*)"', classed[0])
    assert classes == ["unknown", "could", ""], "doubtful mistakes look different"


def make_option(letter, count, outcome=""):
    return make_group(letter, count, outcome, label=f"{letter}. It {letter}", written="")


CHOICE = {
    "kind": "choice",
    "marked": True,
    "votes": {
        "1": [
            make_option("A", 6, "wrong"),
            make_option("B", 2, "right"),
            make_option("C", 0, "wrong"),
        ],
        "2": [
            make_option("A", 2, "wrong"),
            make_option("B", 6, "right"),
            make_option("C", 1, "wrong"),
        ],
    },
}


def test_options_have_letters_and_bars_scaled_to_all_answers(node):
    html, (sentence, _) = draw_results(node, {**CHOICE, "votes": {"1": CHOICE["votes"]["1"]}})
    rows = read_rows(html)
    assert [row["text"] for row in rows] == ["A It A 6", "B right It B 2", "C It C 0"]
    assert [row["bars"] for row in rows] == [[("bar", "", 75.0)], [("bar", "", 25.0)], []]
    assert sentence == "2 of 8 are right."
    first = node('result = renderOptions(["It rises", "It falls"]);')
    assert [row["text"] for row in read_rows(first.replace("<li  ", "<li "))] == [
        "A It rises",
        "B It falls",
    ]
    assert "data-count" not in first


def test_ribbons_between_two_votes_are_as_high_as_their_counts(node):
    flow = [["A", "A", 2], ["A", "B", 4], ["B", "B", 2], ["missing", "C", 1]]
    html, (sentence, aside) = draw_results(node, {**CHOICE, "flow": flow})
    ways = re.findall(r'<path class="(\w+) (\w*)" d="M2,([\d.e-]+)C.*?V([\d.]+)C', html)
    assert [way[:2] for way in ways] == [("wrong", "stays"), ("right", ""), ("right", "stays")]
    ends = re.findall(r"98,([\d.]+)V([\d.]+)C", html)
    heights = [float(low) - float(high) for high, low in ends]
    assert heights[1] == pytest.approx(2 * heights[0])
    assert heights[2] == pytest.approx(heights[0])
    assert float(ends[1][1]) == pytest.approx(float(ends[2][0])), "those that come lie side by side"
    begun = [float(way[2]) for way in ways]
    assert begun[1] == pytest.approx(begun[0] + heights[0]), "and those that leave"
    assert re.findall(r'<b style="top:[\d.]+%">(\d+)</b>', html) == ["2", "4", "2"]
    middles = [[float(top) for top in re.findall(r'<li style="top:([\d.]+)%"', html)]]
    assert all(0 < top < 100 for top in middles[0])
    assert sentence == "4 changed to a right answer, 0 changed away from one."
    assert aside == "8 of 9 answered both times"


def read_blocks(html):
    """Return the blocks of each side of a flow as [top, height, class]."""
    blocks = re.findall(r'<rect class="(\w*)" y="([\d.]+)" width="2" height="([\d.]+)"', html)
    read = [(float(top), float(height), css) for css, top, height in blocks]
    return read[: len(read) // 2], read[len(read) // 2 :]


def test_ribbons_join_blocks_between_the_options_of_both_votes(node):
    first = [make_option("A", 6, "wrong"), make_option("B", 2, "right")]
    second = [*CHOICE["votes"]["2"][:2], make_option("C", 0, "wrong")]
    flow = [["B", "B", 2], ["A", "B", 4], ["A", "missing", 1], ["A", "A", 1]]
    found = {**CHOICE, "votes": {"1": first, "2": second}, "flow": flow, "reasons": ["", "So."]}
    html, (_, aside) = draw_results(node, found)
    assert aside == "7 of 9 answered both times"
    before, after = read_blocks(html)
    assert [css for *_, css in before + after] == ["", "", "", "wrong", "right", "wrong"]
    assert min(height for _, height, _ in before + after) > 0.2, "also an empty option is seen"
    for side in (before, after):
        edges = [edge for top, height, _ in side for edge in (top, top + height)]
        assert edges == sorted(edges)
        assert 0 <= edges[0] < edges[-1] <= 100
    begun = [float(top) for top in re.findall(r'd="M2,([\d.]+)C', html)]
    ended = [float(top) for top in re.findall(r"98,([\d.]+)V", html)]
    assert begun == pytest.approx([before[0][0], begun[1], before[1][0]])
    assert ended == pytest.approx([after[0][0], after[1][0], ended[2]])
    for side, name in ((before, "from"), (after, "to")):
        words = html.partition(f'<ol class="{name}">')[2].partition("</ol>")[0]
        middles = [float(top) for top in re.findall(r'<li style="top:([\d.]+)%"', words)]
        blocks = [top + height / 2 for top, height, _ in side]
        assert middles == pytest.approx(blocks, abs=0.3), "the words are beside their blocks"
    numbers = [float(top) for top in re.findall(r'<b style="top:([\d.]+)%"', html)]
    high = before[1][1] / 2  # of a learner: B had two
    expected = [begun[1] + 2 * high, begun[2] + high]
    assert numbers == pytest.approx(expected), "in the middle; one learner needs no number"
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)).strip()
    assert text == (
        "first vote after the discussion A It A 6 B It B 2 C It C 0 4 2 2 A 6 right B So. 0 C"
    )


def test_options_of_a_flow_stay_apart_with_many_long_or_no_answers(node):
    letters = "ABCDEFG"
    many = [make_option(letter, n) for n, letter in enumerate(letters)]
    long = [{**one, "label": f"{one['label']} <b class='long'>{'x' * 90}</b>"} for one in many[:3]]
    tagged = [{**one, "label": f"{one['label']} <b class='{'x' * 90}'>y</b>"} for one in many[:3]]
    nobody = [make_option(letter, 0) for letter in letters[:3]]
    spread = [make_option(letter, 3) for letter in letters[:3]]
    agreed = [*nobody[:2], make_option("C", 9)]
    drawn = draw_all(
        node,
        *(
            {**CHOICE, "votes": {"1": first, "2": second}, "flow": [["A", "B", 1]]}
            for first, second in (
                (many, many),
                ([*long[:1], *many[1:3]], [*long[:1], *many[1:3]]),
                (tagged, tagged),
                (nobody, many[:3]),
                (many[:3], many[:3]),
                (spread, agreed),
            )
        ),
    )
    gaps = []
    for html, _ in drawn:
        assert "NaN" not in html
        tops = [float(top) for top in re.findall(r'<li style="top:([\d.]+)%" data', html)]
        assert tops == sorted(tops)
        assert tops[-1] < 96, "the words of the last option are on the wall"
        gaps.append(tops[1] - tops[0])
        for side in read_blocks(html):
            assert all(top >= 0 and top + height <= 100 for top, height, _ in side)
    assert gaps[2] == gaps[4] < gaps[1], "only a long text needs more height"
    last = read_blocks(drawn[5][0])[1][-1]
    assert last[1] > 45, "a block is high if most have chosen its option"


def test_grades_of_an_order_have_three_colours_for_any_scale(node):
    def colour(written):
        vote = [make_group(written, 1, "wrong")]
        return {"kind": "order", "marked": True, "votes": {"1": vote}}

    drawn = draw_all(node, colour("1 0"), colour("10 6 3 0"))
    levels = [re.findall(r'data-level="(\d)">(\d+)', html) for html, _ in drawn]
    assert levels[0] == [("1", "1"), ("0", "0")]
    assert levels[1] == [("3", "10"), ("2", "6"), ("1", "3"), ("0", "0")]


def test_a_slider_shows_all_ranges_and_marks_close_guesses(node):
    def ranges(*counts, marked=True):
        return [
            {"label": f"{n} to {n + 1}", "count": count, "near": count if n == 1 else 0}
            | {"holds": marked and n == 2}
            for n, count in enumerate(counts)
        ]

    votes = {"1": [make_group("x", 3)], "2": [make_group("x", 4)]}
    found = {
        "kind": "guess",
        "votes": votes,
        "ranges": {"1": ranges(2, 1, 0), "2": ranges(0, 2, 2)},
    }
    rows = read_rows(draw_results(node, {**found, "marked": True})[0])
    assert [row["text"] for row in rows] == [
        "0 to 1 2 → 0",
        "1 to 2 2 close enough 1 → 2",
        "2 to 3 the right value is here 0 close enough 0 → 2",
    ]
    assert [row["outcome"] for row in rows] == ["", "", "right"]
    found = {**found, "votes": {"1": votes["1"]}, "ranges": {"1": ranges(2, 1, 0, marked=False)}}
    rows = read_rows(draw_results(node, {**found, "marked": False})[0])
    assert [row["text"] for row in rows] == ["0 to 1 2", "1 to 2 1", "2 to 3 0"]


def test_the_right_range_states_the_number_of_close_guesses(node):
    ranges = [{"label": "0 to 1", "count": 3, "near": 1, "holds": True}]
    ranges += [{"label": "1 to 2", "count": 0, "near": 0, "holds": False}]
    vote = [make_group("right", 1, "right"), make_group("0 to 1, not close enough", 2, "wrong")]
    found = {"kind": "guess", "marked": True, "within": "0.05", "votes": {"1": vote, "2": vote}}
    html, (sentence, _) = draw_results(node, {**found, "ranges": {"1": ranges, "2": ranges}})
    rows = read_rows(html)
    assert [row["text"] for row in rows] == [
        "0 to 1 the right value is here 1 close enough 3 → 3",
        "1 to 2 0 → 0",
    ]
    assert rows[1]["bars"] == [], "nobody is no bar"
    assert sentence == "1 was close enough at first, 1 after the discussion."


def test_ticks_show_first_vote_counts_and_only_given_answers(node):
    votes = {
        "1": [make_group("A", 2, "wrong"), make_group("A, B", 1, "right")],
        "2": [make_group("A, B", 3)],
    }
    ticked = [
        {"html": "A. one", "outcome": "right", "count": 3, "had": 3},
        {"html": "B. two", "outcome": "right", "count": 3, "had": 1},
    ]
    found = {"kind": "several", "marked": True, "voters": 3, "ticked": ticked, "votes": votes}
    html, _ = draw_results(node, found)
    assert [row["text"] for row in read_rows(html)] == ["A right one 3 → 3", "B right two 1 → 3"]
    bars = [[width for *_, width in row["bars"]] for row in read_rows(html)]
    assert bars == [[100, 100], [100, pytest.approx(100 / 3)]], "a full bar is all three learners"
    together = re.sub(r"<[^>]*>", "", html.partition('class="together"')[2])
    assert together == ">Together: A, B 3"
    given = {**found, "votes": {"1": votes["1"]}}
    html, _ = draw_results(node, given)
    assert re.sub(r"<[^>]*>", "", html).endswith("Together: A 2 · A, B 1")


def test_the_right_line_of_an_audit_is_named(node):
    vote = [make_group("right", 2, "right", label="right", written="DCG: no discount")]
    html, _ = draw_results(node, {"kind": "audit", "marked": True, "votes": {"1": vote}})
    assert [row["text"] for row in read_rows(html)] == ["right DCG: no discount 2"]


def test_an_option_with_a_long_reason_gets_more_of_the_height_of_a_flow(node):
    reasons = ["x" * 180, "x" * 100, "x" * 180]
    flow = [["A", "B", 6], ["B", "B", 2]]
    html, _ = draw_results(node, {**CHOICE, "reasons": reasons, "flow": flow})
    tops = [float(top) for top in re.findall(r'<li style="top:([\d.]+)%" data', html)]
    assert tops[1] - tops[0] > 23
    assert tops[2] < 100 - 12, "half of its lines are below its middle"

    def measure_distance(outcome):
        vote = [make_option("A", 1), make_option("B", 1, outcome), make_option("C", 1)]
        found = {**CHOICE, "votes": {"1": vote, "2": vote}, "reasons": ["x" * 150] * 3}
        html, _ = draw_results(node, {**found, "flow": flow})
        tops = [float(top) for top in re.findall(r'<li style="top:([\d.]+)%" data', html)]
        return tops[2] - tops[0]

    assert measure_distance("right") > measure_distance("wrong"), "“right” has a line of its own"


def test_an_order_has_a_score_and_chips_below_the_crowds_order(node):
    vote = [
        make_group("3 2 1", 2, "right", label="right"),
        make_group("1 2 3", 1, "wrong", label="not"),
    ]
    crowd = {"html": "<i>crowd</i>", "ties": True, "measure": "NDCG@3", "mean": "0.9"}
    crowd["scores"] = {"3 2 1": "1.000", "1 2 3": "0.790"}
    found = {"kind": "order", "marked": True, "votes": {"1": vote}, "crowd": crowd}
    html, _ = draw_results(node, found)
    assert "Mean NDCG@3: 0.9" in html
    assert "(framed: tied)" in html
    assert [row["text"] for row in read_rows(html)] == ["1.000 right 3 2 1 2", "0.790 1 2 3 1"]
    assert re.findall(r'data-level="(\d)">(\d)', html)[:3] == [("3", "3"), ("2", "2"), ("1", "1")]
    html, _ = draw_results(node, {**found, "marked": False})
    assert "Mean NDCG" not in html


def test_the_blanks_of_a_sheet_list_the_mistakes_made_there(node):
    def blank(key, count, written=""):
        return make_group(key, count, "wrong", label=key.upper(), written=written)

    votes = {"1": [make_group("x", 3)], "2": [make_group("x", 3)]}
    whole = make_group("right", 1, "right", label="right", written="", sure=1)
    blanks = {
        "1": [blank("dcg", 2, "no divisor"), blank("idcg", 1)],
        "2": [blank("idcg", 3, "cut"), blank("cg", 1)],
    }
    found = {"kind": "sheet", "marked": True, "votes": votes, "blanks": blanks}
    html, _ = draw_results(node, found)
    assert [row["text"] for row in read_rows(html)] == [
        *("IDCG cut 1 → 3", "CG 0 → 1", "DCG 2 → 0"),
    ]
    blanks["1"] = [whole, *blanks["1"]]
    html, _ = draw_results(node, {**found, "votes": {"1": votes["1"]}})
    texts = [row["text"] for row in read_rows(html)]
    assert texts == ["right 1 sure, 0 not 1", "DCG no divisor 2", "IDCG 1"]


def test_a_zip_contains_the_files_with_names_and_texts(node):
    files = [["Größe.html", "<p>é</p>" * 300], ["b.html", ""], ["c.html", "3"]]
    bytes_ = node(f"""
        const packed = await zipFiles({json.dumps(files)});
        result = [...new Uint8Array(await packed.arrayBuffer())];
    """)
    with ZipFile(BytesIO(bytes(bytes_))) as pages:
        assert pages.testzip() is None
        for one in pages.infolist():
            assert one.date_time == (1980, 1, 1, 0, 0, 0)
            assert (one.create_version, one.extract_version, one.create_system) == (20, 20, 0)
            assert (one.comment, one.extra, one.volume) == (b"", b"", 0)
            assert (one.internal_attr, one.external_attr, one.flag_bits) == (0, 0, 0x0800)
        assert pages.comment == b""
        assert [[name, pages.read(name).decode()] for name in pages.namelist()] == files
    assert len(bytes_) < 1000, "it is compressed"


REVIEW = """
const elements = {};
const element = () => Object.assign(new EventTarget(), { dataset: {}, setAttribute: () => {} });
const find = (selector) => (elements[selector] ??= element());
const documentElement = { dataset: { top: "./", outcomes: WORDS } };
globalThis.document = Object.assign(new EventTarget(), {
  ...{ documentElement, body: element() },
  getElementById: () => SAVED && { textContent: JSON.stringify(SAVED) },
  querySelector: (selector) => (selector === "#left" ? null : find(selector)),
});
globalThis.addEventListener = () => {};
globalThis.location = { hash: HASH, pathname: `/app/${PATH}`, href: "http://a/app/x" };
const asked = [];
globalThis.fetch = async (address, { headers } = { headers: {} }) => {
  asked.push(new URL(address, "http://a/app/").pathname);
  const { Authorization = "" } = headers;
  return new Response(JSON.stringify({ ...page, title: `${page.title} ${Authorization}` }));
};
await import("./classroom/review.js");
const hidden = ["answers", "pages", "file"].map((act) => find(`[data-act=${act}]`).hidden);
const result = [find("#title").textContent, find("#review").innerHTML, hidden, asked];
"""


def draw_review(folder, page, path, hash, saved=None):
    """Return a review's title, HTML, text and hidden buttons, and what it asked the server."""
    values = {"page": page, "PATH": path, "HASH": hash, "SAVED": saved}
    given = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in values.items())
    node = make_scene_runner(folder, MODULES, f"{given}const WORDS = {WORDS};\n{REVIEW}")
    title, html, hidden, asked = node("")
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))
    return title.strip(), html, text, hidden, asked


def test_a_learners_review_has_their_answers_with_verdicts_and_can_be_saved(tmp_path):
    wrong = {"answer": "9 < 10", "outcome": "wrong", "message": "No discount."}
    right = {"answer": "6.149", "outcome": "right", "message": ""}
    asked = {"ask": "DCG?", "solution": "The answer is 6.149."}
    right["message"] = asked["solution"]
    answered = [{"own": [wrong | {"vote": "first"}, right | {"vote": "second"}]}, {"own": [right]}]
    questions = [asked | more for more in (*answered, {"own": []}, {})]
    page = {"title": "Fox", "about": "3 questions.", "questions": questions}
    title, _, text, hidden, requests = draw_review(tmp_path, page, "join/review", "#%7B%7D")
    assert title.startswith("Fox")
    both, one, none, other = text.split("Question ")[1:]
    assert "Your answer first: 9 &#60; 10 not right No discount." in both
    assert "Your answer second: 6.149 right" in both
    assert "Your answer: 6.149 right" in one
    assert one.count("The answer is 6.149.") == 1, "the solution is below the answer"
    assert ["You did not answer." in each for each in (both, one, none, other)] == [
        *(False, False, True, False)
    ]
    assert "Mistakes" not in text
    assert "Learning gain" not in text
    assert hidden == [True, True, False]
    assert requests == ["/app/join/solutions"]


def test_a_teachers_review_numbers_questions_and_links_exercises(tmp_path):
    counts = {"before the discussion": 3, "after the discussion": None}
    exercise = {"title": "One term", "link": "/practice?skill=term"}
    vote = {"kind": "sheet", "marked": True, "votes": {"1": [make_group("right", 2, "right")]}}
    asked = {
        "ask": "DCG?",
        "results": vote,
        "solution": "The answer is 6.149.",
        "exercise": exercise,
    }
    crowd = {"html": "<i>crowd</i>", "ties": True, "measure": "NDCG@3", "mean": "0.9"}
    ordered = {**vote, "kind": "order", "crowd": crowd}
    image = {
        "ask": "?",
        "solution": "",
        "image": {"name": "a.png", "alt": "", "width": 1, "height": 1},
    }
    page = {
        "title": "Monday",
        "about": "9 learners; 2 of 3 questions.",
        "misunderstood": [{"name": "did <b>", "counts": counts, **exercise}],
        "learned": ["Gain: 0.5"],
        "questions": [asked, {**asked, "ask": "IDCG?", "number": 7, "results": ordered}, image],
    }
    title, html, text, hidden, requests = draw_review(tmp_path, page, "class/review", "#secret")
    assert title == "Monday Bearer secret"
    assert "Mistake before the discussion after the discussion Exercise" in text
    assert "did &#60;b&#62; 3 – One term" in text
    assert "Mean NDCG" not in text, "the wall alone shows the crowd's order"
    assert "Learning gain Gain: 0.5" in text
    numbers = re.findall(r"Question (\d+) (\w+)\?", text)
    assert numbers == [("1", "DCG"), ("7", "IDCG")]
    assert html.count('href="/app/practice?skill=term"') == 3
    assert text.count("The answer is 6.149.") == 2
    assert hidden == [False, False, True]
    assert requests == ["/app/class/results"], (
        "images for a saved file are fetched when it is saved"
    )


def test_a_saved_review_needs_no_server_and_links_to_the_app_or_its_site(tmp_path):
    exercise = {"title": "One <b>term</b>", "link": "/practice?skill=term"}
    asked = {
        "ask": "DCG?",
        "story": "Once.",
        "solution": "The answer is 6.149.",
        "exercise": exercise,
    }
    images = [{"alt": "A <line>.", "width": 4, "height": 3, "src": src} for src in ("", "data:,")]
    asks = [asked, *({"ask": "?", "solution": "", "image": image} for image in images)]
    saved = {"title": "Fox", "about": "", "base": "http://a.example/app", "questions": asks}
    title, html, text, hidden, requests = draw_review(tmp_path, {}, "saved.html", "", saved)
    assert title == "Fox"
    assert "Question 1 DCG?" in text
    assert "Once." not in text, "the table of answers is enough"
    assert "Where to practise: One term" in text
    assert "Missing image: A &#60;line&#62;." in text
    drawn = 'src="data:," alt="A &#60;line&#62;." width="4" height="3"'
    assert re.findall(r'<img class="own-image" (.*?)>', html) == [drawn]
    assert 'href="http://a.example/app/practice?skill=term"' in html
    assert hidden == [True, True, True]
    assert requests == []
    for site in ("https://b.example/course", "https://b.example/course/"):
        _, html, *_ = draw_review(tmp_path, {}, "saved.html", "", {**saved, "site": site})
        assert 'href="https://b.example/course/practice/?skill=term"' in html
