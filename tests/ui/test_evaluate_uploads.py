"""Files for /evaluate that come slowly, or not at all, keep nobody else from bringing theirs."""

from __future__ import annotations

import asyncio
from shutil import rmtree

import pytest
from starlette.applications import Starlette

from ndcg_ui import limits
from ndcg_ui.evaluation.files import Files
from ndcg_ui.evaluation.folders import FULL as DISK_FULL
from ndcg_ui.evaluation.room_left import SHARE
from ndcg_ui.web import uploads
from tests.clock import PATIENCE, run

RUN = b"q1 Q0 a 1 1.0 x\n"
ANNOUNCED = 200_000_000

pytestmark = pytest.mark.usefixtures("common")
app = Starlette(routes=uploads.routes())


class Upload:
    """A request that announces a size and sends what it is told to."""

    def __init__(self, files, size, first=b"q"):
        self.files = files  # the session goes on
        self.chunks, self.status, self.text = asyncio.Queue(), 0, ""
        self.send(first)
        scope = {
            "type": "http",
            "method": "PUT",
            "path": f"/evaluate/files/{files.token}/run",
            "query_string": b"name=x",
            "headers": [(b"content-length", str(size).encode())],
        }
        self.task = asyncio.create_task(app(scope, self.receive, self.answer))

    def send(self, chunk, more=True):
        self.chunks.put_nowait({"type": "http.request", "body": chunk, "more_body": more})

    async def receive(self):
        return await self.chunks.get()

    async def answer(self, message):
        self.status = message.get("status", self.status)
        self.text += message.get("body", b"").decode()

    async def over(self):
        await asyncio.wait_for(self.task, PATIENCE)
        return self.status


async def honest(files):
    """Bring a small file; its status."""
    upload = Upload(files, len(RUN), b"")
    upload.send(RUN, more=False)
    return await upload.over()


async def on_disk(files, count):
    """Wait until so many files have begun to come."""
    async with asyncio.timeout(PATIENCE):
        while len(list(files.folder.iterdir())) < count:
            await asyncio.sleep(0.01)


def test_connections_that_announce_much_and_send_one_byte_keep_nobody_from_bringing_files():
    async def attacked():
        attackers = [Files() for _ in range(31)]
        there = [Upload(files, ANNOUNCED) for files in attackers]
        for files in attackers:
            await on_disk(files, 1)
        status = await honest(Files())
        large = Upload(Files(), ANNOUNCED)  # there is room for what was not sent
        large.send(b"x" * 20_000_000)
        await asyncio.sleep(0)
        large.send(b"x", more=False)
        await large.over()
        for one in there:
            one.task.cancel()
        await asyncio.gather(*(one.task for one in there), return_exceptions=True)
        return status, large.status, large.text

    assert run(attacked()) == (200, 400, uploads.NOT_WHOLE)  # it was shorter than announced


def test_an_upload_that_stands_still_is_ended_and_leaves_nothing(monkeypatch):
    monkeypatch.setattr(limits, "SECONDS_OF_SLOWNESS", 0.2)

    async def slow():
        files = Files()
        upload = Upload(files, ANNOUNCED)
        return await upload.over(), upload.text, list(files.folder.iterdir())

    assert run(slow()) == (400, uploads.NOT_WHOLE, [])


def test_an_upload_that_drips_is_ended(monkeypatch):
    monkeypatch.setattr(limits, "SECONDS_OF_SLOWNESS", 0.5)

    async def dripping():
        upload = Upload(Files(), ANNOUNCED)
        async with asyncio.timeout(PATIENCE):
            while not upload.task.done():
                upload.send(b"q")
                await asyncio.sleep(0.02)
        return await upload.over()

    assert run(dripping()) == 400


def test_a_page_brings_two_files_at_once_and_no_third():
    async def three():
        files = Files()
        there = [Upload(files, 100) for _ in range(2)]
        await on_disk(files, 2)
        third = await honest(files)
        for one in there:
            one.send(b"q" * 99, more=False)
        return third, [await one.over() for one in there], await honest(files)

    assert run(three()) == (429, [200, 200], 200)


def test_an_upload_ends_when_its_session_does(monkeypatch):
    monkeypatch.setattr(limits, "BYTES_BETWEEN_LOOKS", 10)

    async def ended():
        files = Files()  # its folder goes as it does with the session
        upload = Upload(files, ANNOUNCED)
        await on_disk(files, 1)
        rmtree(files.folder)
        upload.send(b"q" * 100)
        return await upload.over(), upload.text

    assert run(ended()) == (409, uploads.GONE)


def test_however_much_one_session_brings_there_is_room_for_others(monkeypatch):
    monkeypatch.setenv(limits.UPLOAD_MB, "1")

    async def greedy():
        files, said = Files(), []
        for n in range(limits.UPLOADS_AT_ONCE):
            path = files.place()
            upload = Upload(files, 900_000, b"")
            upload.send(b"%d" % n * 900_000, more=False)
            said.append((await upload.over(), upload.text))
            for one in files.stored:  # keep it, whatever its name
                one.path.with_suffix(".json").unlink()
            assert not path.exists()
        return said, await honest(Files())

    said, other = run(greedy())
    assert [status for status, _ in said] == [200] * 5 + [503] * 5
    assert said[-1][1] == SHARE
    assert other == 200


def test_a_full_disk_is_called_what_it_is(monkeypatch):
    def full(path, *more, **named):
        raise OSError(28, "No space left on device")

    async def brought():
        files = Files()
        monkeypatch.setattr(uploads.Shelf, "place", lambda shelf: Full())
        upload = Upload(files, len(RUN), RUN)
        return await upload.over(), upload.text

    class Full:
        open = full

        def unlink(self, missing_ok):
            """There is nothing there."""

    assert run(brought()) == (507, DISK_FULL)
