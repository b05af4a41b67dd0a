"""A server of two processes: a file may reach either, and be asked of either."""

import asyncio
import io
import json
import zipfile

import polars as pl
import pytest

from benchmarks._evaluator import TIMES, Evaluator
from benchmarks._server import uvicorn
from ndcg_ui.evaluation.downloads import KINDS
from tests.clock import PATIENCE, run
from tests.ui.evaluations import QRELS, RUN

SESSIONS = 2
RUNS = 5
NAMES = tuple(KINDS)


@pytest.fixture
def server(tmp_path):
    found = uvicorn(tmp_path / "log", workers=2, TMPDIR=str(tmp_path))
    found.start()
    yield found
    found.stop()


@pytest.mark.thorough("two processes are started")
def test_with_two_processes_every_file_is_taken_evaluated_and_given(server, tmp_path):
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
            shown = "".join(visitor.texts)
            return shown, {ending: await visitor.take(ending) for ending in NAMES}

    async def all_of_them():
        async with asyncio.timeout(PATIENCE):
            return await asyncio.gather(*(visit() for _ in range(SESSIONS)))

    for shown, given in run(all_of_them()):
        for path in runs:
            assert f'data-system="{path.name}"' in shown
        for contents in given.values():
            assert len(contents) == TIMES
            assert len(set(contents)) == 1
        is_of_these_files({ending: contents[0] for ending, contents in given.items()}, runs)
    server.stop()
    assert not list(tmp_path.glob("ndcg-evaluate-*/*"))


def is_of_these_files(given, runs):
    """What was taken along can be read, and speaks of all that was brought."""
    names = {path.name for path in runs}
    tables = (
        pl.read_parquet(given["ndcg-queries.parquet"]),
        pl.read_csv(given["ndcg-queries.csv"]),
    )
    assert all(set(table["system"]) == names for table in tables)
    assert all(name in given["ndcg-report.html"].decode() for name in names)
    with zipfile.ZipFile(io.BytesIO(given["ndcg-evaluation.zip"])) as saved:
        files = json.loads(saved.read("evaluation.json"))["files"]
        assert {file["name"] for file in files} == {"qrels.txt", *names}
        assert saved.read("qrels.txt").decode() == QRELS
