"""The test vectors separate all programs that differ, with almost the fewest rankings."""

import json
import math
import re
import shlex
import subprocess
from dataclasses import replace
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from scipy.optimize import linprog

import ndcg_core as nc
from ndcg_core.checking.probes import TEST_VECTORS, make_probes
from ndcg_core.checking.vectors import find_distinguished_model_pairs, format_vectors
from ndcg_core.content import load_toml
from ndcg_core.terminal import main
from tests.selection import select_rows

KINDS = ({"k", "scores", "pool", "ids"}, {"k", "pool"}, {"k"})


def list_rankings():
    """Return rankings of every kind that a function is called with, some without a cutoff."""
    found = [one for takes in KINDS for one in make_probes(frozenset(takes), None, 800)]
    found += [replace(one, k=None) for one in make_probes(frozenset(KINDS[0]), None, 800)[::7]]
    return [one for one in dict.fromkeys(found) if len(one.grades) <= 12 or (one.k or 99) > 32]


@pytest.mark.parametrize(
    "every", select_rows((40, 1), {40}.__contains__, "2,600 rankings: half a minute")
)
def test_the_vectors_separate_all_programs_with_almost_the_fewest_rankings(every):
    told = frozenset().union(*map(find_distinguished_model_pairs, TEST_VECTORS.values()))
    holders = {pair: [] for pair in told}
    for place, one in enumerate([*TEST_VECTORS.values(), *list_rankings()[::every]]):
        for pair in find_distinguished_model_pairs(one):
            holders.setdefault(pair, []).append(place)
    assert holders.keys() == told
    hardest = sorted(set(map(tuple, holders.values())), key=lambda places: (len(places), places))
    tells = np.zeros((len(hardest[:400]), place + 1))
    for row, places in zip(tells, hardest, strict=False):
        row[list(places)] = -1
    # Even in parts no fewer rankings tell the hardest pairs apart, each by one ranking in all.
    least = linprog(np.ones(place + 1), tells, -np.ones(len(tells)), bounds=(0, 1)).fun
    assert len(TEST_VECTORS) <= 1.1 * math.ceil(least - 1e-6)


def test_the_vector_file_is_small_valid_and_has_our_numbers(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["vectors", "vectors.json"]) == 0
    text = (tmp_path / "vectors.json").read_text()
    assert len(text) < 300_000
    found = json.loads(text)
    jsonschema.validate(found, json.loads((tmp_path / found["schema"]).read_text()))
    for row in found["vectors"]:
        assert row["alone"], f"nothing needs this vector: {row['why']}"
        assert set(row["ndcg"]) == set(nc.CONVENTIONS)
        assert set(row["measures"]) == set(nc.measures.MEASURES)
        value, cut = row["ndcg"]["standard"], row["k"]
        if isinstance(value, float) and row["ids"] is None:
            assert value == nc.ndcg(row["grades"], cut, judged=row["judged"])
    (tied,) = [row for row in found["vectors"] if row["k"] is None]
    assert tied["ndcg"]["trec_eval-ndcg"] == nc.ndcg(
        tied["grades"], None, "trec_eval-ndcg", tied["judged"], tied["scores"], tied["ids"][:3]
    )


LANGUAGES = load_toml(__file__, "languages.toml")
PAGE = (Path(__file__).parents[2] / "docs" / "check" / "vectors.md").read_text("utf-8")
CARGO = '[package]\nname = "vectors"\nedition = "2021"\n[dependencies]\nserde_json = "1"\n'


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_languages_program_passes_and_fails_for_a_changed_value(tmp_path, language):
    how = LANGUAGES[language]
    if run_program(how["needs"], tmp_path) != 0:
        pytest.skip(f"{how['needs']} does not work here")
    (source,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)
    (tmp_path / "Cargo.toml").write_text(CARGO)
    (tmp_path / how["file"]).parent.mkdir(exist_ok=True)
    (tmp_path / how["file"]).write_text(source)
    found = json.loads(format_vectors())
    (tmp_path / "vectors.json").write_text(json.dumps(found))
    assert run_program(how["command"], tmp_path) == 0
    found["vectors"][0]["ndcg"]["standard"] += 0.001
    (tmp_path / "vectors.json").write_text(json.dumps(found))
    assert run_program(how["command"], tmp_path) > 0


def run_program(command, folder):
    """Return the exit code of a command, which is positive if its program is missing."""
    try:
        return subprocess.run(shlex.split(command), cwd=folder, capture_output=True).returncode
    except OSError:
        return 127
