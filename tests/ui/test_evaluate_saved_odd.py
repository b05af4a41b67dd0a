"""A saved evaluation that somebody made up, changed or cut gets a sentence and changes nothing."""

import io
import json
import zipfile

import pytest

from ndcg_ui import limits
from ndcg_ui.evaluation.files import Files
from ndcg_ui.evaluation.saved import CHOICES, DAMAGED, NOT_OURS, pack
from tests.ui.test_evaluate_files import put
from tests.ui.test_evaluate_own import QRELS, RUN
from tests.ui.test_evaluate_saved import ASKED, client, contents, files

__all__ = ["client", "files"]

pytestmark = pytest.mark.usefixtures("common")


def changed(saved, member, content):
    """The saved file with another content of one of its members."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(saved)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, content if name == member else old.read(name))
    return out.getvalue()


def about(saved, **other):
    """The saved file, which says something else about itself."""
    with zipfile.ZipFile(io.BytesIO(saved)) as old:
        known = json.loads(old.read(CHOICES))
    return changed(saved, CHOICES, json.dumps({**known, **other}))


HOSTILE = {
    "another zip": lambda saved: changed(saved, CHOICES, "{}"),
    "no json": lambda saved: changed(saved, CHOICES, "no"),
    "a list": lambda saved: changed(saved, CHOICES, "[]"),
    "another kind": lambda saved: about(saved, files=[{"kind": "x"}]),
    "too many files": lambda saved: about(saved, files=[{}] * 9),
    "no files": lambda saved: about(saved, files=[]),
    "cut": lambda saved: saved[:-30],
    "only a signature": lambda saved: b"PK\x03\x04",
    "a long list": lambda saved: saved[:-22] + saved[-22:-10] + b"\xff" * 4 + saved[-6:],
    "an unknown member": lambda saved: saved.replace(b"judgments", b"judgmentz"),
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
def test_a_zip_file_that_is_none_of_ours_gets_a_sentence_and_changes_nothing(client, files, make):
    saved = make(pack(ASKED, files.stored))
    before = contents(files)
    answer = put(client, files, "run", saved)
    assert answer.status_code == 409
    assert answer.text in (NOT_OURS, DAMAGED)
    assert contents(files) == before
    assert files.opened is None
    assert len(list(files.folder.iterdir())) == 6


def test_a_file_in_it_that_was_changed_is_refused(client, files):
    saved = changed(pack(ASKED, files.stored), "two", RUN.replace("2.0", "9.0"))
    assert put(client, files, "run", saved).text == DAMAGED


def test_a_bomb_is_not_unpacked(client, files, monkeypatch):
    big = Files()
    big.paste("qrels", "", QRELS)
    big.paste("run", "big", "0" * 3_000_000)
    saved = pack(ASKED, big.stored)
    monkeypatch.setenv(limits.UPLOAD_MB, "1")
    answer = put(client, files, "run", saved)
    assert (answer.status_code, "A file may have 1 MB" in answer.text) == (409, True)


@pytest.mark.parametrize("name", ["../x", "/etc/passwd", CHOICES, "a:b", "...", "judgments"])
def test_a_name_leads_nowhere(client, name):
    found = Files()
    found.paste("qrels", "", QRELS)
    found.paste("run", name, RUN)
    saved = pack({}, found.stored)
    members = zipfile.ZipFile(io.BytesIO(saved)).namelist()
    assert len(set(members)) == 3
    assert not any(member.startswith(("/", ".")) or ":" in member for member in members)
    fresh = Files()
    put(client, fresh, "run", saved)
    assert contents(fresh) == contents(found)
