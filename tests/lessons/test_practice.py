"""The practice page's tasks and predictions are read as a lesson's blocks are."""

import shutil

import pytest

from ndcg_core.content import load_toml
from ndcg_core.lessons.__main__ import main
from ndcg_core.lessons.practice import load_practice
from tests.lessons.conftest import LESSONS


@pytest.fixture
def practice(folder):
    shutil.copytree(LESSONS / "practice", folder / "practice")
    return folder / "practice"


FAULTS = load_toml(__file__, "faulty_practice.toml")["faults"]


@pytest.mark.parametrize(("name", "old", "new", "at", "why"), FAULTS, ids=[f[-1] for f in FAULTS])
def test_bad_practice_is_refused_with_its_line(practice, capsys, name, old, new, at, why):
    path = practice / f"{name}.md"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ValueError, match=why) as refused:
        load_practice(practice.parent)
    place, _, _ = str(refused.value).partition(": ")
    assert place.startswith(f"practice/{name}.md:")
    line = path.read_text("utf-8").split("\n")[int(place.rpartition(":")[2]) - 1]
    assert line.startswith(at)
    assert main(practice.parent) == 1
    assert str(refused.value) in capsys.readouterr().out


def test_a_file_with_another_name_is_refused(practice, capsys):
    (practice / "drag.md").rename(practice / "drop.md")
    assert main(practice.parent) == 1
    assert (
        "practice/drop.md:1: practice files are called drag.md or predict.md"
        in capsys.readouterr().out
    )


def test_a_file_without_a_block_is_refused(practice):
    (practice / "predict.md").write_text('+++\ntitle = "predictions"\n+++\n', "utf-8")
    with pytest.raises(ValueError, match=r"practice/predict\.md:1: there is no predict block"):
        load_practice(practice.parent)
