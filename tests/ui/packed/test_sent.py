"""What is sent packed is the file, byte for byte; what was damaged is not sent at all."""

import gzip

import brotli
import pytest

from ndcg_ui import web
from ndcg_ui.packed import folder, fonts
from ndcg_ui.packed.wanted import contents, missing
from ndcg_ui.web import assets
from tests.ui.packed.addresses import BOARD, SERVED
from tests.ui.packed.filled import fill


@pytest.mark.parametrize("address", SERVED.values(), ids=SERVED)
def test_every_coding_gives_the_file_back(where, ask, address):
    fill(where)
    whole = contents()[address]
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress, "": bytes}
    for asked, sent in (("gzip, deflate, br, zstd", "br"), ("gzip", "gzip"), ("", "")):
        answer, body = ask(address, asked)
        assert answer.headers.get("content-encoding", "") == sent
        assert unpack[sent](body) == whole
        assert answer.headers["vary"] == "Accept-Encoding"


def test_without_anything_packed_a_browser_gets_gzip(where, ask):
    answer, body = ask(web.STYLE_URL, "gzip, br")
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(body) == assets.STYLE


def test_what_is_packed_meanwhile_is_sent_from_then_on(where, ask):
    assert ask(web.SHELL_URL, "gzip, br")[0].headers["content-encoding"] == "gzip"
    fill(where)
    assert ask(web.SHELL_URL, "gzip, br")[0].headers["content-encoding"] == "br"


def test_a_components_script_is_not_sent_again_in_brotli_either(where, ask):
    fill(where)
    first, _ = ask(BOARD, "br")
    assert first.headers["content-encoding"] == "br"
    again, body = ask(BOARD, "br", **{"if-none-match": first.headers["etag"]})
    assert (again.status_code, body) == (304, b"")
    assert again.headers["vary"] == "Accept-Encoding"


DAMAGE = {
    "torn": lambda content: content[: len(content) // 2],
    "empty": lambda content: b"",
    "another bit": lambda content: content[:-1] + bytes([content[-1] ^ 1]),
    "another file's": lambda content: content[:32] + b"alert(1)",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_is_not_sent_and_is_packed_again(where, ask, damage):
    name = fill(where)[web.STYLE_URL]
    (where / name).write_bytes(damage((where / name).read_bytes()))
    answer, body = ask(web.STYLE_URL, "gzip, br")
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(body) == assets.STYLE
    assert [one.name for one in missing()] == [web.STYLE_URL]


def test_a_browser_that_refuses_brotli_gets_none(where, ask):
    fill(where)
    assert ask(web.STYLE_URL, "br;q=0, gzip")[0].headers["content-encoding"] == "gzip"


def test_a_font_leads_to_the_whole_one_until_it_is_made(where, ask):
    face = fonts.FACES[1]
    answer, _ = ask(fonts.url(face))
    assert answer.status_code == 307
    assert answer.headers["location"] == f"../static/media/{face.path().name}"
    assert answer.headers["cache-control"] == "no-store"
    where.mkdir()
    folder.write(where, fonts.key(face), b"small")
    answer, body = ask(fonts.url(face))
    assert (body, answer.headers["content-type"]) == (b"small", "font/woff2")
    assert "immutable" in answer.headers["cache-control"]
