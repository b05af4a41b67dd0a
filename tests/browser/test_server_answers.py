"""What the real server answers to whom, asked without a browser."""

from http.client import HTTPConnection

import pytest

from tests.clock import PATIENCE

ASKED = {
    "figures about the server": ("GET", "/_stcore/metrics", {}, 404),
    "an agent's way in": ("POST", "/_stcore/agent/mcp", {}, 404),
    "signing in": ("GET", "/auth/login", {}, 404),
    "a page that is none": ("GET", "/playgroun", {}, 404),
    "how it is": ("GET", "/_stcore/health", {}, 200),
    "its versions": ("GET", "/version", {}, 200),
    "its numbers": ("GET", "/metrics", {}, 200),
    "source": ("GET", "/_stcore/bidi-components/ndcg-tutor.board/__init__.py", {}, 404),
    "a script": ("GET", "/_stcore/bidi-components/ndcg-tutor.board/board.js", {}, 200),
    "an upload": ("PUT", "/_stcore/upload_file/a/b", {}, 404),
    "a foreign name": ("GET", "/", {"Host": "rebound.example"}, 421),
    "a foreign page": ("GET", "/", {"Origin": "https://other.example"}, 403),
    "by address": ("GET", "/", {"Host": "127.0.0.1:8501"}, 200),
}
UPGRADE = {
    **{"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"},
    "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==",
}
ASKED |= {
    "a connection": ("GET", "/_stcore/stream", UPGRADE, 101),
    "a foreign page's connection": (
        *("GET", "/_stcore/stream"),
        *({**UPGRADE, "Origin": "http://localhost:1"}, 403),
    ),
    "a connection under a foreign name": (
        *("GET", "/_stcore/stream"),
        *({**UPGRADE, "Host": "rebound.example"}, 421),
    ),
}


@pytest.mark.every_time
@pytest.mark.parametrize(("method", "path", "headers", "status"), ASKED.values(), ids=ASKED)
def test_the_real_server_answers_what_it_should(server, method, path, headers, status):
    connection = HTTPConnection("localhost", server.port, timeout=PATIENCE)
    connection.request(method, path, headers=headers)
    assert connection.getresponse().status == status
    connection.close()
