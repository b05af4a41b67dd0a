"""A test whether phones can reach this server, with commands that help if they cannot."""

import socket
import sys
from contextlib import suppress
from typing import Any

from ndcg_core.html_builder import tag
from ndcg_ui.exhibit.addresses import (
    build_base_url,
    find_machine_address,
    is_local_host,
    read_address,
    render_qr_code,
)

TEST_PAGE = "/join/test"
CONNECTION_TIMEOUT = 1.0
"""The longest time for a connection to this machine's own address."""
START_COMMAND = "{streamlit} run app.py --server.address 0.0.0.0{port_option}"
DEFAULT_PORT = 8501
STREAMLIT_COMMAND = ".venv/bin/streamlit"
STREAMLIT_COMMAND_ON_WINDOWS = r".venv\Scripts\streamlit"
NO_NETWORK = (
    "This computer is not connected to a network. Connect it to the network that the phones use, "
    "and reload this page."
)
LOCAL_ONLY = (
    "Only this computer can open the app, so no phone can join. Stop the app, and start it again "
    "with this command:"
)
FIREWALL_COMMANDS = {
    "linux": "sudo ufw allow {port}/tcp",
    "win32": (
        'netsh advfirewall firewall add rule name="NDCG class" dir=in action=allow protocol=TCP '
        "localport={port}"
    ),
    "darwin": "sudo /usr/libexec/ApplicationFirewall/socketfilterfw --add {python}",
}
"""The command for each system that lets phones through its firewall."""
PHONE_CAN_JOIN = "This phone can join a class here. You can close this page."


def describe_connection_test(address: str, port: int) -> dict[str, Any]:
    """Return a test link for phones, the link's QR code, and advice on the connection.

    The advice consists of a problem and a command, both "" if phones can probably connect, and of a
    firewall command, "" on an unknown system.

    address: the address of the page in the teacher's browser
    port: the port of the server
    """
    scheme, host, path = read_address(address)
    test = f"{build_base_url(scheme, host, path)}{TEST_PAGE}"
    shown = {"address": test, "svg": render_qr_code(test), "problem": "", "command": ""}
    commands = [text.format(port=port, python=sys.executable) for text in _list_firewall_commands()]
    shown["firewall"] = commands[0] if commands else ""
    if not is_local_host(host):
        return shown
    if is_local_host(find_machine_address()):
        return shown | {"problem": NO_NETWORK}
    if not _accepts_connections(find_machine_address(), port):
        streamlit = STREAMLIT_COMMAND_ON_WINDOWS if sys.platform == "win32" else STREAMLIT_COMMAND
        option = "" if port == DEFAULT_PORT else f" --server.port {port}"
        command = START_COMMAND.format(streamlit=streamlit, port_option=option)
        return shown | {"problem": LOCAL_ONLY, "command": command}
    return shown


def _list_firewall_commands() -> list[str]:
    return [text for system, text in FIREWALL_COMMANDS.items() if sys.platform.startswith(system)]


def _accepts_connections(host: str, port: int) -> bool:
    """Return True if a host accepts a connection at a port within a second."""
    with suppress(OSError), socket.create_connection((host, port), CONNECTION_TIMEOUT):
        return True
    return False


def render_test_page() -> str:
    """Return the HTML of the page that a phone opens to test its connection."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("link", rel="icon", href="data:,"),
        tag("title", "Phones can join here"),
    )
    body = tag("body", tag("h1", "It works."), tag("p", PHONE_CAN_JOIN))
    return f"<!doctype html>{tag('html', head, body, lang='en')}"
