"""The server's own answers: policy, headers, compression, caching and Streamlit's page."""

import asyncio
import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
import streamlit
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from ndcg_ui import limits
from ndcg_ui.components.lab.lab import ENGINE_URL, FRAME_URL
from ndcg_ui.exhibit import scripts
from ndcg_ui.hosts import server
from ndcg_ui.hosts.server import acts, assets, streamlit_page
from ndcg_ui.pages.menu import EXHIBITS
from tests.clock import run_in_thread
from tests.ui.test_web_refused import answer_any, make_client

INDEX = (Path(streamlit.__file__).parent / "static" / "index.html").read_text("utf-8")
INLINE = re.search(r"<script>(.*?)</script>", INDEX, re.DOTALL)[1]


def hash_text(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


POLICY = (
    "default-src 'self'; "
    f"script-src 'self' blob: {hash_text(streamlit_page.SHELL)} {hash_text(INLINE)}; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self'; worker-src 'self' blob:; frame-src 'self'; object-src 'none'; "
    "base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
)


@pytest.fixture(scope="module")
def client():
    """Return a client of our routes and middleware around an app that answers as Streamlit."""

    async def sealed(request):
        return PlainTextResponse("sealed", headers={"Content-Security-Policy": "sandbox"})

    streamlits = [Route("/media/sealed", sealed), Route("/{rest:path}", answer_any)]
    return make_client(*server.list_routes(), *streamlits)


def find_bundled_file():
    return "/" + re.search(r'src="\./(static/js/[^"]+\.js)"', INDEX)[1]


ANYWHERE = [f"/{page.path}" for page in EXHIBITS.values()]
CLOSED = ["/evaluate", "/other", assets.STYLE_URL, find_bundled_file()]


@pytest.mark.parametrize("path", [*ANYWHERE, *CLOSED])
def test_every_document_has_the_policy_and_the_other_security_headers(client, path):
    headers = client.get(path).headers
    anywhere = POLICY.replace("frame-ancestors 'self'", "frame-ancestors *")
    assert headers["content-security-policy"] == (anywhere if path in ANYWHERE else POLICY)
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert {"camera=()", "microphone=()"} < set(headers["permissions-policy"].split(", "))
    headers = client.get("/media/sealed").headers
    assert headers.get_list("content-security-policy") == ["sandbox"]
    plain = client.post("/acts/playground", json={"link": {}, "act": {}}).headers
    assert plain["content-type"] == "application/json"
    assert plain["x-content-type-options"] == "nosniff"
    assert "content-security-policy" not in plain


@pytest.mark.parametrize("path", ["/class", "/class/wall", "/join"])
def test_a_class_page_can_only_be_framed_by_our_pages(client, path):
    assert client.get(path).headers["content-security-policy"].endswith("frame-ancestors 'self'")


def test_the_embed_script_names_the_pages_that_can_be_framed(client):
    answer = client.get("/embed.js", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert '"learn":""' in answer.text
    again = client.get("/embed.js", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    named = json.loads(re.search(r'\{"pages":.*?\}(?=,"titles")', answer.text)[0] + "}")["pages"]
    assert [f"/{path}" for path in named.values()] == ANYWHERE


def test_a_page_names_the_scripts_that_it_loads_again_after_a_failure(client):
    for path, components in (("/playground", ["page"]), ("/evaluate", ["drop", "exhibit"])):
        (named,) = re.findall(r'data-scripts="([^"]*)"', client.get(path).text)
        assert named.split(" ") == [scripts.build_component_address(name) for name in components]


def test_the_frame_of_the_code_lab_is_sealed_and_cached(client):
    frame = client.get(FRAME_URL)
    policy = frame.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts; ")
    assert policy.endswith("; frame-ancestors 'self' *")
    assert frame.headers["cache-control"] == "public, max-age=31536000, immutable"
    engine = client.get(ENGINE_URL)
    assert engine.headers["content-type"] == "text/javascript; charset=utf-8"
    assert engine.content


STATIC = {
    "plotly": (assets.PLOTLY_URL, "text/javascript"),
    "style": (assets.STYLE_URL, "text/css"),
    "bundle": (find_bundled_file(), "text/javascript"),
}


@pytest.mark.parametrize(("url", "kind"), STATIC.values(), ids=STATIC)
def test_a_static_file_is_compressed_once_and_cached_forever(client, url, kind):
    small = client.get(url, headers={"accept-encoding": "gzip"})
    plain = client.get(url, headers={"accept-encoding": "identity"})
    assert small.status_code == plain.status_code == 200
    assert small.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert small.content == plain.content
    assert int(small.headers["content-length"]) < len(plain.content)
    for answer in (small, plain):
        assert answer.headers["content-type"].startswith(kind)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["vary"] == "Accept-Encoding"


def test_an_unchanged_component_script_is_not_sent_again(client):
    path = "/_stcore/bidi-components/ndcg-tutor.exhibit/exhibit.js"
    first = client.get(path)
    assert first.text == scripts.build_script("exhibit").decode()
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(path, headers={"If-None-Match": '"another"'}).status_code == 200


OF_OTHER_VERSIONS = {
    "/assets/style-0123456789ab.css": assets.STYLE_URL,
    "/vendor/plotly-5.0.0.min.js": assets.PLOTLY_URL,
}


@pytest.mark.parametrize("asked", OF_OTHER_VERSIONS)
def test_an_outdated_page_gets_the_current_file_uncached(client, asked):
    answer = client.get(asked)
    own = client.get(OF_OTHER_VERSIONS[asked])
    assert answer.status_code == 200
    assert answer.content == own.content
    assert answer.headers["cache-control"] == "no-cache"
    assert "immutable" in own.headers["cache-control"]


@pytest.mark.parametrize("path", ["/assets/style-x.css", "/vendor/plotly-a/b.min.js", "/vendor/"])
def test_an_address_of_no_version_is_404(client, path):
    assert client.get(path).status_code == 404


def test_each_page_and_each_answer_name_the_version_of_the_scripts(client):
    pages = [client.get(path) for path in ("/playground", "/join", "/class", "/class/desk")]
    for page in pages:
        assert f'data-version="{scripts.compute_asset_version()}"' in page.text
    act = client.post("/acts/playground", json={"link": {}, "act": {}})
    refused = client.post("/acts/playground", content="no act")
    unknown = client.post("/acts/unknown", content="no act")
    assert (act.status_code, refused.status_code, unknown.status_code) == (200, 400, 404)
    for answer in (*pages, act, refused, unknown):
        assert answer.headers[scripts.VERSION_HEADER] == scripts.compute_asset_version()


@pytest.mark.parametrize("name", ["exhibit/host.js", "classroom/join.html", "style/8-page.css"])
def test_every_file_of_a_page_affects_the_version(monkeypatch, tmp_path, name):
    monkeypatch.setattr(scripts, "UI", tmp_path)
    (tmp_path / name).parent.mkdir()
    versions = set()
    for text in ("one", "two"):
        (tmp_path / name).write_text(text)
        versions.add(scripts.compute_asset_version.__wrapped__())
    assert len(versions) == 2


@pytest.mark.parametrize("path", ["/static/js/../../../../etc/passwd", "/static/js/none.js"])
def test_no_file_outside_the_bundle_is_served(client, path):
    assert client.get(path).status_code == 404


def test_an_action_that_is_too_long_or_malformed_is_refused_with_a_sentence(client):
    longest = EXHIBITS["playground"].max_bytes
    answer = client.post("/acts/playground", content=b" " * (longest + 1))
    assert answer.status_code == 413
    assert answer.text == f"An action on this page has at most {longest:,} bytes."
    assert answer.headers["connection"] == "close"
    answer = client.post("/acts/playground", content=b"{")
    assert (answer.status_code, answer.text[:19]) == (400, "An action is JSON: ")


def send_slow_action(event):
    """Send an action whose body ends with `event`, and return the status and the headers."""
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/acts/playground",
        "query_string": b"",
        "headers": [(b"content-length", b"40")],
    }
    begun, sent = {"type": "http.request", "body": b"{", "more_body": True}, []
    waiting = [begun, event]

    async def receive():
        if (message := waiting.pop(0)) is None:
            await asyncio.sleep(10)
        return message

    async def send(message):
        sent.append(message)

    run_in_thread(Starlette(routes=acts.list_routes())(scope, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"].decode()


def test_an_action_that_does_not_arrive_ends_with_a_sentence(monkeypatch):
    monkeypatch.setattr(limits, "SECONDS_FOR_ACT", 0.01)
    status, headers, text = send_slow_action(None)
    assert (status, text) == (408, "The action did not arrive in time. Try again.")
    assert headers[b"connection"] == b"close"
    status, _, text = send_slow_action({"type": "http.disconnect"})
    assert (status, text) == (400, "")


def test_an_answer_to_an_action_is_not_stored(client):
    answer = client.post("/acts/playground", json={"link": {}, "act": {}})
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert make_client(*server.list_routes()).get("/acts/playground").status_code == 405
