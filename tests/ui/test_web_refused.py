"""What the server refuses: foreign names, foreign pages, source."""

import socket

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient, WebSocketDenialResponse
from streamlit.web.server.starlette import starlette_websocket

from ndcg_core.content import beside
from ndcg_ui import server
from ndcg_ui.server import hosts, sandbox, security

CASES = beside(__file__, "cases.toml")["web_refused"]

SETTINGS = beside(__file__, "settings.toml")


def guarded(*routes, address="testclient", **options):
    """A client, at an address, of these routes behind the app's own middleware."""
    app = Starlette(routes=routes, middleware=server.middleware())
    return TestClient(app, base_url="http://localhost", client=(address, 50_000), **options)


async def other(request):
    """Answer as Streamlit does at any address."""
    return PlainTextResponse("other")


@pytest.fixture(scope="module")
def client():
    return guarded(Route("/{rest:path}", other))


# --- What is refused ---------------------------------------------------------------------------


def answer(client, path="/media/other", **headers):
    given = client.get(path, headers=headers)
    return given.status_code, given.text


ADDRESSES = ("127.0.0.1:8501", "192.168.7.20:80", "[::1]:8501", "")
NAMES = ("localhost", "LOCALHOST:8501", f"{socket.gethostname()}:8501")


@pytest.mark.parametrize("host", [*NAMES, *ADDRESSES])
def test_the_app_answers_to_the_machines_own_names_and_to_any_address(client, host):
    assert answer(client, host=host) == (200, "other")


@pytest.mark.parametrize(
    "host",
    ["rebound.example", "localhost.rebound.example", "127.0.0.1.example", "a b", "user@localhost"],
)
def test_a_foreign_name_is_refused_with_a_sentence_that_names_it(client, host):
    status, words = answer(client, host=host)
    assert status == 421
    assert repr(host) in words
    assert "by its address" in words
    assert "NDCG_ALLOWED_HOSTS" in words


def test_streamlits_own_list_of_names_replaces_all_others(monkeypatch):
    setting = {"server.allowedHosts": ["*.Example.edu", "ndcg.test"]}
    monkeypatch.setattr(hosts.config, "get_option", setting.get)
    names = hosts.listed_names()
    asked = ["a.example.edu", "ndcg.test", "localhost", "127.0.0.1", "example.edu", ""]
    assert [name for name in asked if hosts.answers_to(name, names)] == asked[:2]


@pytest.fixture
def named(monkeypatch):
    """A client of the app that was given two names by the environment."""
    monkeypatch.setenv("NDCG_ALLOWED_HOSTS", "ndcg.example.edu., *.Example.org")
    return lambda address: guarded(Route("/{rest:path}", other), address=address)


def test_the_environment_gives_the_app_all_of_its_names(named):
    client = named("203.0.113.9")
    for host in ("ndcg.example.edu", "NDCG.example.edu:443", "a.example.org"):
        assert answer(client, host=host) == (200, "other")
    for host in ("192.168.7.20", "localhost", "example.org", "ndcg.example.edu.evil.test"):
        status, words = answer(client, host=host)
        assert status == 421
        assert "address" not in words  # it would not be answered there either
        assert "NDCG_ALLOWED_HOSTS" in words


@pytest.mark.parametrize("host", ["localhost:8501", "127.0.0.1:8501", "[::1]"])
def test_on_its_own_machine_the_app_says_that_it_is_well_whatever_its_names_are(named, host):
    health = "/_stcore/health"
    for probe in (health, "/healthz", "/script-health-check", "/version", "/metrics"):
        assert answer(named("127.0.0.1"), probe, host=host)[0] == 200
    assert answer(named("::1"), health, host=host)[0] == 200
    assert answer(named("192.168.7.20"), health, host=host)[0] == 421
    assert answer(named("127.0.0.1"), health, host="rebound.example")[0] == 421
    assert answer(named("127.0.0.1"), host=host)[0] == 421


@pytest.fixture
def fresh_policies():
    """Policies are read once; here they are read anew."""
    read = (security.frame_ancestors, security.content_security_policy, sandbox.frame_policy)
    for policy in read:
        policy.cache_clear()
    yield
    for policy in read:
        policy.cache_clear()


@pytest.mark.parametrize(("variable", "text", "sentence"), SETTINGS["refused"])
def test_a_variable_that_cannot_be_meant_stops_the_server_with_a_sentence(
    fresh_policies, monkeypatch, variable, text, sentence
):
    monkeypatch.setenv(variable, text)
    with pytest.raises(SystemExit, match=f"^The app does not start: {sentence}"):
        server.check_settings()


def test_a_postgresql_without_its_library_stops_the_server_with_a_sentence(monkeypatch):
    monkeypatch.setenv("NDCG_CLASS_DATABASE", "postgresql://ndcg@db/ndcg")
    monkeypatch.setattr("ndcg_ui.classroom.store.settings.find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"NDCG_CLASS_DATABASE: postgresql:// needs psycopg"):
        server.check_settings()


@pytest.mark.parametrize("names", ["", " , ", "ndcg.example.edu 10.0.0.7 ::1", "*"])
def test_names_and_addresses_let_the_server_start(monkeypatch, names):
    monkeypatch.setenv("NDCG_ALLOWED_HOSTS", names)
    server.check_settings()


@pytest.mark.parametrize(("names", "host", "origin", "status"), SETTINGS["asked"])
@pytest.mark.parametrize("prefix", ["", "/~/+"])
def test_hosts_that_put_apps_online_reach_it_with_and_without_their_prefix(
    monkeypatch, names, host, origin, status, prefix
):
    monkeypatch.setenv("NDCG_ALLOWED_HOSTS", names)
    monkeypatch.setenv("STREAMLIT_SERVER_BASE_URL_PATH", prefix)

    async def connected(socket):
        asked = socket.headers["origin"], socket.headers["host"]
        await socket.accept() if starlette_websocket._is_origin_allowed(*asked) else None
        await socket.close()

    client = guarded(Route("/{rest:path}", other), WebSocketRoute("/_stcore/stream", connected))
    headers = {"host": host, "origin": origin}
    assert answer(client, f"{prefix}/media/other", **headers)[0] == status
    stream = client.websocket_connect(f"{prefix}/_stcore/stream", headers=headers)
    if status == 200:
        stream.__enter__()
        return
    with pytest.raises(WebSocketDenialResponse) as refused:
        stream.__enter__()
    assert refused.value.status_code == status


@pytest.mark.parametrize(("origin", "status"), CASES["origins"])
def test_only_our_own_pages_may_ask(client, origin, status):
    assert answer(client, origin=origin)[0] == status


@pytest.mark.parametrize("path", CASES["closed"])
def test_what_streamlit_has_and_no_page_of_ours_needs_is_not_there(client, path):
    assert answer(client, path) == (404, "There is nothing here.\n")


def test_a_setting_names_whose_pages_may_show_the_app(fresh_policies, monkeypatch):
    monkeypatch.setenv("NDCG_FRAME_ANCESTORS", "https://lms.example.edu")
    assert security.content_security_policy().endswith("frame-ancestors https://lms.example.edu")
    assert sandbox.frame_policy().endswith("frame-ancestors 'self' https://lms.example.edu")
