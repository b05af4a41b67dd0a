"""The start of the server: the addresses that it prints."""

import click
import pytest

from ndcg_ui import PRODUCT
from ndcg_ui.hosts.server import startup


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
