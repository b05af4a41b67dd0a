"""The process that packs beside a server."""

import gzip
import logging
import os
import subprocess
import sys

import brotli
import pytest

from ndcg_ui import web
from ndcg_ui.packed import __main__ as packing
from ndcg_ui.packed import beside, folder
from ndcg_ui.packed.wanted import contents, missing, wanted
from tests.ui.packed.addresses import BOARD
from tests.ui.packed.filled import fill

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
