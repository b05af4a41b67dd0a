"""Refusals of the server: foreign names, foreign pages, source files."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient, WebSocketDenialResponse
from streamlit.web.server.starlette import starlette_websocket

from ndcg_core.content import load_toml
from ndcg_ui.classroom import life
from ndcg_ui.classroom.service import NO_DATABASE
from ndcg_ui.hosts import server
from ndcg_ui.hosts.server import hosts, sandbox, security, startup

CASES = load_toml(__file__, "cases.toml")["web_refused"]

SETTINGS = load_toml(__file__, "settings.toml")


def make_client(*routes, address="testclient", **options):
    """Return a client, at an address, of these routes behind the app's middleware."""
    app = Starlette(routes=routes, middleware=server.list_middleware())
    return TestClient(app, base_url="http://localhost", client=(address, 50_000), **options)


async def answer_any(request):
    """Answer as Streamlit does at any address."""
    return PlainTextResponse("other")


@pytest.fixture(scope="module")
def client():
    return make_client(Route("/{rest:path}", answer_any))


# --- What is refused ---------------------------------------------------------------------------


def request_path(client, path="/media/other", **headers):
    given = client.get(path, headers=headers)
    return given.status_code, given.text


@pytest.mark.parametrize(
    "host",
    ["rebound.example", "localhost.rebound.example", "127.0.0.1.example", "a b", "user@localhost"],
)
def test_a_foreign_name_is_refused_with_a_sentence_that_names_it(client, host):
    status, words = request_path(client, host=host)
    assert status == 421
    assert repr(host) in words
    assert "by its address" in words
    assert "NDCG_ALLOWED_HOSTS" in words


@pytest.fixture
def fresh_policies():
    """Read the policies again, which are otherwise read once."""
    read = (
        security.read_frame_ancestors,
        security.build_content_policy,
        sandbox.build_frame_policy,
    )
    for policy in read:
        policy.cache_clear()
    yield
    for policy in read:
        policy.cache_clear()


@pytest.mark.parametrize(("variable", "text", "sentence"), SETTINGS["refused"])
def test_a_bad_variable_stops_the_server_with_a_sentence(
    fresh_policies, monkeypatch, variable, text, sentence
):
    monkeypatch.setenv(variable, text)
    with pytest.raises(SystemExit, match=f"^The app does not start: {sentence}"):
        server.check_settings()


@pytest.mark.parametrize(
    ("sources", "around"),
    [
        ("'self' https://lms.example.edu", "'self' https://lms.example.edu"),
        ("'none'", "'self'"),
    ],
)
def test_the_operator_names_the_sites_that_may_frame_pages(
    fresh_policies, monkeypatch, sources, around
):
    monkeypatch.setenv("NDCG_FRAME_ANCESTORS", sources)
    server.check_settings()
    for is_exhibit in (True, False):
        policy = security.build_content_policy(is_exhibit)
        assert policy.endswith(f"; frame-ancestors {sources}")
        assert "; frame-src 'self'; " in policy
    assert sandbox.build_frame_policy().endswith(f"; frame-ancestors {around}")


def test_postgresql_without_its_library_stops_the_server_with_a_sentence(monkeypatch):
    monkeypatch.setenv("NDCG_CLASS_DATABASE", "postgresql://ndcg@db/ndcg")
    monkeypatch.setattr("ndcg_ui.classroom.store.settings.find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"NDCG_CLASS_DATABASE: postgresql:// needs psycopg"):
        server.check_settings()


def test_the_server_starts_without_a_writable_home_directory(monkeypatch, caplog):
    monkeypatch.delenv("NDCG_CLASS_DATABASE", raising=False)
    monkeypatch.setattr(Path, "home", lambda: Path("/proc/nope"))
    life.get_service.cache_clear()
    server.check_settings()
    startup.warn_of_unusable_database()
    assert "cannot hold classes" in caplog.text
    asked = make_client(*server.list_routes()).post("/join/enter", json={"code": "BCDFG"})
    assert asked.status_code == 409
    assert asked.json() == {"say": NO_DATABASE}
    assert not life.has_database()


@pytest.mark.parametrize("names", ["", " , ", "ndcg.example.edu 10.0.0.7 ::1", "*"])
def test_the_server_starts_with_names_and_addresses(monkeypatch, names):
    monkeypatch.setenv("NDCG_ALLOWED_HOSTS", names)
    server.check_settings()


@pytest.mark.parametrize(("names", "host", "origin", "status"), SETTINGS["asked"])
@pytest.mark.parametrize("prefix", ["", "/~/+"])
def test_hosting_services_reach_the_app_with_and_without_a_prefix(
    monkeypatch, names, host, origin, status, prefix
):
    monkeypatch.setenv("NDCG_ALLOWED_HOSTS", names)
    monkeypatch.setenv("STREAMLIT_SERVER_BASE_URL_PATH", prefix)

    async def connected(socket):
        asked = socket.headers["origin"], socket.headers["host"]
        await socket.accept() if starlette_websocket._is_origin_allowed(*asked) else None
        await socket.close()

    client = make_client(
        Route("/{rest:path}", answer_any), WebSocketRoute("/_stcore/stream", connected)
    )
    headers = {"host": host, "origin": origin}
    assert request_path(client, f"{prefix}/media/other", **headers)[0] == status
    stream = client.websocket_connect(f"{prefix}/_stcore/stream", headers=headers)
    if status == 200:
        stream.__enter__()
        return
    with pytest.raises(WebSocketDenialResponse) as refused:
        stream.__enter__()
    assert refused.value.status_code == status


@pytest.fixture
def configure(monkeypatch):
    """Return a function that sets Streamlit's options for a test."""

    def set_options(**options):
        named = {name.replace("_", "."): value for name, value in options.items()}
        known = hosts.config.get_option
        monkeypatch.setattr(
            hosts.config, "get_option", lambda n: named[n] if n in named else known(n)
        )
        monkeypatch.setattr(hosts.config, "is_manually_set", named.__contains__)

    return set_options


@pytest.mark.parametrize(
    ("options", "variable", "host", "status"),
    [
        ({}, "", "This-Machine:8501", 200),
        ({}, "", "this-machine.local", 200),
        ({}, "", "this-machine.example", 421),
        ({"server_address": "Ndcg.test"}, "", "ndcg.test", 200),
        ({"browser_serverAddress": "ndcg.test"}, "", "NDCG.test.", 200),
        ({"server_allowedHosts": [" Ndcg.test. "]}, "", "ndcg.test", 200),
        ({"server_allowedHosts": ["ndcg.test"]}, "", "localhost", 421),
        ({"server_allowedHosts": ["ndcg.test"]}, "Other.test.", "other.test", 200),
        ({"server_allowedHosts": ["ndcg.test"]}, "other.test", "ndcg.test", 421),
    ],
)
def test_the_app_answers_to_the_names_in_its_settings(
    monkeypatch, configure, options, variable, host, status
):
    monkeypatch.setenv("NDCG_ALLOWED_HOSTS", variable)
    monkeypatch.setattr(hosts.socket, "gethostname", lambda: "This-Machine")
    configure(**options)
    given, words = request_path(make_client(Route("/{rest:path}", answer_any)), host=host)
    assert given == status
    if status == 421:
        is_named = bool(variable or "server_allowedHosts" in options)
        assert ("by one of its own names" in words, "by its address" in words) == (
            is_named,
            not is_named,
        )


@pytest.mark.parametrize(
    ("options", "origin", "status"),
    [
        ({}, "http://LOCALHOST", 200),
        ({}, "https://lms.test", 403),
        ({"server_enableCORS": False}, "https://lms.test", 200),
        ({"server_corsAllowedOrigins": [" https://lms.test "]}, "https://lms.test", 200),
        ({"server_corsAllowedOrigins": ["https://lms.test"]}, "https://other.test", 403),
        ({"browser_serverAddress": "Ndcg.test"}, "https://ndcg.test", 200),
        ({"browser_serverAddress": "ndcg.test"}, "https://other.test", 403),
        ({"server_allowedHosts": ["localhost", "*.test"]}, "https://ndcg.test", 200),
        ({"server_allowedHosts": ["*"]}, "https://lms.test", 403),
    ],
)
def test_the_settings_name_the_origins_that_may_send_requests(configure, options, origin, status):
    configure(**options)
    given, words = request_path(make_client(Route("/{rest:path}", answer_any)), origin=origin)
    assert given == status
    if status == 403:
        assert words.startswith(f"This app refuses requests from pages at {origin!r}. Open the app")
        is_named = "server_allowedHosts" in options
        assert ("by one of its own names" in words) == is_named


@pytest.mark.parametrize(
    ("path", "host", "address", "status"),
    [
        ("/_stcore/health", "localhost:8501", "127.0.0.1", 200),
        ("/version", "localhost:8501", "127.0.0.1", 200),
        ("/metrics", "127.0.0.1:8501", "::1", 200),
        ("/metrics", "localhost:8501", "10.0.0.7", 421),
        ("/metrics", "other.test", "127.0.0.1", 421),
        ("/media/other", "localhost:8501", "127.0.0.1", 421),
    ],
)
def test_only_this_machine_checks_the_health_by_a_local_name(
    monkeypatch, path, host, address, status
):
    monkeypatch.setenv("NDCG_ALLOWED_HOSTS", "ndcg.test")
    client = make_client(*server.list_routes(), Route("/{rest:path}", answer_any), address=address)
    assert client.get(path, headers={"host": host}).status_code == status


@pytest.mark.parametrize(("origin", "status"), CASES["origins"])
def test_only_our_own_pages_may_send_requests(client, origin, status):
    assert request_path(client, origin=origin)[0] == status


# --- What Streamlit would do unasked -----------------------------------------------------------

STARTED = """
import sys
sys.path.insert(0, {root!r})
import app, click, logging
from ndcg_ui.exhibit import server
from starlette.testclient import TestClient
from streamlit import config
context = click.Context(click.Command("run"), info_name="run")
click.get_current_context = lambda silent: context
with TestClient(app.app, base_url="http://localhost", client=("127.0.0.1", 50_000)) as client:
    print(client.get("/_stcore/host-config").json()["allowedOrigins"])
    print(config.get_option("browser.gatherUsageStats"))
    logging.getLogger("ndcg_ui").error("an error")
    print(client.get("/metrics").text.splitlines()[-1], server.is_running())
print(server.is_running())
"""


def test_a_started_server_says_its_address_and_sends_no_usage_statistics(tmp_path):
    code = STARTED.format(root=str(Path(__file__).parents[2]))
    words = [sys.executable, "-W", "ignore", "-c", code]
    unwritable = os.environ | {"HOME": "/proc/nope", "NDCG_CLASS_DATABASE": ""}
    said = subprocess.run(
        words, cwd=tmp_path, capture_output=True, text=True, check=True, env=unwritable
    )
    lines = said.stdout.splitlines()
    assert lines[-4:] == ["[]", "False", "ndcg_errors_total 1 True", "False"]
    assert "  NDCG, step by step: http://localhost:8501" in lines
    assert "The server cannot hold classes" in said.stderr


def test_an_operator_may_name_the_sites_that_send_messages(monkeypatch):
    known = {"client.allowedOrigins": ["https://lms.test"], "browser.gatherUsageStats": True}
    monkeypatch.setattr(server.config, "set_option", known.__setitem__)
    for is_named, origins in ((True, ["https://lms.test"]), (False, [])):
        monkeypatch.setattr(server.config, "is_manually_set", lambda _, named=is_named: named)
        server.set_streamlit_options()
        assert known == {"client.allowedOrigins": origins, "browser.gatherUsageStats": False}


def test_our_server_refuses_reading_an_uploads_address():
    app = Starlette(routes=[*server.list_routes(), Route("/{rest:path}", answer_any)])
    for method in ("GET", "POST", "DELETE"):
        answer = TestClient(app).request(method, "/evaluate/files/run")
        assert (answer.status_code, answer.headers["allow"]) == (405, "PUT")
        assert "sent here by the page" in answer.text
