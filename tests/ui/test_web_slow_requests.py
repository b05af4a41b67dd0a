"""A request that is never finished, and one whose answer takes long."""

import asyncio
from contextlib import asynccontextmanager
from socket import create_server
from types import MethodType, SimpleNamespace

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute

from ndcg_ui.web import slow_requests
from tests.clock import PATIENCE, run


class Echo(asyncio.Protocol):
    """A server's protocol that notes what happened to it."""

    def __init__(self):
        self.happened = []

    def data_received(self, data):
        self.happened.append(data)

    def connection_lost(self, exc):
        self.happened.append("lost")


def connected(act, seconds):
    """Listen with a limit, let `act` happen on a connection, and return what happened to it."""

    async def scene():
        slow_requests.limit_slow_requests(seconds)
        made = []

        def factory():
            made.append(Echo())
            return made[-1]

        server = await asyncio.get_running_loop().create_server(factory, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        while not made:
            await asyncio.sleep(0)
        [watched] = [w for w in slow_requests._watched.values() if w.protocol is made[0]]
        await act(reader, writer, watched)
        writer.close()
        server.close()
        return made[0].happened

    return run(scene())


def test_a_connection_that_never_finishes_its_request_is_ended():
    async def trickle(reader, writer, watched):
        writer.write(b"GET / HT")
        assert await reader.read() == b""  # the other end has hung up

    assert connected(trickle, seconds=0.05) == [b"GET / HT", "lost"]


def test_a_connection_whose_request_is_being_answered_is_left_alone():
    async def answered(reader, writer, watched):
        writer.write(b"GET / HTTP/1.1\r\n\r\n")
        receive = MethodType(lambda self: None, SimpleNamespace(transport=watched.transport))

        async def app(scope, receive, send):
            assert watched.clock is None

        await slow_requests.RequestClock(app)({"type": "http"}, receive, None)
        assert watched.clock is not None  # for the next request
        await slow_requests.RequestClock(app)({"type": "websocket"}, receive, None)
        assert watched.clock is None  # a connection may be silent for as long as it likes

    connected(answered, seconds=3600)


def test_uvicorn_hangs_up_on_half_a_request_and_on_nothing_else():
    @asynccontextmanager
    async def lifespan(app):
        slow_requests.limit_slow_requests(0.3)
        yield

    async def slow_page(request):
        await asyncio.sleep(0.6)
        return PlainTextResponse("page")

    async def silent(socket):
        await socket.accept()
        await asyncio.sleep(0.6)
        await socket.send_text("still here")

    app = Starlette(
        routes=[Route("/", slow_page), WebSocketRoute("/s", silent)],
        middleware=[Middleware(slow_requests.RequestClock)],
        lifespan=lifespan,
    )

    async def visitor(port, request, last):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        said = await asyncio.wait_for(reader.readuntil(last) if last else reader.read(), PATIENCE)
        writer.close()
        return said

    async def scene():
        with create_server(("127.0.0.1", 0)) as listening:
            server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            while not server.started:
                await asyncio.sleep(0.01)
            port = listening.getsockname()[1]
            upgrade = (
                b"GET /s HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
            )
            found = await asyncio.gather(
                visitor(port, b"", b""),
                visitor(port, b"GET / HTTP/1.1\r\nHost: a\r\nX", b""),
                visitor(port, b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", b"page"),
                visitor(port, upgrade, b"still here"),
                return_exceptions=True,
            )
            server.should_exit = True
            await serving
            return found

    nothing, half, whole, connection = run(scene())
    for ended in (nothing, half):
        assert ended == b"" or isinstance(ended, ConnectionResetError)
    assert whole.startswith(b"HTTP/1.1 200")
    assert connection.startswith(b"HTTP/1.1 101")
