"""The folder of what is packed: where it is, what is written there, what is removed."""

import os
from hashlib import sha256

import pytest

from ndcg_ui.packed import folder, fonts


def test_every_font_has_a_name_of_its_own():
    names = list(map(fonts.key, fonts.FACES))
    assert len(set(names)) == len(names)


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


def test_a_kept_file_begins_with_its_digest(where):
    where.mkdir()
    folder.write(where, "a" * 64, b"content")
    assert (where / ("a" * 64)).read_bytes() == sha256(b"content").digest() + b"content"
    assert folder.read("a" * 64) == b"content"
