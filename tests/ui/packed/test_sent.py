"""A font that was cut is sent as it was kept; what is damaged is not sent at all."""

import gzip

import pytest

from ndcg_ui import web
from ndcg_ui.packed import folder, fonts
from ndcg_ui.web import assets
from tests.ui.packed.filled import fill

SERIF = fonts.FACES[1]
BOARD = "/_stcore/bidi-components/ndcg-tutor.board/view.js"
BUNDLED = next(address for address in assets.bundle() if "/react-dom." in address)


@pytest.mark.parametrize("address", [web.PLOTLY_URL, web.STYLE_URL, web.SHELL_URL, BOARD, BUNDLED])
def test_a_file_is_gzipped_where_the_browser_takes_that(ask, address):
    plain, whole = ask(address, "br")
    gzipped, body = ask(address, "gzip, deflate, br, zstd")
    assert "content-encoding" not in plain.headers
    assert gzipped.headers["content-encoding"] == "gzip"
    assert gzip.decompress(body) == whole
    assert {answer.headers["vary"] for answer in (plain, gzipped)} == {"Accept-Encoding"}


DAMAGE = {
    "torn": lambda content: content[: len(content) // 2],
    "empty": lambda content: b"",
    "another bit": lambda content: content[:-1] + bytes([content[-1] ^ 1]),
    "another file's": lambda content: content[:32] + b"alert(1)",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_font_is_taken_for_missing(where, damage):
    name = fill(where)[SERIF.name]
    (where / name).write_bytes(damage((where / name).read_bytes()))
    assert folder.read(name) is None
    assert fonts.missing() == [SERIF]


def test_a_font_leads_to_the_whole_one_until_it_is_made(where, ask):
    answer, _ = ask(fonts.url(SERIF))
    assert answer.status_code == 307
    assert answer.headers["location"] == f"../static/media/{SERIF.path().name}"
    assert answer.headers["cache-control"] == "no-store"
    where.mkdir()
    folder.write(where, fonts.key(SERIF), b"small")
    answer, body = ask(fonts.url(SERIF))
    assert (body, answer.headers["content-type"]) == (b"small", "font/woff2")
    assert "immutable" in answer.headers["cache-control"]
