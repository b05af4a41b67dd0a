"""Where there is no room for a file to take along, a sentence says so."""

from __future__ import annotations

import errno

import pytest

from ndcg_ui import limits
from ndcg_ui.evaluation import folders, taken
from ndcg_ui.evaluation.room_left import FULL
from tests.ui.evaluations import E, ask_for
from tests.ui.taken.making import OF, make

pytestmark = pytest.mark.usefixtures("common")


def test_what_is_made_counts_among_everybodys_files(mine):
    make(mine, content=b"x" * 100)
    mine.paste("run", "", "q1 Q0 a 1 1 x\n")
    assert folders.held() == 100 + len("q1 Q0 a 1 1 x\n")


def test_where_there_is_no_room_the_page_says_so_and_asks_no_further(visit, monkeypatch):
    monkeypatch.setattr(limits, "TAKEN_TOGETHER", 10)
    monkeypatch.setattr(limits, "UPLOADS_AT_ONCE", 0)
    page = visit(E)
    shown = ask_for(page, "csv")
    assert (shown["problem"], shown["url"], shown["acknowledged"]) == (FULL, "", "s1")


def test_the_last_file_of_its_kind_makes_room_for_the_next(mine, monkeypatch):
    monkeypatch.setattr(limits, "UPLOADS_AT_ONCE", 0)
    monkeypatch.setattr(limits, "TAKEN_TOGETHER", 10)
    assert make(mine, content=b"x" * 8).url
    assert make(mine, content=b"y" * 9, of=taken.stamp("another")).url
    assert make(mine, "html", b"z" * 2).why == FULL


def test_where_no_file_may_be_brought_one_can_be_taken(mine, monkeypatch):
    monkeypatch.setenv(limits.UPLOAD_MB, "0")
    assert make(mine).url


def test_a_folder_that_is_gone_is_a_sentence(mine):
    mine.folder.rmdir()
    assert make(mine).why == taken.UNWRITTEN


def test_a_disk_that_fills_up_leaves_no_half_of_a_file(mine, monkeypatch):
    def full(path, content):
        path.with_suffix(".part").write_bytes(content[:1])
        raise OSError("No space left on device")

    monkeypatch.setattr(taken, "write_whole", full)
    assert make(mine).why == taken.UNWRITTEN
    assert list(mine.folder.iterdir()) == []


def test_a_full_disk_is_called_what_it_is(mine, monkeypatch):
    def full(path, content):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(taken, "write_whole", full)
    assert make(mine).why == folders.FULL


def test_a_file_that_cannot_be_made_is_a_sentence_and_a_line_in_the_log(mine, caplog):
    made = taken.take(mine.folder, OF, "csv", lambda: 1 / 0)
    assert (made.why, made.url) == (taken.OURS, "")
    assert "ZeroDivisionError" in caplog.text
