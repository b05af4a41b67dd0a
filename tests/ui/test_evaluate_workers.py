"""A server of two processes: a file may reach either, and is its session's in both."""

import asyncio

import pytest

from benchmarks._evaluator import Evaluator
from benchmarks._server import uvicorn
from tests.clock import run

QRELS = "q1 0 a 3\nq1 0 b 1\nq2 0 a 2\n"
RUN = "q1 Q0 b 1 2.0 x\nq1 Q0 a 2 1.0 x\nq2 Q0 a 1 1.0 x\n"
SESSIONS = 2
RUNS = 5


@pytest.fixture
def server(tmp_path):
    found = uvicorn(tmp_path / "log", workers=2, TMPDIR=str(tmp_path))
    found.start()
    yield found
    found.stop()


@pytest.mark.thorough("two processes are started")
def test_with_two_processes_every_file_is_taken_and_evaluated(server, tmp_path):
    client = pytest.importorskip("websockets.asyncio.client")
    judged = tmp_path / "qrels.txt"
    judged.write_text(QRELS)
    runs = [tmp_path / f"{number}.run" for number in range(RUNS)]
    for path in runs:
        path.write_text(RUN)

    async def visit():
        address = server.url.replace("http", "ws", 1) + "/_stcore/stream"
        async with client.connect(address, subprotocols=["streamlit"], max_size=None) as socket:
            visitor = Evaluator(socket, server.url)
            await visitor.arrive()
            await visitor.bring("qrels", [judged])
            await visitor.bring("run", runs)
            await visitor.evaluated()
            return "".join(visitor.texts)

    async def all_of_them():
        async with asyncio.timeout(90):
            return await asyncio.gather(*(visit() for _ in range(SESSIONS)))

    for shown in run(all_of_them()):
        for path in runs:
            assert f'data-system="{path.name}"' in shown
    server.stop()
    assert not list(tmp_path.glob("ndcg-evaluate-*/*"))
