"""The start of the server: the addresses and warnings that it prints, and errors of pages."""

from contextlib import asynccontextmanager
from types import SimpleNamespace

import click
import pytest

from ndcg_ui import PRODUCT
from ndcg_ui.exhibit.server import is_running
from ndcg_ui.hosts import server
from ndcg_ui.hosts.server import startup
from tests.clock import run_in_thread


@pytest.mark.parametrize(
    ("options", "addresses"),
    [
        ({}, ["http://localhost:8501/ndcg", "http://10.0.0.7:8501/ndcg"]),
        ({"server.address": "::"}, ["http://localhost:8501/ndcg", "http://10.0.0.7:8501/ndcg"]),
        ({"server.address": "127.0.0.1"}, ["http://127.0.0.1:8501/ndcg"]),
        (
            {"server.address": "ndcg.test", "server.port": 443, "server.sslCertFile": "cert.pem"},
            ["https://ndcg.test:443/ndcg"],
        ),
    ],
)
def test_the_command_run_prints_each_address_of_the_app(monkeypatch, capsys, options, addresses):
    options = {"server.port": 8501, "server.baseUrlPath": "ndcg"} | options
    monkeypatch.setattr(startup.config, "get_option", options.get)
    monkeypatch.setattr(startup, "find_machine_address", lambda: "10.0.0.7")
    for command in ("hello", "run"):
        assert capsys.readouterr().out == ""
        with click.Context(click.Command(command), info_name=command):
            startup.print_addresses()
    lines = [line.strip() for line in capsys.readouterr().out.splitlines() if line]
    assert lines == [*(f"{PRODUCT}: {address}" for address in addresses), "Ctrl+C ends it."]


def test_the_server_warns_of_bad_settings_and_counts_as_running_until_it_stops(
    monkeypatch, caplog, capsys
):
    order = []

    @asynccontextmanager
    async def work(name):
        order.append(f"{name} begins")
        yield
        order.append(f"{name} ends")

    monkeypatch.setattr(server, "import_modules_early", lambda app: work(app))
    monkeypatch.setattr(server.life, "tidy_classes", lambda: work("classes"))
    monkeypatch.setattr(server.uploads, "tidy_folders", lambda: work("uploads"))
    monkeypatch.setattr(startup, "describe_low_contrast", lambda: "The link is too pale.")
    monkeypatch.setattr(
        startup, "read_settings", lambda: SimpleNamespace(trouble="The database is gone.")
    )

    async def run(error):
        with click.Context(click.Command("run"), info_name="run"):
            async with server.prepare_server("the app"):
                order.append(is_running())
                if error:
                    raise error
        order.append(is_running())

    run_in_thread(run(None))
    names = ("the app", "classes", "uploads")
    begins, ends = ([f"{name} {what}" for name in names] for what in ("begins", "ends"))
    assert order == [*begins, True, *reversed(ends), False]
    told = [record.getMessage() for record in caplog.records]
    assert told == ["The link is too pale.", "The database is gone."]
    assert "Ctrl+C ends it." in capsys.readouterr().out
    with pytest.raises(OSError, match="lost"):
        run_in_thread(run(OSError("lost")))
    assert not is_running()


def test_an_error_is_shown_in_full_only_on_an_own_page(monkeypatch, tmp_path):
    shown = []
    monkeypatch.setenv("NDCG_PAGES", str(tmp_path))
    monkeypatch.setattr(server.st, "exception", lambda error: shown.append(("in full", str(error))))
    monkeypatch.setattr(server.st, "error", lambda sentence: shown.append(("words", sentence)))
    for file in (tmp_path / "mine.py", tmp_path.parent / "ours.py"):
        with pytest.raises(RuntimeError) as raised:
            exec(compile("raise RuntimeError('secret detail')", str(file), "exec"), {})
        assert server.show_friendly_error(raised.value) is True
    (own, detail), *others = shown
    assert (own, detail) == ("in full", "secret detail")
    assert [kind for kind, _ in others] == ["words"]
    assert "secret" not in others[0][1]
