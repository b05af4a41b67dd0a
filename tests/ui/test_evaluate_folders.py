"""Files for /evaluate when there are several server processes, and when one of them was killed."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from shutil import rmtree

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ndcg_ui import limits
from ndcg_ui.evaluation import folders
from ndcg_ui.evaluation.files import Files
from ndcg_ui.web import uploads
from tests.clock import PATIENCE

ANOTHER = """
import sys
from pathlib import Path
from ndcg_ui.evaluation import folders
folders.common = lambda: Path(sys.argv[1])
from ndcg_ui.evaluation.files import Files
files = Files()
files.paste("qrels", "", "q1 0 a 3\\n")
print(files.folder, flush=True)
sys.stdin.read()
"""


pytestmark = pytest.mark.usefixtures("common")


@pytest.fixture
def another(common):
    """A further server process, with a session that has brought a file."""
    process = subprocess.Popen(
        [sys.executable, "-c", ANOTHER, str(common)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    yield process, common / process.stdout.readline().strip()
    process.kill()
    process.communicate()


def test_a_file_that_reaches_another_process_comes_to_its_session(another):
    process, folder = another
    client = TestClient(Starlette(routes=uploads.routes()))
    answer = client.put(f"/evaluate/files/{folder.name}/run?name=mine", content="q1 Q0 a 1 1 x\n")
    assert answer.status_code == 200
    program = "from ndcg_ui.evaluation.files import Shelf; from pathlib import Path; import sys; "
    program += "print([(f.kind, f.name) for f in Shelf(Path(sys.argv[1])).stored])"
    done = subprocess.run([sys.executable, "-c", program, folder], capture_output=True, text=True)
    assert done.stdout.strip() == "[('qrels', 'judgments'), ('run', 'mine')]"
    assert process.poll() is None


def test_what_a_living_process_holds_stays(another):
    _, folder = another
    mine = Files()
    folders.sweep()
    assert folder.is_dir()
    assert mine.folder.is_dir()


def test_what_a_killed_process_left_is_removed_at_the_next_start(another, common):
    process, folder = another
    mine = Files()
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert folder.is_dir()
    with TestClient(Starlette(lifespan=lambda app: uploads.tidy())):
        end = time.monotonic() + PATIENCE
        while _owners(common) != {mine.token[:8]} and time.monotonic() < end:
            time.sleep(0.02)  # the folder goes first, the lock of who left it last
        assert _owners(common) == {mine.token[:8]}
        assert mine.folder.is_dir()


def _owners(common):
    return {path.name[:8] for path in common.iterdir()}


def test_a_server_that_ends_leaves_nothing(common):
    with TestClient(Starlette(lifespan=lambda app: uploads.tidy())):
        mine = Files()
        mine.paste("qrels", "", "q1 0 a 3\n")
    assert list(common.iterdir()) == []
    assert Files().folder.is_dir()


def test_what_is_nobodys_is_removed_once_it_is_old(common):
    lost = common / f"{'0' * 8}-{'x' * 24}"
    lost.mkdir()
    folders.sweep()
    assert lost.exists()
    long_ago = time.time() - limits.SECONDS_LEFT_BEHIND - 60
    os.utime(lost, (long_ago, long_ago))
    folders.sweep()
    assert not lost.exists()


def test_visitors_who_come_at_once_share_one_lock(common):
    with ThreadPoolExecutor(8) as several:
        files = [found.result() for found in [several.submit(Files) for _ in range(16)]]
    assert len(list(common.glob("*.alive"))) == 1
    folders.sweep()
    assert all(one.folder.is_dir() for one in files)


def test_everybodys_files_are_counted_whichever_process_has_them(another):
    assert folders.held() == len("q1 0 a 3\n")
    mine = Files()
    mine.paste("run", "", "q1 Q0 a 1 1 x\n")
    assert folders.held() == len("q1 0 a 3\nq1 Q0 a 1 1 x\n")


def test_a_common_folder_that_was_cleaned_away_is_made_again(tmp_path, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(folders, "gettempdir", lambda: str(tmp_path))
    Files()
    rmtree(folders.common())
    files = Files()
    files.paste("run", "", "q1 Q0 a 1 1 x\n")
    assert folders.held() == len("q1 Q0 a 1 1 x\n")
    assert len(list(files.folder.parent.glob("*.alive"))) == 1


def test_a_living_sessions_files_stay_though_its_mark_was_cleaned_away(another, common):
    mine = Files()
    mine.paste("run", "", "q1 Q0 a 1 1 x\n")
    long_ago = time.time() - limits.SECONDS_LEFT_BEHIND - 60
    os.utime(mine.folder, (long_ago, long_ago))
    (common / f"{mine.token[:8]}.alive").unlink()
    folders.sweep()
    assert mine.stored
    assert (common / f"{mine.token[:8]}.alive").exists()
    (common / f"{mine.token[:8]}.alive").unlink()  # and another process looks first
    sweeps = "import sys; from pathlib import Path; from ndcg_ui.evaluation import folders; "
    sweeps += "folders.common = lambda: Path(sys.argv[1]); folders.sweep()"
    subprocess.run([sys.executable, "-c", sweeps, common], check=True)
    assert mine.stored


@pytest.mark.parametrize(("mode", "used"), [(0o700, True), (0o755, False), (0o770, False)])
def test_a_common_folder_that_others_can_read_is_not_used(tmp_path, monkeypatch, mode, used):
    monkeypatch.undo()
    monkeypatch.setattr(folders, "gettempdir", lambda: str(tmp_path))
    wanted = tmp_path / f"ndcg-evaluate-{os.getuid()}"
    wanted.mkdir()
    wanted.chmod(mode)
    found = folders.common()
    assert (found == wanted) is used
    assert found.stat().st_mode & 0o077 == 0
    found.rmdir()


def test_an_evaluation_ends_when_its_server_does():
    ends = "from ndcg_ui.evaluation.worker import end_with_the_server as end; end(); print('on')"
    worker = subprocess.Popen(
        [sys.executable, "-c", ends], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert worker.poll() is None
    said, _ = worker.communicate()  # closes the pipe, as the death of its server does
    assert worker.returncode == 1
    assert said == b""
