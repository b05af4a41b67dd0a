"""Which names the app answers to, and whose pages may ask it for something.

A page of another site can have its own name point at this machine ("DNS rebinding") and then read
everything here as if it were its own. The browser still sends that name along, and it is not one
of ours. An address is no name: nobody can point it elsewhere.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config

from ndcg_ui.web.refusals import refuse

HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{1,5})?", re.IGNORECASE)
ANY = "*"


def listed_names() -> tuple[str, ...]:
    """Return the names in Streamlit's setting `server.allowedHosts`; they replace all others."""
    listed: Sequence[str] = config.get_option("server.allowedHosts")
    return tuple(name.strip().lower().rstrip(".") for name in listed)


def own_names() -> tuple[str, ...]:
    """Return the names this machine has for itself, and that it was told to listen on."""
    own = socket.gethostname().lower()
    options = (config.get_option("server.address"), config.get_option("browser.serverAddress"))
    return ("localhost", own, f"{own}.local", *(str(name).lower() for name in options if name))


def named(host: str) -> str:
    """Return the name or address in a Host header, in small letters; as it is where it is none.

    >>> named("App.Example:8501"), named("[::1]:8501"), named("a b"), named("")
    ('app.example', '::1', 'a b', '')
    """
    found = HOST.fullmatch(host)
    return (found[1] or found[2]).lower().rstrip(".") if found else host


def is_address(name: str) -> bool:
    """Return whether `name` is an IP address.

    >>> is_address("192.168.0.7"), is_address("::1"), is_address("127.0.0.1.example")
    (True, True, False)
    """
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def listed(name: str, names: Sequence[str]) -> bool:
    """Return whether `name` is among `names`, where "*.x" stands for every name under x.

    >>> listed("a.x", ["*.x"]), listed("x", ["*.x"]), listed("a.y", ["*"])
    (True, False, True)
    """
    if ANY in names or name in names:
        return True
    return any(own.startswith("*.") and name.endswith(own[1:]) for own in names)


def answers_to(name: str, names: Sequence[str]) -> bool:
    """Return whether the app answers to `name`; names: `listed_names`, where there are any.

    Without a Host header no browser asks, and so nobody's name was turned.
    """
    if names:
        return listed(name, names)
    return not name or is_address(name) or listed(name, own_names())


def own_page(origin: str, host: str) -> bool:
    """Return whether a request that names the page it comes from comes from one of ours."""
    if not config.get_option("server.enableCORS"):
        return True
    try:
        asking = urlsplit(origin)
    except ValueError:  # no address, such as http://[
        return False
    if asking.netloc and asking.netloc.lower() == host.lower():
        return True
    if config.is_manually_set("browser.serverAddress"):
        own = str(config.get_option("browser.serverAddress")).lower()
        if asking.hostname == own:
            return True
    return origin in {page.strip() for page in config.get_option("server.corsAllowedOrigins")}


class KnownHosts:
    """Refuses a request under a foreign name, and one that a page of another site makes.

    Streamlit would look at a connection's origin too, and ask the internet for this machine's
    outside address to compare it with; refused here, nothing is asked.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the application `app`."""
        self.app = app
        self.names = listed_names()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what comes under our name and from our own pages, or from no page."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        name = named(host)
        if not answers_to(name, self.names):
            await refuse(scope, receive, send, 421, _unknown(name))
        elif origin is not None and not own_page(origin, host):
            await refuse(scope, receive, send, 403, "Another site's page may not ask this app.")
        else:
            await self.app(scope, receive, send)


def _unknown(name: str) -> str:
    return (
        f"This app does not answer to the name {name[:80]!r}. Open it by its address, or "
        f"start it with --server.allowedHosts and the name."
    )
