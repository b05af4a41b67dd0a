"""Previews of links: the address of the picture, the picture itself, and pages without one."""

from io import BytesIO
from urllib.parse import parse_qsl, urlsplit

import pytest
from PIL import Image, ImageChops

import ndcg_core as nc
from ndcg_ui import limits
from ndcg_ui.hosts import previews, server
from ndcg_ui.hosts.server import base_path, documents
from ndcg_ui.hosts.server import previews as served
from ndcg_ui.pages.menu import EXHIBITS, PAGES
from tests.ui.test_documents import Elements
from tests.ui.test_web_refused import make_client

RANKING = {"r": "3,2,3,0,1", "k": "3"}


@pytest.fixture
def client(monkeypatch, tmp_path):
    """Return a client of the app's own routes."""
    monkeypatch.setenv("NDCG_CLASS_DATABASE", str(tmp_path / "class.sqlite3"))
    return make_client(*server.list_routes())


def find_picture(client, page, **options):
    """Return the address of the picture that a page names, or None."""
    elements = Elements(client.get(page, **options).text).found
    named = (a["content"] for tag, a in elements if a.get("property") == "og:image")
    return next(named, None)


# --- The address -------------------------------------------------------------------------------


def test_a_link_names_its_picture_at_a_working_absolute_address(client):
    address = find_picture(client, "/playground?r=3,2,3,0,1&k=3")
    assert address == "http://localhost/previews/playground.png?r=3,2,3,0,1&k=3"
    answer = client.get(address)
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"] == "public, max-age=3600"
    preview = previews.build_preview(EXHIBITS["playground"], RANKING)
    assert answer.content == previews.render_preview(preview)
    elements = Elements(client.get("/playground?r=3,2,3,0,1&k=3").text)
    assert elements.meta("og:image:width") == "1200"
    assert elements.meta("og:image:alt") == (
        f"A ranking as cards. NDCG@3 {nc.number(nc.ndcg([3, 2, 3, 0, 1], 3))}, "
        f"DCG@3 {nc.number(nc.dcg([3, 2, 3, 0, 1], 3))}, "
        f"IDCG@3 {nc.number(nc.idcg([3, 2, 3, 0, 1], 3))}."
    )


def test_an_own_page_names_a_picture_with_its_title(client, monkeypatch, tmp_path):
    monkeypatch.setenv("NDCG_PAGES", str(tmp_path))
    (tmp_path / "refunds.py").write_text('import streamlit\nstreamlit.title("Refund queries")')
    address = find_picture(client, "/refunds")
    assert address == "http://localhost/previews/refunds.png"
    picture = client.get(address)
    assert picture.headers["content-type"] == "image/png"
    sentence = "Refund queries: a page added to NDCG, step by step."
    shown = previews.render_preview(previews.Preview("Refund queries", sentence))
    assert picture.content == shown
    assert client.get("/previews/missing.png").status_code == 404


def test_the_pictures_address_comes_from_the_setting_or_the_request(client, monkeypatch):
    at = {"headers": {"host": "127.0.0.1:8501"}}
    assert find_picture(client, "/code", **at) == "http://127.0.0.1:8501/previews/code.png"
    monkeypatch.setenv("NDCG_ADDRESS", "https://ndcg.example.edu/course/")
    there = "https://ndcg.example.edu/course/previews/code.png"
    assert find_picture(client, "/code", **at) == there
    monkeypatch.delenv("NDCG_ADDRESS")
    known = base_path.config.get_option
    monkeypatch.setattr(
        base_path.config,
        "get_option",
        lambda name: "a/b" if name == "server.baseUrlPath" else known(name),
    )
    below = make_client(*server.list_routes())
    address = find_picture(below, "/a/b/code")
    assert address == "http://localhost/a/b/previews/code.png"
    assert below.get(address).status_code == 200


def test_special_characters_in_a_name_survive_the_address():
    query = {"r": 'A"&<b>:3,ü \ud800:1'}
    address = previews.build_picture_address(EXHIBITS["playground"], query, "https://x.test")
    assert dict(parse_qsl(urlsplit(address).query)) == {"r": 'A"&<b>:3,ü �:1'}


def test_a_link_that_is_too_long_for_an_address_has_no_picture(client):
    long = ",".join(["1"] * 200)
    labels = {"r": ",".join(f"{at}{'ü' * 30}:1" for at in range(200))}
    assert find_picture(client, "/playground", params={"r": long})
    assert find_picture(client, "/playground", params=labels) is None


def test_a_missing_pillow_gives_no_picture_and_no_error(client, monkeypatch):
    monkeypatch.setattr(previews, "find_spec", lambda name: None)
    documents._render_cached_page.cache_clear()
    answer = client.get("/playground?r=1,2")
    assert answer.status_code == 200
    assert "og:title" in answer.text
    assert "og:image" not in answer.text
    assert served.list_routes() == []
    documents._render_cached_page.cache_clear()


@pytest.mark.parametrize(
    ("page", "link", "title", "sentence"),
    [
        ("playground", {"r": "3,0,2", "k": "2"}, "NDCG@2 = 0.704 for 3, 0, 2",
         "DCG 3.000 over IDCG 4.262. Drag a document up and watch every term change."),
        ("playground", {"r": ",".join("2" * 12)}, f"NDCG@12 = 1.000 for {', '.join('2' * 12)}",
         None),
        ("playground", {"r": ",".join("2" * 13)}, f"NDCG@13 = 1.000 for {', '.join('2' * 12)}, …",
         None),
        ("worksheet", {"skills": "cg,dcg", "seed": "7"}, "NDCG worksheet, sheet 7",
         "Exercises to print, with a key that shows every step: Cumulative gain, DCG."),
        ("examples", {"example": "002-five-documents"}, "Five documents, by hand and by program",
         "An article on NDCG with a notebook cell at its end, replayed a step at a time and marked "
         "like an exam paper."),
        ("learn", {}, "Learn NDCG by dragging a ranking",
         "19 short lessons on how rankings are judged."),
        ("learn", {"lesson": "gain"}, "Gain: what a reader takes away",
         "Lesson 2, 6 minutes: afterwards you can calculate CG@k, and say when a new order changes "
         "CG@k."),
        ("learn", {"page": "ending"}, "The end of the course",
         "What you can do now, a last task, and a certificate."),
        ("learn", {"page": "ten"}, "Learn NDCG by dragging a ranking", None),
    ],
)  # fmt: skip
def test_a_link_has_a_title_and_a_sentence(page, link, title, sentence):
    described = EXHIBITS[page].describe(link)
    assert described[0] == title
    assert sentence in (None, described[1])


# --- The picture -------------------------------------------------------------------------------


def read_picture(page, query):
    drawn = previews.render_preview(previews.build_preview(EXHIBITS[page], query))
    picture = Image.open(BytesIO(drawn))
    assert (picture.format, picture.size) == ("PNG", (1200, 630))
    return picture.convert("RGB"), len(drawn)


@pytest.mark.parametrize("page", [page.name for page in PAGES])
def test_every_page_has_a_picture_of_a_bounded_size(client, page):
    answer = client.get(f"/previews/{page}.png")
    assert answer.status_code == 200
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    assert len(answer.content) < 40_000


def test_a_preview_has_the_first_cards_and_the_numbers_of_its_link():
    preview = previews.build_preview(EXHIBITS["playground"], {"r": "Fresh:3,Old:0,C:2", "k": "2"})
    trace = nc.trace([3, 0, 2], 2)
    assert preview.sums[0] == ("NDCG@2", nc.number(trace.ndcg))
    assert [(card.rank, card.label, card.grade, card.level) for card in preview.cards] == [
        ("1", "Fresh", "3", 3),
        ("2", "Old", "0", 0),
        ("3", "C", "2", 2),
    ]
    assert [card.term for card in preview.cards] == ["3.000", "0.000", ""]
    shown = {
        count: previews.build_preview(EXHIBITS["playground"], {"r": "1," * count + "2"})
        for count in (5, 6, 199)
    }
    assert [(len(one.cards), one.more) for one in shown.values()] == [(6, 0), (5, 2), (5, 195)]


def test_an_example_shows_its_own_calculation_and_a_lesson_its_title():
    example = nc.load_examples()[-1]
    preview = previews.build_preview(EXHIBITS["examples"], {"example": example.slug})
    trace = example.sheets[0].trace
    assert preview.heading == example.title
    assert preview.sums[0] == (trace.at("NDCG"), nc.number(trace.ndcg))
    assert preview.cards[0].label == trace.actual[0].label
    lesson = previews.build_preview(EXHIBITS["learn"], {"lesson": "discount"})
    assert lesson.sums == ()
    assert lesson.heading == EXHIBITS["learn"].describe({"lesson": "discount"})[0]


def test_a_picture_shows_the_large_digits_and_the_cards():
    """Two rankings that differ in one grade differ in its chip and in the number."""
    one, _ = read_picture("playground", {"r": "3,2,3,0,1"})
    two, _ = read_picture("playground", {"r": "3,2,3,0,2"})
    left, _, right, bottom = ImageChops.difference(one, two).getbbox()
    assert left > previews.MARGIN
    assert (right, bottom) < (1200, 630)
    assert one.getpixel((480, 90)) == (31, 122, 61)  # the chip of grade 3
    chips = [one.getpixel((480, 90 + place * previews.CARD_DISTANCE)) for place in range(5)]
    assert chips[0] == chips[2]
    assert len({*chips}) == 4  # the grades 3, 2, 3, 0, 1
    assert one.getpixel((800, 392)) != one.getpixel((800, 402))  # the line of the fraction
    digits = one.crop((620, 160, 1130, 300))
    dark = sum(count for count, colour in digits.getcolors(100_000) if sum(colour) < 150)
    assert dark > 12_000


def measure_ink(picture, box):
    """Return the box of the pixels in a box of a picture that are not paper, or None."""
    part = picture.crop(box)
    paper = Image.new("RGB", part.size, picture.getpixel((0, 0)))
    return ImageChops.difference(part, paper).getbbox()


def test_a_preview_has_its_product_terms_and_words_in_their_places():
    ranking, _ = read_picture("playground", RANKING)
    words, _ = read_picture("learn", {"lesson": "discount"})
    product = (previews.MARGIN, 530, 1000, 580)
    for picture in (ranking, words):
        assert measure_ink(picture, product)
    assert measure_ink(ranking, product) == measure_ink(words, product)
    counted, cut = ((370, 75 + place * previews.CARD_DISTANCE) for place in (0, 4))
    card = ranking.getpixel((200, 68))
    ink = [
        sum(count for count, colour in part.getcolors(9999) if colour != card)
        for part in (ranking.crop((left, top, left + 82, top + 30)) for left, top in (counted, cut))
    ]
    assert ink[0] > 100
    assert ink[1] == 0, "a document below the cutoff has no term"
    chips = [words.getpixel((previews.MARGIN + 6 + place * 70, 90)) for place in range(5)]
    assert chips[0] == chips[2] == (31, 122, 61)  # grade 3
    assert len({*chips, words.getpixel((0, 0))}) == 5
    assert measure_ink(words, (previews.MARGIN, 150, 1190, 240)), "the heading"
    assert measure_ink(words, (previews.MARGIN, 250, 1190, 330)), "the sentence"


class Drawing:
    """Records what is drawn: texts with their place and colour, and boxes by their colour."""

    def __init__(self):
        self.names = {colour: name for name, colour in reversed(previews.COLOURS.items())}
        self.texts = []
        self.boxes = []
        self.lines = []

    def text(self, place, text, colour, font, anchor):
        self.texts.append((text, *place, font.size, anchor))
        assert colour in self.names

    def rounded_rectangle(self, box, radius, colour, outline=None, width=1):
        self.boxes.append((self.names[colour], *box))

    def line(self, places, colour, width):
        self.lines.append(places)


def test_every_text_of_a_ranking_is_in_its_place():
    query = {"r": "One:3,Two:0,C:3,D:2,E:1,F:0,G:2", "k": "1"}
    drawing = Drawing()
    previews._draw_ranking(drawing, previews.build_preview(EXHIBITS["playground"], query))
    first, second = drawing.texts[:4], drawing.texts[4:8]
    assert first == [
        ("1", 96, 101, 26, "ls"),
        ("One", 144, 101, 28, "ls"),
        ("3.000", 452, 101, 26, "rs"),
        ("3", 507, 101, 26, "ms"),
    ]
    assert [text[:3] for text in second] == [
        ("2", 96, 171),  # 70 pixels below the first card
        *(("Two", 144, 171), ("", 452, 171), ("0", 507, 171)),
    ]
    assert drawing.texts[20:] == [
        ("and 2 more", 96, 450, 28, "ls"),
        ("NDCG@1", 624, 122, 40, "ls"),
        ("1.000", 616, 290, 172, "ls"),
        ("DCG@1 = 3.000", 624, 370, 34, "ls"),
        ("IDCG@1 = 3.000", 624, 434, 34, "ls"),
    ]
    card, chip = drawing.boxes[:2]
    assert card[1:] == (72, 60, 552, 122)
    assert chip == ("g3", 474, 70, 540, 112)
    assert len(drawing.boxes) == 10
    assert drawing.lines == [(624, 392, 1128, 392)]


def test_a_heading_and_a_sentence_are_below_the_grades():
    drawing = Drawing()
    previews._draw_texts(drawing, previews.Preview("word " * 60, "much " * 60))
    grades, heading, sentence = drawing.texts[:5], drawing.texts[5:8], drawing.texts[8:]
    assert [text[:3] for text in grades] == [
        (grade, 101 + 70 * place, 109) for place, grade in enumerate("32301")
    ]
    assert [box[1:] for box in drawing.boxes] == [
        (72 + 70 * place, 72, 130 + 70 * place, 124) for place in range(5)
    ]
    assert [text[1:] for text in heading] == [(72, top, 68, "ls") for top in (220, 298, 376)]
    assert [text[1:] for text in sentence] == [(72, 442, 34, "ls"), (72, 488, 34, "ls")]
    assert (heading[-1][0][-6:], sentence[-1][0][-6:]) == ("word …", "much …")
    assert not any("…" in text for text, *_ in (*heading[:2], sentence[0]))


def test_a_long_heading_is_wrapped_into_at_most_three_lines():
    long = previews.render_preview(previews.Preview("word " * 60, ""))
    picture = Image.open(BytesIO(long)).convert("RGB")
    lines = [measure_ink(picture, (72, top, 1200, top + 60)) for top in (165, 243, 321, 399)]
    assert [bool(line) for line in lines] == [True, True, True, False]
    assert min(line[2] for line in lines[:3]) > 900


def test_long_names_and_numbers_fit_the_picture():
    names = ",".join(f"{'W' * 40}{at}:{10**15 + at}" for at in range(200))
    picture, size = read_picture("playground", {"r": names})
    paper = picture.getpixel((0, 0))
    beside_the_cards = previews.MARGIN + previews.CARD_WIDTH + 30
    edges = [picture.getpixel((x, y)) for x in (20, beside_the_cards, 1190) for y in range(630)]
    assert set(edges) == {paper}
    assert size < 60_000


def test_the_cache_of_pictures_is_bounded():
    assert previews.render_preview.cache_info().maxsize == limits.PICTURES_KEPT
