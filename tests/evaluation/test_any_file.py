"""Every reader of evaluation files, given what nobody means: files that are cut, doubled, and whose
quotes, delimiters, line ends and encodings are swapped. Each is read, or refused with a sentence.
"""

import gzip
import io
from random import Random

import polars as pl
import pytest

from ndcg_core.evaluation import read_qrels, read_run
from ndcg_core.terminal import main
from tests.conftest import ALL
from tests.evaluation.test_reading import FILES, RUN, TREC

HOW_MANY = 30_000 if ALL else 500
EVALUATED = 20
"""One in this many files is also evaluated by the command."""
TABLES_TRIED = 5_000
"""For one in ten thousand damaged Parquet files, Polars aborts the whole process."""
PACKINGS = ("zstd", "uncompressed", "snappy", "gzip")
ENCODINGS = ("utf-8", "utf-8", "latin-1", "utf-8-sig", "utf-16", "utf-16-le", "cp1252")
SIGNS = (
    *('"', '""', "'", ",", ";", "|", "\t", " ", "\n", "\r\n", "\r", "\0", "\x1b[2J", "\n::x::"),
    *("\u2028", "\u202e", "é", "{", "}", "[", "]", ":", "#", "1e999", "nan", "-", "_", "\ufeff"),
)


def make_parquet(packing):
    out, rows = io.BytesIO(), {"query": ["q1"] * 2, "doc": ["a", "b"]}
    pl.DataFrame({**rows, "grade": [1.0, 2.0], "score": [2.0, 1.0]}).write_parquet(
        out, compression=packing
    )
    return out.getvalue()


TABLES = [make_parquet(packing) for packing in PACKINGS]
TEXTS = [text for kind in ("qrels", "run") for text, _ in FILES[kind]]


def make_random_file(seed):
    """Return a damaged or strange file, equal for equal seeds."""
    random = Random(seed)
    if random.random() < 0.2 and seed < TABLES_TRIED:
        data = bytearray(random.choice(TABLES))
        for _ in range(random.randrange(1, 4)):
            start, end = _draw_span(random, data)
            data[start : random.choice((start, start + 1, end))] = random.randbytes(
                random.randrange(4)
            )
        return bytes(data)
    text = random.choice(TEXTS)
    for _ in range(random.randrange(1, 4)):
        start, end = _draw_span(random, text)
        sign, instead = random.sample(SIGNS, 2)
        text = random.choice(
            (
                text[:end],
                text[:start] + text[end:],
                text[:end] + text[start:],
                text[:start] + sign + text[start:],
                text[:start] + sign + text[start + 1 :],
                text.replace(sign, instead),
                text.replace(" ", sign),
            )
        )
    data = text.encode(random.choice(ENCODINGS), "replace")
    return gzip.compress(data) if random.random() < 0.1 else data


def _draw_span(random, whole):
    return sorted((random.randrange(len(whole) + 1), random.randrange(len(whole) + 1)))


def require_sentence(text):
    assert text.endswith((".", ".)", "”")), ascii(text)
    assert text.isprintable(), ascii(text)
    assert len(text) < 450, text


@pytest.mark.parametrize("part", range(10))
def test_any_file_is_read_or_refused_with_a_sentence(part, tmp_path, capsys):
    (tmp_path / "good.qrels").write_text(TREC)
    (tmp_path / "good.run").write_text(RUN)
    for seed in range(part, HOW_MANY, 10):
        data = make_random_file(seed)
        for read in (read_qrels, read_run):
            try:
                assert read(data).frame.rows(), seed
            except ValueError as error:
                require_sentence(str(error))
        if seed // 10 % EVALUATED == 0:
            run_evaluate(data, tmp_path, capsys)


def run_evaluate(data, folder, capsys):
    """Run `ndcg evaluate` with a file as judgments and as a run, and check its output."""
    odd, qrels, run = (str(folder / name) for name in ("odd", "good.qrels", "good.run"))
    (folder / "odd").write_bytes(data)
    for files, how in (([odd, run], "--markdown"), ([qrels, odd], "--each"), ([qrels, odd], "")):
        code = main(["evaluate", *files, *filter(None, [how])])
        out, err = capsys.readouterr()
        assert code in (0, 2), err
        assert not {line for line in out.splitlines() if not line.isprintable()}
        assert not any(line.startswith("::") for line in out.splitlines())
        if code:
            require_sentence(err.removesuffix("\n"))


def test_a_lone_quote_at_the_end_is_reported_with_its_line(tmp_path, capfd):
    (tmp_path / "odd.csv").write_text('query,doc,score\nq1,d1,1\nq1,d1,"')
    (tmp_path / "good.qrels").write_text(TREC)
    assert main(["evaluate", str(tmp_path / "good.qrels"), str(tmp_path / "odd.csv")]) == 2
    said = capfd.readouterr().err  # of Polars too
    assert said == "odd.csv, line 3: the score is “”. It must be a number.\n"
