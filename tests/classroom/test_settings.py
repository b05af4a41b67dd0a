"""The settings of classes, and the address that a request comes from."""

import sqlite3

import pytest

from ndcg_ui.classroom.life import has_database
from ndcg_ui.classroom.store.settings import ClassSettings, find_client_address, read_settings


def test_without_settings_a_class_lasts_a_day_in_a_file_of_the_home_directory(
    monkeypatch, tmp_path
):
    for name in ("DATABASE", "HOURS", "KEY"):
        monkeypatch.delenv(f"NDCG_CLASS_{name}", raising=False)
    monkeypatch.setattr("pathlib.Path.home", lambda: tmp_path)
    default = str(tmp_path / ".ndcg-tutor" / "class.sqlite3")
    assert read_settings() == ClassSettings(default, 24, "", "")
    assert not has_database()
    assert list(tmp_path.iterdir()) == [], "reading the settings makes no file"
    folder = tmp_path / ".ndcg-tutor"
    folder.mkdir()
    (folder / "class.sqlite3").write_text("A list of learners.")
    assert read_settings().trouble == (
        "The server cannot hold classes, because its database names another file. Everything else "
        "works. Set NDCG_CLASS_DATABASE to a file in another place."
    )


def test_a_database_can_be_a_new_file_an_empty_file_or_one_with_tables(monkeypatch, tmp_path):
    new, empty, full = (tmp_path / name for name in ("new/folder/x", "empty", "full"))
    empty.touch()
    with sqlite3.connect(full) as connection:
        connection.execute("CREATE TABLE rooms (code TEXT)")
    for path, exists in ((new, False), (empty, True), (full, True)):
        monkeypatch.setenv("NDCG_CLASS_DATABASE", str(path))
        assert (read_settings().database, has_database()) == (str(path), exists)
    assert not new.parent.exists()
    monkeypatch.setattr("ndcg_ui.classroom.store.settings.find_spec", lambda name: "installed")
    for address in ("postgresql://ndcg@db/ndcg", "postgres://ndcg@db/ndcg"):
        monkeypatch.setenv("NDCG_CLASS_DATABASE", address)
        assert (read_settings().database, has_database()) == (address, True)


def test_hours_and_the_key_are_read(monkeypatch, tmp_path):
    monkeypatch.setenv("NDCG_CLASS_DATABASE", str(tmp_path / "x"))
    monkeypatch.setenv("NDCG_CLASS_KEY", " open sesame")
    for text, hours in (("0.5", 0.5), ("8760", 8760), ("", 24)):
        monkeypatch.setenv("NDCG_CLASS_HOURS", text)
        assert read_settings() == ClassSettings(str(tmp_path / "x"), hours, " open sesame")
    monkeypatch.setenv("NDCG_CLASS_HOURS", "8761")
    with pytest.raises(ValueError, match="must be a number of hours, such as 24"):
        read_settings()


@pytest.mark.parametrize(
    ("sender", "forwarded", "client"),
    [
        ("192.168.1.7", "", "192.168.1.7"),
        ("192.168.1.7", " , ", "192.168.1.7"),
        ("127.0.0.1", "10.0.0.1, 8.8.8.8, 9.9.9.9", "8.8.8.8"),
        ("8.8.4.4", "8.8.8.8", "8.8.4.4"),
        ("127.0.0.1", "10.0.0.1,192.168.1.7", "127.0.0.1"),
        ("127.0.0.1", "unknown", "unknown"),
    ],
)
def test_a_request_comes_from_its_first_address_outside_the_local_network(
    sender, forwarded, client
):
    assert find_client_address(sender, forwarded) == client
