"""The process that cuts fonts beside a server."""

import logging
import os
import subprocess

import pytest

from ndcg_ui.packed import __main__ as packing
from ndcg_ui.packed import beside, cutting, folder, fonts
from tests.ui.packed.filled import fill

ITALIC, CODE = fonts.FACES[2], fonts.FACES[3]


def test_a_server_has_cut_what_is_not_there_or_damaged(where, caplog):
    names = fill(where, ITALIC)
    (where / names["code"]).write_bytes(b"torn")
    beside.pack()
    assert fonts.missing() == []
    assert caplog.messages == []
    for face in (ITALIC, CODE):
        assert len(folder.read(fonts.key(face))) < face.path().stat().st_size / 2


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


def test_while_one_process_cuts_another_does_not(where, monkeypatch):
    monkeypatch.setattr(fonts, "missing", lambda: pytest.fail("it cuts too"))
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


def test_one_font_that_cannot_be_cut_does_not_keep_the_others_from_it(where, monkeypatch, capsys):
    fill(where, ITALIC, CODE)

    def cut(face):
        if face == ITALIC:
            raise ValueError("no such font")
        return b"small"

    monkeypatch.setattr(cutting, "cut", cut)
    assert packing.main() == 1
    assert "sans-italic cannot be cut: ValueError('no such font')" in capsys.readouterr().err
    assert fonts.missing() == [ITALIC]
