"""What a page asks for: the small fonts where they can be made, Streamlit's where not."""

import gzip

import pytest

from ndcg_ui.packed import fonts
from ndcg_ui.web import first_screen


@pytest.fixture
def page(monkeypatch):
    """The HTML of a page, made anew."""

    def made():
        for made_once in (first_screen._shell, first_screen._document, first_screen.without):
            made_once.cache_clear()
        return gzip.decompress(first_screen.document("", ())).decode()

    yield made
    monkeypatch.undo()
    made()


def test_a_page_asks_for_the_small_fonts_it_always_needs_and_declares_them_last(where, page):
    html = page()
    streamlits = html.index('rel="stylesheet" crossorigin href="./static/css/')
    for face in fonts.FACES:
        assert streamlits < html.index(f"url(.{fonts.url(face)})")
    assert html.count('rel="preload"') == 2
    for url in fonts.on_every_page():
        assert f'<link rel="preload" href=".{url}" as="font" type="font/woff2" crossorigin>' in html
    assert "/media/SourceSans" not in html


def test_where_nothing_is_kept_a_page_has_streamlits_fonts(page):
    html = page()
    assert html.count('rel="preload"') == 1
    assert "./static/media/SourceSans" in html
    assert not any(fonts.url(face) in html for face in fonts.FACES)
