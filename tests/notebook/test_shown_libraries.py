"""What a notebook shows of libraries: who prints a number, and the steps between two."""

from math import nan

import numpy as np
import pandas as pd
import pytest

import ndcg_core as nc
from ndcg_core.libraries import Ranking, chain
from tests.notebook.reading import LIST, SHOWN, Reader


def test_who_prints_names_the_libraries_with_their_number_in_full():
    found = nc.who_prints(LIST, 0.957)
    assert "lightgbm" in found
    assert "scikit-learn" not in found
    heads, *rows = Reader(found._repr_html_()).tables[0]
    assert heads[:2] == ["library", "NDCG"]
    assert ["LightGBM", "0.957478467", "lightgbm"] in [row[:3] for row in rows]
    assert len(rows) == len(found)
    frame = pd.DataFrame(found.rows())
    assert list(frame.library) == found
    assert set(frame.ndcg.round(3)) == {0.957}


@pytest.mark.parametrize("kind", [tuple, list, iter, np.array, pd.Series], ids=lambda k: k.__name__)
def test_who_prints_takes_whatever_ndcg_takes(kind):
    tied = {"judged": [3, 2, 3, 0, 1, 3], "scores": [3, 2, 2, 2, 1]}
    wanted = nc.who_prints(LIST, "0.752", 5, **tied)
    assert wanted
    given = {name: kind(values) for name, values in tied.items()}
    assert nc.who_prints(kind(LIST), "0.752", 5, **given) == wanted


def test_nobody_prints_it_is_said_too():
    (line,) = Reader(SHOWN["no printers"]).lines
    assert line == "None of the libraries prints 0.111 for this ranking."


def test_the_digits_of_a_text_count_and_a_number_that_is_none_is_refused():
    assert "lightgbm" not in nc.who_prints(LIST, "0.9570")
    with pytest.raises(ValueError, match="is not a number"):
        nc.who_prints(LIST, "about 0.9")
    assert nc.who_prints((0,), nan) == nc.who_prints((0,), "nan") != []


def test_a_chain_shows_each_change_with_the_cell_it_changes():
    (table,) = Reader(SHOWN["chain"]).tables
    assert table[1] == ["start", "", "0.972364"]
    cell = "the gain at rank 1 of the ranking: 3 → 7"
    assert table[2] == ["gain 2^r − 1 instead of r", cell, "0.957478"]
    silent = chain(Ranking(LIST), "scikit-learn", "lightgbm").silent
    (line,) = Reader(SHOWN["chain"]).lines
    assert line == f"{silent} further choices differ, and change nothing for this ranking."
    assert "→ no row" in SHOWN["long chain"]
