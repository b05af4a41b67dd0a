"""Small files with a large cost are measured before reading, or read outside the server.

Memory is measured in processes of their own: what one has taken once counts for good.
"""

import io
import json
import re
import subprocess
import sys

import pytest

from ndcg_core.evaluation import read_run
from ndcg_ui.pages.evaluate.jobs import KILLED_BY_SYSTEM
from ndcg_ui.pages.evaluate.worker import TOO_MUCH_MEMORY

MB = 1_000_000

pytestmark = [
    pytest.mark.usefixtures("common"),
    pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux does"),
]


def measure_program(program, *arguments):
    """Run a program in a process with at most 4 GB, and return its JSON output."""
    bound = "import resource; resource.setrlimit(resource.RLIMIT_AS, (4_000_000_000,) * 2)\n"
    done = subprocess.run(
        [sys.executable, "-c", bound + program, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


# --- Tables ------------------------------------------------------------------------------------


def make_parquet(ids, row_groups):
    """Return a Parquet file with an id of `ids` bytes in each row group."""
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet as pq

    out = io.BytesIO()
    schema = pa.schema([("query", pa.string()), ("doc", pa.string()), ("score", pa.float64())])
    with pq.ParquetWriter(out, schema, compression="zstd", write_statistics=False) as file:
        for n in range(row_groups):
            row = {"query": ["q1"], "doc": [chr(97 + n) * ids], "score": [1.0]}
            file.write_table(pa.table(row, schema=schema))
    return out.getvalue()


def make_lying_parquet(data):
    """Return the same file, in whose footer each column has a size of one byte."""
    start = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    footer = data[start:]
    found = {n: encode_thrift_number(n) for n in range(50 * MB, 50 * MB + 200)}
    for written in found.values():
        footer = footer.replace(written, b"\x82\x80\x80\x00")
    assert footer != data[start:]
    return data[:start] + footer


def encode_thrift_number(n):
    """Return a number in Thrift's encoding."""
    n, out = 2 * n, b""
    while n > 127:
        out, n = out + bytes([n & 127 | 128]), n >> 7
    return out + bytes([n])


EVALUATED = """
import json, sys, time
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from ndcg_ui.pages.evaluate import folders, worker
folders.ensure_common_folder = lambda: Path(sys.argv[1])
from ndcg_ui.pages.evaluate.link import EvaluationSettings
from ndcg_ui.pages.evaluate.files import VisitorFiles
from ndcg_ui.pages.evaluate.jobs import Job
from ndcg_ui.pages.evaluate.worker import Task
files = VisitorFiles(folders.make_visitor_folder())
files.add_text("qrels", "", "q1 0 a 1")
path = files.choose_new_path()
path.write_bytes(Path(sys.argv[2]).read_bytes())
files.add_file("run", "x", path)
job = Job(Task(files.all_files, EvaluationSettings()), files.folder)
while not job.is_over:
    time.sleep(0.05)
print(json.dumps({"said": job.refusal, "peak": getrusage(RUSAGE_CHILDREN).ru_maxrss / 1000}))
"""


@pytest.mark.thorough("evaluates a file of a gigabyte")
def test_a_small_file_with_a_false_footer_takes_little_memory(tmp_path, common):
    bomb = tmp_path / "bomb.parquet"
    bomb.write_bytes(make_lying_parquet(make_parquet(50 * MB, 20)))
    assert bomb.stat().st_size < 50_000
    found = measure_program(EVALUATED, common, bomb)
    assert re.search(
        f"unpacks to more than|too long|{KILLED_BY_SYSTEM}|{TOO_MUCH_MEMORY}", found["said"]
    )
    assert found["peak"] < 1_500


def test_a_small_file_with_a_large_content_is_not_read():
    with pytest.raises(ValueError, match="it unpacks to more than 20 MB, so it was not read"):
        read_run(make_parquet(50 * MB, 20))
