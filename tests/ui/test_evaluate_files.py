"""Files for /evaluate: uploading, refusals and deletion."""

import asyncio
import errno
import os
import time
from pathlib import Path
from shutil import rmtree

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ndcg_ui import limits
from ndcg_ui.hosts.server import uploads
from ndcg_ui.pages.evaluate import folders
from ndcg_ui.pages.evaluate.files import MOST_RUNS, tidy_name
from tests.clock import PATIENCE, run_in_thread
from tests.ui.evaluations import QRELS, RUN, SERVED, new_files, read_contents, upload_file

pytestmark = pytest.mark.usefixtures("common")


@pytest.fixture
def mine():
    return new_files()


# --- Taking a file -----------------------------------------------------------------------------


def test_a_file_is_written_only_to_its_visitors_folder(client, mine):
    other = new_files()
    assert upload_file(client, mine, "qrels", QRELS).status_code == 200
    (file,) = mine.all_files
    assert file.path.read_text() == QRELS
    assert file.path.parent == mine.folder
    assert other.all_files == ()


@pytest.mark.parametrize("token", ["", "none", "..", "%2e%2e", "x" * 32, "{cut}"])
def test_an_upload_without_the_folders_secret_is_refused(client, mine, token):
    guess = token.format(cut=mine.token[:-1])
    secret = {"authorization": f"Bearer {guess}"}
    answer = client.put("/evaluate/files/run?name=x", content=RUN, headers=secret)
    assert (answer.status_code, mine.all_files) == (404, ())
    assert "Reload the page" in answer.text


def test_a_long_file_or_one_with_a_false_length_is_refused(client, mine, monkeypatch):
    monkeypatch.setenv(limits.UPLOAD_MB, "1")
    answer = upload_file(client, mine, "run", b"x" * 1_000_001)
    assert answer.status_code == 413
    assert "This file has 1 MB, but at most 1 MB are possible." in answer.text
    assert list(mine.folder.iterdir()) == []
    answer = upload_file(client, mine, "run", iter([b"q1 "]))
    assert answer.status_code == 411
    answer = upload_file(client, mine, "run", iter([b"12345"]), headers={"content-length": "3"})
    assert answer.status_code == 400
    assert mine.all_files == ()
    assert list(mine.folder.iterdir()) == []


def test_the_sixth_run_is_refused(client, mine):
    for number in range(MOST_RUNS):
        assert upload_file(client, mine, "run", RUN, f"run {number}").status_code == 200
    answer = upload_file(client, mine, "run", RUN, "one more")
    assert (answer.status_code, len(mine.runs)) == (409, MOST_RUNS)
    assert "Remove a run first" in answer.text


def test_a_new_file_replaces_the_judgments_or_the_run_with_its_name(mine):
    assert mine.add_text("qrels", "", "q 0 a 1") == ""
    assert not mine.is_ready
    for name, text in ((" first ", "1"), ("third", "0"), ("another", "0"), ("second", "2")):
        assert mine.add_text("run", name, text) == ""
        assert mine.is_ready
    mine.remove_file(mine.runs[1].path.name)
    mine.remove_file("no such file")
    assert [run.name for run in mine.runs] == ["first", "another", "second"]
    assert mine.add_text("qrels", "better", "q 0 a 2") == ""
    assert mine.add_text("run", "first", "3") == ""
    assert read_contents(mine) == [
        ("qrels", "better", "q 0 a 2"),
        *(("run", "another", "0"), ("run", "second", "2"), ("run", "first", "3")),
    ]
    assert [file.size for file in mine.all_files] == [7, 1, 1, 1]
    assert len(list(mine.folder.iterdir())) == 8  # each file with its record
    for name in ("4", "5"):
        assert mine.add_text("run", name, "4") == ""
    assert mine.add_text("run", "6", "6") == "There are 5 runs already. Remove a run first."
    assert mine.add_text("run", "second", "7") == ""  # it takes the place of a run
    assert [run.name for run in mine.runs] == ["another", "first", "4", "5", "second"]
    assert len(list(mine.folder.iterdir())) == 12


@pytest.mark.parametrize(
    ("kind", "name", "tidy"),
    [
        ("qrels", "", "judgments"),
        ("run", " \n", "run"),
        ("run", "a\u202eb\tc", "a b c"),
        ("run", "a\u00a0b", "a\u00a0b"),
        ("run", "r" * 300, "r" * 254 + "…"),
    ],
)
def test_a_file_has_a_printable_name(kind, name, tidy):
    assert tidy_name(name, kind) == tidy


def test_a_file_without_room_or_length_is_refused_with_its_status(mine, monkeypatch):
    monkeypatch.setenv(limits.UPLOAD_MB, "1")
    monkeypatch.setattr(limits, "UPLOADS_AT_ONCE", 2)
    other = new_files()
    for folder, stored, length, refusal in (
        (mine, 0, -1, (411, "Send the length of the file (Content-Length).")),
        (mine, 0, 0, None),
        (mine, 0, 1_000_000, None),
        (
            *(mine, 0, 1_000_001),
            (
                413,
                "This file has 1 MB, but at most 1 MB are possible. Compress the file with gzip.",
            ),
        ),
        (mine, 600_000, 400_000, None),  # half of what is left after the own 600 kB
        (mine, 600_000, 400_001, (503, folders.SHARE_USED_UP)),
        (other, 600_000, 700_000, None),
        (other, 600_000, 700_001, (503, folders.SERVER_FULL)),
    ):
        (mine.folder / "file").write_bytes(b"x" * stored)
        assert folders.find_upload_refusal(folder.folder, length, length) == refusal


@pytest.mark.parametrize("text", ["0", "", "-1", "1.5", "1e3", "1234567", "٣"])
def test_a_bad_upload_limit_is_refused(monkeypatch, text):
    monkeypatch.setenv(limits.UPLOAD_MB, "999999")
    assert folders.read_upload_limit() == 999_999_000_000
    monkeypatch.setenv(limits.UPLOAD_MB, text)
    with pytest.raises(ValueError, match="It must be a whole number of megabytes, from 1"):
        folders.read_upload_limit()


@pytest.mark.parametrize(
    ("error", "status", "sentence"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), 507, folders.DISK_FULL),
        (OSError(errno.EIO, "Input/output error"), 400, uploads.INCOMPLETE_UPLOAD),
    ],
)
def test_an_upload_that_cannot_be_written_says_why(
    client, mine, monkeypatch, error, status, sentence
):
    async def fail(*arguments):
        raise error

    monkeypatch.setattr(uploads, "_write_upload", fail)
    answer = upload_file(client, mine, "run", RUN)
    assert (answer.status_code, answer.text) == (status, sentence)
    assert mine.all_files == ()


def test_an_upload_to_a_deleted_folder_says_so(client, mine, monkeypatch):
    async def lose_folder(request, files, path, size):
        rmtree(files.folder)
        path.write_bytes(b"")

    monkeypatch.setattr(uploads, "_write_upload", lose_folder)
    answer = upload_file(client, mine, "run", RUN)
    assert (answer.status_code, answer.text) == (409, uploads.FOLDER_GONE)


# --- How much there may be ---------------------------------------------------------------------


def test_all_visitors_files_together_are_limited(client, mine, monkeypatch):
    monkeypatch.setenv(limits.UPLOAD_MB, "1")
    monkeypatch.setattr(limits, "UPLOADS_AT_ONCE", 2)
    assert upload_file(client, mine, "qrels", b"x" * 999_000).status_code == 200
    answer = upload_file(client, new_files(), "run", b"x" * 999_000)
    assert answer.status_code == 503
    assert "as many files as it can" in answer.text
    answer = upload_file(client, mine, "run", b"x" * 999_000)
    assert answer.status_code == 503
    assert answer.text.startswith("Your files use all the space that the server has left. Remove")


def test_content_of_another_type_is_refused():
    assert folders.deserialize(Path, folders.serialize(Path("a"))) == Path("a")
    for value in (3, None, ["a"]):
        with pytest.raises(ValueError, match=r"is not a|Expected"):
            folders.deserialize(tuple[Path, int], folders.serialize((value, 1)))


# --- Slow, or not at all -----------------------------------------------------------------------

ANNOUNCED = 200_000_000


class Upload:
    """A request that announces a size and sends the given chunks."""

    def __init__(self, files, size, first=b"q"):
        self.chunks, self.status, self.text = asyncio.Queue(), 0, ""
        self.send(first)
        scope = {
            "type": "http",
            "method": "PUT",
            "path": "/evaluate/files/run",
            "query_string": b"name=x",
            "headers": [
                (b"content-length", str(size).encode()),
                (b"authorization", b"Bearer " + files.token.encode()),
            ],
        }
        self.task = asyncio.create_task(SERVED(scope, self.receive, self.answer))

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


async def upload_honestly(files):
    upload = Upload(files, len(RUN), b"")
    upload.send(RUN.encode(), more=False)
    return await upload.over()


async def count_on_disk(files, count):
    async with asyncio.timeout(PATIENCE):
        while len(list(files.folder.iterdir())) < count:
            await asyncio.sleep(0.01)


def test_slow_uploads_block_nobody_else():
    async def attacked():
        attackers = [new_files() for _ in range(31)]
        there = [Upload(files, ANNOUNCED) for files in attackers]
        for files in attackers:
            await count_on_disk(files, 1)
        status = await upload_honestly(new_files())
        large = Upload(new_files(), ANNOUNCED)  # the space of the missing part is free again
        large.send(b"x" * 20_000_000)
        await asyncio.sleep(0)
        large.send(b"x", more=False)
        await large.over()
        for one in there:
            one.task.cancel()
        await asyncio.gather(*(one.task for one in there), return_exceptions=True)
        return status, large.status, large.text

    assert run_in_thread(attacked()) == (
        200,
        400,
        uploads.INCOMPLETE_UPLOAD,
    )  # it was shorter than announced


@pytest.mark.parametrize("drips", [False, True], ids=["stands still", "drips"])
def test_a_slow_upload_is_ended_and_leaves_nothing(monkeypatch, drips):
    monkeypatch.setattr(limits, "SECONDS_OF_SLOW_UPLOAD", 0.3)

    async def slow():
        files = new_files()
        upload = Upload(files, ANNOUNCED)
        async with asyncio.timeout(PATIENCE):
            while not upload.task.done():
                if drips:
                    upload.send(b"q")
                await asyncio.sleep(0.02)
        return await upload.over(), upload.text, list(files.folder.iterdir())

    assert run_in_thread(slow()) == (400, uploads.INCOMPLETE_UPLOAD, [])


def test_an_upload_ends_if_its_folder_is_deleted(monkeypatch):
    monkeypatch.setattr(limits, "BYTES_BETWEEN_ROOM_CHECKS", 10)

    async def ended():
        files = new_files()
        upload = Upload(files, ANNOUNCED)
        await count_on_disk(files, 1)
        rmtree(files.folder)
        upload.send(b"q" * 100)
        return await upload.over(), upload.text

    assert run_in_thread(ended()) == (409, uploads.FOLDER_GONE)


# --- How long they lie there -------------------------------------------------------------------


def age_file(path):
    long_ago = time.time() - limits.SECONDS_WITHOUT_USE - 60
    os.utime(path, (long_ago, long_ago))


def hold_files():
    files = new_files()
    folders.protect_folder(files)
    return files


def test_unused_folders_are_removed_and_used_ones_stay(client):
    session, young, lost = hold_files(), new_files(), new_files()
    upload_file(client, lost, "run", RUN)
    for files in (session, lost):
        age_file(files.folder)
    folders.sweep_folders()
    assert session.folder.is_dir()
    assert young.folder.is_dir()
    assert not lost.folder.exists()
    folder = session.folder
    del session
    age_file(folder)
    folders.sweep_folders()
    assert not folder.exists()


def test_a_server_deletes_old_files_at_its_start_and_end(common):
    lost = new_files()
    age_file(lost.folder)
    with TestClient(Starlette(lifespan=lambda app: uploads.tidy_folders())):
        gone = new_files()  # of a page whose session is over
        gone.add_text("qrels", "", QRELS)
        end = time.monotonic() + PATIENCE
        while lost.folder.exists() and time.monotonic() < end:
            time.sleep(0.02)
        with folders.lock_common_folder():  # by another process of this user
            pass
        assert list(common.iterdir()) == [gone.folder]
        (common / "a file").write_text("x")
    assert list(common.iterdir()) == []


def test_a_deleted_common_folder_is_created_again(tmp_path, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(folders, "gettempdir", lambda: str(tmp_path))
    new_files()
    rmtree(folders.ensure_common_folder())
    files = new_files()
    files.add_text("run", "", RUN)
    assert read_contents(files) == [("run", "run", RUN)]
    common = folders.ensure_common_folder()
    assert common == tmp_path / f"ndcg-evaluate-{os.getuid()}"
    assert common.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(("mode", "used"), [(0o700, True), (0o755, False), (0o770, False)])
def test_a_common_folder_that_others_can_read_is_not_used(tmp_path, monkeypatch, mode, used):
    monkeypatch.undo()
    monkeypatch.setattr(folders, "gettempdir", lambda: str(tmp_path))
    wanted = tmp_path / f"ndcg-evaluate-{os.getuid()}"
    wanted.mkdir()
    wanted.chmod(mode)
    folder = folders.ensure_common_folder()
    assert (folder == wanted) is used
    assert folder.stat().st_mode & 0o077 == 0
    folder.rmdir()
