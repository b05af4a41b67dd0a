"""Few runs are in the works at once; who waits is taken in order, with what is newest."""

import asyncio

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from ndcg_ui.web.admission import Admission
from ndcg_ui.web.pace import Pace
from tests.clock import PATIENCE, run
from tests.ui.messages import asks, tells

NEVER = 1000.0


def board_of(message):
    """The state of the board in a message that asks for a run."""
    back = BackMsg()
    back.ParseFromString(message["bytes"])
    return back.rerun_script.widget_states.widgets[0].json_value


STOP = BackMsg(stop_script=True).SerializeToString()
END = tells(script_finished=ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)


class Visitor:
    """A connection whose first run is over, unless it is new."""

    def __init__(self, server, name, *, new=False):
        self.server, self.name = server, name
        self.said, self.app_says = asyncio.Queue(), asyncio.Queue()
        self.task = asyncio.create_task(server.pace({"type": "websocket", "of": self}, *self.ends))
        if not new:
            self.says(asks(board="first run", fragment=""))

    @property
    def ends(self):
        """Its end of the connection: how it is heard and spoken to."""

        async def send(message):
            pass

        return self.said.get, send

    def says(self, message):
        """Send a message to the server."""
        self.said.put_nowait(message)

    def leaves(self):
        """End the connection."""
        self.says({"type": "websocket.disconnect", "code": 1001})


class Server:
    """Takes what it is given and answers when it is told to."""

    def __init__(self, places, seconds=NEVER):
        self.taken = []
        self.pace = Pace(self.app)
        self.pace.admission = Admission(places, seconds)

    async def app(self, scope, receive, send):
        visitor, message = scope["of"], {"type": ""}
        answers = asyncio.create_task(self.answer(visitor, send))
        while (message := await receive())["type"] == "websocket.receive":
            if message["bytes"] == STOP:
                self.taken.append((visitor.name, "stop"))
            elif board_of(message) != "first run":
                self.taken.append((visitor.name, board_of(message)))
        answers.cancel()

    async def answer(self, visitor, send):
        """Send what the visitor is to be told."""
        while True:
            await send(await visitor.app_says.get())

    def visitors(self, names, **how):
        """Somebody for each letter."""
        return [Visitor(self, name, **how) for name in names]


async def settled():
    """Let everything happen that does not wait for a clock."""
    for _ in range(200):
        await asyncio.sleep(0)


def scene(play):
    """Run a scene, which may wait for a state but not for good."""
    run(asyncio.wait_for(play(), PATIENCE))


def test_a_run_begins_when_one_before_it_has_been_sent():
    async def play():
        server = Server(places=2)
        visitors = server.visitors("abcd")
        for visitor in visitors:
            visitor.says(asks(board="1"))
            await settled()
        assert server.taken == [("a", "1"), ("b", "1")]
        visitors[1].app_says.put_nowait(tells(session_status_changed={"run_on_save": False}))
        await settled()
        assert server.taken[2:] == []
        visitors[1].app_says.put_nowait(END)
        await settled()
        assert server.taken[2:] == [("c", "1")]
        visitors[2].app_says.put_nowait(END)
        visitors[2].app_says.put_nowait(END)  # a second end is nobody's place
        await settled()
        visitors[1].says(asks(board="2"))
        await settled()
        assert server.taken[3:] == [("d", "1")]

    scene(play)


def test_what_waits_is_the_newest():
    async def play():
        server = Server(places=1)
        one, other = server.visitors("ab")
        one.says(asks(board="1"))
        await settled()
        for board in "123":
            other.says(asks(board=board))
            await settled()
        one.app_says.put_nowait(END)
        await settled()
        assert server.taken == [("a", "1"), ("b", "3")]

    scene(play)


def test_who_asks_again_waits_behind_the_others():
    async def play():
        server = Server(places=1)
        one, other = server.visitors("ab")
        one.says(asks(board="1"))
        await settled()
        other.says(asks(board="1"))
        await settled()
        one.says(asks(board="2"))
        await settled()
        assert server.taken == [("a", "1"), ("b", "1")]
        other.app_says.put_nowait(END)
        await settled()
        assert server.taken[2:] == [("a", "2")]

    scene(play)


def test_a_newcomer_needs_no_place_and_neither_does_what_asks_for_no_run():
    async def play():
        server = Server(places=1)
        (there,) = server.visitors("a")
        there.says(asks(board="1"))
        newcomers = server.visitors("bc", new=True)
        await settled()
        for newcomer in newcomers:
            newcomer.says(asks(board="1"))
        await settled()
        newcomers[0].says({"type": "websocket.receive", "bytes": STOP})
        await settled()
        assert server.taken == [("a", "1"), ("b", "1"), ("c", "1"), ("b", "stop")]

    scene(play)


def test_a_run_that_takes_long_needs_no_place_any_more():
    async def play():
        server = Server(places=1, seconds=0.001)
        for visitor in server.visitors("abc"):
            visitor.says(asks(board="1"))
        while len(server.taken) < 3:
            await asyncio.sleep(0.001)
        assert server.taken == [("a", "1"), ("b", "1"), ("c", "1")]

    scene(play)


@pytest.mark.parametrize("waiting", [False, True])
def test_who_leaves_gives_the_place_back(waiting):
    async def play():
        server = Server(places=1)
        visitors = server.visitors("abc")
        for visitor in visitors:
            visitor.says(asks(board="1"))
            await settled()
        if waiting:
            visitors[1].task.cancel()
        visitors[0].leaves()
        await settled()
        assert server.taken[1:] == ([("c", "1")] if waiting else [("b", "1")])

    scene(play)
