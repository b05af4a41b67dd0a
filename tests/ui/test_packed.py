"""What is sent packed is the file, byte for byte; what was damaged is not sent at all."""

import gzip
import logging
import os
import subprocess
import sys
from hashlib import sha256

import brotli
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ndcg_ui import web
from ndcg_ui.packed import __main__ as packing
from ndcg_ui.packed import beside, folder, fonts
from ndcg_ui.packed.wanted import contents, missing, wanted
from ndcg_ui.web import assets, compressed, first_screen, sandbox
from tests.ui.packed import fill

BOARD = "/_stcore/bidi-components/ndcg-tutor.board/view.js"
BUNDLED = next(address for address in assets.bundle() if "/react-dom." in address)
SERVED = {
    **{"plotly": web.PLOTLY_URL, "style": web.STYLE_URL, "shell": web.SHELL_URL},
    **{"engine": sandbox.ENGINE_URL, "component": BOARD, "bundle": BUNDLED},
}


@pytest.fixture
def where(tmp_path, monkeypatch):
    """An empty folder for what is packed; nothing of another one is remembered."""
    monkeypatch.setenv(folder.CACHE, str(tmp_path / "packed"))
    monkeypatch.setattr(compressed, "_BROTLI", {})
    return tmp_path / "packed"


@pytest.fixture(scope="module")
def ask():
    """What the server sends, as it came: its headers and its body, still packed."""
    client = TestClient(
        Starlette(routes=web.routes(), middleware=web.middleware()),
        base_url="http://localhost",
        follow_redirects=False,
    )

    def asked(path, coding="", **headers):
        with client.stream("GET", path, headers={"accept-encoding": coding, **headers}) as answer:
            return answer, b"".join(answer.iter_raw())

    return asked


# --- What is sent ------------------------------------------------------------------------------


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


# --- The folder --------------------------------------------------------------------------------


def test_everything_has_a_name_of_its_own(where):
    names = [one.key for one in wanted()]
    assert len(set(names)) == len(names) > 100


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"NDCG_CACHE": "none"}, "None"),
        ({"NDCG_CACHE": "/srv/packed", "XDG_CACHE_HOME": "/other"}, "/srv/packed"),
        ({"NDCG_CACHE": "", "XDG_CACHE_HOME": "/var/cache"}, "/var/cache/ndcg-tutor"),
        ({"NDCG_CACHE": "", "XDG_CACHE_HOME": "", "HOME": "/home/a"}, "/home/a/.cache/ndcg-tutor"),
    ],
)
def test_where_it_is_can_be_said(monkeypatch, variables, expected):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert str(folder.folder()) == expected


def test_what_cannot_be_written_whole_leaves_nothing(where, monkeypatch):
    where.mkdir()

    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(where), "replace", full)
    with pytest.raises(OSError, match="No space left"):
        folder.write(where, "a" * 64, b"content")
    assert list(where.iterdir()) == []


def test_only_our_own_files_are_removed_and_only_when_nobody_wants_them(where):
    where.mkdir()
    wanted_still, old, torn, theirs = "a" * 64, "b" * 64, f"{'c' * 64}.01234567", "photo.jpg"
    for name in (wanted_still, old, torn, theirs):
        (where / name).write_bytes(b"")
        os.utime(where / name, (0, 0))
    (where / ("d" * 64)).write_bytes(b"")  # new
    folder.in_use(where, [wanted_still])
    folder.sweep(where)
    assert {path.name for path in where.iterdir()} == {wanted_still, "d" * 64, theirs}


# --- The process -------------------------------------------------------------------------------

SMALL = (web.SHELL_URL, BOARD)


def test_a_server_has_packed_what_is_not_there(where, caplog):
    names = fill(where, *SMALL)
    (where / names[web.STYLE_URL]).write_bytes(b"torn")
    beside.pack()
    assert missing() == []
    assert caplog.messages == []
    packed = {address: folder.read(names[address]) for address in (*SMALL, web.STYLE_URL)}
    for address, small in packed.items():
        assert brotli.decompress(small) == contents()[address]
        assert len(small) < len(gzip.compress(contents()[address], 9))


def test_where_everything_is_there_no_process_is_started_and_all_of_it_is_kept(where, monkeypatch):
    names = fill(where)
    for name in names.values():
        os.utime(where / name, (0, 0))
    monkeypatch.setattr(subprocess, "Popen", None)
    beside.pack()
    folder.sweep(where)
    assert {path.name for path in where.iterdir()} == set(names.values())


def test_where_nothing_is_kept_no_process_is_started(monkeypatch):
    assert os.environ[folder.CACHE] == folder.NOWHERE  # so it is in all other tests
    monkeypatch.setattr(subprocess, "Popen", None)
    beside.pack()


def test_while_one_process_packs_another_does_not(where, monkeypatch):
    monkeypatch.setattr(packing, "missing", lambda: pytest.fail("it packs too"))
    with folder.alone(where) as first:
        assert first
        assert packing.main() == 0


@pytest.mark.thorough("a process of its own; the first test of them starts one too")
def test_a_folder_that_cannot_be_written_is_said_in_one_line_of_the_log(
    tmp_path, monkeypatch, caplog
):
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv(folder.CACHE, str(tmp_path / "file" / "packed"))
    with caplog.at_level(logging.WARNING, "ndcg_ui"):
        beside.pack()
    (said,) = [record.getMessage() for record in caplog.records]
    assert said == (
        "Pages are sent larger than they could be: nothing can be kept in "
        f"{tmp_path / 'file' / 'packed'}: Not a directory. See NDCG_CACHE in README."
    )


def test_one_file_that_cannot_be_packed_does_not_keep_the_others_from_it(
    where, monkeypatch, capsys
):
    names = fill(where, *SMALL)
    ones = {one.name: one for one in wanted()}

    def broken():
        raise ValueError("no such font")

    bad = type(ones[BOARD])(BOARD, names[BOARD], broken)
    monkeypatch.setattr(packing, "missing", lambda: [bad, ones[web.SHELL_URL]])
    assert packing.main() == 1
    assert f"{BOARD} cannot be packed: ValueError('no such font')" in capsys.readouterr().err
    assert [one.name for one in missing()] == [BOARD]


@pytest.mark.thorough("a process of its own; the first test of them starts one too")
def test_packing_ends_with_its_server(where):
    command = [sys.executable, "-m", "ndcg_ui.packed", "--beside"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE)
    process.stdin.close()  # as when the server has been killed
    assert process.wait(timeout=300) == 0
    assert {one.name for one in missing()} == {one.name for one in wanted()}


# --- The page ----------------------------------------------------------------------------------


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
        assert streamlits < html.index(f"url({fonts.url(face)})")
    assert html.count('rel="preload"') == 2
    for url in fonts.on_every_page():
        assert f'<link rel="preload" href="{url}" as="font" type="font/woff2" crossorigin>' in html
    assert "/media/SourceSans" not in html


def test_where_nothing_is_kept_a_page_has_streamlits_fonts(page):
    html = page()
    assert html.count('rel="preload"') == 1
    assert "./static/media/SourceSans" in html
    assert not any(fonts.url(face) in html for face in fonts.FACES)


def test_a_font_leads_to_the_whole_one_until_it_is_made(where, ask):
    face = fonts.FACES[1]
    answer, _ = ask(fonts.url(face))
    assert answer.status_code == 307
    assert answer.headers["location"] == f"/static/media/{face.path().name}"
    assert answer.headers["cache-control"] == "no-store"
    where.mkdir()
    folder.write(where, fonts.key(face), b"small")
    answer, body = ask(fonts.url(face))
    assert (body, answer.headers["content-type"]) == (b"small", "font/woff2")
    assert "immutable" in answer.headers["cache-control"]


def test_a_kept_file_begins_with_its_digest(where):
    where.mkdir()
    folder.write(where, "a" * 64, b"content")
    assert (where / ("a" * 64)).read_bytes() == sha256(b"content").digest() + b"content"
    assert folder.read("a" * 64) == b"content"
